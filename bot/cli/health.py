"""``health``, and the HTTP server in the bot that answers it: metrics and readiness, on this machine only.

Without ``METRICS_PORT`` nothing that the server needs is loaded.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import AsyncIterator
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING

from bot.cli.settings import Settings
from bot.cli.terminal import FAILED, BadRequest

if TYPE_CHECKING:
    from aiohttp import web

    from bot.app import App
    from bot.metrics import Metrics, Monitor

HOST = "127.0.0.1"
REQUEST_TIMEOUT_SECONDS = 5.0
PORT_RETRY_SECONDS = 0.5
OK = 200


def health(given: argparse.Namespace) -> int:
    """Print whether the bot that runs here is alive, or ready."""
    port = Settings.read().metrics_port
    if port is None:
        raise BadRequest("set METRICS_PORT, for the bot and for this command: there the bot says how it is")
    status, text = ask(port, "/readyz" if given.ready else "/healthz")
    print(text)  # noqa: T201, this is its output
    return 0 if status == OK else FAILED


def ask(port: int, path: str) -> tuple[int, str]:
    """The status and text that a bot on this machine answers; status 0 if it does not answer."""
    connection = HTTPConnection(HOST, port, timeout=REQUEST_TIMEOUT_SECONDS)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace").strip()
    except (OSError, HTTPException):
        return 0, f"nobody answers on port {port} of this machine"
    finally:
        connection.close()


class PortTaken(Exception):
    """Another program listens on the port."""


def metrics(port: int | None) -> Metrics | None:
    """The metrics of a bot; None without a port."""
    if port is None:
        return None
    from bot.metrics import Metrics  # noqa: PLC0415, see above

    return Metrics()


@contextlib.asynccontextmanager
async def observed(app: App, port: int | None, *, wait: bool = False) -> AsyncIterator[None]:
    """Answer on that port, if any, while the block runs. Raises PortTaken, or waits until another process frees it."""
    if port is None or app.monitor is None:
        yield
    elif not wait:
        async with monitored(app.monitor, port):
            yield
    else:
        answering = asyncio.create_task(_answer(app.monitor, port), name="monitoring")
        try:
            yield
        finally:
            answering.cancel()
            await asyncio.wait([answering])


async def _answer(monitor: Monitor, port: int) -> None:
    while True:
        try:
            async with monitored(monitor, port):
                await asyncio.Event().wait()
        except PortTaken:
            await asyncio.sleep(PORT_RETRY_SECONDS)


@contextlib.asynccontextmanager
async def monitored(monitor: Monitor, port: int) -> AsyncIterator[int]:
    """Answer on a port of this machine while the block runs; 0 is any free one. Gives the port. Raises PortTaken."""
    from aiohttp import web  # noqa: PLC0415, see above
    from prometheus_client.exposition import CONTENT_TYPE_LATEST  # noqa: PLC0415

    async def figures(_request: web.Request) -> web.Response:
        return web.Response(body=await monitor.exposition(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def alive(_request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def ready(_request: web.Request) -> web.Response:
        troubles = await monitor.troubles()
        return web.Response(text="".join(f"{each}\n" for each in troubles or ["ok"]), status=503 if troubles else OK)

    app = web.Application()
    app.add_routes([web.get("/metrics", figures), web.get("/healthz", alive), web.get("/readyz", ready)])
    runner = web.AppRunner(app, access_log=None, handle_signals=False)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError:
            raise PortTaken(f"METRICS_PORT={port} is taken on this machine: choose another, or none") from None
        monitor.start()
        yield runner.addresses[0][1]
    finally:
        monitor.stop()
        await runner.cleanup()
