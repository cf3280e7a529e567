"""Sprites: small pictures drawn once and put down many times, in a cache that never outgrows its budget."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from itertools import count
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

from cachetools import LRUCache
from PIL import Image

Sprite = Image.Image
"""An RGBA image with soft edges (or an L mask of a text). It is shared: never draw on one that you were given."""

P = ParamSpec("P")
T = TypeVar("T")


class Cache(Generic[T]):
    """The most recently used things, up to a number of bytes. Safe to use from several threads."""

    def __init__(self, budget: int, weigh: Callable[[T], int]) -> None:
        """``weigh`` says how many bytes a thing takes."""
        self._kept: LRUCache[Hashable, T] = LRUCache(budget, weigh)
        self._weigh = weigh
        self._lock = Lock()

    def find(self, key: Hashable) -> T | None:
        """The thing of that key, if it is there."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: Hashable, made: T) -> T:
        """Keep a thing that was not there. Of two made at once the second is dropped, and the first given."""
        with self._lock:
            if (found := self._kept.get(key)) is not None:
                return found
            if self._weigh(made) <= self._kept.maxsize:
                self._kept[key] = made
        return made

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of that key, made if it is not there."""
        found = self.find(key)
        # Made outside the lock: making one may need others.
        return self.keep(key, make()) if found is None else found


def weight(sprite: Sprite) -> int:
    """The bytes a sprite takes, with what Python needs to keep it."""
    return sprite.width * sprite.height * len(sprite.getbands()) + 500


SPRITES: Cache[Sprite] = Cache(24 * 2**20, weight)
"""All sprites of the process. A whole game's set takes one or two megabytes."""


def sprite(make: Callable[P, Sprite]) -> Callable[P, Sprite]:
    """Decorate a pure function of hashable values that draws a sprite: it is called once for the same values."""

    @wraps(make)
    def cached(*args: P.args, **kwargs: P.kwargs) -> Sprite:
        key = (make, args, tuple(sorted(kwargs.items())))
        return SPRITES.get(key, lambda: make(*args, **kwargs))

    return cached


_numbers = count(1)


def number(sprite: Sprite) -> int:
    """A number that no other sprite of this process has or had: names the sprite in a key without keeping it alive."""
    # An attribute of this very image: a copy of it, which somebody may draw on, does not inherit it.
    found: int | None = getattr(sprite, "_number", None)
    if found is None:
        found = next(_numbers)
        setattr(sprite, "_number", found)  # noqa: B010, Pillow's class does not declare it
    return found
