"""Tables set up by hand and games played out, for the tests of PtiPassPass."""

from random import Random

from cogs.ptipasspass.cups import board
from cogs.ptipasspass.game import GAME
from cogs.ptipasspass.rules import State, start
from cogs.ptipasspass.view import Public, Secrets
from tests.cogs.ptipasspass.moves import OK, tokens


def table(*hands, cups=None, active=0, layout="grid", **more):
    """A turn's beginning: each hand in letters, and what some cups hold."""
    seats = len(hands)
    held = tuple(map(tokens, hands))
    filled = {cup: tokens(letters) for cup, letters in (cups or {}).items()}
    public = Public(
        layout=layout,
        seats=seats,
        phase="aim" if held[active] else "reveal",
        active=active,
        counts=tuple(map(len, held)),
        **{"victories": (0,) * seats, **more},
    )
    under_cups = tuple(filled.get(cup, ()) for cup in board(layout, seats).cups)
    return State(public, Secrets(held, under_cups), frozenset({active}))


def played(state, *moves):
    """The state after moves given as (seat, move)."""
    for seat, move in moves:
        state = state.play(seat, move)
    return state


def under(state, cup):
    """The tokens under a cup."""
    return state.secrets.cups[board(state.public.layout, state.public.seats).place[cup]]


MOST_MOVES = 20_000
"""Ten times the longest game seen: a game that takes more does not end, and its test fails instead of hanging."""


def walk(state, choose, most=MOST_MOVES):
    """A game as (state, seat, move, next state), to its end; ``choose`` gives seat and move for a state."""
    for _ in range(most):
        if not state.to_act:
            return
        seat, move = choose(state)
        after = state.play(seat, move)
        yield state, seat, move, after
        state = after
    assert not state.to_act, f"the game has not ended after {most} moves"


def by_default(state):
    """Everybody's time is always up."""
    seat = min(state.to_act)
    return seat, GAME.default(state.view(seat), state.legal(seat))


def careless(seats, layout, seed, agreeable=0.9):
    """A random game as (state, seat, move, next state).

    People mostly agree: with a coin tossed at every answer, tokens hardly ever reach the cups and games do not end.
    """
    rng = Random(seed)

    def choose(state):
        seat = rng.choice(sorted(state.to_act))
        agree = state.public.asking and rng.random() < agreeable
        return seat, OK if agree else rng.choice(tuple(state.legal(seat)))

    return walk(start(seats, {"layout": layout}), choose)
