"""``/table …``, ``/main``, ``/regles``, ``/aide``, and what has a module of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.client import permissions
from bot.client.bot import Bot
from bot.client.commands import CommandCog, answer, command, find, game_choices, named
from bot.client.reply import Reply
from bot.client.router import Handler
from bot.core.facts import LOBBY, OPEN
from bot.core.game import AnyGame, Refusal
from bot.core.lobby import joinable
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.alone import ALONE
from bot.pages.board import COLOUR
from bot.pages.lesson import spot
from bot.pages.page import LABEL_LIMIT, MENU_LIMIT, Button, PrivatePage, Text, cut, rows
from bot.pages.rulebook import rulebook
from bot.text.strings import bare
from cogs.tables.alone import play_alone
from cogs.tables.inbox import SCOPE, inbox
from cogs.tables.learning import learning
from cogs.tables.reminders import reminders

Interaction = discord.Interaction[Any]


class TablesCog(CommandCog):
    """What people ask for besides moves."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        words = bot.words
        table = app_commands.Group(
            name=named(words, SCOPE, "table"), description=named(words, SCOPE, "table.help"), guild_only=True
        )
        for key, callback in (
            ("show", self.show),
            ("list", self.list),
            ("leave", self.leave),
            ("stop", self.stop),
            ("close", self.close),
        ):
            table.add_command(self._command(key, callback))
        added = [
            table,
            self._command("hand", self.hand),
            self._rules(),
            self._command("help", self.help),
            play_alone(bot),
            reminders(bot),
            learning(bot),
        ]
        super().__init__(bot, added, {"help": self.helping, "inbox": self.inbox, "open": self.open})

    def _command(self, key: str, callback: Any) -> app_commands.Command[Any, ..., None]:
        async def body(interaction: Interaction) -> None:
            await answer(self.bot, interaction, callback)

        return command(self.bot.words, SCOPE, key, body)

    def _rules(self) -> app_commands.Command[Any, ..., None]:
        async def body(interaction: Interaction, game: str) -> None:
            await answer(self.bot, interaction, lambda reply: self.rules(reply, game))

        return command(
            self.bot.words, SCOPE, "rules", body, game=game_choices(self.bot.words, self.bot.catalogue.games)
        )

    async def hand(self, reply: Reply) -> None:
        """Show somebody their hand at their table."""
        await self.bot.table_clicks.show(reply, await find(self.bot, reply))

    async def rules(self, reply: Reply, game: str) -> None:
        """Show a game's rules."""
        await reply.private(rulebook(self.bot.words, self.bot.catalogue.games[game], reply.lang))

    async def help(self, reply: Reply) -> None:
        """Say what there is to play, a button a game."""
        await reply.private(self._help(reply))

    async def helping(self, reply: Reply, address: Address) -> None:
        """Show one game and how to begin it; without one, go back to the list."""
        game = self.bot.catalogue.games.get(address.path[0]) if address.path else None
        await reply.update(self._about(reply, game) if game else self._help(reply))

    def _help(self, reply: Reply) -> PrivatePage:
        say = self.bot.words.say(SCOPE, reply.lang)
        games = [
            Button(say.scoped(game)("name"), str(Address("help", path=(game,))), "primary")
            for game in self.bot.catalogue.games
        ]
        beside = [
            Button(say("help-alone"), str(Address(ALONE)), "success"),
            Button(say("help-tables"), str(Address("inbox"))),
        ]
        return PrivatePage((Text(say("help-intro")), *rows(games), *rows(beside), Text(say("help-more"))), COLOUR)

    def _about(self, reply: Reply, game: AnyGame) -> PrivatePage:
        say = self.bot.words.say(SCOPE, reply.lang)
        own = say.scoped(game.key)
        typed = f"/{own('command')} {own('command-new')}"
        seats = {"fewest": min(game.seats), "most": max(game.seats)}
        text = f"### {own('name')}\n{own('blurb')}\n{say('help-seats', **seats)}\n-# {say('help-typed', typed=typed)}"
        alone = [Button(say("help-alone"), str(Address(ALONE, path=(game.key,))), "primary")] if game.opponent else []
        buttons = [
            Button(say("help-open"), str(Address("open", path=(game.key,))), "success"),
            *([Button(own("welcome-learn.button"), str(spot(game, ())), "primary")] if game.lesson else []),
            *alone,
            Button(own("rules-button"), str(Address("rules", path=(game.key,)))),
            Button(say("back"), str(Address("help")), emoji="↩️"),
        ]
        return PrivatePage((Text(text), *rows(buttons)), COLOUR)

    async def open(self, reply: Reply, address: Address) -> None:
        """Open a lobby of that game where the button was pressed."""
        game = self.bot.catalogue.games.get(address.path[0]) if address.path else None
        if game is None:
            raise Refusal("old-message")
        await self.bot.lobby_clicks.open(reply, game, {}, None)

    async def show(self, reply: Reply) -> None:
        """Put the table back at the bottom of its channel."""
        table = await find(self.bot, reply, shared=True)
        await self.bot.publisher.repost(table.id)
        await self._say(reply, "show-done", place=f"<#{table.place}>")

    async def list(self, reply: Reply) -> None:
        """List somebody's tables everywhere, and the lobbies of this server."""
        await reply.private(await self._inbox(reply))

    async def inbox(self, reply: Reply, _address: Address) -> None:
        """The same, by a button."""
        await reply.update(await self._inbox(reply))

    async def _inbox(self, reply: Reply) -> PrivatePage:
        mine = await self.bot.tables.of(reply.user, OPEN)
        guild = reply.interaction.guild_id
        lobbies = await self.bot.shared_tables.in_guild(guild, (LOBBY,)) if guild else []
        found = [
            table
            for table in lobbies
            if reply.user not in table.users and joinable(table) and permissions.sees(reply.interaction, table)
        ]
        return inbox(self.bot.words, reply.lang, reply.user, mine, found, guild=guild)

    async def leave(self, reply: Reply) -> None:
        """Leave a lobby, or a game that goes on; of several tables one is chosen."""
        guild, place = reply.interaction.guild_id, reply.interaction.channel_id
        mine = [table for table in await self.bot.tables.of(reply.user, OPEN) if table.alone or table.guild == guild]
        here = [table for table in mine if place in (table.thread, table.channel)] or mine
        await self._choose(reply, here, "quit", self.bot.table_clicks.quit)

    async def stop(self, reply: Reply) -> None:
        """Agree to stop without a winner."""
        await self.bot.table_clicks.end(reply, Address("end", (await find(self.bot, reply)).id))

    async def close(self, reply: Reply) -> None:
        """Close a table here: its host, or a moderator; of several one is chosen."""
        found = await self.bot.shared_tables.in_place(reply.interaction.channel_id or 0, OPEN)
        # The private threads of this channel are listed here too.
        here = [table for table in found if reply.user in table.users or permissions.sees(reply.interaction, table)]
        allowed = [table for table in here if reply.moderator or table.facts.host == reply.user]
        if here and not allowed:
            raise Refusal("close-only")
        await self._choose(reply, allowed, "close", self.bot.table_clicks.close)

    async def _choose(self, reply: Reply, tables: Sequence[Table], verb: str, handler: Handler) -> None:
        """Do it with the one table there is, or ask which."""
        if not tables:
            raise Refusal("no-table-here")
        if len(tables) == 1:
            await handler(reply, Address(verb, tables[0].id))
            return
        say = self.bot.words.say(SCOPE, reply.lang)
        lines = tables[:MENU_LIMIT]
        buttons = [Button(cut(self._named(table, reply), LABEL_LIMIT), str(Address(verb, table.id))) for table in lines]
        await reply.private(PrivatePage((Text(say(f"which-{verb}")), *rows(buttons)), COLOUR))

    def _named(self, table: Table, reply: Reply) -> str:
        say = self.bot.words.say(table.game.key, reply.lang, table.names)
        return bare(f"{say('name')} · {', '.join(say.name(seat) for seat in range(table.size))}")

    async def _say(self, reply: Reply, key: str, **blanks: Any) -> None:
        await reply.private(PrivatePage((Text(self.bot.words.get(SCOPE, reply.lang, key, **blanks)),), COLOUR))
