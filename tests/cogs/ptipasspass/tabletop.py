"""Tables set up by hand and games played out, for the tests of PtiPassPass."""

from random import Random

from cogs.ptipasspass.layouts import board
from cogs.ptipasspass.moves import Aim, Announce, Doublon, Lift, Menteur, Ok, Swap
from cogs.ptipasspass.rules import State, gather, start
from cogs.ptipasspass.views import WINDOWS

COLOUR = {"b": "blue", "v": "green", "o": "orange"}
"""The letters of the rules' worked examples."""

OK, DOUBLON, MENTEUR = Ok(), Doublon(), Menteur()


def tokens(letters):
    """Tokens from letters: "bvo"."""
    return gather(*(COLOUR[letter] for letter in letters))


def aim(letter, cup):
    return Aim(COLOUR[letter], cup)


def announce(letter):
    return Announce(COLOUR[letter])


def swap(*cups):
    return Swap(cups)


def lift(line):
    """A lift from "A1-B2-C3"."""
    return Lift(tuple(line.split("-")))


def table(*hands, cups=None, active=0, layout="grid", **more):
    """A turn's beginning: each hand in letters, and what some cups hold."""
    seats = len(hands)
    held = tuple(map(tokens, hands))
    filled = {cup: tokens(letters) for cup, letters in (cups or {}).items()}
    return State(
        layout=layout,
        seats=seats,
        phase="aim" if held[active] else "reveal",
        to_act=frozenset({active}),
        active=active,
        hands=held,
        cups=tuple(filled.get(cup, ()) for cup in board(layout, seats).cups),
        **{"victories": (0,) * seats, **more},
    )


def played(state, *moves):
    """The state after moves given as (seat, move)."""
    for seat, move in moves:
        state = state.play(seat, move)
    return state


def under(state, cup):
    """What a cup holds."""
    return state.cups[board(state.layout, state.seats).place[cup]]


def careless(seats, layout, seed, agreeable=0.9):
    """A random game as (state, seat, move, next state).

    People mostly agree: with a coin tossed at every answer, tokens hardly ever reach the cups and games do not end.
    """
    rng = Random(seed)
    state = start(seats, {"layout": layout})
    while state.to_act:
        seat = rng.choice(sorted(state.to_act))
        agree = state.phase in WINDOWS and rng.random() < agreeable
        move = OK if agree else rng.choice(tuple(state.legal(seat)))
        after = state.play(seat, move)
        yield state, seat, move, after
        state = after
