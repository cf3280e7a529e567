"""Explains in words why a move at Pinocchio is good: the copies left, and how likely the announcement is true."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.core.game import Say, percent
from cogs.pinocchio.memory import CardBelief, HeapMemory, fits
from cogs.pinocchio.moves import COPIES, AnnounceCard, Believe, Doubt, GarmentCard, Moves
from cogs.pinocchio.view import PinocchioView

DOUBT_FROM = 0.6
"""A doubt is advised above this chance of a lie. More than even: a wrong one costs a nose, a right one costs a nose to
only one of several rivals. It won the most of the values tried against regulars at three to six seats."""


def reason(views: Sequence[PinocchioView], move: Moves, say: Say) -> str:
    """The reason for this move, for a player with perfect memory."""
    memory = HeapMemory(views, lambda _number: True)
    match move:
        case Believe() | Doubt():
            return _judged(views[-1], memory, say)
        case AnnounceCard():
            return _announced(views[-1], memory, move.card, say)
        case _:
            raise ValueError("chance needs no advice")


def odds(views: Sequence[PinocchioView], _legal: Collection[Moves]) -> dict[Moves, float]:
    """The chances that it is right to believe and to doubt, for a player with perfect memory."""
    if views[-1].phase != "judge":
        return {}
    true = _true(views[-1], HeapMemory(views, lambda _number: True))
    found: dict[Moves, float] = {Believe(): true, Doubt(): 1 - true}
    return found if 1 - true <= DOUBT_FROM else {Doubt(): 1 - true, Believe(): true}


def _true(view: PinocchioView, memory: HeapMemory) -> float:
    """The chance that the announcement is true."""
    assert view.public.announcement is not None
    said = view.public.announcement.card
    if not COPIES - _seen(memory, said, everybody=False):
        return 0.0
    belief = CardBelief(memory, [memory.honesty(seat) for seat in range(memory.seats)])
    return belief.last.get(said, 0.0)


def _judged(view: PinocchioView, memory: HeapMemory, say: Say) -> str:
    public = view.public
    assert public.announcement is not None
    said = public.announcement.card
    left = COPIES - _seen(memory, said, everybody=False)
    words = {"garment": said.garment, "colour": said.colour}
    if not left:
        return say("advice-none-left", **words)
    lie = 1 - _true(view, memory)
    bar, doubt = percent(DOUBT_FROM), "yes" if lie > DOUBT_FROM else "no"
    return say("advice-left", left=left, chance=percent(lie), bar=bar, doubt=doubt, **words)


def _announced(view: PinocchioView, memory: HeapMemory, said: GarmentCard, say: Say) -> str:
    public = view.public
    assert view.own is not None
    card = view.own.card
    words = {"garment": said.garment, "colour": said.colour}
    if public.shielded:
        belief = CardBelief(memory, [memory.honesty(seat) for seat in range(memory.seats)])
        following = (public.turn + 1) % public.seats
        chance = percent(belief.fitting(said))
        last = "yes" if public.heap + 1 == public.total else "no"
        return say("advice-shielded", other=following, chance=chance, last=last)
    if said == card:
        return say("advice-truth")
    left = COPIES - _seen(memory, said, everybody=True)
    return say("advice-lie", left=left, must="no" if fits(card, public.bound) else "yes", **words)


def _seen(memory: HeapMemory, card: GarmentCard, *, everybody: bool) -> int:
    """How many copies of a card this seat has seen, or the whole table has; the one in hand is seen too."""
    laid = sum(each.card == card and (each.shown or not everybody) for each in memory.laid)
    return laid + (not everybody and memory.held == card)
