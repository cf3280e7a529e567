"""The pages of a replay: exactly what a seat saw then, within Discord's limits."""

from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from bot.core.game import Refusal
from bot.pages.address import Address
from bot.pages.page import Buttons, Menu, Picture, Text
from bot.pages.seat import seat_page
from bot.pictures.cache import alt
from bot.testing import fits
from bot.text.strings import LANGUAGES
from cogs.replays.pages import asked, judge_button, onward_button, spelt, viewer
from cogs.replays.replay import OPENED, Replay, TurningPoint
from tests.kit.moments import CATALOGUE, START, Played, each_game, every_setting, moments, played, table_at
from tests.kit.pages import NOT_DRAWN

WORDS = CATALOGUE.words
GAMES = each_game()
BASES = (Address("replay", 2**62), Address("review", 0, 0, ("f" * 12,)))


def ended(game: Played):
    """The table of a game that is over, and its replay."""
    table = table_at(game, len(game.moves))
    return table, Replay(table)


@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_every_position_fits_into_a_message(setting):
    game = played(setting)
    _, replay = ended(game)
    for position, lang, eyes in product(moments(game, 4), LANGUAGES, (OPENED, None, replay.size - 1)):
        say = WORDS.say(setting.game.key, lang, replay.names)
        for base in BASES:
            more = [judge_button(base, position, eyes, say), onward_button(base, position, eyes, say)]
            turning, long = [TurningPoint(position, 0, 0.5)], {"notice": "x" * 300, "judged": "x" * 600}
            fits(viewer(replay, position, eyes, say, base, turning=turning, more=more, **long))
        sight = setting.game.face.sight(replay.view(position, eyes), say)
        drawn = Picture("table.png", alt(sight.scene), NOT_DRAWN)
        fits(viewer(replay, position, eyes, say, BASES[0], picture=drawn))


@pytest.mark.parametrize("setting", GAMES, ids=str)
def test_as_bo_saw_it_is_what_bo_had_before_him(setting):
    """The texts of each seat message at every kind of moment, and the input of its picture."""
    game = played(setting)
    _, replay = ended(game)
    for position in moments(game, 14):
        # The table as it was then, without later moves.
        live = table_at(game, position)
        live = replace(live, facts=replace(live.facts, deadline=None))
        now = START + position - 1
        for lang in LANGUAGES:
            say = WORDS.say(setting.game.key, lang, live.names)
            for seat in range(live.size):
                view = live.view(seat, now)
                sight = setting.game.face.sight(view, say)
                for picture in (None, Picture("seat.png", "x", NOT_DRAWN)):
                    page = viewer(replay, position, seat, say, BASES[0], picture=picture).blocks
                    shown = seat_page(live, seat, say, now, picture=picture).blocks
                    assert (page[0], page[2]) == shown[:2], "the title, and the board with the hand"
                    texts = [block.text for block in page[3:] if isinstance(block, Text)]
                    assert texts == ([sight.story] if sight.story else []), "no question, no second score"


def test_eyes_and_positions_are_read_back_from_where_they_are_spelt():
    _, replay = ended(played(GAMES[0]))
    base = Address("replay", 7)
    for eyes in (OPENED, None, 0, replay.size - 1):
        address = Address("replay", 7, 40, (spelt(eyes), "on"))
        again = Address.parse(str(address))
        assert again is not None
        assert asked(again, base, replay) == (40, eyes)
    menu = Address("replay", 7, 40, ("s1", "~k")).extended(["p12"])
    assert menu is not None
    assert asked(menu, base, replay) == (12, 1)
    assert asked(base, base, replay) == (1, OPENED)
    assert asked(base._replace(revision=10**9), base, replay) == (replay.length, OPENED)


@pytest.mark.parametrize("path", [("q",), ("s",), ("s-1",), ("s7",), ("s99",), ("opened",), ("~e",)])
def test_eyes_that_were_made_up_are_nobodys(path):
    with pytest.raises(Refusal, match="old-message"):
        asked(Address("replay", 7, 3, path), Address("replay", 7), ended(played(GAMES[0]))[1])


@pytest.mark.parametrize("setting", GAMES, ids=str)
def test_one_can_go_everywhere_from_anywhere(setting):
    game = played(setting)
    _, replay = ended(game)
    say = WORDS.say(setting.game.key, "fr", replay.names)
    rng = Random(4)
    for position in {1, 2, replay.length, *(rng.randint(1, replay.length) for _ in range(5))}:
        page = viewer(replay, position, None, say, BASES[0])
        steps = {
            button.label: (Address.parse(button.id), button.disabled)
            for block in page.blocks
            if isinstance(block, Buttons)
            for button in block.buttons
        }
        for label, to in (("⏮", 1), ("◀", position - 1), ("▶", position + 1), ("⏭", replay.length)):
            address, disabled = steps[label]
            assert address is not None
            assert address.revision == replay.clamped(to)
            assert disabled == (address.revision == position)
        menus = [block for block in page.blocks if isinstance(block, Menu)]
        assert len(menus) == (2 if setting.game.opened else 1)
        offered = [int(choice.value[1:]) for choice in menus[-1].choices]
        assert set(offered) <= set(replay.moments)
        # The nearest ones on both sides are among them.
        assert [place for place in replay.moments if place <= position][-1:] == [p for p in offered if p <= position][
            -1:
        ]
        assert [place for place in replay.moments if place > position][:1] == [p for p in offered if p > position][:1]
