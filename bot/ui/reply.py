"""Answering one interaction, in time, once, and in the person's language."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord

from bot.ui.adapter import render, rerender
from bot.ui.page import Page
from bot.words import language

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Discord gives three seconds; after so many we say that we are working on it."""
LIFE = 14.5 * 60
"""How long an interaction's token can be used, with a margin."""


class Reply:
    """The answer to one interaction, whatever state it is in."""

    def __init__(self, interaction: discord.Interaction, *, public: bool = False) -> None:
        self.interaction = interaction
        self.user = interaction.user.id
        self.name = interaction.user.display_name
        self.lang = language(interaction.locale.value)
        self.at = interaction.created_at.timestamp()
        self._click = interaction.type is discord.InteractionType.component
        self._public = public
        self._deferred = False
        self.taken = True
        """Whether Discord took the last answer; one that came too late shows nothing."""
        self._lock = asyncio.Lock()
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._late)
        self._task: asyncio.Task[None] | None = None

    @property
    def message(self) -> int | None:
        """The message that was clicked on."""
        return self.interaction.message.id if self._click and self.interaction.message else None

    @property
    def in_private(self) -> bool:
        """Whether the click was on a message only this person sees."""
        return self._click and bool(self.interaction.message and self.interaction.message.flags.ephemeral)

    @property
    def moderator(self) -> bool:
        """Whether this person may close other people's tables; asked of Discord with every interaction."""
        permissions = self.interaction.permissions
        return permissions.manage_guild or permissions.manage_messages

    async def private(self, page: Page) -> None:
        """Show a page to this person only."""
        async with self._answering() as response:
            if not response.is_done():
                await response.send_message(**render(page), ephemeral=True)
            elif self._deferred and not self._click:
                await self.interaction.edit_original_response(**rerender(page))
            else:
                await self.interaction.followup.send(**render(page), ephemeral=True)

    async def update(self, page: Page) -> None:
        """Turn the message that was clicked on into this page. A command has none: its answer is private."""
        if not self._click:
            await self.private(page)
            return
        async with self._answering() as response:
            if response.is_done():
                await self.interaction.edit_original_response(**rerender(page))
            else:
                await response.edit_message(**rerender(page))

    async def public(self, page: Page) -> int | None:
        """Show a page to everybody in the channel; gives the message's id, or None if Discord did not take it."""
        async with self._answering() as response:
            if response.is_done():
                message = await self.interaction.edit_original_response(**rerender(page))
                return message.id
            callback = await response.send_message(**render(page))
            return callback.message_id or (await self.interaction.original_response()).id

    async def quiet(self) -> None:
        """Acknowledge a click; what it changed is shown elsewhere."""
        async with self._answering() as response:
            if not response.is_done():
                await response.defer()

    async def choices(self, choices: list[discord.app_commands.Choice[str]]) -> None:
        """Offer these while somebody types."""
        async with self._answering() as response:
            await response.autocomplete(choices)

    def done(self) -> None:
        """Nothing more will be said."""
        self._timer.cancel()

    def _answering(self) -> _Answering:
        return _Answering(self)

    def _late(self) -> None:
        self._task = asyncio.create_task(self._defer(), name="defer")

    async def _defer(self) -> None:
        async with self._lock:
            if self.interaction.response.is_done():
                return
            self._deferred = True
            try:
                if self._click:
                    await self.interaction.response.defer()
                else:
                    await self.interaction.response.defer(ephemeral=not self._public, thinking=True)
            except discord.HTTPException as error:
                log.warning("could not defer: %s", error)


class _Answering:
    """One answer at a time; an answer Discord no longer wants is logged, for what it told has happened anyway."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply

    async def __aenter__(self) -> discord.InteractionResponse[Any]:
        await self._reply._lock.acquire()  # noqa: SLF001, two halves of one thing
        self._reply.done()
        return self._reply.interaction.response

    async def __aexit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        self._reply._lock.release()  # noqa: SLF001
        if isinstance(error, discord.InteractionResponded) or (
            isinstance(error, discord.HTTPException) and error.code in (10062, 40060, 10008, 10015, 50027)
        ):
            age = discord.utils.utcnow() - self._reply.interaction.created_at
            self._reply.taken = False
            log.warning("answer not taken after %.1f s: %s", age.total_seconds(), error)
            return True
        return False
