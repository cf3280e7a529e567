"""Every lesson, played: its moves are legal, its words are there, it ends where it says, and it knows no secret.

Its pages are within Discord's limits and have the buttons that the coach names.
"""

from random import Random

import pytest

from bot.core.game import Flash
from bot.core.lesson import LEARNER, OPPONENT_NAMES, OTHER, Part, moment
from bot.pages.address import Address
from bot.pages.page import Buttons, Menu, Picture, Text
from bot.testing import fits
from bot.text.strings import LANGUAGES
from cogs.lessons.commands import LEARN, LESSONS, choices, lesson, spot
from tests.kit.lessons import TAUGHT, explained, moments, named, page, pages, presses, said, straight, voice
from tests.kit.moments import CATALOGUE, UGLY
from tests.kit.pages import NOT_DRAWN

WORDS = CATALOGUE.words
LONGEST = 340
"""Characters of what the coach says at once: what one still reads before one presses."""

ENDS = {
    "cappuccino": lambda public: [total.cups for total in public.totals] == [19, 13],
    "pinocchio": lambda public: public.noses == (1, 1, 1),
    "ptipasspass": lambda public: public.victories == (1, 0, 0),
    "trio": lambda public: public.trios == ((12, 1), (), ()),
    "tripot": lambda public: public.points[0] > 15 > public.points[1] and public.round == 4,
}
"""The state in which each lesson says that it ends."""

DRAWN = Picture("table.png", "x" * 1024, NOT_DRAWN)
UNNAMED = {("trio", "remember"), ("trio", "last")}
"""Parts in which the coach does not name the button."""

each = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.key)
both = pytest.mark.parametrize("lang", LANGUAGES)


def test_every_game_has_a_lesson():
    assert list(CATALOGUE.games.values()) == TAUGHT
    assert ENDS.keys() == CATALOGUE.games.keys()


@each
def test_it_asks_for_legal_moves_that_no_table_would_play_by_itself_and_ends_where_it_says(game):
    for here in moments(game):
        legal = list(here.legal)
        assert not legal or game.automatic is None or game.automatic(here.view, legal) is None
        assert not (len(legal) == 1 and game.verb(game.path(legal[0])[0]).forced)
        if here.part and here.part.moves:
            assert LEARNER in here.view.to_act
            assert all(move in legal for move in here.part.moves)
            assert len(set(here.part.moves)) == len(here.part.moves)
        else:
            assert not legal
            assert here.part or ENDS[game.key](here.board.public), f"the lesson comes to {here.board.public}"


@each
def test_it_is_a_matter_of_two_minutes(game):
    length = len(game.lesson.parts)
    for taken in [(0,) * (length + 1), (35,), (0, 35), (0,) * (length - 1) + (35,)]:
        assert moment(game, taken) is None, "choices that nobody can have made lead nowhere"
    asked = [part for part in game.lesson.parts if part.moves]
    assert 5 <= length <= 10, "a lesson has five to ten parts"
    assert len(asked) >= 4, "a lesson asks for at least four presses"
    instructive = {name for here in straight(game) for name in explained(game, here).values()} - {OTHER}
    assert instructive, "something instructive is said to a wrong choice"
    assert len(OPPONENT_NAMES) + 1 >= max(game.seats)


@both
@each
def test_every_choice_is_answered(game, lang):
    say = voice(WORDS, game, lang)
    for here in moments(game):
        if here.part is None:
            assert WORDS.has(game.key, lang, "lesson-end")
            continue
        assert WORDS.has(game.key, lang, f"lesson-{here.part.key}")
        for attribute in {"", *explained(game, here).values()}:
            words = said(game, here, say, attribute)
            assert 20 < len(words) <= LONGEST, (len(words), words)
            assert "{" not in words


@both
@each
def test_nothing_is_said_that_nobody_hears(game, lang):
    heard = {"lesson-end"}
    for here in moments(game):
        if here.part:
            key = f"lesson-{here.part.key}"
            heard |= {key, *(f"{key}.{attribute}" for attribute in explained(game, here).values())}
    keys = [f"lesson-{part.key}" for part in game.lesson.parts]
    assert len({*keys}) == len(keys), "two parts share a key"
    explanations = {
        (key, name) for key, part in zip(keys, game.lesson.parts, strict=True) for name in part.wrong.values()
    }
    assert {f"{key}.{name}" for key, name in explanations} <= heard, "nobody can choose what a part explains"
    known = [key for key in WORDS.keys(game.key, lang) if key.startswith("lesson-")]
    written = {*known, *(f"{key}.{name}" for key in known for name in {OTHER, *(name for _, name in explanations)})}
    assert {key for key in written if WORDS.has(game.key, lang, key)} == heard


@both
@each
def test_a_page_shows_nothing_that_the_learner_may_not_know(game, lang):
    """Whatever the learner's seat cannot know is drawn afresh: not a letter and not an id changes."""
    say, rng = voice(WORDS, game, lang), Random(11)
    for here in straight(game):
        steps = [(), *{path[:1] for path in map(game.path, here.legal) if len(path) > 1}]
        for _ in range(4):
            state = game.guess(here.view, rng)
            legal = state.legal(LEARNER) if here.legal else ()
            again = here._replace(view=state.view(LEARNER), board=state.view(None), legal=legal)
            for taken in steps:
                assert page(game, again, say, taken) == page(game, here, say, taken)


@each
def test_what_is_revealed_stays_until_the_next_press(game):
    seen = [*straight(game)]
    # Where anything is ever shown for a while, the game's own Public says what.
    flashes = "flash" in type(seen[0].board.public).__annotations__
    assert flashes == any(isinstance(here.view.flash, Flash) for here in seen), "the lesson shows no flash"
    for here in seen:
        assert here.view.flash == here.board.flash


def test_the_longest_beginning_explains():
    part = Part(key="x", wrong={("a",): "any", ("a", "b"): "one"})
    paths = [("a", "c"), ("a", "b"), ("a", "b", "d"), ("e",)]
    assert [part.explanation(path) for path in paths] == ["any", "one", "one", OTHER]


def test_the_numbers_that_the_coach_tells_are_so():
    game = CATALOGUE.games["cappuccino"]
    first, _, own, *_ = straight(game)
    assert len(first.legal) == 72
    assert own.part is not None
    assert len(own.part.before) == 19


# ---- pages


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
            assert address.verb in {LEARN, LESSONS, "alone", "hole", "rules"}
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
