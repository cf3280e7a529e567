"""Processes on one database: in this one, as stores with shards of their own; or real ones that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys

from bot.core.shards import Shards
from bot.store.postgres import KEY
from tests.kit.stores import opened
from tests.kit.words import ROOT
from tests.store.server import execute

TIMEOUT_SECONDS = 120
"""Only against hanging."""

HOLD_UNTIL_KILLED = """
import asyncio, sys
from bot.store import from_url

async def main():
    store = from_url(sys.argv[1])
    await store.open()
    await store.hold()
    print("held", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@contextlib.contextmanager
def another_process(url, code=HOLD_UNTIL_KILLED):
    """A process that holds a database until the block ends, or until it is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", code, url], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


async def until(condition):
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not (found := await condition()):  # noqa: ASYNC110 - another process sets no event of ours
            await asyncio.sleep(0.01)
    return found


async def cut_off(url: str) -> None:
    """Let the server end the connection with which somebody holds the shard 1."""
    held = f"classid = ({KEY})::bit(32)::bigint::oid AND objid = 1 AND granted"
    await execute(url, f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE {held}")  # noqa: S608


def guild(shard: int, number: int = 1) -> int:
    return (16 * number + shard) << 22


@contextlib.asynccontextmanager
async def process(url: str, shards: str, *, held: bool = True):
    async with opened(url) as store:
        store.serve(Shards.parse(shards))
        if held:
            await store.hold()
        yield store
