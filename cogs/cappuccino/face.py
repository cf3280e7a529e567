"""A view of Cappuccino in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill

from bot.core.game import Cell, Grid, Path, Say, Seat, Sight
from cogs.cappuccino.cells import Cell as Position
from cogs.cappuccino.cells import Spot, neighbours, reading_order, row_name
from cogs.cappuccino.moves import Colour, cell_of
from cogs.cappuccino.view import CappuccinoView, CupPlaced, CupsDealt, Public, Settled, Stacked, Total, few_ways

SYMBOLS: dict[Colour, str] = {"cat": "▲", "panda": "●", "leaf": "◆", "flower": "■"}
FREE = "·"
"""A cell where the next cup may go."""


def sight(view: CappuccinoView, say: Say) -> Sight:
    """The view in words."""
    public = view.public

    def story() -> str:
        return " ".join(_story(public, say))

    return Sight(
        title=_title(public, say),
        scene=lambda: say("not-dealt") if public.phase == "deal" else "\n".join(_scene(public, say)),
        story=story,
        recap=story,
        note=lambda: _note(view, say),
        hand=lambda: "" if view.seat is None or public.phase == "deal" else "\n".join(_hand(public, view.seat, say)),
    )


def label(view: CappuccinoView, path: Path, say: Say) -> str:
    """The label of the last step: a stack, a colour, a row, or a cell."""
    public = view.public
    match path:
        case ("stack", *_, token):
            layers = public.layers.get(cell_of(token), ())
            name = public.frame.name(cell_of(token))
            return say("choice-stack", name=name, mark=_mark(layers), colour=layers[-1]) if layers else name
        case ("place", colour):
            total = next(total for total in public.totals if total.colour == colour)
            return say("choice-colour", colour=_colour(total.colour, say), left=total.left)
        case ("place", _, row):
            cells = [cell for cell in public.free if cell[1] == int(row[1:])]
            letter = public.frame.row((0, int(row[1:])))
            return say("choice-row", row=letter, count=len(cells))
        case _:
            return public.frame.name(cell_of(path[-1]))


def grid(view: CappuccinoView, path: Path, ends: Sequence[Path], _say: Say) -> Grid:
    """Buttons in the order of the cells; once a stack is chosen, its neighbours as they lie."""
    public = view.public
    name = public.frame.name
    match path:
        case ("stack", token):
            return _around(public, cell_of(token))
        case ("stack",) | ("place", _) | ("place", _, _):
            # The row is a step of the command only; on the board players press the cell itself.
            depth = 1 if path[0] == "stack" else None
            presses = {cell_of(end[:depth][-1]): end[:depth] for end in ends}
            # One after the other: a row for each row of the board would not leave room for the picture.
            return [[Cell(presses[at], name(at)) for at in sorted(presses, key=reading_order)]]
    return ()


def _around(public: Public, source: Position) -> Grid:
    """A stack amid its neighbours, including those it cannot cover; voids keep their place."""
    layers, name = public.layers, public.frame.name

    def cell(at: Position) -> Cell | None:
        return Cell((f"{at[0]},{at[1]}",), name(at)) if layers.get(at) else None

    above_left, above_right, left, right, below_left, below_right = map(cell, neighbours(source))
    return [[above_left, above_right], [left, cell(source), right], [below_left, below_right]]


def _title(public: Public, say: Say) -> str:
    """The progress of the game, and its options."""
    parts: list[str] = []
    if public.phase == "place":
        parts.append(say("title-place", placed=len(public.cells), cups=public.setup.cups))
    elif public.phase != "deal":
        parts.append(say("title-stacks", count=sum(map(bool, public.piles))))
    parts += [say("title-two")] if public.setup.two_colours else []
    parts += [say("title-early")] if public.setup.early_resolution else []
    return " · ".join(parts)


def _scene(public: Public, say: Say) -> Iterable[str]:
    """The board, then the totals of the colours."""
    yield f"```\n{_board(public)}\n```"
    for total in public.totals:
        yield _standing(public, total, say)
    if public.setup.two_colours and public.phase != "place":
        scores = (say("score", name=say.name(seat), cups=score) for seat, score in enumerate(public.scores))
        yield say("best-colour", scores=", ".join(scores))
    if public.phase == "place":
        yield say("legend-free")


def _standing(public: Public, total: Total, say: Say) -> str:
    words = {"colour": _colour(total.colour, say), "name": say.name(total.seat)}
    if public.phase == "place":
        return say("standing-place", **words, left=total.left)
    if public.phase == "over":
        return say("standing", **words, cups=total.cups, stacks=total.stacks, safe=0)
    line = say("standing", **words, cups=total.cups, stacks=total.stacks, safe=total.safe)
    return say("standing-blocked", line=line) if total.seat in public.blocked else line


def _story(public: Public, say: Say) -> Iterable[str]:
    """The last events, one sentence each."""
    match public.last:
        case CupsDealt(first=first):
            yield say("story-building" if public.setup.advanced else "story-dealt", name=say.name(first))
        case CupPlaced() as event:
            cell, colour = public.frame.name(event.cell), _colour(event.colour, say)
            yield say("story-placed", name=say.name(event.seat), cell=cell, colour=colour)
            if public.phase == "stack" and public.first is not None:
                yield say("story-built", people=say.names((public.first,)))
        case Stacked() as event:
            yield from _stacked(public, event, say)
        case None:
            pass


def _stacked(public: Public, event: Stacked, say: Say) -> Iterable[str]:
    owner, name = public.setup.owner(event.under), public.frame.name
    yield say(
        "story-stacked-own" if owner == event.seat else "story-stacked",
        name=say.name(event.seat),
        source=name(event.source),
        colour=_colour(event.colour, say),
        height=event.height,
        target=name(event.target),
        under=_colour(event.under, say),
        added=event.added,
        owner=say.name(owner),
        total=event.height + event.added,
    )
    if event.settled:
        yield say("story-settled", islands=", ".join(_island(public, island, say) for island in event.settled))
    if public.phase == "over":
        yield say("story-over")
    elif event.blocked:
        yield say("story-blocked", people=say.names(event.blocked), count=len(event.blocked))


def _island(public: Public, island: Settled, say: Say) -> str:
    cells = " ".join(map(public.frame.name, island.cells))
    return say("island", cells=cells, cups=island.cups, colour=_colour(island.colour, say))


def _note(view: CappuccinoView, say: Say) -> str:
    """Where a player who builds the board may put a cup."""
    public = view.public
    if public.phase != "place" or view.seat is None or view.seat != public.active:
        return ""
    return say("hand-place", needed=min(len(public.cells), 2))


def _hand(public: Public, seat: Seat, say: Say) -> Iterable[str]:
    """The seat's colours and its possible moves."""
    colours = " + ".join(_colour(colour, say) for colour in public.setup.owned(seat))
    key = "hand-place-colours" if public.phase == "place" else "hand-two" if public.setup.two_colours else "hand"
    yield say(key, colours=colours, cups=public.scores[seat])
    if public.phase == "over":
        return
    if seat in public.blocked:
        yield say("hand-blocked")
    elif seat == public.active and public.phase == "place":
        yield say("hand-place", needed=min(len(public.cells), 2))
    elif seat == public.active:
        yield say("hand-movable", stacks=_movable(public))


def _movable(public: Public) -> str:
    """The stacks that can move, with their targets when these are few."""
    name, ways = public.frame.name, public.ways
    if few_ways(ways):
        return " · ".join(f"{name(cell)} → {', '.join(map(name, targets))}" for cell, targets in ways.items())
    return ", ".join(map(name, ways))


def _colour(colour: Colour, say: Say) -> str:
    return f"{SYMBOLS[colour]} {say('colour', colour=colour)}"


def _mark(layers: Sequence[Colour]) -> str:
    """A stack in two or three characters; empty for a void."""
    return f"{SYMBOLS[layers[-1]]}{len(layers)}" if layers else ""


# ---- the board: staggered rows with the names of rows and columns, narrow enough for a phone

DRAWING_COLUMNS = 38
DRAWING_CHARACTERS = 1400
LABEL_COLUMNS = 3
"""The width of a row's name and the space after it."""
MARK_COLUMNS = 3
"""The width of a mark: a symbol and a height, or a column's number."""


def _board(public: Public) -> str:
    """The board as text. An unfinished one has only single cups, so heights are omitted."""
    placing = public.phase == "place"
    spot = public.frame.spot
    marks = {spot(cell): _mark(layers)[: 1 if placing else None] for cell, layers in public.layers.items()}
    marks |= {spot(cell): FREE for cell in public.free}
    return draw(marks, 1 if placing else 2)


def draw(marks: Mapping[Spot, str], scale: int) -> str:
    """A drawing with a mark on each spot; ``scale`` is the width of half a cup in characters. Empty marks stay blank.

    A board that is too wide is cut into bands, one below the other. One that is still too long becomes a list.
    """
    if not marks:
        return ""
    columns = max(column for _, column in marks)
    most = (DRAWING_COLUMNS - LABEL_COLUMNS - MARK_COLUMNS) // scale + 1
    bands = -(-columns // most)
    width = -(-columns // bands)
    drawing = "\n\n".join(
        _band({spot: mark for spot, mark in marks.items() if first <= spot[1] < first + width}, first, scale)
        for first in range(1, columns + 1, width)
    )
    return drawing if len(drawing) <= DRAWING_CHARACTERS else listing(marks)


def listing(marks: Mapping[Spot, str]) -> str:
    """All marks with the names of their spots, in reading order."""
    return fill(
        " ".join(f"{row_name(row)}{column}{mark}" for (row, column), mark in sorted(marks.items()) if mark),
        DRAWING_COLUMNS,
    )


def _band(marks: Mapping[Spot, str], first: int, scale: int) -> str:
    """The part of a drawing from a column on, with column numbers: the first row's above, the others' below."""
    rows = sorted({row for row, _ in marks})
    lines = [
        _line(row_name(row), {column: mark for (at, column), mark in marks.items() if at == row}, first, scale)
        for row in range(rows[0], rows[-1] + 1)
    ]
    above = _numbers(marks, rows[0] % 2, first, scale)
    below = _numbers(marks, 1 - rows[0] % 2, first, scale)
    return "\n".join([above, *lines, below] if below else [above, *lines])


def _numbers(marks: Mapping[Spot, str], parity: int, first: int, scale: int) -> str:
    """The numbers of the columns that every other row has, as many as there is room for."""
    columns = sorted({column for row, column in marks if row % 2 == parity})
    if not columns:
        return ""
    every = range(columns[0], columns[-1] + 1, (MARK_COLUMNS + 1) // scale)
    return _line("", {column: str(column) for column in every}, first, scale)


def _line(name: str, marks: Mapping[int, str], first: int, scale: int) -> str:
    line = name
    for column, mark in sorted(marks.items()):
        line = line.ljust(LABEL_COLUMNS + (column - first) * scale) + mark
    return line.rstrip()
