"""The table as a picture: the announcement that stands, whose turn it is, the noses; or one's own card."""

from __future__ import annotations

from bot.core.game import Say
from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from cogs.pinocchio import hands, middles, players
from cogs.pinocchio.views import PinocchioView

GAP = 14


def picture(view: PinocchioView, say: Say) -> bytes:
    """The public board as a PNG for an onlooker's view; for a seat's, its card or what it has to judge."""
    if view.seat is not None:
        return hands.hand(view, view.seat, say).png()
    top = theme.MARGIN + middles.TALL + GAP
    canvas = Canvas(round(top + players.tall(view.seats) + theme.MARGIN))
    middles.middle(canvas, theme.MARGIN, view, say)
    players.rows(canvas, top, view, say)
    return canvas.png()


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.pinocchio.game import GAME

    raise SystemExit(main(GAME))
