"""What can be asked of a running bot over HTTP, on this machine only: its figures, whether it lives and is ready.

Without ``METRICS_PORT`` nothing that this needs is even loaded.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from bot.app import App
from bot.cli.health import HOST

if TYPE_CHECKING:
    from aiohttp import web

    from bot.client.watching import Watching
    from bot.metrics import Metrics

AGAIN = 0.5
"""Seconds between looks whether a port has become free."""


class PortTaken(Exception):
    """Somebody else listens on the port."""


def metrics(port: int | None) -> Metrics | None:
    """Where figures are kept; None if nobody will ask."""
    if port is None:
        return None
    from bot.metrics import Metrics  # noqa: PLC0415, see above

    return Metrics()


@contextlib.asynccontextmanager
async def observed(app: App, port: int | None, *, wait: bool = False) -> AsyncIterator[None]:
    """Answer on that port as long as the block lasts, if there is one. Raises PortTaken.

    ``wait``: whoever has the port will leave it to us; nobody is answered until then.
    """
    if port is None or app.watching is None:
        yield
    elif not wait:
        async with monitored(app.watching, port):
            yield
    else:
        answering = asyncio.create_task(_answer(app.watching, port), name="monitoring")
        try:
            yield
        finally:
            answering.cancel()
            await asyncio.wait([answering])


async def _answer(watching: Watching, port: int) -> None:
    while True:
        try:
            async with monitored(watching, port):
                await asyncio.Event().wait()
        except PortTaken:
            await asyncio.sleep(AGAIN)


@contextlib.asynccontextmanager
async def monitored(watching: Watching, port: int) -> AsyncIterator[int]:
    """Answer on a port of this machine as long as the block lasts; 0 is any free one. Gives it. Raises PortTaken."""
    from aiohttp import web  # noqa: PLC0415, see above
    from prometheus_client.exposition import CONTENT_TYPE_LATEST  # noqa: PLC0415

    async def figures(_request: web.Request) -> web.Response:
        return web.Response(body=await watching.exposition(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def healthy(_request: web.Request) -> web.Response:
        # That there is an answer at all is what is asked.
        return web.Response(text="ok\n")

    async def ready(_request: web.Request) -> web.Response:
        troubles = await watching.troubles()
        return web.Response(text="".join(f"{each}\n" for each in troubles or ["ok"]), status=503 if troubles else 200)

    app = web.Application()
    app.add_routes([web.get("/metrics", figures), web.get("/healthz", healthy), web.get("/readyz", ready)])
    runner = web.AppRunner(app, access_log=None, handle_signals=False)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError:
            raise PortTaken(f"METRICS_PORT={port} is taken on this machine: choose another, or none") from None
        watching.start()
        yield runner.addresses[0][1]
    finally:
        watching.stop()
        await runner.cleanup()
