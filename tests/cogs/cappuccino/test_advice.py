"""What a hint at Cappuccino says is so."""

import pytest

from cogs.cappuccino.advice import reason
from cogs.cappuccino.cells import neighbours
from cogs.cappuccino.moves import Stack
from tests.kit.moments import every_setting, played
from tests.kit.words import saying

DUELS = [each for each in every_setting("cappuccino") if each.seats == 2 and not each.options["early_resolution"]]


@pytest.mark.parametrize("setting", DUELS, ids=str)
def test_a_stack_called_safe_is_and_one_that_nobody_can_cover_is_not_covered(setting):
    say, met = saying("cappuccino", "en"), set()
    for seat, _views, state, _move in played(setting).decisions():
        for move in list(state.legal(seat))[:12]:
            if not isinstance(move, Stack):
                continue
            words, after = reason([state.view(seat)], move, say), state.play(seat, move)
            layers, public = after.view(None).public.layers, after.view(None).public
            covering = [each for each in after.legal(1 - seat) if isinstance(each, Stack) and each.to == move.to]
            touched = any(layers.get(near) for near in neighbours(move.to))
            if "nobody can take it" in words:
                met.add("safe")
                assert not touched
            elif "tall enough" in words:
                met.add("held")
                assert not covering
            else:
                met.add("exposed")
                assert covering or public.active == seat
    assert met == {"safe", "held", "exposed"}
