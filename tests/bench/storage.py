"""How fast a storage saves and loads: ``python -m tests.bench.storage [quick | address [writers] [saves each]]``.

Many tables are saved at once, a move each time, then one alone; then all are loaded. Without an address on SQLite, and
on PostgreSQL with fsync and without where a server can be started.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from bot.core.stored import Entry, Row
from bot.store import Store, from_url
from tests.bench.report import Line, report

WRITERS, SAVES, ALONE = 200, 100, 200
"""Tables saved at once, saves of each, and saves of the one that is alone."""
NEW = Row(guild=1, channel=2, game="trio", status="playing", facts=b'{"host": 123456789012345678}' * 8)


class Speed(NamedTuple):
    """What was measured."""

    many: float
    """Saves a second of many tables."""
    p50: float
    p99: float
    cpu: float
    """Seconds of this process for each of them."""
    one: float
    """Saves a second of one table."""
    load: float
    """Seconds to load a table."""
    writers: int
    saves: int

    def __str__(self) -> str:
        return (
            f"{self.writers} tables at once {self.many:,.0f}/s, p50 {self.p50 * 1e3:.1f} ms, "
            f"p99 {self.p99 * 1e3:.1f} ms, {self.cpu * 1e6:.0f} µs CPU each; one {self.one:,.0f}/s; "
            f"loading {self.saves} moves {self.load * 1e6:.0f} µs"
        )


class NoServer(NamedTuple):
    """There is no PostgreSQL server here."""

    why: str

    def __str__(self) -> str:
        return f"— ({self.why})"


def storages(*fsyncs: bool) -> Iterator[tuple[str, str | NoServer]]:
    """Each storage with the address of an empty database, which is there until the next one is asked for.

    A SQLite file in the folder we are in, for others may be memory, and so many PostgreSQL servers of our own.
    """
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        yield "SQLite", f"sqlite:///{folder}/bench.sqlite3"
    for fsync in fsyncs:
        name = f"PostgreSQL (fsync {'on' if fsync else 'off'})"
        with ExitStack() as stack:
            try:
                from tests.store.server import running  # noqa: PLC0415, it needs what only some systems have

                address = stack.enter_context(running(fsync=fsync)).address
            except (ImportError, AssertionError, OSError, LookupError, ValueError) as error:
                yield name, NoServer([type(error).__name__, *str(error).split("\n")][-1])
                continue
            yield name, address


async def play(store: Store, row: Row, saves: int) -> list[float]:
    """How long each save of one table takes that is saved again and again, with a move each time."""
    took: list[float] = []
    for _ in range(saves):
        began = time.perf_counter()
        entry = Entry(seat=0, move=b'{"kind": "reveal", "card": "B2"}', at=began)
        row = await store.save(replace(row, revision=row.revision + 1, wake=began), entries=[entry])
        took.append(time.perf_counter() - began)
    return took


async def measure(url: str, writers: int = WRITERS, saves: int = SAVES) -> Speed:
    """Save and load in an empty database."""
    store = from_url(url)
    await store.open()
    rows = [await store.create(NEW, [7, 8]) for _ in range(writers)]
    began, cpu = time.perf_counter(), time.process_time()
    took = sorted(chain.from_iterable(await asyncio.gather(*(play(store, row, saves) for row in rows))))
    many, cpu = time.perf_counter() - began, time.process_time() - cpu
    one = sum(await play(store, await store.create(NEW, [7]), ALONE))
    began = time.perf_counter()
    for row in rows:
        await store.load(row.id)
    load = time.perf_counter() - began
    await store.close()
    p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]
    return Speed(len(took) / many, p50, p99, cpu / len(took), ALONE / one, load / writers, writers, saves)


def lines(*, quick: bool) -> Iterator[Line]:
    """For the table of all benches; there is no goal."""
    saves = 20 if quick else SAVES
    for storage, address in storages(True, False):
        found = address if isinstance(address, NoServer) else asyncio.run(measure(address, saves=saves))
        yield f"saves, {storage}", "", str(found), True


def main(arguments: list[str]) -> int:
    """Print each storage, or the one that was named."""
    if not arguments or arguments == ["quick"]:
        return report(lines(quick=bool(arguments)))
    address, *sizes = arguments
    sys.stdout.write(f"{asyncio.run(measure(address, *map(int, sizes)))}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
