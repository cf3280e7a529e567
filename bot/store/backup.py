"""Backups and copies of a whole database, compared row by row with their source.

An export is one file of lines of JSON that can tell whether it is complete. The first line names the format and the
schema. Then comes each table: a line with its columns, and a line per row; bytes are in base64. The last line has the
number of rows and the SHA-256 of everything before it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import tempfile
from base64 import b64decode, b64encode
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any, BinaryIO, cast

import msgspec

from bot.store import TooNew, migrations
from bot.store.address import in_postgres, path_of
from bot.store.connection import SqliteConnection, connect
from bot.store.contents import BATCH, Cells, Column, Shape, Source, Target, Unusable
from bot.store.contents_sqlite import SqliteContents
from bot.store.documents import PUT

# ruff: noqa: D102 - methods are explained by Source


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


Pair = tuple[Cells | None, Cells | None]
"""A row of the source and the row of the target with the same key; None where there is none."""
Told = Callable[[int], None]
"""Hears of every row that has been dealt with."""


async def copy(source: Source, target: Target, told: Told) -> None:
    """Make the target what the source is; both are open. Each row is dealt with twice: copied, then compared.

    What is there already from a copy that was stopped is kept, as far as it is still true. Raises Unusable.
    """
    version = await source.version()
    newest = migrations.migrations("sqlite")[-1].number
    if version > newest:
        raise TooNew(f"{source.place} has schema {version}, but this program knows schemas only up to {newest}.")
    await target.begin(version)
    shapes = await source.shapes()
    _check(source, target, shapes, await target.shapes())
    for shape in shapes:
        await _copy(source, target, shape, told)
    await target.count_on(await source.counters())
    await compare(source, target, told)
    await target.finish()


async def compare(source: Source, target: Source, told: Told) -> None:
    """Compare all rows. Raises Unusable if any is not the same, or there are more or fewer."""
    for shape in await source.shapes():
        different = 0
        async for theirs, ours in _pairs(source, target, shape):
            different += theirs != ours
            told(theirs is not None)
        if different:
            raise Unusable(
                f"The copy is not right: {different} rows of the table {shape.table} are not as in the original. "
                "The original is untouched; do not use the copy."
            )


async def _copy(source: Source, target: Target, shape: Shape, told: Told) -> None:
    added: list[Cells] = []
    changed: list[Cells] = []
    gone: list[Cells] = []

    async def write() -> None:
        await target.write(shape, added=added, changed=changed, gone=gone)
        for each in (added, changed, gone):
            each.clear()

    async for theirs, ours in _pairs(source, target, shape):
        if theirs is None:
            assert ours is not None
            gone.append(ours)
        elif ours is None:
            added.append(theirs)
        elif theirs != ours:
            changed.append(theirs)
        if len(added) + len(changed) + len(gone) >= BATCH:
            await write()
        told(theirs is not None)
    if added or changed or gone:
        await write()


async def _pairs(source: Source, target: Source, shape: Shape) -> AsyncIterator[Pair]:
    """The rows of both, by their keys."""
    places = shape.places

    def key(row: Cells) -> Cells:
        return tuple(row[place] for place in places)

    async with aclosing(_stream(source, shape)) as left, aclosing(_stream(target, shape)) as right:
        theirs, ours = await anext(left, None), await anext(right, None)
        while theirs is not None or ours is not None:
            if ours is None or (theirs is not None and key(theirs) < key(ours)):
                yield theirs, None
                theirs = await anext(left, None)
            elif theirs is None or key(ours) < key(theirs):
                yield None, ours
                ours = await anext(right, None)
            else:
                yield theirs, ours
                theirs, ours = await anext(left, None), await anext(right, None)


def _stream(source: Source, shape: Shape) -> AsyncGenerator[Cells, None]:
    return cast(AsyncGenerator[Cells, None], source.rows(shape))


def _check(source: Source, target: Source, theirs: list[Shape], ours: list[Shape]) -> None:
    """Both must have the same tables with the same columns, in whatever order."""

    def told(shapes: list[Shape]) -> dict[str, tuple[object, ...]]:
        return {shape.table: (set(shape.columns), shape.key) for shape in shapes}

    if told(theirs) != told(ours):
        raise Unusable(f"{source.place} and {target.place} do not have the same tables and columns.")


SQLITE = b"SQLite format 3\0"


def from_file(path: Path) -> Source:
    """A backup, of whichever kind it is. Raises Unusable."""
    try:
        with path.open("rb") as file:
            return SqliteContents(path) if file.read(len(SQLITE)) == SQLITE else Export(path)
    except OSError as error:
        raise Unusable(f"The file {path} cannot be read: {error.strerror}.") from None


def from_url(url: str) -> Source:
    """The contents of the database at an address."""
    return _database(url, filling=False)


def into_url(url: str) -> Target:
    """The database at an address, to be filled."""
    return _database(url, filling=True)


def _database(url: str, *, filling: bool) -> Target:
    if in_postgres(url):
        from bot.store.contents_postgres import PostgresContents  # noqa: PLC0415, who keeps a file needs no driver

        return PostgresContents(url, filling=filling)
    return SqliteContents(path_of(url), filling=filling)


PAGES = 2_000
"""Pages of a SQLite file copied at once."""
KIND, KEY = "backup", 0
"""The document that says when the last backup was made; it is not in that backup itself."""


class Made(msgspec.Struct, frozen=True):
    """When a backup was made."""

    at: float


async def back_up(url: str, file: Path, *, now: float, expect: Callable[[int], Told]) -> None:
    """Write everything at an address into a new file that only its owner reads. Raises Unusable.

    A SQLite file is copied by SQLite itself and is a SQLite file again; of PostgreSQL an export is made, which is then
    compared with the database. ``expect`` is told how much there is to do, and gives who hears how far it is.
    """
    with _published(file) as temporary:
        if in_postgres(url):
            await _export(url, temporary, now, expect)
        else:
            await _copy_to_file(url, temporary, expect)
    await note(url, now)


async def note(url: str, now: float) -> None:
    """Write down in a database that a backup of it has been made."""
    connection = await connect(url)
    try:
        async with connection.transaction():
            await connection.execute(PUT, KIND, KEY, msgspec.json.encode(Made(now)))
    finally:
        await connection.close()


async def _export(url: str, file: Path, now: float, expect: Callable[[int], Told]) -> None:
    source = from_url(url)
    await source.open()
    try:
        told = expect(2 * sum((await source.counts()).values()))
        with file.open("wb") as out:
            await write(source, out, made=now, told=told)
        written = Export(file)
        await written.open()
        await compare(source, written, told)
    finally:
        await source.close()


async def _copy_to_file(url: str, file: Path, expect: Callable[[int], Told]) -> None:
    source = from_url(url)
    await source.open()  # is it ours, and whole?
    await source.close()
    own = SqliteConnection(path_of(url)).own
    with closing(own) as connection, closing(sqlite3.connect(file, isolation_level=None)) as copy:
        # One transaction: whatever is written meanwhile is not in the copy, and does not make it begin again.
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        [total] = connection.execute("PRAGMA page_count").fetchone()
        told, done = expect(total), 0

        def progress(_status: int, remaining: int, pages: int) -> None:
            nonlocal done
            told(pages - remaining - done)
            done = pages - remaining

        connection.backup(copy, pages=PAGES, progress=progress)
        # One file, with nothing beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        [found] = copy.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Unusable("The copy is damaged, and so may be the database: look at its disk.")


@contextlib.contextmanager
def _published(file: Path) -> Iterator[Path]:
    """A file to write to, which gets its name when it is whole and on the disk; if anything fails there is none."""
    if file.exists():
        raise _taken(file)
    if not file.parent.is_dir():
        raise Unusable(f"There is no folder {file.parent} for the file {file.name}.")
    handle, name = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".part", dir=file.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb+") as written:
            os.fsync(written.fileno())
        try:
            # Unlike a new name this never replaces what somebody else has put there meanwhile.
            file.hardlink_to(temporary)
        except FileExistsError:
            raise _taken(file) from None
        except OSError:
            # Some file systems have no links.
            temporary.rename(file)
    finally:
        temporary.unlink(missing_ok=True)


def _taken(file: Path) -> Unusable:
    return Unusable(f"The file {file} is there already, and nothing is overwritten: name another one.")
