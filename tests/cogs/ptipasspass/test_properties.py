"""The invariants of the rules, held at every moment of random games."""

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cogs.ptipasspass.cups import COLOURS, hopeless
from cogs.ptipasspass.game import GAME
from cogs.ptipasspass.moves import Aim, Doublon, Lift, Ok, Swap
from cogs.ptipasspass.view import Placed
from tests.cogs.ptipasspass.tabletop import careless
from tests.kit.words import saying

games = st.tuples(st.sampled_from((3, 4, 5, 6)), st.sampled_from(("grid", "hive")), st.integers(0, 2**32))
# A seed does not shrink to anything simpler, and looking for one takes long where a game does not end.
unshrunk = (Phase.explicit, Phase.reuse, Phase.generate)
some = settings(max_examples=20, deadline=None, phases=unshrunk)


def by_colour(heaps):
    return Counter(token for heap in heaps for token in heap)


def assert_nothing_is_lost(state):
    """There are as many tokens of each colour as seats, and the counts everybody knows are true."""
    public, secrets = state.public, state.secrets
    fist = [secrets.fist] if secrets.fist else []
    assert by_colour([*secrets.hands, *secrets.cups, fist]) == dict.fromkeys(COLOURS, public.seats)
    assert public.counts == tuple(map(len, secrets.hands))


@some
@given(games)
def test_tokens_victories_and_who_may_move(game):
    for _, _, _, state in careless(*game):
        public = state.public
        assert_nothing_is_lost(state)
        closed = public.phase in {"doublon", "announce", "menteur"}
        assert bool(state.secrets.fist) == public.fist_closed == closed
        assert sum(public.victories) <= public.seats + 1
        assert max(public.victories) <= 2
        assert public.victories.count(2) == (public.phase == "over")
        may = {seat for seat in range(public.seats) if state.legal(seat)}
        assert may == state.to_act
        assert public.active not in may if public.asking else may <= {public.active}
    assert state.outcome().winners == (state.public.victories.index(2),)
    assert state.outcome().scores == state.public.victories


@some
@given(games)
def test_what_each_move_does_to_the_cups(game):
    for before, _, choice, after in careless(*game):
        new_round = after.public.round > before.public.round
        if new_round:
            assert all(hand == COLOURS for hand in after.secrets.hands)
            assert not any(after.secrets.cups)
            continue
        had, has = sum(map(len, before.secrets.cups)), sum(map(len, after.secrets.cups))
        match choice:
            case Swap():
                assert sorted(before.secrets.cups) == sorted(after.secrets.cups)
            case Doublon():
                assert (has < had) == (after.public.last.found > 0)
            case Ok() if isinstance(after.public.last, Placed) and after.public.active != before.public.active:
                assert has == had + 1
            case _:
                assert before.secrets.cups == after.secrets.cups


@some
@given(games)
def test_nobody_lifts_before_their_fourth_turn_and_tokens_leave_one_a_turn(game):
    turns, current_round = Counter(), 0
    for before, seat, choice, after in careless(*game):
        if before.public.round != current_round:
            turns, current_round = Counter(), before.public.round
        if before.public.phase in ("aim", "reveal"):
            turns[seat] += 1
        if isinstance(choice, Lift):
            assert turns[seat] >= 4
        if after.public.round == before.public.round:
            for other in range(before.public.seats):
                lost = len(before.secrets.hands[other]) - len(after.secrets.hands[other])
                assert lost <= (isinstance(choice, Aim) and other == seat)


@some
@given(games)
def test_rounds_end_for_a_reason_and_the_left_neighbour_goes_on(game):
    for before, _, _, after in careless(*game):
        was, now = before.public, after.public
        if was.phase == "deal" or now.phase == "over" or now.active == was.active:
            continue
        assert now.active == (was.active + 1) % was.seats
        assert (now.last.end is not None) == (now.round == was.round + 1)
        placed = isinstance(now.last, Placed)
        if now.last.end is None:
            assert now.unplaced == (0 if placed else was.unplaced + 1) < 12 * now.seats
        else:
            assert now.unplaced == 0
            assert now.last.end != "endless" or (not placed and was.unplaced == 12 * now.seats - 1)
        if now.phase == "reveal" and not any(now.counts):
            assert not hopeless(after.secrets.cups)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_recap_contains_nothing_to_be_remembered(lang):
    say, recaps = saying("ptipasspass", lang), set()
    for _, _, _, state in careless(4, "hive", seed=4):
        view = state.view(None)
        recap = GAME.face.sight(view, say).recap
        recaps.add(recap)
        assert not re.search(r"\b[ABC]\d\b|[●▲◆]", recap)
        for other in (view.without_flash(), GAME.guess(view, Random(1)).view(None)):
            assert recap == GAME.face.sight(other, say).recap
    assert len(recaps) > 12
