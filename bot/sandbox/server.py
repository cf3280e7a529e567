"""The sandbox put together: REST, gateway, people's sockets and page on one port of 127.0.0.1."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from email.utils import formatdate
from pathlib import Path
from typing import Literal

from aiohttp import web

from bot.sandbox.api.control import Control
from bot.sandbox.api.faults import Faults
from bot.sandbox.api.gateway import Gateway
from bot.sandbox.api.local_only import add_headers, is_our_fault, refuse_others
from bot.sandbox.api.people_sockets import PeopleSockets
from bot.sandbox.api.rate_limits import Limits, Meter
from bot.sandbox.api.rest import PREFIX, Api
from bot.sandbox.api.spec import Spec, load_spec
from bot.sandbox.model import threads
from bot.sandbox.model.refusals import Refusal
from bot.sandbox.model.world import World
from bot.sandbox.person import Person

log = logging.getLogger(__name__)
log.addFilter(is_our_fault)

HOST = "127.0.0.1"
PAGE = Path(__file__).parent / "page"
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass
class Sandbox:
    """A running sandbox: its addresses and its parts."""

    world: World
    port: int
    control: Control
    gateway_server: Gateway
    api_server: Api
    faults: Faults

    @property
    def page(self) -> str:
        """The page's URL."""
        return f"http://{HOST}:{self.port}/"

    @property
    def api(self) -> str:
        """For discord.http.Route.BASE."""
        return f"http://{HOST}:{self.port}{PREFIX}"

    @property
    def gateway(self) -> str:
        """For discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY."""
        return f"ws://{HOST}:{self.port}/gateway"

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.token

    def person(self, name: str) -> Person:
        """A person to connect with `async with`: sees and acts over a socket like the page."""
        return Person(self.page, self.world.person(name).id)


@contextlib.asynccontextmanager
async def serve(
    world: World | None = None,
    *,
    port: int = 0,
    limits: Limits | None = None,
    spec: Spec | Literal["auto"] | None = "auto",
    heartbeat: float = 41.25,
) -> AsyncIterator[Sandbox]:
    """Run a sandbox as long as the block lasts. Port 0 takes a free one; spec None skips Discord's description."""
    world = world or World()
    faults = Faults()
    meter = Meter(limits or Limits(), world.clock)
    gateway = Gateway(world, meter, heartbeat=heartbeat)
    described = load_spec() if spec == "auto" else spec
    api = Api(world, meter, faults, described)
    control = Control(world, gateway, faults, api)
    people = PeopleSockets(world, gateway)
    app = web.Application(middlewares=[refuse_others], client_max_size=30 * 1024 * 1024)
    app.on_response_prepare.append(add_headers)

    async def add_time(_: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = formatdate(world.clock.now(), usegmt=True)

    app.on_response_prepare.append(add_time)
    for each in (api, gateway, people):
        each.mount(app)
    _mount_files(app, world)
    runner = web.AppRunner(app, shutdown_timeout=0.5, access_log=None, logger=log)
    await runner.setup()
    site = web.TCPSite(runner, HOST, port)
    await site.start()
    port = runner.addresses[0][1]
    world.files.base = f"http://{HOST}:{port}"
    archiver = asyncio.create_task(_archive_idle_threads(world))
    try:
        yield Sandbox(world, port, control, gateway, api, faults)
    finally:
        archiver.cancel()
        await people.close()
        await gateway.drop(1001)
        world.clock.stop()
        await runner.cleanup()


async def _archive_idle_threads(world: World) -> None:
    while True:
        await asyncio.sleep(30)
        threads.archive_idle(world)


def _mount_files(app: web.Application, world: World) -> None:
    async def attachment(request: web.Request) -> web.Response:
        query = request.query
        try:
            file = world.files.fetch(
                request.match_info["file_id"], request.path, query.get("ex", ""), query.get("hm", "")
            )
        except Refusal as wrong:
            return web.Response(status=wrong.status, text=wrong.message)
        shown = file.content_type.startswith("image/") and "svg" not in file.content_type
        kind = file.content_type if shown else "application/octet-stream"
        headers = {"Content-Disposition": "inline" if shown else "attachment", "Cache-Control": "private, max-age=3600"}
        return web.Response(body=file.data, content_type=kind, headers=headers)

    async def page(request: web.Request) -> web.Response:
        name = request.match_info.get("name") or "index.html"
        path = PAGE / name
        if path.suffix not in KINDS or path.parent != PAGE or not path.is_file():
            raise web.HTTPNotFound
        return web.Response(body=path.read_bytes(), content_type=KINDS[path.suffix], charset="utf-8")

    for kind in ("attachments", "ephemeral-attachments"):
        app.router.add_get(f"/{kind}/{{channel_id}}/{{file_id}}/{{name}}", attachment)
    app.router.add_get("/", page)
    app.router.add_get("/page/{name}", page)
