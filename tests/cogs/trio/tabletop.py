"""Positions of Trio to start from, and the moments of a random game."""

from itertools import islice
from random import Random

from bot.core.opponents import play_out
from cogs.trio.deal import DECK, TrioSetup
from cogs.trio.game import GAME
from cogs.trio.moves import Deal, RevealCentre
from cogs.trio.rules import State, start
from cogs.trio.view import Public, Secrets

D3 = Deal(
    first=0,
    hands=((1, 3, 4, 6, 7, 9, 10, 11, 12), (1, 2, 4, 5, 7, 8, 8, 10, 12), (2, 3, 3, 5, 6, 9, 9, 11, 12)),
    centre=(7, 1, 10, 5, 2, 11, 4, 8, 6),
)
"""The base deal of the worked examples."""

VARIANTS = [
    (seats, mode, teams)
    for seats in (3, 4, 5, 6)
    for mode in ("simple", "picante")
    for teams in (False, True)
    if not teams or seats in (4, 6)
]


def fresh(seats=3, mode="simple", *, teams=False):
    return start(seats, {"mode": mode, "teams": teams})


def table3(first=0, mode="simple"):
    """The base deal with that first player."""
    return fresh(3, mode).play(-1, Deal(first, D3.hands, D3.centre))


def position(hands, centre=(), *, active=0, mode="simple", teams=False, trios=None):
    """A position in the middle of a game, at the start of a turn."""
    seats = len(hands)
    public = Public(
        setup=TrioSetup(seats, mode, teams),
        phase="reveal",
        active=active,
        counts=tuple(map(len, hands)),
        centre=tuple(map(bool, centre)),
        trios=tuple(map(tuple, trios or [()] * seats)),
    )
    return State(public, Secrets(tuple(map(tuple, hands)), tuple(centre), (0,) * seats))


def team_deal(first=0):
    """All the cards dealt round to four, one each, from an unshuffled deck."""
    return Deal(first, tuple(DECK[seat::4] for seat in range(4)), ())


def moments(seats, mode, teams, seed, count):
    """That many moments of a random game, the undealt one first, with the seat and move that follow each."""
    state = fresh(seats, mode, teams=teams)
    turns = play_out(GAME, seats, {"mode": mode, "teams": teams}, Random(seed), lively)
    for seat, move, after in islice(turns, count):
        yield state, seat, move
        state = after
    if not state.to_act:
        yield state, None, None


def lively(_game, state, seat, rng):
    """A random legal move; now and then the one that an all-seeing player would make, so that games get on."""
    legal = list(state.legal(seat))
    if state.public.phase == "reveal" and rng.random() < 0.6:
        left = [number for pile in (*state.secrets.hands, state.secrets.centre) for number in pile if number]
        wanted = state.public.shown[0].number if state.public.shown else min(left)
        legal = [move for move in legal if _number(state, move) == wanted] or legal
    return rng.choice(legal)


def _number(state, move):
    if isinstance(move, RevealCentre):
        return state.secrets.centre[move.place]
    return state.secrets.hands[move.seat][0 if move.end == "lowest" else -1]
