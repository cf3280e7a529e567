"""When servers are told something by themselves: a time a server, kept by every storage."""

from __future__ import annotations

from typing import Protocol

DAY = "daily"
"""The kinds of the documents that say who has played a day's deal begin so; the day follows."""
TRIES = "daily-at"
"""The kinds of the documents that say who has played a day's deal on a server begin so; its number and a day follow."""


class PostStore(Protocol):
    """What a storage knows of the times at which servers' channels are told something."""

    async def claim_posts(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` servers of our shards whose time has come, the longest overdue first.

        Their time is put off to ``now + lease``, so that none is lost if this process dies.
        """
        ...

    async def next_post(self) -> float | None:
        """The earliest time of any server of our shards."""
        ...

    async def post_at(self, guild: int, at: float | None) -> None:
        """A server is next told something then; None: never."""
        ...
