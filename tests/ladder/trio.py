"""Reference players of Trio, and the rows of its ladder."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from cogs.trio.moves import Reveal, RevealHand
from tests.ladder.table import TEAMS, beginner, climbs


def _simple(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
    """A sensible beginner: asks for a number it knows twice, else for a new card, low numbers at low ends."""
    view = views[-1]
    if not isinstance(legal[0], Reveal):
        return rng.choice(legal)
    known = _known(views)
    fresh = [move for move in legal if move not in known]
    if view.public.shown:
        number = view.public.shown[0].number
        sure = [move for move in legal if known.get(move) == number]
        return rng.choice(sure or [move for move in fresh if _likely(move, number)] or fresh or legal)
    counts = Counter(known[move] for move in legal if move in known)
    for move in legal:
        if isinstance(move, RevealHand) and move.seat == view.seat:
            counts[known[move]] += _run(view.own.hand[:: 1 if move.end == "lowest" else -1]) - 1
    most = max(counts.values(), default=0)
    sure = [move for move in legal if move in known and counts[known[move]] == most > 1]
    return rng.choice(sure or fresh or legal)


def _known(views: Sequence[Any]) -> dict[Any, int]:
    """Request → number: the cards shown in these views and not taken since, and the own ends."""
    view = views[-1]
    gone = {number for owned in view.public.trios for number in owned}
    shown = [card for each in views if each.public.flash for card in each.public.flash.cards]
    found: dict[Any, int] = {card.by: card.number for card in shown if card.number not in gone}
    if hand := view.own.hand:
        found |= {RevealHand(view.seat, "lowest"): hand[0], RevealHand(view.seat, "highest"): hand[-1]}
    return found


def _run(cards: Sequence[int]) -> int:
    """How many cards are equal to the first, from it on."""
    return next((place for place, card in enumerate(cards) if card != cards[0]), len(cards))


def _likely(move: Any, number: int) -> bool:
    """Whether a low number is asked from a low end, a high one from a high end, another from the centre."""
    if isinstance(move, RevealHand):
        return move.end == ("lowest" if number <= 3 else "highest" if number >= 10 else None)
    return 4 <= number <= 9


PLAYERS = {"simple": _simple}

PICANTE = ("mode", "picante")
ROWS = (
    *climbs(4, 300, TEAMS),
    *(row for seats in (3, 4, 5, 6) for row in (beginner(seats, 300), *climbs(seats, 200))),
    *(row for seats in (3, 6) for row in (beginner(seats, 300, PICANTE), *climbs(seats, 200, PICANTE))),
)
