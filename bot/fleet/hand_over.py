"""Replacing one process by the next: each interaction is handled by exactly one of them.

Discord sends the events of a shard to every process that is connected to it. The new process connects and lets
interactions wait. The old one stops at one instant, stores the ids of those it has handled, and releases its shards.
The new one then handles those that wait and were not handled.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from bot.client.discord_clock import sent_at
from bot.client.sharded import Admission
from bot.core.shards import Shards
from bot.store import Store, Unavailable
from bot.store.statements import TAKEN

log = logging.getLogger(__name__)

RECENT_SECONDS = 10.0
"""How long an interaction is remembered: longer than the same one takes to reach another process."""
ANSWER_SECONDS = 3.0
"""How long Discord waits for an answer."""


class Arrival(NamedTuple):
    """An interaction, when it arrived, and whether to handle it."""

    at: float
    interaction: int
    guild: int
    admitted: asyncio.Future[bool] | None
    """None: it was admitted at once."""


class HandOver(Admission):
    """Which interactions and events this process handles."""

    def __init__(self, store: Store, now: Callable[[], float], *, standby: bool = False) -> None:
        """``standby``: another process handles them until ``begin``."""
        super().__init__()
        self._store = store
        self._now = now
        self._decided = asyncio.Event()
        """Set unless on standby."""
        if not standby:
            self._decided.set()
        self._recent: deque[Arrival] = deque()
        self._handled_before: frozenset[int] = frozenset()
        """Interactions that the previous process has handled."""

    async def admits(self, interaction: int, guild: int | None) -> bool:
        """Whether to handle an interaction that has just arrived; on standby waits until that is decided."""
        now = self._now()
        while self._recent and self._recent[0].at < now - RECENT_SECONDS:
            _decide(self._recent.popleft(), admit=False)
        # An interaction that the previous process has handled may reach us late.
        if self._stopped or interaction in self._handled_before:
            return False
        admitted = None if self._decided.is_set() else asyncio.get_running_loop().create_future()
        self._recent.append(Arrival(now, interaction, guild or 0, admitted))
        return admitted is None or await admitted

    async def admits_event(self) -> bool:
        """Whether to handle an event that needs no answer.

        On standby waits for the other process to leave: an event may be handled twice, but must not be lost.
        """
        try:
            async with asyncio.timeout(RECENT_SECONDS):
                await self._decided.wait()
        except TimeoutError:
            return False
        return not self._stopped

    async def begin(self, shards: Shards) -> None:
        """Handle interactions from now on, and those that wait and can still be answered. Nobody else must do so."""
        documents = await self._documents(shards)
        handled = [msgspec.json.decode(document, type=list[int]) for document in documents if document]
        # Nothing is awaited from here on: an interaction either waits already, or is admitted when it arrives.
        self._handled_before = frozenset(each for some in handled for each in some)
        waiting, self._recent = self._recent, deque()
        self._decided.set()
        now = self._now()
        ours = [each for each in waiting if each.interaction not in self._handled_before]
        for each in ours:
            if now - sent_at(each.interaction) < ANSWER_SECONDS:
                self._recent.append(each._replace(at=now))
                _decide(each, admit=True)
        admitted = len(self._recent)
        for each in waiting:
            _decide(each, admit=False)
        log.info("taken over kept=%s late=%s handled=%s", len(waiting), len(ours) - admitted, admitted)

    async def _documents(self, shards: Shards) -> list[bytes | None]:
        while True:
            try:
                return await asyncio.gather(*(self._store.get(TAKEN, shard) for shard in shards.numbers))
            except Unavailable:
                log.warning("storage is away, so interactions wait")

    def stop(self) -> None:
        """Handle nothing from now on."""
        super().stop()
        self._decided.set()
        for each in self._recent:
            _decide(each, admit=False)

    async def leave(self, shards: Shards) -> None:
        """Store which interactions were handled, for the next process."""
        handled: dict[int, list[int]] = {}
        since = self._now() - RECENT_SECONDS
        for each in self._recent:
            if each.at >= since:
                handled.setdefault(shards.shard_of(each.guild), []).append(each.interaction)
        await asyncio.gather(
            *(self._store.put(TAKEN, shard, msgspec.json.encode(numbers)) for shard, numbers in handled.items())
        )


def _decide(arrival: Arrival, *, admit: bool) -> None:
    if arrival.admitted is not None and not arrival.admitted.done():
        arrival.admitted.set_result(admit)
