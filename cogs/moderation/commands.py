"""``/config …`` for members with Manage Server; Discord hides it from others, and the bot checks again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Sequence
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.app import App
from bot.client.bot import Bot
from bot.client.click import BOARD_PERMISSIONS, INVITE_PERMISSIONS, WRITE_PERMISSIONS, Answer, Click, Private, Update
from bot.client.commands import CommandCog, choices, command, game_choices, named
from bot.client.extensions import Setting, SettingChange
from bot.client.journal import ERASED, JOURNAL_DAYS, LONGEST_TEXT, JournalEntry
from bot.core import absence
from bot.core.facts import OPEN, PACES
from bot.core.game import Refusal
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.page import Block, Button, Buttons, PrivatePage, Text, cut, rows
from bot.pages.seat import confirm
from bot.store import JOURNAL_ENTRIES
from bot.tables.servers import HOST, Server
from bot.text.strings import KERNEL, LANGUAGES, Speech

SCOPE = "moderation"
Channel = discord.TextChannel | None
LIKE_SERVER = "server"
"""The choice that removes a channel's own setting."""
MOST_TABLES = 25
MOST_IDLE_DAYS = 60
TABLES_PER_PAGE = 15
JOURNAL = "journal"
ENTRIES_PER_PAGE = 10
ENTRY_CHARACTERS = 350
"""The longest text of an entry on a page: Discord accepts 4,000 characters in a message."""
_replace = msgspec.structs.replace
Lacks = Callable[[int, tuple[str, ...]], "tuple[str, ...] | None"]
"""Gives the permissions that the bot lacks in a channel; None if it does not know the channel."""


async def setup(bot: Bot) -> None:
    """Add the feature to the bot."""
    await bot.add_cog(ModerationCog(bot.app))


class ModerationCog(CommandCog):
    """A server's settings."""

    def __init__(self, app: App) -> None:
        words = app.words
        config = app_commands.Group(
            name=named(words, SCOPE, "config"),
            description=named(words, SCOPE, "config.help"),
            guild_only=True,
            default_permissions=discord.Permissions(manage_guild=True),
        )
        like_server = choices(words, SCOPE, "like-", (LIKE_SERVER,))
        languages = [*choices(words, SCOPE, "language-", (*LANGUAGES, HOST)), *like_server]
        paces = [*choices(words, KERNEL, "pace-", PACES), *like_server]
        games = game_choices(words, app.games)
        yes_no = choices(words, SCOPE, "", ("yes", "no"))
        settings = (
            ("show", self._shown, {}),
            ("channel", self._channel, {"opened": yes_no}),
            ("language", self._language, {"language": languages}),
            ("pace-default", self._pace, {"pace": paces}),
            ("paces", self._paces, {"pace": paces, "allowed": yes_no}),
            ("games", self._games, {"game": games, "allowed": [*yes_no, *like_server]}),
            ("threads", self._threads, {"use": yes_no}),
            ("limits", self._limits, {}),
            ("roles", self._roles, {"allowed": yes_no}),
            ("ban", self._ban, {}),
            ("pardon", self._pardon, {}),
            ("journal", self._journal, {"on": yes_no}),
            ("results", self._results, {"on": yes_no}),
            ("tables", self.list, {}),
            ("erase", self.erase, {}),
        )
        for key, handler, offered in settings:
            config.add_command(command(app, SCOPE, key, handler, **offered))

        def add_features() -> None:
            for setting in app.extensions.settings:
                config.add_command(setting.command(self._change))

        # Only then: features that load later have settings too.
        app.extensions.loaded.append(add_features)
        super().__init__(app, [config], {"tables": self.list, "erase": self.erase, JOURNAL: self.entries})

    # ---- settings

    async def _change(self, click: Click, change: SettingChange) -> Answer:
        return await self._show(click, *await self._store(click, change))

    async def _store(self, click: Click, change: SettingChange) -> tuple[Server, Server]:
        """Change the settings and store an entry in the journal; gives the settings before and after."""
        guild = _managed(click)
        typed, games, features = click.typed, tuple(self._app.games), self._app.extensions.settings

        def entry(before: Server, after: Server) -> JournalEntry:
            language = after.language_in(after.journal or 0)
            old, new = changes(before, after, self._app.words.say(SCOPE, language), games, features)
            longest = LONGEST_TEXT // 3
            return JournalEntry(
                key="settings", who=click.user, what=cut(typed, 300), old=cut(old, longest), new=cut(new, longest)
            )

        before, after = await self._app.journal.change(guild, change, entry)
        for setting in features:
            await setting.changed(guild, before, after)
        return before, after

    async def _show(self, click: Click, before: Server, after: Server, note: str = "") -> Answer:
        """Show the settings as they are after a change, and a note about it."""
        _, say = _managed(click), self._app.words.say(SCOPE, click.lang)
        lines = _lines(click.missing_in, after, say, tuple(self._app.games), self._app.extensions.settings)
        lines = [f"### {say('settings')}", *lines, say("saved") if after != before else "", note]
        blocks = (Text("\n".join(filter(None, lines))), *rows([Button(say("journal-button"), str(Address(JOURNAL)))]))
        return Private(PrivatePage(blocks, COLOUR))

    async def _shown(self, click: Click) -> Answer:
        return await self._change(click, lambda server: server)

    async def _channel(self, click: Click, channel: Channel = None, opened: str = "yes") -> Answer:
        """Open a channel for games, or close it; the answer counts the tables that are still open there."""
        place, open_it = _place(click, channel), opened == "yes"
        before, after = await self._store(click, lambda server: server.with_opened(place, opened=open_it))
        left = [] if open_it else await self._app.tables.in_place(place, OPEN)
        say = self._app.words.say(SCOPE, click.lang)
        note = say("channel-tables", count=len(left), place=f"<#{place}>") if left else ""
        return await self._show(click, before, after, note)

    async def _language(self, click: Click, language: str, channel: Channel = None) -> Answer:
        return await self._change(click, lambda server: _with(server, channel, "language", language))

    async def _pace(self, click: Click, pace: str, channel: Channel = None) -> Answer:
        return await self._change(click, lambda server: _with(server, channel, "pace", pace))

    async def _paces(self, click: Click, pace: str, allowed: str, channel: Channel = None) -> Answer:
        return await self._allow(click, channel, "paces", tuple(PACES), pace, allowed)

    async def _games(self, click: Click, game: str, allowed: str, channel: Channel = None) -> Answer:
        return await self._allow(click, channel, "games", tuple(self._app.games), game, allowed)

    async def _allow(
        self, click: Click, channel: Channel, name: str, everything: tuple[str, ...], one: str, allowed: str
    ) -> Answer:
        """Allow a game or a pace or not, on the server or in one channel; Refusal for the last pace."""

        def changed(server: Server) -> Server:
            if LIKE_SERVER in (one, allowed):
                return _with(server, channel, name, LIKE_SERVER)
            whole: tuple[str, ...] = everything if getattr(server, name) is None else getattr(server, name)
            own = getattr(server.special.get(channel.id), name, None) if channel else None
            chosen = _listed(whole if own is None else own, one, there=allowed == "yes")
            if not chosen and name == "paces":
                raise Refusal("last-pace")
            usual = everything if channel is None else whole
            # The default is stored as None: then it follows the server's list and includes games added later.
            return _with(server, channel, name, None if set(chosen) == set(usual) else chosen)

        return await self._change(click, changed)

    async def _threads(self, click: Click, use: str) -> Answer:
        return await self._change(click, lambda server: _replace(server, threads=use == "yes"))

    async def _roles(self, click: Click, role: discord.Role, allowed: str = "yes") -> Answer:
        there = allowed == "yes"
        return await self._change(
            click, lambda server: _replace(server, roles=_listed(server.roles, role.id, there=there))
        )

    async def _journal(self, click: Click, channel: Channel = None, on: str = "yes") -> Answer:
        place = _place(click, channel) if on == "yes" else None
        return await self._change(click, lambda server: _replace(server, journal=place))

    async def _results(self, click: Click, channel: Channel = None, on: str = "yes") -> Answer:
        place = _place(click, channel) if on == "yes" else None
        return await self._change(click, lambda server: _replace(server, results=place))

    async def _limits(
        self,
        click: Click,
        tables: app_commands.Range[int, 1, MOST_TABLES] | None = None,
        hosted: app_commands.Range[int, 1, MOST_TABLES] | None = None,
        idle: app_commands.Range[int, 1, MOST_IDLE_DAYS] | None = None,
    ) -> Answer:
        """Change the limits that are given: open tables, tables of one host, days without a move."""
        given = {"tables": tables, "hosted": hosted, "idle_days": idle}
        changed = {key: value for key, value in given.items() if value is not None}
        answer = await self._change(click, lambda server: _replace(server, **changed))
        if idle is not None:
            for table in await self._app.tables.in_guild(click.guild, OPEN):
                with contextlib.suppress(Refusal):
                    await self._app.tables.try_change(table, lambda table: absence.with_idle_days(table, idle))
        return answer

    # ---- people

    async def _ban(self, click: Click, person: discord.Member) -> Answer:
        guild = _managed(click)
        if person.bot or person.id == click.user:
            raise Refusal("cannot-ban")
        before, after = await self._set_banned(click, person.id, banned=True)
        if before == after:
            return await self._say(click, "banned-already", after, person=person.mention)
        tables = await self._app.tables.in_guild(guild, OPEN)
        left = [table for table in tables if person.id in (*table.users, *table.queue)]
        for table in left:
            with contextlib.suppress(Refusal):  # They have left meanwhile.
                await self._app.tables.change(table.id, lambda table: absence.leave(table, person.id))
                self._app.boards.request(table.id)
        return await self._say(click, "banned-done", after, person=person.mention, count=len(left))

    async def _pardon(self, click: Click, person: discord.User | discord.Member) -> Answer:
        before, after = await self._set_banned(click, person.id, banned=False)
        key = "not-banned" if before == after else "pardoned-done"
        return await self._say(click, key, after, person=person.mention)

    async def _set_banned(self, click: Click, person: int, *, banned: bool) -> tuple[Server, Server]:
        """Ban or pardon a person; gives the settings before and after, which are the same if they were already."""

        def changed(server: Server) -> Server:
            if (person in server.banned) == banned:
                return server
            return _replace(server, banned=_listed(server.banned, person, there=banned))

        entry = JournalEntry(key="banned" if banned else "pardoned", who=click.user, person=person)
        return await self._app.journal.change(_managed(click), changed, lambda *_: entry)

    # ---- tables

    async def list(self, click: Click) -> Answer:
        """Show every open table of the server with a button that closes it; private tables are only counted."""
        guild = _managed(click)
        found = await self._app.tables.in_guild(guild, OPEN)
        # Public tables are listed also from channels that the moderator cannot view.
        tables = [table for table in found if table.public or click.user in table.users or click.sees(table)]
        say = self._app.words.say(SCOPE, click.lang)
        unseen = [Text(f"-# {say('tables-unseen', count=hidden)}")] if (hidden := len(found) - len(tables)) else []
        if not tables:
            none = [] if unseen else [Text(say("tables-none"))]
            return Update(PrivatePage((*none, *unseen), COLOUR))
        last = (len(tables) - 1) // TABLES_PER_PAGE
        page = min(click.address.revision, last)
        listed = list(enumerate(tables, start=1))[page * TABLES_PER_PAGE : (page + 1) * TABLES_PER_PAGE]
        lines = [say("tables-title", count=len(tables)), *(self._line(*each, click) for each in listed)]
        closing = [Button(f"✖ {number}", str(Address("close", table.id)), "danger") for number, table in listed]
        blocks: list[Block] = [Text("\n".join(lines)), *rows(closing), *unseen]
        if last:
            turn = ((key, to) for key, to in (("earlier", page - 1), ("more", page + 1)) if 0 <= to <= last)
            blocks.append(Buttons(tuple(Button(say(key), str(Address("tables", revision=to))) for key, to in turn)))
        return Update(PrivatePage(tuple(blocks), COLOUR))

    def _line(self, number: int, table: Table, click: Click) -> str:
        say = self._app.words.say(SCOPE, click.lang, table.names)
        name, people = say.scoped(table.game.key)("name"), say.names(range(table.size))
        since = f"<t:{round(table.log[-1].at if table.log else table.facts.created)}:R>"
        return say("tables-line", number=number, game=name, place=f"<#{table.place}>", people=people, time=since)

    # ---- the journal

    async def entries(self, click: Click) -> Answer:
        """Show the newest entries of the journal, also where no channel is set for it."""
        guild = _managed(click)
        say = self._app.words.say(SCOPE, click.lang)
        found = await self._app.store.journal(guild, click.address.revision or None, ENTRIES_PER_PAGE + 1)
        entries = found[:ENTRIES_PER_PAGE]
        if not entries:
            return Update(PrivatePage((Text(say("entries-none")),), COLOUR))
        lines = [say("entries-title", days=JOURNAL_DAYS, entries=JOURNAL_ENTRIES)]
        for row in entries:
            text = self._app.journal.text(msgspec.json.decode(row.entry, type=JournalEntry), click.lang)
            lines.append(cut(f"<t:{round(row.at)}:R> {text}", ENTRY_CHARACTERS))
        blocks: list[Block] = [Text("\n".join(lines))]
        if len(found) > ENTRIES_PER_PAGE:
            blocks += rows([Button(say("more"), str(Address(JOURNAL, revision=entries[-1].id)))])
        return Update(PrivatePage(tuple(blocks), COLOUR))

    # ---- everything

    async def erase(self, click: Click) -> Answer:
        """Remove everything stored about the server, after a confirmation."""
        guild = _managed(click)
        say = self._app.words.say(SCOPE, click.lang)
        if click.address.path != ("yes",):
            yes = Address("erase", path=("yes",))
            return Update(confirm(say("erase-confirm"), say("erase-button"), yes))
        server = await self._app.servers.get(guild)
        await self._app.erase_guild(guild)
        if server.journal is not None:
            # This entry is all that is stored about the server, until it is posted.
            await self._app.journal.write(guild, JournalEntry(key=ERASED, who=click.user), server.journal)
        return Update(PrivatePage((Text(say("erase-done")),), COLOUR))

    async def _say(self, click: Click, key: str, server: Server, **blanks: Any) -> Answer:
        """Answer an action, and warn about chosen channels in which the bot cannot write."""
        text = self._app.words.get(SCOPE, click.lang, key, **blanks)
        lines = (text, *self._app.journal.warnings(click.missing_to_write, server, click.lang))
        return Private(PrivatePage((Text("\n".join(lines)),), COLOUR))


def _managed(click: Click) -> int:
    """The server, for members who may manage it."""
    if not click.guild or not click.manager:
        raise Refusal("managers-only")
    return click.guild


def _place(click: Click, channel: Channel) -> int:
    """The chosen channel; without one, that of the command, for a thread its parent."""
    return channel.id if channel else click.channel


def _with(server: Server, channel: Channel, name: str, value: Any) -> Server:
    """The settings with another value for the server or one channel, whose own one LIKE_SERVER removes."""
    if value == LIKE_SERVER:
        if channel is None:
            raise Refusal("like-server-channel")
        value = None
    return _replace(server, **{name: value}) if channel is None else server.with_channel(channel.id, **{name: value})


def _listed(known: tuple[Any, ...], one: Any, *, there: bool) -> tuple[Any, ...]:
    """A tuple with one element added at the end, or removed."""
    others = tuple(each for each in known if each != one)
    return (*others, one) if there else others


def changes(
    before: Server, after: Server, say: Speech, everything: Collection[str], features: Sequence[Setting]
) -> tuple[str, str]:
    """The lines of the settings that a change has replaced, and those that replace them."""
    old, new = (_lines(None, server, say, everything, features) for server in (before, after))
    return (
        "\n".join(line.removeprefix("- ") for line in old if line not in new),
        "\n".join(line.removeprefix("- ") for line in new if line not in old),
    )


def _lines(
    lacks: Lacks | None, server: Server, say: Speech, everything: Collection[str], features: Sequence[Setting]
) -> list[str]:
    """All settings, a line each; ``lacks``: also what the bot lacks in the channels. ``everything``: all games."""

    def announced(channel: int | None, text: str) -> str:
        if not channel:
            return say("none")
        access = _access(lacks, channel, WRITE_PERMISSIONS, say) if lacks else say("access-good")
        return text if access == say("access-good") else f"{text} — {access}"

    lines = [
        say("settings-language", value=say(f"language-{server.language}")),
        say("settings-pace", value=say(f"pace-{server.pace}")),
        say("settings-games", value=games(server.games, say, everything)),
        say("settings-threads", value=say("yes" if server.threads else "no")),
        say("settings-limits", tables=server.tables, hosted=server.hosted),
        say("settings-idle", days=server.idle_days),
        say("settings-paces", value=paces(server.paces, say)),
        say("settings-roles", value=" ".join(f"<@&{role}>" for role in server.roles) or say("everybody")),
        say("settings-banned", value=" ".join(f"<@{user}>" for user in server.banned) or say("nobody")),
        say("settings-journal", value=announced(server.journal, f"<#{server.journal}>")),
        say("settings-results", value=announced(server.results, f"<#{server.results}>")),
        *(setting.line(server, say.lang, announced) for setting in features),
        say("settings-channels") if server.channels else say("settings-no-channel"),
    ]
    needed = INVITE_PERMISSIONS if server.threads else BOARD_PERMISSIONS
    lines += [
        f"- <#{channel}>" + (f" — {_access(lacks, channel, needed, say)}" if lacks else "")
        for channel in server.channels
    ]
    lines += [say("settings-special")] if server.special else []
    for channel, own in server.special.items():
        parts = (
            say(f"language-{own.language}") if own.language else "",
            say(f"pace-{own.pace}") if own.pace else "",
            games(own.games, say, everything) if own.games is not None else "",
            paces(own.paces, say) if own.paces is not None else "",
        )
        lines.append(f"- <#{channel}> — {' · '.join(filter(None, parts))}")
    return lines


def games(chosen: Collection[str] | None, say: Speech, everything: Collection[str]) -> str:
    """The games that may be played, by name."""
    if chosen is None or set(chosen) >= set(everything):
        return say("all-games")
    return say.join(say.scoped(game)("name") for game in everything if game in chosen) if chosen else say("no-games")


def paces(chosen: Collection[str] | None, say: Speech) -> str:
    """The paces that people may choose, by name."""
    if chosen is None:
        return say("all-paces")
    return say.join(say(f"pace-{pace}") for pace in PACES if pace in chosen)


def _access(lacks: Lacks, number: int, needed: tuple[str, ...], say: Speech) -> str:
    missing = lacks(number, needed)
    if missing is None:
        return say("access-unknown")
    if not missing:
        return say("access-good")
    return say("access-lacking", permissions=say.join(f"**{say(f'permission-{name}')}**" for name in missing))
