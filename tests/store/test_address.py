import traceback

import asyncpg
import pytest

from bot.store import from_url
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("data/tables.sqlite3", "data/tables.sqlite3"),
        ("/var/lib/tables", "/var/lib/tables"),
        ("C:\\tables.sqlite3", "C:\\tables.sqlite3"),
        (":memory:", ":memory:"),
        ("sqlite:///data/tables.sqlite3", "data/tables.sqlite3"),
        ("sqlite:////var/lib/tables", "/var/lib/tables"),
    ],
)
def test_a_path_is_a_sqlite_file(url, path):
    store = from_url(url)
    assert isinstance(store, SqliteStore)
    assert store._path == path


@pytest.mark.parametrize("url", ["postgresql://ana:secret@db/tablee", "postgres://db/tablee"])
def test_a_postgresql_address(url):
    assert isinstance(from_url(url), PostgresStore)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "sqlite://",
        "sqlite:///",
        "sqlite:x",
        "http://db",
        "mysql://ana:hunter2@db/tablee",
        " postgresql://ana:hunter2@db/tablee",
        "'postgresql://ana:hunter2@db/tablee'",
        "PostgreSQL://ana:hunter2@db/tablee",
        "postgresql:/ana:hunter2@db/tablee",
        "postgresql:ana:hunter2@db/tablee",
        "postgresql+asyncpg://ana:hunter2@db/tablee",
        "hunter2:5432/tablee",
        "sqlite:///postgresql://ana:hunter2@db/tablee",
    ],
)
def test_anything_else_is_refused_without_its_password(url):
    with pytest.raises(ValueError, match=r"No storage has an address like .* a path, sqlite:///path .*") as refusal:
        from_url(url)
    assert "hunter2" not in told(refusal.value)


def told(error: BaseException) -> str:
    """All that a log would have of an error."""
    return "".join(traceback.format_exception(error)) + repr(error)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ana:hun#ter2@[::1/tablee",
        "postgresql://ana:hun#ter2@db/tablee",
        "postgresql://ana:hun/ter2@db/tablee",
        "postgresql://ana:hun?ter2@db/tablee",
        "postgresql://ana:hun@ter2@db/tablee",
        "postgresql://ana:hun[ter2@db/tablee",
        "postgresql://ana:hun ter2@db/tablee",
        "postgresql://ana:hun\nter2@db/tablee",
        "postgresql://ana:hunter2@db/tablee\n",
        "postgresql://ana:hunter2@[::1/tablee",
        "postgresql://ana:hunter2@::1/tablee",
        "postgresql://ana:hunter2@db:port/tablee",
        "postgresql://ana:hunter2@db:5432:5433/tablee",
        "postgresql://ana:hunter2@db/tablee?hunter2",
        "postgresql://ana:hunter2@db/tablee?a=b&hunter2",
        "postgresql://ana:hunter2@db/a/b",
        "postgresql://ana:hunter2@db/tablee#hunter2",
    ],
)
def test_a_malformed_postgresql_address_is_refused_without_repeating_it(url):
    with pytest.raises(
        ValueError, match=r"The address of the PostgreSQL database is malformed; .* write %23 for #"
    ) as no:
        from_url(url)
    for piece in ("hun", "ter2", "ana", "5432:"):
        assert piece not in told(no.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://",
        "postgresql:///tablee",
        "postgresql://db",
        "postgresql://ana@db:5432/tablee",
        "postgresql://ana:a:b,c;d&e=f!$*()%23%40@db/tablee",
        "postgresql://ana:@db/tablee",
        "postgresql://[::1]:5432/tablee",
        "postgresql://one:5432,[::2],%2Frun%2Fpostgresql/tablee",
        "postgresql://ana@/tablee?host=/run/postgresql&sslmode=require&plpgsql.check_asserts=on",
    ],
)
def test_a_well_formed_postgresql_address_is_taken(url):
    assert isinstance(from_url(url), PostgresStore)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ana:hunter2@127.0.0.1:1/tablee",
        "postgresql://ana:hunter2@127.0.0.1:99999/tablee",
        "postgresql://ana:hunter2@nowhere.invalid/tablee",
        "postgresql://127.0.0.1:1/tablee?user=ana&password=hunter2",
        "postgresql://ana:hunter2@127.0.0.1:1/tablee?sslmode=hunter2",
        "postgresql://ana:hunter2@127.0.0.1:1/tablee?port=hunter2",
        "postgresql://ana:hunter2@127.0.0.1:1/tablee?target_session_attrs=hunter2",
        "postgresql://ana:hunter%32@127.0.0.1:1/tablee?sslmode=hunter2",
        "postgresql://ana:%6Aunter2@127.0.0.1:1/tablee?target_session_attrs=%6Aunter2",
        "postgresql://127.0.0.1,127.0.0.2/tablee?port=1,2,3&password=hunter2",
    ],
)
async def test_no_connection_error_contains_the_password(url):
    store = from_url(url)
    with pytest.raises(Exception, match=r".") as error:
        await store.open()
    for secret in ("hunter2", "hunter%32", "junter2"):
        assert secret not in told(error.value)
    with pytest.raises(RuntimeError, match="not open"):
        await store.schema_version()


async def test_no_refusal_of_the_server_contains_the_password(server):
    url = server.replace("tablee@", "tablee:hunter2@")
    for wrong in ("&pasword=hunter2", "&work_mem=hunter2", "&application_name=hunter2&work_mem=x"):
        with pytest.raises((asyncpg.PostgresError, ConnectionError)) as error:
            await from_url(url + wrong).open()
        assert "hunter2" not in told(error.value)
    # A message without a secret is passed on.
    with pytest.raises(asyncpg.PostgresError, match="pasword"):
        await from_url(url + "&pasword=1").open()
