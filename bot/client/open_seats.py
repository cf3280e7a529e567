"""Open seat messages in storage: the next process goes on with them, after a stop or when it takes over the shards."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from discord.http import HTTPClient

from bot.client.messages import PrivateMessage, StoredMessage
from bot.client.seats import SeatMessage, SeatMessages
from bot.core.game import Path, Refusal, Seat
from bot.core.shards import Shards
from bot.store import Store
from bot.store.statements import PANELS
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

LOADED_TOGETHER = 20


class StoredSeatMessage(msgspec.Struct, frozen=True, kw_only=True):
    """An open seat message in storage. A secret: its token lets anybody edit the message."""

    table: int
    shard: int
    revision: int
    user: int
    seat: Seat
    lang: str
    steps: Path
    asked: int
    clicked: int | None
    shows: bytes
    message: StoredMessage


async def store_open(seats: SeatMessages, store: Store, shards: Shards) -> None:
    """Stop updating the open seat messages, and store them for the next process."""
    found: dict[int, list[StoredSeatMessage]] = {}
    for (number, user), seat_message in seats.release().items():
        if seat_message.message is not None:
            stored = _stored(number, user, seat_message, seat_message.message)
            # Ended tables keep the shard that they had with another number of processes.
            shard = stored.shard if stored.shard in shards else shards.first
            found.setdefault(shard, []).append(stored)
    await asyncio.gather(*(store.put(PANELS, shard, msgspec.json.encode(some)) for shard, some in found.items()))


async def take_over(seats: SeatMessages, store: Store, tables: Tables, http: HTTPClient) -> None:
    """Go on with the seat messages that the process before has stored."""
    for shard in store.shards.numbers:
        document = await store.get(PANELS, shard)
        if document is None:
            continue
        # Single use: delete after reading.
        await store.put(PANELS, shard, None)
        found = msgspec.json.decode(document, type=list[StoredSeatMessage])
        for first in range(0, len(found), LOADED_TOGETHER):
            some = found[first : first + LOADED_TOGETHER]
            await asyncio.gather(*(_follow(seats, tables, http, stored) for stored in some))
        log.info("seat messages taken over shard=%s count=%s", shard, len(found))


async def _follow(seats: SeatMessages, tables: Tables, http: HTTPClient, stored: StoredSeatMessage) -> None:
    try:
        table = await tables.get(stored.table)
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
        digest=stored.shows,
        message=PrivateMessage.found(http, stored.message),
    )
    seats.follow(stored.user, seat_message, stored.revision)


def _stored(table: int, user: int, seat_message: SeatMessage, message: PrivateMessage) -> StoredSeatMessage:
    # Also one that shows a reveal must be rendered again: the next process has no timer that hides it.
    outdated = seat_message.outdated or seat_message.task or seat_message.reveals or not seat_message.digest
    return StoredSeatMessage(
        table=table,
        shard=seat_message.table.row.shard,
        revision=-1 if outdated else seat_message.table.revision,
        user=user,
        seat=seat_message.seat,
        lang=seat_message.lang,
        steps=seat_message.steps,
        asked=seat_message.asked,
        clicked=seat_message.clicked,
        shows=seat_message.digest,
        message=message.address(),
    )
