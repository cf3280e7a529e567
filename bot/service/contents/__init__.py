"""Everything that is in a database, row by row: for backups, and for moving from one storage to another.

Which tables and columns there are is asked of the database itself, so a new migration needs nothing here. What the
database computes (generated columns) and what says how new it is (``migrations``) are not contents.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from bot.service.store import schema

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
    found = {name for step in schema.migrations(dialect) for names in made.findall(step.sql) for name in names if name}
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
