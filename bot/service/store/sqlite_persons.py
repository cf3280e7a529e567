"""What is kept of people in a SQLite file, and forgetting them."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from bot.core.stored import Row
from bot.service.store.persons import Board
from bot.service.store.posts import DAY, TRIES
from bot.service.store.results import NAME

T = TypeVar("T")

ROW = ", ".join(Row.__struct_fields__)
NAMING = f"SELECT {ROW} FROM tables WHERE id > ? AND instr(facts, CAST(? AS BLOB)) ORDER BY id LIMIT ?"
REMEMBERING = f"""
    SELECT {ROW} FROM tables WHERE id > ? AND status IN ('over', 'closed')
        AND EXISTS (SELECT 1 FROM people WHERE table_id = id)
        AND coalesce((SELECT at FROM moves WHERE table_id = id ORDER BY revision DESC LIMIT 1), 0) < ?
    ORDER BY id LIMIT ?"""
LISTED = "(SELECT value FROM json_each(?))"
REWRITE = """
    UPDATE tables SET facts = ?, version = version + 1
    WHERE id = ? AND version = ? AND status IN ('over', 'closed')"""
UNSEAT = f"DELETE FROM people WHERE table_id = ? AND user_id IN {LISTED}"
NAMELESS = f"UPDATE results SET user_id = NULL WHERE table_id = ? AND user_id IN {LISTED}"
DOCUMENTS = "SELECT kind, document FROM documents WHERE key = ?"
FORGET = (
    "DELETE FROM documents WHERE key = ?",
    "DELETE FROM people WHERE user_id = ?",
    "UPDATE results SET user_id = NULL WHERE user_id = ?",
    "DELETE FROM standings WHERE user_id = ?",
)
# The day is the number at the end of such a kind.
FORGET_DAYS = f"""
    DELETE FROM documents WHERE (kind GLOB '{DAY} [0-9]*' OR kind GLOB '{TRIES} [0-9]*')
        AND CAST(substr(kind, length(rtrim(kind, '0123456789')) + 1) AS INTEGER) < ?"""
FORGET_NAMES = f"""
    DELETE FROM documents WHERE kind = '{NAME}'
        AND NOT EXISTS (SELECT 1 FROM results WHERE user_id = key AND user_id IS NOT NULL)"""
BOARDS = f"SELECT DISTINCT guild, game FROM standings WHERE user_id IN {LISTED}"


class SqlitePersons:
    """The part of a ``Store`` in a file that knows people; ``SqliteStore`` has the rest."""

    async def _read(self, query: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    async def _rows(self, query: str, *values: Any) -> list[Row]:
        raise NotImplementedError

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def naming(self, user: int, after: int, limit: int) -> list[Row]:
        """Tables whose facts hold that number."""
        return await self._rows(NAMING, after, str(user), limit)

    async def remembering(self, until: float, after: int, limit: int) -> list[Row]:
        """Tables that ended before that time and whose people are still known."""
        return await self._rows(REMEMBERING, after, until, limit)

    async def rewrite(self, row: Row, facts: bytes, users: Collection[int]) -> bool:
        """Keep other facts of a table that has ended, and nothing that leads from it to these people."""

        def work(ledger: sqlite3.Connection) -> bool:
            if not ledger.execute(REWRITE, (facts, row.id, row.version)).rowcount:
                return False
            for statement in (UNSEAT, NAMELESS):
                ledger.execute(statement, (row.id, json.dumps(list(users))))
            return True

        return await self._write(work)

    async def documents_of(self, user: int) -> dict[str, bytes]:
        """The documents kept for a person, by kind."""
        return dict(await self._read(DOCUMENTS, user))

    async def forget(self, user: int) -> None:
        """Remove what is found by a person's number."""

        def work(ledger: sqlite3.Connection) -> None:
            for statement in FORGET:
                ledger.execute(statement, (user,))

        await self._write(work)

    async def forget_days(self, before: int) -> None:
        """Remove who played the deals of earlier days, and the names of people without any result."""

        def work(ledger: sqlite3.Connection) -> None:
            ledger.execute(FORGET_DAYS, (before,))
            ledger.execute(FORGET_NAMES)

        await self._write(work)

    async def boards_of(self, users: Sequence[int]) -> list[Board]:
        """The servers and games in whose standings these people are counted."""
        return [(guild, game) for guild, game in await self._read(BOARDS, json.dumps(list(users)))]
