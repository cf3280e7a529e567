"""The click walk: our own code that one interaction passes through.

``python -m tests.bench click [files] [functions]`` plays on SQLite, without pictures and panels, and counts for a click
on *Menteur !* in Pinocchio, for hiding the card afterwards and for ``/ptipasspass nouvelle``: files and functions
entered, calls, table look-ups, ``legal``, ``view``, requests to Discord and commits. ``files`` lists the files in the
order in which the walk first enters them, ``functions`` those called most.

A walk counts things, not time: it says the same on any machine. A function that waits and goes on is called once.
"""

from __future__ import annotations

import asyncio
import dis
import logging
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, NamedTuple

import msgspec

from bot.catalogue import walk
from bot.client.bot import Bot
from bot.core.lobby import choose, start
from bot.core.table import Table
from bot.store import from_url
from tests.bench import rig
from tests.bench.moves import FIRST_CHANNEL, FIRST_USER, Ahead

ROOT = Path(__file__).parents[2]
OURS = tuple(str(ROOT / folder) + "/" for folder in ("bot", "cogs"))
SEATS = 3
DOUBT = ("play:", ":doubt")
"""The words of the address of *Menteur !*."""
REVEAL_SECONDS = 8.0
"""Seconds the clock is put forward: longer than the card is shown, shorter than anybody's time."""
ROUNDS = 2
"""Rounds of play. The last one is counted: every cache is then as warm as at a table that is being played."""

MOST = 30
"""Functions listed."""


class Passed(NamedTuple):
    """What a walk has passed."""

    codes: list[CodeType]
    """Every call, in order."""
    requests: int

    @property
    def files(self) -> list[str]:
        """Where, in the order of the first call."""
        return list(dict.fromkeys(map(_place, self.codes)))

    @property
    def functions(self) -> list[str]:
        """Those called most, with how often."""
        often = Counter(self.codes).most_common(MOST)
        return [f"{calls} {_place(code)}:{code.co_firstlineno} {code.co_qualname}" for code, calls in often]

    def calls(self, file: str, name: str) -> int:
        """Calls of a function or method in files with such an end."""
        return sum(code.co_qualname.endswith(name) and code.co_filename.endswith(file) for code in self.codes)

    @property
    def counts(self) -> dict[str, int]:
        """What the walk has passed, by name."""
        return {
            "files": len(self.files),
            "functions": len(set(self.codes)),
            "calls": len(self.codes),
            "tables": self.calls("/tables.py", "Tables._remembered"),
            "legal": self.calls("/rules.py", "State.legal"),
            "views": self.calls("/rules.py", "State.view"),
            "requests": self.requests,
            "commits": self.calls("store/sqlite.py", "SqliteStore._commit"),
        }


def _place(code: CodeType) -> str:
    return code.co_filename.removeprefix(f"{ROOT}/")


class Tracer:
    """Notes every call of our own functions, in all threads started after it was made."""

    def __init__(self) -> None:
        self._noted: list[CodeType] | None = None
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    @contextmanager
    def __call__(self) -> Iterator[list[CodeType]]:
        """Note what is called inside."""
        self._noted = noted = []
        yield noted
        self._noted = None

    def close(self) -> None:
        """Note nothing any more."""
        threading.setprofile(None)
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if self._noted is None or event != "call":
            return
        code = frame.f_code
        # What waits and goes on makes the same event as a call, but further down.
        if code.co_filename.startswith(OURS) and frame.f_lasti <= _beginning(code):
            self._noted.append(code)


@cache
def _beginning(code: CodeType) -> int:
    return next(each.offset for each in dis.get_instructions(code) if each.opname == "RESUME")


class Loop(asyncio.SelectorEventLoop):
    """A loop whose timers follow a clock that is put forward."""

    def __init__(self, clock: Ahead) -> None:
        self._ahead = clock
        super().__init__()

    def time(self) -> float:
        """Its time."""
        return super().time() + self._ahead.by


class Seated:
    """Three people at a table of Pinocchio."""

    def __init__(self, bot: Bot, wire: rig.Wire, clock: Ahead) -> None:
        self._bot, self._wire, self._clock = bot, wire, clock
        self._number = 0

    async def sit_down(self) -> None:
        """Deal."""
        game = self._bot.catalogue.games["pinocchio"]
        table = rig.seated(game, FIRST_CHANNEL, SEATS, self._bot.now(), FIRST_USER)
        # At a slow table nothing is hidden: each looks in their own time.
        self._number = (await self._bot.tables.open(choose(table, FIRST_USER, "pace", "quick"))).id
        await self._bot.tables.change(
            self._number, lambda table: start(table, table.facts.host, Random(5), self._bot.now())
        )
        await rig.settle()

    async def announced(self) -> int:
        """Play until the next player can say *Menteur !*; gives them."""
        while not self._button(DOUBT):
            table = await self._bot.tables.get(self._number)
            await self._play(table.to_act[0])
        table = await self._bot.tables.get(self._number)
        return table.users[table.to_act[0]]

    async def open_table(self) -> None:
        """Somebody types ``/ptipasspass nouvelle``."""
        typed: Any = rig.command(FIRST_CHANNEL, FIRST_USER, "ptipasspass", "nouvelle")
        self._bot._connection.parse_interaction_create(typed)
        await rig.settle()

    async def _play(self, seat: int) -> None:
        now = self._bot.now()

        def first(table: Table) -> Table:
            path = table.game.path(next(iter(table.legal(seat))))
            return table.play(table.users[seat], path, painted=None, at=now, now=now)

        await self._bot.tables.change(self._number, first)
        await rig.settle()

    async def press(self, person: int, words: tuple[str, ...]) -> None:
        """Somebody presses the button of the board whose address has these words; wait until nothing goes on."""
        board = self._wire.board[FIRST_CHANNEL]
        button = self._button(words)
        assert button, f"no button {words}"
        clicked: Any = rig.click(FIRST_CHANNEL, person, button, board, self._wire.shown[board])
        self._bot._connection.parse_interaction_create(clicked)
        await rig.settle()

    async def wait(self) -> None:
        """Let the reveal end."""
        self._clock.by += REVEAL_SECONDS
        # Longer than nothing: timers that are due come first.
        await asyncio.sleep(0.001)
        await rig.settle()

    def _button(self, words: tuple[str, ...]) -> str | None:
        board = self._wire.board[FIRST_CHANNEL]
        addresses = _addresses(self._wire.shown[board])
        return next((address for address in addresses if all(word in address for word in words)), None)


def _addresses(components: list[Any]) -> Iterator[str]:
    for each in components:
        if "custom_id" in each:
            yield each["custom_id"]
        yield from _addresses(each.get("components", []))


async def measure(clock: Ahead) -> dict[str, Passed]:
    """The two walks."""
    wire, tracer = rig.Wire(clock), Tracer()

    async def traced(act: Callable[[], Any]) -> Passed:
        before = wire.requests
        with tracer() as codes:
            await act()
        return Passed(codes, wire.requests - before)

    async with AsyncExitStack() as stack:
        stack.callback(tracer.close)
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        store = from_url(str(Path(folder) / "bench.sqlite3"))
        bot = await stack.enter_async_context(rig.running(walk(), store, wire, [FIRST_CHANNEL]))
        await store.put(
            "server", rig.GUILD, msgspec.json.encode({"channels": [FIRST_CHANNEL], "tables": 9, "hosted": 9})
        )
        people = Seated(bot, wire, clock)
        await people.sit_down()
        found: dict[str, Passed] = {}
        for _ in range(ROUNDS):
            who = await people.announced()
            found["a click on *Menteur !*"] = await traced(lambda who=who: people.press(who, DOUBT))
            found["hiding the card"] = await traced(people.wait)
        for _ in range(ROUNDS):
            found["/ptipasspass nouvelle"] = await traced(people.open_table)
    return found


def main(arguments: list[str]) -> int:
    """Print the walks."""
    logging.disable()
    clock = Ahead()
    with asyncio.Runner(loop_factory=lambda: Loop(clock)) as runner:
        found = runner.run(measure(clock))
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
