"""What was used most recently, and no more of it than there is room for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Values by key. When there are more than ``most``, those looked at longest ago go.

    With ``weigh`` it is their weights that are counted.
    """

    def __init__(self, most: int, weigh: Callable[[V], int] | None = None) -> None:
        self.most = most
        self.weight = 0
        self._weigh = weigh
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value of a key, if it is still here; it has been used now."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def __getitem__(self, key: K) -> V:
        return self._kept[key]

    def __setitem__(self, key: K, value: V) -> None:
        self.pop(key)
        self._kept[key] = value
        self.weight += self._weigh(value) if self._weigh else 1
        while self.weight > self.most:
            self.pop(next(iter(self._kept)))

    def pop(self, key: K) -> V | None:
        """Forget a key; gives what it had."""
        found = self._kept.pop(key, None)
        if found is not None:
            self.weight -= self._weigh(found) if self._weigh else 1
        return found

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.weight = 0

    def values(self) -> list[V]:
        """All values, those used longest ago first."""
        return list(self._kept.values())

    def __contains__(self, key: K) -> bool:
        return key in self._kept

    def __iter__(self) -> Iterator[K]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)
