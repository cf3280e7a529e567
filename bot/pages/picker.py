"""Choosing a legal move step by step. What has been chosen so far lives in the custom_id, nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.core.game import AnyGame, Path, Say
from bot.pages.address import Address
from bot.pages.page import MENU_LIMIT, Block, Button, Buttons, Choice, Menu, Text, cut, rows
from bot.pages.question import EMPTY, WIDTH, Press, Question, Row, Step, paged, standing, trail

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
