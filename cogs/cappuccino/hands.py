"""The own situation of a seat: its colours, its stacks by name, and where those that can move may go."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cups, links, symbols, theme
from bot.pictures.kit.canvas import Canvas
from cogs.cappuccino.boards import RIMS, alone
from cogs.cappuccino.cells import Cell
from cogs.cappuccino.reach import reach
from cogs.cappuccino.signs import key, ringed
from cogs.cappuccino.terms import EACH
from cogs.cappuccino.views import CappuccinoView, Total

TOP = 84
"""The height of the line that counts the seat's cups, with the edge above it."""
FOOT = 20
ROOM = theme.WIDTH - 2 * theme.MARGIN
NAME = 32
"""The height of a stack's name under it."""


def hand(view: CappuccinoView, seat: Seat, say: Say) -> bytes:
    """What a seat holds now."""
    own = [total for total in view.totals if total.seat == seat]
    if view.phase in ("deal", "place"):
        canvas = Canvas(TOP + 52 * len(own) + FOOT)
        for index, total in enumerate(own):
            _to_place(canvas, total, total.left if view.terms.advanced else EACH, TOP + 22 + index * 52)
    elif seat in view.to_act and (ways := reach(view)):
        canvas = _ways(view, ways)
    else:
        canvas = _stacks(view, [total.colour for total in own], say, turn=seat in view.to_act)
    _counts(canvas, view, own, say)
    return canvas.png()


# ---- how much


def _counts(canvas: Canvas, view: CappuccinoView, own: list[Total], say: Say) -> None:
    """The colours with what they count: to be placed, or topped and, of these, safe. The better colour is bright."""
    x, y = theme.MARGIN + 8.0, 52
    placing = view.phase in ("deal", "place")
    for total in own:
        canvas.put(symbols.symbol(total.colour, 48), x, y, anchor="lm")
        x += 58
        bright = placing or total.cups == max(other.cups for other in own)
        x += canvas.text(
            _count(view, total, say),
            x,
            y,
            size=36,
            strong=True,
            anchor="lm",
            colour=theme.PAPER if bright else theme.MUTED,
        )
        if total.safe and view.phase == "stack":
            canvas.put(badges.padlock(32), x + 18, y, anchor="lm")
            x += 58
            x += canvas.text(say("picture-safe-count", safe=total.safe), x, y, size=26, anchor="lm", colour=theme.MUTED)
        x += 40


def _count(view: CappuccinoView, total: Total, say: Say) -> str:
    if view.phase == "deal":
        return str(EACH)
    return say("picture-left", left=total.left) if view.phase == "place" else str(total.cups)


def _to_place(canvas: Canvas, total: Total, left: int, y: float) -> None:
    """All sixteen cups of a colour in a row: those still in hand, then the empty places of the others."""
    each = ROOM / EACH
    for index in range(EACH):
        thing = cups.stack((total.colour,), 42) if index < left else cups.spot(42)
        canvas.put(thing, theme.MARGIN + (index + 0.5) * each, y)


# ---- the stacks


def _stacks(view: CappuccinoView, colours: list[str], say: Say, *, turn: bool) -> Canvas:
    """All stacks of these colours by name; in one's own turn those that can move are ringed."""
    layers = {pile.cell: pile.layers for pile in view.piles}
    own = [pile for pile in view.piles if pile.layers and pile.layers[-1] in colours]
    if not own:
        canvas = Canvas(TOP + 60 + FOOT)
        canvas.text(say("picture-none"), theme.WIDTH / 2, TOP + 30, size=28, colour=theme.MUTED, width=ROOM)
        return canvas
    lines = -(-len(own) // (8 if len(own) <= 16 else 11))
    across = -(-len(own) // lines)
    size = min(76, ROOM // across - 2)
    step = RIMS + size + NAME + 6
    legend = 40 if turn else 0
    canvas = Canvas(TOP + lines * step + legend + FOOT)
    if turn:
        key(canvas, [(ringed(), say("picture-movable"))], canvas.height - FOOT - legend / 2)
    for index, pile in enumerate(own):
        line, column = divmod(index, across)
        calm = view.phase == "stack" and alone(layers, pile.cell)
        x = theme.MARGIN + (column + 0.5) * min(ROOM / across, 92)
        lit = turn and pile.cell in view.movable
        _stack(canvas, view, pile.cell, x, TOP + line * step, size, lit=lit, calm=calm, faint=turn and not lit)
    return canvas


def _stack(
    canvas: Canvas,
    view: CappuccinoView,
    cell: Cell,
    x: float,
    top: float,
    size: int,
    *,
    lit: bool = False,
    calm: bool = False,
    faint: bool = False,
) -> None:
    """A stack with its name under it; ``faint`` is the name of one that is no choice now."""
    layers = next(pile.layers for pile in view.piles if pile.cell == cell)
    foot = top + RIMS + size
    canvas.put(cups.stack(layers, size, lit=lit, calm=calm), x, foot, anchor="mb")
    canvas.text(view.frame.name(cell), x, foot + 17, size=26, colour=theme.MUTED if faint else theme.PAPER, width=size)


# ---- the moves

CUP = 64
ARROW = 34
PAD = 14
STEP = RIMS + CUP + NAME + 22


def _ways(view: CappuccinoView, ways: dict[Cell, tuple[Cell, ...]]) -> Canvas:
    """Every stack that can move, with an arrow to those it may cover."""
    placed = list(_flow(ways))
    lines = placed[-1][1] + 1
    canvas = Canvas(TOP + lines * STEP + FOOT - 6)
    for cell, line, x in placed:
        top = TOP + line * STEP
        wide = _width(ways[cell])
        canvas.panel((x, top, x + wide, top + STEP - 10))
        middle = x + PAD + CUP / 2
        _stack(canvas, view, cell, middle, top + 4, CUP, lit=True)
        arrow = (x + PAD + CUP + 4, top + 4 + RIMS + CUP / 2)
        links.link(canvas, arrow, (arrow[0] + ARROW - 8, arrow[1]), colour=theme.PAPER, width=6, heads=">")
        for index, target in enumerate(ways[cell]):
            _stack(canvas, view, target, middle + ARROW + CUP + index * (CUP + 6), top + 4, CUP)
    return canvas


def _width(targets: tuple[Cell, ...]) -> int:
    return 2 * PAD + CUP + ARROW + len(targets) * (CUP + 6) - 6


def _flow(ways: dict[Cell, tuple[Cell, ...]]) -> Iterator[tuple[Cell, int, float]]:
    """Each stack that can move with its line and where it begins there."""
    line, x = 0, float(theme.MARGIN)
    for cell, targets in ways.items():
        wide = _width(targets)
        if x + wide > theme.WIDTH - theme.MARGIN and x > theme.MARGIN:
            line, x = line + 1, float(theme.MARGIN)
        yield cell, line, x
        x += wide + 10
