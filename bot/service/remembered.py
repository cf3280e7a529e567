"""Documents that are kept in storage and remembered for a while: what a server has decided, what somebody wishes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

import msgspec

from bot.recent import Recent
from bot.service.store import Store
from bot.service.store.database import Statement
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
        found = self._decoded(document)
        # What was written while we were reading may be newer.
        if dropped == self._dropped:
            self._hot[key] = found
        return found

    async def change(
        self, key: int, function: Callable[[T], T], *, also: Callable[[T, T], Sequence[Statement]] = lambda *_: ()
    ) -> tuple[T, T]:
        """Apply a function to the stored document and store its result, as one atomic step; gives both.

        The function is applied again when another writer was first, so it must be pure; what it raises is raised here.
        ``also`` gives, for a document before and after, what is written in the same transaction. Nothing is written if
        the function changes nothing.
        """
        before = after = self._type()

        def applied(document: bytes | None) -> bytes | None:
            nonlocal before, after
            before = self._decoded(document)
            after = function(before)
            return document if after == before else msgspec.json.encode(after)

        with self._writing(key) as written:
            await self._store.change(self._kind, key, applied, tell=True, also=lambda: also(before, after))
            written(after)
        return before, after

    async def remove(self, key: int) -> None:
        """Store nothing for this key any more."""
        with self._writing(key):
            await self._store.put(self._kind, key, None, tell=True)

    @contextmanager
    def _writing(self, key: int) -> Iterator[Callable[[T], None]]:
        """While a document is written: cache nothing that was read before; gives what caches the new one."""
        found: list[T] = []
        # Dropped before the write too: whether or not the write succeeds, no old value may stay in the cache.
        self.drop(key)
        dropped = self._dropped
        try:
            yield found.append
        finally:
            # A concurrent write may be newer, and a concurrent read may have returned the old value: cache neither.
            newest = dropped == self._dropped
            self.drop(key)
        if found and newest:
            self._hot[key] = found[-1]

    def _decoded(self, document: bytes | None) -> T:
        return msgspec.json.decode(document, type=self._type) if document else self._type()

    def drop(self, key: Any) -> None:
        """Remember nothing of it; storage knows."""
        self._dropped += 1
        self._hot.pop(key)

    def _drop_all(self, _: Any) -> None:
        self._dropped += 1
        self._hot.clear()
