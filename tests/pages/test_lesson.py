"""Every page of every lesson is within Discord's limits and has the buttons that the coach names."""

import pytest

from bot.pages.address import Address
from bot.pages.page import Buttons, Menu, Picture, Text
from bot.testing import fits
from bot.text.strings import LANGUAGES
from cogs.lessons.commands import LEARN, LESSONS, choices, lesson, spot
from tests.kit.lessons import TAUGHT, explained, moments, named, page, pages, presses, said, straight, voice
from tests.kit.moments import CATALOGUE, UGLY
from tests.kit.pages import NOT_DRAWN

WORDS = CATALOGUE.words
DRAWN = Picture("table.png", "x" * 1024, NOT_DRAWN)
UNNAMED = {("trio", "remember"), ("trio", "last")}
"""Parts in which the coach does not name the button."""

each = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.key)
both = pytest.mark.parametrize("lang", LANGUAGES)


@both
@each
def test_every_page_fits_with_the_worst_names(game, lang):
    for name in UGLY:
        say = voice(WORDS, game, lang, name)
        for here in straight(game):
            for drawn in (None, DRAWN):
                for steps, shown in pages(game, here, say, drawn):
                    fits(shown)
                    if here.part and here.part.moves and not steps:
                        for attribute in {*explained(game, here).values()}:
                            notice = said(game, here, say, attribute)
                            fits(lesson(game, here, say, steps=(), notice=notice, picture=drawn))


@each
def test_buttons_lead_to_exactly_the_legal_moves(game):
    say = voice(WORDS, game, "fr")
    for here in straight(game):
        whole = {game.path(move) for move in here.legal}
        found = {led for _, shown in pages(game, here, say) for led in presses(shown, here.taken)}
        assert {path for path in found if path in whole} == whole


@both
@each
def test_whatever_was_chosen_on_the_way_the_next_page_fits_and_leads_to_no_table(game, lang):
    say = voice(WORDS, game, lang, UGLY[0])
    for here in moments(game):
        shown = page(game, here, say)
        fits(shown)
        fits(page(game, here, say, picture=DRAWN))
        if here.part:
            assert (str(spot(game, here.taken[:-1])) in shown.ids()) == bool(here.taken), "one can go back"
        for custom_id in shown.ids():
            address = Address.parse(custom_id)
            assert address is not None
            assert address.table == 0
            assert address.verb in {LEARN, LESSONS, "alone", "hole"}
            if address.verb == LEARN:
                assert address.path[0] == game.key


@both
def test_each_way_back_says_where_it_leads(lang):
    labels = {"fr": ("Page précédente", "Choix précédent"), "en": ("Previous page", "Previous choice")}[lang]
    seen = set[str]()
    for game in TAUGHT:
        say = voice(WORDS, game, lang)
        for here in straight(game):
            for _, shown in pages(game, here, say):
                buttons = [each for block in shown.blocks if isinstance(block, Buttons) for each in block.buttons]
                back = {each.label: each.id for each in buttons if each.label in (*labels, say("back"))}
                assert len(back) <= 1
                assert back.get(labels[0]) in (None, str(spot(game, here.taken[:-1])))
                seen |= set(back)
    assert seen == set(labels)


@each
def test_a_phone_that_shows_the_end_of_a_page_shows_what_the_coach_says(game):
    say = voice(WORDS, game, "fr")
    for here in straight(game):
        if here.part is None:
            continue
        for notice in ("", "Non : l’autre."):
            shown = lesson(game, here, say, steps=(), notice=notice, picture=DRAWN)
            words = next(at for at, block in enumerate(shown.blocks) if block == Text(notice or said(game, here, say)))
            pressed = next(at for at, block in enumerate(shown.blocks) if isinstance(block, Buttons | Menu))
            # Between the two there is at most the game's own question.
            assert pressed - words <= 2
            assert not any(isinstance(block, Picture) for block in shown.blocks[words:])


@both
@each
def test_what_the_coach_says_to_press_goes_on(game, lang):
    say = voice(WORDS, game, lang)
    for here in straight(game):
        if here.part is None or len(here.part.moves) != 1:
            continue
        for attribute in {"", *explained(game, here).values()}:
            words, steps = said(game, here, say, attribute), ()
            if (game.key, here.part.key) in UNNAMED and named(page(game, here, say), words) is None:
                continue
            for _ in range(3):
                button = named(page(game, here, say, steps), words)
                assert button is not None, f"after {steps} no button there is in bold: {words}"
                address = Address.parse(button.id)
                assert address is not None
                steps = address.path[2:]
                if steps == game.path(here.part.moves[0]):
                    break
            else:
                pytest.fail(f"{words} does not lead on")


@pytest.mark.parametrize(
    ("token", "taken"), [("p", ()), ("p0", (0,)), ("p0z1", (0, 35, 1)), ("q0", None), ("p-", None), ("p0,1", None)]
)
def test_choices_are_read_as_they_are_spelt(token, taken):
    assert choices(token) == taken
