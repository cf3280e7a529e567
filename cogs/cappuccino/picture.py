"""Pictures of Cappuccino: the honeycomb with its stacks, and the totals."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Box, Point, Sprite
from cogs.cappuccino.bands import SMALL_CUP, Bands
from cogs.cappuccino.cells import Cell, Frame, Spot, neighbours, reading_order
from cogs.cappuccino.moves import CUPS_PER_COLOUR, cell_of
from cogs.cappuccino.pieces import (
    RIMS,
    Look,
    between,
    halted,
    legend,
    name_stack,
    ringed,
    rise,
    row,
    spot,
    stack,
    symbol,
)
from cogs.cappuccino.view import CappuccinoView, CupPlaced, Public, Settled, Stacked, Total

Sign = tuple[Sprite, str]
"""A sign and what it means."""

HEIGHTS = (600, 620, theme.TALLEST, 800)
"""The heights of a picture, the first that leaves its cups large enough. Below the first two a phone shows four rows of
buttons; the moves of a board that needs the last are in menus."""
LEGEND_HEIGHT = 40
BOARD_MARGIN = 18
"""The space above the board, and below the plates."""


def picture(view: CappuccinoView, say: Say, choosing: Choosing = NOTHING) -> bytes:
    """The view as a PNG: the honeycomb with its stacks, and the players' totals. Nothing is hidden from anybody."""
    public = view.public
    count = public.setup.seats
    tall = seats.HIGH if public.setup.two_colours else 0
    foot = seats.below(seats.rows(count, 0, tall=tall)) + BOARD_MARGIN
    if public.phase == "deal":
        canvas = Canvas(2 * BOARD_MARGIN + HEAP_CUP + foot)
        _heaps(canvas, public, BOARD_MARGIN)
    else:
        canvas = _honeycomb(public, _legend(public, say, choosing), choosing, BOARD_MARGIN, foot)
    scores, totals = public.scores, public.totals
    for seat, box in enumerate(seats.rows(count, canvas.height - foot, tall=tall)):
        own = [total for total in totals if total.seat == seat]
        seats.plate(canvas, box, _plate(public, seat, scores, own, say))
    return canvas.png()


def spots(public: Public) -> tuple[Spot, ...]:
    """The spots to draw: cups, voids, and cells to choose from."""
    return tuple(map(public.frame.spot, public.cells + public.free))


def _honeycomb(public: Public, items: Sequence[Sign], choosing: Choosing, top: int, foot: int) -> Canvas:
    """A canvas with the board ``top`` pixels from its upper edge, a legend below it, and ``foot`` pixels below that."""
    below = LEGEND_HEIGHT if items else 8
    head = 0 if public.phase == "place" else RIMS
    sizes = [Bands(spots(public), height - top - below - foot, head=head) for height in HEIGHTS]
    bands = next((bands for bands in sizes if bands.size >= SMALL_CUP), sizes[-1])
    canvas = Canvas(top + bands.height + below + foot)
    _cells(canvas, public, Placing(public.frame, bands, top), choosing)
    if items:
        legend(canvas, items, canvas.height - foot - below / 2)
    return canvas


class Placing(NamedTuple):
    """The positions of cells on a picture."""

    frame: Frame
    bands: Bands
    top: int

    @property
    def size(self) -> int:
        """The width of a cup."""
        return self.bands.size

    def at(self, cell: Cell) -> Point:
        """The centre of a cell's ground."""
        x, y = self.bands.point(self.frame.spot(cell))
        return x, y + self.top

    def together(self, *cells: Cell) -> bool:
        """Whether all these cells are in the same band, so that a line can connect them."""
        return len({self.bands.band(self.frame.spot(cell)) for cell in cells}) == 1


def _cells(canvas: Canvas, public: Public, placing: Placing, choosing: Choosing) -> None:
    """Draw all cells in reading order, so that a stack hides the ones behind it, then the last event.

    Every cup and every cell to choose is labelled with its name, or its button's label if it has one. While a board is
    being built cups are not chosen: if they are small, only the cells to choose are labelled.
    """
    layers, free, name, size = public.layers, public.free, public.frame.name, placing.size
    pressed, possible = _pressed(choosing), _possible(choosing)
    for cell in sorted(public.cells + free, key=reading_order):
        x, y = placing.at(cell)
        if cups := layers.get(cell):
            look = _look(public, cell, pressed, possible)
            canvas.put(stack(cups, size, look), x, y + size / 2, anchor="mb")
            if size >= SMALL_CUP or not free:
                name_stack(canvas, possible.get(cell) or name(cell), cups, x, y + size / 2, size, look)
        else:
            canvas.put(spot(size, lit=cell in possible), x, y)
    for cell in free:
        colour = theme.ACCENT if cell in possible else theme.MUTED
        canvas.text(possible.get(cell) or name(cell), *placing.at(cell), size=theme.SMALLEST, colour=colour)
    if isinstance(public.last, Stacked) and not pressed:
        _moved(canvas, public, placing, public.last)


def _possible(choosing: Choosing) -> dict[Cell, str]:
    """The cells that can be pressed, each with the label of its button."""
    # Steps that are colours or rows have no comma.
    return {cell_of(press.steps[-1]): press.label for press in choosing.cells if "," in press.steps[-1]}


def _pressed(choosing: Choosing) -> Cell | None:
    """The stack that was chosen to move."""
    return cell_of(choosing.steps[1]) if choosing.steps[:1] == ("stack",) and len(choosing.steps) > 1 else None


def _look(public: Public, cell: Cell, pressed: Cell | None, possible: Collection[Cell]) -> Look:
    """The look of a stack. Once the one to move is chosen, stacks that it cannot cover are dimmed."""
    if cell == pressed:
        return "chosen"
    if cell in possible or (isinstance(public.last, CupPlaced) and cell == public.last.cell):
        return "possible"
    if pressed:
        return "calm"
    return "calm" if public.phase == "stack" and alone(public.layers, cell) else "plain"


def alone(layers: Mapping[Cell, Sequence[str]], cell: Cell) -> bool:
    """Whether a stack touches no other, so that nobody can take it."""
    return not any(layers.get(near) for near in neighbours(cell))


def _moved(canvas: Canvas, public: Public, placing: Placing, event: Stacked) -> None:
    """The path of the stack that has just moved, and the islands taken off by that move."""
    for island in event.settled:
        _settled(canvas, placing, island)
    if not placing.together(event.source, event.target):
        return
    start, (x, y) = placing.at(event.source), placing.at(event.target)
    if event.source[1] < event.target[1]:
        # An arrow from behind ends at the top of the stack, one from the front at its foot.
        y -= rise(len(public.layers[event.target]))
    size, far = placing.size, math.dist(start, (x, y))
    tail = between(start, (x, y), -size * 0.3 / far)
    tip = between(start, (x, y), 1 - (size / 2 + 2) / far)
    canvas.link(tail, tip, colour=theme.ACCENT, width=size / 11)


def _settled(canvas: Canvas, placing: Placing, island: Settled) -> None:
    """The cells of an island that was taken off, and the number of cups its colour got, on the first cell."""
    size = placing.size
    for cell in island.cells:
        canvas.put(spot(size, lit=True), *placing.at(cell))
    x, y = placing.at(island.cells[0])
    canvas.put(symbol(island.colour, max(22, size // 3)), x, y - size * 0.16)
    canvas.text(f"+{island.cups}", x, y + size * 0.21, size=theme.SMALLEST, colour=theme.ACCENT, strong=True)


HEAP_CUP = 130


def _heaps(canvas: Canvas, public: Public, top: int) -> None:
    """The cups before the deal: one heap per colour."""
    colours = public.setup.colours
    for index, colour in enumerate(colours):
        x = theme.WIDTH / 2 + (index - (len(colours) - 1) / 2) * HEAP_CUP
        canvas.put(stack((colour,) * CUPS_PER_COLOUR, 100), x, top + HEAP_CUP, anchor="mb")


def _plate(public: Public, seat: Seat, scores: Sequence[int], own: list[Total], say: Say) -> seats.Seat:
    """A seat: the totals of its colours, its score when it differs from these, and whether it still plays."""
    marks: list[Sprite] = []
    over = public.phase == "over"
    if over and scores[seat] == max(scores) and seats.stayed(say.raw_name(seat)):
        marks.append(signs.crown())
    if not over and seat in public.blocked:
        marks.append(halted())
    if public.setup.two_colours and public.phase in ("stack", "over"):
        marks.append(signs.tag(str(scores[seat]), size=26))
    return seats.Seat(
        seat,
        say.raw_name(seat),
        tuple(_facts(public, own, say)),
        active=seat == public.active,
        out=not over and seat in public.blocked,
        mark=row(marks) if marks else None,
        plain=True,
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
            facts.append(seats.Fact(signs.padlock(28), str(total.safe)))
    return facts


def _to_place(public: Public, total: Total) -> int:
    """The cups of a colour that are not on the table yet; all of them before a deal."""
    return total.left if public.setup.advanced else CUPS_PER_COLOUR


def _legend(public: Public, say: Say, choosing: Choosing) -> list[Sign]:
    """The legend of the picture."""
    if public.phase == "over":
        return []
    possible = bool(_possible(choosing))
    if public.phase == "place":
        return [(spot(34, lit=possible), say("picture-free"))]
    if _pressed(choosing):
        return [(ringed("chosen"), say("picture-chosen")), (ringed("possible"), say("picture-target"))]
    items = [(ringed("possible"), say("picture-movable"))] if possible else []
    calm = [] if public.setup.early_resolution else [stack(("panda",), 40, "calm")]
    items.append((row([*calm, signs.padlock(28)]), say("picture-safe")))
    if public.blocked:
        items.append((halted(), say("picture-blocked")))
    return items


# ---- before the game


def emblem(canvas: Canvas, box: Box) -> None:
    """Cups of the four symbols, some stacked."""
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
