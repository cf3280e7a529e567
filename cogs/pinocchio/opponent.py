"""Opponents of Pinocchio: they estimate whether an announcement is true, the cost of a nose, and credible lies.

Regulars tell the truth if it fits, because it can only cost another player a nose; experts weigh every announcement;
novices often lie without need. A lie is drawn in proportion to the copies that the others must believe to be left:
then no announcement is a lie more often than another, and the choice of announcement gives no information.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp, sqrt
from random import Random

from bot.core.game import NO_STYLE, Level, Seat, Style
from cogs.pinocchio.memory import CardBelief, HeapMemory
from cogs.pinocchio.moves import AnnounceCard, Believe, Doubt, GarmentCard, Moves
from cogs.pinocchio.view import PinocchioView, Public

REMEMBERED_SHARE: dict[Level, float] = {"novice": 0.3, "regular": 0.7, "expert": 1.0}
"""The share of seen cards that a level remembers."""
NOVICE_DOUBT_RATE, NOVICE_SUSPICIOUS_RATE = 0.3, 0.5
"""The rates at which a novice doubts without a reason, and with one."""
ASSUMED_HONESTY: dict[Level, float] = {"novice": 0.35, "regular": 0.95, "expert": 0.97}
"""The honesty that a level assumes of others; for a novice also its own."""
TEMPERATURE: dict[Level, float] = {"novice": 0.3, "regular": 0.12, "expert": 0.03}
"""Softmax temperature of choices."""
PRIOR_LIE_RATE = 8 / 15
"""The share of cards that do not fit an announcement: the prior rate of lies."""


def choose(views: Sequence[PinocchioView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """The move of an opponent of this level with these views, the last one current."""
    return styled(views, legal, level, rng, NO_STYLE)


def styled(views: Sequence[PinocchioView], legal: Collection[Moves], level: Level, rng: Random, style: Style) -> Moves:
    """Like ``choose``, for a character. An expert lies and doubts as its estimates demand, whoever it is."""
    style = NO_STYLE if level == "expert" else style
    view = views[-1]
    assert view.seat is not None
    memory = remembered(views, level)
    if view.public.phase == "judge":
        doubt = _doubt(view.public, view.seat, memory, level) * (1 + 0.4 * style.doubts)
        return Doubt() if rng.random() < doubt else Believe()
    return _announce(view, [move for move in legal if isinstance(move, AnnounceCard)], memory, level, rng, style)


def remembered(views: Sequence[PinocchioView], level: Level) -> HeapMemory:
    """The memory of a level: which cards it forgets depends on the game, and a forgotten card stays forgotten."""

    def keeps(number: int) -> bool:
        shown, before = views[number].public, views[number - 1]
        seed = f"{number} {before.seat} {before.own} {shown.announcement} {shown.flash}"
        return level == "expert" or Random(seed).random() < REMEMBERED_SHARE[level]

    return HeapMemory(views, keeps)


def _honesty(memory: HeapMemory, level: Level) -> list[float]:
    """The assumed honesty of each seat; only an expert learns it."""
    if level == "expert":
        return [memory.honesty(seat) for seat in range(memory.seats)]
    return [ASSUMED_HONESTY[level]] * memory.seats


def _prices(public: Public, seat: Seat, memory: HeapMemory, level: Level) -> list[float]:
    """The value to a seat of one more nose of each seat; its own costs 1.

    Only the shortest nose wins, so a nose of the player with the best prospects counts most. Prospects are more open
    the more cards remain and the more players doubt.
    """
    others = public.seats - 1
    if level != "expert":
        return [-1.0 if each == seat else 1 / others for each in range(public.seats)]
    to_come = (public.total - public.heap) / public.seats
    rivals = [each for each in range(public.seats) if each != seat]
    # A seat gets noses from its neighbour's doubts and from its own; about half of them are right.
    coming = {
        each: to_come * (memory.doubt_rate(each) + memory.doubt_rate((each + 1) % public.seats)) / 2 for each in rivals
    }
    ends = {each: public.noses[each] + coming[each] for each in rivals}
    # Relative to the best rival, whose hope is 1: relative to a far better own seat all would be about 0.
    shortest = min(ends.values())
    hopes = {each: exp((shortest - ends[each]) / (0.3 + 0.6 * sqrt(coming[each]))) for each in rivals}
    total = sum(hopes.values())
    return [-1.0 if each == seat else hopes[each] / total for each in range(public.seats)]


def _doubt(public: Public, seat: Seat, memory: HeapMemory, level: Level) -> float:
    """The probability of doubting the current announcement."""
    said = public.announcement
    assert said is not None
    belief = CardBelief(memory, _honesty(memory, level), words=level == "expert")
    true = belief.last.get(said.card, 0.0)
    if level == "novice":
        return NOVICE_DOUBT_RATE if true > 0.2 else NOVICE_SUSPICIOUS_RATE
    prices = _prices(public, seat, memory, level)
    gain = (1 - true) * prices[said.seat] - true
    if public.heap < public.total:
        # After doubting, any announcement is allowed; after believing, it must fit and may be doubted.
        following = (seat + 1) % public.seats
        rate = memory.doubt_rate(following) if level == "expert" else 0.45
        fit = belief.fitting(said.card)
        gain += rate * ((1 - fit) - fit * prices[following])
    return 1 / (1 + exp(max(-50.0, min(50.0, -gain / TEMPERATURE[level]))))


def _announce(
    view: PinocchioView, moves: Sequence[AnnounceCard], memory: HeapMemory, level: Level, rng: Random, style: Style
) -> AnnounceCard:
    """The announcement of the card held."""
    public, seat = view.public, view.seat or 0
    assert view.own is not None
    truth = AnnounceCard(*view.own.card)
    if level == "novice":
        honest = ASSUMED_HONESTY[level] - 0.25 * style.lies
        return truth if truth in moves and rng.random() < honest else rng.choice(moves)
    if level == "regular" and public.shielded:
        return rng.choice(moves)
    # Some characters lie without need.
    lies = style.lies > 0 and rng.random() < 0.3 * style.lies
    if truth in moves and not public.shielded and level == "regular" and not lies:
        return truth
    honesty = _honesty(memory, level)
    mine = CardBelief(memory, honesty, words=level == "expert")
    theirs = CardBelief(memory, honesty, own=False, words=level == "expert")
    prices = _prices(public, seat, memory, level)
    following, after = (seat + 1) % public.seats, (seat + 2) % public.seats

    def merit(move: AnnounceCard) -> float:
        # The next announcement must fit this one: the fewer cards fit, the likelier the next player must lie.
        misfit = 1 - mine.fitting(move.card)
        value = memory.doubt_rate(after) * misfit * prices[following] if after != seat else 0.5 * misfit
        if public.shielded:
            return value
        suspicion = memory.doubt_rate(following) + (_lie_seen(theirs, move.card, public.bound) - PRIOR_LIE_RATE)
        doubted = min(1.0, max(0.0, suspicion))
        return value + doubted * (prices[following] if move == truth else -1.0)

    merits = [merit(move) for move in moves]
    best = max(merits)
    weights = [
        max(theirs.left[move.card], 0.01) * exp((worth - best) / TEMPERATURE[level])
        for move, worth in zip(moves, merits, strict=True)
    ]
    return rng.choices(moves, weights)[0]


def _lie_seen(belief: CardBelief, said: GarmentCard, bound: GarmentCard | None) -> float:
    """The probability of a lie, as it seems to a player with only public knowledge."""
    left, total = max(belief.left[said], 0.0), sum(belief.left.values())
    if bound is None or not total:
        return PRIOR_LIE_RATE
    lies = (1 - belief.fitting(bound)) * total / 7
    return lies / (lies + left) if lies + left else 1.0
