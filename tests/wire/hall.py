"""A sandbox with the real bot connected to it over HTTP and WebSocket, and people at its page, all in one process."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.catalogue import walk
from bot.client import Bot
from bot.local import GAMES, HINT, furnish, point_at
from bot.sandbox import Limits, Person, Sandbox, World, serve
from bot.sandbox.components import walk as components
from bot.sandbox.spec import Spec
from bot.store import from_url
from bot.table import Table

NAMES = ("Ana", "Bastien", "Chloé", "Dimitri", "Éloïse", "Félix")
CATALOGUE = walk()
for _game in CATALOGUE.games.values():
    # A bot that closes takes its cogs out of sys.modules, where msgspec looks for names the first time it decodes.
    msgspec.json.Decoder(_game.moves)
EPHEMERAL, NOTICE = 64, 18
PATIENCE = 20.0
"""Seconds to wait for something that comes at once on an idle machine: ours may be busy."""
Json = dict[str, Any]


def read(message: Json) -> str:
    """All that can be read in a message."""
    lines: list[str] = [message["content"]] if message["content"] else []
    for widget in components(message["components"]):
        if widget["type"] == 10:
            lines.append(widget["content"])
        elif widget["type"] == 2:
            lines.append(f"[{widget['label']}]")
        elif widget["type"] == 3:
            lines += [f"({option['label']})" for option in widget["options"]]
        elif widget["type"] == 12:
            lines += [item.get("description") or "" for item in widget["items"]]
    return "\n".join(lines)


def usable(message: Json) -> Iterator[tuple[str, list[str]]]:
    """The ids of all that can be pressed in a message, with the values a menu offers."""
    for widget in components(message["components"]):
        if widget.get("custom_id") and not widget.get("disabled"):
            yield widget["custom_id"], [option["value"] for option in widget.get("options", [])]


def private(message: Json) -> bool:
    """Whether only one person sees it."""
    return bool(message["flags"] & EPHEMERAL)


@contextlib.contextmanager
def pointed_at(sandbox: Sandbox) -> Iterator[None]:
    """discord.py finds Discord in that sandbox as long as the block lasts."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    point_at(sandbox.api, sandbox.gateway)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


class Hall:
    """The server, its people by name, and the bot. Time is the sandbox's, and the bot goes by it too."""

    def __init__(self, sandbox: Sandbox, bot: Bot, people: dict[str, Person]) -> None:
        self.sandbox = sandbox
        self.bot = bot
        self.people = people

    def named(self, name: str) -> Person:
        """Somebody."""
        return self.people[name]

    def person(self, table: Table, seat: int) -> Person:
        """Who sits there."""
        return next(person for person in self.people.values() if int(person.id) == table.users[seat])

    async def now(self, table: Table) -> Table:
        """The table as it is now."""
        return await self.bot.tables.get(table.id)

    async def lobby(self, game: str, seats: int, **options: Any) -> Json:
        """A lobby in which so many people sit, by name in the order of the cast."""
        host, *others = (self.people[name] for name in NAMES[:seats])
        known = {message["id"] for message in host.in_channel(GAMES)}
        await host.command(GAMES, f"{game} nouvelle", **options)
        lobby = await host.until(lambda: next((m for m in host.in_channel(GAMES) if _fresh(m, known)), None), PATIENCE)
        for other in others:
            await other.until(lambda other=other: lobby["id"] in other.messages, PATIENCE)
            await other.press(other.messages[lobby["id"]], "Rejoindre")
        return await host.until(lambda: host.messages[lobby["id"]])

    async def start(self, game: str, seats: int, **options: Any) -> Table:
        """A game that has just begun, its board in sight of everybody."""
        host = self.people[NAMES[0]]
        await host.press(await self.lobby(game, seats, **options), "Commencer")
        rows = await self.bot.store.of_user(int(host.id), ("playing",))
        table = await self.bot.tables.get(rows[-1].id)
        await self.board(table, host)
        return table

    async def board(self, table: Table, person: Person) -> Json:
        """The board as somebody sees it, once it shows the table as it is now."""
        await self.painted(table)
        place = str(table.place)

        def newest() -> Json | None:
            seen = [
                m
                for m in person.messages.values()
                if m["channel_id"] == place and not private(m) and m["type"] != NOTICE
            ]
            last = max(seen, key=lambda m: int(m["id"]), default=None)
            return last if last and last == self.true(table.place, last["id"]) else None

        return await person.until(newest, PATIENCE)

    def true(self, place: int, message: str) -> Json | None:
        """A message as the server has it."""
        from bot.sandbox import payloads  # noqa: PLC0415, only to compare

        world = self.sandbox.world
        found = world.channels[str(place)].messages.get(message)
        if found is None:
            return None
        data = payloads.message(world, found)
        member = world.guild.members[found.author.id]
        return data | {
            "guild_id": world.guild.id,
            "member": payloads.partial_member(member) | {"mute": False, "deaf": False},
        }

    async def painted(self, table: Table) -> None:
        """Wait until the publisher has nothing left to do at that table."""
        publisher = self.bot.publisher
        while (task := publisher._tasks.get(table.id)) is not None:
            await asyncio.wait({task})

    async def advance(self, seconds: float) -> None:
        """Let time pass for Discord and for the bot; what falls due at the tables happens."""
        self.sandbox.control.advance(seconds)
        clock = self.bot.clock
        clock._ring()
        while clock._task is not None:
            await asyncio.wait({clock._task})

    async def look(self, table: Table) -> Table:
        """Let everybody look at what was revealed until it is hidden again, and the table make its own moves."""
        for _ in range(200):
            table = await self.now(table)
            now = self.bot.now()
            if (wait := table.flash_until - now) > 0:
                await self.advance(wait + 0.1)
            elif table.auto():
                await self.advance(2.1)
            else:
                return table
        raise AssertionError("the table never stops moving by itself")


def _fresh(message: Json, known: set[str]) -> bool:
    return message["id"] not in known and not private(message) and message["type"] != NOTICE


@asynccontextmanager
async def hall(
    folder: Path, *, limits: Limits | None = None, spec: Spec | None = None, pictures: bool = False
) -> AsyncIterator[Hall]:
    """A hall whose games channel is open for games, with everybody of the cast at the page."""
    world = World(hint=HINT)
    file = folder / "wire.sqlite3"
    await furnish(file, int(world.guild.id), int(world.place(GAMES).id))
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(serve(world, limits=limits or Limits.none(), spec=spec))
        stack.enter_context(pointed_at(sandbox))
        bot = Bot(CATALOGUE, from_url(str(file)), now=world.clock.now, rng=Random(7), pictures=pictures)
        await bot.login(sandbox.token)
        running = asyncio.create_task(bot.connect())
        stack.push_async_callback(_stop, bot, running)
        await bot.wait_until_ready()
        people = {name: await stack.enter_async_context(sandbox.person(name)) for name in ("Maëlle", *NAMES)}
        yield Hall(sandbox, bot, people)


async def _stop(bot: Bot, running: asyncio.Task[None]) -> None:
    await bot.close()
    with contextlib.suppress(asyncio.CancelledError):
        await running
