"""What a move costs the bots together in 1, 2 and 4 processes, under the same load."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import NamedTuple

import asyncpg

from tests.bench.fleet_house import SECONDS, SHARDS, TURNS, House, Waits, bots_of, house
from tests.bench.report import Line
from tests.wire.processes import Bot, cpu, divide
from tests.wire.regulars import Act

GOAL = 1.15
SETTLE = 1.1
FREE = ("/api/v10/webhooks/", "/api/v10/interactions/")


class Load:
    """What so many processes have done in all turns together."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.moves, self.spent, self.seconds = 0, 0.0, 0.0
        self.wal, self.commits, self.writes, self.connections = 0, 0, 0, 0
        self.requests, self.metered = 0, 0
        """To Discord; and those that count against its limit for a whole bot, which answers to clicks do not."""
        self.acts: list[Act] = []

    @property
    def each(self) -> float:
        """Milliseconds of processor time of all bots for a move."""
        return 1e3 * self.spent / max(1, self.moves)

    def __str__(self) -> str:
        moves = max(1, self.moves)
        return (
            f"{self.each:.1f} ms; {moves} moves, {self.moves / self.seconds:.0f}/s, {len(self.acts) / moves:.1f} "
            f"clicks a move; {Waits.of(self.acts)}; a move is {self.commits / moves:.1f} transactions, of which "
            f"{self.writes / moves:.1f} rows written, {self.wal / moves / 1e3:.1f} KB of WAL; "
            f"{self.requests / moves:.1f} requests, of which {self.metered / moves:.2f} are no answers to clicks; "
            f"{self.connections} connections"
        )


USED = """
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint, xact_commit,
        tup_inserted + tup_updated + tup_deleted,
        (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid())
    FROM pg_stat_database WHERE datname = current_database()"""


class Shift(NamedTuple):
    """A house with its bots, and what they have done so far."""

    home: House
    running: list[Bot]
    load: Load

    async def _used(self) -> tuple[float, ...]:
        connection = await asyncpg.connect(self.home.url)
        await asyncio.sleep(SETTLE)  # What a backend has done it tells within a second.
        found = await connection.fetchrow(USED)
        await connection.close()
        assert found is not None
        return await self.home.moves(), sum(cpu(each.pid) for each in self.running), *found

    async def play(self, seconds: float) -> None:
        """One turn."""
        before = await self._used()
        self.home.acts.clear()
        journal = self.home.sandbox.api_server.journal
        journal.clear()
        began = time.monotonic()
        self.home.live()
        await asyncio.sleep(seconds)
        await self.home.rest()
        self.load.seconds += time.monotonic() - began
        self.load.acts += self.home.acts
        self.load.requests += len(journal)
        self.load.metered += sum(not each.path.startswith(FREE) for each in journal)
        moves, spent, wal, commits, writes, _ = (
            late - early for late, early in zip(await self._used(), before, strict=True)
        )
        self.load.moves += int(moves)
        self.load.spent += spent
        self.load.wal += int(wal)
        self.load.commits += int(commits)
        self.load.writes += int(writes)
        self.load.connections = int((await self._used())[-1])


async def loads(server: str, numbers: Sequence[int], turns: int, seconds: float) -> list[Load]:
    """The people of 64 servers play on so many processes: in short turns, so that a busy machine slows all alike."""
    async with AsyncExitStack() as stack:
        shifts = []
        for number in numbers:
            home = await stack.enter_async_context(house(server, f"cpu{number}"))
            running = await stack.enter_async_context(bots_of(home, divide(SHARDS, number)))
            shifts.append(Shift(home, running, Load(number)))
        for shift in shifts:
            shift.home.live()
            await shift.home.begun()
            await shift.home.rest()
        for turn in range(turns):
            for shift in shifts if turn % 2 else reversed(shifts):
                await shift.play(seconds)
        return [shift.load for shift in shifts]


def lines(server: str, *, quick: bool) -> Iterator[Line]:
    """The same load with 1, 2 and 4 processes."""
    found = asyncio.run(loads(server, (1, 2, 4), 2 if quick else TURNS, SECONDS))
    for each in found:
        ratio = each.each / found[0].each
        goal = f"≤ {GOAL}" if each.processes > 1 else ""
        what = f"CPU of a move with {each.processes} processes / with one"
        yield what, goal, f"×{ratio:.2f} ({each})", ratio <= GOAL
