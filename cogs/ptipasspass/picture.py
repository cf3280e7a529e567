"""The table as a picture: the cups, whose turn it is and what it asks, who holds how much; or one's own tokens."""

from __future__ import annotations

from bot.core.game import Say
from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from cogs.ptipasspass import boards, hands, strips
from cogs.ptipasspass.views import TableView

GAP = 14


def picture(view: TableView, say: Say) -> bytes:
    """The public board as a PNG for an onlooker's view; for a seat's, its own tokens."""
    lower = boards.Layout(view) if view.seat is None else None
    top = theme.MARGIN + strips.TALL + GAP
    canvas = Canvas(top + (lower.tall if lower else hands.TALL) + theme.MARGIN)
    strips.strip(canvas, theme.MARGIN, view, say)
    if lower:
        lower.draw(canvas, top, say)
    else:
        hands.hand(canvas, top, view, say)
    return canvas.png()


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.ptipasspass.game import GAME

    raise SystemExit(main(GAME))
