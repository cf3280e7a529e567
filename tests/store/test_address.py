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


def told(error: BaseException) -> str:
    """All that a log would have of an error."""
    return "".join(traceback.format_exception(error)) + repr(error)


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
