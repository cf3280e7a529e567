"""Opponents at Le Tripot du Chaos: what people may be expected to do, and what that makes of one's own choices.

A novice takes everybody to choose blindly and counts points. A regular expects everybody to go on as they did. An
expert asks which kind of player everybody is, plays for the victory instead of points, and cares for who will be the
last to hold cards.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from msgspec.structs import replace

from bot.core.game import Level, Seat
from cogs.tripot.duel import MOST_DUELS, Duel
from cogs.tripot.kinds import KINDS, PLAIN, KindBelief, balanced, past, reply, selfish
from cogs.tripot.moves import ACTIONS, Action, Answer, Challenge, Commit, Moves, Resolve
from cogs.tripot.prospects import hopes, last_holder
from cogs.tripot.view import Public, TripotView
from cogs.tripot.worth import choices, pay, prices, soft, worth

CARELESS: dict[Level, float] = {"novice": 1.0, "regular": 0.6, "expert": 0.005}
"""How far apart two choices may be and still both be made: in points; for an expert, in victories."""
SAFE = 0.25
"""How often a regular trusts nothing and does what nobody can exploit."""
CHALLENGING = 0.3
"""How far apart two challenges may be, in points, and still both be made."""
PATIENCE = 0.15
"""How many points it is worth to an expert to keep a point of a card: the last to hold cards is paid for them, and
later more is known of people. Two players never keep any."""


def choose(views: Sequence[TripotView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """A move for the seat that has been shown these views."""
    view, moves = views[-1], list(legal)
    assert view.seat is not None
    match moves[0]:
        case Commit():
            return _commit(views, [move for move in moves if isinstance(move, Commit)], level, rng)
        case Resolve():
            return _resolve(view, [move for move in moves if isinstance(move, Resolve)])
        case _ if level == "novice":
            return rng.choice(moves)
        case _:
            return _card(views, moves, level, rng)


# ---- the action phase


def _commit(views: Sequence[TripotView], moves: Sequence[Commit], level: Level, rng: Random) -> Commit:
    """Actions for one's duels."""
    public, seat = views[-1].public, views[-1].seat or 0
    match level:
        case "novice":
            strategy = selfish(public, seat, CARELESS[level], 0.5)
        case "regular":
            guessed = reply(public, seat, KindBelief(past(views), public.seats, PLAIN), CARELESS[level])
            safe = balanced(public)[seat]
            strategy = [(1 - SAFE) * one + SAFE * two for one, two in zip(guessed, safe, strict=True)]
        case "expert":
            belief = KindBelief(past(views), public.seats, KINDS)
            expected = {
                other: belief.expected(public, other)
                for other in range(public.seats)
                if other != seat and public.duels_of(other)
            }
            strategy = soft(hopes(public, seat, expected, rng), CARELESS[level])
    duels = public.duels_of(seat)
    wanted = rng.choices(choices(len(duels)), strategy)[0]
    actions = tuple((number, ACTIONS[action]) for number, action in zip(duels, wanted, strict=True))
    return next(move for move in moves if move.actions == actions)


# ---- cards, and the order of resolving


def _card(views: Sequence[TripotView], moves: Sequence[Moves], level: Level, rng: Random) -> Moves:
    """Whom to challenge and with which card, or with which to answer.

    Every card is played once, so what matters is against whom: a card that somebody cannot pay is wasted, and a high
    one belongs where its stake is likely won.
    """
    public, seat = views[-1].public, views[-1].seat or 0
    kinds = KINDS if level == "expert" else PLAIN
    belief = KindBelief(past(views), public.seats, kinds)
    others = [
        other for other, hand in enumerate(public.hands)
        if hand and other != seat and len(public.duels_of(other)) < MOST_DUELS
    ]  # fmt: skip
    worths = {
        card: {other: _worth(public, seat, other, card, belief) for other in others} for card in set(public.hands[seat])
    }
    alone: dict[Seat, float] = {}

    def merit(move: Moves) -> float:
        assert isinstance(move, Challenge | Answer)
        here = worths[move.card]
        other = move.opponent if isinstance(move, Challenge) else public.pending.challenger if public.pending else seat
        value = here[other] - sum(here.values()) / len(here)
        if level != "expert" or public.seats == 2:
            return value
        value -= PATIENCE * move.card
        if isinstance(move, Answer):
            return value
        if other not in alone:
            alone[other] = last_holder(public, seat, other, rng)
        return value + alone[other]

    return rng.choices(moves, soft([merit(move) for move in moves], CHALLENGING))[0]


def _worth(public: Public, seat: Seat, other: Seat, card: int, belief: KindBelief) -> float:
    """What a duel against somebody may bring with this card, in points."""
    hand = public.hands[other]
    duel = Duel.meet((seat, other), (card, hand[len(hand) // 2]), (public.points[seat], public.points[other]))
    price = prices(public, seat)[other]
    imagined = replace(public, duels=(*public.duels, duel))
    values = worth(pay(duel, 0, price), belief.laid(imagined, other, len(public.duels)))
    # Not always the best action is free: others of one's duels may need it.
    return (max(values) + sum(values) / len(values)) / 2 - duel.stakes[0] + price * duel.stakes[1]


def _resolve(view: TripotView, moves: Sequence[Resolve]) -> Resolve:
    """Which duel first: with an empty purse those that may cost a point, which then cannot be taken."""
    laid: dict[int, Action] = dict(view.own.actions) if view.own else {}
    order = ("attack", "defend", "cooperate")
    return min(moves, key=lambda move: (order.index(laid.get(move.duel, "attack")), move.duel))
