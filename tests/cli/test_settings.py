"""Settings: .env.example lists all of them, and an invalid one is named without its secrets."""

import base64
from dataclasses import fields
from pathlib import Path
from traceback import format_exception
from unittest.mock import Mock

import pytest

from bot.cli.settings import LEVELS, BadSetting, Settings
from bot.core.shards import Shards
from tests.kit.words import ROOT

TOKEN = f"{base64.b64encode(b'123456789012345678').decode().rstrip('=')}.GaBcDe.secret-part"
ENDLESS = f"{base64.b64encode(b'9' * 6_000).decode()}.GaBcDe.secret-part"
NOWHERE = Path("no/such/file")


def test_the_example_lists_exactly_the_settings():
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    named = [line.lstrip("# ").partition("=")[0] for line in lines if "=" in line and line.lstrip("# ")[0].isupper()]
    assert [name for name in named if name.isupper()] == [field.name.upper() for field in fields(Settings)]


def test_nothing_set_gives_the_defaults():
    Settings.read({}, ROOT / ".env.example")
    assert Settings.read({}, NOWHERE) == Settings()
    assert Settings.read({field.name.upper(): " " for field in fields(Settings)}, NOWHERE) == Settings()


def test_the_environment_comes_before_the_file(tmp_path):
    file = tmp_path / ".env"
    # As some editors write it: with a byte order mark.
    file.write_bytes(b"\xef\xbb\xbfLOG_LEVEL=DEBUG\r\nDATABASE_URL=sqlite:///x\r\n")
    assert Settings.read({}, file) == Settings(log_level="DEBUG", database_url="sqlite:///x")
    assert Settings.read({"LOG_LEVEL": "ERROR"}, file) == Settings(log_level="ERROR", database_url="sqlite:///x")


@pytest.mark.parametrize("written", [b"\xff\xfeL\0O\0G\0", b"DISCORD_TOKEN=\xe9-secret\n", b"# caf\xe9\n"], ids=ascii)
def test_a_file_that_is_not_utf_8_is_named_and_not_repeated(tmp_path, written):
    file = tmp_path / ".env"
    file.write_bytes(written)
    with pytest.raises(BadSetting, match=r"\.env cannot be read .*save it as UTF-8") as bad:
        Settings.read({}, file)
    assert "secret" not in "".join(format_exception(bad.value))


def test_a_setting_without_a_value_is_named(tmp_path):
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN\nOTHER\n")
    with pytest.raises(BadSetting, match=r"\.env: the line DISCORD_TOKEN has no value; write DISCORD_TOKEN=…"):
        Settings.read({}, file)


def test_a_file_that_cannot_be_read_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.cli.settings.dotenv_values", Mock(side_effect=PermissionError(13, "Permission denied")))
    with pytest.raises(BadSetting, match=r"\.env cannot be read \(PermissionError\)"):
        Settings.read({}, tmp_path / ".env")


@pytest.mark.parametrize(
    ("value", "scheme"),
    [
        ("mysql://root:hunter2@db/x", "mysql://…"),
        ("postgresql+asyncpg://root:hunter2@db/x", "postgresql+asyncpg://…"),
        ("POSTGRESQL://root:hunter2@db/x", "POSTGRESQL://…"),
        ("tablee.sqlite3", "…"),
        ("sqlite:///", "sqlite://…"),
        ("sqlite://hunter2", "sqlite://…"),
        ("sqlite:///postgresql://root:hunter2@db/x", "sqlite://…"),
        ("root:hunter2@db/x", "…"),
        ("hunter2", "…"),
        ("postgresql:/root:hunter2@db/x", "…"),
        ("postgresql://root:hunter2", "postgresql://…"),
        ("postgresql://root:hunt@er2@db/x", "postgresql://…"),
        ("postgresql://root:hunt/er2@db/x", "postgresql://…"),
        ("postgresql://root:22/er2@db/x", "postgresql://…"),
        ("postgresql://root:hunt#er2@db/x", "postgresql://…"),
        ("postgresql://root:hunt?er2@db/x", "postgresql://…"),
        ("postgresql://root:hunter2@[::1/x", "postgresql://…"),
        ("postgresql://root:hunter2@db:port/x", "postgresql://…"),
        ("postgresql://root:hunter2@db:123456/x", "postgresql://…"),
        ("postgresql://root:hunt[er2@db/x", "postgresql://…"),
        ("postgresql://root:hunt er2@db/x", "postgresql://…"),
        ("postgresql://root:hunter2@::1/x", "postgresql://…"),
        ("postgresql://root:hunter2@db/x?hunter2", "postgresql://…"),
        ("postgresql://root:hunter2@db/x?a=b&hunter2", "postgresql://…"),
        ("postgresql://root:hunter2@db/x#hunter2", "postgresql://…"),
        ("postgresql://root:hunter2@db/a/b", "postgresql://…"),
        ("h" * 30 + "://hunter2", "…"),
    ],
)
def test_an_address_nobody_can_work_with_is_refused_and_never_repeated(value, scheme):
    with pytest.raises(BadSetting) as bad:
        Settings.read({"DATABASE_URL": value}, NOWHERE)
    told = str(bad.value)
    assert told.startswith(f"DATABASE_URL={scheme} is not possible; allowed: sqlite:///path/to/file or postgresql://")
    assert not any(part in "".join(format_exception(bad.value)) for part in ("hunt", "er2", "root", "@db"))


@pytest.mark.parametrize(
    "value",
    [
        "sqlite:///data/tablee.sqlite3",
        "sqlite:////tmp/x",
        "sqlite:///C:/x",
        "postgres://db/x",
        "postgresql://user@db",
        "postgresql://user:p%40ss%2F@db:5432/x?sslmode=require",
        "postgresql://user:@/x?host=/tmp/socket",
        "postgresql:///x",
        "postgresql://user:a:b,c;d&e=f!$*()%23%40@db/x",
        "postgresql://one:5432,[::2],%2Frun%2Fpostgresql/x",
        "postgresql://user@/x?host=/run/postgresql&sslmode=require&plpgsql.check_asserts=on",
        "postgresql://user:secret@[::1]:5432/x",
        "postgresql://user:secret@one:5432,two:5433/x",
    ],
)
def test_an_address_that_will_do_is_taken_as_it_is(value):
    assert Settings.read({"DATABASE_URL": value}, NOWHERE).database_url == value


def test_settings_shown_for_debugging_keep_their_secrets():
    dsn = "https://key@o1.ingest.sentry.example/7"
    shown = repr(Settings(discord_token=TOKEN, database_url="postgresql://root:hunter2@db/x", sentry_dsn=dsn))
    assert not any(secret in shown for secret in ("secret-part", "hunter2", "ingest"))


@pytest.mark.parametrize(
    "token",
    ["nonsense", "a.b.c", "..", "MTIz.x", TOKEN + ".more", "é.b.c", "YWJj.b.c", ENDLESS],
    ids=lambda token: ascii(token)[:20],
)
def test_a_token_of_the_wrong_shape_is_refused_and_never_repeated(token):
    with pytest.raises(BadSetting) as bad:
        Settings.read({"DISCORD_TOKEN": token}, NOWHERE)
    assert "DISCORD_TOKEN" in str(bad.value)
    assert token not in str(bad.value)


def test_the_application_is_known_from_its_token():
    assert Settings.read({"DISCORD_TOKEN": TOKEN}, NOWHERE).application == 123456789012345678
    assert Settings().application is None


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("LOG_LEVEL", "LOUD", f"LOG_LEVEL='LOUD' is not possible; allowed: {', '.join(LEVELS)}"),
        ("DISCORD_API", "discord.com", "DISCORD_API=… is not possible; allowed: an address like https://"),
        ("LOG_FORMAT", "xml", "LOG_FORMAT='xml' is not possible; allowed: text, json"),
        ("METRICS_PORT", "0", "METRICS_PORT='0' is not possible; allowed: a port from 1 to 65535"),
        ("METRICS_PORT", "65536", "METRICS_PORT='65536' is not possible"),
        ("METRICS_PORT", "9" * 99, "METRICS_PORT='99999999999999999999' is not possible"),
        ("METRICS_PORT", "²", "METRICS_PORT='²' is not possible"),
        ("SENTRY_DSN", "hunter2", "SENTRY_DSN=… is not possible; allowed: https://key@host/project"),
        ("SENTRY_DSN", "https://hunter2@/7", "SENTRY_DSN=… is not possible"),
    ],
)
def test_an_invalid_value_is_named_with_what_is_allowed(variable, value, told):
    with pytest.raises(BadSetting) as bad:
        Settings.read({variable: value}, NOWHERE)
    assert told in str(bad.value)
    assert "hunter2" not in str(bad.value)


def test_valid_values_are_read():
    dsn = "https://key@o1.ingest.sentry.example/7"
    given = {"METRICS_PORT": "9100", "LOG_FORMAT": "json", "SENTRY_DSN": dsn, "SHARDS": "4-7/16"}
    found = Settings.read(given, NOWHERE)
    assert (found.metrics_port, found.log_format, found.sentry_dsn) == (9100, "json", dsn)
    assert found.shards == Shards(4, 7, 16)
    assert Settings.read({"LOG_LEVEL": "info", "LOG_FORMAT": "JSON"}, NOWHERE) == Settings(log_format="json")


@pytest.mark.parametrize("value", ["all", "4-3/16", "0-16/16", "0-3", "-1/4", "9" * 5_000])
def test_shards_there_are_not_are_named(value):
    with pytest.raises(BadSetting, match=r"^SHARDS='.{1,20}' is not possible\. [A-Z].*\.$"):
        Settings.read({"SHARDS": value}, NOWHERE)
