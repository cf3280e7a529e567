"""A web server that says "{}" to everybody, in a process of its own: what a request costs its sender.

Discord's answers are made by the rig; the bytes go out and come back all the same, through aiohttp like discord.py's.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection

import aiohttp

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
END = b"\r\n\r\n"
LENGTH = b"content-length:"


class _Speaker(asyncio.Protocol):
    """One connection, kept alive."""

    def __init__(self) -> None:
        self._heard = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._heard += data
        head, found, body = self._heard.partition(END)
        if not found:
            return
        sizes = [line for line in head.lower().split(b"\r\n") if line.startswith(LENGTH)]
        if len(body) >= int(sizes[0].removeprefix(LENGTH)):
            self._heard = b""
            self._transport.write(ANSWER)  # type: ignore[attr-defined]


def _serve(told: Connection) -> None:
    async def serve() -> None:
        server = await asyncio.get_running_loop().create_server(_Speaker, "127.0.0.1", 0)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


class Line:
    """A way to that server."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self._session = session
        self._url = f"http://127.0.0.1:{port}/"

    async def post(self, body: bytes) -> None:
        """Send it and read the answer."""
        headers = {"Content-Type": "application/json", "Authorization": "Bot x"}
        async with self._session.request("POST", self._url, data=body, headers=headers) as response:
            await response.text()


@asynccontextmanager
async def line() -> AsyncIterator[Line]:
    """Start the server, and stop it in the end."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    port = await asyncio.to_thread(ours.recv)
    try:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            yield Line(session, port)
    finally:
        process.terminate()
        process.join()
