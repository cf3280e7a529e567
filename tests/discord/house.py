"""A server with people in it, and hands to press its buttons: how the tests use the bot, exactly as people do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import discord
import simcord
import simcord.interactions

from bot.catalogue import walk
from bot.client import Bot
from bot.store import from_url
from bot.table import Table

NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")
CATALOGUE = walk()
ENGLISH: set[int] = set()
"""People whose client is English; SimCord's own clients all are, ours are French unless they say so."""

_payload = simcord.interactions.base_payload


def _with_language(*arguments: Any, **keywords: Any) -> Any:
    record, payload = _payload(*arguments, **keywords)
    payload["locale"] = "en-GB" if keywords["user_id"] in ENGLISH else "fr"
    return record, payload


simcord.interactions.base_payload = _with_language


def widgets(message: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, however deep."""
    raw = message.components
    if not isinstance(message, simcord.ResponseMessage):
        raw = [component.to_dict() for component in raw]
    waiting = list(raw)
    while waiting:
        component = waiting.pop(0)
        yield component
        waiting[:0] = component.get("components", [])


def read(message: Any) -> str:
    """All that can be read in a message."""
    lines: list[str] = []
    for widget in widgets(message):
        if widget["type"] == 10:
            lines.append(widget["content"])
        elif widget["type"] == 2:
            lines.append(f"[{widget['label']}]")
        elif widget["type"] == 3:
            lines += [f"({option['label']})" for option in widget["options"]]
        elif widget["type"] == 12:
            lines += [item.get("description") or "" for item in widget["items"]]
    return "\n".join(lines)


def buttons(message: Any) -> dict[str, str]:
    """Labels of the buttons of a message, with their ids."""
    return {widget["label"]: widget["custom_id"] for widget in widgets(message) if widget["type"] == 2}


def menus(message: Any) -> dict[str, list[str]]:
    """Ids of the menus of a message, with the values they offer."""
    return {w["custom_id"]: [option["value"] for option in w["options"]] for w in widgets(message) if w["type"] == 3}


def make_bot(folder: Path, catalogue: Any = CATALOGUE, seed: int = 7) -> Bot:
    """The bot as it runs, with a deal that can be foreseen."""
    return Bot(catalogue, from_url(f"sqlite:///{folder}/tablee.sqlite3"), rng=Random(seed))


class House:
    """One server: a moderator, six people, a channel open for games, and the bot."""

    def __init__(self, env: simcord.Env, folder: Path, catalogue: Any) -> None:
        self.env = env
        self.folder = folder
        self.catalogue = catalogue
        self.guild = env.create_guild(name="Chez nous")
        self.channel = self.guild.create_text_channel("jeux")
        mods = self.guild.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
        self.mod = self.guild.add_member(env.create_user("Mod"), roles=[mods])
        self.people = [self.guild.add_member(env.create_user(name)) for name in NAMES]

    @property
    def bot(self) -> Bot:
        """The bot that is running now."""
        return self.env.bot  # type: ignore[return-value]

    async def restart(self) -> None:
        """Kill the bot and start it again; the world and the database stay."""
        old = self.bot
        await self.env.restart_bot(make_bot(self.folder, self.catalogue))
        await old.store.close()

    async def start(self, game: str, seats: int, **options: Any) -> Table:
        """A game that has just begun: opened, joined and started by its people."""
        lobby = await self.lobby(game, seats, **options)
        await self.people[0].click(lobby, label="Commencer")
        rows = await self.bot.store.of_user(self.people[0].id, ("playing",))
        return await self.bot.tables.get(rows[-1].id)

    async def lobby(self, game: str, seats: int, **options: Any) -> simcord.ResponseMessage:
        """A lobby in which so many people sit."""
        lobby = (await self.people[0].slash(self.channel, f"{game} nouvelle", **options)).response
        assert lobby is not None
        for person in self.people[1:seats]:
            await person.click(lobby, label="Rejoindre")
        return lobby

    async def now(self, table: Table) -> Table:
        """The table as it is now."""
        return await self.bot.tables.get(table.id)

    def place(self, table: Table) -> simcord.ChannelHandle:
        """Where a table is played."""
        return next((thread for thread in self.channel.threads if thread.id == table.place), self.channel)

    def board(self, table: Table) -> discord.Message:
        """The newest message everybody sees where the table is played."""
        public = [message for message in self.place(table).history() if not message.flags.ephemeral]
        return public[-1]

    def person(self, table: Table, seat: int) -> simcord.MemberActor:
        """Who sits there."""
        return next(person for person in self.people if person.id == table.users[seat])

    async def look(self, table: Table) -> Table:
        """Let everybody look at what was revealed until it is hidden again."""
        table = await self.now(table)
        while (wait := table.flash_until - self.env.now().timestamp()) > 0:
            await self.env.advance_time(wait + 0.1)
            table = await self.now(table)
        return table


@asynccontextmanager
async def house(folder: Path, catalogue: Any = CATALOGUE, **options: Any) -> AsyncIterator[House]:
    """A house whose channel is open for games."""
    ENGLISH.clear()
    # Shorter than any of our own timers, so that only the test moves the clock.
    options.setdefault("settle_timeout", 1.9)
    async with simcord.run(make_bot(folder, catalogue), **options) as env:
        home = House(env, folder, catalogue)
        await home.mod.slash(home.channel, "config salon")
        try:
            yield home
        finally:
            await home.bot.store.close()
