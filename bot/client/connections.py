"""Connections to Discord's web server, kept open: HTTP/1.1, a request at a time on each.

A request through aiohttp's client session costs its sender four times as much CPU, and a bot does little else. What
this leaves out is what Discord does not need: redirects, cookies, compression, proxies.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from functools import lru_cache
from typing import cast

import aiohttp
from aiohappyeyeballs import start_connection

from bot.core.cached import cached

IDLE = 15.0
"""How long a connection nobody uses is kept, in seconds; servers close theirs sooner or later."""
EYEBALLS = 0.25
"""Seconds before another address of the host is tried as well."""
PATIENCE = 120.0
"""Seconds until a request is given up."""
LINE, END = b"\r\n", b"\r\n\r\n"
_HEADER = re.compile(r"^([^:\r\n]+):[ \t]*([^\r\n]*[^\r\n \t])?", re.MULTILINE)
_title = lru_cache(200)(str.title)

Origin = tuple[bool, str, int]
"""Whether it is encrypted, the host and the port."""


class Answer:
    """What the server said. With its status, reason and headers discord.py makes exceptions and keeps rate limits."""

    def __init__(self, status: int, reason: str, lines: str) -> None:
        """``lines``: those of the headers."""
        self.status = status
        self.reason = reason
        self._lines = lines
        self.body = b""

    @cached
    def headers(self) -> dict[str, str]:
        """Names begin with capitals, ``X-Ratelimit-Limit``: as discord.py asks for them. Many are never asked for."""
        return {_title(name): value for name, value in _HEADER.findall(self._lines)}

    @property
    def last(self) -> bool:
        """Whether the server says that it will hang up now."""
        # Nearly never: only then it is worth while to tell the headers apart.
        return "close" in self._lines.lower() and self.headers.get("Connection", "").lower() == "close"


class Connections:
    """Asks web servers. Belongs to one event loop."""

    def __init__(self) -> None:
        self._idle: dict[Origin, list[_Connection]] = {}
        self._tls: ssl.SSLContext | None = None

    async def ask(self, origin: Origin, request: bytes) -> Answer:
        """Send a whole request and read the answer.

        Raises OSError, TimeoutError or aiohttp's ClientError, and then the server may have heard of it or not.
        """
        connection = self._kept(origin) or await self._opened(origin)
        try:
            answer = await connection.ask(request)
        except BaseException:
            connection.close()
            raise
        if connection.open:
            self._idle.setdefault(origin, []).append(connection)
        return answer

    def close(self) -> None:
        """Close all that nobody uses."""
        for connections in self._idle.values():
            for connection in connections:
                connection.close()
        self._idle.clear()

    def _kept(self, origin: Origin) -> _Connection | None:
        connections = self._idle.get(origin)
        while connections:
            # The one used last: those too many are left to age.
            connection = connections.pop()
            if connection.fresh:
                return connection
            connection.close()
        return None

    async def _opened(self, origin: Origin) -> _Connection:
        encrypted, host, port = origin
        if encrypted and self._tls is None:
            self._tls = ssl.create_default_context()
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            # uvloop's create_connection would try one address after the other.
            wire = await start_connection(found, happy_eyeballs_delay=EYEBALLS, loop=loop)
            tls = {"ssl": self._tls, "server_hostname": host} if encrypted else {}
            _, connection = await loop.create_connection(lambda: _Connection(loop), sock=wire, **tls)
        return connection


class _Connection(asyncio.Protocol):
    """One connection; ``open`` says whether it can be used again."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._heard = b""
        self._answer: asyncio.Future[Answer] | None = None
        self._used = loop.time()
        self._watch: asyncio.TimerHandle | None = None
        self.open = True

    @property
    def fresh(self) -> bool:
        """Whether the server will most likely still listen."""
        return self.open and self._loop.time() - self._used < IDLE

    async def ask(self, request: bytes) -> Answer:
        """Send a request and wait for its answer."""
        if not self.open:
            raise aiohttp.ServerDisconnectedError
        self._answer = self._loop.create_future()
        self._used = self._loop.time()
        if self._watch is None:
            self._watch = self._loop.call_later(PATIENCE, self._look)
        try:
            self._transport.write(request)
            return await self._answer
        finally:
            self._answer = None
            self._used = self._loop.time()

    def _look(self) -> None:
        """Give a request up that was sent long ago. One timer does for all of them: they go one after the other."""
        self._watch = None
        if self._answer is None or self._answer.done():
            return
        if (left := self._used + PATIENCE - self._loop.time()) > 0:
            self._watch = self._loop.call_later(left, self._look)
        else:
            self._fail(TimeoutError())

    def close(self) -> None:
        """Hang up."""
        self.open = False
        if self._watch is not None:
            self._watch.cancel()
        self._transport.abort()

    # ---- what asyncio tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Connected."""
        # Not every event loop's transport is of asyncio's own kind.
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Something was said."""
        if self._answer is None or self._answer.done():
            self.close()  # Nobody asked; whatever it is, it is not the next answer.
            return
        self._heard = self._heard + data if self._heard else data
        self._read(ended=False)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server has hung up, which may also be how it ends an answer."""
        self.open = False
        if exc is None:
            self._read(ended=True)
        self._fail(exc or aiohttp.ServerDisconnectedError())

    def _fail(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)

    def _read(self, *, ended: bool) -> None:
        if self._answer is None or self._answer.done():
            return
        try:
            found = _answer(self._heard, ended=ended)
        except ValueError:
            self._fail(aiohttp.ClientPayloadError("not an answer"))
            return
        if found is not None:
            answer, rest = found
            self._heard = b""
            if rest or answer.last:
                self.close()
            self._answer.set_result(answer)


def _answer(heard: bytes, *, ended: bool) -> tuple[Answer, bytes] | None:
    """The answer in what was heard, and what follows it; None while it is not complete. Raises ValueError."""
    head, found, rest = heard.partition(END)
    if not found:
        return None
    first, _, lines = head.decode("latin-1").partition("\r\n")
    protocol, _, said = first.partition(" ")
    status, _, reason = said.partition(" ")
    if not protocol.startswith("HTTP/1."):
        raise ValueError
    if status.startswith("1"):
        return _answer(rest, ended=ended)  # Only announces that there will be one.
    answer = Answer(int(status), reason, lines)
    if answer.status in (204, 304):
        return answer, rest
    if (body := _body(answer.headers, rest, ended=ended)) is None:
        return None
    answer.body, rest = body
    return answer, rest


def _body(headers: dict[str, str], rest: bytes, *, ended: bool) -> tuple[bytes, bytes] | None:
    if headers.get("Transfer-Encoding", "").lower() == "chunked":
        return _joined(rest)
    if (length := headers.get("Content-Length")) is not None:
        size = int(length)
        return (rest[:size], rest[size:]) if len(rest) >= size else None
    return (rest, b"") if ended else None


def _joined(rest: bytes) -> tuple[bytes, bytes] | None:
    """A body sent in chunks, each of which begins with its size."""
    chunks: list[bytes] = []
    at = 0
    while (line := rest.find(LINE, at)) >= 0:
        size = int(rest[at:line].partition(b";")[0], 16)
        if size == 0:
            end = rest.find(END, line)
            return (b"".join(chunks), rest[end + len(END) :]) if end >= 0 else None
        start = line + len(LINE)
        chunks.append(rest[start : start + size])
        at = start + size + len(LINE)
    return None
