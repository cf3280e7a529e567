"""``/table …``, ``/main``, ``/regles`` and ``/aide``."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot import __version__
from bot.app import App
from bot.client.bot import Bot
from bot.client.click import Answer, Click, Handler, Private, Update, note
from bot.client.commands import CommandCog, command, find, game_choices, named
from bot.client.extensions import HELP
from bot.core.facts import LOBBY, OPEN
from bot.core.game import AnyGame, Refusal
from bot.core.lobby import joinable, numbers
from bot.core.table import Table
from bot.pages.address import Address, rules_button
from bot.pages.board import COLOUR
from bot.pages.page import LABEL_LIMIT, MENU_LIMIT, Block, Button, PrivatePage, Text, cut, rows
from bot.pages.rulebook import rulebook
from bot.text.strings import Speech, Words, bare

SCOPE = "tables"
MOST = 15
"""Lines of each kind: more would not fit into a message."""
RECENT_RESULTS = 20
"""Finished games among which a typed rematch looks for one of this channel."""
MOST_QUESTIONS = 3


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(TablesCog(bot.app))


class TablesCog(CommandCog):
    """The commands, and the buttons in their answers."""

    def __init__(self, app: App) -> None:
        words = app.words
        table = app_commands.Group(
            name=named(words, SCOPE, "table"), description=named(words, SCOPE, "table.help"), guild_only=True
        )
        for key in ("show", "list", "join", "start", "rematch", "leave", "stop", "close"):
            table.add_command(command(app, SCOPE, key, getattr(self, key)))
        rules = command(app, SCOPE, "rules", self.rules, game=game_choices(words, app.games))
        added = [table, command(app, SCOPE, "hand", self.hand), rules, command(app, SCOPE, "help", self.help)]
        super().__init__(app, added, {"help": self.help, "inbox": self.list, "open": self.open})

    async def hand(self, click: Click) -> Answer:
        """Show somebody their hand at their table."""
        return await self._app.table_clicks.show(click, await find(self._app.tables, click))

    async def rules(self, click: Click, game: str) -> Answer:
        """Show a game's rules."""
        return Private(rulebook(self._app.words, self._app.games[game], click.lang))

    async def help(self, click: Click) -> Answer:
        """List the games, a button each; or show one game and how to begin it."""
        game = self._app.games.get(click.address.path[0]) if click.address.path else None
        return Update(self._about(click, game) if game else self._games(click))

    def _games(self, click: Click) -> PrivatePage:
        say = self._app.words.say(SCOPE, click.lang)
        games = [
            Button(say.scoped(game)("name"), str(Address("help", path=(game,))), "primary") for game in self._app.games
        ]
        beside = [*self._app.extensions.ways(HELP, None, say), Button(say("help-tables"), str(Address("inbox")))]
        more = Text(say("help-more", version=__version__))
        return PrivatePage((Text(say("help-intro")), *rows(games), *rows(beside), more), COLOUR)

    def _about(self, click: Click, game: AnyGame) -> PrivatePage:
        say = self._app.words.say(SCOPE, click.lang)
        own = say.scoped(game.key)
        typed = f"/{own('command')} {own('command-new')}"
        seats = {"fewest": min(game.seats), "most": max(game.seats)}
        text = f"### {own('name')}\n{own('blurb')}\n{say('help-seats', **seats)}\n-# {say('help-typed', typed=typed)}"
        buttons = [
            Button(say("help-open"), str(Address("open", path=(game.key,))), "success"),
            *self._app.extensions.ways(HELP, game, own),
            rules_button(game.key, own),
            Button(say("back"), str(Address("help")), emoji="↩️"),
        ]
        return PrivatePage((Text(text), *rows(buttons)), COLOUR)

    async def open(self, click: Click) -> Answer:
        """Open a lobby of that game where the button was pressed."""
        game = self._app.games.get(click.address.path[0]) if click.address.path else None
        if game is None:
            raise Refusal("old-message")
        return await self._app.lobby_clicks.open(click, game, {}, None)

    async def show(self, click: Click) -> Answer:
        """Put the table back at the bottom of its channel."""
        table = await find(self._app.tables, click, shared=True)
        await self._app.boards.repost(table.id)
        return note(self._app.words.get(SCOPE, click.lang, "show-done", place=f"<#{table.place}>"), COLOUR)

    async def list(self, click: Click) -> Answer:
        """List somebody's tables everywhere, and the lobbies of this server."""
        mine = await self._app.tables.of(click.user, OPEN)
        lobbies = await self._app.tables.in_guild(click.guild, (LOBBY,)) if click.guild else []
        found = [table for table in lobbies if click.user not in table.users and joinable(table) and click.sees(table)]
        return Update(inbox(self._app.words, click.lang, click.user, mine, found, guild=click.guild))

    async def join(self, click: Click) -> Answer:
        """Sit down at a table that has not begun here; of several one is chosen."""
        found = await self._lobbies(click)
        others = [table for table in found if click.user not in table.users]
        return await self._choose(click, others or found, "join", self._app.lobby_clicks.join)

    async def start(self, click: Click) -> Answer:
        """Start the game of a table here at which the player sits; of several one is chosen."""
        found = await self._lobbies(click)
        mine = [table for table in found if click.user in table.users]
        return await self._choose(click, mine or found, "start", self._app.lobby_clicks.start)

    async def _lobbies(self, click: Click) -> Sequence[Table]:
        """The lobbies of this channel or thread that the member may see; Refusal if there is none."""
        found = await self._app.tables.in_place(click.place, (LOBBY,))
        seen = [table for table in found if click.user in table.users or click.sees(table)]
        if not seen:
            raise Refusal("no-lobby-here")
        return seen

    async def rematch(self, click: Click) -> Answer:
        """Open a rematch of the last game that the player finished here."""
        for result in await self._app.store.results_of(click.user, limit=RECENT_RESULTS, guild=click.guild):
            table = await self._app.tables.get(result.table)
            if not table.alone and click.place in (table.thread, table.channel):
                return await self._app.lobby_clicks.rematch(click.at_table(table, Address("rematch", table.id)))
        raise Refusal("no-game-here")

    async def leave(self, click: Click) -> Answer:
        """Leave a lobby, or a game that goes on; of several tables one is chosen."""
        guild, place = click.guild, click.place
        mine = [table for table in await self._app.tables.of(click.user, OPEN) if table.alone or table.guild == guild]
        here = [table for table in mine if place in (table.thread, table.channel)] or mine
        return await self._choose(click, here, "quit", self._app.table_clicks.quit)

    async def stop(self, click: Click) -> Answer:
        """Agree to stop without a winner."""
        table = await find(self._app.tables, click)
        return await self._app.table_clicks.end(click.at_table(table, Address("end", table.id)))

    async def close(self, click: Click) -> Answer:
        """Close a table here: its host, or a moderator; of several one is chosen."""
        found = await self._app.tables.in_place(click.place, OPEN)
        # The private threads of this channel are listed here too.
        here = [table for table in found if click.user in table.users or click.sees(table)]
        allowed = [table for table in here if click.moderator or table.facts.host == click.user]
        if here and not allowed:
            raise Refusal("close-only")
        return await self._choose(click, allowed, "close", self._app.table_clicks.close)

    async def _choose(self, click: Click, tables: Sequence[Table], verb: str, handler: Handler) -> Answer:
        """Do it with the one table there is, or ask which."""
        if not tables:
            raise Refusal("no-table-here")
        if len(tables) == 1:
            return await handler(click.at_table(tables[0], Address(verb, tables[0].id)))
        say = self._app.words.say(SCOPE, click.lang)
        buttons: list[Button] = []
        for table in tables[:MENU_LIMIT]:
            own = self._app.words.say(table.game.key, click.lang, table.names)
            named = bare(f"{own('name')} · {', '.join(map(own.name, range(table.size)))}")
            buttons.append(Button(cut(named, LABEL_LIMIT), str(Address(verb, table.id))))
        return Private(PrivatePage((Text(say(f"which-{verb}")), *rows(buttons)), COLOUR))


def inbox(
    words: Words, lang: str, user: int, mine: Sequence[Table], lobbies: Sequence[Table], *, guild: int | None
) -> PrivatePage:
    """Somebody's open tables everywhere, the ones that wait for them first, and open lobbies of this server."""
    say = words.say(SCOPE, lang)
    if not mine and not lobbies:
        return PrivatePage((Text(say("list-empty")),), COLOUR)
    yours = [table for table in mine if _asked(table, user)]
    yours.sort(key=lambda table: (table.facts.deadline or float("inf"), table.id))
    others = [table for table in mine if not _asked(table, user)]
    blocks: list[Block] = []
    rest = "list-others" if yours else "list-mine"
    for title, tables in (("list-yours", yours), (rest, others), ("list-lobbies", lobbies)):
        if lines := [_line(table, user, words.say(SCOPE, lang, table.names)) for table in tables[:MOST]]:
            blocks.append(Text("\n".join((say(title), *lines))))
    buttons: list[Button] = []
    if here := [table for table in yours if table.guild == guild and not table.alone]:
        # The most urgent table; a button of another server's table works only in that server.
        buttons.append(Button(say("list-play"), str(Address("hand", here[0].id)), "primary"))
    buttons += [Button(say("list-alone"), str(Address("hand", table.id))) for table in mine if table.alone][:1]
    blocks += rows(buttons)
    return PrivatePage(tuple(blocks), COLOUR)


def _asked(table: Table, user: int) -> bool:
    return table.seat_of(user) in table.to_act


def _line(table: Table, user: int, say: Speech) -> str:
    name = say.scoped(table.game.key)("name")
    if table.alone:
        return f"- **{name}** · {say('list-alone-line')} · {_situation(table, user, say)}"
    # A mention of the channel would not lead to another server.
    link = f"https://discord.com/channels/{table.guild}/{table.place}"
    return f"- [**{name}**]({link}) · {say.names(range(table.size))} · {_situation(table, user, say)}"


def _situation(table: Table, user: int, say: Speech) -> str:
    if table.status == LOBBY:
        return say("list-lobby", count=table.size, most=numbers(table)[-1])
    if not _asked(table, user):
        return say("list-waiting", people=say.names(table.to_act))
    seat, own, deadline = table.seat_of(user), say.scoped(table.game.key), table.facts.deadline
    assert seat is not None
    verbs = dict.fromkeys(table.game.path(move)[0] for move in table.legal(seat))
    text = " / ".join(f"**{own(f'verb-{verb}.button')}**" for verb in list(verbs)[:MOST_QUESTIONS])
    return text if deadline is None else f"{text} · {say('list-until', time=f'<t:{round(deadline)}:R>')}"
