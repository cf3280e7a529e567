"""Clicks before and between games: open a table, sit down, choose, start, ask for a rematch."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

import discord

from bot.client.click import (
    OPEN_THREAD_PERMISSIONS,
    THREAD_PERMISSIONS,
    UNSURE,
    Answer,
    Click,
    Private,
    PublicAnswer,
    Quiet,
    Router,
    Several,
    Then,
    Update,
    kind,
    note,
)
from bot.client.extensions import WELCOME
from bot.client.table_clicks import Clicks
from bot.core import lobby
from bot.core.facts import ASLEEP, LOBBY, OPEN, Player
from bot.core.game import AnyGame, Level, Refusal, Value
from bot.core.opponents import LEVELS, REGULAR
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.lobby import closing, guest_menu, invitations, opponents, options, removal, value_of
from bot.pages.page import Button, PrivatePage, Text, rows
from bot.tables.tables import Locks
from bot.text.strings import LANGUAGES, plain

if TYPE_CHECKING:
    from bot.app import App

log = logging.getLogger(__name__)

WELCOMED = "met"
"""The kind of the documents that list, by user, the games whose rules they have been offered."""
HAS_THREAD = 160004
THREAD_RETRY_SECONDS = 2.0
THREAD_TIMEOUT_SECONDS = 60.0
"""How long the start of a game waits for its thread in all: requests also queue for their rate limit."""


class LobbyClicks(Clicks):
    """Handles lobbies."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._opening = Locks[int]()

    def register(self, router: Router) -> None:
        """Register the handlers."""
        for verb in ("join", "leave", "start", "team", "shuffle", "cancel", "rematch"):
            router.on(verb, self._shared(getattr(self, verb)), edits_message=True)
        for verb in ("options", "option", "remove", "invite", "opponents"):
            router.on(verb, self._shared(getattr(self, verb)))
        for verb in ("opponent", "complete"):
            router.on(verb, self._shared(self._seated))

    def _shared(self, handler: Callable[[Click], Awaitable[Answer]]) -> Callable[[Click], Awaitable[Answer]]:
        async def handle(click: Click) -> Answer:
            table = click.table
            if table.alone:
                raise Refusal("no-table")
            if table.status == LOBBY and click.user in table.facts.removed:
                raise Refusal("removed", host=table.host_name)
            return await handler(click)

        return handle

    async def open(
        self,
        click: Click,
        game: AnyGame,
        chosen: Mapping[str, Value],
        pace: str | None,
        *,
        opponents: int | None = None,
        level: str | None = None,
    ) -> Answer:
        """Open a lobby where the command was typed, with so many opponents in it.

        A level without a number seats as many as are missing.
        """
        if not click.guild or not click.place:
            raise Refusal("servers-only")
        channel, server = click.channel, click.server

        def ready() -> Table:
            if pace is not None:
                server.allow_pace(pace, channel)
            table = lobby.open_table(
                game,
                guild=click.guild,
                channel=channel,
                thread=click.thread,
                host=Player(user=click.user, name=click.name),
                options=chosen,
                pace=server.pace_in(channel, pace),
                now=self._now(),
                public=click.opens_publicly,
                language=server.language_in(channel, click.lang),
                idle_days=server.idle_days,
            )
            wanted = lobby.missing(table) if opponents is None and level is not None else opponents
            for _ in range(min(wanted, lobby.free(table)) if wanted else 0):
                table = lobby.add_opponent(table, _level(level or REGULAR))
            return table

        table = await self._opened(click, game, channel, ready)

        async def welcome(message: int) -> Answer | None:
            await self._boards.opened(table, message)
            return await self._welcome(click, game)

        return PublicAnswer(await self._boards.lobby_page(table), welcome, lambda: self._take_back(table))

    async def join(self, click: Click) -> Answer:
        """Sit down."""
        click.server.admit(click.user)
        table = await self._change(click, lambda table: lobby.join(table, click.user, click.name))
        answers: list[Answer] = [self._shown(click, table)]
        if click.user in table.queue:
            queued = self._say(table, click)("lobby-queued", place=table.queue.index(click.user) + 1)
            answers.append(note(queued, COLOUR))
        return Several(*answers, Then(lambda: self._welcome(click, table.game)))

    async def leave(self, click: Click) -> Answer:
        """Get up."""
        return await self._show(click, lambda table: lobby.leave(table, click.user))

    async def team(self, click: Click) -> Answer:
        """Move to the next team."""
        return await self._show(click, lambda table: lobby.change_team(table, click.user))

    async def shuffle(self, click: Click) -> Answer:
        """Draw the seats anew."""
        return await self._show(click, lambda table: lobby.shuffle(table, click.user, self._tables.rng))

    async def cancel(self, click: Click) -> Answer:
        """Close the lobby, after a question: its host, or a moderator."""
        moderator = click.moderator
        if click.address.path != ("yes",):
            # Refuse now, not after the question.
            lobby.cancel(click.table, click.user, moderator=moderator)
            return Update(closing(click.table, self._say(click.table, click)))
        table = await self._change(click, lambda table: lobby.cancel(table, click.user, moderator=moderator))
        shown = self._shown(click, table)
        if table.facts.closed == "moderator" and (more := await self._app.journal.closed(table, click)):
            return Several(shown, more)
        return shown

    async def options(self, click: Click) -> Answer:
        """Show what the host may decide; to others, what they may do."""
        click.table.require_lobby()
        return Update(self._menu(click, click.table))

    def _menu(self, click: Click, table: Table) -> PrivatePage:
        server, say = click.server, self._say(table, click)
        if table.status != LOBBY:
            return PrivatePage((Text(say(f"closed-{table.facts.closed}")),), COLOUR)
        if click.user != table.facts.host:
            return guest_menu(table, click.user, say, moderator=click.moderator)
        return options(table, say, server.language_of(table), server.paces_in(table.channel))

    async def option(self, click: Click) -> Answer:
        """Set an option."""
        if len(click.address.path) != 2:
            raise Refusal("no-such-option")
        key, token = click.address.path
        if key == "pace":
            click.server.allow_pace(token, click.table.channel)
        if key == "language" and token not in LANGUAGES:
            raise Refusal("no-such-option")

        def choose(table: Table) -> Table:
            return lobby.choose(table, click.user, key, value_of(table.game, key, token))

        table = await self._change(click, choose)
        self._boards.request(table.id)
        return Update(self._menu(click, table))

    async def remove(self, click: Click) -> Answer:
        """Ask the host whom to send away; or send them away."""
        before, path = click.table, click.address.path
        if not path:
            self._require_host(click)
            return Update(removal(before, self._say(before, click)))
        try:
            user = int(path[-1])
        except ValueError:
            raise Refusal("nobody-to-remove") from None
        table = await self._change(click, lambda table: lobby.remove(table, click.user, user))
        self._boards.request(table.id)
        name = next(p.marked for p in (*before.facts.players, *before.facts.waiting) if p.user == user)
        done = self._say(table, click)("remove-done", person=plain(name))
        return Update(self._menu(click, table).with_top(Text(done)))

    async def invite(self, click: Click) -> Answer:
        """Show the host whom they sent away; or let one of them join again."""
        path = click.address.path
        if not path:
            self._require_host(click)
            return Update(invitations(click.table, self._say(click.table, click)))
        removed = next((user for user in click.table.facts.removed if str(user) == path[-1]), None)
        if removed is None:
            raise Refusal("nobody-to-invite")
        table = await self._change(click, lambda table: lobby.ask_back(table, click.user, removed))
        done = self._say(table, click)("invite-done", person=f"<@{removed}>")
        return Update(self._menu(click, table).with_top(Text(done)))

    async def opponents(self, click: Click) -> Answer:
        """Show the host which opponents can sit down."""
        self._require_host(click)
        return Update(opponents(click.table, self._say(click.table, click)))

    async def _seated(self, click: Click) -> Answer:
        """Seat one more opponent, or as many as are missing."""
        add = lobby.complete if click.address.verb == "complete" else lobby.seat_opponent
        level = _level(click.address.path[-1] if click.address.path else "")
        table = await self._change(click, lambda table: add(table, click.user, level))
        self._boards.request(table.id)
        say = self._say(table, click)
        new = [seat for seat, user in enumerate(table.users) if user not in click.table.users]
        done = Text(say("opponents-seated", people=say.names(new), count=len(new)))
        return Update(opponents(table, say).with_top(done))

    async def start(self, click: Click) -> Answer:
        """Begin: give the table its thread, draw and seal the deal, and let the board appear."""
        table, server = click.table, click.server
        # Refuse before a thread is made for nothing.
        with self._named(table, click):
            lobby.start(table, click.user, self._tables.rng, self._now())
        # Moderators may have forbidden it since the lobby was opened; its host's roles were checked then.
        server.allow(
            channel=table.channel, game=table.game.key, user=click.user, roles=server.roles, manager=click.manager
        )
        self._require_permissions(click, threads=True)
        message = await self._boards.lobby_message(table)
        if message is None and click.message:
            # The bot crashed before this message was stored.
            message = click.message
            await self._boards.opened(table, message)
        thread = table.thread
        wants_thread = thread is None and click.may_have_thread and server.threads and message
        if wants_thread:
            # Of two clicks at once the second finds the thread of the first, and is refused below.
            thread = await self._open_thread(table, wants_thread)
        table = await self._change(
            click, lambda table: lobby.start(table, click.user, self._tables.rng, self._now()).but(thread=thread)
        )
        say = self._say(table, click)
        answers: list[Answer] = [Quiet()]
        if click.message is None:
            place = f"<#{table.thread}>" if table.thread else "here"
            answers = [Update(PrivatePage((Text(say("lobby-started", place=place)),), COLOUR))]
        if wants_thread and thread is None:
            answers.append(note(say("no-thread"), COLOUR))
        return Several(*answers)

    async def rematch(self, click: Click) -> Answer:
        """Open the next game: same people, same options, next first player."""
        old, server = click.table, click.server
        if old.facts.rematch is not None:
            raise Refusal("already-rematched")
        old.require_seat(click.user)
        # The lobby is posted where the click was.
        if click.place not in ((old.thread, old.channel) if old.public else (old.place,)):
            raise Refusal("rematch-elsewhere", place=f"<#{old.place}>")

        def ready() -> Table:
            # Moderators may have closed the pace since.
            pace = server.pace_in(old.channel, old.facts.pace)
            table = lobby.next_game(old, click.user, self._now(), banned=server.banned)
            table = table if click.place == old.place else table.but(thread=None)
            return table.with_facts(pace=pace, idle_days=server.idle_days)

        following = await self._opened(click, old.game, old.channel, ready)

        def rematched(table: Table) -> Table:
            if table.facts.rematch is not None or table.status in OPEN:
                raise Refusal("already-rematched")
            return table.with_facts(rematch=following.id)

        try:
            await self._tables.change(old, rematched)
        except Refusal:
            await self._tables.change(following, lambda table: table.close("host"))
            raise

        async def failed() -> None:
            await self._take_back(following)
            await self._tables.change(old.id, lambda table: table.with_facts(rematch=None))

        others = tuple(user for user in following.people if user != click.user)
        page = await self._boards.lobby_page(following, pings=others)
        if others:
            say = self._words.say(old.game.key, server.language_of(following))
            page = page.with_top(Text(say("rematch-call", people=" ".join(f"<@{user}>" for user in others))))
        return PublicAnswer(page, lambda message: self._boards.opened(following, message), failed)

    # ---- shared by the handlers

    async def _opened(self, click: Click, game: AnyGame, channel: int, ready: Callable[[], Table]) -> Table:
        """A new lobby, stored, if this person may open one of this game in a channel now."""
        # Serialised: of commands typed in the same instant each would find room for one more.
        async with self._opening.of(click.guild):
            await self._allow(click, game, channel)
            return await self._tables.open(ready())

    async def _allow(self, click: Click, game: AnyGame, channel: int) -> None:
        """Refuse unless this person may open a table of this game in a channel now."""
        server = click.server
        server.allow(channel=channel, game=game.key, user=click.user, roles=click.roles, manager=click.manager)
        self._require_permissions(click)
        found = await self._tables.of_or_in(click.user, channel, OPEN)
        awake = [table for table in found if table.facts.paused != ASLEEP]
        hosted = sum(table.facts.host == click.user and table.guild == click.guild for table in awake)
        here = sum(channel in (table.channel, table.thread) for table in awake)
        if hosted >= server.hosted:
            raise Refusal("too-many-hosted", count=server.hosted)
        if here >= server.tables:
            raise Refusal("too-many-tables", count=server.tables)

    def _require_permissions(self, click: Click, *, threads: bool = False) -> None:
        """Refuse if the bot lacks a permission that a table needs here, naming it.

        ``threads``: where a table may get a thread of its own, the channel's own permissions are not needed.
        """
        if threads and not click.missing(OPEN_THREAD_PERMISSIONS):
            missing = click.missing(THREAD_PERMISSIONS)
        else:
            missing = click.missing_for_table
        if missing:
            raise Refusal("lacking", permissions=",".join(missing))

    def _require_host(self, click: Click) -> None:
        """Refuse everybody but the host of a lobby."""
        with self._named(click.table, click):
            click.table.require_host(click.user)
            click.table.require_lobby()

    async def _take_back(self, table: Table) -> None:
        """Close a lobby that nobody can see, so that nobody counts as sitting in it."""
        with contextlib.suppress(Refusal):
            await self._tables.change(table.id, lambda table: table.close("gone"))

    async def _open_thread(self, table: Table, message: int) -> int | None:
        """Open a thread on the lobby message; None if Discord refuses, or does not do it in time."""
        server = await self._app.servers.get(table.guild)
        say = self._words.say(table.game.key, server.language_of(table), table.names)
        name = f"{say('name')} · {', '.join(map(say.raw_name, range(table.size)))}"[:100]
        place = self._app.bot.get_partial_messageable(table.channel, guild_id=table.guild)
        lobby_message = place.get_partial_message(message)
        try:
            async with asyncio.timeout(THREAD_TIMEOUT_SECONDS):
                while True:
                    with contextlib.suppress(*UNSURE):
                        return (await lobby_message.create_thread(name=name, auto_archive_duration=1440)).id
                    await asyncio.sleep(THREAD_RETRY_SECONDS)
        except (discord.HTTPException, TimeoutError) as error:
            if isinstance(error, discord.HTTPException) and error.code == HAS_THREAD:
                # An earlier attempt succeeded: a thread has the id of the message it hangs on.
                return message
            log.warning("game starts without its thread table=%s: %s", table.id, kind(error))
            return None

    async def _show(self, click: Click, step: Callable[[Table], Table]) -> Answer:
        """Change a lobby, and answer with it."""
        return self._shown(click, await self._change(click, step))

    def _shown(self, click: Click, table: Table) -> Answer:
        """The lobby, if it was clicked on; otherwise it is edited besides, and the answer is the private menu."""
        if click.message is not None:
            return self._boards.answer_lobby(table)
        self._boards.request(table.id)
        return Update(self._menu(click, table))

    async def _change(self, click: Click, step: Callable[[Table], Table]) -> Table:
        def named(table: Table) -> Table:
            with self._named(table, click):
                return lobby.timed(table, step(table), self._now())

        return (await self._tables.change(click.table, named)).after

    async def _welcome(self, click: Click, game: AnyGame) -> Answer | None:
        """Offer the lesson and the rules to a player who is new to this game."""
        store = self._tables.store
        if game.key in _games_welcomed(await store.get(WELCOMED, click.user)):
            return None
        say = self._words.say(game.key, click.lang)
        # An offer, not the rules themselves: they would push the lobby off a phone's screen.
        text, offers = say("welcome", game=say("name")), self._app.extensions.ways(WELCOME, game, say)
        if offers:
            text = say("welcome-learn", game=say("name"))
        style = "secondary" if offers else "primary"
        offers.append(Button(say("welcome.button"), str(Address("rules", 0, 0, (game.key,))), style))
        return Private(
            PrivatePage((Text(text), *rows(offers)), COLOUR),
            lambda: store.change(WELCOMED, click.user, lambda document: _with_game(document, game.key)),
        )


def _games_welcomed(document: bytes | None) -> list[str]:
    """The games whose lesson somebody was offered. An old document may be "1", which is no game's key."""
    return list(filter(None, (document or b"").decode().split(",")))


def _with_game(document: bytes | None, game: str) -> bytes:
    """The same with another game. Keys are names of folders, so none has a comma."""
    return ",".join(dict.fromkeys((*_games_welcomed(document), game))).encode()


def _level(word: str) -> Level:
    """The level a click or a command names."""
    for level in LEVELS:
        if level == word:
            return level
    raise Refusal("no-such-option")
