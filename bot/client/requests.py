"""discord.py's HTTP client with a shorter way to Discord.

It keeps discord.py's rate limits, tries again when discord.py does and raises what discord.py raises; only what lies
between those and the bytes is ours. Answers to interactions go the same way, without the bot's token. What is logged
names neither: a route's path has places for ids and tokens, not the ids and tokens themselves.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Protocol
from urllib.parse import urlencode

import discord
import msgspec
from discord.http import HTTPClient, Ratelimit, Route

from bot.client.connections import Answer, Connections, Origin
from bot.client.messages import CALLBACK, Unheard
from bot.locks import Lock, Locks

log = logging.getLogger(__name__)

TRIES = 5
PASSING = (500, 502, 504, 524)
"""Errors of Discord's that are gone with the next try."""
NOTICEABLE = 0.001
"""Seconds: whoever has a turn at once did not wait."""
JSON = "application/json"
BOUNDARY = secrets.token_hex(16)
"""What stands between the parts of a form. Another one in every run: nobody can have written it into a part."""


class Watch(Protocol):
    """Is told how requests fare. Must not wait."""

    def answered(self, route: Route, status: int, seconds: float) -> None:
        """Discord has answered after so long."""
        ...

    def waited(self, why: str, seconds: float) -> None:
        """A request was held back for so long: in its ``bucket``, or after a ``429``."""
        ...


class Requests(HTTPClient):
    """Sends requests to Discord."""

    def __init__(self, like: HTTPClient) -> None:
        """Made from the client discord.py has made for itself."""
        super().__init__(
            like.loop,
            like.connector,
            proxy=like.proxy,
            proxy_auth=like.proxy_auth,
            unsync_clock=not like.use_clock,
            http_trace=like.http_trace,
            max_ratelimit_timeout=like.max_ratelimit_timeout,
        )
        self._connections = Connections()
        self._turns = Locks[object]()
        """By an interaction's number, or the application's, and the interaction's token."""
        self.watch: Watch | None = None

    async def close(self) -> None:
        """Hang up."""
        self._connections.close()
        await super().close()

    async def request(
        self,
        route: Route,
        *,
        files: Sequence[Any] | None = None,
        form: Iterable[dict[str, Any]] | None = None,
        **kwargs: Any,
    ) -> Any:
        """Ask Discord for something, and give what it answers. Raises what discord.py raises."""
        if self.proxy is not None or kwargs.keys() - {"json", "params"}:
            return await super().request(route, files=files, form=form, **kwargs)
        origin, request = self._written(route, form, **kwargs)
        if route.path == CALLBACK:
            # There is one, and Discord sets no limit to it: nobody waits for a turn.
            return await self._asked(route, origin, request)
        if route.webhook_token is not None:
            async with self._turns.of((route.webhook_id, route.webhook_token)) as turn:
                return await self._asked(route, origin, request, lambda answer: _wait_if_last(turn, answer))
        asked = _time()
        await self._global_over.wait()
        known = self._bucket_hashes.get(route.key)
        bucket = f"{known or route.key}:{route.major_parameters}"
        limit = self.get_ratelimit(bucket)
        async with limit:
            if self.watch and (waited := _time() - asked) > NOTICEABLE:
                self.watch.waited("bucket", waited)
            return await self._asked(
                route, origin, request, lambda answer: self._learn(route, limit, bucket, known, answer)
            )

    async def _asked(
        self, route: Route, origin: Origin, request: bytes, heard: Callable[[Answer], None] | None = None
    ) -> Any:
        for tries in range(TRIES):
            asked = _time() if self.watch else 0.0
            answer = await self._connections.ask(origin, request)
            if self.watch:
                self.watch.answered(route, answer.status, _time() - asked)
            if heard:
                heard(answer)
            if 200 <= answer.status < 300:
                return None if isinstance(route, Unheard) else _data(answer)
            data = _data(answer)
            if answer.status == 429 and "Via" in answer.headers and isinstance(data, dict) and tries < TRIES - 1:
                await self._wait(route, data["retry_after"], everywhere=data.get("global", False))
            elif _passing(route, answer.status) and tries < TRIES - 1:
                await asyncio.sleep(1 + tries * 2)
            else:
                raise _refusal(answer, data)
        raise AssertionError("the last try has raised")

    async def _wait(self, route: Route, seconds: float, *, everywhere: bool) -> None:
        if self.max_ratelimit_timeout and seconds > self.max_ratelimit_timeout:
            raise discord.RateLimited(seconds)
        log.warning("too fast for Discord: %s %s, again in %.2f s", route.method, route.path, seconds)
        if self.watch:
            self.watch.waited("429", seconds)
        if everywhere:
            self._global_over.clear()
        try:
            await asyncio.sleep(seconds)
        finally:
            if everywhere:
                self._global_over.set()

    def _learn(self, route: Route, limit: Ratelimit, bucket: str, known: str | None, answer: Answer) -> None:
        """Discord names with each answer the bucket it counted the request in, and what is left in it."""
        name = answer.headers.get("X-Ratelimit-Bucket")
        if name is not None and name != known and (known is not None or route.key not in self._bucket_hashes):
            self._bucket_hashes[route.key] = name
            self._buckets[f"{name}:{route.major_parameters}"] = limit
            if known is not None:
                self._buckets.pop(bucket, None)
        if answer.status != 429 and "X-Ratelimit-Remaining" in answer.headers:
            limit.update(answer, use_clock=self.use_clock)  # type: ignore[arg-type]

    def _written(
        self,
        route: Route,
        form: Iterable[dict[str, Any]] | None,
        json: Any = None,
        params: dict[str, Any] | None = None,
    ) -> tuple[Origin, bytes]:
        """Where a request goes, and all its bytes."""
        # Behind "https://".
        end = route.url.index("/", 8)
        origin, host = _origin(route.url[:end])
        query = f"?{urlencode(params)}" if params else ""
        # Packing and unpacking a few kilobytes costs more than sending them.
        head = (
            f"{route.method} {route.url[end:]}{query} HTTP/1.1\r\nHost: {host}\r\n"
            f"User-Agent: {self.user_agent}\r\nAccept-Encoding: identity\r\n"
        )
        if self.token is not None and route.webhook_token is None:
            head += f"Authorization: Bot {self.token}\r\n"
        body: list[bytes] = []
        if form:
            body = _multipart(form)
            head += f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n"
        elif json is not None:
            body = [msgspec.json.encode(json)]
            head += f"Content-Type: {JSON}\r\n"
        if body or route.method not in ("GET", "DELETE"):
            head += f"Content-Length: {sum(map(len, body))}\r\n"
        return origin, b"".join((f"{head}\r\n".encode("latin-1"), *body))


@lru_cache(16)
def _origin(start: str) -> tuple[Origin, str]:
    """Where a URL with this start leads, and the host as its request names it."""
    scheme, _, host = start.partition("://")
    name, _, port = host.partition(":")
    encrypted = scheme == "https"
    return (encrypted, name, int(port) if port else 443 if encrypted else 80), host


def _time() -> float:
    return asyncio.get_running_loop().time()


def _wait_if_last(turn: Lock[object], answer: Answer) -> None:
    if answer.status != 429 and answer.headers.get("X-Ratelimit-Remaining") == "0":
        turn.hold(float(answer.headers.get("X-Ratelimit-Reset-After", 0)))


def _passing(route: Route, status: int) -> bool:
    # Whom an interaction's token belongs to is waiting: there discord.py tries again whatever the server's trouble.
    return status in PASSING or (status >= 500 and route.webhook_token is not None)


def _refusal(answer: Answer, data: Any) -> discord.HTTPException:
    response: Any = answer
    if answer.status == 403:
        return discord.Forbidden(response, data)
    if answer.status == 404:
        return discord.NotFound(response, data)
    if answer.status >= 500 or (answer.status == 429 and "Via" in answer.headers):
        # Who is still asked to wait after so many tries goes on as after any trouble of the server: again, later.
        return discord.DiscordServerError(response, data)
    return discord.HTTPException(response, data)


def _data(answer: Answer) -> Any:
    """What Discord says; only text if something before it answered in its place."""
    if answer.headers.get("Content-Type", "").partition(";")[0] == JSON and answer.body:
        try:
            return msgspec.json.decode(answer.body)
        except msgspec.DecodeError:
            pass
    return answer.body.decode("utf-8", "replace")


def _multipart(form: Iterable[dict[str, Any]]) -> list[bytes]:
    """A form as discord.py makes one, in parts: texts, and files that are read here, once for all tries."""
    found: list[bytes] = []
    for part in form:
        value = part["value"]
        found.append(_part_head(part["name"], part.get("filename"), part.get("content_type", JSON)))
        found.append(value if isinstance(value, bytes) else value.encode() if isinstance(value, str) else value.read())
        found.append(b"\r\n")
    found.append(f"--{BOUNDARY}--\r\n".encode())
    return found


@lru_cache(64)
def _part_head(name: str, file: str | None, kind: str) -> bytes:
    """What stands before a part of a form."""
    about = f'form-data; name="{name}"'
    if file:
        about += f'; filename="{file.translate(_ESCAPED)}"'
    return f"--{BOUNDARY}\r\nContent-Disposition: {about}\r\nContent-Type: {kind}\r\n\r\n".encode()


_ESCAPED = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})
