"""Opponents of Le Tripot du Chaos."""

from random import Random

from bot.core.game import Deal
from bot.core.opponents import ViewHistory
from cogs.tripot.opponent import choose
from cogs.tripot.rules import default, start


def test_an_expert_is_never_predictable_even_against_a_player_who_is():
    state, shown = start(2, {}).play(-1, Deal(0)), ViewHistory([0, 1])
    shown.add(state)
    while state.to_act:
        seat = min(state.to_act)
        views, legal = shown.of(seat), state.legal(seat)
        if seat == 0 and state.public.phase == "actions":
            found = {choose(views, legal, "expert", Random(seed)) for seed in range(60)}
            assert len(found) > 1, f"round {state.public.round}"
        state = state.play(seat, default(views[-1], legal) if seat else choose(views, legal, "expert", Random(0)))
        shown.add(state)
