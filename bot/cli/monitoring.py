"""What can be asked of a running bot over HTTP, on this machine only: its figures, whether it lives and is ready."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from aiohttp import web
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from bot.cli.observed import PortTaken
from bot.client.watching import Watching

HOST = "127.0.0.1"


@contextlib.asynccontextmanager
async def monitored(watching: Watching, port: int) -> AsyncIterator[int]:
    """Answer on a port of this machine as long as the block lasts; 0 is any free one. Gives it. Raises PortTaken."""
    pages = _Pages(watching)
    app = web.Application()
    app.add_routes([
        web.get("/metrics", pages.metrics),
        web.get("/healthz", pages.healthy),
        web.get("/readyz", pages.ready),
    ])  # fmt: skip
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


class _Pages:
    """What is answered."""

    def __init__(self, watching: Watching) -> None:
        self._watching = watching

    async def metrics(self, _request: web.Request) -> web.Response:
        await self._watching.read()
        # Writing them down takes milliseconds, which nobody who plays shall wait for.
        text = await asyncio.to_thread(self._watching.metrics.exposition)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def healthy(self, _request: web.Request) -> web.Response:
        # That there is an answer at all is what is asked.
        return web.Response(text="ok\n")

    async def ready(self, _request: web.Request) -> web.Response:
        troubles = await self._watching.troubles()
        return web.Response(text="".join(f"{each}\n" for each in troubles or ["ok"]), status=503 if troubles else 200)
