"""What every storage can tell of one person, and how it forgets them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from bot.core.stored import Row

Board = tuple[int, str]
"""A server and a game, whose standings must be counted again."""


class PersonStore(Protocol):
    """What a storage keeps of people."""

    async def naming(self, user: int, after: int, limit: int) -> list[Row]:
        """Tables whose facts hold that number, whatever their status, by their own number from ``after`` on.

        Looks at every table: it is asked when somebody wants to be forgotten, and seldom otherwise.
        """
        ...

    async def remembering(self, until: float, after: int, limit: int) -> list[Row]:
        """Tables that have ended, whose last move was made before that time, and whose people are still known."""
        ...

    async def rewrite(self, row: Row, facts: bytes, users: Collection[int]) -> bool:
        """Keep other facts of a table that has ended, and nothing that leads from it to these people.

        Neither its board nor its log is touched. False if the stored version is not the row's any more.
        """
        ...

    async def documents_of(self, user: int) -> dict[str, bytes]:
        """The documents kept for a person, by kind."""
        ...

    async def forget(self, user: int) -> None:
        """Remove a person's documents, results' and standings' number, and the seats they are found by."""
        ...

    async def forget_days(self, before: int) -> None:
        """Remove who played the deals of the days before that one, and the names of people without any result."""
        ...

    async def boards_of(self, users: Sequence[int]) -> list[Board]:
        """The servers and games in whose standings these people are counted."""
        ...
