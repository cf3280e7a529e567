"""One interaction: the facts about it (``Click``), its handler (``Router``), and sending the answer in time, once.

Handlers are ``async (Click) -> Answer``; they may raise ``Refusal``. They never see discord.py: a ``Reply`` sends the
answer they return.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import aiohttp
import discord

from bot.client.gateway import sent_at
from bot.client.messages import (
    Answers,
    ChannelMessages,
    MessageProof,
    PrivateMessage,
    changed_private,
    changed_public,
    new_private,
    new_public,
)
from bot.core.game import Refusal, Seat
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import PrivatePage, PublicPage, Text
from bot.store import Unavailable
from bot.tables.servers import Server, Servers
from bot.tables.tables import Tables, error_summary
from bot.text.strings import FALLBACK, KERNEL, Words, language, refusal

if TYPE_CHECKING:
    from bot.client.seats import SeatMessages

log = logging.getLogger(__name__)

DEFER_SECONDS = 2.0
"""Discord waits three seconds for the first response; after this long a deferral is sent."""
UNSURE = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError)
"""Errors after which the request may or may not have been carried out."""
TOO_LATE = (10062, 40060, 10008, 10015, 50027)
UNKNOWN_MESSAGE = 10008
STOP_TIMEOUT_SECONDS = 2.0

Interaction = discord.Interaction[Any]
T = TypeVar("T")
NO_ADDRESS = Address("")

BOARD_PERMISSIONS = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
THREAD_PERMISSIONS = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files", "read_message_history")
OPEN_THREAD_PERMISSIONS = ("create_public_threads", "send_messages_in_threads")
WRITE_PERMISSIONS = ("view_channel", "send_messages")
INVITE_PERMISSIONS = tuple(dict.fromkeys((*BOARD_PERMISSIONS, *OPEN_THREAD_PERMISSIONS)))
PUBLIC_CHANNEL_TYPES = (
    discord.ChannelType.text,
    discord.ChannelType.voice,
    discord.ChannelType.news,
    discord.ChannelType.stage_voice,
    discord.ChannelType.news_thread,
    discord.ChannelType.public_thread,
)
"""Channels whose tables are seen by everybody who can view the channel, or the thread's parent."""


def lacking(permissions: discord.Permissions, needed: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the needed permissions that are missing."""
    if permissions.administrator:
        return ()
    return tuple(name for name in needed if not getattr(permissions, name))


def lacking_in(channel: discord.abc.GuildChannel | discord.Thread, needed: tuple[str, ...]) -> tuple[str, ...]:
    """The permissions the bot lacks in a channel."""
    return lacking(channel.permissions_for(channel.guild.me), needed)


def lacking_to_write(guild: discord.Guild, number: int) -> tuple[str, ...]:
    """The permissions the bot lacks to announce something in a channel; it cannot view a channel it does not know."""
    channel = guild.get_channel_or_thread(number)
    return WRITE_PERMISSIONS[:1] if channel is None else lacking_in(channel, WRITE_PERMISSIONS)


def invite(application: int) -> str:
    """The link that adds the bot to a server with exactly what it needs."""
    permissions = discord.Permissions(**dict.fromkeys(INVITE_PERMISSIONS, True))
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=permissions, scopes=scopes)


class Click:
    """A pressed button or a typed command: who did it where, and the table, seat and server it concerns.

    The router fills in ``address``, ``server``, ``table`` and ``seat`` before a handler sees the click.
    """

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self.user = interaction.user.id
        self.name = interaction.user.display_name
        self.at = sent_at(interaction.id)
        self.guild = interaction.guild_id or 0
        """0 in direct messages."""
        self.place = interaction.channel_id or 0
        """The channel or thread."""
        self.address = NO_ADDRESS
        self.server = Server()
        self.seat: Seat | None = None
        self._table: Table | None = None
        on = interaction.message if interaction.type is discord.InteractionType.component else None
        self.source = on and MessageProof(on.id, on.flags.ephemeral)
        """The message that was clicked on."""
        self.in_private = self.source is not None and self.source.private
        self.message = self.source.id if self.source and not self.source.private else None
        """The id of the public message that was clicked on."""

    @property
    def has_table(self) -> bool:
        """Whether it is about a table."""
        return self._table is not None

    @property
    def table(self) -> Table:
        """The table that the address names."""
        if self._table is None:
            raise Refusal("old-message")
        return self._table

    def at_table(self, table: Table, address: Address | None = None) -> Click:
        """This click, aimed at another table or address; the seat follows from the table."""
        self._table, self.seat = table, table.seat_of(self.user)
        self.address = address or self.address
        return self

    @property
    def lang(self) -> str:
        """The language to answer in: the client's, else the one moderators have chosen here, else English."""
        return language(self._interaction.locale.value) or self.server.language_in(self.channel, FALLBACK)

    @property
    def channel(self) -> int:
        """The channel; of a thread its parent."""
        channel = self._interaction.channel
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        return parent or self.place

    @property
    def thread(self) -> int | None:
        """The thread it happened in, if any."""
        return self.place if isinstance(self._interaction.channel, discord.Thread) else None

    # ---- permissions, as Discord sends them with every interaction

    @property
    def moderator(self) -> bool:
        """Whether this member may close other people's tables."""
        given = self._interaction.permissions
        return given.manage_guild or given.manage_messages

    @property
    def manager(self) -> bool:
        """Whether this member has Manage Server."""
        return self._interaction.permissions.manage_guild

    @property
    def roles(self) -> list[int]:
        """The member's roles."""
        member = self._interaction.user
        return [role.id for role in member.roles] if isinstance(member, discord.Member) else []

    @property
    def opens_publicly(self) -> bool:
        """Whether a table opened here is public (``TableFacts.public``): False where Discord does not say.

        The type comes with the interaction, or from the cache; that of a thread never changes.
        """
        return getattr(self._interaction.channel, "type", None) in PUBLIC_CHANNEL_TYPES

    @property
    def may_have_thread(self) -> bool:
        """Whether a table played here can have a thread of its own."""
        return isinstance(self._interaction.channel, discord.TextChannel) and not self.missing(OPEN_THREAD_PERMISSIONS)

    def missing(self, needed: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the permissions that the bot does not have here."""
        return lacking(self._interaction.app_permissions, needed)

    @property
    def missing_for_table(self) -> tuple[str, ...]:
        """The permissions the bot lacks to show a table here."""
        return self.missing(BOARD_PERMISSIONS if self.thread is None else THREAD_PERMISSIONS)

    def sees(self, table: Table) -> bool:
        """Whether this member may see a table at which they do not sit.

        Members see public tables of the channels they can view. Discord does not tell us who is in a private thread, so
        a private table is seen from within its thread, and by members who manage the threads of its channel.
        """
        guild, member = self._interaction.guild, self._interaction.user
        if table.alone or guild is None or guild.id != table.guild or not isinstance(member, discord.Member):
            return False
        place = table.place if table.public else table.thread
        if place is not None and self._interaction.channel_id == place:
            return True
        channel = guild.get_channel(table.channel)
        if channel is None:
            return False
        given = channel.permissions_for(member)
        return given.view_channel and (table.public or given.manage_threads)

    def allow_game(self, game: str) -> None:
        """Refuse banned members, and games that moderators do not want here."""
        if self.guild:
            self.server.admit(self.user)
            self.server.allow_game(game, self.channel)

    def may_write(self, *more: str) -> bool:
        """Whether this member may write here, and has these permissions too."""
        needed = "send_messages" if self.thread is None else "send_messages_in_threads"
        return not lacking(self._interaction.permissions, (needed, *more))

    def require_voice(self) -> None:
        """Refuse members who are banned here, or may not write here, to post through the bot."""
        if not self.guild:
            return
        if self.user in self.server.banned:
            raise Refusal("voice-banned")
        if not self.may_write():
            raise Refusal("voice-silent")

    def missing_in(self, channel: int, needed: tuple[str, ...]) -> tuple[str, ...] | None:
        """The permissions the bot lacks in a channel of this server; None if it does not know the channel."""
        guild = self._interaction.guild
        found = guild.get_channel_or_thread(channel) if guild else None
        return lacking_in(found, needed) if found else None

    @property
    def typed(self) -> str:
        """The command as it was typed."""
        command = self._interaction.command
        given = " ".join(f"{key}:{getattr(value, 'name', value)}" for key, value in self._interaction.namespace)
        return f"/{command.qualified_name if command else ''} {given}".replace("`", "'").strip()

    def missing_to_write(self, channel: int) -> tuple[str, ...]:
        """The permissions the bot lacks to write in a channel of this server."""
        guild = self._interaction.guild
        return lacking_to_write(guild, channel) if guild else ()


class Answer(Protocol):
    """Something a handler returns to be shown."""

    async def send(self, reply: Reply) -> None:
        """Show it."""
        ...


@dataclass(frozen=True)
class Private:
    """A page for this person only, in a new message."""

    page: PrivatePage
    then: Callable[[], Awaitable[object]] | None = None
    """Called once Discord has accepted the message."""

    async def send(self, reply: Reply) -> None:
        """Show it."""
        if await reply.private(self.page) and self.then is not None:
            await self.then()


@dataclass(frozen=True)
class Update:
    """A page that replaces the private message that was clicked on; where none was, a new private message."""

    page: PrivatePage

    async def send(self, reply: Reply) -> None:
        """Show it."""
        await reply.update(self.page)


@dataclass(frozen=True)
class PublicAnswer:
    """A page for everybody in the channel."""

    page: PublicPage
    posted: Callable[[int], Awaitable[Answer | None]] | None = None
    """Gets the message's id; may give a further answer."""
    failed: Callable[[], Awaitable[None]] | None = None
    """Called if Discord has not accepted the message."""

    async def send(self, reply: Reply) -> None:
        """Show it."""
        message = None
        try:
            message = await reply.public(self.page)
        finally:
            if message is None and self.failed is not None:
                await self.failed()
        if message is not None and self.posted is not None and (further := await self.posted(message)):
            await further.send(reply)


class Quiet:
    """No message: the change is shown elsewhere."""

    async def send(self, reply: Reply) -> None:
        """Acknowledge the click."""
        await reply.quiet()


@dataclass(frozen=True)
class Then:
    """Work to do after the answers before it; it may give a further answer."""

    work: Callable[[], Awaitable[Answer | None]]

    async def send(self, reply: Reply) -> None:
        """Do it."""
        if further := await self.work():
            await further.send(reply)


class Several:
    """Answers in order."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = answers

    async def send(self, reply: Reply) -> None:
        """Show them."""
        for answer in self.answers:
            await answer.send(reply)


def note(text: str, colour: int | None = None) -> Private:
    """A line of text for this person only."""
    return Private(PrivatePage((Text(text),)) if colour is None else PrivatePage((Text(text),), colour))


class Reply:
    """Sends the answer to one interaction, whatever state it is in.

    Public and private pages go through different methods, which take different types of page. A late response is
    deferred first: without a trace for a click on a private message and for a click whose answer is the board
    (``edits_message``), otherwise by an ephemeral note. Never in public.
    """

    def __init__(self, interaction: Interaction, *, edits_message: bool = False) -> None:
        self._interaction = interaction
        self.click = Click(interaction)
        self._answers = Answers.of(interaction)
        self._edits_message = edits_message
        self._answered = False
        self._first_was_public = False
        """Whether the first response was a public message: ``@original`` is that one then."""
        self._deferred: PrivateMessage | None = None
        """The ephemeral note of a deferral, until it becomes the answer."""
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(DEFER_SECONDS, self._begin_deferral)

    async def private(self, page: PrivatePage) -> PrivateMessage | None:
        """Show a page to this person only, in a new message; None if Discord did not accept it."""
        async with self._answering():
            if self._deferred is not None:
                shown, self._deferred = self._deferred, None
                await shown.edit(page)
                return shown
            if self._answered:
                proof = await _retried(lambda: self._answers.follow_up(**new_private(page)))
                return PrivateMessage(self._interaction, proof)
            proof = await self._answer(lambda: self._answers.create(**new_private(page)))
            return PrivateMessage(self._interaction, proof) if proof else None
        return None

    async def update(self, page: PrivatePage) -> PrivateMessage | None:
        """Turn the private message that was clicked on into this page; where none was, send a new one."""
        shown = self.clicked
        if shown is None or self._first_was_public:
            return await self.private(page)
        deleted = False
        async with self._answering():
            if self._answered:
                await shown.edit(page)
                return shown
            try:
                # Discord's response to an update says nothing about the message, so the click remains the proof.
                return shown if await self._answer(lambda: self._answers.update(**changed_private(page))) else None
            except discord.NotFound as error:
                # Another press of the same instant has deleted the message. The interaction is still unanswered.
                deleted = error.code == UNKNOWN_MESSAGE
                if not deleted:
                    raise
        return await self.private(page) if deleted else None

    @property
    def clicked(self) -> PrivateMessage | None:
        """The private message that was clicked on."""
        source = self.click.source
        return PrivateMessage(self._interaction, source) if source is not None and source.private else None

    async def renew(self, page: PrivatePage) -> PrivateMessage | None:
        """Show a page in a new private message below, and delete the private message that was clicked on."""
        clicked = self.clicked
        await self.quiet()
        shown = await self.private(page)
        if shown is not None and clicked is not None:
            async with self._answering():
                await clicked.delete()
        return shown

    async def board(self, page: PublicPage) -> bool:
        """Turn the public message that was clicked on into this page; False if it must be edited another way."""
        async with self._answering():
            if self.click.message is None or self._answered:
                return False
            return await self._answer(lambda: self._answers.update(**changed_public(page))) is not None
        return False

    async def public(self, page: PublicPage) -> int | None:
        """Show a page to everybody in the channel; the message's id, or None if Discord did not accept it."""
        async with self._answering():
            if self._answered:
                return await self._post(page)
            # Set before the request: if the connection breaks, the message may exist all the same.
            self._first_was_public = True
            proof = await self._answer(lambda: self._answers.create(**new_public(page)))
            return proof and (proof.id or (await self._answers.original()).id)
        return None

    async def quiet(self) -> None:
        """Acknowledge a click without a message; a command, with one that is deleted at once."""
        async with self._answering():
            if self._answered:
                return
            if self.click.source is not None:
                await self._answer(self._answers.acknowledge)
            else:
                await self._announce()

    async def finish(self) -> None:
        """Delete the note of a deferral that never became an answer."""
        self._timer.cancel()
        if self._task is None and self._deferred is None:
            return
        try:
            async with self._answering():
                if self._deferred is not None:
                    shown, self._deferred = self._deferred, None
                    await shown.delete()
        except Exception as error:  # noqa: BLE001, the note expires by itself
            log.error("a deferral could not be deleted: %s", error_summary(error))  # noqa: TRY400

    # ---- the first response

    async def _answer(self, send: Callable[[], Awaitable[MessageProof]]) -> MessageProof | None:
        """Send the first response; after a broken connection ask Discord whether it arrived, and if not send it again.

        Returns Discord's description of the message; None if it was not accepted.
        """
        for _ in range(2):
            try:
                proof = await send()
            except UNSURE as error:
                log.warning("connection lost during a response: %s", type(error).__name__)
                proof = None
                with contextlib.suppress(discord.HTTPException, *UNSURE):
                    proof = await self._answers.original()
            if proof is not None:
                self._answered = True
                return proof
        return None

    async def _post(self, page: PublicPage) -> int:
        """Post as the bot itself: after a first response, the interaction's own follow-ups may only be private."""
        place = ChannelMessages(self._interaction.client, self.click.place)
        return (await _retried(lambda: place.post(**new_public(page), nonce=str(self._interaction.id)))).id

    @asynccontextmanager
    async def _answering(self) -> AsyncIterator[None]:
        """One response at a time. One that Discord no longer accepts is logged: its change is stored anyway."""
        async with self._lock:
            self._timer.cancel()
            try:
                yield
            except (discord.HTTPException, *UNSURE) as error:
                if not isinstance(error, UNSURE) and error.code not in TOO_LATE:
                    raise
                age = discord.utils.utcnow() - self._interaction.created_at
                log.warning("response not accepted after %.1f s: %s", age.total_seconds(), kind(error))

    def _begin_deferral(self) -> None:
        self._task = asyncio.create_task(self._defer(), name="defer")

    async def _defer(self) -> None:
        async with self._answering():
            if self._answered:
                return
            if self.click.in_private or (self.click.source is not None and self._edits_message):
                await self._answer(self._answers.acknowledge)
                return
            await self._announce()

    async def _announce(self) -> None:
        proof = await self._answer(self._answers.announce)
        self._deferred = PrivateMessage(self._interaction, proof) if proof else None


async def _retried(send: Callable[[], Awaitable[T]]) -> T:
    """Send a further message, once more after a broken connection."""
    try:
        return await send()
    except UNSURE as error:
        log.warning("connection lost during a further message: %s", type(error).__name__)
        return await send()


def kind(error: BaseException | None) -> str:
    """The kind of an error. Its text may contain the URL, and with it the interaction's token."""
    return f"{type(error).__name__} {error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__


Handler = Callable[[Click], Awaitable[Answer]]


class Refused(Exception):
    """A refusal that is already in the player's language, as its only argument."""


@dataclass(eq=False)
class Router:
    """Finds the handler of a click by the first word of its address, and resolves the click for it."""

    _words: Words
    _servers: Servers
    _tables: Tables
    _seats: SeatMessages

    def __post_init__(self) -> None:
        self._handlers: dict[str, Handler] = {}
        self._edits_message: set[str] = set()
        self._anywhere: set[str] = set()
        self._working: set[asyncio.Task[Any]] = set()

    async def finish(self) -> None:
        """Before a stop: wait for answers under way."""
        if others := self._working - {asyncio.current_task()}:
            await asyncio.wait(others, timeout=STOP_TIMEOUT_SECONDS)

    def on(self, verb: str, handler: Handler, *, edits_message: bool = False, anywhere: bool = False) -> None:
        """Register the handler of a verb.

        ``edits_message``: its answer edits the clicked public message, so a late one is deferred without a note.

        ``anywhere``: the handler itself decides whether the member may see a table of another server.
        """
        if self._handlers.setdefault(verb, handler) != handler:
            raise ValueError(f"two handlers for {verb}")
        if edits_message:
            self._edits_message.add(verb)
        if anywhere:
            self._anywhere.add(verb)

    async def click(self, interaction: discord.Interaction) -> None:
        """Handle a pressed button, or a choice from a menu."""
        data = interaction.data or {}
        address = Address.parse(str(data.get("custom_id", "")))
        address = address and address.extended(data.get("values", ()))
        reply = Reply(interaction, edits_message=address is not None and address.verb in self._edits_message)
        await self.guard(reply, self._click(reply, address))

    async def command(
        self, interaction: discord.Interaction, handler: Callable[..., Awaitable[Answer]], given: dict[str, Any]
    ) -> None:
        """Handle a typed command; its handler gets the click and the options that were given."""
        reply = Reply(interaction)
        await self.guard(reply, self._command(reply, handler, given))

    async def _click(self, reply: Reply, address: Address | None) -> None:
        handler = self._handlers.get(address.verb) if address else None
        if address is None or handler is None:
            raise Refusal("old-message")
        click = reply.click
        click.address = address
        if address.table:
            click.at_table(await self._tables.get(address.table))
            # A forged address must reveal nothing of another server's table, and change nothing there.
            if address.verb not in self._anywhere and not _may_click(click):
                raise Refusal("old-message")
        click.server = await self._servers.get(click.guild)
        await (await handler(click)).send(reply)

    async def _command(self, reply: Reply, handler: Callable[..., Awaitable[Answer]], given: dict[str, Any]) -> None:
        reply.click.server = await self._servers.get(reply.click.guild)
        await (await handler(reply.click, **given)).send(reply)

    async def guard(self, reply: Reply, work: Awaitable[None]) -> None:
        """Await the work. A refusal is answered kindly; a failure with an apology and a reference found in the log."""
        task = asyncio.current_task()
        assert task is not None
        self._working.add(task)
        self._seats.pressed(reply.click.user)
        try:
            await work
        except Refused as no:
            await self._explain(reply, str(no), refused=True)
        except Refusal as no:
            await self._explain(reply, refusal(no, self._words.say(KERNEL, reply.click.lang)), refused=True)
        except Unavailable as error:
            log.warning("storage is unavailable: %s", error_summary(error))
            await self._explain(reply, self._words.say(KERNEL, reply.click.lang)("storage-away"))
        except Exception as error:  # noqa: BLE001, whatever it is, somebody waits for an answer
            reference = secrets.token_hex(3)
            # Only a summary: the message may contain a secret.
            log.error("failed reference=%s: %s", reference, error_summary(error))  # noqa: TRY400
            say = self._words.say(KERNEL, reply.click.lang)
            text = say("apology", reference=reference)
            if isinstance(error, discord.Forbidden):
                text = say("apology-permissions", reference=reference)
                if missing := reply.click.missing_for_table:
                    text = refusal(Refusal("lacking", permissions=",".join(missing)), say)
            await self._explain(reply, text)
        finally:
            self._working.discard(task)
            await reply.finish()

    async def _explain(self, reply: Reply, text: str, *, refused: bool = False) -> None:
        try:
            if refused:
                await self._seats.refuse(reply, text)
            else:
                await Private(PrivatePage((Text(text),))).send(reply)
        except Exception as error:  # noqa: BLE001, nothing else can be tried
            log.error("a refusal could not be sent: %s", error_summary(error))  # noqa: TRY400


def _may_click(click: Click) -> bool:
    """True for a player in the table's server (at a solo table: anywhere), and for members who can see the table."""
    table = click.table
    if click.user in table.users:
        return table.alone or table.guild == click.guild
    return click.sees(table)
