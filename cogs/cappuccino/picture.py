"""A view of Cappuccino as a picture. ``python -m cogs.cappuccino.picture DIR`` writes samples to look at."""

from __future__ import annotations

from bot.core.game import Say
from cogs.cappuccino.boards import board
from cogs.cappuccino.hands import hand
from cogs.cappuccino.views import CappuccinoView


def picture(view: CappuccinoView, say: Say) -> bytes:
    """A PNG: the table for an onlooker, the own stacks for a seat."""
    return board(view, say) if view.seat is None else hand(view, view.seat, say)


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.cappuccino.game import GAME

    raise SystemExit(main(GAME))
