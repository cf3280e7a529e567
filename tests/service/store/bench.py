"""How fast a storage saves and loads: ``python -m tests.service.store.bench [address] [writers] [saves each]``."""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from bot.core.stored import Entry, Row
from bot.service.store import Store, from_url

NEW = Row(guild=1, channel=2, game="trio", status="playing", facts=b'{"host": 123456789012345678}' * 8)


async def play(store: Store, row: Row, saves: int, took: list[float]) -> None:
    """One table that is saved again and again, with a move each time."""
    for _ in range(saves):
        start = time.perf_counter()
        entry = Entry(seat=0, move=b'{"kind": "reveal", "card": "B2"}', at=start)
        row = await store.save(msgspec.structs.replace(row, revision=row.revision + 1, wake=start), entries=[entry])
        took.append(time.perf_counter() - start)


async def measure(url: str, writers: int, saves: int) -> str:
    """A sentence with saves a second by many and by one, and the time of a load."""
    store = from_url(url)
    await store.open()
    rows = [await store.create(NEW, [7, 8]) for _ in range(writers)]
    took: list[float] = []
    start, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(store, row, saves, took) for row in rows))
    many, cpu = time.perf_counter() - start, time.process_time() - cpu
    took.sort()
    p50, p99 = took[len(took) // 2], took[len(took) * 99 // 100]

    lone = await store.create(NEW, [7])
    start = time.perf_counter()
    await play(store, lone, 200, [])
    one = time.perf_counter() - start
    start = time.perf_counter()
    for row in rows:
        await store.load(row.id)
    load = time.perf_counter() - start
    await store.close()
    return (
        f"{writers} writers: {len(took) / many:,.0f} saves/s, p50 {p50 * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms, "
        f"{cpu / len(took) * 1e6:.0f} µs CPU each; one writer: {200 / one:,.0f} saves/s; "
        f"load of {saves} moves: {load / writers * 1e6:.0f} µs\n"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        url, writers, saves = (*sys.argv[1:], *(f"{folder}/bench.sqlite3", "200", "100")[len(sys.argv) - 1 :])
        sys.stdout.write(asyncio.run(measure(url, int(writers), int(saves))))
