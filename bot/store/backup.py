"""Backups and copies of a whole database, compared row by row with their source.

An export is one file of lines of JSON that shows whether it is complete. The first line names the format and the
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
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from bot.store import TooNew, in_postgres, migrations, path_of
from bot.store.contents import (
    BATCH,
    Cells,
    CopySource,
    DatabaseContents,
    PostgresContents,
    Shape,
    SqliteConnection,
    SqliteContents,
    connect,
)
from bot.store.documents import PUT
from bot.store.statements import Unusable

# ruff: noqa: D102 - CopySource documents the methods

Progress = Callable[[int], None]
"""Receives the number of rows (or pages) just processed."""


def from_url(url: str) -> DatabaseContents:
    """The contents of the database at an address."""
    return PostgresContents(url) if in_postgres(url) else SqliteContents(path_of(url))


def into_url(url: str) -> DatabaseContents:
    """The database at an address, to be filled."""
    return PostgresContents(url, filling=True) if in_postgres(url) else SqliteContents(path_of(url), filling=True)


SQLITE_MAGIC = b"SQLite format 3\0"


def from_file(path: Path) -> CopySource:
    """A backup of either kind. Raises Unusable."""
    try:
        with path.open("rb") as file:
            return SqliteContents(path) if file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC else Export(path)
    except OSError as error:
        raise Unusable(f"The file {path} cannot be read: {error.strerror}.") from None


# ---- exports

FORMAT = 1
TABLEE = "tablee backup"


class Head(msgspec.Struct, frozen=True):
    """The first line."""

    file: str
    format: int
    schema: int
    made: float
    counters: dict[str, int]


class End(msgspec.Struct, frozen=True):
    """The last line."""

    rows: dict[str, int]
    sha256: str


async def write_export(source: CopySource, file: BinaryIO, *, made: float, progress: Progress) -> None:
    """Write everything in a source to a file, and sync it to disk."""
    digest = hashlib.sha256()

    def line(value: Any) -> None:
        data = msgspec.json.encode(value) + b"\n"
        digest.update(data)
        file.write(data)

    line(Head(TABLEE, FORMAT, await source.version(), made, await source.counters()))
    counts: dict[str, int] = {}
    for shape in await source.shapes():
        line(shape)
        packed = _bytes_columns(shape)
        counts[shape.table] = 0
        async for row in source.rows(shape):
            line([
                b64encode(cell).decode() if place in packed and cell is not None else cell
                for place, cell in enumerate(row)
            ])  # fmt: skip
            counts[shape.table] += 1
            progress(1)
    line(End(counts, digest.hexdigest()))
    file.flush()
    os.fsync(file.fileno())


def _bytes_columns(shape: Shape) -> set[int]:
    return {place for place, column in enumerate(shape.columns) if column.kind == "bytes"}


class Export(CopySource):
    """The contents of an export. Blocks its caller: for commands only."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self.place = f"The file {self._path}"
        self._head: Head | None = None
        self._shapes: dict[str, Shape] = {}
        self._starts: dict[str, int] = {}
        self._counts: dict[str, int] = {}

    async def open(self) -> None:
        """Read all of it once. Raises Unusable unless it is complete and unchanged."""
        broken = Unusable(f"{self.place} is not a whole backup: it was cut off or changed. Nothing has been done.")
        digest = hashlib.sha256()
        table = ""
        ended = False
        try:
            with self._path.open("rb") as file:
                first = file.readline()
                self._head = self._checked_head(first)
                digest.update(first)
                at = len(first)
                for line in file:
                    if ended or not line.endswith(b"\n"):
                        raise broken
                    at += len(line)
                    if line.startswith(b'{"table"'):
                        shape = msgspec.json.decode(line, type=Shape)
                        table = shape.table
                        self._shapes[table], self._starts[table], self._counts[table] = shape, at, 0
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
        pass

    async def version(self) -> int:
        return self._opened.schema

    async def shapes(self) -> list[Shape]:
        return list(self._shapes.values())

    async def counts(self) -> dict[str, int]:
        return self._counts

    async def rows(self, shape: Shape) -> AsyncGenerator[Cells, None]:
        packed = _bytes_columns(shape)
        with self._path.open("rb") as file:
            file.seek(self._starts[shape.table])
            for _ in range(self._counts[shape.table]):
                cells = msgspec.json.decode(file.readline())
                yield tuple(
                    b64decode(cell) if place in packed and cell is not None else cell
                    for place, cell in enumerate(cells)
                )

    async def counters(self) -> dict[str, int]:
        return self._opened.counters

    @property
    def _opened(self) -> Head:
        if self._head is None:
            raise RuntimeError("It is not open.")
        return self._head

    def _checked_head(self, line: bytes) -> Head:
        try:
            head = msgspec.json.decode(line, type=Head)
        except msgspec.MsgspecError:
            head = None
        if head is None or head.file != TABLEE:
            raise Unusable(f"{self.place} is no backup of Tablée's.")
        if head.format > FORMAT:
            raise Unusable(f"{self.place} was made by a newer Tablée: restore it with that one.")
        return head


# ---- copies


async def copy(source: CopySource, target: DatabaseContents, progress: Progress) -> None:
    """Make the target equal to the source; both are open. Every row is processed twice: copied, then compared.

    Rows of an earlier copy that was stopped are kept as far as they are still equal. Raises Unusable.
    """
    version = await source.version()
    newest = migrations.migrations("sqlite")[-1].number
    if version > newest:
        raise TooNew(f"{source.place} has schema {version}, but this program knows schemas only up to {newest}.")
    await target.begin(version)
    shapes = await source.shapes()

    def unordered(shapes: list[Shape]) -> dict[str, tuple[object, ...]]:
        return {shape.table: (set(shape.columns), shape.key) for shape in shapes}

    if unordered(shapes) != unordered(await target.shapes()):
        raise Unusable(f"{source.place} and {target.place} do not have the same tables and columns.")
    for shape in shapes:
        await _copy_table(source, target, shape, progress)
    await target.count_on(await source.counters())
    await compare(source, target, progress)
    await target.finish()


async def compare(source: CopySource, target: CopySource, progress: Progress) -> None:
    """Compare all rows. Raises Unusable if any differs, or there are more or fewer."""
    for shape in await source.shapes():
        different = 0
        async for theirs, ours in _pairs(source, target, shape):
            different += theirs != ours
            progress(theirs is not None)
        if different:
            raise Unusable(
                f"The copy is not right: {different} rows of the table {shape.table} are not as in the original. "
                "The original is untouched; do not use the copy."
            )


async def _copy_table(source: CopySource, target: DatabaseContents, shape: Shape, progress: Progress) -> None:
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
        progress(theirs is not None)
    if added or changed or gone:
        await write()


async def _pairs(
    source: CopySource, target: CopySource, shape: Shape
) -> AsyncGenerator[tuple[Cells | None, Cells | None], None]:
    """The rows of both with the same key; None where one has no such row."""
    places = shape.places

    def key(row: Cells) -> Cells:
        return tuple(row[place] for place in places)

    async with aclosing(source.rows(shape)) as left, aclosing(target.rows(shape)) as right:
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


# ---- backups

PAGES = 2_000
"""Pages of a SQLite file copied at once."""


async def back_up(url: str, file: Path, *, now: float, expect: Callable[[int], Progress]) -> None:
    """Write everything at an address into a new file that only its owner reads. Raises Unusable.

    SQLite itself copies a SQLite file; a PostgreSQL database is exported, and the export compared with it. ``expect``
    receives the amount of work and returns a callback for progress.
    """
    with _published(file) as temporary:
        if in_postgres(url):
            await _export(url, temporary, now, expect)
        else:
            await _copy_to_file(url, temporary, expect)
    await note(url, now)


async def note(url: str, now: float) -> None:
    """Store in a database when a backup of it was made (the backup itself does not contain it)."""
    connection = await connect(url)
    try:
        async with connection.transaction():
            await connection.execute(PUT, "backup", 0, msgspec.json.encode({"at": now}))
    finally:
        await connection.close()


async def _export(url: str, file: Path, now: float, expect: Callable[[int], Progress]) -> None:
    source = from_url(url)
    await source.open()
    try:
        progress = expect(2 * sum((await source.counts()).values()))
        with file.open("wb") as out:
            await write_export(source, out, made=now, progress=progress)
        written = Export(file)
        await written.open()
        await compare(source, written, progress)
    finally:
        await source.close()


async def _copy_to_file(url: str, file: Path, expect: Callable[[int], Progress]) -> None:
    source = from_url(url)
    await source.open()  # raises if it is no whole database of ours
    await source.close()
    own = SqliteConnection(path_of(url)).own
    with closing(own) as connection, closing(sqlite3.connect(file, isolation_level=None)) as copy:
        # A snapshot: without it SQLite would start again at every write of the bot.
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        [total] = connection.execute("PRAGMA page_count").fetchone()
        progress, done = expect(total), 0

        def report(_status: int, remaining: int, pages: int) -> None:
            nonlocal done
            progress(pages - remaining - done)
            done = pages - remaining

        connection.backup(copy, pages=PAGES, progress=report)
        # One file, with nothing beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        [found] = copy.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Unusable("The copy is damaged, and so may be the database: look at its disk.")


@contextlib.contextmanager
def _published(file: Path) -> Iterator[Path]:
    """A temporary file that gets its name when it is complete and on disk; it is removed if anything fails."""
    taken = Unusable(f"The file {file} is there already, and nothing is overwritten: name another one.")
    if file.exists():
        raise taken
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
            # Unlike a rename this never replaces an existing file.
            file.hardlink_to(temporary)
        except FileExistsError:
            raise taken from None
        except OSError:
            # Some file systems have no links.
            temporary.rename(file)
    finally:
        temporary.unlink(missing_ok=True)
