"""The page of a solo game: its pictures, its texts, and no secrets of opponents."""

from random import Random

import pytest

from bot.core.opponents import any_move
from bot.pages.alone import Drawn, SoloViews, alone, noted
from bot.pages.page import Buttons, Picture, PrivatePage, Text
from bot.pages.question import paths
from tests.kit.moments import CATALOGUE
from tests.kit.seated import GAMES, NOW, solo_table

WORDS = CATALOGUE.words
DRAWN = Drawn(Picture("table.png", "the table", b"t"), Picture("hand.png", "the hand", b"h"))


def page_of(table, steps=(), now=NOW + 10**6, drawn=DRAWN) -> PrivatePage:
    say = WORDS.say(table.game.key, "fr", table.names)
    shown = SoloViews(table.view(None, now), table.view(0, now))
    return alone(table, 0, say, now, shown=shown, steps=steps, drawn=drawn)


def pictures(page: PrivatePage) -> list[str]:
    return [block.name for block in page.blocks if isinstance(block, Picture)]


@pytest.mark.parametrize(
    ("game", "phase", "steps", "wanted"),
    [
        ("trio", "reveal", (), ["table.png", "hand.png"]),
        ("cappuccino", "stack", (), ["table.png"]),
        ("pinocchio", "judge", (), ["table.png"]),
        ("pinocchio", "announce", (), ["table.png", "hand.png"]),
        ("ptipasspass", "aim", (), ["table.png", "hand.png"]),
        ("ptipasspass", "aim", ("aim", "*"), ["hand.png"]),
        ("ptipasspass", "doublon", (), ["table.png", "hand.png"]),
        ("ptipasspass", "reveal", ("swap",), ["table.png"]),
        ("tripot", "challenge", (), ["table.png", "hand.png"]),
        ("tripot", "challenge", ("challenge", "*"), ["hand.png"]),
    ],
)
def test_at_most_two_pictures_and_halfway_only_the_one_that_is_chosen_from(game, phase, steps, wanted):
    most = 2 if phase in ("judge", "doublon") else 4
    table = solo_table(game, when=lambda now: now.state.view(None).phase == phase and len(list(now.legal(0))) >= most)
    found = [path for path in paths(table.game, table.legal(0)) if not steps or path[0] == steps[0]]
    taken = tuple(found[0][place] if step == "*" else step for place, step in enumerate(steps))
    assert pictures(page_of(table, taken)) == wanted


def test_a_question_is_not_asked_twice():
    table = solo_table("ptipasspass", when=lambda now: now.state.view(None).phase == "menteur")
    words = "\n".join(block.text for block in page_of(table).blocks if isinstance(block, Text))
    assert "À toi de répondre" in words
    assert "Les autres répondent" not in words, "that is for onlookers, who are not asked"


def test_without_pictures_the_words_say_all():
    for game in GAMES:
        table = solo_table(game)
        say = WORDS.say(game, "fr", table.names)
        texts = "\n".join(page_of(table, drawn=Drawn()).texts())
        sight = table.game.face.sight(table.view(0, NOW + 10**6), say)
        assert sight.scene in texts
        assert table.state.view(0).own is None or sight.hand in texts


def test_what_others_hold_is_not_on_it():
    table = solo_table("trio")
    say = WORDS.say("trio", "fr", table.names)
    texts = "\n".join(page_of(table, drawn=Drawn()).texts())
    for seat in (1, 2):
        hand = table.game.face.sight(table.view(seat, NOW), say).hand
        assert hand not in texts


def test_what_is_said_stands_above_what_can_be_pressed():
    table = solo_table("trio")
    page = noted(page_of(table), "why not")
    place = next(at for at, block in enumerate(page.blocks) if isinstance(block, Buttons))
    assert page.blocks[place - 1] == Text("why not")
    assert noted(page, "") is page


def test_a_waiting_player_can_go_on():
    table = solo_table("trio")
    seat = 1
    waiting = table.after(0, any_move(table.game, table.state, 0, Random(3)), NOW + 1)
    while 0 in waiting.to_act:
        waiting = waiting.after(0, any_move(table.game, waiting.state, 0, Random(seat)), max(waiting.flash_until, NOW))
    labels = [
        button.label for block in page_of(waiting).blocks if isinstance(block, Buttons) for button in block.buttons
    ]
    assert labels[0] == "Continuer"
    assert "réfléchit" in "\n".join(page_of(waiting).texts())
