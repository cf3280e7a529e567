"""Reference players of Pinocchio, and the rows of its ladder."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from cogs.pinocchio.moves import CARDS, COPIES, FITTING, AnnounceCard, Believe, Doubt
from tests.ladder.table import Row, Script, beginner, best, climbs


def _truthful(doubting: float) -> Script:
    """The truth where it fits, else anything; doubts blindly, so often."""

    def script(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
        view = views[-1]
        if view.public.phase == "judge":
            return Doubt() if rng.random() < doubting else Believe()
        truth = AnnounceCard(*view.own.card)
        return truth if truth in legal else rng.choice(legal)

    return script


def _seen(views: Sequence[Any]) -> Counter[Any]:
    """The cards that a seat has seen, in its own hand or turned over."""
    seen = Counter(view.public.flash.card for view in views if view.public.flash)
    held = [view.own.card if view.own else None for view in views]
    seen.update(card for card, before in zip(held, [None, *held], strict=False) if card and card != before)
    return seen


def _simple(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """A sensible beginner: the truth where it fits, else a card it has seen least; doubts a card it has seen twice."""
    view, seen = views[-1], _seen(views)
    if view.public.phase == "judge":
        times = seen[view.public.announcement.card]
        return Doubt() if rng.random() < (0.3, 0.5, 0.95, 1.0)[min(times, COPIES)] else Believe()
    truth = AnnounceCard(*view.own.card)
    if truth in legal:
        return truth
    return best(legal, lambda move: -seen[move.card], rng)


def _strong(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """A careful player: counts all cards, weighs a lie, and knows that who doubts may then say anything."""
    view, seen = views[-1], _seen(views)
    left = {card: COPIES - seen[card] for card in CARDS}
    said = view.public.announcement
    if view.public.phase == "judge":
        before = [each.public.announcement.card for each in views if each.public.last == "announce"]
        fitting = {move.card for move in FITTING[before[-2]]} if len(before) > 1 else set(CARDS)
        lies = sum(number for card, number in left.items() if card not in fitting) / 7
        lie = 1 - left[said.card] / ((left[said.card] + lies) or 1)
        following = sum(left[move.card] for move in FITTING[said.card]) / (sum(left.values()) or 1)
        return Doubt() if lie + 0.4 * (1 - following) > 0.8 else Believe()
    truth = AnnounceCard(*view.own.card)
    if truth in legal and not view.public.shielded:
        return truth
    if view.public.shielded:
        return min(legal, key=lambda move: (sum(left[each.card] for each in FITTING[move.card]), rng.random()))
    return best(legal, lambda move: left[move.card], rng)


PLAYERS = {
    "simple": _simple,
    "strong": _strong,
    "honest": _truthful(0.2),
    "believes": _truthful(0.0),
}

# Random moves are no level: they doubt half of what is said, which suits more than a novice's trust does.
ROWS = (
    *[beginner(seats, 400) for seats in (2, 3, 4, 5, 6)],
    *[row for seats in (2, 3, 4, 5, 6) for row in climbs(seats, 400) if row.player != "novice"],
    *[Row(seats, "expert", others, 300) for others in ("simple", "strong", "honest") for seats in (3, 5)],
    Row(3, "expert", "believes", 300, least=0.25),  # at best half: nobody doubts the player behind the expert
)
