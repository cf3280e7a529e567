"""Documents that are kept in storage and remembered for a while: what a server has decided, what somebody wishes."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from bot.recent import Recent
from bot.service.store import Store
from bot.service.store.news import FORGOTTEN, MISSED

T = TypeVar("T", bound=msgspec.Struct)
HOT = 5_000


class Remembered(Generic[T]):
    """Documents of one kind. When another process writes one, it is read again."""

    def __init__(self, store: Store, kind: str, type_: type[T]) -> None:
        self._store = store
        self._kind = kind
        self._type = type_
        self._hot: Recent[int, T] = Recent(HOT)
        self._dropped = 0
        store.hear(kind, self.drop)
        store.hear(FORGOTTEN, self.drop)
        store.hear(MISSED, self._drop_all)

    async def get(self, key: int) -> T:
        """A document; one that is as usual if nothing is kept."""
        if self._store.hears and (found := self._hot.get(key)) is not None:
            return found
        dropped = self._dropped
        document = await self._store.get(self._kind, key)
        found = msgspec.json.decode(document, type=self._type) if document else self._type()
        # What was written while we were reading may be newer.
        if dropped == self._dropped:
            self._hot[key] = found
        return found

    async def set(self, key: int, value: T | None) -> None:
        """Keep a document; None removes it."""
        document = None if value is None else msgspec.json.encode(value)
        # Before, so that whatever becomes of the writing nothing old is remembered.
        self.drop(key)
        dropped = self._dropped
        try:
            await self._store.put(self._kind, key, document, tell=True)
        finally:
            # What others wrote meanwhile may be newer, and whoever is still reading may have read what was before.
            newest = dropped == self._dropped
            self.drop(key)
        if value is not None and newest:
            self._hot[key] = value

    def drop(self, key: Any) -> None:
        """Remember nothing of it; storage knows."""
        self._dropped += 1
        self._hot.pop(key)

    def _drop_all(self, _: Any) -> None:
        self._dropped += 1
        self._hot.clear()
