"""Discord divides servers into shards; every process serves some of them."""

from __future__ import annotations

import re

import msgspec

SHAPE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?/(\d{1,6})", re.ASCII)


class Shards(msgspec.Struct, frozen=True):
    """The shards from ``first`` to ``last``, both included, of ``count``. Raises ValueError if there are none."""

    first: int = 0
    last: int = 0
    count: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.first <= self.last < self.count:
            raise ValueError(
                f"There are no shards {self.first}-{self.last} of {self.count}: they are numbered from 0, and the "
                f"highest of {self.count} is {self.count - 1}."
            )

    @classmethod
    def parse(cls, text: str) -> Shards:
        """Parse a text like ``0-3/16``, or ``5/16`` for one shard. Raises ValueError with the expected format."""
        found = SHAPE.fullmatch(text.strip())
        if found is None:
            raise ValueError("Shards are written like 0-3/16: from the first to the last, of how many there are.")
        first, last, count = found.groups()
        return cls(int(first), int(last or first), int(count))

    def __str__(self) -> str:
        """As ``parse`` reads it."""
        return f"{self.first}-{self.last}/{self.count}"

    def __contains__(self, shard: object) -> bool:
        """Whether a shard is in the range."""
        return isinstance(shard, int) and self.first <= shard <= self.last

    @property
    def numbers(self) -> range:
        """The numbers of these shards."""
        return range(self.first, self.last + 1)

    @property
    def everything(self) -> bool:
        """Whether these are all shards."""
        return self.first == 0 and self.last == self.count - 1

    def shard_of(self, guild: int) -> int:
        """The shard of a server; 0 for direct messages, which have no server."""
        return (guild >> 22) % self.count

    def holds(self, guild: int) -> bool:
        """Whether a server is in one of these shards."""
        return self.shard_of(guild) in self


ALL = Shards()
"""The range of a single process."""
