"""What a hint at PtiPassPass says is so."""

from itertools import islice

import pytest

from cogs.ptipasspass.advice import reason
from cogs.ptipasspass.cups import board
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Ok
from tests.kit.moments import every_setting, played
from tests.kit.words import saying


@pytest.mark.parametrize("setting", every_setting("ptipasspass"), ids=str)
def test_a_cup_called_empty_is_empty_and_a_true_colour_is_true(setting):
    say, met = saying("ptipasspass", "en"), set()
    names = board(setting.options["layout"], setting.seats).cups
    for _seat, views, state, move in islice(played(setting).decisions(), 150):
        public = state.view(None).public
        match move:
            case Aim(cup=cup):
                filled = bool(state.secrets.cups[names.index(cup)])
                assert ("Nothing is under" in reason(views, move, say)) != filled
            case Ok() | Doublon() if public.phase == "doublon":
                filled = bool(state.secrets.cups[names.index(public.aimed)])
                for each in (Ok(), Doublon()):
                    assert ("Nothing is under" in reason(views, each, say)) != filled
            case AnnounceColour(colour=colour):
                assert ("It is true" in reason(views, move, say)) == (state.secrets.fist == colour)
            case _:
                continue
        met.add(type(move))
    assert {Aim, AnnounceColour} <= met
