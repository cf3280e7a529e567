"""Hands open seat messages over to the process that serves their shards next."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

import msgspec
from discord.http import HTTPClient

from bot.client.messages import KeptMessage, PrivateMessage
from bot.client.seats import SeatMessage, SeatMessages
from bot.core.game import Path, Refusal, Seat
from bot.core.shards import Shards
from bot.store import Store
from bot.store.statements import PANELS
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

LOADED_TOGETHER = 20
"""Tables that are loaded at the same time."""


class StoredSeatMessage(msgspec.Struct, frozen=True, kw_only=True):
    """An open seat message in storage. A secret: its token lets anybody edit the message."""

    table: int
    shard: int
    """The shard whose process acts for the table."""
    revision: int
    user: int
    seat: Seat
    lang: str
    steps: Path
    asked: int
    clicked: int | None
    shows: bytes
    asks: bool
    message: KeptMessage


@dataclass(eq=False)
class SeatHandOver:
    """Stores the open seat messages of a process that stops, and loads those of the process before."""

    _http: HTTPClient
    _store: Store
    _tables: Tables
    _seats: SeatMessages

    async def leave(self) -> None:
        """Stop updating seat messages, and store them."""
        shards: dict[int, list[StoredSeatMessage]] = {}
        for (number, user), seat_message in self._seats.release().items():
            if (message := seat_message.message) is None:
                continue
            stored = StoredSeatMessage(
                table=number,
                shard=seat_message.table.kept.shard,
                # -1: it must be rendered again in any case.
                revision=-1 if seat_message.outdated or seat_message.task else seat_message.table.revision,
                user=user,
                seat=seat_message.seat,
                lang=seat_message.lang,
                steps=seat_message.steps,
                asked=seat_message.asked,
                clicked=seat_message.clicked,
                shows=seat_message.digest,
                asks=seat_message.asks,
                message=message.kept(),
            )
            shards.setdefault(stored.shard, []).append(stored)
        await asyncio.gather(
            *(self._store.put(PANELS, shard, msgspec.json.encode(some)) for shard, some in shards.items())
        )

    async def take_over(self, shards: Shards) -> None:
        """Update the seat messages that the process before has stored."""
        for shard in shards.numbers:
            document = await self._store.get(PANELS, shard)
            if document is None:
                continue
            # Single use: delete after reading.
            await self._store.put(PANELS, shard, None)
            found = msgspec.json.decode(document, type=list[StoredSeatMessage])
            for first in range(0, len(found), LOADED_TOGETHER):
                await asyncio.gather(*map(self._follow, found[first : first + LOADED_TOGETHER]))
            log.info("seat messages taken over shard=%s count=%s", shard, len(found))

    async def _follow(self, stored: StoredSeatMessage) -> None:
        try:
            table = await self._tables.get(stored.table)
        except Refusal:
            return
        if stored.user not in table.people:
            return
        seat_message = SeatMessage(
            stored.lang,
            table,
            table.users.index(stored.user),
            stored.steps,
            stored.asked,
            stored.clicked,
            stored.shows,
            stored.asks,
            PrivateMessage.found(self._http, stored.message),
        )
        self._seats.follow(stored.user, seat_message, stored.revision)
