"""What every storage has in common: its exceptions, notifications between processes, and how statements are written.

Statements are written once, for PostgreSQL; ``sqlite.py`` translates them. Text between ``/*!`` and ``*/`` is for
SQLite only and a comment to PostgreSQL: mostly the index to use, because SQLite has no statistics to choose one by.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from bot.core.shards import ALL, Shards
from bot.core.stored import Row


class Conflict(Exception):
    """Somebody else changed the table first; nothing was written. Load it again and look anew."""


class WrongVersion(Exception):
    """The database and this program do not fit together; the message says why and what to do."""


class TooNew(WrongVersion):
    """The database was written by a newer program; its schema is not ours to touch."""


class TooOld(WrongVersion):
    """The database's own program is older than what we ask of it."""


class Taken(Exception):
    """Another process uses the database; the message says which and what to do."""


class Lost(Exception):
    """The database is not the one that was opened any more: what is written now, nobody would find again."""


class Unavailable(Exception):
    """The database cannot be reached now; whether what was asked for has been done is not known. Ask again soon."""


Hearer = Callable[[Any], None]
"""Told what another process has said. Must not wait."""

MISSED = "missed"
"""The topic of whoever may not have heard everything for a while: all that is remembered may be old."""
REPLACED = "replaced"
"""The topic of whoever was cut off so long that another process has their shards now: what it says is told. Nobody told
it, and whatever is written from now on raises Taken."""
TABLE = "table"
"""A table that is at home here was written elsewhere: its number and version, and the shard it had until then."""
BOARD = "board"
"""Where the board of a table is, or what it shows, was written where it is not at home: its number and its shard."""
ENDED = "ended"
"""A game of one of our servers has ended elsewhere: the server."""
JOURNAL = "journal"
"""The journal of one of our servers has got an entry elsewhere: the server."""
FORGOTTEN = "forgotten"
"""A person was forgotten: their number."""

TAKEN = "taken"
"""The kind of the document, kept by shard, with the interactions taken last: a successor may have heard of them too."""
PANELS = "panels"
"""The kind of the document, kept by shard, with the private panels that were open. They die by themselves."""


class News:
    """Who wants to hear of what."""

    def __init__(self) -> None:
        self._hearers: dict[str, list[Hearer]] = {}

    def hear(self, topic: str, hearer: Hearer) -> None:
        """Be told what other processes say of a topic."""
        self._hearers.setdefault(topic, []).append(hearer)

    def arrived(self, topic: str, payload: Any = None) -> None:
        """Pass on what another process has said."""
        for hearer in self._hearers.get(topic, ()):
            hearer(payload)


T = TypeVar("T")

Statement = tuple[str, *tuple[Any, ...]]
"""A statement and its values. Several of a kind are a list, and one value."""


class Many(NamedTuple):
    """A statement to be done with each of many rows of values."""

    text: str
    rows: Sequence[tuple[Any, ...]]


Work = Generator[Statement | Many, list[Any], T]
"""What is done in one transaction, statement by statement; each is answered with its rows."""

ROW = ", ".join(Row.__struct_fields__)
OURS = "(guild >> 22) % $1 BETWEEN $2 AND $3"
"""Whether a server is in our shards: of how many they are, and the first and the last one (``Database._ours``)."""


def each(statements: Iterable[Statement | Many]) -> Work[None]:
    """These statements, whatever is answered."""
    for statement in statements:  # noqa: UP028, what is no generator cannot be answered
        yield statement


def table_row(values: Iterable[Any]) -> Row:
    """A table from the values of ``ROW``."""
    return Row(**dict(zip(Row.__struct_fields__, values, strict=True)))


class Database(ABC):
    """What a storage is given by its database, and which part of it is ours."""

    def __init__(self) -> None:
        self._shards = ALL
        self._served = False
        self._acts = True
        """Whether our shards' work is ours: not before we hold them, if we were told which they are, nor afterwards."""

    @property
    def shards(self) -> Shards:
        """The shards we look for work in: unless ``serve`` has said otherwise all there are, which are as one (ALL)."""
        return self._shards

    def serve(self, shards: Shards) -> None:
        """Look for work in these shards only, once they are held. ValueError where one process must serve everybody."""
        # Whoever has all need not know how many there are, which Discord says anew at every start.
        self._shards = ALL if shards.everything else shards
        self._served, self._acts = True, False

    def at_home(self, shard: int) -> bool:
        """Whether we act for the tables of a shard: it is one of ours, and we hold it."""
        return self._acts and (self._shards is ALL or shard in self._shards)

    @property
    def _own(self) -> tuple[int, int]:
        """The first and the last shard we act for; there are none between 0 and -1."""
        return (self._shards.first, self._shards.last) if self._acts else (0, -1)

    @property
    def _ours(self) -> tuple[int, int, int]:
        """The values of ``OURS``."""
        return self._shards.count, *self._own

    @property
    def _elsewhere(self) -> bool:
        """Whether others may act for tables."""
        return not self._acts or self._shards is not ALL

    @abstractmethod
    async def _read(self, query: str, *values: Any) -> list[Any]:
        """All rows of a query, which sees whatever was written before it was asked."""

    async def _slowly(self, query: str, *values: Any) -> list[Any]:
        """The same of a query that looks at very many rows, however long it takes."""
        return await self._read(query, *values)

    @abstractmethod
    async def _change(self, work: Callable[[], Work[T]]) -> T:
        """Do some work in one transaction: all of it, or nothing if it raises.

        Where answers can be lost it is done again, so it must be right also if it is done twice.
        """

    async def _do(self, *statements: Statement | Many) -> None:
        """Do these statements in one transaction."""
        await self._change(lambda: each(statements))

    def _said(self, _topic: str, *_said: object) -> Sequence[Statement]:
        """What tells every other process these things of a topic if it is written: each short, and JSON.

        Nobody keeps them for whoever is not there. Nothing where there are no others.
        """
        return ()

    def _locked(self, _guild: int, _game: str) -> Sequence[Statement]:
        """What lets whoever counts a game of a server wait for whoever else does, where there are others."""
        return ()
