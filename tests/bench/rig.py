"""A Discord that answers at once: what several benches feed with interactions.

Payloads go straight into the client's connection state, as the gateway would put them. HTTP ends where discord.py
would send JSON, after it has been made, and a reply lets the loop go round once, as any network would; or, over a
line, it is all there, to a server in a process of its own: then both the bot and the bare command pay for all that
they do to send a request and to read its answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode

import discord
from discord.ext import commands
from discord.webhook import async_

from bot.catalogue import Catalogue
from bot.cli.run import tune_garbage_collector
from bot.client.bot import Bot
from bot.core import lobby
from bot.core.facts import Player
from bot.core.game import AnyGame
from bot.core.table import Table
from bot.store import Store
from tests.bench.answers import EPHEMERAL, ME, Answers, message, snowflake, user
from tests.bench.loopback import Line

GUILD = 2_000
NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")
PERMISSIONS = str(discord.Permissions.all().value)


class Wire(async_.AsyncWebhookAdapter):
    """Discord's side of HTTP. Knows the components of each message and when each interaction was answered."""

    def __init__(self, clock: Callable[[], float], line: Line | None = None) -> None:
        super().__init__()
        self.clock = clock
        self.line = line
        """If given, every request goes over it, through the client's own HTTP."""
        self.answers = Answers()
        self.answered: dict[int, float] = {}
        self.waiting: dict[int, asyncio.Future[None]] = {}

    @property
    def requests(self) -> int:
        """How many there have been."""
        return self.answers.requests

    @property
    def board(self) -> dict[int, int]:
        """The newest message of each channel."""
        return self.answers.board

    @property
    def shown(self) -> dict[int, list[Any]]:
        """The components of each message."""
        return self.answers.shown

    async def look(self) -> None:
        """Learn from the other end of the line what it has been told by now."""
        if self.line:
            self.answers.requests, self.answers.board, self.answers.shown = await self.line.look()

    async def request(self, route: Any, session: Any = None, **given: Any) -> Any:  # noqa: ARG002
        """Answer what discord.py asks through a webhook, i.e. in answer to an interaction."""
        return await self._answer(route, given.get("payload"), given.get("multipart"), given.get("params"))

    async def http(self, route: Any, **given: Any) -> Any:
        """Answer any other request, and those of ours."""
        return await self._answer(route, given.get("json"), given.get("form"), given.get("params"))

    async def _answer(self, route: Any, body: Any, parts: Iterable[dict[str, Any]] | None, params: Any) -> Any:
        for part in parts or ():
            if part["name"] == "payload_json":
                body = discord.utils._from_json(part["value"])
        discord.utils._to_json(body)
        await asyncio.sleep(0)
        path = route.url.removeprefix(route.BASE)
        if path.endswith("/callback"):
            number = int(route.webhook_id)
            self.answered[number] = self.clock()
            if waiting := self.waiting.pop(number, None):
                waiting.set_result(None)
        return self.answers.answer(route.method, path, urlencode(params or {}), body)


async def join(client: discord.Client, wire: Wire, channels: Iterable[int]) -> None:
    """Log a client in, with one server of so many channels."""
    state = client._connection
    if wire.line:
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
    places = [{"id": str(place), "type": 0, "name": "jeux", "position": 0} for place in channels]
    state._add_guild_from_data(
        {"id": str(GUILD), "name": "Chez nous", "roles": [everyone], "channels": places, "members": []}  # type: ignore[typeddict-item]
    )


def _interaction(kind: int, channel: int, person: int, data: dict[str, Any], at: float | None) -> dict[str, Any]:
    member = {
        "user": user(person, "Ana"), "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False,
        "mute": False, "flags": 0, "permissions": PERMISSIONS,
    }  # fmt: skip
    return {
        "id": str(snowflake(at)), "application_id": str(ME), "type": kind, "token": "t", "version": 1, "data": data,
        "guild_id": str(GUILD), "guild": {"id": str(GUILD), "features": [], "locale": "fr"},
        "channel": {"id": str(channel), "type": 0}, "channel_id": str(channel), "member": member, "locale": "fr",
        "guild_locale": "fr", "app_permissions": PERMISSIONS, "attachment_size_limit": 10_000_000, "entitlements": [],
    }  # fmt: skip


def command(channel: int, person: int, name: str, part: str | None = None) -> dict[str, Any]:
    """Somebody types a command without options, or a part of a group of commands."""
    data: dict[str, Any] = {"id": "1", "name": name, "type": 1}
    if part:
        data["options"] = [{"type": 1, "name": part, "options": []}]
    return _interaction(2, channel, person, data, None)


def click(
    channel: int,
    person: int,
    custom_id: str,
    on: int,
    components: list[Any],
    *,
    private: bool = False,
    at: float | None = None,
) -> dict[str, Any]:
    """Somebody presses a button on a message (with ``private``: one that only they see), at that time or now."""
    shown = message(on, channel, {"components": components}, (1 << 15) | (EPHEMERAL if private else 0))
    return _interaction(3, channel, person, {"custom_id": custom_id, "component_type": 2}, at) | {"message": shown}


async def settle() -> None:
    """Wait until nothing is going on any more."""
    me = asyncio.current_task()
    await asyncio.sleep(0)  # What was just asked for begins.
    while others := [task for task in asyncio.all_tasks() if task is not me]:
        await asyncio.wait(others)
        await asyncio.sleep(0)


@asynccontextmanager
async def running(
    catalogue: Catalogue, store: Store, wire: Wire, channels: Iterable[int] = (), *, pictures: bool = False
) -> AsyncIterator[Bot]:
    """The whole bot, started, with Discord answering at once."""
    bot = Bot(catalogue, store, now=wire.clock, rng=Random(1), pictures=pictures)
    tune_garbage_collector()
    async with bot:
        await join(bot, wire, channels)
        await bot.setup_hook()
        # As the gateway would: some wait for it, and nothing would ever settle.
        bot._handle_ready()
        yield bot


@asynccontextmanager
async def bare(wire: Wire, channels: Iterable[int] = ()) -> AsyncIterator[commands.Bot]:
    """The least bot there is: discord.py and one command that replies "ok"."""
    client = commands.Bot(
        command_prefix=commands.when_mentioned,
        intents=discord.Intents(guilds=True),
        max_messages=None,
        chunk_guilds_at_startup=False,
        member_cache_flags=discord.MemberCacheFlags.none(),
    )

    @client.tree.command(name="ok", description="ok")
    async def ok(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("ok")

    async with client:
        await join(client, wire, channels)
        yield client


def seated(game: AnyGame, place: int, seats: int, now: float, first_user: int, pace: str = "steady") -> Table:
    """A full lobby, not yet stored: people with ids from ``first_user`` on, who is its host."""
    # Names differ from table to table: what is remembered of one must not help another.
    host = Player(user=first_user, name=f"{NAMES[0]} {place}")
    table = lobby.open_table(game, guild=GUILD, channel=place, host=host, options={}, pace=pace, now=now)
    for seat in range(1, seats):
        table = lobby.join(table, first_user + seat, f"{NAMES[seat]} {place}")
    return table
