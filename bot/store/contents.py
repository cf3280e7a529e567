"""Everything that is in a database, row by row: for backups, and for moving from one storage to another.

Which tables and columns there are is asked of the database itself, so a new migration needs nothing here. What the
database computes (generated columns) and what says how new it is (``migrations``) are not contents.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping, Sequence
from contextlib import aclosing
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec

from bot.store import UNFINISHED, migrations
from bot.store.migrations import VERSION

Kind = Literal["integer", "real", "text", "bytes"]
Cells = tuple[Any, ...]
"""The values of a row, in the order of its table's columns; what is true or false is 1 or 0."""

MIGRATIONS = "migrations"
BATCH = 2_000
"""Rows read or written at once; what was written before a kill is kept."""


class Unusable(Exception):
    """What was asked for cannot be done: says why and what to do instead, and never repeats a password."""


class Column(NamedTuple):
    """One column: its name and what is in it."""

    name: str
    kind: Kind


class Shape(msgspec.Struct, frozen=True):
    """One table: its columns, and those of its key."""

    table: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns by name."""
        return tuple(column.name for column in self.columns)

    @property
    def places(self) -> tuple[int, ...]:
        """Where in a row its key stands."""
        return tuple(self.names.index(name) for name in self.key)


class Source(ABC):
    """Something that has contents, which stay as they are as long as it is open."""

    place: str
    """Where it is, for people."""

    @abstractmethod
    async def open(self) -> None:
        """Look at it. Raises Unusable."""

    @abstractmethod
    async def close(self) -> None:
        """Let go."""

    @abstractmethod
    async def version(self) -> int:
        """The schema it has."""

    @abstractmethod
    async def shapes(self) -> list[Shape]:
        """Its tables; what others refer to comes first."""

    @abstractmethod
    async def counts(self) -> dict[str, int]:
        """How many rows each table has."""

    @abstractmethod
    def rows(self, shape: Shape) -> AsyncIterator[Cells]:
        """The rows of a table, ascending by their key; texts by their code points."""

    @abstractmethod
    async def counters(self) -> dict[str, int]:
        """The last number each table has given, where it numbers its rows: none is given twice."""


class Target(Source):
    """A database that can be filled."""

    @abstractmethod
    async def begin(self, version: int) -> None:
        """Give it that schema, or go on with what was begun. Raises Unusable if anything else is in it, and Taken."""

    @abstractmethod
    async def write(
        self, shape: Shape, *, added: Sequence[Cells] = (), changed: Sequence[Cells] = (), gone: Sequence[Cells] = ()
    ) -> None:
        """Add, change and remove rows in one transaction."""

    @abstractmethod
    async def count_on(self, counters: Mapping[str, int]) -> None:
        """Number new rows after these."""

    @abstractmethod
    async def finish(self) -> None:
        """It is whole now: bring its schema up to date and let bots start on it."""


def ours(dialect: str) -> set[str]:
    """The tables our migrations have ever made: another program's may be beside them."""
    made = re.compile(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+)|RENAME TO (\w+)", re.IGNORECASE)
    found = {
        name for step in migrations.migrations(dialect) for names in made.findall(step.sql) for name in names if name
    }
    return found - {MIGRATIONS}


def in_order(shapes: Iterable[Shape], references: Iterable[tuple[str, str]]) -> list[Shape]:
    """Tables so that each comes after those it refers to, given as (table, what it refers to)."""
    left = {shape.table: shape for shape in sorted(shapes, key=lambda shape: shape.table)}
    needs = {table: {to for whose, to in references if whose == table and to != table} for table in left}
    found: list[Shape] = []
    while left:
        table = next((table for table in left if not needs[table] & left.keys()), None)
        if table is None:
            raise Unusable(f"The tables {', '.join(left)} refer to one another in a circle, which cannot be copied.")
        found.append(left.pop(table))
    return found


def shape(table: str, columns: Iterable[tuple[str, Kind | None]], key: Sequence[str]) -> Shape:
    """A table as it was found. Raises Unusable if it cannot be copied."""
    found = []
    for name, kind in columns:
        if kind is None:
            raise Unusable(f"The column {name} of the table {table} has a type that cannot be copied.")
        found.append(Column(name, kind))
    if not key:
        raise Unusable(f"The table {table} has no key, so it cannot be copied.")
    return Shape(table, tuple(found), tuple(key))


# ruff: noqa: D102, S608 - methods are explained by Target; what is put into SQL here the database itself has told


KINDS: Mapping[str, Kind] = {
    "bigint": "integer", "integer": "integer", "smallint": "integer", "boolean": "integer",
    "double precision": "real", "real": "real", "text": "text", "bytea": "bytes", "blob": "bytes",
}  # fmt: skip
"""What is in a column, by its type in either database."""
NOTHING = "has no tables of Tablée's"
PART = "has only a part of what was to be copied into it: finish that copy first"


class Database(Target):
    """What is in a database, as it is when it is opened; others may write to it meanwhile.

    With ``filling`` it is one to be filled, which nobody else uses until it is closed.
    """

    dialect: ClassVar[str]
    exists: ClassVar[str]
    """How the database is asked whether it has a table, for its columns (of which table, which, of what type), those of
    keys (of which table, which), and which table refers to which."""
    columns: ClassVar[str]
    keys: ClassVar[str]
    references: ClassVar[str]
    by_code_point: ClassVar[str]
    """How texts are ordered everywhere, whatever language a server sorts by."""

    def __init__(self, place: str, *, filling: bool) -> None:
        self.place = place
        self._filling = filling
        self._reader: Any = None
        self._writer: Any = None
        self._types: dict[tuple[str, str], str] = {}

    async def open(self) -> None:
        try:
            self._reader = await self._connect()
            if self._filling:
                self._writer = await self._connect()
                return
            await self._begin_reading()
            nothing, part = not await self._has(MIGRATIONS), await self._has(UNFINISHED)
        except BaseException:
            await self.close()
            raise
        if nothing or part:
            await self.close()
            raise Unusable(f"{self.place} {NOTHING if nothing else PART}.")

    async def close(self) -> None:
        connections, self._reader, self._writer = (self._reader, self._writer), None, None
        for connection in connections:
            if connection is not None:
                await connection.close()
        await self._let_go()

    async def version(self) -> int:
        return await self._reader.fetchval(VERSION)

    async def shapes(self) -> list[Shape]:
        known = ours(self.dialect)
        columns: dict[str, list[tuple[str, Kind | None]]] = {}
        for table, name, kind in await self._reader.fetch(self.columns):
            if table in known:
                columns.setdefault(table, []).append((name, KINDS.get(kind)))
                self._types[table, name] = kind
        keys: dict[str, list[str]] = {}
        for table, name in await self._reader.fetch(self.keys):
            keys.setdefault(table, []).append(name)
        references = [(table, other) for table, other in await self._reader.fetch(self.references)]
        return in_order((shape(table, found, keys.get(table, ())) for table, found in columns.items()), references)

    async def counts(self) -> dict[str, int]:
        return {
            each.table: await self._reader.fetchval(f'SELECT count(*) FROM "{each.table}"')
            for each in await self.shapes()
        }

    async def rows(self, shape: Shape) -> AsyncIterator[Cells]:
        kinds = dict(shape.columns)
        texts = {name for name in shape.key if kinds[name] == "text"}
        order = [f'"{name}" COLLATE {self.by_code_point}' if name in texts else f'"{name}"' for name in shape.key]
        chosen = ", ".join(self._read_as(shape.table, name) for name in shape.names)
        query = f'SELECT {chosen} FROM "{shape.table}" ORDER BY {", ".join(order)}'
        async with aclosing(self._batches(query)) as batches:
            async for batch in batches:
                for row in batch:
                    yield tuple(row)

    async def begin(self, version: int) -> None:
        found = await self.version() if await self._has(MIGRATIONS) else 0
        if found:
            await self.hold()
        begun = await self._has(UNFINISHED)
        if not begun and any((await self.counts()).values()):
            raise Unusable(
                f"{self.place} is not empty, and nothing is overwritten: name an empty database, or move that one away "
                "first."
            )
        if found > version or (found and found != version and not begun):
            raise Unusable(
                f"{self.place} has schema {found} and what is to be copied has schema {version}: name a database that "
                "is still empty, without any tables."
            )
        if not begun:
            await self._writer.execute(f"CREATE TABLE {UNFINISHED} (name TEXT PRIMARY KEY, sql TEXT)")
        while found < version:
            await self._migrate()
            found = await self.version()
        await self.hold()
        async with self._writer.transaction():
            # What they would do has been done where the rows come from.
            await self._stop_triggers()

    async def write(
        self, shape: Shape, *, added: Sequence[Cells] = (), changed: Sequence[Cells] = (), gone: Sequence[Cells] = ()
    ) -> None:
        await self.hold()
        equals = {name: f'"{name}" = ${place}' for place, name in enumerate(shape.names, 1)}
        others = [equals[name] for name in shape.names if name not in shape.key] or [equals[shape.key[0]]]
        where = " AND ".join(equals[name] for name in shape.key)
        keyed = " AND ".join(f'"{name}" = ${place}' for place, name in enumerate(shape.key, 1))
        keys = [tuple(row[place] for place in shape.places) for row in gone]
        async with self._writer.transaction():
            if added:
                await self._add(shape, self._written(shape, added))
            if changed:
                update = f'UPDATE "{shape.table}" SET {", ".join(others)} WHERE {where}'
                await self._writer.executemany(update, self._written(shape, changed))
            if keys:
                await self._writer.executemany(f'DELETE FROM "{shape.table}" WHERE {keyed}', keys)

    async def finish(self) -> None:
        async with self._writer.transaction():
            await self._start_triggers()
            await self._writer.execute(f"DROP TABLE {UNFINISHED}")
        while await self._migrate():
            pass

    async def _has(self, table: str) -> bool:
        return bool(await self._reader.fetchval(self.exists, table))

    def _read_as(self, _table: str, name: str) -> str:
        """How a column is asked for."""
        return f'"{name}"'

    def _written(self, _shape: Shape, rows: Sequence[Cells]) -> Sequence[Cells]:
        """Rows as this database takes them."""
        return rows

    @abstractmethod
    async def hold(self) -> None:
        """Keep every bot away from it until it is closed, or see that they are. Raises Taken."""

    @abstractmethod
    async def _let_go(self) -> None:
        """Keep nobody away any more."""

    @abstractmethod
    async def _connect(self) -> Any:
        """A connection, with the methods of asyncpg's."""

    @abstractmethod
    async def _begin_reading(self) -> None:
        """See everything as it is now, whatever others write."""

    @abstractmethod
    def _batches(self, query: str) -> AsyncGenerator[Sequence[Cells], None]:
        """The rows of a query, some at a time."""

    @abstractmethod
    async def _add(self, shape: Shape, rows: Sequence[Cells]) -> None:
        """Add rows to a table."""

    @abstractmethod
    async def _migrate(self) -> bool:
        """Take the schema one step further; False if it is the newest already."""

    @abstractmethod
    async def _stop_triggers(self) -> None:
        """Have nothing follow from what is written."""

    @abstractmethod
    async def _start_triggers(self) -> None:
        """Have it follow again."""
