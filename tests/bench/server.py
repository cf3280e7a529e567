"""Discord's side of HTTP: answers the requests of a bot in this process or, for real HTTP, in a process of its own."""

import asyncio
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import discord
from aiohttp import web
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


class Seen(NamedTuple):
    """Everything the server has received so far."""

    requests: Counter[str]
    """Requests by kind. Neither callbacks nor requests by interaction token count towards Discord's limit."""
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
        match path.strip("/").split("/"):
            case ["interactions", number, _, "callback"]:
                self.seen.requests[CALLBACK] += 1
                self.seen.answered[int(number)] = time.monotonic()
                return self._callback(int(number), body) if "with_response=1" in query else None
            case ["webhooks", *_]:
                self.seen.requests[BY_TOKEN] += 1
                return None if method == "DELETE" else message(snowflake(), ME, body or {}, EPHEMERAL)
            case ["channels", channel, "messages", *number]:
                self.seen.requests[MESSAGE_KINDS[method]] += 1
                return None if method == "DELETE" else self._message(int(channel), number, body)
            case [first, *_]:
                self.seen.requests[f"{method} {first}"] += 1
                if first == "users":
                    return {**user(ME, "Tablée"), "bot": True}
        return None if method == "DELETE" else []

    def _message(self, channel: int, known: list[str], body: Any) -> dict[str, Any]:
        if known:
            number = int(known[0])
        else:
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
HEADERS = {
    "Server": "cloudflare", "Via": "1.1 google", "Alt-Svc": 'h3=":443"; ma=86400', "CF-Cache-Status": "DYNAMIC",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains; preload", "CF-RAY": "9a0b1c2d3e4f5a6b-CDG",
    "X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "999", "X-RateLimit-Reset": "1772359201.000",
    "X-RateLimit-Reset-After": "1.000",
}  # fmt: skip


def _serve(pipe: Connection) -> None:
    answers = Answers()

    async def handle(request: web.Request) -> web.Response:
        if request.content_type.startswith("multipart/"):
            body = json.loads(str((await request.post())["payload_json"]))
        else:
            body = await request.json() if request.can_read_body else None
        path = request.path.removeprefix(API)
        headers = HEADERS | {"X-RateLimit-Bucket": f"{request.method.lower()}{path.count('/')}"}
        answer = answers.answer(request.method, path, request.query_string, body)
        if answer is None:
            return web.Response(status=204, headers=headers)
        return web.Response(body=json.dumps(answer).encode(), headers=headers, content_type="application/json")

    def send_seen() -> None:
        pipe.recv()
        pipe.send(answers.seen)

    async def serve() -> None:
        app = web.Application(client_max_size=2**24)
        app.router.add_route("*", "/{path:.*}", handle)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        asyncio.get_running_loop().add_reader(pipe.fileno(), send_seen)
        pipe.send(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(serve())


class Child:
    """A process that a bench has started."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    async def ask(self, question: Any = None) -> Any:
        """Send it something and return its answer."""
        self._pipe.send(question)
        return await asyncio.to_thread(self._pipe.recv)


@asynccontextmanager
async def child(serve: Callable[..., None], *arguments: Any) -> AsyncIterator[tuple[Child, Any]]:
    """Run a function in a new process, with a pipe to it; gives the process and the first thing that it sends."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=serve, args=(theirs, *arguments), daemon=True)
    process.start()
    try:
        yield Child(ours), await asyncio.to_thread(ours.recv)
    finally:
        process.terminate()
        process.join()


@asynccontextmanager
async def http_server() -> AsyncIterator[Child]:
    """Run the server process and point discord.py at it. Asked, it returns everything it has seen."""
    base = Route.BASE
    async with child(_serve) as (server, port):
        Route.BASE = f"http://127.0.0.1:{port}{API}"
        try:
            yield server
        finally:
            Route.BASE = base
