"""Opponents at Pinocchio: how likely an announcement is true, what a nose costs, and lies that look like truths.

Truth, where it fits, can only cost somebody else a nose, so it is told. A lie is drawn among the announcements by how
many copies the others must think are left: then no announcement is a lie more often than another, and there is nothing
to be learnt from which one is heard.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp, sqrt
from random import Random

from bot.core.game import Level, Seat
from cogs.pinocchio.memory import CardBelief, HeapMemory
from cogs.pinocchio.moves import AnnounceCard, Believe, Doubt, GarmentCard, Moves
from cogs.pinocchio.view import PinocchioView, Public

KEPT: dict[Level, float] = {"novice": 0.3, "regular": 0.7, "expert": 1.0}
"""How many of the cards seen a level remembers."""
DOUBTING = 0.4
"""How often a novice doubts without a reason."""
TRUTHFUL: dict[Level, float] = {"novice": 0.7, "regular": 0.95, "expert": 0.97}
"""How honest a level takes people to be, and a novice is."""
WARMTH: dict[Level, float] = {"novice": 0.3, "regular": 0.12, "expert": 0.03}
"""How far apart two choices may be and still both be made."""
COIN = 8 / 15
"""The part of all cards that do not fit the words before: how often something said is a lie."""


def choose(views: Sequence[PinocchioView], legal: Collection[Moves], level: Level, rng: Random) -> Moves:
    """A move for the seat that has been shown these views."""
    view = views[-1]
    assert view.seat is not None
    seat, seed = view.seat, f"{view.seat} {views[0].public.first}"

    def keeps(number: int) -> bool:
        # What was forgotten stays forgotten: it does not depend on this decision's luck.
        return level == "expert" or Random(f"{seed} {number}").random() < KEPT[level]

    memory = HeapMemory(views, keeps)
    if view.public.phase == "judge":
        return Doubt() if rng.random() < _doubt(view.public, seat, memory, level) else Believe()
    return _announce(view, [move for move in legal if isinstance(move, AnnounceCard)], memory, level, rng)


def _honesty(memory: HeapMemory, level: Level) -> list[float]:
    """How honest each seat is taken to be: only an expert learns it."""
    if level == "expert":
        return [memory.honesty(seat) for seat in range(memory.seats)]
    return [TRUTHFUL[level]] * memory.seats


def _prices(public: Public, seat: Seat, memory: HeapMemory, level: Level) -> list[float]:
    """What another nose of each seat is worth to one's own: one more of one's own costs 1.

    Only the shortest nose wins, so a nose counts most for whoever has the best prospects. They are the more open the
    more cards are still to come and the more people doubt.
    """
    others = public.seats - 1
    if level != "expert":
        return [-1.0 if each == seat else 1 / others for each in range(public.seats)]
    to_come = (public.total - public.heap) / public.seats
    rate = sum(memory.doubts) / sum(memory.judgements)
    spread = 0.3 + 0.6 * sqrt(rate * to_come)
    # Measured against the best of the others, whose hope is 1: far behind the own seat all of theirs would be about 0.
    rivals = [each for each in range(public.seats) if each != seat]
    shortest = min(public.noses[each] for each in rivals)
    hopes = {each: exp((shortest - public.noses[each]) / spread) for each in rivals}
    total = sum(hopes.values())
    return [-1.0 if each == seat else hopes[each] / total for each in range(public.seats)]


def _doubt(public: Public, seat: Seat, memory: HeapMemory, level: Level) -> float:
    """How likely one doubts the announcement that stands."""
    said = public.announcement
    assert said is not None
    belief = CardBelief(memory, _honesty(memory, level), words=level == "expert")
    true = belief.last.get(said.card, 0.0)
    if level == "novice":
        return DOUBTING if true > 0.2 else 0.8
    prices = _prices(public, seat, memory, level)
    gain = (1 - true) * prices[said.seat] - true
    if public.heap < public.total:
        # Who doubts may say what they like afterwards; who believes must fit these words and may be doubted.
        following = (seat + 1) % public.seats
        rate = memory.doubt_rate(following) if level == "expert" else 0.45
        fit = belief.fitting(said.card)
        gain += rate * ((1 - fit) - fit * prices[following])
    return 1 / (1 + exp(max(-50.0, min(50.0, -gain / WARMTH[level]))))


def _announce(
    view: PinocchioView, moves: Sequence[AnnounceCard], memory: HeapMemory, level: Level, rng: Random
) -> AnnounceCard:
    """What to say of the card one holds."""
    public, seat = view.public, view.seat or 0
    assert view.own is not None
    truth = AnnounceCard(*view.own.card)
    if level == "novice":
        return truth if truth in moves and rng.random() < TRUTHFUL[level] else rng.choice(moves)
    if level == "regular" and public.shielded:
        return rng.choice(moves)
    if truth in moves and not public.shielded and level == "regular":
        return truth
    honesty = _honesty(memory, level)
    mine = CardBelief(memory, honesty, words=level == "expert")
    theirs = CardBelief(memory, honesty, own=False, words=level == "expert")
    prices = _prices(public, seat, memory, level)
    following, after = (seat + 1) % public.seats, (seat + 2) % public.seats

    def merit(move: AnnounceCard) -> float:
        # The next player is bound by these words: the less fits them, the likelier they must lie.
        misfit = 1 - mine.fitting(move.card)
        value = memory.doubt_rate(after) * misfit * prices[following] if after != seat else 0.5 * misfit
        if public.shielded:
            return value
        suspicion = memory.doubt_rate(following) + (_lie_seen(theirs, move.card, public.bound) - COIN)
        doubted = min(1.0, max(0.0, suspicion))
        return value + doubted * (prices[following] if move == truth else -1.0)

    merits = [merit(move) for move in moves]
    best = max(merits)
    weights = [
        max(theirs.left[move.card], 0.01) * exp((worth - best) / WARMTH[level])
        for move, worth in zip(moves, merits, strict=True)
    ]
    return rng.choices(moves, weights)[0]


def _lie_seen(belief: CardBelief, said: GarmentCard, bound: GarmentCard | None) -> float:
    """How likely words must seem a lie to somebody who knows no more than everybody does."""
    left, total = max(belief.left[said], 0.0), sum(belief.left.values())
    if bound is None or not total:
        return COIN
    lies = (1 - belief.fitting(bound)) * total / 7
    return lies / (lies + left) if lies + left else 1.0
