"""Our own code that one interaction runs: ``python -m tests.bench.click [files] [functions] [document]``.

Plays on SQLite, without pictures and seat messages, and counts what a click on *Pas d'accord* in Pinocchio, hiding the
card afterwards and ``/ptipasspass nouvelle`` enter, look up, send and commit. ``files`` lists the files in the order in
which they are first entered, ``functions`` those called most. ``document`` prints docs/contributing/a-click.md instead.
A coroutine that is resumed counts as one call. Counts are the same on any machine; those of functions and calls depend
on the version of Python.
"""

import ast
import asyncio
import dis
import logging
import sys
import threading
from collections import Counter
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, NamedTuple

import msgspec

from bot.app import App
from bot.pages.address import Address
from bot.pages.question import PLAY
from tests.bench import rig
from tests.bench.moves import People, deal, play
from tests.bench.rig import FIRST_CHANNEL, FIRST_USER

ROOT = Path(__file__).parents[2]
OURS = tuple(str(ROOT / folder) + "/" for folder in ("bot", "cogs"))
SEATS = 3
CLICK = "a click on *Pas d'accord*"
DOUBT = ("doubt",)
"""The path of *Pas d'accord*."""
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
    "the table is looked up": ("tables/tables.py", "Tables._cached"),
    "`State.legal` of the rules is called": ("/rules.py", "State.legal"),
    "`State.view` of the rules is called": ("/rules.py", "State.view"),
    "a transaction is committed": ("store/sqlite.py", "SqliteStore._commit"),
}
"""Functions whose calls a small change of the code leaves as they are. More of them slow the click."""


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
    def functions(self) -> list[str]:
        """The functions called most, with the number of calls."""
        often = Counter(self.codes).most_common(LISTED_FUNCTIONS)
        return [f"{calls} {_place(code)}:{code.co_firstlineno} {code.co_qualname}" for code, calls in often]

    def calls(self, file: str, name: str) -> int:
        """Count calls of a function whose qualified name and file end like this."""
        return sum(code.co_qualname.endswith(name) and code.co_filename.endswith(file) for code in self.codes)


def markdown(*rows: Iterable[Any]) -> str:
    """A table in Markdown; the first row is its head."""
    head, *body = (f"| {' | '.join(map(str, row))} |" for row in rows)
    return "\n".join([head, "|" + "---|" * len([*rows[0]]), *body])


def document(found: dict[str, Walk]) -> str:
    """The click as docs/contributing/a-click.md tells it, with the counts of all walks."""
    walk = found[CLICK]
    files = []
    for number, file in enumerate(walk.files, 1):
        # Comprehensions are functions in some versions of Python only.
        named = next((code for code in walk.codes if _place(code) == file and "<" not in code.co_qualname), None)
        name = f"`{named.co_qualname}`" if named else ""
        files.append((number, f"[`{file}`](../../{file})", name, _docstring(file, named)))
    return DOCUMENT.format(
        table=markdown(("#", "file", "first function", "which says"), *files),
        files=len(files),
        counts=markdown(("counted", *found), *counts(found)),
    )


def counts(found: dict[str, Walk]) -> Iterator[tuple[Any, ...]]:
    """Yield what is counted, with the counts of all walks."""
    for text, where in COUNTED.items():
        yield text, *(walk.calls(*where) for walk in found.values())
    yield "requests to Discord", *(", ".join(sorted(walk.requests.elements())) for walk in found.values())


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


async def doubt(app: App, people: People, number: int, rng: Random) -> dict[str, Any]:
    """Play until somebody may say *Pas d'accord*; returns their click on the board."""
    while True:
        table = await app.tables.get(number)
        seat = table.to_act[0]
        if DOUBT in map(table.game.path, table.legal(seat)):
            return people.click(table, table.users[seat], Address(PLAY, number, table.revision, DOUBT), private=False)
        await play(app, [table], rng)


async def measure(wire: rig.Wire) -> dict[str, Walk]:
    """Return the walks by name."""
    rng, tracer, found = Random(5), Tracer(), dict[str, Walk]()
    people = People(wire, rng)

    async def receive(payload: dict[str, Any]) -> None:
        rig.receive(app.bot, payload)
        await rig.settle()

    async def wait() -> None:
        wire.clock.offset += REVEAL_SECONDS
        # Not 0: timers that are due run first.
        await asyncio.sleep(0.001)
        await rig.settle()

    async def trace(what: str, done: Coroutine[Any, Any, None]) -> None:
        before = wire.seen.requests.copy()
        with tracer() as codes:
            await done
        found[what] = Walk([*chain(*codes.values())], wire.seen.requests - before)

    async with rig.running(None, wire, [FIRST_CHANNEL]) as app:
        settings = {"channels": [FIRST_CHANNEL], "tables": 9, "hosted": 9}
        await app.tables.store.put("server", rig.GUILD, msgspec.json.encode(settings))
        # At a slow table the card is not hidden.
        (number,) = await deal(app, 1, rng, game="pinocchio", seats=SEATS, pace="quick")
        for _ in range(ROUNDS):
            await trace(CLICK, receive(await doubt(app, people, number, rng)))
            await trace("hiding the card", wait())
        for _ in range(ROUNDS):
            command = rig.command(FIRST_CHANNEL, FIRST_USER, "ptipasspass", "nouvelle")
            await trace("/ptipasspass nouvelle", receive(command))
    return found


def main(arguments: list[str]) -> int:
    """Print the walks."""
    logging.disable()
    found = rig.run_ahead(measure)
    if "document" in arguments:
        sys.stdout.write(document(found))
        return 0
    files = "files", *(len(walk.files) for walk in found.values())
    calls = "calls", *(len(walk.codes) for walk in found.values())
    delayed = (
        "transactions that are delayed",
        *(walk.calls("client/boards.py", "BoardCache._write") for walk in found.values()),
    )
    out = [markdown(("counted", *found), files, calls, *counts(found), delayed)]
    for what, walk in found.items():
        for kind in ("files", "functions"):
            if kind in arguments:
                out += ["", f"{kind} of {what}:", *(f"- {name}" for name in getattr(walk, kind))]
    sys.stdout.write("\n".join(out) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
