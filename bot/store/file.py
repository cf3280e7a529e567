"""The file of a SQLite database: its owner's alone, one process's alone, and still the one that was opened.

Nothing here opens that file but SQLite itself: when a process closes any file, the system drops every lock the process
has on it, and SQLite's would go too.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

from bot.store.statements import Lost, Taken

BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a database while it is open. Both stay the same files as long as we have it open."""
LOCK = "-lock"
NUMBERS = 2**31 - 1
"""SQLite's counters are signed and have 32 bits; ours begins again at 1."""


def prepare(path: str) -> Path:
    """The file a path leads to, made if it is not there; it and what is beside it are its owner's alone."""
    # As SQLite does: what is beside a file is beside the file itself, not beside a link to it.
    file = Path(path).resolve()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    make_private(file)
    # SQLite makes them with the permissions of the database, but they may be older.
    for suffix in BESIDE:
        narrow(beside(file, suffix))
    return file


def make_private(path: Path) -> None:
    """Make a file if it is not there. Nobody but its owner may read it, also if it is older than this program."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    narrow(path)


def narrow(path: Path) -> None:
    """Let nobody but its owner read a file, if it is there and ours; whoever owns it otherwise may do so."""
    with suppress(OSError):
        mode = path.stat().st_mode
        if mode & 0o077:
            path.chmod(mode & 0o700)


def beside(file: Path, suffix: str) -> Path:
    """The file next to a database whose name ends like this."""
    return file.with_name(file.name + suffix)


def next_number(connection: sqlite3.Connection) -> None:
    """Count a transaction, in the database's own header.

    So a database file tells how old it is: see ``Watch``.
    """
    [found] = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {found % NUMBERS + 1}")


class Lock:
    """What one process has of a database, until it lets go or dies; nobody else gets it as long.

    It is SQLite's own lock, on a file beside the database. So it works wherever SQLite does; the system ends it with
    its process, and, unlike ``flock``, does not hand it on to child processes, which may outlive the bot.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._path = beside(file, LOCK)
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None

    def take(self) -> None:
        """Have it from now on. Raises Taken; waits for nobody."""
        make_private(self._path)
        # Any thread: ``keep`` is called by the writer's.
        connection = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            # For whoever comes second: our process id, where it can be read without the lock.
            connection.execute(f"PRAGMA user_version = {os.getpid()}")
            connection.execute("BEGIN EXCLUSIVE")
            self._identity = _identity(self._path)
        except BaseException as error:
            connection.close()
            if isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise Taken(self._refusal()) from None
            raise
        self._connection = connection

    def keep(self) -> None:
        """Take it again if its file was removed: another process could lock a new one. Raises Taken."""
        with suppress(FileNotFoundError):
            if self._connection is not None and _identity(self._path) == self._identity:
                return
        self.release()
        self.take()

    def release(self) -> None:
        """Let go."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _refusal(self) -> str:
        holder = 0
        with suppress(sqlite3.Error):
            holder, _ = _numbers_on_disk(self._path)
        # Our own number means that we have just written it, or that we are both the first process of a container.
        who = f" (process {holder})" if holder not in {0, os.getpid()} else ""
        return f"Another Tablée{who} is running on the database {self._file}: stop it first, then start this one."


class Watch:
    """Whether a database file is still the one that was opened, with what was written to it.

    A file that was removed or replaced shows it by its identity. One that was overwritten shows it by its contents,
    which are looked at only when somebody has written to it. SQLite itself does so now and then: it brings what is in
    the log beside it (``-wal``) into the file, for us or for anybody else who has the database open. Such a file has
    a transaction number from the last one seen in it up to the newest; an older copy has a lower one, and a backup
    made by SQLite another number of its schema. (A copy within these bounds is no harm: it is the file as it was,
    and all that came later is still in the log.)
    """

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        """Begin to watch. ``connection`` is open to the database, which is in WAL mode."""
        self._file = file
        self._connection = connection
        self._paths = (file, *(beside(file, suffix) for suffix in BESIDE))
        found = [path.stat() for path in self._paths]
        self._identities = [(each.st_dev, each.st_ino) for each in found]
        self._written = _written(found[0])
        self._seen = _numbers_on_disk(file)
        self._newest = self._seen

    def check(self) -> None:
        """Raise Lost unless all is well. Called outside of any transaction."""
        try:
            # Twice a commit: each file is asked once for all we want to know of it.
            found = [path.stat() for path in self._paths]
        except OSError as error:
            raise Lost(self._loss(error.filename, "was removed")) from None
        identities = [(each.st_dev, each.st_ino) for each in found]
        if identities != self._identities:
            pairs = zip(self._paths, identities, self._identities, strict=True)
            path = next(path for path, identity, known in pairs if identity != known)
            raise Lost(self._loss(path, "was replaced by another file"))
        written = _written(found[0])
        try:
            seen = self._seen if written == self._written else _numbers_on_disk(self._file)
            newest = _numbers(self._connection)
        except sqlite3.DatabaseError:
            raise Lost(self._loss(self._file, "was overwritten with something else")) from None
        if not (_ascend(self._seen, seen, newest) and _ascend(self._newest, newest)):
            raise Lost(self._loss(self._file, "was overwritten with another copy"))
        self._written, self._seen, self._newest = written, seen, newest

    def _loss(self, path: Path | str, what: str) -> str:
        return (
            f"The file {path} {what} while Tablée was running: what is written now would be lost, so nothing is. "
            f"Stop Tablée, put the right {self._file.name} in place, without another's -wal and -shm, and start again."
        )


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _written(found: os.stat_result) -> tuple[int, int, int]:
    """Changes whenever somebody writes to a file; ``ctime`` also when they set the time back."""
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _ascend(*numbers: tuple[int, int]) -> bool:
    """Whether none of these is older than the one before it, given that they begin again some day."""
    pairs = [pair for earlier, later in pairwise(numbers) for pair in zip(earlier, later, strict=True)]
    return all((later - earlier) % NUMBERS < NUMBERS // 2 for earlier, later in pairs)


def _numbers(connection: sqlite3.Connection) -> tuple[int, int]:
    """The numbers of the newest transaction (see ``next_number``) and of the newest change of schema."""
    [number] = connection.execute("PRAGMA user_version").fetchone()
    [schema] = connection.execute("PRAGMA schema_version").fetchone()
    return number, schema


def _numbers_on_disk(file: Path) -> tuple[int, int]:
    """The same as they are in the file itself, without the log beside it and without regard to locks."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True)) as connection:
        # Only the first page is looked at. The file may be shorter than that says, if somebody is just writing to it.
        connection.execute("PRAGMA writable_schema = ON")
        return _numbers(connection)
