"""The address of a message that one person alone sees.

It can only be made from what Discord itself says of that message, here or in the process before this one. There is
no other way to change a private message, so a private page cannot be sent to one that others see: after a silent
acknowledgement of a click ``@original`` is the public board, and nothing Discord says of the board makes an address of
this kind.
"""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord.http import HTTPClient

from bot.client.adapter import changed_private
from bot.client.discord_clock import sent_at
from bot.client.messages import ORIGINAL, Access, Answers, Heard
from bot.pages.page import PrivatePage

LIFE = 14.5 * 60
"""How long an interaction's token can be used, with a margin."""

Interaction = discord.Interaction[Any]


class NotPrivate(Exception):
    """Discord does not say that only one person sees this message."""


class KeptMessage(msgspec.Struct, frozen=True):
    """The address of a private message, written down. Only ``PrivateMessage`` makes one, and it is a secret."""

    reader: int
    id: int | None
    message: int | None
    """Of a follow-up its number; None: what answered the interaction, or was clicked on."""
    dies_at: float
    access: Access


class PrivateMessage:
    """A message only one person sees, and the interaction through which it can be changed."""

    def __init__(self, interaction: Interaction, proof: Heard) -> None:
        """Raises NotPrivate unless the proof says that the message is ephemeral."""
        if not proof.private:
            raise NotPrivate
        self.reader = interaction.user.id
        self.id = proof.id
        self._answers = Answers.of(interaction)
        # The answer itself, or the private message that was clicked on, is the original: the proof was about that one.
        self._message = proof.id if proof.follow_up and proof.id else ORIGINAL
        self.dies_at = sent_at(interaction.id) + LIFE

    def kept(self) -> KeptMessage:
        """Its address, for the process that changes it from now on."""
        message = None if self._message == ORIGINAL else int(self._message)
        return KeptMessage(self.reader, self.id, message, self.dies_at, self._answers.access)

    @classmethod
    def found(cls, http: HTTPClient, kept: KeptMessage) -> PrivateMessage:
        """The same message in another process: whoever wrote its address down had the proof."""
        self = cls.__new__(cls)
        self.reader, self.id, self.dies_at = kept.reader, kept.id, kept.dies_at
        self._answers = Answers(http, kept.access)
        self._message = ORIGINAL if kept.message is None else kept.message
        return self

    async def edit(self, page: PrivatePage) -> None:
        """Show another page in it. Raises what discord.py raises."""
        await self._answers.edit(self._message, **changed_private(page))

    async def delete(self) -> None:
        """Take it away. Raises what discord.py raises."""
        await self._answers.delete(self._message)
