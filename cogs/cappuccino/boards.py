"""The table as everybody sees it: the honeycomb with its stacks, and how the players stand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cups, links, seats, symbols, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.sprites import Sprite
from cogs.cappuccino.cells import Cell, neighbours
from cogs.cappuccino.chart import Chart
from cogs.cappuccino.signs import halted, key, row
from cogs.cappuccino.views import CappuccinoView, Placed, Settled, Stacked

TALLEST = 960
"""A board is never higher than this: what a phone shows at once."""
LEGEND = 44
ABOVE = 20
"""The room above the board, and under the plates."""
RIMS = (cups.MOST_LAYERS - 1) * cups.LAYER
"""How far the tallest stack rises above its place."""


def board(view: CappuccinoView, say: Say) -> bytes:
    """The public picture of a moment."""
    count = view.terms.seats
    foot = seats.below(seats.rows(count, 0)) + ABOVE + theme.MARGIN // 4
    if view.phase == "deal":
        canvas = Canvas(2 * ABOVE + LARGE + foot)
        _heaps(canvas, view)
    else:
        legend = LEGEND if view.phase != "over" else 8
        spots = tuple(view.frame.spot(cell) for cell in (*(pile.cell for pile in view.piles), *view.free))
        chart = Chart(spots, TALLEST - ABOVE - legend - foot, head=0 if view.phase == "place" else RIMS)
        canvas = Canvas(ABOVE + chart.height + legend + foot)
        _cells(canvas, view, chart)
        if view.phase != "over":
            _legend(canvas, view, say, canvas.height - foot - legend / 2)
    for seat, box in enumerate(seats.rows(count, canvas.height - foot)):
        seats.plate(canvas, box, _plate(view, seat, say))
    return canvas.png()


# ---- the cells


def _cells(canvas: Canvas, view: CappuccinoView, chart: Chart) -> None:
    """All cells in reading order, so that a stack hides what stands behind it, then what has just happened."""
    chart.name(canvas, ABOVE)
    layers = {pile.cell: pile.layers for pile in view.piles}
    last = view.last
    lit = last.target if isinstance(last, Stacked) else last.cell if isinstance(last, Placed) else None
    things = [*layers, *view.free]
    for cell in sorted(things, key=lambda cell: cell[1]):
        x, y = _at(view, chart, cell)
        if stack := layers.get(cell):
            calm = view.phase == "stack" and cell != lit and alone(layers, cell)
            thing = cups.stack(stack, chart.size, lit=cell == lit, calm=calm)
            canvas.put(thing, x, y + chart.size / 2, anchor="mb")
        else:
            canvas.put(_empty(view, chart, cell), x, y)
    if isinstance(last, Stacked):
        _moved(canvas, view, chart, last)


def _at(view: CappuccinoView, chart: Chart, cell: Cell) -> tuple[float, float]:
    """The middle of a cell's ground on the picture."""
    x, y = chart.point(view.frame.spot(cell))
    return x, y + ABOVE


def _empty(view: CappuccinoView, chart: Chart, cell: Cell) -> Sprite:
    """A cell without a cup: one to choose, with its name where there is room, or one that was left."""
    if cell not in view.free:
        return cups.spot(chart.size)
    return cups.spot(chart.size, lit=True, label=view.frame.name(cell) if chart.size >= NAMED else "")


NAMED = 62
"""Cells that may be chosen carry their names when they are at least this wide."""


def alone(layers: Mapping[Cell, Sequence[str]], cell: Cell) -> bool:
    """Whether a stack touches no other: nobody can take it any more."""
    return not any(layers.get(near) for near in neighbours(cell))


def _moved(canvas: Canvas, view: CappuccinoView, chart: Chart, event: Stacked) -> None:
    """The way of the stack that has just moved, and the cups taken off because of it."""
    for island in event.settled:
        _settled(canvas, view, chart, island)
    spots = [view.frame.spot(cell) for cell in (event.source, event.target)]
    if chart.band(spots[0]) != chart.band(spots[1]):
        return
    start, (x, y) = _at(view, chart, event.source), _at(view, chart, event.target)
    if event.source[1] < event.target[1]:
        # From behind, one sees the way to the top of the stack; from before, to its foot.
        y -= next(rise(pile.layers) for pile in view.piles if pile.cell == event.target)
    far = math.dist(start, (x, y))
    tail = links.between(start, (x, y), -chart.size * 0.3 / far)
    tip = links.between(start, (x, y), 1 - (chart.size / 2 + 2) / far)
    links.link(canvas, tail, tip, colour=theme.ACCENT, width=chart.size / 11, heads=">")


def rise(layers: tuple[str, ...]) -> int:
    """How far the top cup of a stack stands above its ground, in pixels."""
    return max(0, min(len(layers), cups.MOST_LAYERS) - 1) * cups.LAYER


def _settled(canvas: Canvas, view: CappuccinoView, chart: Chart, island: Settled) -> None:
    """The cells of an island that was taken off, and how many cups its colour got, on the first of them."""
    for cell in island.cells:
        canvas.put(cups.spot(chart.size, lit=True, label=" "), *_at(view, chart, cell))
    x, y = _at(view, chart, island.cells[0])
    canvas.put(symbols.symbol(island.colour, max(22, chart.size // 3)), x, y - chart.size * 0.16)
    canvas.text(f"+{island.cups}", x, y + chart.size * 0.21, size=theme.SMALLEST, colour=theme.ACCENT, strong=True)


LARGE = 130


def _heaps(canvas: Canvas, view: CappuccinoView) -> None:
    """The cups before they are on the table: a heap a colour."""
    for index, total in enumerate(view.totals):
        x = theme.WIDTH / 2 + (index - (len(view.totals) - 1) / 2) * LARGE
        canvas.put(cups.stack((total.colour,) * 16, 100), x, ABOVE + LARGE, anchor="mb")


# ---- the players


def _plate(view: CappuccinoView, seat: Seat, say: Say) -> seats.Seat:
    """A seat: its colours with what they count, its score when it is not one of these, and whether it plays on."""
    marks: list[Sprite] = []
    over = view.phase == "over"
    if over and view.scores[seat] == max(view.scores):
        marks.append(badges.crown())
    if not over and seat in view.blocked:
        marks.append(halted())
    if view.terms.two_colours and view.phase in ("stack", "over"):
        marks.append(badges.tag(str(view.scores[seat]), size=26))
    return seats.Seat(
        seat,
        say.raw_name(seat),
        tuple(_facts(view, seat, say)),
        active=seat in view.to_act,
        out=not over and seat in view.blocked,
        mark=row(marks) if marks else None,
    )


def _facts(view: CappuccinoView, seat: Seat, say: Say) -> list[seats.Fact]:
    own = [total for total in view.totals if total.seat == seat]
    if view.phase in ("deal", "place"):
        counts = [str(total.left) if view.terms.advanced else "16" for total in own]
        if view.phase == "place":
            counts[-1] = say("picture-left", left=own[-1].left)
        icons = [symbols.symbol(total.colour, 34) for total in own]
        return [seats.Fact(icon, words) for icon, words in zip(icons, counts, strict=True)]
    facts: list[seats.Fact] = []
    for total in own:
        facts.append(seats.Fact(symbols.symbol(total.colour, 34), str(total.cups)))
        if total.safe and view.phase == "stack":
            facts.append(seats.Fact(badges.padlock(28), str(total.safe)))
    return facts


def _legend(canvas: Canvas, view: CappuccinoView, say: Say, y: float) -> None:
    """What the signs on the picture mean."""
    if view.phase == "place":
        items = [(cups.spot(34, lit=True), say("picture-free"))]
    else:
        calm = [] if view.terms.early_resolution else [cups.stack(("panda",), 40, calm=True)]
        items = [(row([*calm, badges.padlock(28)]), say("picture-safe"))]
        if view.blocked:
            items.append((halted(), say("picture-blocked")))
    key(canvas, items, y)
