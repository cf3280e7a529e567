"""``doctor``, and what it asks of Discord: the number of shards, and the time."""

import asyncio
import contextlib
import re
import socket
import sqlite3
import time
from email.utils import formatdate
from unittest.mock import AsyncMock

import asyncpg
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route

from bot.cli.settings import Settings
from bot.cli.startup import (
    DiscordAnswer,
    NoAnswer,
    Recommended,
    SessionStarts,
    ask_discord,
    recommended,
    run_in_order,
    wait_for_discord,
)
from bot.core.shards import Shards
from bot.fleet import supervisor
from bot.sandbox import World, serve
from bot.store import Taken, WrongVersion
from tests.cli.test_settings import TOKEN

STARTS, FEW_STARTS = SessionStarts(1000, 990), SessionStarts(1000, 15)


def test_doctor_prints_what_it_found(tell, clinic):
    code, lines, _ = tell("doctor")
    assert code == 0
    assert all(line.startswith("ok ") for line in lines)
    assert any("database: sqlite, nothing is in it yet" in line for line in lines)
    assert any(re.match("ok   disk: .* MB free$", line) for line in lines)
    assert list(clinic.iterdir()) == []
    assert any("clock: as Discord's" in line for line in lines)
    assert any("invite: https://discord.com/" in line and "123456789012345678" in line for line in lines)
    assert "secret-part" not in "\n".join(lines)


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        ("LOG_LEVEL", "LOUD", "LOG_LEVEL='LOUD' is not possible"),
        ("DATABASE_URL", "sqlite:////proc/no/such/folder/x.sqlite3", "disk: "),
        (
            "DATABASE_URL",
            "postgresql://root:hunter2@127.0.0.1:1/x",
            "database: ConnectionRefusedError, Connection refused",
        ),
        ("DATABASE_URL", "postgresql://root:hunter2@127.0.0.1:1/x?port=hunter2", "database: "),
        ("DATABASE_URL", "mysql://root:hunter2@db/x", "settings: DATABASE_URL=mysql://… is not possible"),
        ("DISCORD_TOKEN", "", "DISCORD_TOKEN: not set"),
    ],
)
def test_doctor_says_what_will_not_do(variable, value, told, tell, clinic, monkeypatch):
    monkeypatch.setenv(variable, value)
    code, lines, complaint = tell("doctor")
    assert code == 1
    assert any(line.startswith("BAD") and told in line for line in lines)
    assert "hunter2" not in "\n".join(lines) + complaint
    assert "Traceback" not in complaint


@pytest.mark.parametrize(
    "error",
    [
        ValueError("invalid DSN: postgresql://root:hunter2@db/x"),
        OSError("cannot reach root:hunter2@db"),
        OSError(111, "Connect call failed ('hunter2', 1)"),
        socket.gaierror(-2, "no such host: hunter2"),
        sqlite3.OperationalError("unable to open hunter2"),
        RuntimeError(f"token {TOKEN}"),
        TimeoutError("hunter2"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_doctor_never_repeats_what_a_library_says(error, tell, clinic, monkeypatch):
    monkeypatch.setattr("bot.cli.doctor.inspect_database", AsyncMock(side_effect=error))
    code, lines, complaint = tell("doctor")
    assert code == 1
    assert any(line.startswith(f"BAD  database: {type(error).__name__}") for line in lines)
    assert not any(secret in "\n".join(lines) + complaint for secret in ("hunter2", "secret-part"))


def test_doctor_repeats_our_own_sentences(tell, clinic, monkeypatch):
    errors = [WrongVersion("The database is from a newer program."), Taken("Another process has it.")]
    monkeypatch.setattr("bot.cli.doctor.inspect_database", AsyncMock(side_effect=errors))
    for error in errors:
        code, lines, _ = tell("doctor")
        assert f"BAD  database: {error}" in lines
        assert code == 1


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (DiscordAnswer(200, b"{}", 2.0), "ok   clock: as Discord's"),
        (DiscordAnswer(200, b"{}", -2.0), "ok   clock: as Discord's"),
        (DiscordAnswer(200, b"{}", 3.4), "BAD  clock: 3 s ahead of Discord's"),
        (DiscordAnswer(200, b"{}", -4000.0), "BAD  clock: 4000 s behind Discord's"),
        (DiscordAnswer(200, b"{}", None), "BAD  clock: Discord's answer has no date, so it is not known"),
        (NoAnswer("Discord could not be reached"), "BAD  clock: Discord could not be reached"),
    ],
)
def test_doctor_compares_the_clock_with_discords(said, told, tell, clinic, monkeypatch):
    monkeypatch.setattr("bot.cli.doctor.ask_discord", AsyncMock(side_effect=[said]))
    code, lines, _ = tell("doctor")
    assert code == (0 if told.startswith("ok") else 1)
    assert any(line.startswith(told) for line in lines)


@pytest.mark.parametrize(
    ("shards", "said", "told"),
    [
        (
            "",
            Recommended(1, STARTS),
            "ok   shards: Discord recommends 1; 990 of 1000 starts are left for today",
        ),
        (
            "0-3/16",
            Recommended(16, STARTS),
            "ok   shards: Discord recommends 16; SHARDS=0-3/16; 990 of",
        ),
        (
            "0-3/16",
            Recommended(20, STARTS),
            "ok   shards: Discord recommends 20; SHARDS=0-3/16, which are few",
        ),
        (
            "0-3/16",
            Recommended(33, STARTS),
            "BAD  shards: Discord recommends 33; SHARDS=0-3/16, which are few",
        ),
        (
            "",
            Recommended(16, FEW_STARTS),
            "BAD  shards: Discord recommends 16; only 15 starts are left for today",
        ),
        ("", NoAnswer("Discord could not be reached"), "BAD  shards: Discord could not be reached"),
    ],
)
def test_doctor_tells_of_shards(shards, said, told, tell, clinic, monkeypatch):
    asked = AsyncMock(side_effect=[said])
    monkeypatch.setattr("bot.cli.doctor.recommended", asked)
    monkeypatch.setenv("SHARDS", shards)
    code, lines, _ = tell("doctor")
    asked.assert_awaited_once_with(TOKEN)
    assert code == (0 if told.startswith("ok") else 1)
    assert any(line.startswith(told) for line in lines), lines


@pytest.fixture
async def sandbox(monkeypatch):
    async with serve(World(shards=16), spec=None) as running:
        monkeypatch.setattr(Route, "BASE", running.api)
        yield running


async def test_discord_says_how_many_shards_and_starts_there_are_to_whom_it_knows(sandbox):
    found = await recommended(sandbox.token)
    assert found.shards == 16
    assert 0 < found.session_start_limit.remaining <= found.session_start_limit.total
    with pytest.raises(NoAnswer, match=r"^Discord refuses DISCORD_TOKEN: copy it again") as no:
        await recommended(TOKEN)
    assert "secret-part" not in str(no.value)


async def test_a_fleet_divides_what_discord_recommends(sandbox, monkeypatch):
    parts = []

    class Noted(supervisor.Fleet):
        """Only what it would have started."""

        async def run(self):
            parts.extend(group.shards for group in self._groups)
            return 0

    monkeypatch.setattr(supervisor, "Fleet", Noted)
    monkeypatch.setattr(supervisor, "prepare", AsyncMock())
    settings = Settings(discord_token=sandbox.token, database_url="postgresql://db/x")
    assert await supervisor.supervise(settings, 3) == 0
    assert parts == [Shards(0, 4, 16), Shards(5, 9, 16), Shards(10, 15, 16)]


async def test_a_fleet_that_discord_refuses_does_not_begin(sandbox, caplog, monkeypatch):
    monkeypatch.setattr(supervisor, "prepare", AsyncMock())
    settings = Settings(discord_token=TOKEN, database_url="postgresql://db/x")
    assert await run_in_order(supervisor.supervise(settings, 3)) == 1
    assert "Discord refuses DISCORD_TOKEN" in caplog.text
    supervisor.prepare.side_effect = asyncpg.InsufficientPrivilegeError("secret")
    assert await run_in_order(supervisor.supervise(settings, 3)) == 1
    assert caplog.messages[-1].startswith("It cannot start: InsufficientPrivilegeError, ")


@contextlib.asynccontextmanager
async def answering(handler):
    app = web.Application()
    app.router.add_get("/gateway", handler)
    async with TestServer(app) as server:
        yield str(server.make_url("/")).rstrip("/")


def dated(date, status=200):
    async def handler(_):
        return web.Response(status=status, headers={"Date": date}, body=b'{"url":"wss://gateway"}')

    return answering(handler)


@pytest.fixture
def at(monkeypatch):
    return lambda address: monkeypatch.setattr(Route, "BASE", address)


@pytest.mark.parametrize(("ahead", "status"), [(0, 200), (5, 404), (-5, 429), (4000, 503), (-4000, 200)])
async def test_the_clock_is_compared_with_the_date_of_any_answer(ahead, status, at):
    async with dated(formatdate(time.time() - ahead, usegmt=True), status) as address:
        at(address)
        found = await ask_discord("/gateway")
    assert (found.status, found.ahead) == (status, pytest.approx(ahead, abs=2))


@pytest.mark.parametrize(
    "date", ["", "yesterday", "0", "Mon, 99 Jan 2026 00:00:00 GMT", "Mon, 01 Jan 99999 00:00:00 GMT"]
)
async def test_a_start_does_not_need_a_date_that_can_be_read(date, at):
    async with dated(date) as address:
        at(address)
        assert (await ask_discord("/gateway")).ahead is None
        await wait_for_discord(Settings())


@pytest.mark.parametrize(
    "body", [b"<html>Log in first</html>", b"{}", b"[]", b'{"shards": 3, "session_start_limit": 5}']
)
async def test_an_answer_without_the_number_of_shards_is_none(body, monkeypatch):
    monkeypatch.setattr("bot.cli.startup.ask_discord", AsyncMock(return_value=DiscordAnswer(200, body, 0.0)))
    with pytest.raises(NoAnswer, match="not about its gateway"):
        await recommended(TOKEN)


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "http://[", "nonsense", ""])
async def test_no_answer_is_told(address, at):
    at(address)
    with pytest.raises(NoAnswer, match=r"^Discord could not be reached \(\w+\)$"):
        await ask_discord("/gateway")


async def test_a_server_that_never_answers_is_given_up(at, monkeypatch):
    monkeypatch.setattr("bot.cli.startup.REQUEST_TIMEOUT_SECONDS", 0.2)
    given_up = asyncio.Event()

    async def silent(_):
        await given_up.wait()
        return web.Response()

    async with answering(silent) as address:
        at(address)
        with pytest.raises(NoAnswer, match="TimeoutError"):
            await ask_discord("/gateway")
        given_up.set()


@pytest.mark.parametrize(("ahead", "lines"), [(0, 0), (30, 1), (-30, 1)])
async def test_a_clock_that_is_off_is_logged(ahead, lines, caplog, at):
    async with dated(formatdate(time.time() - ahead, usegmt=True)) as address:
        at(address)
        await wait_for_discord(Settings())
    found = [record.getMessage() for record in caplog.records if record.name == "bot.cli.startup"]
    assert len(found) == lines
    assert all(re.search(f"[23][0-9] s {'ahead of' if ahead > 0 else 'behind'} Discord's", line) for line in found)
