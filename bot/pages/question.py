"""The question a seat is asked: its moves as buttons or menus, step by step."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from bot.core.game import NOTHING, AnyGame, Cell, Choosing, Path, Say, Seat
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import LABEL_LIMIT, MENU_LIMIT, Block, Button, Buttons, Choice, Menu, Text, cut, rows
from bot.text.strings import bare

PLAY = "play"
"""The verb of every address that leads towards a move."""
REPEAT = "repeat"
"""The verb of one that makes a move, and makes it again whenever the like is asked in this stretch of play."""
HOLE = "hole"
"""The verb of a button that only keeps a place."""
BUTTONS = MENU_LIMIT + 1
"""Buttons of one question: as many as a menu holds, and one, for a second menu with a single line helps nobody."""
MENUS = 4
"""Menus of one page: so many are found at a glance."""


def pick(
    game: AnyGame,
    view: Any,
    found: Sequence[Path],
    say: Say,
    *,
    table: int,
    painted: int,
    steps: Path,
    room: int,
    asked: Question | None = None,
) -> list[Block]:
    """The next question in a panel, in at most so many components; nothing if this seat has no move.

    ``asked`` is that question, from who knows it already.
    """
    prefix, page = paged(steps)
    asked = asked or standing(game, view, found, say, prefix)
    if asked is None:
        return []
    address = Address(PLAY, table, painted)
    below = verb_buttons(game, asked, address, view, say)
    taken = trail(game, view, found, say, asked.steps) if prefix else []
    if taken:
        back = Address("hand", table, painted, taken[-1].back)
        below.append(Button(say("back"), str(back), emoji="↩️"))
    blocks: list[Block] = []
    if asked.steps:
        blocks.append(Text("\n".join((say(f"ask-{asked.steps[0]}-{len(asked.steps)}"), *_chosen(asked, taken)))))
        room -= 1 + len(below) + -(-len(below) // WIDTH)
        blocks += grid(game, asked, address, room) or _menus(asked, page, say, address)
    return [*blocks, *rows(below)]


def grid(game: AnyGame, asked: Question, address: Address, room: int) -> list[Block]:
    """A question's rows as buttons, in at most so many components; nothing if they do not fit or are too many."""
    possible = asked.possible
    if not possible or len(possible) > BUTTONS:
        return []
    laid: Sequence[Row] = asked.rows
    if _size(laid) > room:
        # Without what only keeps places, if that is what it takes.
        laid = [tuple(possible[start : start + WIDTH]) for start in range(0, len(possible), WIDTH)]
    if _size(laid) > room:
        return []
    style = game.verb(asked.steps[0]).style
    found: list[Block] = []
    for line, row in enumerate(laid):
        buttons: list[Button] = []
        for place, press in enumerate(row):
            if press is None:
                hole = address._replace(verb=HOLE, path=(f"{line}", f"{place}"))
                buttons.append(Button(EMPTY, str(hole), disabled=True))
            else:
                target = str(address._replace(path=press.path))
                shown = style if press.possible else "secondary"
                buttons.append(Button(press.label, target, shown, disabled=not press.possible))
        found.append(Buttons(tuple(buttons)))
    return found


def verb_buttons(game: AnyGame, asked: Question, address: Address, view: Any, say: Say) -> list[Button]:
    """A button for each verb of a question, and one more where it may answer several questions at once."""
    found: list[Button] = []
    for press in asked.verbs:
        verb = game.verb(press.path[0])
        target = Address(address.verb, address.table, address.painted, press.path)
        found.append(Button(press.label, str(target), verb.style))
        if verb.repeats and verb.repeats(view) > 1:
            found.append(Button(say(f"verb-{verb.key}.repeated"), str(target._replace(verb=REPEAT)), verb.style))
    return found


def _size(laid: Iterable[Row]) -> int:
    return sum(1 + len(row) for row in laid)


def _chosen(asked: Question, taken: Sequence[Step]) -> list[str]:
    """A line that repeats what was chosen, as it was called on the buttons."""
    words = [step.press.words for step in taken if len(step.press.path) > 1]
    return [f"**{' → '.join(words)}** → ?"] if words and asked.rows else []


def _menus(asked: Question, page: int, say: Say, address: Address) -> list[Block]:
    """Too many for buttons: menus of as many as one holds, and further pages of them."""
    possible, prefix = asked.possible, asked.steps
    parts = [possible[start : start + MENU_LIMIT] for start in range(0, len(possible), MENU_LIMIT)]
    last = (len(parts) - 1) // MENUS
    page = min(page, last)
    blocks: list[Block] = []
    for place, part in enumerate(parts[page * MENUS : (page + 1) * MENUS]):
        path = (*prefix, f"~m{place}") if place else prefix
        words = _span(part, say, alone=len(parts) == 1)
        blocks.append(Menu(str(address._replace(path=path)), words, _lines(part, prefix)))
    if last:
        turn = [
            Button(say(key), str(address._replace(path=(*prefix, f"~{to}"))), emoji=emoji)
            for key, emoji, to in (("earlier", "◀️", page - 1), ("more", "▶️", page + 1))
            if 0 <= to <= last
        ]
        blocks.append(Buttons(tuple(turn)))
    return blocks


def _span(part: list[Press], say: Say, *, alone: bool) -> str:
    """What a menu says while nothing is chosen: from where to where it goes, if there are several."""
    return say("choose") if alone else f"{cut(part[0].label, 60)} … {cut(part[-1].label, 60)}"


def _lines(part: list[Press], prefix: Path) -> tuple[Choice, ...]:
    return tuple(Choice(press.label, ".".join(press.path[len(prefix) :])) for press in part)


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
