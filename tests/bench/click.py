"""Our own code that one interaction runs: ``python -m tests.bench.click [files] [functions] [document]``.

Plays on SQLite, without pictures and seat messages, and counts for a click on *Pas d'accord* in Pinocchio, for hiding
the card afterwards and for ``/ptipasspass nouvelle``: files and functions entered, calls, table look-ups, ``legal``,
``view``, requests to Discord and commits, and how many of these are delayed and shared with other boards. ``files``
lists the files in the order in which they are first entered, ``functions`` those called most. ``document`` prints
docs/contributing/a-click.md instead. A coroutine that is resumed counts as one call. Counts are the same on any
machine; those of functions and calls depend on the version of Python.
"""

from __future__ import annotations

import ast
import asyncio
import dis
import logging
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, NamedTuple

import msgspec

from bot.core.lobby import choose, start
from bot.core.table import Table
from tests.bench import rig
from tests.bench.rig import FIRST_CHANNEL, FIRST_USER

ROOT = Path(__file__).parents[2]
OURS = tuple(str(ROOT / folder) + "/" for folder in ("bot", "cogs"))
SEATS = 3
CLICK = "a click on *Pas d'accord*"
DOUBT = ("play:", ":doubt")
"""Parts of the address of *Pas d'accord*."""
REVEAL_SECONDS = 8.0
"""Longer than the card is revealed, shorter than the time a player has."""
ROUNDS = 2
"""Only the last round is counted: caches are warm then."""
LISTED_FUNCTIONS = 30
DOCUMENT = """\
# A click

<!-- Made by tests/bench/click.py; CONTRIBUTING.md has the command that makes it again. -->

Three people play Pinocchio at a quick table, without pictures and without open seat messages. One of them presses
*Pas d'accord* on the board. These are all our files that run until everything is done, in the order in which the click
first enters them: read them in this order to follow a click. Each row has the first function that is called in a file,
and its docstring (or that of its class or module).

{table}

In all {files} files. A file that only storage's thread enters would stand last. Counted for the click, for hiding the
card a few seconds later and for a command:

{counts}

`python -m tests.bench.click files functions` also lists the functions that are called most.
"""
COUNTED = {
    "loads": "the table is looked up",
    "legal": "`State.legal` of the rules is called",
    "views": "`State.view` of the rules is called",
    "commits": "a transaction is committed",
    "sent": "requests to Discord",
}
"""Counts in the document: those that a small change of the code leaves as they are. A higher one slows the click."""


class Walk(NamedTuple):
    """The calls and requests of one interaction."""

    codes: list[CodeType]
    """Every call, in order; calls in other threads than the event loop's come last, because their order varies."""
    requests: Counter[str]

    @property
    def files(self) -> list[str]:
        """Files in the order of their first call."""
        return list(dict.fromkeys(map(_place, self.codes)))

    @property
    def table(self) -> str:
        """The files with the first function of each."""
        rows = ["| | file | first function | which says |", "|---|---|---|---|"]
        for number, file in enumerate(self.files, 1):
            codes = [code for code in self.codes if _place(code) == file]
            # Comprehensions are functions in some versions of Python only.
            named = next((code for code in codes if "<" not in code.co_qualname), None)
            name = f"`{named.co_qualname}`" if named else ""
            rows.append(f"| {number} | [`{file}`](../../{file}) | {name} | {_docstring(file, named)} |")
        return "\n".join(rows)

    @property
    def functions(self) -> list[str]:
        """The functions called most, with the number of calls."""
        often = Counter(self.codes).most_common(LISTED_FUNCTIONS)
        return [f"{calls} {_place(code)}:{code.co_firstlineno} {code.co_qualname}" for code, calls in often]

    def calls(self, file: str, name: str) -> int:
        """Count calls of a function whose qualified name and file end like this."""
        return sum(code.co_qualname.endswith(name) and code.co_filename.endswith(file) for code in self.codes)

    @property
    def counts(self) -> dict[str, int]:
        """Everything that is counted, by name."""
        return {
            "files": len(self.files),
            "functions": len(set(self.codes)),
            "calls": len(self.codes),
            "loads": self.calls("tables/tables.py", "Tables._cached"),
            "legal": self.calls("/rules.py", "State.legal"),
            "views": self.calls("/rules.py", "State.view"),
            "requests": self.requests.total(),
            "commits": self.calls("store/sqlite.py", "SqliteStore._commit"),
            "delayed": self.calls("client/boards.py", "BoardCache._write"),
        }


def document(found: dict[str, Walk]) -> str:
    """The click as docs/contributing/a-click.md tells it, with the counts of all walks."""
    counts = {what: walk.counts | {"sent": ", ".join(sorted(walk.requests.elements()))} for what, walk in found.items()}
    rows = [f"| counted | {' | '.join(found)} |", f"|---|{'---|' * len(found)}"]
    rows += [f"| {text} | {' | '.join(str(each[key]) for each in counts.values())} |" for key, text in COUNTED.items()]
    return DOCUMENT.format(table=found[CLICK].table, files=len(found[CLICK].files), counts="\n".join(rows))


def _place(code: CodeType) -> str:
    return code.co_filename.removeprefix(f"{ROOT}/")


def _docstring(file: str, code: CodeType | None) -> str:
    """The first line of a function's docstring; without one, that of its class or module."""
    node: ast.AST = ast.parse((ROOT / file).read_text("utf-8"))
    found = [ast.get_docstring(node)]
    for name in code.co_qualname.split(".") if code else ():
        node = next(each for each in ast.walk(node) if getattr(each, "name", None) == name)
        assert isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        found.append(ast.get_docstring(node))
    text = [each for each in found if each][-1]
    return text.partition("\n")[0].replace("``", "`").replace("|", "\\|")


class Tracer:
    """Records every call of our own functions, in this thread and all threads started later."""

    def __init__(self) -> None:
        self._recorded: dict[bool, list[CodeType]] | None = None
        self._loop_thread = threading.get_ident()
        threading.setprofile(self._record)
        sys.setprofile(self._record)

    @contextmanager
    def __call__(self) -> Iterator[dict[bool, list[CodeType]]]:
        """Record calls inside this block: those of this thread under True, those of others under False."""
        self._recorded = recorded = {True: [], False: []}
        yield recorded
        self._recorded = None

    def close(self) -> None:
        """Stop recording."""
        threading.setprofile(None)
        sys.setprofile(None)

    def _record(self, frame: FrameType, event: str, _: Any) -> None:
        if self._recorded is None or event != "call":
            return
        code = frame.f_code
        # Resuming a coroutine makes the same event as a call, but at a later instruction.
        if code.co_filename.startswith(OURS) and frame.f_lasti <= _first_instruction(code):
            self._recorded[threading.get_ident() == self._loop_thread].append(code)


@cache
def _first_instruction(code: CodeType) -> int:
    return next(each.offset for each in dis.get_instructions(code) if each.opname == "RESUME")


class Players:
    """Three people at a table of Pinocchio."""

    def __init__(self, bot: rig.Running, wire: rig.Wire, clock: rig.Clock) -> None:
        self._bot, self._wire, self._clock = bot, wire, clock
        self._number = 0

    async def sit_down(self) -> None:
        """Start the game."""
        game = self._bot.catalogue.games["pinocchio"]
        table = rig.full_lobby(game, FIRST_CHANNEL, SEATS, self._bot.now(), FIRST_USER)
        # At a slow table the card is not hidden.
        self._number = (await self._bot.tables.open(choose(table, FIRST_USER, "pace", "quick"))).id
        await self._bot.tables.change(
            self._number, lambda table: start(table, table.facts.host, Random(5), self._bot.now())
        )
        await rig.settle()

    async def announced(self) -> int:
        """Play until the next player can say *Pas d'accord*; returns that player."""
        while not self._button(DOUBT):
            table = await self._bot.tables.get(self._number)
            await self._play(table.to_act[0])
        table = await self._bot.tables.get(self._number)
        return table.users[table.to_act[0]]

    async def open_table(self) -> None:
        """Somebody types ``/ptipasspass nouvelle``."""
        rig.receive(self._bot.client, rig.command(FIRST_CHANNEL, FIRST_USER, "ptipasspass", "nouvelle"))
        await rig.settle()

    async def _play(self, seat: int) -> None:
        now = self._bot.now()

        def first(table: Table) -> Table:
            path = table.game.path(next(iter(table.legal(seat))))
            return table.play(table.users[seat], path, revision=None, at=now, now=now)

        await self._bot.tables.change(self._number, first)
        await rig.settle()

    async def press(self, person: int, words: tuple[str, ...]) -> None:
        """Press the button of the board whose address has these words."""
        board, button = self._wire.seen.boards[FIRST_CHANNEL], self._button(words)
        assert button, f"no button {words}"
        body = {"components": self._wire.seen.components[board]}
        rig.receive(self._bot.client, rig.click(FIRST_CHANNEL, person, button, board, body))
        await rig.settle()

    async def wait(self) -> None:
        """Let the reveal end."""
        self._clock.offset += REVEAL_SECONDS
        # Not 0: timers that are due run first.
        await asyncio.sleep(0.001)
        await rig.settle()

    def _button(self, words: tuple[str, ...]) -> str | None:
        components = self._wire.seen.components[self._wire.seen.boards[FIRST_CHANNEL]]
        return next((address for address in rig.custom_ids(components) if all(word in address for word in words)), None)


async def measure(clock: rig.Clock) -> dict[str, Walk]:
    """Return the walks by name."""
    wire, tracer = rig.Wire(clock), Tracer()

    async def traced(act: Callable[[], Any]) -> Walk:
        before = wire.seen.requests.copy()
        with tracer() as codes:
            await act()
        return Walk([*chain(*codes.values())], wire.seen.requests - before)

    async with AsyncExitStack() as stack:
        stack.callback(tracer.close)
        bot = await stack.enter_async_context(rig.running(None, wire, [FIRST_CHANNEL]))
        settings = {"channels": [FIRST_CHANNEL], "tables": 9, "hosted": 9}
        await bot.tables.store.put("server", rig.GUILD, msgspec.json.encode(settings))
        people = Players(bot, wire, clock)
        await people.sit_down()
        found: dict[str, Walk] = {}
        for _ in range(ROUNDS):
            who = await people.announced()
            found[CLICK] = await traced(lambda who=who: people.press(who, DOUBT))
            found["hiding the card"] = await traced(people.wait)
        for _ in range(ROUNDS):
            found["/ptipasspass nouvelle"] = await traced(people.open_table)
    return found


def main(arguments: list[str]) -> int:
    """Print the walks."""
    logging.disable()
    clock = rig.Clock()
    with asyncio.Runner(loop_factory=lambda: rig.ShiftedLoop(clock)) as runner:
        found = runner.run(measure(clock))
    if "document" in arguments:
        sys.stdout.write(document(found))
        return 0
    out = []
    for what, passed in found.items():
        if not out:
            out = [f"| walk | {' | '.join(passed.counts)} |", f"|---|{'---|' * len(passed.counts)}"]
        out.append(f"| {what} | {' | '.join(map(str, passed.counts.values()))} |")
    for what, passed in found.items():
        if "files" in arguments:
            out += ["", f"Files of {what}:", *(f"- {name}" for name in passed.files)]
        if "functions" in arguments:
            out += ["", f"Calls of {what}:", *(f"- {name}" for name in passed.functions)]
    sys.stdout.write("\n".join(out) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
