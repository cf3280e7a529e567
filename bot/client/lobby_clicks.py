"""What people do before and between games: open a table, sit down, choose, start, ask for a rematch."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import discord

from bot.client import permissions
from bot.client.journal import Journal
from bot.client.reply import UNSURE, Reply
from bot.client.router import Router, Told
from bot.client.table_clicks import Clicks
from bot.core import lobby
from bot.core.facts import ASLEEP, LOBBY, OPEN, Player
from bot.core.game import AnyGame, Level, Refusal, Value
from bot.core.opponents import LEVELS, REGULAR
from bot.core.table import Table
from bot.locks import Locks
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.lesson import spot
from bot.pages.lobby import opponents, options, removal, value_of
from bot.pages.page import Button, PrivatePage, Text, rows
from bot.tables.servers import Server
from bot.tables.tables import SharedTables
from bot.text.strings import plain

log = logging.getLogger(__name__)

MET = "met"
"""Kept for everybody who has joined a table: the games whose rules they have been offered."""
UNSEEN = 60.0
"""Seconds after which a lobby of which no message is known was never shown."""
HAS_THREAD = 160004
"""Discord's error code for a message that already has a thread."""
THREAD_RETRY_SECONDS = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Waits between attempts to open a thread while Discord limits the rate or fails."""
THREAD_TIMEOUT_SECONDS = 60.0
"""How long the start of a game waits for its thread in all: requests also queue for their rate limit."""


@dataclass(eq=False)
class LobbyClicks(Clicks[SharedTables]):
    """Handles lobbies."""

    _client: discord.Client
    _journal: Journal
    _starting: set[int] = field(default_factory=set, init=False)
    _opening: Locks[int] = field(default_factory=Locks[int], init=False)

    def register(self, router: Router) -> None:
        """Have the clicks led here."""
        for verb in ("join", "leave", "start", "team", "shuffle", "cancel", "rematch"):
            router.on(verb, getattr(self, verb), silent=True)
        for verb in ("options", "option", "remove", "opponents", "opponent", "complete"):
            router.on(verb, getattr(self, verb))

    async def open(
        self,
        reply: Reply,
        game: AnyGame,
        chosen: Mapping[str, Value],
        pace: str | None,
        *,
        opponents: int | None = None,
        level: str | None = None,
    ) -> None:
        """Open a lobby where the command was typed, with so many opponents in it.

        Who says only how well they play gets as many as are missing.
        """
        interaction = reply.interaction
        if interaction.guild_id is None or interaction.channel_id is None or interaction.channel is None:
            raise Refusal("servers-only")
        thread = interaction.channel_id if isinstance(interaction.channel, discord.Thread) else None
        channel = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
        channel = channel or interaction.channel_id
        guild, public = interaction.guild_id, permissions.opens_publicly(interaction)

        def ready(server: Server) -> Table:
            if pace is not None:
                server.allow_pace(pace, channel)
            table = lobby.open_table(
                game,
                guild=guild,
                channel=channel,
                host=Player(user=reply.user, name=reply.name),
                options=chosen,
                pace=pace or server.pace_in(channel),
                now=self._now(),
                public=public,
            ).in_thread(thread)
            wanted = lobby.missing(table) if opponents is None and level is not None else opponents or 0
            for _ in range(min(wanted, lobby.free(table))):
                table = lobby.add_opponent(table, _level(level or REGULAR))
            return table

        if await self._show_new(reply, await self._opened(reply, game, channel, ready)):
            await self._meet(reply, game)

    async def join(self, reply: Reply, address: Address) -> None:
        """Sit down."""
        if reply.interaction.guild_id is not None:
            (await self._servers.get(reply.interaction.guild_id)).admit(reply.user)
        table = await self._show(reply, address, lambda table: lobby.join(table, reply.user, reply.name))
        if reply.user in table.queue:
            text = self._say(table, reply)("lobby-queued", place=table.queue.index(reply.user) + 1)
            await reply.private(PrivatePage((Text(text),), COLOUR))
        await self._meet(reply, table.game)

    async def leave(self, reply: Reply, address: Address) -> None:
        """Get up."""
        await self._show(reply, address, lambda table: lobby.leave(table, reply.user))

    async def team(self, reply: Reply, address: Address) -> None:
        """Move to the next team."""
        await self._show(reply, address, lambda table: lobby.change_team(table, reply.user))

    async def shuffle(self, reply: Reply, address: Address) -> None:
        """Draw the seats anew."""
        await self._show(reply, address, lambda table: lobby.shuffle(table, reply.user, self._tables.rng))

    async def cancel(self, reply: Reply, address: Address) -> None:
        """Close the lobby: its host, or a moderator."""
        table = await self._show(
            reply, address, lambda table: lobby.cancel(table, reply.user, moderator=reply.moderator)
        )
        if table.facts.closed == "moderator":
            await self._journal.closed(table, reply)

    async def options(self, reply: Reply, address: Address) -> None:
        """Show the host the options."""
        table = await self._hosted(reply, address)
        await reply.update(await self._options(reply, table))

    async def _options(self, reply: Reply, table: Table) -> PrivatePage:
        paces = (await self._servers.get(table.guild)).paces_in(table.channel)
        return options(table, self._say(table, reply), paces)

    async def option(self, reply: Reply, address: Address) -> None:
        """Set an option."""
        if len(address.path) != 2:
            raise Refusal("no-such-option")
        key, token = address.path
        if key == "pace":
            found = await self._tables.get(address.table)
            (await self._servers.get(found.guild)).allow_pace(token, found.channel)

        def choose(table: Table) -> Table:
            return lobby.choose(table, reply.user, key, value_of(table.game, key, token))

        table = await self._change(reply, address, choose)
        self._publisher.request(table.id)
        await reply.update(await self._options(reply, table))

    async def remove(self, reply: Reply, address: Address) -> None:
        """Ask the host whom to send away; or send them away."""
        if not address.path:
            table = await self._hosted(reply, address)
            await reply.update(removal(table, self._say(table, reply)))
            return
        try:
            user = int(address.path[-1])
        except ValueError:
            raise Refusal("nobody-to-remove") from None
        before = await self._tables.get(address.table)
        table = await self._change(reply, address, lambda table: lobby.remove(table, reply.user, user))
        self._publisher.request(table.id)
        name = next(p.marked for p in (*before.facts.players, *before.facts.waiting) if p.user == user)
        say = self._say(table, reply)
        await reply.update(options(table, say).with_top(Text(say("remove-done", person=plain(name)))))

    async def opponents(self, reply: Reply, address: Address) -> None:
        """Show the host which opponents can sit down."""
        table = await self._hosted(reply, address)
        await reply.update(opponents(table, self._say(table, reply)))

    async def opponent(self, reply: Reply, address: Address) -> None:
        """Let one more opponent sit down."""
        level = _level(address.path[-1] if address.path else "")
        await self._seated(reply, address, lambda table: lobby.seat_opponent(table, reply.user, level))

    async def complete(self, reply: Reply, address: Address) -> None:
        """Let as many opponents sit down as are missing."""
        level = _level(address.path[-1] if address.path else "")
        await self._seated(reply, address, lambda table: lobby.complete(table, reply.user, level))

    async def _seated(self, reply: Reply, address: Address, step: Callable[[Table], Table]) -> None:
        before = await self._tables.get(address.table)
        table = await self._change(reply, address, step)
        self._publisher.request(table.id)
        say = self._say(table, reply)
        new = [seat for seat, user in enumerate(table.users) if user not in before.users]
        done = Text(say("opponents-seated", people=say.names(new), count=len(new)))
        await reply.update(opponents(table, say).with_top(done))

    async def start(self, reply: Reply, address: Address) -> None:
        """Begin: give the table its thread, draw and seal the deal, and let the board appear."""
        table = await self._tables.get(address.table)
        if table.id in self._starting:
            raise Refusal("already-started")
        self._starting.add(table.id)
        try:
            # Refuse before a thread is made for nothing.
            self._try(reply, table, lambda table: lobby.start(table, reply.user, self._tables.rng, self._now()))
            await self._still_allowed(reply, table)
            self._require(reply, threads=True)
            thread, wanted = table.thread, await self._wants_thread(reply, table)
            if wanted is not None:
                thread = await self._open_thread(table, wanted)
            table = await self._change(
                reply,
                address,
                lambda table: lobby.start(table, reply.user, self._tables.rng, self._now()).in_thread(thread),
            )
        finally:
            self._starting.discard(table.id)
        await reply.quiet()
        if wanted is not None and thread is None:
            await reply.private(PrivatePage((Text(self._say(table, reply)("no-thread")),), COLOUR))

    async def rematch(self, reply: Reply, address: Address) -> None:
        """Open the next game: same people, same options, next first player."""
        old = await self._tables.get(address.table)
        if old.facts.rematch is not None:
            raise Refusal("already-rematched")
        if not old.public and reply.interaction.channel_id != old.place:
            # The lobby is posted where the click was.
            raise Refusal("old-message")
        following = await self._opened(
            reply,
            old.game,
            old.channel,
            lambda server: lobby.next_game(old, reply.user, self._now(), banned=server.banned),
        )

        def rematched(table: Table) -> Table:
            if table.facts.rematch is not None or table.status in OPEN:
                raise Refusal("already-rematched")
            return table.rematched(following.id)

        try:
            await self._tables.change(old.id, rematched)
        except Refusal:
            await self._tables.change(following.id, lambda table: table.close("host"))
            raise
        others = tuple(user for user in following.people if user != reply.user)
        try:
            shown = await self._show_new(reply, following, pings=others)
        except BaseException:
            await self._tables.change(old.id, lambda table: table.rematched(None))
            raise
        if not shown:
            await self._tables.change(old.id, lambda table: table.rematched(None))

    # ---- what the handlers share

    async def _opened(self, reply: Reply, game: AnyGame, channel: int, ready: Callable[[Server], Table]) -> Table:
        """A new lobby, kept, if this person may open one of this game in a channel now."""
        # One after the other: of commands typed in the same instant each would find room for one more.
        async with self._opening.of(reply.interaction.guild_id or 0):
            server = await self._allowed(reply, game, channel)
            table = ready(server)
            # A rematch may have a pace that moderators have closed since.
            pace = table.facts.pace if table.facts.pace in server.paces_in(channel) else server.pace_in(channel)
            return await self._tables.open(table.with_facts(pace=pace, idle_days=server.idle_days))

    async def _allowed(self, reply: Reply, game: AnyGame, channel: int) -> Server:
        """The server, if this person may open a table of this game in a channel now."""
        interaction = reply.interaction
        guild = interaction.guild_id or 0
        server = await self._servers.get(guild)
        roles = [role.id for role in interaction.user.roles] if isinstance(interaction.user, discord.Member) else []
        manager = interaction.permissions.manage_guild
        server.allow(channel=channel, game=game.key, user=reply.user, roles=roles, manager=manager)
        self._require(reply)
        mine = [table for table in await self._tables.of(reply.user, OPEN) if table.guild == guild]
        if await self._counted([table for table in mine if table.facts.host == reply.user]) >= server.hosted:
            raise Refusal("too-many-hosted", count=server.hosted)
        if await self._counted(await self._tables.in_place(channel, OPEN)) >= server.tables:
            raise Refusal("too-many-tables", count=server.tables)
        return server

    async def _still_allowed(self, reply: Reply, table: Table) -> None:
        """Refuse what moderators have forbidden since a lobby was opened. Who may open one was asked then."""
        server = await self._servers.get(table.guild)
        server.allow(
            channel=table.channel,
            game=table.game.key,
            user=reply.user,
            roles=server.roles,
            manager=reply.interaction.permissions.manage_guild,
        )

    def _require(self, reply: Reply, *, threads: bool = False) -> None:
        """Refuse if a permission is missing that a table needs where the click was, by its name.

        ``threads``: where a table may get a thread of its own, what is needed in the channel need not be there.
        """
        given = reply.interaction.app_permissions
        if threads and not permissions.lacking(given, permissions.OPEN_THREAD):
            missing = permissions.lacking(given, permissions.THREAD)
        else:
            missing = permissions.lacking_here(reply.interaction)
        if missing:
            raise Refusal("lacking", permissions=",".join(missing))

    async def _hosted(self, reply: Reply, address: Address) -> Table:
        """The lobby, for its host."""
        table = await self._tables.get(address.table)
        with self._told(table, reply):
            table.require_host(reply.user)
            table.require_lobby()
        return table

    async def _counted(self, tables: list[Table]) -> int:
        """How many of these tables count. One that sleeps does not; a lobby that was never shown is taken back."""
        count = 0
        for table in tables:
            old = self._now() - table.facts.created > UNSEEN
            if table.status == LOBBY and old and not await self._publisher.seen(table):
                await self._take_back(table)
            elif table.facts.paused != ASLEEP:
                count += 1
        return count

    async def _take_back(self, table: Table) -> None:
        """Nobody can see this lobby: nobody shall be counted as sitting in it."""
        with contextlib.suppress(Refusal):
            await self._tables.change(table.id, lambda table: table.close("gone"))

    async def _show_new(self, reply: Reply, table: Table, *, pings: tuple[int, ...] = ()) -> bool:
        """Show a new lobby; False, and it is taken back, if it cannot be seen."""
        page = await self._publisher.pages.lobby(table, pings=pings)
        if pings:
            names = " ".join(f"<@{user}>" for user in pings)
            server = await self._servers.get(table.guild)
            say = self._words.say(table.game.key, server.language_in(table.channel), table.names)
            page = page.with_top(Text(say("rematch-call", people=names)))
        try:
            message = await reply.public(page)
        except BaseException:
            await self._take_back(table)
            raise
        if message is None:
            await self._take_back(table)
            return False
        await self._publisher.opened(table, message)
        return True

    async def _wants_thread(self, reply: Reply, table: Table) -> int | None:
        """The lobby message on which to open a thread for the table; None where the game needs or may have none."""
        channel = reply.interaction.channel
        if table.thread is not None or not isinstance(channel, discord.TextChannel):
            return None
        if permissions.lacking(reply.interaction.app_permissions, permissions.OPEN_THREAD):
            return None
        return reply.message if (await self._servers.get(table.guild)).threads else None

    async def _open_thread(self, table: Table, message: int) -> int | None:
        """Open a thread on the lobby message; None if Discord refuses, or does not do it in time."""
        server = await self._servers.get(table.guild)
        say = self._words.say(table.game.key, server.language_in(table.channel), table.names)
        name = f"{say('name')} · {', '.join(map(say.raw_name, range(table.size)))}"[:100]
        place = self._client.get_partial_messageable(table.channel, guild_id=table.guild)
        lobby_message = place.get_partial_message(message)
        problem = "timeout"
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(THREAD_TIMEOUT_SECONDS):
                for seconds in (*THREAD_RETRY_SECONDS, None):
                    try:
                        return (await lobby_message.create_thread(name=name, auto_archive_duration=1440)).id
                    except discord.HTTPException as error:
                        if error.code == HAS_THREAD:
                            # An earlier attempt succeeded: a thread has the id of the message it hangs on.
                            return message
                        problem = f"status {error.status}, code {error.code}"
                        if error.status != 429 and error.status < 500:
                            break
                    except UNSURE as error:
                        problem = type(error).__name__
                    if seconds is not None:
                        await asyncio.sleep(seconds)
        log.warning("game starts without its thread table=%s: %s", table.id, problem)
        return None

    async def _show(self, reply: Reply, address: Address, step: Callable[[Table], Table]) -> Table:
        """Change a lobby, and answer with how it looks now."""
        table = await self._change(reply, address, step)
        await self._publisher.answer_lobby(reply, table)
        return table

    async def _change(self, reply: Reply, address: Address, step: Callable[[Table], Table]) -> Table:
        try:
            return await self._tables.change(address.table, lambda table: self._try(reply, table, step))
        except Told:
            table = await self._tables.get(address.table)
            if table.status != LOBBY and reply.message is not None:
                # A lobby with buttons that lead nowhere any more: it tells what has become of the table.
                await self._publisher.answer_lobby(reply, table)
            raise

    def _try(self, reply: Reply, table: Table, step: Callable[[Table], Table]) -> Table:
        with self._told(table, reply):
            return step(table)

    async def _meet(self, reply: Reply, game: AnyGame) -> None:
        """Offer the lesson and the rules to whoever joins a table of this game for the first time."""
        store = self._tables.store
        if game.key in _games_met(await store.get(MET, reply.user)):
            return
        say = self._words.say(game.key, reply.lang)
        # An offer, not the rules themselves: they would push the lobby off a phone's screen.
        text, offers = say("welcome", game=say("name")), list[Button]()
        if game.lesson:
            text = say("welcome-learn", game=say("name"))
            offers.append(Button(say("welcome-learn.button"), str(spot(game, ())), "primary"))
        style = "secondary" if offers else "primary"
        offers.append(Button(say("welcome.button"), str(Address("rules", 0, 0, (game.key,))), style))
        if await reply.private(PrivatePage((Text(text), *rows(offers)), COLOUR)):
            await store.change(MET, reply.user, lambda document: _with_game(document, game.key))


def _games_met(document: bytes | None) -> list[str]:
    """The games whose lesson somebody was offered. An old document may be "1", which is no game's key."""
    return list(filter(None, (document or b"").decode().split(",")))


def _with_game(document: bytes | None, game: str) -> bytes:
    """The same with another game. Keys are names of folders, so none has a comma."""
    return ",".join(dict.fromkeys((*_games_met(document), game))).encode()


def _level(word: str) -> Level:
    """The level a click or a command names."""
    for level in LEVELS:
        if level == word:
            return level
    raise Refusal("no-such-option")
