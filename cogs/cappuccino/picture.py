"""A view of Cappuccino as a picture. ``python -m cogs.cappuccino.picture DIR`` writes samples to look at."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bot.core.game import NOTHING, Choosing, Say, Seat
from bot.pictures.kit import badges, links, seats, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Box, Point
from bot.pictures.kit.sprites import Sprite
from cogs.cappuccino.bands import SMALL, Bands
from cogs.cappuccino.cells import Cell, Frame, Spot, neighbours, reading_order
from cogs.cappuccino.moves import EACH, cell_of
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


def picture(view: CappuccinoView, say: Say, choosing: Choosing = NOTHING) -> bytes:
    """A PNG: the table for an onlooker; for a seat the table it chooses from, with its own colours."""
    if view.seat is None:
        return board(view.public, say, choosing)
    return hand(view.public, view.seat, say, choosing)


Sign = tuple[Sprite, str]
"""A sign and what it means."""

TALLEST = 960
"""A picture is never higher than this: what a phone shows at once."""
LEGEND = 44
ABOVE = 20
"""The room above the board, and under the plates."""


# ---- the table as everybody sees it: the honeycomb with its stacks, and how the players stand


def board(public: Public, say: Say, choosing: Choosing = NOTHING) -> bytes:
    """The public picture of a moment."""
    count = public.setup.seats
    foot = seats.below(seats.rows(count, 0)) + ABOVE + theme.MARGIN // 4
    if public.phase == "deal":
        canvas = Canvas(2 * ABOVE + LARGE + foot)
        _heaps(canvas, public, ABOVE)
    else:
        canvas = _honeycomb(public, _legend(public, say, choosing, plates=True), choosing, ABOVE, foot)
    scores, totals = public.scores, public.totals
    for seat, box in enumerate(seats.rows(count, canvas.height - foot)):
        own = [total for total in totals if total.seat == seat]
        seats.plate(canvas, box, _plate(public, seat, scores, own, say))
    return canvas.png()


def spots(public: Public) -> tuple[Spot, ...]:
    """Where on the screen there is something to see: cups, voids, and cells to choose from."""
    return tuple(map(public.frame.spot, public.cells + public.free))


def _honeycomb(public: Public, items: Sequence[Sign], choosing: Choosing, top: int, foot: int) -> Canvas:
    """A canvas with the board so far below its upper edge, a legend under it, and so much room below that."""
    below = LEGEND if items else 8
    bands = Bands(spots(public), TALLEST - top - below - foot, head=0 if public.phase == "place" else RIMS)
    canvas = Canvas(top + bands.height + below + foot)
    _cells(canvas, public, Placing(public.frame, bands, top), choosing)
    if items:
        legend(canvas, items, canvas.height - foot - below / 2)
    return canvas


class Placing(NamedTuple):
    """Where on a picture cells stand."""

    frame: Frame
    bands: Bands
    top: int

    @property
    def size(self) -> int:
        """How wide a cup is."""
        return self.bands.size

    def at(self, cell: Cell) -> Point:
        """The middle of a cell's ground."""
        x, y = self.bands.point(self.frame.spot(cell))
        return x, y + self.top

    def together(self, *cells: Cell) -> bool:
        """Whether a line between cells does not leave their part of the board."""
        return len({self.bands.band(self.frame.spot(cell)) for cell in cells}) == 1


def _cells(canvas: Canvas, public: Public, placing: Placing, choosing: Choosing) -> None:
    """All cells in reading order, so that a stack hides what stands behind it, then what has just happened.

    Every cup and every cell to choose carries its name: that of its button, where there is one. While a board is being
    built nobody asks for a cup: on one so long that its cups are small, only the cells to choose are named.
    """
    layers, free, name, size = public.layers, public.free, public.frame.name, placing.size
    pressed, possible = _pressed(choosing), _possible(choosing)
    for cell in sorted(public.cells + free, key=reading_order):
        x, y = placing.at(cell)
        if cups := layers.get(cell):
            look = _look(public, cell, pressed, possible)
            canvas.put(stack(cups, size, look), x, y + size / 2, anchor="mb")
            if size >= SMALL or not free:
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
    # Colours and rows, which are no cells, have no comma.
    return {cell_of(press.steps[-1]): press.label for press in choosing.cells if "," in press.steps[-1]}


def _pressed(choosing: Choosing) -> Cell | None:
    """The stack that is about to move."""
    return cell_of(choosing.steps[1]) if choosing.steps[:1] == ("stack",) and len(choosing.steps) > 1 else None


def _look(public: Public, cell: Cell, pressed: Cell | None, possible: Collection[Cell]) -> Look:
    """How a stack is shown. Once the one to move is chosen, all it cannot cover steps back."""
    if cell == pressed:
        return "chosen"
    if cell in possible or (isinstance(public.last, CupPlaced) and cell == public.last.cell):
        return "possible"
    if pressed:
        return "calm"
    return "calm" if public.phase == "stack" and alone(public.layers, cell) else "plain"


def alone(layers: Mapping[Cell, Sequence[str]], cell: Cell) -> bool:
    """Whether a stack touches no other: nobody can take it any more."""
    return not any(layers.get(near) for near in neighbours(cell))


def _moved(canvas: Canvas, public: Public, placing: Placing, event: Stacked) -> None:
    """The way of the stack that has just moved, and the cups taken off because of it."""
    for island in event.settled:
        _settled(canvas, placing, island)
    if not placing.together(event.source, event.target):
        return
    start, (x, y) = placing.at(event.source), placing.at(event.target)
    if event.source[1] < event.target[1]:
        # From behind, one sees the way to the top of the stack; from before, to its foot.
        y -= rise(len(public.layers[event.target]))
    size, far = placing.size, math.dist(start, (x, y))
    tail = between(start, (x, y), -size * 0.3 / far)
    tip = between(start, (x, y), 1 - (size / 2 + 2) / far)
    links.link(canvas, tail, tip, colour=theme.ACCENT, width=size / 11, heads=">")


def _settled(canvas: Canvas, placing: Placing, island: Settled) -> None:
    """The cells of an island that was taken off, and how many cups its colour got, on the first of them."""
    size = placing.size
    for cell in island.cells:
        canvas.put(spot(size, lit=True), *placing.at(cell))
    x, y = placing.at(island.cells[0])
    canvas.put(symbol(island.colour, max(22, size // 3)), x, y - size * 0.16)
    canvas.text(f"+{island.cups}", x, y + size * 0.21, size=theme.SMALLEST, colour=theme.ACCENT, strong=True)


LARGE = 130


def _heaps(canvas: Canvas, public: Public, top: int) -> None:
    """The cups before they are on the table: a heap a colour."""
    colours = public.setup.colours
    for index, colour in enumerate(colours):
        x = theme.WIDTH / 2 + (index - (len(colours) - 1) / 2) * LARGE
        canvas.put(stack((colour,) * EACH, 100), x, top + LARGE, anchor="mb")


def _plate(public: Public, seat: Seat, scores: Sequence[int], own: list[Total], say: Say) -> seats.Seat:
    """A seat: its colours with what they count, its score when it is not one of these, and whether it plays on."""
    marks: list[Sprite] = []
    over = public.phase == "over"
    if over and scores[seat] == max(scores):
        marks.append(badges.crown())
    if not over and seat in public.blocked:
        marks.append(halted())
    if public.setup.two_colours and public.phase in ("stack", "over"):
        marks.append(badges.tag(str(scores[seat]), size=26))
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
            facts.append(seats.Fact(badges.padlock(28), str(total.safe)))
    return facts


def _to_place(public: Public, total: Total) -> int:
    """How many cups of a colour are not on the table yet; all of those that will be shuffled."""
    return total.left if public.setup.advanced else EACH


def _legend(public: Public, say: Say, choosing: Choosing, *, plates: bool = False) -> list[Sign]:
    """What the signs on the picture mean, with those on the plates of seats if it has them."""
    if public.phase == "over":
        return []
    possible = bool(_possible(choosing))
    if public.phase == "place":
        return [(spot(34, lit=possible), say("picture-free"))]
    if _pressed(choosing):
        return [(ringed("chosen"), say("picture-chosen")), (ringed("possible"), say("picture-target"))]
    items = [(ringed("possible"), say("picture-movable"))] if possible else []
    calm = [] if public.setup.early_resolution else [stack(("panda",), 40, "calm")]
    items.append((row([*calm, badges.padlock(28)]), say("picture-safe")))
    if plates and public.blocked:
        items.append((halted(), say("picture-blocked")))
    return items


# ---- the same for a seat: what its colours count, and the honeycomb as large as it can be

TOP = 92
"""The height of the line that counts the seat's cups, with the edge above it."""
FOOT = 20


def hand(public: Public, seat: Seat, say: Say, choosing: Choosing = NOTHING) -> bytes:
    """What a seat holds now, and what it chooses from."""
    own = [total for total in public.totals if total.seat == seat]
    if public.phase == "deal":
        canvas = Canvas(TOP + LARGE + 2 * FOOT)
        _heaps(canvas, public, TOP)
    else:
        canvas = _honeycomb(public, _legend(public, say, choosing), choosing, TOP, FOOT)
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
