"""Both storages, fresh for every test; PostgreSQL from a wheel, one server a test process."""

import itertools
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from bot.store import Store, path_of, statements
from bot.store.backup import copied_tables
from bot.store.statements import Migration
from tests.kit.stores import make, opened
from tests.store.samples import NEWEST
from tests.store.server import Server, execute, running

SCHEMAS = itertools.count(1)
MIGRATED: set[str] = set()
"""Servers that have the shared schema."""
LET_GO = """
    SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND datname = current_database() AND backend_type = 'client backend'"""
"""A process that an earlier test has killed may still have locks."""
CLEAR = [
    *(f"DELETE FROM {table.name}" for table in copied_tables(NEWEST)),  # noqa: S608
    *(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), 1, false)" for table in ("tables", "journal")),
]


@pytest.fixture(scope="session")
def own_server() -> Iterator[Server]:
    """A PostgreSQL server of our own. No fsync: what a power cut would lose is not tested."""
    with running(fsync=False) as server:
        yield server


@pytest.fixture(scope="session")
def server(own_server: Server) -> str:
    return own_server.address


@pytest.fixture
async def empty_postgres_url(server: str) -> str:
    """An empty PostgreSQL schema: as good as a database, and twenty times as cheap."""
    name = f"test{next(SCHEMAS)}"
    await execute(server, f"CREATE SCHEMA {name}")
    return f"{server}&search_path={name}"


@pytest.fixture
async def postgres_url(server: str) -> str:
    """A PostgreSQL schema without rows, made once and cleared for every test: migrations take 200 ms."""
    url = f"{server}&search_path=shared"
    if server not in MIGRATED:
        await execute(server, "CREATE SCHEMA shared")
        await make(url)
        MIGRATED.add(server)
    await execute(url, LET_GO, *CLEAR)
    return url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.sqlite3"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("migrated") / "tables.sqlite3"


@pytest.fixture
async def store(url: str, migrated_file: Path) -> AsyncIterator[Store]:
    """An open storage with nothing in it, of each kind."""
    if url.startswith("sqlite"):
        if not migrated_file.exists():  # noqa: ASYNC240, a fast look
            await make(str(migrated_file))
        shutil.copyfile(migrated_file, path_of(url))
    async with opened(url) as store:
        yield store


@pytest.fixture
def there(url: str, sqlite_url: str, postgres_url: str, tmp_path: Path) -> str:
    """An empty database of the other kind."""
    return postgres_url if url == sqlite_url else f"sqlite:///{tmp_path}/there.sqlite3"


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Call it to make the program know only some steps, or further ones."""
    real = statements.migrations

    def pretend(until: int, *further: Migration) -> None:
        monkeypatch.setattr(statements, "migrations", lambda dialect: (*real(dialect)[:until], *further))

    return pretend


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for name in ("DATABASE_URL", "DISCORD_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    return folder
