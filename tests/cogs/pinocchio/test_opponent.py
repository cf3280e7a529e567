"""Opponents of Pinocchio."""

from random import Random

from bot.core.opponents import ViewHistory
from cogs.pinocchio.opponent import remembered
from cogs.pinocchio.rules import default, start


def test_a_novice_forgets_other_cards_in_every_game_but_never_remembers_one_again():
    patterns = set[tuple[bool, ...]]()
    for deal in range(6):
        state = start(3, {})
        state = state.play(-1, state.chance(Random(deal), first=0))
        shown = ViewHistory([0])
        shown.add(state)
        known: list[bool] = []
        while state.to_act:
            seat = min(state.to_act)
            state = state.play(seat, default(state.view(seat), state.legal(seat)))
            shown.add(state)
            now = [card.card is not None for card in remembered(shown.of(0), "novice").laid]
            assert now[: len(known)] == known
            known = now
        patterns.add(tuple(known))
    assert len(patterns) == 6
