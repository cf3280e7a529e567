"""Opponents of PtiPassPass: they know what is certain, remember what they saw, and forget it as their level says."""

from functools import partial
from itertools import pairwise
from random import Random

import pytest

from bot.core.opponents import LEVELS
from cogs.ptipasspass.cups import board
from cogs.ptipasspass.game import GAME
from cogs.ptipasspass.memory import PRIOR_LIE_RATE, RoundMemory, turns
from cogs.ptipasspass.opponent import SKILLS, MoveAnalysis
from cogs.ptipasspass.rules import start
from cogs.ptipasspass.view import Placed
from tests.cogs.ptipasspass.positions import DOUBLON, MENTEUR, OK, aim, announce, lift, table
from tests.kit.rules import by_default, chosen, every, seen

LAST = Placed(active=2, cup="A1", stated="orange")
"""The turn before: with none, the round has only begun."""

STEADY = [level for level in LEVELS if level != "novice"]


def fresh(first=0, seats=3):
    state = start(seats, {"layout": "grid"})
    return state.play(-1, next(deal for deal in state.legal(-1) if deal.first == first))


def after(state, *moves):
    """Every state, the first one too; ``OK`` without a seat is everybody's."""
    states = [state]
    for move in moves:
        waiting = sorted(states[-1].to_act)
        states += every(states[-1], *([(seat, OK) for seat in waiting] if move == OK else [move]))[1:]
    return states


moves = partial(chosen, GAME)


def placed(letter, cup, said=None):
    """A placement that everybody lets pass."""
    return aim(letter, cup), OK, announce(said or letter), OK


# ---- what is certain

SHOWN = after(fresh(), aim("v", "A1"), OK, announce("v"), (1, MENTEUR), *placed("b", "B1"), *placed("b", "C3"))
CERTAIN = {
    "a player with all the green tokens calls a lie about one": (
        after(table("bo", "vvvb", "bo", cups={"A1": "o"}, last=LAST), aim("b", "C3"), OK, announce("v")),
        1, MENTEUR, LEVELS,
    ),
    "a player with all the others believes in an orange one": (
        after(table("oo", "bbbvvv", "", cups={"A1": "o"}, last=LAST), aim("o", "C3"), OK, announce("o")),
        1, OK, LEVELS,
    ),
    "a token that was shown to leave cannot be announced again": (
        [*SHOWN, *after(SHOWN[-1], aim("b", "A1"), OK, announce("v"))[1:]], 2, MENTEUR, STEADY,
    ),
    "a cup filled a moment ago is a doublon": (after(fresh(), *placed("v", "B2"), aim("b", "B2")), 2, DOUBLON, LEVELS),
    "the first token is no doublon": (after(fresh(), aim("b", "B2")), 1, OK, LEVELS),
}  # fmt: skip


@pytest.mark.parametrize("name", CERTAIN)
def test_what_is_certain_is_known(name):
    states, seat, move, levels = CERTAIN[name]
    assert {level: moves(seat, states, level) for level in levels} == {level: {move} for level in levels}


@pytest.mark.parametrize("level", STEADY)
@pytest.mark.parametrize("seed", range(4))
def test_a_line_that_was_seen_is_lifted(level, seed):
    """Two lifts have shown three blue tokens and three green ones, each a swap away from its line."""
    cups = {"A1": "b", "A2": "b", "A3": "v", "B1": "v", "B2": "v", "B3": "b", "C1": "o", "C2": "o", "C3": "o"}
    states = after(table("", "", "", cups=cups, active=1), lift("A1-A2-A3"), lift("B1-B2-B3"))
    while states[-1].public.active == 0:
        states += every(states[-1], *moves(0, states, level, seeds=[seed]))[1:]
    assert states[-1].public.victories[0] == 1


# ---- memory


def a_round(count, first=0, seats=3):
    """The states of a game in which everybody places and tells the truth, after so many placements."""
    states = [fresh(first, seats)]
    while len(turns(seen(0, states))[0]) < count:
        states += every(states[-1], by_default(GAME, states[-1], min(states[-1].to_act)))[1:]
    return states


def test_an_expert_remembers_and_a_novice_forgets():
    views = seen(0, a_round(7))
    full = board("grid", 3).cups[:7]
    expert, novice = (MoveAnalysis(views, SKILLS[level], Random(1)) for level in ("expert", "novice"))
    assert [expert.filled(cup) for cup in full] == [1] * 7
    assert min(novice.filled(cup) for cup in full) < 1
    assert novice.filled(full[-1]) == 1


def test_what_is_forgotten_stays_forgotten():
    kept = [
        [turn.remembered for turn in RoundMemory(seen(1, a_round(count)), SKILLS["novice"].span).turns]
        for count in range(2, 10)
    ]
    for before, now in pairwise(kept):
        assert all(old or not new for old, new in zip(before, now, strict=False))
    assert not all(kept[-1])


@pytest.mark.parametrize("seats", [3, 6])
def test_a_novice_remembers_as_little_at_a_large_table(seats):
    """Of nine turns about three, and most of its own."""
    kept = {True: list[bool](), False: list[bool]()}
    for first in range(seats):
        states = a_round(9, first, seats)
        for seat in range(seats):
            for turn in RoundMemory(seen(seat, states), SKILLS["novice"].span).turns:
                kept[turn.last.active == seat].append(turn.remembered)
    assert sum(kept[False]) / len(kept[False]) < 0.4
    assert sum(kept[True]) / len(kept[True]) > 0.5


def test_who_was_caught_lying_is_believed_less():
    states = after(fresh(), *placed("v", "B2"), aim("b", "A1"), OK, announce("o"), (0, MENTEUR))
    memory = RoundMemory(seen(2, states), None)
    assert memory.lies[1] > PRIOR_LIE_RATE == pytest.approx(memory.lies[0])
    assert RoundMemory(seen(0, states), None).lies[0] < PRIOR_LIE_RATE
