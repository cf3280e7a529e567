"""Where everything is kept: what every storage gives and takes, each in a module of its own, and what opens one."""

from __future__ import annotations

import re
from abc import abstractmethod

from bot.store import migrations
from bot.store.address import in_postgres
from bot.store.documents import DocumentStore, JournalStore, PersonStore, PostStore
from bot.store.results import ResultStore
from bot.store.statements import Conflict, Hearer, Lost, News, Taken, TooNew, TooOld, Unavailable, WrongVersion
from bot.store.tables import ShownBoard, TableStore

__all__ = [
    "FINISH", "UNFINISHED", "Conflict", "Lost", "ShownBoard", "Store", "Taken", "TooNew", "TooOld", "Unavailable",
    "WrongVersion", "from_url",
]  # fmt: skip

UNFINISHED = "unfinished_copy"
"""A table that is there as long as a database is being filled (``bot/store/contents.py``): no bot starts on a part."""
FINISH = (
    "This database has only a part of what was to be copied into it: run the same `python -m bot move` or "
    "`python -m bot restore` again, which goes on where it stopped, or name another database."
)


class Store(TableStore, DocumentStore, ResultStore, PersonStore, PostStore, JournalStore):
    """A storage. Every method is durable when it returns. Ids are Discord's 64-bit integers.

    A write raises Lost if the database has been removed or replaced in the meantime. Anything raises Unavailable if the
    database cannot be reached for a while.
    """

    def __init__(self) -> None:
        super().__init__()
        self._news = News()

    @abstractmethod
    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises WrongVersion, and Taken if it is still being filled."""

    @abstractmethod
    async def hold(self, *, wait: bool = False) -> None:
        """Become the only process that serves our shards, until we let go or die. Raises Taken.

        ``wait``: instead wait until whoever has them lets go. Whoever only looks need not hold anything. If another
        process takes them over later (which it can only while we are cut off), ``REPLACED`` says so, and every write
        raises Taken.
        """

    @abstractmethod
    async def let_go(self) -> None:
        """Leave our shards to whoever waits for them. We still write, as somebody who is not at home."""

    @property
    @abstractmethod
    def hears(self) -> bool:
        """Whether what others tell reaches us: otherwise what is remembered may be old."""

    def hear(self, topic: str, hearer: Hearer) -> None:
        """Be told what other processes tell of a topic (``bot/store/statements.py``), never what we tell ourselves.

        The topic ``MISSED`` says that something may have been told that we did not hear.
        """
        self._news.hear(topic, hearer)

    @abstractmethod
    async def close(self) -> None:
        """Write what is pending and let go."""

    async def schema_version(self) -> int:
        """The number of the newest migration applied."""
        [[number]] = await self._read(migrations.VERSION)
        return number


def from_url(url: str) -> Store:
    """The storage an address names, not yet open: a path or ``sqlite:///path``, or ``postgresql://…``.

    Raises ValueError for anything else.
    """
    # Imported late: who keeps a file needs no PostgreSQL driver in memory.
    path = url.removeprefix("sqlite:///")
    if in_postgres(url):
        from bot.store.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(url)
    # An address with a blank or a quote before it is no path either: it would become a file named by a password.
    if path and "://" not in path and not re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", path):
        from bot.store.sqlite import SqliteStore  # noqa: PLC0415

        return SqliteStore(path)
    # Nothing but a scheme is repeated: the rest of an address may hold a password.
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", url)
    raise ValueError(
        f"No storage has an address like {scheme[0] if scheme else ''}…; allowed are a path, sqlite:///path "
        "(sqlite:////path if it starts at the root) and postgresql://user:password@host/database."
    )
