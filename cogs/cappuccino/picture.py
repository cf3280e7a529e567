"""A view of Cappuccino as a picture. ``python -m cogs.cappuccino.picture DIR`` writes samples to look at."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import badges, links, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Box
from bot.pictures.kit.sprites import Sprite
from cogs.cappuccino.cells import Cell, Spot, neighbours
from cogs.cappuccino.layout import Layout
from cogs.cappuccino.moves import EACH, Colour
from cogs.cappuccino.pieces import RIMS, between, halted, legend, ringed, rise, row, spot, stack, symbol
from cogs.cappuccino.view import CappuccinoView, Placed, Public, Settled, Stacked, Total, few_ways


def picture(view: CappuccinoView, say: Say, _choosing: Choosing = NOTHING) -> bytes:
    """A PNG: the table for an onlooker, the own stacks for a seat."""
    return board(view.public, say) if view.seat is None else hand(view.public, view.seat, say)


# ---- the table as everybody sees it: the honeycomb with its stacks, and how the players stand

TALLEST = 960
"""A board is never higher than this: what a phone shows at once."""
LEGEND = 44
ABOVE = 20
"""The room above the board, and under the plates."""


def board(public: Public, say: Say) -> bytes:
    """The public picture of a moment."""
    count = public.terms.seats
    foot = seats.below(seats.rows(count, 0)) + ABOVE + theme.MARGIN // 4
    if public.phase == "deal":
        canvas = Canvas(2 * ABOVE + LARGE + foot)
        _heaps(canvas, public)
    else:
        below = LEGEND if public.phase != "over" else 8
        layout = Layout(spots(public), TALLEST - ABOVE - below - foot, head=0 if public.phase == "place" else RIMS)
        canvas = Canvas(ABOVE + layout.height + below + foot)
        _cells(canvas, public, layout)
        if public.phase != "over":
            _legend(canvas, public, say, canvas.height - foot - below / 2)
    scores, totals = public.scores, public.totals
    for seat, box in enumerate(seats.rows(count, canvas.height - foot)):
        own = [total for total in totals if total.seat == seat]
        seats.plate(canvas, box, _plate(public, seat, scores, own, say))
    return canvas.png()


def spots(public: Public) -> tuple[Spot, ...]:
    """Where on the screen there is something to see: cups, voids, and cells to choose from."""
    return tuple(map(public.frame.spot, public.cells + public.free))


def _cells(canvas: Canvas, public: Public, layout: Layout) -> None:
    """All cells in reading order, so that a stack hides what stands behind it, then what has just happened."""
    layout.name(canvas, ABOVE)
    layers, free, frame = public.layers, public.free, public.frame
    last = public.last
    lit = last.target if isinstance(last, Stacked) else last.cell if isinstance(last, Placed) else None
    for cell in sorted(public.cells + free, key=lambda cell: cell[1]):
        x, y = _at(public, layout, cell)
        if cups := layers.get(cell):
            calm = public.phase == "stack" and cell != lit and alone(layers, cell)
            thing = stack(cups, layout.size, lit=cell == lit, calm=calm)
            canvas.put(thing, x, y + layout.size / 2, anchor="mb")
        elif cell in free:
            canvas.put(spot(layout.size, lit=True, label=frame.name(cell) if layout.size >= NAMED else ""), x, y)
        else:
            canvas.put(spot(layout.size), x, y)
    if isinstance(last, Stacked):
        _moved(canvas, public, layout, last)


NAMED = 62
"""Cells that may be chosen carry their names when they are at least this wide."""


def _at(public: Public, layout: Layout, cell: Cell) -> tuple[float, float]:
    """The middle of a cell's ground on the picture."""
    x, y = layout.point(public.frame.spot(cell))
    return x, y + ABOVE


def alone(layers: Mapping[Cell, Sequence[str]], cell: Cell) -> bool:
    """Whether a stack touches no other: nobody can take it any more."""
    return not any(layers.get(near) for near in neighbours(cell))


def _moved(canvas: Canvas, public: Public, layout: Layout, event: Stacked) -> None:
    """The way of the stack that has just moved, and the cups taken off because of it."""
    for island in event.settled:
        _settled(canvas, public, layout, island)
    if len({layout.band(public.frame.spot(cell)) for cell in (event.source, event.target)}) > 1:
        return
    start, (x, y) = _at(public, layout, event.source), _at(public, layout, event.target)
    if event.source[1] < event.target[1]:
        # From behind, one sees the way to the top of the stack; from before, to its foot.
        y -= rise(len(public.layers[event.target]))
    far = math.dist(start, (x, y))
    tail = between(start, (x, y), -layout.size * 0.3 / far)
    tip = between(start, (x, y), 1 - (layout.size / 2 + 2) / far)
    links.link(canvas, tail, tip, colour=theme.ACCENT, width=layout.size / 11, heads=">")


def _settled(canvas: Canvas, public: Public, layout: Layout, island: Settled) -> None:
    """The cells of an island that was taken off, and how many cups its colour got, on the first of them."""
    for cell in island.cells:
        canvas.put(spot(layout.size, lit=True, label=" "), *_at(public, layout, cell))
    x, y = _at(public, layout, island.cells[0])
    canvas.put(symbol(island.colour, max(22, layout.size // 3)), x, y - layout.size * 0.16)
    canvas.text(f"+{island.cups}", x, y + layout.size * 0.21, size=theme.SMALLEST, colour=theme.ACCENT, strong=True)


LARGE = 130


def _heaps(canvas: Canvas, public: Public) -> None:
    """The cups before they are on the table: a heap a colour."""
    colours = public.terms.colours
    for index, colour in enumerate(colours):
        x = theme.WIDTH / 2 + (index - (len(colours) - 1) / 2) * LARGE
        canvas.put(stack((colour,) * EACH, 100), x, ABOVE + LARGE, anchor="mb")


def _plate(public: Public, seat: Seat, scores: Sequence[int], own: list[Total], say: Say) -> seats.Seat:
    """A seat: its colours with what they count, its score when it is not one of these, and whether it plays on."""
    marks: list[Sprite] = []
    over = public.phase == "over"
    if over and scores[seat] == max(scores):
        marks.append(badges.crown())
    if not over and seat in public.blocked:
        marks.append(halted())
    if public.terms.two_colours and public.phase in ("stack", "over"):
        marks.append(badges.tag(str(scores[seat]), size=26))
    return seats.Seat(
        seat,
        say.raw_name(seat),
        tuple(_facts(public, own, say)),
        active=seat == public.active,
        out=not over and seat in public.blocked,
        mark=row(marks) if marks else None,
    )


def _facts(public: Public, own: list[Total], say: Say) -> list[seats.Fact]:
    if public.phase in ("deal", "place"):
        counts = [str(_to_place(public, total)) for total in own]
        if public.phase == "place":
            counts[-1] = say("picture-left", left=own[-1].left)
        icons = [symbol(total.colour, 34) for total in own]
        return [seats.Fact(icon, words) for icon, words in zip(icons, counts, strict=True)]
    facts: list[seats.Fact] = []
    for total in own:
        facts.append(seats.Fact(symbol(total.colour, 34), str(total.cups)))
        if total.safe and public.phase == "stack":
            facts.append(seats.Fact(badges.padlock(28), str(total.safe)))
    return facts


def _to_place(public: Public, total: Total) -> int:
    """How many cups of a colour are not on the table yet; all of those that will be shuffled."""
    return total.left if public.terms.advanced else EACH


def _legend(canvas: Canvas, public: Public, say: Say, y: float) -> None:
    """What the signs on the picture mean."""
    if public.phase == "place":
        items = [(spot(34, lit=True), say("picture-free"))]
    else:
        calm = [] if public.terms.early_resolution else [stack(("panda",), 40, calm=True)]
        items = [(row([*calm, badges.padlock(28)]), say("picture-safe"))]
        if public.blocked:
            items.append((halted(), say("picture-blocked")))
    legend(canvas, items, y)


# ---- the own situation of a seat: its colours, its stacks by name, and where those that can move may go

TOP = 84
"""The height of the line that counts the seat's cups, with the edge above it."""
FOOT = 20
ROOM = theme.WIDTH - 2 * theme.MARGIN
NAME = 32
"""The height of a stack's name under it."""


def hand(public: Public, seat: Seat, say: Say) -> bytes:
    """What a seat holds now."""
    own = [total for total in public.totals if total.seat == seat]
    turn = seat == public.active
    ways = public.ways if turn else {}
    if public.phase in ("deal", "place"):
        canvas = Canvas(TOP + 52 * len(own) + FOOT)
        for index, total in enumerate(own):
            _row_to_place(canvas, total.colour, _to_place(public, total), TOP + 22 + index * 52)
    elif ways and few_ways(ways):
        canvas = _ways(public, ways)
    else:
        canvas = _stacks(public, [total.colour for total in own], say, ways)
    _counts(canvas, public, own, say)
    return canvas.png()


def _counts(canvas: Canvas, public: Public, own: list[Total], say: Say) -> None:
    """The colours with what they count: to be placed, or topped and, of these, safe. The better colour is bright."""
    x, y = theme.MARGIN + 8.0, 52
    placing = public.phase in ("deal", "place")
    for total in own:
        canvas.put(symbol(total.colour, 48), x, y, anchor="lm")
        x += 58
        bright = placing or total.cups == max(other.cups for other in own)
        x += canvas.text(
            _count(public, total, say),
            x,
            y,
            size=36,
            strong=True,
            anchor="lm",
            colour=theme.PAPER if bright else theme.MUTED,
        )
        if total.safe and public.phase == "stack":
            canvas.put(badges.padlock(32), x + 18, y, anchor="lm")
            x += 58
            x += canvas.text(say("picture-safe-count", safe=total.safe), x, y, size=26, anchor="lm", colour=theme.MUTED)
        x += 40


def _count(public: Public, total: Total, say: Say) -> str:
    if public.phase == "deal":
        return str(EACH)
    return say("picture-left", left=total.left) if public.phase == "place" else str(total.cups)


def _row_to_place(canvas: Canvas, colour: Colour, left: int, y: float) -> None:
    """All sixteen cups of a colour in a row: those still in hand, then the empty places of the others."""
    each = ROOM / EACH
    for index in range(EACH):
        thing = stack((colour,), 42) if index < left else spot(42)
        canvas.put(thing, theme.MARGIN + (index + 0.5) * each, y)


def _stacks(public: Public, colours: list[Colour], say: Say, ways: Mapping[Cell, Sequence[Cell]]) -> Canvas:
    """All stacks of these colours by name; in one's own turn those that can move are ringed."""
    layers = public.layers
    own = [cell for cell, cups in layers.items() if cups and cups[-1] in colours]
    if not own:
        canvas = Canvas(TOP + 60 + FOOT)
        canvas.text(say("picture-none"), theme.WIDTH / 2, TOP + 30, size=28, colour=theme.MUTED, width=ROOM)
        return canvas
    lines = -(-len(own) // (8 if len(own) <= 16 else 11))
    across = -(-len(own) // lines)
    size = min(76, ROOM // across - 2)
    step = RIMS + size + NAME + 6
    below = 40 if ways else 0
    canvas = Canvas(TOP + lines * step + below + FOOT)
    if ways:
        legend(canvas, [(ringed(), say("picture-movable"))], canvas.height - FOOT - below / 2)
    for index, cell in enumerate(own):
        line, column = divmod(index, across)
        calm = public.phase == "stack" and alone(layers, cell)
        x = theme.MARGIN + (column + 0.5) * min(ROOM / across, 92)
        lit = cell in ways
        faint = bool(ways) and not lit
        _stack(canvas, public, cell, x, TOP + line * step, size, lit=lit, calm=calm, faint=faint)
    return canvas


def _stack(
    canvas: Canvas,
    public: Public,
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
    foot = top + RIMS + size
    canvas.put(stack(public.layers[cell], size, lit=lit, calm=calm), x, foot, anchor="mb")
    name, colour = public.frame.name(cell), theme.MUTED if faint else theme.PAPER
    canvas.text(name, x, foot + 17, size=26, colour=colour, width=size)


CUP = 64
ARROW = 34
PAD = 14
STEP = RIMS + CUP + NAME + 22


def _ways(public: Public, ways: Mapping[Cell, Sequence[Cell]]) -> Canvas:
    """Every stack that can move, with an arrow to those it may cover."""
    placed = list(_flow(ways))
    lines = placed[-1][1] + 1
    canvas = Canvas(TOP + lines * STEP + FOOT - 6)
    for cell, line, x in placed:
        top = TOP + line * STEP
        wide = _width(ways[cell])
        canvas.panel((x, top, x + wide, top + STEP - 10))
        middle = x + PAD + CUP / 2
        _stack(canvas, public, cell, middle, top + 4, CUP, lit=True)
        arrow = (x + PAD + CUP + 4, top + 4 + RIMS + CUP / 2)
        links.link(canvas, arrow, (arrow[0] + ARROW - 8, arrow[1]), colour=theme.PAPER, width=6, heads=">")
        for index, target in enumerate(ways[cell]):
            _stack(canvas, public, target, middle + ARROW + CUP + index * (CUP + 6), top + 4, CUP)
    return canvas


def _width(targets: Sequence[Cell]) -> int:
    return 2 * PAD + CUP + ARROW + len(targets) * (CUP + 6) - 6


def _flow(ways: Mapping[Cell, Sequence[Cell]]) -> Iterator[tuple[Cell, int, float]]:
    """Each stack that can move with its line and where it begins there."""
    line, x = 0, float(theme.MARGIN)
    for cell, targets in ways.items():
        wide = _width(targets)
        if x + wide > theme.WIDTH - theme.MARGIN and x > theme.MARGIN:
            line, x = line + 1, float(theme.MARGIN)
        yield cell, line, x
        x += wide + 10


# ---- before the game


def emblem(canvas: Canvas, box: Box) -> None:
    """Cups of the four symbols, some on one another."""
    left, top, right, bottom = box
    size = min((right - left) / 2.9, (bottom - top) / 1.75)
    middle = (left + right) / 2
    for layers, x, y in (
        (("leaf",), middle - size * 0.95, bottom - size * 0.5),
        (("flower",), middle + size * 0.95, bottom - size * 0.5),
        (("flower", "leaf", "panda", "cat"), middle, bottom - size * 0.62),
        (("panda",), middle - size * 0.52, bottom),
        (("cat", "leaf"), middle + size * 0.52, bottom),
    ):
        canvas.put(stack(layers, round(size * 0.92)), x, y, anchor="mb")


if __name__ == "__main__":
    from bot.pictures.sheet import main
    from cogs.cappuccino.game import GAME

    raise SystemExit(main(GAME))
