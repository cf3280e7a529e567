"""Stock discord.py bots to compare with, in a process of their own with Python's own event loop.

``ok`` is a bare command that replies "ok". ``view`` is a durable game as many bots have it: a persistent ``View`` of
nine buttons below an embed with three fields; a press is one aiosqlite commit and is answered by editing the message.
"""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite
import discord
from discord.ext import commands
from discord.http import Route

from tests.bench import rig
from tests.bench.server import Child, snowflake

OK, VIEW = "ok", "view"
RATE = 150
"""Interactions a second."""
SQUARES = 9
MARKS = ("✕", "○")


class Floor(NamedTuple):
    """A stock bot."""

    client: discord.Client
    payloads: Callable[[], list[dict[str, Any]]]
    """Makes one interaction for each channel."""


def stock_client() -> commands.Bot:
    """Return a client with the intents and caches that our bot has."""
    return commands.Bot(
        command_prefix=commands.when_mentioned,
        intents=discord.Intents(guilds=True),
        max_messages=None,
        chunk_guilds_at_startup=False,
        member_cache_flags=discord.MemberCacheFlags.none(),
    )


@asynccontextmanager
async def bare_command(wire: rig.Wire, channels: range) -> AsyncIterator[Floor]:
    """Run a bot with one command that replies "ok"."""
    client = stock_client()

    @client.tree.command(name="ok", description="ok")
    async def ok(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("ok")

    async with client:
        await rig.log_in(client, wire, channels)
        yield Floor(client, lambda: [rig.command(channel, rig.FIRST_USER, "ok") for channel in channels])


class Square(discord.ui.Button["Grid"]):
    """One of the nine buttons."""

    def __init__(self, number: int) -> None:
        super().__init__(label="·", custom_id=f"square:{number}", row=number // 3)
        self._number = number

    async def callback(self, interaction: discord.Interaction) -> None:
        """Store the move, then show it."""
        assert self.view is not None
        await self.view.play(self._number, interaction)


class Grid(discord.ui.View):
    """A game of noughts and crosses that starts again when the grid is full."""

    def __init__(self, database: aiosqlite.Connection, channel: int) -> None:
        super().__init__(timeout=None)
        self._database = database
        self.channel, self.message, self.moves = channel, snowflake(), 0
        self.squares = [Square(number) for number in range(SQUARES)]
        for square in self.squares:
            self.add_item(square)

    async def play(self, number: int, interaction: discord.Interaction) -> None:
        """Mark a square."""
        await self._database.execute(
            "INSERT INTO moves (channel, move, square, person) VALUES (?, ?, ?, ?)",
            (self.channel, self.moves, number, interaction.user.id),
        )
        await self._database.commit()
        if self.moves % SQUARES == 0:
            for square in self.squares:
                square.label, square.style = "·", discord.ButtonStyle.secondary
        self.squares[number].label = MARKS[self.moves % 2]
        self.squares[number].style = discord.ButtonStyle.primary
        self.moves += 1
        await interaction.response.edit_message(embed=self.embed(), view=self)

    def embed(self) -> discord.Embed:
        """Return the text above the buttons."""
        embed = discord.Embed(title="Morpion", description="Trois marques alignées gagnent.", colour=0x2C565E)
        embed.add_field(name="Au tour de", value=f"<@{rig.FIRST_USER}> ({MARKS[self.moves % 2]})")
        embed.add_field(name="Coups joués", value=str(self.moves % SQUARES))
        embed.add_field(name="Parties", value=str(self.moves // SQUARES))
        return embed

    def next_click(self) -> dict[str, Any]:
        """Return the payload of a click on the next free square."""
        body = {"components": self.to_components(), "embeds": [self.embed().to_dict()]}
        return rig.click(self.channel, rig.FIRST_USER, f"square:{self.moves % SQUARES}", self.message, body)


@asynccontextmanager
async def view_game(wire: rig.Wire, channels: range) -> AsyncIterator[Floor]:
    """Run the ``View`` game with a grid in each channel, as durable as ours: WAL, synchronous=FULL."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = await stack.enter_async_context(aiosqlite.connect(Path(folder) / "view.sqlite3"))
        await database.execute("PRAGMA journal_mode = WAL")
        await database.execute("PRAGMA synchronous = FULL")
        await database.execute("CREATE TABLE moves (channel, move, square, person, PRIMARY KEY (channel, move))")
        client = await stack.enter_async_context(stock_client())
        await rig.log_in(client, wire, channels)
        grids = [Grid(database, channel) for channel in channels]
        for grid in grids:
            client.add_view(grid, message_id=grid.message)
        yield Floor(client, lambda: [grid.next_click() for grid in grids])
        assert all(grid.moves for grid in grids), "no move was played"


async def cpu(client: discord.Client, payloads: list[dict[str, Any]], *, pause: float = 0.0) -> float:
    """Send interactions at a steady rate; return the CPU seconds of all threads until everything they caused ended.

    Sent all at once they would share commits and iterations of the loop, and caches would stay warm. Delayed work is
    counted if it begins within ``pause`` seconds.
    """
    before = time.process_time()
    for payload in payloads:
        rig.receive(client, payload)
        await asyncio.sleep(1 / RATE)
    await rig.settle()
    await asyncio.sleep(pause)
    await rig.settle()
    return time.process_time() - before


def serve_floors(pipe: Connection, base: str, channels: range) -> None:
    """Run the stock bots in this process. Asked for one, it sends the CPU seconds of a click in each channel."""

    async def serve() -> None:
        Route.BASE = base
        wire = rig.Wire(Child(pipe))
        async with bare_command(wire, channels) as ok, view_game(wire, channels) as view:
            floors = {OK: ok, VIEW: view}
            pipe.send(None)
            while True:
                floor = floors[await asyncio.to_thread(pipe.recv)]
                pipe.send(await cpu(floor.client, floor.payloads()))

    asyncio.run(serve())
