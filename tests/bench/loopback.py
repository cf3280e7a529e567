"""A web server that answers like Discord's, in a process of its own: what a request costs its sender."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from typing import Any

from discord.http import Route

from tests.bench.answers import Answers

API = "/api/v10"
END = b"\r\n\r\n"
LENGTH = b"content-length:"
HEADERS = (
    "Date: Sun, 01 Mar 2026 10:00:00 GMT\r\nConnection: keep-alive\r\nServer: cloudflare\r\n"
    "Strict-Transport-Security: max-age=31536000; includeSubDomains; preload\r\nVia: 1.1 google\r\n"
    'Alt-Svc: h3=":443"; ma=86400\r\nCF-Cache-Status: DYNAMIC\r\nCF-RAY: 9a0b1c2d3e4f5a6b-CDG\r\n'
    "X-RateLimit-Limit: 1000\r\nX-RateLimit-Remaining: 999\r\nX-RateLimit-Reset: 1772359201.000\r\n"
    "X-RateLimit-Reset-After: 1.000\r\n"
)  # fmt: skip


class _Speaker(asyncio.Protocol):
    """One connection, kept alive."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._heard = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._heard += data
        head, found, body = self._heard.partition(END)
        if not found:
            return
        sizes = [line for line in head.lower().split(b"\r\n") if line.startswith(LENGTH)]
        if len(body) >= (int(sizes[0].removeprefix(LENGTH)) if sizes else 0):
            self._heard = b""
            self._transport.write(self._answer(head.decode().split(" ", 2)[:2], body))  # type: ignore[attr-defined]

    def _answer(self, asked: list[str], body: bytes) -> bytes:
        method, target = asked
        path, _, query = target.removeprefix(API).partition("?")
        said = self._answers.answer(method, path, query, _read(body))
        kind = f"{HEADERS}X-RateLimit-Bucket: {method.lower()}{path.count('/')}\r\n"
        if said is None:
            return f"HTTP/1.1 204 No Content\r\n{kind}\r\n".encode()
        text = json.dumps(said).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n{kind}\r\n"
        return head.encode() + text


def _read(body: bytes) -> Any:
    """The JSON of a request, also where it is the first part of a form."""
    if body.startswith(b"--"):
        boundary, _, rest = body.partition(b"\r\n")
        body = rest.partition(END)[2].partition(b"\r\n" + boundary)[0]
    return json.loads(body) if body else None


def _serve(told: Connection) -> None:
    async def serve() -> None:
        answers = Answers()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Speaker(answers), "127.0.0.1", 0)

        def tell() -> None:
            told.recv()
            told.send((answers.requests, answers.board, answers.shown))

        loop.add_reader(told.fileno(), tell)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


class Line:
    """A way to that server."""

    def __init__(self, told: Connection) -> None:
        self._told = told

    async def look(self) -> tuple[int, dict[int, int], dict[int, list[Any]]]:
        """How many requests it has answered, the newest message of each channel, and what each message shows."""
        self._told.send(None)
        return await asyncio.to_thread(self._told.recv)


@asynccontextmanager
async def line() -> AsyncIterator[Line]:
    """Start the server and send there what discord.py would send to Discord; stop it in the end."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    base = Route.BASE
    Route.BASE = f"http://127.0.0.1:{await asyncio.to_thread(ours.recv)}{API}"
    try:
        yield Line(ours)
    finally:
        Route.BASE = base
        process.terminate()
        process.join()
