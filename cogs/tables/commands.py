"""``/table …``, ``/main``, ``/regles``, ``/aide``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.bot import Bot
from bot.client.cog import find
from bot.client.reply import Reply
from bot.client.translator import named
from bot.core.facts import LOBBY, OPEN
from bot.core.refusal import Refusal
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.page import PrivatePage, Text
from bot.pages.rulebook import rulebook

SCOPE = "tables"
Interaction = discord.Interaction[Any]


class TablesCog(commands.Cog):
    """What people ask for besides moves."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        words = bot.words
        self.table = app_commands.Group(
            name=named(words, SCOPE, "table"), description=named(words, SCOPE, "table.help"), guild_only=True
        )
        for key, callback in (
            ("show", self.show),
            ("list", self.list),
            ("leave", self.leave),
            ("stop", self.stop),
            ("close", self.close),
        ):
            self.table.add_command(self._command(key, callback))
        self.single = [
            self._command("hand", self.hand),
            self._command("rules", self.rules),
            self._command("help", self.help),
        ]

    def _command(self, key: str, callback: Any) -> app_commands.Command[Any, ..., None]:
        words = self.bot.words

        async def answer(interaction: Interaction) -> None:
            reply = Reply(interaction)
            await self.bot.router.guard(reply, callback(reply))

        async def answer_game(interaction: Interaction, game: str) -> None:
            reply = Reply(interaction)
            await self.bot.router.guard(reply, callback(reply, game))

        body: Any = answer_game if key == "rules" else answer
        if key == "rules":
            games = self.bot.catalogue.games
            app_commands.rename(game=named(words, SCOPE, "rules.game"))(body)
            app_commands.describe(game=named(words, SCOPE, "rules.game-help"))(body)
            choices = [app_commands.Choice(name=named(words, game, "name"), value=game) for game in games]
            app_commands.choices(game=choices)(body)
        return app_commands.Command(
            name=named(words, SCOPE, key), description=named(words, SCOPE, f"{key}.help"), callback=body
        )

    async def cog_load(self) -> None:
        """Add the commands."""
        for command in (self.table, *self.single):
            self.bot.tree.add_command(command)

    async def cog_unload(self) -> None:
        """Take them away again."""
        for command in (self.table, *self.single):
            self.bot.tree.remove_command(command.name)

    async def hand(self, reply: Reply) -> None:
        """Show somebody their hand at their table."""
        await self.bot.table_clicks.show(reply, await find(self.bot, reply))

    async def rules(self, reply: Reply, game: str) -> None:
        """Show a game's rules."""
        await reply.private(rulebook(self.bot.words, self.bot.catalogue.games[game], reply.lang))

    async def help(self, reply: Reply) -> None:
        """Say what there is to play and how to begin."""
        say = self.bot.words.say(SCOPE, reply.lang)
        lines = [say("help-intro")]
        for game in self.bot.catalogue.games.values():
            voice = say.scoped(game.key)
            seats = f"{min(game.seats)}–{max(game.seats)}"
            lines.append(
                f"- **{voice('name')}** ({seats}) · `/{voice('command')} {voice('command-new')}` — {voice('blurb')}"
            )
        lines.append(say("help-more"))
        await reply.private(PrivatePage((Text("\n".join(lines)),), COLOUR))

    async def show(self, reply: Reply) -> None:
        """Put the table back at the bottom of its channel."""
        table = await find(self.bot, reply)
        await self.bot.publisher.repost(table.id)
        await self._say(reply, "show-done", place=f"<#{table.place}>")

    async def list(self, reply: Reply) -> None:
        """List somebody's tables in this server."""
        mine = await self.bot.tables.of(reply.user, OPEN)
        mine = [table for table in mine if table.guild == reply.interaction.guild_id]
        if not mine:
            await self._say(reply, "list-empty")
            return
        lines = [self._line(table, reply) for table in mine[:20]]
        await reply.private(PrivatePage((Text("\n".join(lines)),), COLOUR))

    def _line(self, table: Table, reply: Reply) -> str:
        say = self.bot.words.say(SCOPE, reply.lang, table.names)
        name = say.scoped(table.game.key)("name")
        people = say.names(range(table.size))
        if table.status == LOBBY:
            state = say("list-lobby")
        elif table.seat_of(reply.user) in table.to_act:
            state = say("list-your-turn")
        else:
            state = say("list-waiting", people=say.names(table.to_act))
        return f"- **{name}** <#{table.place}> · {people} · {state}"

    async def leave(self, reply: Reply) -> None:
        """Leave a lobby, or a game that goes on."""
        table = await self._mine(reply)
        if table.status == LOBBY:
            await self.bot.tables.change(table.id, lambda table: table.leave(reply.user))
            self.bot.publisher.request(table.id)
            await self._say(reply, "left-lobby")
            return
        await self.bot.table_clicks.quit(reply, Address("quit", table.id))

    async def stop(self, reply: Reply) -> None:
        """Agree to stop without a winner."""
        await self.bot.table_clicks.end(reply, Address("end", (await find(self.bot, reply)).id))

    async def close(self, reply: Reply) -> None:
        """Close the table here: its host, or a moderator."""
        here = await self.bot.tables.in_place(reply.interaction.channel_id or 0, OPEN)
        mine = [table for table in here if reply.user in table.users]
        if not here:
            raise Refusal("no-table-here")
        await self.bot.table_clicks.close(reply, Address("close", (mine or here)[0].id))

    async def _mine(self, reply: Reply) -> Table:
        guild, place = reply.interaction.guild_id, reply.interaction.channel_id
        mine = [table for table in await self.bot.tables.of(reply.user, OPEN) if table.guild == guild]
        here = [table for table in mine if place in (table.thread, table.channel)] or mine
        if not here:
            raise Refusal("no-table-here")
        return here[0]

    async def _say(self, reply: Reply, key: str, **blanks: Any) -> None:
        await reply.private(PrivatePage((Text(self.bot.words.get(SCOPE, reply.lang, key, **blanks)),), COLOUR))
