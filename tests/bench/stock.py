"""A stock bot with one bare command, in a process and a loop of its own: what a command costs where nobody else is."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection

from discord.http import Route

from tests.bench import rig
from tests.bench.loopback import Line

PERSON = 1_000_000


class Stock:
    """Asks that process."""

    def __init__(self, ours: Connection) -> None:
        self._ours = ours

    async def cpu(self) -> float:
        """CPU seconds of all its threads for a command in every channel at once, until all are answered."""
        self._ours.send(None)
        return await asyncio.to_thread(self._ours.recv)


def _serve(theirs: Connection, base: str, channels: range) -> None:
    async def serve() -> None:
        Route.BASE = base
        async with rig.bare(rig.Wire(time.time, Line(theirs)), channels) as client:
            theirs.send(None)
            while True:
                await asyncio.to_thread(theirs.recv)
                before = time.process_time()
                for place in channels:
                    client._connection.parse_interaction_create(rig.command(place, PERSON, "ok"))
                await rig.settle()
                theirs.send(time.process_time() - before)

    asyncio.run(serve())


@asynccontextmanager
async def stock(channels: range) -> AsyncIterator[Stock]:
    """Start it, with requests going where ours go; stop it in the end."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs, Route.BASE, channels), daemon=True)
    process.start()
    await asyncio.to_thread(ours.recv)
    try:
        yield Stock(ours)
    finally:
        process.terminate()
        process.join()
