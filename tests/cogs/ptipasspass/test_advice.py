"""What a hint at PtiPassPass says is so."""

import pytest

from cogs.ptipasspass.advice import reason
from cogs.ptipasspass.layouts import board
from cogs.ptipasspass.moves import Aim, Announce, Doublon, Ok
from tests.kit.moments import CATALOGUE, every_setting, played

GAMES = [setting for setting in every_setting() if setting.game.key == "ptipasspass"]
NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")


@pytest.mark.parametrize("setting", GAMES, ids=str)
def test_a_cup_called_empty_is_empty_and_a_true_colour_is_true(setting):
    game, met = played(setting), set()
    say = CATALOGUE.words.say("ptipasspass", "en", NAMES[: setting.seats])
    names = board(setting.options["layout"], setting.seats).cups
    for index in range(1, min(len(game.moves), 150)):
        seat, move = game.moves[index]
        state = game.states[index]
        views = game.shown(seat, index)
        public = state.view(None).public
        match move:
            case Aim(cup=cup):
                filled = bool(state.secrets.cups[names.index(cup)])
                assert ("Nothing is under" in reason(views, move, say)) != filled
            case Ok() | Doublon() if public.phase == "doublon":
                filled = bool(state.secrets.cups[names.index(public.aimed)])
                for each in (Ok(), Doublon()):
                    assert ("Nothing is under" in reason(views, each, say)) != filled
            case Announce(colour=colour):
                assert ("It is true" in reason(views, move, say)) == (state.secrets.fist == colour)
            case _:
                continue
        met.add(type(move))
    assert {Aim, Announce} <= met
