"""Runs a bot against a fake Discord: interactions go in as gateway payloads, requests are answered at once.

Requests are answered in this process, just before discord.py would send them, or by a server process over real HTTP
(``http_server``).
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from urllib.parse import urlencode

import discord
from discord.webhook import async_

from bot.app import App
from bot.catalogue import walk
from bot.cli.run import tune_garbage_collector
from bot.core import lobby
from bot.core.facts import Player
from bot.core.game import AnyGame
from bot.core.opponents import any_move
from bot.core.table import Table
from bot.store import from_url
from tests.bench.server import EPHEMERAL, ME, Answers, Child, Seen, message, snowflake, user

T = TypeVar("T")
GUILD = 2_000
FIRST_CHANNEL, FIRST_USER = 10_000, 1_000_000
NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")
PERMISSIONS = str(discord.Permissions.all().value)


class Clock:
    """The present time plus an offset that benches increase, so that nothing has to wait for a reveal to end."""

    def __init__(self) -> None:
        self.offset = 0.0

    def __call__(self) -> float:
        """Return the time in seconds since the epoch."""
        return time.time() + self.offset


class ShiftedLoop(asyncio.SelectorEventLoop):
    """An event loop whose timers follow such a clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        super().__init__()

    def time(self) -> float:
        """Return the loop's time."""
        return super().time() + self._clock.offset


class Wire(async_.AsyncWebhookAdapter):
    """Connects clients with the fake Discord."""

    def __init__(self, server: Child | None = None) -> None:
        super().__init__()
        self.clock = Clock()
        self.server = server
        """If given, requests go there over HTTP and ``seen`` is what it had received at the last ``refresh``."""
        self._answers = Answers()
        self.seen: Seen = self._answers.seen
        self.waiting: dict[int, asyncio.Future[None]] = {}
        """Futures by interaction that are resolved by its callback; not over HTTP."""

    async def refresh(self) -> None:
        """Update ``seen``."""
        if self.server:
            self.seen = await self.server.ask()

    async def request(self, route: Any, session: Any = None, **given: Any) -> Any:  # noqa: ARG002
        """Answer a request that discord.py sends through its webhook adapter."""
        return await self._answer(route, given.get("payload"), given.get("multipart"), given.get("params"))

    async def http(self, route: Any, **given: Any) -> Any:
        """Answer a request that is sent through ``HTTPClient.request``."""
        return await self._answer(route, given.get("json"), given.get("form"), given.get("params"))

    async def _answer(self, route: Any, body: Any, parts: Iterable[dict[str, Any]] | None, params: Any) -> Any:
        for part in parts or ():
            if part["name"] == "payload_json":
                body = discord.utils._from_json(part["value"])
        discord.utils._to_json(body)
        await asyncio.sleep(0)
        path = route.url.removeprefix(route.BASE)
        if path.endswith("/callback") and (waiting := self.waiting.pop(int(route.webhook_id), None)):
            waiting.set_result(None)
        return self._answers.answer(route.method, path, urlencode(params or {}), body)


def run_ahead(work: Callable[[Wire], Coroutine[Any, Any, T]]) -> T:
    """Run something with a Discord in this process, whose clock timers follow."""
    wire = Wire()
    with asyncio.Runner(loop_factory=lambda: ShiftedLoop(wire.clock)) as runner:
        return runner.run(work(wire))


async def log_in(client: discord.Client, wire: Wire, channels: Iterable[int]) -> None:
    """Log a client in, with one server that has these channels."""
    state = client._connection
    if wire.server:
        await client.http.static_login("token")
    else:
        async_.async_context.set(wire)
        client.http.request = wire.http  # type: ignore[method-assign]
    state.application_id = ME
    state.user = discord.ClientUser(state=state, data={**user(ME, "Tablée"), "bot": True})  # type: ignore[arg-type]
    everyone = {
        "id": str(GUILD), "name": "@everyone", "permissions": PERMISSIONS, "position": 0, "color": 0, "hoist": False,
        "managed": False, "mentionable": False, "colors": {"primary_color": 0},
    }  # fmt: skip
    listed = [{"id": str(channel), "type": 0, "name": "jeux", "position": 0} for channel in channels]
    state._add_guild_from_data(
        {"id": str(GUILD), "name": "Chez nous", "roles": [everyone], "channels": listed, "members": []}  # type: ignore[typeddict-item]
    )


def _interaction(kind: int, channel: int, person: int, data: dict[str, Any], at: float | None) -> dict[str, Any]:
    member = {
        "user": user(person, "Ana"), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False,
        "mute": False, "flags": 0, "permissions": PERMISSIONS,
    }  # fmt: skip
    number = str(snowflake(at))
    return {
        "id": number, "application_id": str(ME), "type": kind, "token": f"t{number}", "version": 1, "data": data,
        "guild_id": str(GUILD), "guild": {"id": str(GUILD), "features": [], "locale": "fr"},
        "channel": {"id": str(channel), "type": 0}, "channel_id": str(channel), "member": member, "locale": "fr",
        "guild_locale": "fr", "app_permissions": PERMISSIONS, "attachment_size_limit": 10_000_000, "entitlements": [],
    }  # fmt: skip


def command(channel: int, person: int, name: str, subcommand: str | None = None) -> dict[str, Any]:
    """Return the payload of a slash command without options."""
    data: dict[str, Any] = {"id": "1", "name": name, "type": 1}
    if subcommand:
        data["options"] = [{"type": 1, "name": subcommand, "options": []}]
    return _interaction(2, channel, person, data, None)


def click(
    channel: int,
    person: int,
    custom_id: str,
    on: int,
    body: dict[str, Any],
    *,
    private: bool = False,
    at: float | None = None,
) -> dict[str, Any]:
    """Return the payload of a click on a button of message ``on``, which has that body, at that time or now."""
    clicked = message(on, channel, body)
    clicked["flags"] |= EPHEMERAL if private else 0
    return _interaction(3, channel, person, {"custom_id": custom_id, "component_type": 2}, at) | {"message": clicked}


def receive(client: discord.Client, payload: dict[str, Any]) -> None:
    """Hand an interaction to a client as its gateway connection would."""
    client._connection.parse_interaction_create(payload)  # type: ignore[arg-type]


async def settle() -> None:
    """Wait until no other task is left."""
    me = asyncio.current_task()
    await asyncio.sleep(0)  # Let callbacks that create tasks run first.
    while others := [task for task in asyncio.all_tasks() if task is not me]:
        await asyncio.wait(others)
        await asyncio.sleep(0)


@asynccontextmanager
async def running(
    url: str | None, wire: Wire, channels: Iterable[int] = (), *, pictures: bool = False
) -> AsyncIterator[App]:
    """Run our bot on the storage at this address; without one, on a SQLite file that is deleted afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        store = from_url(url or str(Path(folder) / "bench.sqlite3"))
        app = App(walk(), store, now=wire.clock, rng=Random(1), pictures=pictures)
        tune_garbage_collector()
        async with app.bot:
            await log_in(app.bot, wire, channels)
            await app.bot.setup_hook()
            # Parts of the bot wait for the gateway's READY.
            app.bot._handle_ready()
            yield app


def full_lobby(game: AnyGame, channel: int, seats: int, now: float, first_user: int, pace: str = "steady") -> Table:
    """Return a full lobby, not stored yet; its host is ``first_user``, the others have the ids that follow."""
    # Names differ from table to table, so that texts cached for one table are not reused for another.
    host = Player(user=first_user, name=f"{NAMES[0]} {channel}")
    table = lobby.open_table(game, guild=GUILD, channel=channel, host=host, options={}, pace=pace, now=now)
    for seat in range(1, seats):
        table = lobby.join(table, first_user + seat, f"{NAMES[seat]} {channel}")
    return table


def random_game(table: Table, rng: Random, now: float) -> Iterator[Table]:
    """Start the game of a full lobby and make random moves until it ends; yields the table after the deal and each."""
    table = lobby.start(table, table.facts.host, rng, now)
    yield table
    while table.to_act:
        assert table.state is not None
        seat = rng.choice(table.to_act)
        table = table.after(seat, any_move(table.game, table.state, seat, rng), now)
        yield table


def storages(*, fsync: bool) -> Iterator[tuple[str, str]]:
    """Yield SQLite and a PostgreSQL server with the address of an empty database, which exists until the next one.

    The SQLite file is in the working directory, because the directory for temporary files may be in memory.
    """
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        yield "SQLite", f"sqlite:///{folder}/bench.sqlite3"
    from tests.store.server import running as postgres  # noqa: PLC0415, not on every system

    with postgres(fsync=fsync) as server:
        yield f"PostgreSQL (fsync {'on' if fsync else 'off'})", server.address
