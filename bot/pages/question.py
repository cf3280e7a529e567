"""What somebody is asked next on the way to a move: one thing at a time, laid out as the game says it lies."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from bot.core.game import NOTHING, AnyGame, Cell, Choosing, Path, Say, Seat
from bot.core.table import Table
from bot.pages.page import LABEL_LIMIT, cut
from bot.text.strings import bare

WIDTH = 5
"""Discord's limit on the buttons of a row."""
EMPTY = "\u200b"
"""What stands on a button that has no words: Discord wants a letter, and this one cannot be seen."""

_NUMBER = re.compile(r"[0-9]{1,4}")


class Press(NamedTuple):
    """Something to press: the steps it leads to, its words, and whether it may be pressed now."""

    path: Path
    words: str
    possible: bool = True
    stays: bool = False

    @property
    def label(self) -> str:
        """Its words as they stand on a button, and in the picture."""
        return cut(bare(self.words), LABEL_LIMIT) or EMPTY


Row = tuple[Press | None, ...]


class Question(NamedTuple):
    """One thing to choose."""

    steps: Path
    """What has been chosen so far, with the steps that were no choice; empty while nothing but verbs are asked for."""
    rows: tuple[Row, ...]
    """What may be pressed, and what lies between."""
    verbs: tuple[Press, ...]
    """Verbs to choose from: beside the rows all others, without rows all."""

    @property
    def possible(self) -> list[Press]:
        """All of the rows that may be pressed."""
        return [press for row in self.rows for press in row if press and press.possible]


class Step(NamedTuple):
    """A choice that was made on the way: where its question is asked again, and what was pressed."""

    back: Path
    press: Press


def paths(game: AnyGame, legal: Collection[Any]) -> dict[Path, Any]:
    """Every legal move by its steps, in the order people should see them."""
    order = game.order
    return dict(sorted([(game.path(move), move) for move in legal], key=lambda item: order[item[0][0]]))


def public_paths(table: Table) -> list[Path]:
    """The moves that somebody waited for may make on the public board, each person's in their order."""
    game, public = table.game, table.game.public_verbs
    found: dict[Path, None] = {}
    before = None
    for seat in table.to_act if public else ():
        # Most often all of them may make the same, which are then the same list.
        if (legal := table.legal(seat)) is not before:
            own = [game.path(move) for move in legal if game.spelling.verbs[type(move)] in public]
            found.update(dict.fromkeys(sorted(own, key=lambda path: game.order[path[0]])))
            before = legal
    return list(found)


def tokens(found: Iterable[Path], prefix: Path) -> list[str]:
    """The next steps possible after those already taken."""
    depth = len(prefix)
    return list(dict.fromkeys([path[depth] for path in found if len(path) > depth and path[:depth] == prefix]))


def question(game: AnyGame, view: Any, found: Sequence[Path], say: Say, steps: Path) -> Question | None:
    """What is asked after these steps, given the paths of all moves that are legal; None if nothing can follow."""
    begun = [path for path in found if len(path) > len(steps) and path[: len(steps)] == steps] if steps else found
    if not begun:
        return None
    steps = _skip(begun, steps)
    if steps:
        return Question(steps, _rows(game, view, begun, say, steps), ())
    whole = {path[0] for path in begun if len(path) == 1}
    keys = tokens(begun, ())
    verbs = {key: Press((key,), say(f"verb-{key}.button")) for key in keys}
    further = [key for key in keys if key not in whole]
    main = further if len(further) == 1 else [key for key in further if game.verb(key).main]
    if len(main) != 1:
        return Question((), (), tuple(verbs.values()))
    # One verb asks for more, or asks first: its question is the page, and the others stand beside it.
    begun = [path for path in begun if path[0] == main[0]]
    steps = _skip(begun, (main[0],))
    rows = _rows(game, view, begun, say, steps)
    return Question(steps, rows, tuple(verbs[key] for key in keys if key != main[0]))


def trail(game: AnyGame, view: Any, found: Sequence[Path], say: Say, steps: Path) -> list[Step]:
    """The choices made on the way to these steps, each where there was more than one possibility."""
    taken: list[Step] = []
    at: Path = ()
    asked = question(game, view, found, say, at)
    while asked and asked.steps != steps:
        ways = [*asked.possible, *asked.verbs]
        press = next((press for press in ways if steps[: len(press.path)] == press.path), None)
        if press is None:
            break  # Typed, not pressed: no page has led here.
        taken.append(Step(at, press))
        at = press.path
        asked = question(game, view, found, say, at)
    return taken


def choosing(table: Table, seat: Seat | None, view: Any, say: Say, now: float, steps: Path) -> Choosing:
    """What a seat chooses from after these steps; without a seat, what is chosen on the public board."""
    if seat is None:
        return offered(board_question(table, view, say))
    return NOTHING if table.blocked(now) else offered(seat_question(table, seat, view, say, steps))


def board_question(table: Table, view: Any, say: Say) -> Question | None:
    """What is asked on the public board."""
    return question(table.game, view, public_paths(table), say, ())


def seat_question(table: Table, seat: Seat, view: Any, say: Say, steps: Path) -> Question | None:
    """What a seat is asked after these steps, whether or not it must wait until what is revealed is hidden."""
    return standing(table.game, view, list(paths(table.game, table.legal(seat))), say, paged(steps)[0])


def standing(game: AnyGame, view: Any, found: Sequence[Path], say: Say, steps: Path) -> Question | None:
    """What is asked after these steps, or, if they lead nowhere, from the beginning: they are of an old page."""
    return question(game, view, found, say, steps) or (question(game, view, found, say, ()) if steps else None)


def asked(game: AnyGame, view: Any, found: Sequence[Path], say: Say, steps: Path = ()) -> Choosing:
    """What is chosen from after these steps, given the paths of all moves that are legal, as a picture is told it."""
    return offered(standing(game, view, found, say, steps))


def offered(what: Question | None) -> Choosing:
    """A question as a picture is told it."""
    if what is None or not (what.steps or what.rows):
        return NOTHING
    depth = len(what.steps)
    return Choosing(what.steps, tuple(Cell(press.path[depth:], press.label) for press in what.possible))


def paged(steps: Path) -> tuple[Path, int]:
    """The steps taken, and the page of the menus a last step like ``~2`` asks for."""
    if steps and steps[-1].startswith("~"):
        # What we did not write is the first page: a custom_id can be forged.
        digits = _NUMBER.fullmatch(steps[-1], 1)
        return steps[:-1], int(digits[0]) if digits else 0
    return steps, 0


def _skip(found: Sequence[Path], prefix: Path) -> Path:
    """Take the steps that are no choice, but never the last one: a move is made by a person."""
    shortest = min(map(len, found))
    while len(prefix) + 1 < shortest and len(following := tokens(found, prefix)) == 1:
        prefix = (*prefix, following[0])
    return prefix


def _rows(game: AnyGame, view: Any, begun: Sequence[Path], say: Say, steps: Path) -> tuple[Row, ...]:
    """The next choice as the game lays it out, mended where Discord or a player could not do with it."""
    depth = len(steps)
    ends = [path[depth:] for path in begun]
    possible = {end[:length] for end in ends for length in range(1, len(end) + 1)}
    seen: set[Path] = set()

    def presses(row: Iterable[Cell | None]) -> Iterator[Press | None]:
        for cell in row:
            if cell is None:
                yield None
            elif cell.steps and cell.steps not in seen:
                seen.add(cell.steps)
                words = cell.label or game.face.label(view, (*steps, *cell.steps), say)
                yield Press((*steps, *cell.steps), words, cell.steps in possible, cell.stays)

    rows = [tuple(presses(row)) for row in game.grid(view, steps, ends, say)]
    reached = {length for length in seen if length in possible}
    missing = [end for end in ends if not any(end[:length] in reached for length in range(1, len(end) + 1))]
    rows.append(tuple(presses(Cell((token,)) for token in tokens(missing, ()))))
    cut_up = [row[start : start + WIDTH] for row in rows for start in range(0, len(row), WIDTH)]
    return tuple(row for row in cut_up if any(press and (press.possible or press.stays) for press in row))
