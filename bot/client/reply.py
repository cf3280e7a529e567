"""Answering one interaction, in time, once, and in the person's language."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord

from bot.client.discord_clock import sent_at
from bot.client.messages import (
    Answers,
    Heard,
    Place,
    PrivateMessage,
    changed_private,
    changed_public,
    new_private,
    new_public,
)
from bot.pages.page import PrivatePage, PublicPage
from bot.text.strings import language

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Discord gives three seconds; after so many we say that we are working on it."""
UNSURE = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError)
"""What leaves open whether Discord has done what it was asked."""
TOO_LATE = (10062, 40060, 10008, 10015, 50027)
"""Codes of an answer Discord no longer wants."""

Interaction = discord.Interaction[Any]


class Unanswered:
    """Interactions that have not been answered yet, the oldest first: those that wait too long are told.

    One timer does for all of them, for all are given the same time. One each would have to be made and taken back.
    """

    def __init__(self) -> None:
        self._replies: deque[tuple[float, Reply]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, reply: Reply) -> None:
        """Have somebody told after ``PATIENCE`` seconds, unless they have been answered by then."""
        loop = asyncio.get_running_loop()
        while self._replies and self._replies[0][1].answering:
            self._replies.popleft()
        self._replies.append((loop.time() + PATIENCE, reply))
        if self._timer is None:
            self._timer = loop.call_later(PATIENCE, self._look)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        try:
            while self._replies and (self._replies[0][1].answering or self._replies[0][0] <= loop.time()):
                _, reply = self._replies.popleft()
                if not reply.answering:
                    reply.late()
        finally:
            if self._replies:
                self._timer = loop.call_at(self._replies[0][0], self._look)


class Reply:
    """The answer to one interaction, whatever state it is in.

    Something for everybody and something for this person go through different methods, which take different kinds
    of page. A late answer is first announced: to a click on a private message, and to a click whose answer is the
    board (``silent``), without a trace; otherwise by a note only this person sees. Never in public.
    """

    def __init__(self, interaction: Interaction, *, silent: bool = False) -> None:
        self.interaction = interaction
        self._answers = Answers.of(interaction)
        self.user = interaction.user.id
        self.name = interaction.user.display_name
        self.lang = language(interaction.locale.value)
        self.at = sent_at(interaction.id)
        self._click = interaction.type is discord.InteractionType.component
        self.clicked = Heard.of_click(interaction.message) if self._click else None
        """What Discord says of the message that was clicked on."""
        self.message = self.clicked.id if self.clicked and not self.clicked.private else None
        """The message everybody sees that was clicked on."""
        self._silent = silent
        self._answered = False
        self._spoken = False
        """Whether the answer was a message for everybody: ``@original`` is that one then."""
        self._announced: PrivateMessage | None = None
        """The note that we are working on it, until it becomes the answer."""
        self._lock = asyncio.Lock()
        self.answering = False
        """Whether the answer is on its way, or there will be none: nothing need be announced."""
        self._task: asyncio.Task[None] | None = None
        interaction.client.unanswered.add(self)

    @property
    def in_private(self) -> bool:
        """Whether the click was on a message only this person sees."""
        return self.clicked is not None and self.clicked.private

    @property
    def moderator(self) -> bool:
        """Whether this person may close other people's tables; asked of Discord with every interaction."""
        permissions = self.interaction.permissions
        return permissions.manage_guild or permissions.manage_messages

    async def private(self, page: PrivatePage) -> PrivateMessage | None:
        """Show a page to this person only, in a new message; None if Discord did not take it."""
        async with self._answering():
            if self._announced is not None:
                shown, self._announced = self._announced, None
                await shown.edit(page)
                return shown
            if self._answered:
                return PrivateMessage(self.interaction, await self._follow_up(page))
            proof = await self._answer(lambda: self._answers.create(**new_private(page)))
            return PrivateMessage(self.interaction, proof) if proof else None
        return None

    async def update(self, page: PrivatePage) -> PrivateMessage | None:
        """Turn the private message that was clicked on into this page; for whoever clicked on none, a new one."""
        if self.clicked is None or not self.clicked.private or self._spoken:
            return await self.private(page)
        shown = PrivateMessage(self.interaction, self.clicked)
        async with self._answering():
            if self._answered:
                await shown.edit(page)
                return shown
            # The proof of the click is the better one: of an update Discord tells nothing new.
            return shown if await self._answer(lambda: self._answers.update(**changed_private(page))) else None
        return None

    async def board(self, page: PublicPage) -> bool:
        """Turn the public message that was clicked on into this page; False if somebody else must do that."""
        async with self._answering():
            if self.message is None or self._answered:
                return False
            return await self._answer(lambda: self._answers.update(**changed_public(page))) is not None
        return False

    async def public(self, page: PublicPage) -> int | None:
        """Show a page to everybody in the channel; gives the message's id, or None if it cannot be seen."""
        async with self._answering():
            if self._answered:
                return await self._post(page)
            # Before it is sent: whatever is heard of it, it may be there.
            self._spoken = True
            proof = await self._answer(lambda: self._answers.create(**new_public(page)))
            return proof and (proof.id or (await self._answers.original()).id)
        return None

    async def quiet(self) -> None:
        """Acknowledge a click; what it changed is shown elsewhere."""
        async with self._answering():
            if not self._answered:
                await self._answer(self._answers.acknowledge)

    def done(self) -> None:
        """Nothing more will be announced: the answer is on its way, or there is none."""
        self.answering = True

    async def finish(self) -> None:
        """All has been said: an announcement that never became an answer goes."""
        self.done()
        if self._task is None:
            return
        async with self._answering():
            if self._announced is not None:
                shown, self._announced = self._announced, None
                await shown.delete()

    # ---- the first answer

    async def _answer(self, send: Callable[[], Awaitable[Heard]]) -> Heard | None:
        """Answer for the first time; after a broken connection ask Discord whether it heard, and if not say it again.

        Gives what Discord says of the message; None if it was not taken.
        """
        for _ in range(2):
            try:
                proof = await send()
            except UNSURE as error:
                log.warning("no word from Discord on an answer: %s", type(error).__name__)
                proof = await self._original()
            if proof is not None:
                self._answered = True
                return proof
        return None

    async def _original(self) -> Heard | None:
        try:
            return await self._answers.original()
        except (discord.HTTPException, *UNSURE):
            return None

    async def _follow_up(self, page: PrivatePage) -> Heard:
        try:
            return await self._answers.follow_up(**new_private(page))
        except UNSURE as error:
            log.warning("no word from Discord on a private message: %s", type(error).__name__)
            return await self._answers.follow_up(**new_private(page))

    async def _post(self, page: PublicPage) -> int:
        """Post as the bot itself, without the interaction: what it may still send is private."""
        place = Place(self.interaction.client, self.interaction.channel_id or 0)
        nonce = str(self.interaction.id)
        try:
            return (await place.post(**new_public(page), nonce=nonce)).id
        except UNSURE as error:
            log.warning("no word from Discord on a public message: %s", type(error).__name__)
            return (await place.post(**new_public(page), nonce=nonce)).id

    def _answering(self) -> _Answering:
        return _Answering(self)

    def late(self) -> None:
        """Say that we are working on it."""
        self._task = asyncio.create_task(self._announce(), name="announce")

    async def _announce(self) -> None:
        async with self._answering():
            if self._answered:
                return
            if self.in_private or (self._click and self._silent):
                await self._answer(self._answers.acknowledge)
                return
            proof = await self._answer(self._answers.announce)
            self._announced = PrivateMessage(self.interaction, proof) if proof else None


class _Answering:
    """One answer at a time; an answer Discord no longer wants is logged, for what it told has happened anyway."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply

    async def __aenter__(self) -> None:
        await self._reply._lock.acquire()  # noqa: SLF001, two halves of one thing
        self._reply.done()

    async def __aexit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        self._reply._lock.release()  # noqa: SLF001
        late = isinstance(error, discord.HTTPException) and error.code in TOO_LATE
        if late or isinstance(error, UNSURE):
            age = discord.utils.utcnow() - self._reply.interaction.created_at
            log.warning("answer not taken after %.1f s: %s", age.total_seconds(), _kind(error))
            return True
        return False


def _kind(error: BaseException | None) -> str:
    """What kind of error it was. Its text may repeat the address, and with it the interaction's token."""
    return f"{type(error).__name__} {error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__
