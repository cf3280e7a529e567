"""The connection that writes to a SQLite file: many writes as one transaction, and the steps of the schema."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.service.store import schema
from bot.service.store.file import Lock, Watch, next_number


@dataclass(slots=True, eq=False)
class Write:
    """One write that waits for its turn, and what came of it."""

    work: Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]
    result: Any = None
    refusal: Exception | None = None


class Ledger(sqlite3.Connection):
    """A connection whose commit does the writes of the first of its ``groups``, as one transaction.

    aiosqlite runs every call in the connection's own thread. So a whole group costs one trip to that thread and
    one fsync, and we need nothing of aiosqlite that is not public.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.groups: deque[Sequence[Write]] = deque()
        self.watch: Watch | None = None
        self.lock: Lock | None = None

    def commit(self) -> None:
        """Do the group's writes, or none of them if this raises; Lost also if nobody would find them again."""
        group = self.groups.popleft()
        self._check()
        self._commit(group)
        # What was removed meanwhile is not acknowledged either.
        self._check()

    def _check(self) -> None:
        if self.watch is not None:
            self.watch.check()
        if self.lock is not None:
            self.lock.keep()

    def _commit(self, group: Sequence[Write]) -> None:
        self.execute("BEGIN IMMEDIATE")
        changes = self.total_changes
        try:
            for write in group:
                self.execute("SAVEPOINT one")
                try:
                    write.result = write.work(self)
                except Exception as refusal:
                    # Whatever it is, it concerns this caller alone, unless SQLite gave up the whole transaction
                    # (the disk is full, say).
                    if not self.in_transaction:
                        raise
                    write.refusal = refusal
                    self.execute("ROLLBACK TO one")
                self.execute("RELEASE one")
            if self.total_changes != changes:
                next_number(self)
            self.execute("COMMIT")
        finally:
            if self.in_transaction:
                self.rollback()


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, each of which must end its line."""
    # sqlite3's own executescript would commit the transaction we are in.
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def migrate(ledger: sqlite3.Connection) -> bool:
    """Take the schema one step further; False if it is the newest already."""
    ledger.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    [found] = ledger.execute(schema.VERSION).fetchone()
    step = schema.following("sqlite", found)
    if step is None:
        return False
    for statement in _statements(step.sql):
        ledger.execute(statement)
    ledger.execute("INSERT INTO migrations VALUES (?, ?)", (step.number, step.name))
    return True
