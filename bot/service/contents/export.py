"""A database as one file of lines of JSON, which says itself whether it is whole.

The first line tells what it is, and the schema. Then comes each table: a line with its columns, and a line a row.
Bytes are written in base64. The last line has how many rows there are, and the SHA-256 of all before it.
"""

# ruff: noqa: D102 - methods are explained by Source

from __future__ import annotations

import hashlib
import os
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from bot.service.contents import Cells, Column, Shape, Source, Unusable

FORMAT = 1
TABLEE = "tablee backup"


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    file: str
    format: int
    schema: int
    made: float
    counters: dict[str, int]


class Table(msgspec.Struct, frozen=True):
    """The line before a table's rows."""

    table: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]


class End(msgspec.Struct, frozen=True):
    """The last line."""

    rows: dict[str, int]
    sha256: str


class _Hashed:
    """A file that is written to and hashed on the way."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._hash = hashlib.sha256()

    def line(self, what: Any) -> None:
        data = msgspec.json.encode(what) + b"\n"
        self._hash.update(data)
        self._file.write(data)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


async def write(source: Source, file: BinaryIO, *, made: float, told: Callable[[int], None]) -> None:
    """Write what a source has into a file, to the disk; ``told`` hears of rows that are written."""
    out = _Hashed(file)
    out.line(Head(TABLEE, FORMAT, await source.version(), made, await source.counters()))
    counts: dict[str, int] = {}
    for shape in await source.shapes():
        out.line(Table(shape.table, shape.columns, shape.key))
        packed = _bytes(shape)
        number = 0
        async for row in source.rows(shape):
            out.line([_packed(cell) if place in packed else cell for place, cell in enumerate(row)])
            number += 1
            told(1)
        counts[shape.table] = number
    file.write(msgspec.json.encode(End(counts, out.digest)) + b"\n")
    file.flush()
    os.fsync(file.fileno())


class Export(Source):
    """What is in such a file. Blocks its caller: for commands, where nobody else waits."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self.place = f"The file {self._path}"
        self._head: Head | None = None
        self._shapes: dict[str, Shape] = {}
        self._starts: dict[str, int] = {}
        self._counts: dict[str, int] = {}

    async def open(self) -> None:
        """Read all of it once. Raises Unusable unless it is whole and as it was written."""
        broken = Unusable(f"{self.place} is not a whole backup: it was cut off or changed. Nothing has been done.")
        digest = hashlib.sha256()
        table = ""
        ended = False
        try:
            with self._path.open("rb") as file:
                first = file.readline()
                self._head = _head(first, self.place)
                digest.update(first)
                at = len(first)
                for line in file:
                    if ended or not line.endswith(b"\n"):
                        raise broken
                    at += len(line)
                    if line.startswith(b'{"table"'):
                        found = msgspec.json.decode(line, type=Table)
                        table = found.table
                        self._shapes[table] = Shape(table, found.columns, found.key)
                        self._starts[table], self._counts[table] = at, 0
                    elif line.startswith(b"{"):
                        end = msgspec.json.decode(line, type=End)
                        if end.sha256 != digest.hexdigest() or end.rows != self._counts:
                            raise broken
                        ended = True
                    else:
                        self._counts[table] += 1
                    digest.update(line)
        except (msgspec.MsgspecError, KeyError):
            raise broken from None
        if not ended:
            raise broken

    async def close(self) -> None:
        pass  # nothing is kept open

    async def version(self) -> int:
        return self._opened.schema

    async def shapes(self) -> list[Shape]:
        return list(self._shapes.values())

    async def counts(self) -> dict[str, int]:
        return self._counts

    async def rows(self, shape: Shape) -> AsyncIterator[Cells]:
        packed = _bytes(shape)
        with self._path.open("rb") as file:
            file.seek(self._starts[shape.table])
            for _ in range(self._counts[shape.table]):
                cells = msgspec.json.decode(file.readline())
                yield tuple(_unpacked(cell) if place in packed else cell for place, cell in enumerate(cells))

    async def counters(self) -> dict[str, int]:
        return self._opened.counters

    @property
    def _opened(self) -> Head:
        if self._head is None:
            raise RuntimeError("It is not open.")
        return self._head


def _head(line: bytes, place: str) -> Head:
    try:
        head = msgspec.json.decode(line, type=Head)
    except msgspec.MsgspecError:
        head = None
    if head is None or head.file != TABLEE:
        raise Unusable(f"{place} is no backup of Tablée's.")
    if head.format > FORMAT:
        raise Unusable(f"{place} was made by a newer Tablée: restore it with that one.")
    return head


def _bytes(shape: Shape) -> set[int]:
    """The places of a row where there are bytes."""
    return {place for place, column in enumerate(shape.columns) if column.kind == "bytes"}


def _packed(cell: bytes | None) -> str | None:
    return None if cell is None else b64encode(cell).decode()


def _unpacked(cell: str | None) -> bytes | None:
    return None if cell is None else b64decode(cell)
