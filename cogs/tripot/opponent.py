"""Opponents of Le Tripot du Chaos: they predict the other players and choose against that.

A novice is friendly, or expects random choices and counts only its own points. A regular expects all players to repeat
their habits. An expert infers each player's kind, maximises the chance of victory instead of points, and considers who
will be the last to hold cards. It mixes its actions so that a player who knew this code could not exploit it much: the
less predictable the others were, the nearer it stays to an equilibrium.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from msgspec.structs import replace

from bot.core.game import Level, Seat
from cogs.tripot.duel import MOST_DUELS, Duel
from cogs.tripot.kinds import KINDS, PLAIN, KindBelief, generous, past, reply, selfish
from cogs.tripot.moves import ACTIONS, Action, Challenge, Commit, MeetChallenge, Moves, Resolve
from cogs.tripot.prospects import hopes, last_holder, point
from cogs.tripot.view import Public, TripotView
from cogs.tripot.worth import balanced, choices, guarded, pay, prices, sides, soft, worth

NOVICE_FRIENDLY_RATE = 0.5
"""The probability that a novice means to cooperate where most is at stake."""
NOVICE_TEMPERATURE, REGULAR_TEMPERATURE = 1.0, 0.6
"""Softmax temperatures of choices, in points."""
EQUILIBRIUM_RATE: dict[Level, float] = {"novice": 0.0, "regular": 0.25, "expert": 0.08}
"""The probability that a level plays the equilibrium, whatever it expects."""
CHALLENGE_TEMPERATURE = 0.3
"""Softmax temperature of challenges, in points."""
KEPT_CARD_VALUE = 0.15
"""The value in points that an expert gives to each point of a card kept in hand: the last player to hold cards is paid
for them, and later more is known about players. Not used with two players."""


def choose(views: Sequence[TripotView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """The move of an opponent of this level with these views, the last one current."""
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
    """Actions for the seat's duels."""
    public, seat = views[-1].public, views[-1].seat or 0
    match level:
        case "novice":
            friendly = rng.random() < NOVICE_FRIENDLY_RATE
            strategy = generous(public, seat, ()) if friendly else selfish(public, seat, NOVICE_TEMPERATURE, 0.0)
        case "regular":
            strategy = reply(public, seat, KindBelief(past(views), public.seats, PLAIN), REGULAR_TEMPERATURE)
        case "expert":
            belief = KindBelief(past(views), public.seats, KINDS)
            expected = {
                other: belief.expected(public, other)
                for other in range(public.seats)
                if other != seat and public.duels_of(other)
            }
            met = set(sides(public, seat).others)
            trust = sum(map(belief.trust, met)) / len(met)
            strategy = guarded(public, seat, hopes(public, seat, expected, rng), trust, point(public))
    if rng.random() < EQUILIBRIUM_RATE[level]:
        strategy = balanced(public)[seat]
    duels = public.duels_of(seat)
    wanted = rng.choices(choices(len(duels)), strategy)[0]
    actions = tuple((number, ACTIONS[action]) for number, action in zip(duels, wanted, strict=True))
    return next(move for move in moves if move.actions == actions)


# ---- cards, and the order of resolving


def _card(views: Sequence[TripotView], moves: Sequence[Moves], level: Level, rng: Random) -> Moves:
    """The opponent and card of a challenge, or the card of an answer.

    Every card is played once, so the opponent matters: a card that they cannot pay is wasted, and a high one belongs
    where its stake is likely won.
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
        assert isinstance(move, Challenge | MeetChallenge)
        here = worths[move.card]
        other = move.opponent if isinstance(move, Challenge) else public.pending.challenger if public.pending else seat
        value = here[other] - sum(here.values()) / len(here)
        if level != "expert" or public.seats == 2:
            return value
        value -= KEPT_CARD_VALUE * move.card
        if isinstance(move, MeetChallenge):
            return value
        if other not in alone:
            alone[other] = last_holder(public, seat, other, rng)
        return value + alone[other]

    return rng.choices(moves, soft([merit(move) for move in moves], CHALLENGE_TEMPERATURE))[0]


def _worth(public: Public, seat: Seat, other: Seat, card: int, belief: KindBelief) -> float:
    """The expected points of a duel against another seat with this card."""
    hand = public.hands[other]
    duel = Duel.meet((seat, other), (card, hand[len(hand) // 2]), (public.points[seat], public.points[other]))
    price = prices(public, seat)[other]
    imagined = replace(public, duels=(*public.duels, duel))
    values = worth(pay(duel, 0, price), belief.laid(imagined, other, len(public.duels)))
    # The best action may be needed on another duel, so average it with the mean.
    return (max(values) + sum(values) / len(values)) / 2 - duel.stakes[0] + price * duel.stakes[1]


def _resolve(view: TripotView, moves: Sequence[Resolve]) -> Resolve:
    """The duel to resolve first: without points those that may cost a penalty, which then need not be paid."""
    laid: dict[int, Action] = dict(view.own.actions) if view.own else {}
    order = ("attack", "defend", "cooperate")
    return min(moves, key=lambda move: (order.index(laid.get(move.duel, "attack")), move.duel))
