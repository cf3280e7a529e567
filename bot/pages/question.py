"""The question a seat must answer: its moves as buttons or menus, step by step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from bot.core.game import NOTHING, AnyGame, Cell, Choosing, Path, Say, Seat
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import LABEL_LIMIT, MENU_LIMIT, Block, Button, Buttons, Choice, Menu, Text, cut, rows
from bot.text.strings import bare

PLAY = "play"
"""The verb of addresses that lead to a move."""
REPEAT = "repeat"
"""The verb of addresses that make a move, and repeat it while the same question follows."""
HOLE = "hole"
BUTTONS = MENU_LIMIT + 1
"""The most buttons of one question: one more than a menu holds, to avoid a second menu with a single line."""
MENUS = 4
"""Menus on one page: a step offers at most 100 choices."""
WIDTH = 5
EMPTY = "\u200b"
"""The label of a button without words: Discord requires a character, and this one is invisible."""


class Press(NamedTuple):
    """A choice: the steps it leads to, its words, and whether it is possible now."""

    path: Path
    words: str
    label: str
    """The words as on the button, and in the picture."""
    possible: bool = True


Row = tuple[Press | None, ...]


class Question(NamedTuple):
    """One thing to choose."""

    steps: Path
    """The steps taken, those without an alternative included; empty while only verbs are asked for."""
    rows: tuple[Row, ...]
    """The choices as they are laid out; None is a gap."""
    verbs: tuple[Press, ...]
    """Verbs to choose from; with rows, all verbs but theirs."""

    @property
    def possible(self) -> list[Press]:
        """The choices of the rows that are possible now."""
        return [press for row in self.rows for press in row if press and press.possible]


class Step(NamedTuple):
    """A choice that was made on the way: the steps that lead back to its question, and the choice."""

    back: Path
    press: Press


def pick(
    game: AnyGame,
    view: Any,
    found: Sequence[Path],
    say: Say,
    *,
    table: int,
    revision: int,
    steps: Path,
    room: int,
    asked: Question | None = None,
    until: str = "",
    beside: Sequence[Button] = (),
) -> list[Block]:
    """The next question of a seat, in at most ``room`` components; only ``beside`` if the seat has no move.

    A caller that has computed the question passes it as ``asked``. ``until`` stands after its words; the buttons
    ``beside``, which are not counted, are below it.
    """
    asked = asked or standing(game, view, found, say, steps)
    if asked is None:
        return [*rows(beside)]
    address = Address(PLAY, table, revision)
    below = verb_buttons(game, asked, address, view, say)
    taken = trail(game, view, found, say, asked.steps) if steps else []
    if taken:
        back = Address("hand", table, revision, taken[-1].back)
        below.append(Button(say("back"), str(back), emoji="↩️"))
    blocks: list[Block] = []
    if asked.steps:
        words = (say(f"ask-{asked.steps[0]}-{len(asked.steps)}"), *_chosen(asked, taken), until)
        blocks.append(Text(" ".join(filter(None, words))))
        room -= 1 + len(below) + -(-len(below) // WIDTH)
        blocks += grid(game, asked, address, room) or _menus(asked, say, address)
    return [*blocks, *rows(below, beside)]


def grid(game: AnyGame, asked: Question, address: Address, room: int) -> list[Block]:
    """A question's rows as buttons, in at most ``room`` components; empty if they do not fit or are too many."""
    possible = asked.possible
    if not possible or len(possible) > BUTTONS:
        return []
    laid: Sequence[Row] = asked.rows
    if _size(laid) > room:
        # Without gaps and impossible choices.
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
    """A button for each verb of a question, and a second one for verbs that can be repeated."""
    found: list[Button] = []
    for press in asked.verbs:
        verb = game.verb(press.path[0])
        target = Address(address.verb, address.table, address.revision, press.path)
        found.append(Button(press.label, str(target), verb.style))
        if verb.repeats and verb.repeats(view) > 1:
            found.append(Button(say(f"verb-{verb.key}.repeated"), str(target._replace(verb=REPEAT)), verb.style))
    return found


def _size(laid: Iterable[Row]) -> int:
    return sum(1 + len(row) for row in laid)


def _chosen(asked: Question, taken: Sequence[Step]) -> list[str]:
    """A line with the choices made so far, in the words of their buttons."""
    words = [step.press.words for step in taken if len(step.press.path) > 1]
    return [f"**{' → '.join(words)}** → ?"] if words and asked.rows else []


def _menus(asked: Question, say: Say, address: Address) -> Iterator[Block]:
    """Choices in menus. If there are several, each says its first and last line."""
    possible, prefix = asked.possible[: MENUS * MENU_LIMIT], asked.steps
    for start in range(0, len(possible), MENU_LIMIT):
        part = possible[start : start + MENU_LIMIT]
        path = (*prefix, f"~m{start // MENU_LIMIT}") if start else prefix
        span = f"{cut(part[0].label, 60)} … {cut(part[-1].label, 60)}"
        words = say("choose") if len(part) == len(possible) else span
        lines = [Choice(press.label, ".".join(press.path[len(prefix) :])) for press in part]
        yield Menu(str(address._replace(path=path)), words, tuple(lines))


def paths(game: AnyGame, legal: Collection[Any]) -> dict[Path, Any]:
    """Every legal move by its steps, in the order of the game's verbs."""
    order = game.order
    return dict(sorted([(game.path(move), move) for move in legal], key=lambda item: order[item[0][0]]))


def public_paths(table: Table) -> list[Path]:
    """The moves that players may make on the public board."""
    game, public = table.game, table.game.public_verbs
    found: dict[Path, None] = {}
    before = None
    for seat in table.to_act if public else ():
        # Usually all players have the same moves, in the same list.
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
    """The question after these steps, given the paths of all legal moves; None if no move begins with them."""
    begun = [path for path in found if len(path) > len(steps) and path[: len(steps)] == steps] if steps else found
    if not begun:
        return None
    steps = _skip(begun, steps)
    if steps:
        return Question(steps, _rows(game, view, begun, say, steps), ())
    whole = {path[0] for path in begun if len(path) == 1}
    keys = tokens(begun, ())
    verbs = {key: _press((key,), say(f"verb-{key}.button")) for key in keys}
    further = [key for key in keys if key not in whole]
    main = further if len(further) == 1 else [key for key in further if game.verb(key).main]
    if len(main) != 1:
        return Question((), (), tuple(verbs.values()))
    # One verb needs more steps, or is the main one: its question fills the page, with the other verbs as buttons.
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
            # The steps were typed in a command: no page leads to them.
            typed = (steps[:end] for end in range(len(asked.steps) + 1, len(steps) + 1))
            words = " → ".join(game.face.label(view, path, say) for path in typed)
            return [*taken, Step(at, _press(steps, words))]
        taken.append(Step(at, press))
        at = press.path
        asked = question(game, view, found, say, at)
    return taken


def named(game: AnyGame, view: Any, legal: Collection[Any], move: Any, say: Say) -> str:
    """A legal move in the words of its buttons."""
    path = game.path(move)
    taken = trail(game, view, list(paths(game, legal)), say, path)
    # A verb whose question follows at once is not worth naming.
    steps = [step for step in taken if len(step.press.path) > 1] or taken
    return " → ".join(step.press.label for step in steps) or "…"


def board_question(table: Table, view: Any, say: Say) -> Question | None:
    """The question on the public board."""
    return question(table.game, view, public_paths(table), say, ())


def seat_question(table: Table, seat: Seat, view: Any, say: Say, steps: Path) -> Question | None:
    """The question of a seat after these steps, even if it must wait for the end of a reveal."""
    return standing(table.game, view, list(paths(table.game, table.legal(seat))), say, steps)


def standing(game: AnyGame, view: Any, found: Sequence[Path], say: Say, steps: Path) -> Question | None:
    """The question after these steps; the first question if they are of an old page and lead nowhere."""
    return question(game, view, found, say, steps) or (question(game, view, found, say, ()) if steps else None)


def asked(game: AnyGame, view: Any, found: Sequence[Path], say: Say, steps: Path = ()) -> Choosing:
    """The choices that a picture marks after these steps, given the paths of all legal moves."""
    return offered(standing(game, view, found, say, steps))


def offered(what: Question | None) -> Choosing:
    """The choices of a question as pictures take them."""
    if what is None or not (what.steps or what.rows):
        return NOTHING
    depth = len(what.steps)
    return Choosing(what.steps, tuple(Cell(press.path[depth:], press.label) for press in what.possible))


def _press(path: Path, words: str, *, possible: bool = True) -> Press:
    return Press(path, words, cut(bare(words), LABEL_LIMIT) or EMPTY, possible)


def _skip(found: Sequence[Path], prefix: Path) -> Path:
    """Add the steps without an alternative, but never the last one: the player makes the move."""
    shortest = min(map(len, found))
    while len(prefix) + 1 < shortest and len(following := tokens(found, prefix)) == 1:
        prefix = (*prefix, following[0])
    return prefix


def _rows(game: AnyGame, view: Any, begun: Sequence[Path], say: Say, steps: Path) -> tuple[Row, ...]:
    """The next choice as the game lays it out; duplicates are removed, missing moves added, wide rows cut."""
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
                yield _press((*steps, *cell.steps), words, possible=cell.steps in possible)

    rows = [tuple(presses(row)) for row in game.grid(view, steps, ends, say)]
    reached = {length for length in seen if length in possible}
    missing = [end for end in ends if not any(end[:length] in reached for length in range(1, len(end) + 1))]
    rows.append(tuple(presses(Cell((token,)) for token in tokens(missing, ()))))
    cut_up = [row[start : start + WIDTH] for row in rows for start in range(0, len(row), WIDTH)]
    return tuple(row for row in cut_up if any(press and press.possible for press in row))
