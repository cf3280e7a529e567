"""The public board: the cups where they stand, and a plate for each seat."""

from __future__ import annotations

from bot.core.game import Say, Seat
from bot.pictures.kit import badges, cups, links, seats, theme, tokens
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.pen import Pen, Point
from bot.pictures.kit.sprites import Sprite, sprite
from cogs.ptipasspass.layouts import Cup, board
from cogs.ptipasspass.rules import VICTORIES_TO_WIN
from cogs.ptipasspass.views import OpenCups, Placed, TableView, hurry

LARGEST = 128
"""A cup's place is never wider than this, however few there are."""


class Layout:
    """Where everything of a view's board stands; ``draw`` puts it down."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.cups = board(view.layout, view.seats)
        across = max(len(row) + indent / 2 for row, indent in zip(self.cups.rows, self.cups.indents, strict=True))
        self.pitch = min(LARGEST, (theme.WIDTH - 2 * theme.MARGIN) / across)
        # In a hive each cup touches the two above it, so rows are closer than cups of a row.
        self.rise = self.pitch * (0.9 if view.layout == "hive" else 1)
        self.left = (theme.WIDTH - across * self.pitch) / 2
        self.cups_tall = round(self.rise * 2 + self.pitch)
        self.tall = self.cups_tall + 16 + seats.below(seats.rows(view.seats, 0))

    def spots(self, top: float) -> dict[Cup, Point]:
        """The middle of each cup's place."""
        return {
            cup: (self.left + (column + (indent + 1) / 2) * self.pitch, top + row * self.rise + self.pitch / 2)
            for row, (names, indent) in enumerate(zip(self.cups.rows, self.cups.indents, strict=True))
            for column, cup in enumerate(names)
        }

    def draw(self, canvas: Canvas, top: float, say: Say) -> None:
        """Put the cups and, under them, the plates on the picture."""
        self._cups(canvas, self.spots(top))
        boxes = seats.rows(self.view.seats, top + self.cups_tall + 16)
        for seat, box in enumerate(boxes):
            seats.plate(canvas, box, _seat(self.view, seat, say))

    def _cups(self, canvas: Canvas, spots: dict[Cup, Point]) -> None:
        view, size = self.view, int(self.pitch - 8)
        opened: dict[Cup, tuple[str, ...]] = {}
        if isinstance(view.flash, OpenCups):
            opened = dict(zip(view.flash.cups, view.flash.tokens, strict=True))
        if len(opened) > 1:
            first, *_, last = opened
            canvas.line((spots[first], spots[last]), theme.ACCENT, width=14)
        for cup, (x, y) in spots.items():
            if cup in opened:
                canvas.put(cups.lifted(opened[cup], cup, size), x, y)
            else:
                canvas.put(cups.cup(cup, size, lit=cup == view.aimed or cup in (view.swapped or ())), x, y)
        if view.swapped:
            one, other = view.swapped
            _swap(canvas, spots[one], spots[other], size)
        if isinstance(view.last, Placed) and view.last.end is None:
            # What the turn before has changed.
            x, y = spots[view.last.cup]
            canvas.put(tokens.hidden_token(36), x + size * 0.34, y - size * 0.34)


def _swap(canvas: Canvas, one: Point, other: Point, size: int) -> None:
    """Two arrows that pass beside the names of the cups they exchange."""
    bend, gap = size * 0.4, size * 0.36
    for start, end in ((one, other), (other, one)):
        links.link(canvas, start, end, colour=theme.INK, width=11, bend=bend, gap=gap)
        links.link(canvas, start, end, colour=theme.ACCENT, width=7, bend=bend, gap=gap, heads=">")


@sprite
def held(count: int, size: int = 34) -> Sprite:
    """Tokens in somebody's keeping, their colours hidden: up to three, one over another; none: an empty place."""
    step = size * 0.5
    shown = min(count, 3)
    pen = Pen(size + step * max(0, shown - 1), size)
    if not count:
        pen.ring(size / 2, size / 2, size * 0.42, 2.5, theme.MUTED)
    for place in range(shown):
        x = size / 2 + place * step
        pen.disc(x, size / 2, size * 0.5, theme.PLATE)
        pen.disc(x, size * 0.53, size * 0.43, theme.SHADE)
        pen.disc(x, size * 0.48, size * 0.43, theme.MUTED)
        pen.disc(x, size * 0.48, size * 0.34, theme.PLATE)
        pen.disc(x, size * 0.48, size * 0.24, theme.MUTED)
    return pen.done()


def _seat(view: TableView, seat: Seat, say: Say) -> seats.Seat:
    answered = hurry(view) and seat != view.active and seat not in view.to_act
    return seats.Seat(
        seat,
        say.raw_name(seat),
        (
            seats.Fact(held(view.counts[seat]), str(view.counts[seat])),
            *(seats.Fact(tokens.victory(34, won=place < view.victories[seat])) for place in range(VICTORIES_TO_WIN)),
        ),
        active=seat in view.to_act,
        out=answered,
        mark=_mark(view, seat, answered=answered),
    )


def _mark(view: TableView, seat: Seat, *, answered: bool) -> Sprite | None:
    """A crown for the winner, a fist that holds a token, a tick for an OK; an hourglass while an answer lacks."""
    if seat == view.active:
        if view.phase == "over":
            return badges.crown()
        return badges.fist(40) if view.aimed else None
    if answered:
        return badges.verdict(36, good=True)
    return badges.hourglass() if hurry(view) else None
