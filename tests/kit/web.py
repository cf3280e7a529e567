"""A web server that says what a test has written down for it, and remembers what it was asked."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from discord.http import Route

CUT = b""
"""Instead of an answer: the connection breaks."""


class Asked(NamedTuple):
    method: str
    target: str
    headers: dict[str, str]
    body: bytes
    connection: int


def says(data: Any = None, status: int = 200, **headers: str) -> bytes:
    """An answer of Discord's; names of headers are written with underscores."""
    lines = [f"HTTP/1.1 {status} Whatever"]
    body = b"" if data is None else json.dumps(data).encode()
    if data is not None:
        lines.append("content-type: application/json")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    lines.append(f"content-length: {len(body)}")
    return "\r\n".join((*lines, "\r\n")).encode() + body


class Web:
    def __init__(self) -> None:
        self.answers: list[bytes] = [says({})]
        self.asked: list[Asked] = []
        self.connections = 0
        self.port = 0
        self.heard = asyncio.Event()
        """Set with the first request."""
        self.open: dict[asyncio.Task[Any] | None, asyncio.StreamWriter] = {}

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        number = self.connections
        self.open[asyncio.current_task()] = writer
        try:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                    method, target, _ = head[0].split(" ")
                    headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:] if line)}
                    body = await reader.readexactly(int(headers.get("content-length", 0)))
                    self.asked.append(Asked(method, target, headers, body, number))
                    self.heard.set()
                    answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
                    if answer == CUT:
                        return
                    writer.write(answer)
                    await writer.drain()
        finally:
            writer.close()


@asynccontextmanager
async def web() -> AsyncIterator[Web]:
    there, base = Web(), Route.BASE
    server = await asyncio.start_server(there.talk, "127.0.0.1", 0)
    there.port = server.sockets[0].getsockname()[1]
    Route.BASE = f"http://127.0.0.1:{there.port}/api/v10"
    try:
        yield there
    finally:
        Route.BASE = base
        server.close()
        for writer in there.open.values():
            writer.transport.abort()
        await asyncio.gather(*filter(None, there.open))
