"""Where tables are kept: the protocol, and what every storage gives and takes.

The log comes first: a table is its moves. The state is never stored, only replayed. What the kernel has to find
tables by (place, status, when to wake) has columns of its own; the rest of what it knows of a table is one JSON
document, ``facts``, which storage does not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from bot.core.results import NO_NAMES, NO_RESULTS, Result
from bot.core.shards import Shards
from bot.core.stored import Entry, Row
from bot.service.store.news import Hearer
from bot.service.store.persons import PersonStore
from bot.service.store.posts import PostStore
from bot.service.store.results import ResultStore


class Conflict(Exception):
    """Somebody else changed the table first; nothing was written. Load it again and look anew."""


class TooNew(Exception):
    """The database was written by a newer program; its schema is not ours to touch."""


class Taken(Exception):
    """Another process uses the database; the message says which and what to do."""


class Lost(Exception):
    """The database is not the one that was opened any more: what is written now, nobody would find again."""


class Unavailable(Exception):
    """The database cannot be reached now; whether what was asked for has been done is not known. Ask again soon."""


NONE: Mapping[int, Entry] = {}

UNFINISHED = "unfinished_copy"
"""A table that is there as long as a database is being filled (``bot/service/contents``): no bot starts on a part."""
FINISH = (
    "This database has only a part of what was to be copied into it: run the same `python -m bot move` or "
    "`python -m bot restore` again, which goes on where it stopped, or name another database."
)


OPEN = frozenset(("lobby", "playing"))
"""Statuses of tables that are not over: few at a time for anybody, so that looking for them must not take long."""


class Store(ResultStore, PersonStore, PostStore, Protocol):
    """A storage. Every method is durable when it returns. Ids are Discord's 64-bit integers.

    A write raises Lost if the database has been removed or replaced in the meantime. Anything raises Unavailable if the
    database cannot be reached for a while.
    """

    @property
    def shards(self) -> Shards:
        """The shards we look for work in: unless ``serve`` has said otherwise all there are, which are as one (ALL)."""
        ...

    def serve(self, shards: Shards) -> None:
        """Look for work in these shards only, once they are held. ValueError where one process must serve everybody."""
        ...

    def at_home(self, shard: int) -> bool:
        """Whether we act for the tables of a shard: it is one of ours, and we hold it."""
        ...

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises TooNew, and Taken if it is still being filled."""
        ...

    async def hold(self, *, wait: bool = False) -> None:
        """Become the only process that serves our shards, until we let go or die. Raises Taken.

        ``wait``: instead wait until whoever has them lets go. Whoever only looks need not hold anything. If another
        process takes them over later (which it can only while we are cut off), ``REPLACED`` says so, and every write
        raises Taken.
        """
        ...

    async def let_go(self) -> None:
        """Leave our shards to whoever waits for them. We still write, as somebody who is not at home."""
        ...

    @property
    def hears(self) -> bool:
        """Whether what others tell reaches us: otherwise what is remembered may be old."""
        ...

    def hear(self, topic: str, hearer: Hearer) -> None:
        """Be told what other processes tell of a topic (``bot/service/store/news.py``), never what we tell ourselves.

        The topic ``MISSED`` says that something may have been told that we did not hear.
        """
        ...

    async def tell(self, topic: str, payload: object = None) -> None:
        """Tell every other process something short that is JSON; nobody keeps it for whoever is not there."""
        ...

    async def close(self) -> None:
        """Write what is pending and let go."""
        ...

    async def schema_version(self) -> int:
        """The number of the newest migration applied."""
        ...

    async def create(self, row: Row, users: Sequence[int]) -> Row:
        """Keep a new table with the people at it; gives the row with its id."""
        ...

    async def load(self, table: int) -> tuple[Row, list[Entry]] | None:
        """A table and its whole log in order; None if there is no such table."""
        ...

    async def save(
        self,
        row: Row,
        *,
        entries: Sequence[Entry] = (),
        replaced: Mapping[int, Entry] = NONE,
        users: Sequence[int] | None = None,
        results: Sequence[Result] = NO_RESULTS,
        names: Mapping[int, str] = NO_NAMES,
    ) -> Row:
        """Write a table as it is now.

        ``row.version`` is the version that was read; the given row comes back with the next one. ``entries`` are new
        moves, the last of which has revision ``row.revision`` (the first move of a log has revision 1). ``replaced``
        are moves that take the place of those stored at these revisions. ``users``, if given, replaces the people at
        the table. ``results`` are given with the last move, once, and ``names`` are what people are called then.
        All or nothing; raises Conflict if the stored version is another, a new move's revision exists, or
        a replaced one's does not. ``shown`` of the row is not written: it becomes -1 when status or
        facts change, for a board shows those too, and is ``mark_shown``'s business otherwise. If it was at home in
        another process, that one is told (``TABLE``).
        """
        ...

    async def mark_shown(
        self, table: int, shown: int | None, board: bytes | None = None, before: bytes | None = None
    ) -> None:
        """The board shows this revision now, and is where ``board`` says; what is None stays as it is.

        One write. Never conflicts and does not raise the version. Where the table is not at home here (any more),
        nothing is written if its home has put the board elsewhere than ``before`` says, and otherwise its home is told.
        """
        ...

    async def board(self, table: int) -> bytes | None:
        """Where a table's board is, as ``mark_shown`` was told; None if nobody has said."""
        ...

    async def behind(self) -> list[int]:
        """Tables of our shards past their lobby whose board shows another revision than the newest, ascending.

        A table in no channel (0) has no board.
        """
        ...

    async def census(self) -> dict[str, int]:
        """How many tables of our shards have each status that is not over; one that nobody has may be missing."""
        ...

    async def claim(self, now: float, lease: float, limit: int) -> list[int]:
        """Up to ``limit`` tables of our shards whose time to wake has come, oldest first.

        Their wake is put off to ``now + lease``, so that no other process takes them and none is lost if this one
        dies. It does not raise the version.
        """
        ...

    async def next_wake(self) -> float | None:
        """The earliest time any table of our shards wants to wake."""
        ...

    async def of_user(self, user: int, statuses: Sequence[str]) -> list[Row]:
        """Tables a person sits at, with one of these statuses, oldest first."""
        ...

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[Row]:
        """Tables of a server, with one of these statuses, oldest first."""
        ...

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[Row]:
        """Tables opened in a channel or played in a thread of that id, oldest first."""
        ...

    async def erase_guild(self, guild: int) -> list[int]:
        """Remove a server's tables with all that follows from them; gives their numbers.

        Logs, people, boards, results and standings go, and when it is told something, and who played there.
        """
        ...

    async def get(self, kind: str, key: int) -> bytes | None:
        """A small document kept by kind and id, e.g. a server's settings."""
        ...

    async def put(self, kind: str, key: int, document: bytes | None, *, tell: bool = False) -> None:
        """Keep a document; None removes it. ``tell``: others remember it, and are told its key (topic: its kind)."""
        ...

    async def swap(self, kind: str, key: int, before: bytes | None, after: bytes) -> bool:
        """Keep a document if what is kept until now is ``before`` (None: nothing); whether it was."""
        ...


def numbered(row: Row, entries: Sequence[Entry]) -> Iterable[tuple[int, Entry]]:
    """New moves with their revisions, the last of which is the row's. ValueError if the log would begin before 1."""
    first = row.revision - len(entries) + 1
    if entries and first < 1:
        raise ValueError(f"{len(entries)} moves cannot end at revision {row.revision}: the first move has revision 1.")
    return enumerate(entries, first)


def from_url(url: str) -> Store:
    """The storage an address names, not yet open: a path or ``sqlite:///path``, or ``postgresql://…``.

    Raises ValueError for anything else.
    """
    # Imported late: who keeps a file needs no PostgreSQL driver in memory.
    path = url.removeprefix("sqlite:///")
    if re.match(r"postgres(ql)?://", url):
        from bot.service.store.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(url)
    # An address with a blank or a quote before it is no path either: it would become a file named by a password.
    if path and "://" not in path and not re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", path):
        from bot.service.store.sqlite import SqliteStore  # noqa: PLC0415

        return SqliteStore(path)
    # Nothing but a scheme is repeated: the rest of an address may hold a password.
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", url)
    raise ValueError(
        f"No storage has an address like {scheme[0] if scheme else ''}…; allowed are a path, sqlite:///path "
        "(sqlite:////path if it starts at the root) and postgresql://user:password@host/database."
    )
