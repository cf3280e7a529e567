"""Opponents of Trio: they take what is sure, remember what they saw, and forget it as their level says."""

from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from bot.core.opponents import LEVELS
from cogs.trio.deal import DECK
from cogs.trio.game import GAME
from cogs.trio.memory import TrioMemory, events
from cogs.trio.opponent import SKILLS
from tests.cogs.trio.positions import D3, centre, fresh, high, low, no_exchange, offer, position, table3, team_deal
from tests.kit.rules import chosen, every, played, seen

moves = partial(chosen, GAME)


def remembered(views, span=None):
    return TrioMemory(views[0], views[-1], tuple(events(views)), span, Random(1))


@pytest.mark.parametrize("level", LEVELS)
def test_a_sure_trio_is_taken(level):
    """Seat 0 has a twelve and has just seen that the others have one each."""
    states = every(table3(first=2), high(1), high(2), centre(0))
    while states[-1].public.active == 0:
        found = moves(0, states, level)
        assert found <= {high(0), high(1), high(2)}
        states += every(states[-1], min(found, key=str))[1:]
    assert states[-1].public.trios[0] == (12,)


def ones_are_known(turns):
    """Two ones face up in seat 0's turn; the third was revealed this many rounds of turns ago."""
    states = every(table3(first=2), centre(1), low(1), centre(0))
    for _ in range(turns):
        for places in ((2, 3), (5, 6), (7, 8)):
            states += every(states[-1], *map(centre, places))[1:]
    return states + every(states[-1], low(0), low(1))[1:]


def test_the_third_card_is_asked_for_while_it_is_remembered():
    assert all(moves(0, ones_are_known(0), level) == {centre(1)} for level in LEVELS)
    assert moves(0, ones_are_known(6), "expert") == {centre(1)}
    assert len(moves(0, ones_are_known(6), "novice")) > 1


@pytest.mark.parametrize("level", ["regular", "expert"])
def test_no_own_card_is_turned_up_that_cannot_match(level):
    """Seat 0 has no five: after a five its own ends would only inform the others."""
    states = every(table3(), centre(3))
    assert states[-1].public.shown[0].number == 5
    assert moves(0, states, level, seeds=range(30)).isdisjoint({low(0), high(0)})
    assert moves(0, states, "novice", seeds=range(30)) >= {low(0), high(0)}


def test_what_is_forgotten_stays_forgotten():
    """Whether a turn is remembered does not depend on the question: with time there is only less of it."""
    states = every(table3(), centre(3), centre(4))
    kept = []
    for _ in range(30):
        states += every(states[-1], centre(0), centre(1))[1:]
        kept.append(bool(remembered(seen(0, states), SKILLS["regular"].span).known(3 + 3)))
    assert kept == sorted(kept, reverse=True)
    assert not kept[-1]


def test_memory_bounds_what_lies_behind_an_end():
    states = every(table3(), low(2), high(1))
    memory = remembered(seen(0, states))
    assert sorted(memory.piles[2]) == [(2, 2)] + [(2, 12)] * 8
    assert sorted(memory.piles[1]) == [(1, 12)] * 8 + [(12, 12)]
    tables = list(memory.tables(50, Random(2)))
    assert len(tables) == 50
    for imagined in tables:
        assert imagined[0] == list(D3.hands[0])
        assert imagined[1][-1] == 12
        assert imagined[2][0] == 2
        assert sorted(card for pile in imagined for card in pile) == list(DECK)


def test_experts_give_the_ends_that_their_partners_collect_and_know_it():
    state = fresh(4, teams=True).play(-1, team_deal())
    hands = [state.view(seat).own.hand for seat in range(4)]
    given = [moves(seat, [state], "expert", seeds=[1]).pop().card for seat in range(4)]
    assert given == [hands[0][-1], hands[1][-1], hands[2][0], hands[3][0]]
    views = seen(2, every(state, *((seat, offer(card)) for seat, card in enumerate(given))))
    for convention in (True, False):
        memory = TrioMemory(views[0], views[-1], tuple(events(views)), None, Random(1), convention=convention)
        assert ((1, given[0]) in memory.piles[0]) == convention


@pytest.mark.parametrize("level", ["regular", "expert"])
def test_the_card_received_last_is_not_given_back(level):
    state = fresh(4, teams=True).play(-1, team_deal())
    (now,) = seen(0, [state])
    (given,) = (move.card for move in moves(0, [state], level, seeds=[1]))
    before = replace(now, own=replace(now.own, offered=3, received=given))
    assert offer(given) not in moves(0, [state], level, range(20), [before, now])


@pytest.mark.parametrize("level", LEVELS)
def test_a_trio_that_wins_goes_before_another(level):
    """The own hand has two trios; only one of them is linked to an owned one."""
    state = position(
        ((3, 3, 3, 9, 9, 9), (4, 5, 6), (4, 5, 6)), (4, 5, 6), mode="picante", trios=((2, 1), (7, 8), (10, 11, 12))
    )
    assert moves(0, [state], level) == {high(0)}


@pytest.mark.parametrize("level", LEVELS)
def test_a_seat_that_is_shown_only_the_middle_of_a_turn_can_play(level):
    state = played(no_exchange(fresh(4, "picante", teams=True).play(-1, team_deal())), low(1))
    assert moves(0, [state], level, seeds=range(2))
