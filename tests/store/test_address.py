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
    "url", ["", "mysql://ana:secret@db/tablee", "sqlite://", "sqlite:///", "sqlite:x", "http://db"]
)
def test_anything_else_is_refused_by_naming_what_is_allowed(url):
    with pytest.raises(ValueError, match=r"a path, sqlite:///path .* postgresql://") as refusal:
        from_url(url)
    assert "secret" not in str(refusal.value)
