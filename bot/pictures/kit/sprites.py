"""Sprites: small pictures drawn once and put down many times, in a cache that never outgrows its budget."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import ParamSpec

from PIL import Image

from bot.recent import Recent

Sprite = Image.Image
"""An RGBA image with soft edges (or an L mask of a text). It is shared: never draw on one that you were given."""

P = ParamSpec("P")


class SpriteCache:
    """The most recently used sprites, up to a number of bytes. Safe to use from several threads."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._kept: Recent[Hashable, Sprite] = Recent(budget, weight)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def used(self) -> int:
        """The bytes in use."""
        return self._kept.weight

    def get(self, key: Hashable, make: Callable[[], Sprite]) -> Sprite:
        """The sprite of that key, made if it is not there."""
        with self._lock:
            if (found := self._kept.get(key)) is not None:
                return found
        # Made outside the lock: making one may need others. Of two made at once the second is dropped.
        made = make()
        with self._lock:
            if (found := self._kept.get(key)) is not None:
                return found
            self._kept[key] = made
        return made

    def clear(self) -> None:
        """Forget all sprites."""
        with self._lock:
            self._kept.clear()


def weight(sprite: Sprite) -> int:
    """The bytes a sprite takes, with what Python needs to keep it."""
    return sprite.width * sprite.height * len(sprite.getbands()) + 500


SPRITES = SpriteCache(24 * 2**20)
"""All sprites of the process. A whole game's set takes one or two megabytes."""


def sprite(make: Callable[P, Sprite]) -> Callable[P, Sprite]:
    """Decorate a pure function of hashable values that draws a sprite: it is called once for the same values."""

    @wraps(make)
    def cached(*args: P.args, **kwargs: P.kwargs) -> Sprite:
        key = (make, args, tuple(sorted(kwargs.items())))
        return SPRITES.get(key, lambda: make(*args, **kwargs))

    return cached
