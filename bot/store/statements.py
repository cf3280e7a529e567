"""The base of every storage: exceptions, notification topics, statements, transactions and migrations.

Statements are written once, for PostgreSQL; ``sqlite.py`` translates them. Text between ``/*!`` and ``*/`` is for
SQLite only and a comment to PostgreSQL: mostly the index to use, because SQLite has no statistics to choose one by.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

from bot.core.facts import TableRow
from bot.core.shards import ALL, Shards


class Conflict(Exception):
    """A concurrent write came first; nothing was written. Load again and retry."""


class WrongVersion(Exception):
    """The database and this program do not fit together; the message says why and what to do."""


class Taken(Exception):
    """Another process uses the database; the message says which and what to do."""


class DatabaseLost(Exception):
    """The database file was removed or replaced: writes would be lost."""


class Unavailable(Exception):
    """The database cannot be reached now, and the outcome of the call is unknown. Retry soon."""


class Unusable(Exception):
    """A backup or copy is impossible; the message says why and what to do, and never repeats a password."""


Subscriber = Callable[[Any], None]
"""Receives the payload of a notification. Must not block."""

# Topics of notifications between processes, with their payload.
MISSED = "missed"
"""Notifications may have been missed, so every cached value may be stale. Raised locally, without a payload."""
REPLACED = "replaced"
"""Another process took our shards over while we were cut off; every write raises Taken now. Raised locally: a text."""
TABLE = "table"
"""A table of our shards was written by another process: its id, its version and its shard before that write."""
BOARD = "board"
"""Another process stored where a table's board is or what it shows: the table's id and shard."""
ENDED = "ended"
"""A game on a server of our shards has ended in another process: the server."""
JOURNAL = "journal"
"""Another process added an entry to the journal of a server of our shards: the server."""
FORGOTTEN = "forgotten"
"""A person was erased: the user id."""

# Kinds of documents stored by shard.
TAKEN = "taken"
"""The interactions handled last: the process that takes the shard over may receive them too."""
PANELS = "panels"
"""The private panels that were open. Discord expires them by itself."""


T = TypeVar("T")

NOT_OPEN = "The store is not open."

Statement = tuple[str, *tuple[Any, ...]]
"""A statement and its values. An array of values is one value, a list."""


class Many(NamedTuple):
    """A statement to run once per row of values."""

    text: str
    rows: Sequence[tuple[Any, ...]]


Work = Generator[Statement | Many, list[Any], T]
"""A transaction: yields statements, and receives the rows of each."""

ROW = ", ".join(TableRow.__struct_fields__)
OURS = "(guild >> 22) % $1 BETWEEN $2 AND $3"
"""Whether a server is in our shards; the values are ``BaseStore._ours``."""


def each(statements: Iterable[Statement | Many]) -> Work[None]:
    """These statements, ignoring their rows."""
    for statement in statements:  # noqa: UP028, an iterable that is no generator takes no rows
        yield statement


def table_row(values: Iterable[Any]) -> TableRow:
    """A table from the values of ``ROW``."""
    return TableRow(**dict(zip(TableRow.__struct_fields__, values, strict=True)))


# ---- migrations

SCHEMA_VERSION = "SELECT coalesce(max(number), 0) FROM migrations"
HAS_TABLE = "SELECT to_regclass($1) IS NOT NULL"


class Migration(NamedTuple):
    """A file of SQL."""

    number: int
    name: str
    sql: str


@cache
def migrations(dialect: str) -> tuple[Migration, ...]:
    """All migrations of a dialect (``sqlite`` or ``postgres``), in order: files like ``sqlite/0001_tables.sql``.

    Each is applied in a transaction and recorded in the table ``migrations``. A released file is never edited.
    """
    found = []
    for file in files("bot.store").joinpath("migrations", dialect).iterdir():
        stem, _, suffix = file.name.rpartition(".")
        if suffix == "sql":
            number, _, name = stem.partition("_")
            found.append(Migration(int(number), name, file.read_text("utf-8")))
    return tuple(sorted(found))


def newest_schema(dialect: str, found: int) -> int:
    """The number of the newest migration. Raises WrongVersion if the database has a newer one."""
    last = migrations(dialect)[-1].number
    if found > last:
        raise WrongVersion(
            f"The database has schema {found}, but this program knows schemas only up to {last}: "
            "run the newer program, or restore a backup made before it."
        )
    return last


def next_migration(dialect: str, found: int) -> Migration | None:
    """The migration after schema ``found``, or None. Raises WrongVersion."""
    newest_schema(dialect, found)
    return next((step for step in migrations(dialect) if step.number > found), None)


# ---- the base of storages


class BaseStore(ABC):
    """Running statements, and the shards that this process serves."""

    def __init__(self) -> None:
        self._shards = ALL
        self._served = False
        self._acts = True
        """Whether this process acts for its shards: after ``serve`` only while it holds them."""

    @property
    def shards(self) -> Shards:
        """The shards whose work this process does: all of them (ALL) until ``serve`` is called."""
        return self._shards

    def serve(self, shards: Shards) -> None:
        """Do the work of these shards only, once they are held. ValueError if the storage allows one process only."""
        # A process that serves all shards ignores the shard count, which Discord may change at every start.
        self._shards = ALL if shards.everything else shards
        self._served, self._acts = True, False

    @property
    def _own(self) -> tuple[int, int]:
        """The first and the last shard we act for; 0 and -1 for none."""
        return (self._shards.first, self._shards.last) if self._acts else (0, -1)

    @property
    def _ours(self) -> tuple[int, int, int]:
        """The values of ``OURS``."""
        return self._shards.count, *self._own

    @property
    def _elsewhere(self) -> bool:
        """Whether other processes may act for some tables."""
        return not self._acts or self._shards is not ALL

    @abstractmethod
    async def _read(self, query: str, *values: Any) -> list[Any]:
        """All rows of a query, which sees every earlier write."""

    async def _slowly(self, query: str, *values: Any) -> list[Any]:
        """All rows of a query that scans many rows: no timeout."""
        return await self._read(query, *values)

    @abstractmethod
    async def _change(self, work: Callable[[], Work[T]], *, slow: bool = False) -> T:
        """Run a transaction; it is rolled back if it raises. It may be run again when an answer is lost: idempotent.

        ``slow``: its statements may take minutes.
        """

    async def _do(self, *statements: Statement | Many) -> None:
        """Run these statements in one transaction."""
        await self._change(lambda: each(statements))

    def _notifications(self, _topic: str, *_payloads: object) -> Sequence[Statement]:
        """Statements that notify every other process, once per payload (short, JSON). None for a single process."""
        return ()

    def _locked(self, _guild: int, _game: str) -> Sequence[Statement]:
        """Statements that serialise result counting per guild and game between processes."""
        return ()
