"""Backups: a file that has everything, made while the bot runs, and when the last one was made."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from bot.service.contents import Unusable, export
from bot.service.contents.transfer import Told, compare, from_url
from bot.service.store.address import in_postgres, path_of
from bot.service.store.connection import SqliteConnection, connect
from bot.service.store.documents import PUT

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
            await _copy(url, temporary, expect)
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
            await export.write(source, out, made=now, told=told)
        written = export.Export(file)
        await written.open()
        await compare(source, written, told)
    finally:
        await source.close()


async def _copy(url: str, file: Path, expect: Callable[[int], Told]) -> None:
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
