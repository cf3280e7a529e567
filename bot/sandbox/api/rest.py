"""The REST side: a request comes in, is judged as Discord would judge it, and is answered in Discord's shapes."""

from __future__ import annotations

import json
import logging
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, message_from_string
from importlib import import_module
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.sandbox.api.faults import Dropped, Faults
from bot.sandbox.api.rate_limits import Meter
from bot.sandbox.api.spec import Spec
from bot.sandbox.model.files import REQUEST_LIMIT
from bot.sandbox.model.refusals import Refusal, refusal

if TYPE_CHECKING:
    from bot.sandbox.model.objects import Channel
    from bot.sandbox.model.permissions import Permission
    from bot.sandbox.model.world import World

log = logging.getLogger(__name__)

PREFIX = "/api/v10"


@dataclass(kw_only=True)
class Call:
    """One request, read."""

    world: World
    meter: Meter
    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    uploads: dict[int, tuple[str, bytes]] = field(default_factory=dict)

    def channel(self, *wanted: Permission) -> Channel:
        """The channel spoken of, if the bot sees it and has these permissions there."""
        channel = self.world.channel(self.params["channel_id"])
        self.world.need(self.world.bot.id, channel, *wanted)
        return channel


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One line of the journal: what was asked and how it was answered."""

    at: float
    method: str
    route: str
    path: str
    status: int
    code: int | None = None
    took: float = 0.0


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, kw_only=True)
class Route:
    """A route of the API, its handler and how it is metered."""

    method: str
    path: str
    handler: Handler
    limit: str | None
    token: bool
    query: frozenset[str]

    @property
    def name(self) -> str:
        """As faults and the journal name it."""
        return f"{self.method} {self.path}"


ROUTES: list[Route] = []


def route(
    method: str,
    path: str,
    *,
    limit: str | None = None,
    token: bool = True,
    query: tuple[str, ...] = (),
) -> Callable[[Handler], Handler]:
    """Serve this route with the decorated handler: it gets a Call and gives JSON, or None for 204."""

    def register(handler: Handler) -> Handler:
        ROUTES.append(
            Route(method=method, path=path, handler=handler, limit=limit, token=token, query=frozenset(query))
        )
        return handler

    return register


@dataclass(eq=False)
class Api:
    """The whole REST API over one world."""

    _world: World
    _meter: Meter
    _faults: Faults
    _spec: Spec | None
    journal: deque[Entry] = field(default_factory=lambda: deque(maxlen=20_000), init=False)

    def mount(self, app: web.Application) -> None:
        """Serve every route, and a refusal naming it for any other."""
        for subject in ("application", "channels", "guilds", "interactions", "messages"):
            import_module(f"bot.sandbox.api.routes.{subject}")  # importing it registers its routes
        for each in sorted(ROUTES, key=lambda each: each.path.count("{")):
            app.router.add_route(each.method, PREFIX + each.path, self._serve(each))
        app.router.add_route("*", "/api/{rest:.*}", self._unknown)

    async def _unknown(self, request: web.Request) -> web.Response:
        log.warning("no such route: %s %s", request.method, request.path)
        self._note(request, f"{request.method} ?", 404, 0, 0.0)
        wrong = Refusal(404, 0, f"404: Not Found (the sandbox has no route {request.method} {request.path})")
        return respond(wrong.status, wrong.body())

    def _serve(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            started = time.perf_counter()
            headers: dict[str, str] = {}
            code = None
            try:
                status, data = await self._handle(route, request, headers)
            except Dropped:
                if request.transport:
                    request.transport.abort()
                status, data = 499, None
            except Refusal as wrong:
                status, data, code = wrong.status, wrong.body(), wrong.code
                headers |= wrong.headers
                log.info("%s → %s", route.name, wrong)
            self._note(request, route.name, status, code, time.perf_counter() - started)
            return respond(status, data, headers)

        return serve

    async def _handle(self, route: Route, request: web.Request, headers: dict[str, str]) -> tuple[int, Any]:
        if route.token and request.headers.get("Authorization") != f"Bot {self._world.token}":
            raise Refusal(401, 0, "401: Unauthorized")
        params = dict(request.match_info)
        major = params.get("webhook_token" if route.limit == "webhook" else "channel_id", "")
        headers |= self._meter.spend(route.limit, major, counted=route.token)
        call = Call(world=self._world, meter=self._meter, params=params, query=dict(request.query))
        for name in call.query.keys() - route.query:
            problem = {"code": "SANDBOX_UNKNOWN_FIELD", "message": f"The sandbox knows no query field '{name}' here."}
            raise refusal(50035, errors={name: {"_errors": [problem]}})
        await _read(request, call)
        if self._spec and call.body is not None:
            self._spec.check_body(route.method, route.path, call.body)
        result = await self._faults.strike(route.name, lambda: route.handler(call))
        if isinstance(result, Created):
            return 201, result.data
        return (204, None) if result is None else (200, result)

    def _note(self, request: web.Request, route: str, status: int, code: int | None, took: float) -> None:
        self.journal.append(
            Entry(
                at=self._world.clock.now(),
                method=request.method,
                route=route,
                path=request.path,
                status=status,
                code=code,
                took=took,
            )
        )


@dataclass(frozen=True)
class Created:
    """An answer with status 201."""

    data: Any


def respond(status: int, data: Any, headers: dict[str, str] | None = None) -> web.Response:
    """JSON exactly as discord.py wants it: the content type bears no charset."""
    if data is None:
        return web.Response(status=status, headers=headers)
    body = json.dumps(data, ensure_ascii=False).encode()
    return web.Response(status=status, body=body, headers={"Content-Type": "application/json", **(headers or {})})


async def _read(request: web.Request, call: Call) -> None:
    if (request.content_length or 0) > REQUEST_LIMIT:
        raise refusal(40005)
    if request.content_type == "multipart/form-data":
        await _read_multipart(request, call)
    elif request.can_read_body and request.method != "GET":
        if request.content_type != "application/json":
            raise Refusal(400, 50035, f"The sandbox does not read {request.content_type}.")
        call.body = _parse(await request.text())


async def _read_multipart(request: web.Request, call: Call) -> None:
    body = await request.read()
    if len(body) > REQUEST_LIMIT:
        raise refusal(40005)
    for name, filename, data in _parts(body, request.content_type, request.headers["Content-Type"]):
        found = re.fullmatch(r"files\[(\d+)\]", name)
        if name == "payload_json":
            call.body = _parse(data.decode())
        elif found:
            call.uploads[int(found[1])] = (filename or "unknown", data)
        else:
            problem = {"code": "SANDBOX_UNKNOWN_FIELD", "message": f"The sandbox knows no form field '{name}'."}
            raise refusal(50035, errors={name: {"_errors": [problem]}})
    if call.body is None:
        call.body = {}


def _parts(body: bytes, kind: str, header: str) -> Iterator[tuple[str, str | None, bytes]]:
    """The fields of a form: name, file name and bytes.

    Not by aiohttp's reader: where a body happens to be cut into packets, it calls what it has itself deprecated, and
    where warnings are errors, as in our tests, the request is then lost.
    """
    boundary = message_from_string(f"Content-Type: {header}").get_boundary()
    if not boundary:
        raise Refusal(400, 50035, f"The sandbox does not read {kind} without a boundary.")
    # Before the first boundary stands nothing of interest, after the last one "--".
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary.encode())[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        about = message_from_bytes(head.lstrip())
        name = about.get_param("name", header="Content-Disposition")
        yield str(name or ""), about.get_filename(), data


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise refusal(50109) from None
