"""From one process to the next without anybody noticing: each interaction is handled by exactly one of them.

Discord sends what happens in a shard to everybody who is connected to it. The new process connects and keeps what it
hears. The old one stops taking at one instant, and writes down what it took until then; then it leaves its shards to
the new one, which handles what it has kept and the other has not taken.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from bot.client.discord_clock import sent_at
from bot.core.shards import Shards
from bot.store import Store, Unavailable
from bot.store.statements import TAKEN

log = logging.getLogger(__name__)

RECENT = 10.0
"""Seconds for which what was taken is remembered: longer than anybody is late, of those who hear the same."""
ANSWERABLE = 3.0
"""Seconds Discord waits for an answer."""

KEEPS, TAKES, LEFT = "keeps", "takes", "left"
"""What a process does with interactions it hears of: keeps them while another serves, handles them, ignores them."""

Json = dict[str, Any]


class Arrival(NamedTuple):
    """An interaction, and when it arrived."""

    at: float
    data: Json


class HandOver:
    """Which interactions this process handles."""

    def __init__(self, store: Store, now: Callable[[], float], *, standby: bool = False) -> None:
        """``standby``: another process takes them until ``begin``."""
        self._store = store
        self._now = now
        self._state = KEEPS if standby else TAKES
        self._decided = asyncio.Event()
        if not standby:
            self._decided.set()
        self._recent: deque[Arrival] = deque()
        """What was kept, or taken, not long ago."""
        self._before: frozenset[int] = frozenset()
        """What the process before has taken."""

    def arrived(self, data: Json) -> bool:
        """Hear of an interaction; whether to handle it, at once."""
        now = self._now()
        while self._recent and self._recent[0].at < now - RECENT:
            self._recent.popleft()
        # What reached the other in time may reach us late.
        if self._state == LEFT or int(data["id"]) in self._before:
            return False
        kept = data if self._state == KEEPS else {"id": data["id"], "guild_id": data.get("guild_id")}
        self._recent.append(Arrival(now, kept))
        return self._state == TAKES

    async def ours(self) -> bool:
        """Whether what has just happened, and nobody needs an answer to, is ours to act on.

        On standby that shows only when the other has left: it may be done twice, but not by nobody.
        """
        try:
            async with asyncio.timeout(RECENT):
                await self._decided.wait()
        except TimeoutError:
            return False
        return self._state == TAKES

    async def begin(self, shards: Shards) -> list[Json]:
        """Take interactions from now on, once nobody else does; gives those that were kept and are ours to handle."""
        documents = await self._documents(shards)
        numbers = [msgspec.json.decode(document, type=list[int]) for document in documents if document]
        # Nothing is awaited from here on: what arrives is either kept, or taken.
        self._before = frozenset(number for some in numbers for number in some)
        kept, self._recent, self._state = self._recent, deque(), TAKES
        self._decided.set()
        now = self._now()
        ours = [each.data for each in kept if int(each.data["id"]) not in self._before]
        found = [data for data in ours if now - _sent(data) < ANSWERABLE and self.arrived(data)]
        log.info("taken over kept=%s late=%s handled=%s", len(kept), len(ours) - len(found), len(found))
        return found

    async def _documents(self, shards: Shards) -> list[bytes | None]:
        while True:
            try:
                return await asyncio.gather(*(self._store.get(TAKEN, shard) for shard in shards.numbers))
            except Unavailable:
                log.warning("storage is away, so what was kept waits")

    def stop(self) -> None:
        """Take nothing from this instant on."""
        self._state = LEFT
        self._decided.set()

    async def leave(self, shards: Shards) -> None:
        """Write down what was taken, for whoever takes over."""
        taken: dict[int, list[int]] = {}
        since = self._now() - RECENT
        for at, data in self._recent:
            if at >= since:
                taken.setdefault(shards.shard_of(int(data["guild_id"] or 0)), []).append(int(data["id"]))
        await asyncio.gather(
            *(self._store.put(TAKEN, shard, msgspec.json.encode(numbers)) for shard, numbers in taken.items())
        )


def _sent(data: Json) -> float:
    return sent_at(int(data["id"]))
