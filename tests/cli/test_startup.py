"""A start that fails says why and what to do next, in one sentence; it waits for servers that are away."""

import asyncio
import logging
import re
import sqlite3
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import asyncpg
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli import run as online
from bot.cli import startup
from bot.cli.settings import FILE, HOME, Settings, doubts, home
from bot.cli.startup import (
    RETRY_SECONDS,
    check_folder,
    prepare,
    run_in_order,
    wait_for_discord,
    wait_for_postgres,
)
from bot.client.bot import Bot
from bot.sandbox import World, serve
from bot.store import Taken, WrongVersion
from bot.store.statements import Unusable
from tests.cli.test_settings import TOKEN

POSTGRES = "postgresql://ana:hunter2@db/games"
REFUSED = ConnectionRefusedError(111, "hunter2")


@pytest.fixture
def attempts(monkeypatch) -> list[float]:
    """The pause after each attempt, which takes no time here."""
    found: list[float] = []
    real = startup.pauses

    def noted():
        for pause in real():
            found.append(pause)
            yield 0.0

    monkeypatch.setattr(startup, "pauses", noted)
    return found


# ---- settings


@pytest.mark.parametrize(
    ("name", "meant"),
    [("DISCORD_TOKNE", "DISCORD_TOKEN"), ("LOGLEVEL", "LOG_LEVEL"), ("RETENTION_DAY", "RETENTION_DAYS")],
)
def test_a_mistyped_variable_is_named_with_the_nearest_real_one(tmp_path, name, meant):
    file = tmp_path / FILE
    told = [f"{name} is not a setting: is {meant} meant?"]
    assert list(doubts({name: "x"}, file)) == told
    file.write_text(f"{name}=x\n")
    assert list(doubts({}, file)) == told
    # Other variables are nobody's business.
    file.write_text("POSTGRES_PASSWORD=x\nNEW_DATABASE_URL=x\nLOG_LEVELS=x\nLOG_LEVEL=INFO\n")
    assert list(doubts({"PATH": "/bin"}, file)) == []


@pytest.mark.parametrize("line", ["export DISCORD_TOKEN secret", 'DISCORD_TOKEN="secret', "a secret note", "= secret"])
def test_a_line_without_a_value_is_named_and_not_repeated(tmp_path, line, caplog):
    file = tmp_path / FILE
    file.write_text(f"# note\n{line}\nLOG_LEVEL=DEBUG\n")
    assert Settings.read({}, file) == Settings(log_level="DEBUG")
    assert [record.getMessage()[-6:] for record in caplog.records] == ["line 2"]
    assert "secret" not in caplog.text


def test_everything_is_in_one_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(HOME)
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "share"))
    folder = home()
    assert folder.is_relative_to(tmp_path / "share")
    assert Settings.read({}).database_url == f"sqlite:///{folder.as_posix()}/data/tablee.sqlite3"
    assert Settings.read({"DATABASE_URL": "sqlite:////x/y"}).database_url == "sqlite:////x/y"
    (tmp_path / FILE).touch()
    assert home() == Path()
    monkeypatch.setenv(HOME, "/elsewhere")
    assert home() == Path("/elsewhere")


# ---- folders


def test_a_folder_that_cannot_be_written_to_is_one_sentence(tmp_path, monkeypatch):
    check_folder(tmp_path / "new", "X")
    monkeypatch.setattr(startup.tempfile, "TemporaryFile", Mock(side_effect=OSError(28, "")))
    told = (
        f"The folder {tmp_path} cannot be used (No space left on device): correct that, or name another place with X."
    )
    with pytest.raises(Unusable, match=re.escape(told)):
        check_folder(tmp_path, "X")


async def test_a_database_that_cannot_be_opened_ends_the_start_with_a_sentence(tmp_path, monkeypatch, caplog):
    folder = tmp_path / "file"
    folder.touch()
    settings = Settings(discord_token=TOKEN, database_url=f"sqlite:///{folder}/x.sqlite3")
    assert await run_in_order(online.serve(settings)) == 1
    for error in (
        WrongVersion("The database is from a newer program."),
        Taken("Another process has it."),
        sqlite3.OperationalError("secret"),
        asyncpg.InsufficientPrivilegeError("secret"),
        asyncpg.InterfaceError("secret"),
    ):
        assert await run_in_order(AsyncMock(side_effect=error)()) == 1
    elsewhere = "which DATABASE_URL or the database's own log explains"
    assert [record.getMessage() for record in caplog.records] == [
        f"The folder {folder} cannot be used (File exists): correct that, or name another place with DATABASE_URL.",
        "The database is from a newer program.",
        "Another process has it.",
        "It cannot start: OperationalError, no more is known. Correct that, then start again.",
        f"It cannot start: InsufficientPrivilegeError, {elsewhere}. Correct that, then start again.",
        f"It cannot start: InterfaceError, {elsewhere}. Correct that, then start again.",
    ]
    assert not [record for record in caplog.records if record.exc_info]


# ---- PostgreSQL and Discord


async def test_postgresql_that_is_away_is_waited_for(attempts, monkeypatch, caplog):
    errors = [REFUSED] * 8 + [asyncpg.CannotConnectNowError("starting up")]
    monkeypatch.setattr(startup, "inspect_schema", AsyncMock(side_effect=[*errors, 3]))
    await wait_for_postgres(POSTGRES)
    assert attempts == [*RETRY_SECONDS, *RETRY_SECONDS[-1:] * 4]
    assert caplog.records[0].getMessage() == (
        "PostgreSQL cannot be reached at db/games (ConnectionRefusedError): trying again in 0 s; does it run, is "
        "DATABASE_URL right?"
    )
    assert "hunter2" not in caplog.text


UNREADABLE = "The database db/games cannot be read: {}, which DATABASE_URL or the database's"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (asyncpg.InvalidCatalogNameError, "PostgreSQL has no database db/games: create it (createdb), then start"),
        (
            asyncpg.InvalidPasswordError,
            "PostgreSQL refuses the user or the password for db/games: correct DATABASE_URL",
        ),
        (asyncpg.InsufficientPrivilegeError, UNREADABLE.format("InsufficientPrivilegeError")),
        (asyncpg.ClientConfigurationError, UNREADABLE.format("ClientConfigurationError")),
    ],
)
async def test_a_database_that_is_missing_or_refuses_is_one_sentence(error, told, attempts, monkeypatch):
    monkeypatch.setattr(startup, "inspect_schema", AsyncMock(side_effect=error("hunter2")))
    with pytest.raises(Unusable, match=re.escape(told)):
        await prepare(Settings(database_url=POSTGRES))
    assert len(attempts) == 1


async def test_discord_that_cannot_be_reached_is_waited_for(attempts, monkeypatch, caplog, unused_tcp_port):
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    async with serve(World(), spec=None) as sandbox:
        asked = asyncio.create_task(wait_for_discord(Settings(discord_api=f"http://127.0.0.1:{unused_tcp_port}/api")))
        while len(attempts) < 3:  # noqa: ASYNC110, real requests are refused
            await asyncio.sleep(0)
        assert caplog.records[0].getMessage() == (
            f"Discord could not be reached (ClientConnectorError) at http://127.0.0.1:{unused_tcp_port}/api: "
            "trying again in 0 s; is this machine online?"
        )
        Route.BASE = sandbox.api
        await asked
        # DISCORD_API also decides where events come from.
        assert str(DiscordWebSocket.DEFAULT_GATEWAY).startswith(sandbox.gateway.rstrip("/"))


def test_nothing_is_said_about_voice(caplog):
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = True
    with caplog.at_level(logging.WARNING):
        Bot(Mock(), shards=None)
    assert caplog.records == []
