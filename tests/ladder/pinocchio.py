"""Reference players of Pinocchio, and the rows of its ladder."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from cogs.pinocchio.moves import AnnounceCard, Believe, Doubt
from tests.ladder.table import Script, climbs


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


def _counting(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """Truthful; doubts a card that it has seen twice itself, and otherwise hardly ever."""
    said = views[-1].public.announcement
    return _truthful(0.95 if said and _seen(views)[said.card] >= 2 else 0.3)(views, legal, rng)


def _simple(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """A sensible beginner: the truth where it fits, else a card it has seen least; doubts a card it has seen twice."""
    view, seen = views[-1], _seen(views)
    if view.public.phase == "judge":
        times = seen[view.public.announcement.card]
        return Doubt() if rng.random() < (0.2, 0.4, 0.9, 1.0)[min(times, 3)] else Believe()
    truth = AnnounceCard(*view.own.card)
    if truth in legal:
        return truth
    least = min(seen[move.card] for move in legal)
    return rng.choice([move for move in legal if seen[move.card] == least])


PLAYERS = {
    "simple": _simple,
    "believes": _truthful(0.0),
    "doubts": _truthful(1.0),
    "tosses": _truthful(0.5),
    "counts": _counting,
}

ROWS = (*climbs(3, 600), *climbs(5, 1200))
