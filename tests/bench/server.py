"""Discord's side of HTTP: answers the requests of a bot in this process or, for real HTTP, in a process of its own."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import discord
from discord.http import Route

ME = 1_000
EPHEMERAL = 64
CALLBACK, BY_TOKEN = "callback", "by token"
MESSAGE_KINDS = {"POST": "post", "PATCH": "edit", "DELETE": "delete", "GET": "read"}

_ids = count(1)


def snowflake(at: float | None = None) -> int:
    """Return a new id with the given time, by default the present."""
    moment = discord.utils.utcnow() if at is None else datetime.fromtimestamp(at, UTC)
    return discord.utils.time_snowflake(moment) + next(_ids) % (1 << 22)


def user(number: int, name: str) -> dict[str, Any]:
    """Return a user as in Discord's JSON."""
    return {"id": str(number), "username": name, "discriminator": "0", "avatar": None, "global_name": name}


def message(number: int, channel: int, body: Mapping[str, Any], flags: int = 0) -> dict[str, Any]:
    """Return a message of the bot with that body, as in Discord's JSON."""
    return {
        "id": str(number), "channel_id": str(channel), "type": 0, "author": {**user(ME, "Tablée"), "bot": True},
        "content": body.get("content") or "", "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None,
        "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [],
        "embeds": body.get("embeds") or [], "pinned": False, "flags": body.get("flags") or flags,
        "components": body.get("components") or [],
    }  # fmt: skip


def kind_of(method: str, path: str) -> str:
    """Return the kind of a request: a callback, a request by interaction token, or an ordinary one.

    Only ordinary requests count towards Discord's limit of 50 a second.
    """
    match path.strip("/").split("/"):
        case ["interactions", *_]:
            return CALLBACK
        case ["webhooks", *_]:
            return BY_TOKEN
        case ["channels", _, "messages", *_]:
            return MESSAGE_KINDS[method]
        case [first, *_]:
            return f"{method} {first}"
        case _:
            return method


class Seen(NamedTuple):
    """Everything the server has received so far."""

    requests: Counter[str]
    """Requests by kind."""
    boards: dict[int, int]
    """The newest message of each channel."""
    components: dict[int, list[Any]]
    """The components of each public message."""
    answered: dict[int, float]
    """The monotonic time of the callback of each interaction."""


class Answers:
    """Answers requests and records them."""

    def __init__(self) -> None:
        self.seen = Seen(Counter(), {}, {}, {})

    def answer(self, method: str, path: str, query: str, body: Any) -> Any:
        """Return the JSON of the response; None for an empty response. The path is relative to the API's."""
        self.seen.requests[kind_of(method, path)] += 1
        match path.strip("/").split("/"):
            case ["interactions", number, _, "callback"]:
                self.seen.answered[int(number)] = time.monotonic()
                return self._callback(int(number), body) if "with_response=1" in query else None
            case ["channels", channel, "messages", *number] if method != "DELETE":
                return self._message(int(channel), int(number[0]) if number else None, body)
            case ["webhooks", *_] if method != "DELETE":
                return message(snowflake(), ME, body or {}, EPHEMERAL)
            case ["users", "@me"]:
                return {**user(ME, "Tablée"), "bot": True}
            case _ if method == "DELETE":
                return None
        return []

    def _message(self, channel: int, number: int | None, body: Any) -> dict[str, Any]:
        if number is None:
            self.seen.boards[channel] = number = snowflake()
        self.seen.components[number] = body.get("components") or []
        return message(number, channel, body)

    @staticmethod
    def _callback(number: int, body: Any) -> dict[str, Any]:
        reply: dict[str, Any] = {"interaction": {"id": str(number), "type": 3}, "resource": {"type": body["type"]}}
        if body["type"] in (4, 7):
            data = body.get("data") or {}
            private = bool((data.get("flags") or 0) & EPHEMERAL)
            reply["interaction"] |= {"response_message_id": str(number + 1), "response_message_ephemeral": private}
            reply["resource"]["message"] = message(number + 1, ME, data)
        return reply


API = "/api/v10"
END_OF_HEAD = b"\r\n\r\n"
LENGTH = b"content-length:"
HEADERS = (
    "Date: Sun, 01 Mar 2026 10:00:00 GMT\r\nConnection: keep-alive\r\nServer: cloudflare\r\n"
    "Strict-Transport-Security: max-age=31536000; includeSubDomains; preload\r\nVia: 1.1 google\r\n"
    'Alt-Svc: h3=":443"; ma=86400\r\nCF-Cache-Status: DYNAMIC\r\nCF-RAY: 9a0b1c2d3e4f5a6b-CDG\r\n'
    "X-RateLimit-Limit: 1000\r\nX-RateLimit-Remaining: 999\r\nX-RateLimit-Reset: 1772359201.000\r\n"
    "X-RateLimit-Reset-After: 1.000\r\n"
)  # fmt: skip


class _Connection(asyncio.Protocol):
    """One connection with keep-alive. A client sends a request only after the response to the one before."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, found, body = self._received.partition(END_OF_HEAD)
        if not found:
            return
        sizes = [line for line in head.lower().split(b"\r\n") if line.startswith(LENGTH)]
        if len(body) >= (int(sizes[0].removeprefix(LENGTH)) if sizes else 0):
            self._received = b""
            self._transport.write(self._answer(head.decode().split(" ", 2)[:2], body))  # type: ignore[attr-defined]

    def _answer(self, request: list[str], body: bytes) -> bytes:
        method, target = request
        path, _, query = target.removeprefix(API).partition("?")
        answer = self._answers.answer(method, path, query, _json_of(body))
        headers = f"{HEADERS}X-RateLimit-Bucket: {method.lower()}{path.count('/')}\r\n"
        if answer is None:
            return f"HTTP/1.1 204 No Content\r\n{headers}\r\n".encode()
        text = json.dumps(answer).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n{headers}\r\n"
        return head.encode() + text


def _json_of(body: bytes) -> Any:
    """Decode the JSON of a request, also if it is the first part of a multipart body."""
    if body.startswith(b"--"):
        boundary, _, rest = body.partition(b"\r\n")
        body = rest.partition(END_OF_HEAD)[2].partition(b"\r\n" + boundary)[0]
    return json.loads(body) if body else None


def _serve(pipe: Connection) -> None:
    async def serve() -> None:
        answers = Answers()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Connection(answers), "127.0.0.1", 0)

        def send_seen() -> None:
            pipe.recv()
            pipe.send(answers.seen)

        loop.add_reader(pipe.fileno(), send_seen)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


class Server:
    """The server process."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    async def seen(self) -> Seen:
        """SeatRequest it for everything it has received so far."""
        self._pipe.send(None)
        return await asyncio.to_thread(self._pipe.recv)


@asynccontextmanager
async def http_server() -> AsyncIterator[Server]:
    """Run the server process and point discord.py at it."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    base = Route.BASE
    Route.BASE = f"http://127.0.0.1:{await asyncio.to_thread(ours.recv)}{API}"
    try:
        yield Server(ours)
    finally:
        Route.BASE = base
        process.terminate()
        process.join()
