"""`tablee run` without a token, as somebody types it: a page, a bot on it, and a clean end."""

import asyncio
import os
import re
import signal
import socket
import stat
import sys
from contextlib import asynccontextmanager

import aiohttp
import pytest

from bot.cli import local
from bot.cli.local import GAMES
from bot.cli.settings import Settings
from bot.sandbox import Person
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.kit.words import ROOT
from tests.wire.boards import addresses, private, read
from tests.wire.processes import command, family

in_proc = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


@asynccontextmanager
async def typed(folder, *arguments, umask=-1, **more):
    """The command in an empty folder, in a process group of its own; ended with the block if it still runs."""
    hidden = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "LOG_FORMAT", "METRICS_PORT", "SENTRY_DSN")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run", *arguments,
        cwd=folder, env=environment | {"PYTHONPATH": str(ROOT)} | more,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, start_new_session=True, umask=umask,
    )  # fmt: skip
    try:
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def opened(process):
    """The page's address, once the bot says where it is; it says so in two lines."""
    lines = [(await process.stdout.readline()).decode() for _ in range(2)]
    found = re.search(r"http://127\.0\.0\.1:\d+/", lines[0])
    assert found, (lines, (await process.stderr.read()).decode())
    assert "/jouer" in lines[0]
    assert "Ctrl-C" in lines[1]
    return found[0]


async def somebody(page, name):
    async with aiohttp.ClientSession() as session, session.get(f"{page}cast") as answer:
        people = await answer.json()
    return next(each["id"] for each in people["people"] if each["username"] == name)


@in_proc
@pytest.mark.slow
async def test_the_first_thing_somebody_types_works_after_a_restart_too_and_ctrl_c_ends_it(tmp_path):
    # An address nobody can reach: had the bot used it, it would not have come up. And no uvloop, as on Windows.
    (tmp_path / "uvloop.py").write_text("raise ImportError\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    unreachable = "postgresql://nobody@127.0.0.1:1/nothing"
    async with typed(tmp_path, "--port", "0", DATABASE_URL=unreachable, PYTHONPATH=path) as process:
        page = await opened(process)
        async with Person(page, await somebody(page, "ana")) as ana:
            answer = await ana.command(GAMES, "jouer")
            assert answer["outcome"] == "answered"
            [games] = await ana.until(lambda: ana.in_channel(GAMES))
            assert "PtiPassPass" in read(games)
            assert private(games)
            await ana.command(GAMES, "jouer", jeu="trio", niveau="novice")
            before = await ana.until(lambda: [each for each in ana.in_channel(GAMES) if numbers(each)][-1:])
            known = {each["id"] for each in ana.in_channel(GAMES)}
            others = [*family(process.pid)]
            assert others, "pictures are drawn in processes of their own"
            async with aiohttp.ClientSession() as session, session.post(f"{page}restart-bot") as answer:
                assert answer.status == 204
            log = tmp_path / "data" / "local.log"
            async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                while log.read_text("utf-8").count("starting version") < 2:  # noqa: ASYNC110, another process writes it
                    await asyncio.sleep(0.05)
            await ana.until(lambda: bot_presence(ana)[-1:] == [True])
            await ana.command(GAMES, "main")
            after = await ana.until(lambda: [m for m in ana.in_channel(GAMES) if m["id"] not in known and numbers(m)])
            assert numbers(after[0]) == numbers(before[0]), "the game goes on"
        process.send_signal(signal.SIGINT)
        out, wrong = await process.communicate()
        assert (process.returncode, out, wrong) == (0, b"", b"")
        assert [file.name for file in (tmp_path / "data").iterdir()] == ["local.log"]
        assert "loop=asyncio" in log.read_text("utf-8")
        await ended(others)
        await gone(page)


def numbers(message):
    """The tables that a message leads to."""
    return {address.table for address in addresses(message) if address.table}


def bot_presence(person):
    """The times the bot came or went since this person looks, in order."""
    seen = [frame["d"]["online"] for frame in person.received if frame["t"] == "BOT"]
    return seen if False in seen else []


async def ended(numbers):
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while any(map(command, numbers)):  # noqa: ASYNC110, other processes set no event
            await asyncio.sleep(0.05)


@in_proc
@pytest.mark.slow
async def test_sigterm_to_all_processes_twice_as_service_managers_do_ends_everything_in_order(tmp_path):
    forgotten = tmp_path / "forgotten"
    forgotten.mkdir()
    async with typed(tmp_path, "--port", "0", umask=0, TMPDIR=str(forgotten)) as process:
        page = await opened(process)
        assert list(forgotten.rglob("*.sqlite3"))
        others = [*family(process.pid)]
        assert others, "pictures are drawn in processes of their own"
        assert mode(tmp_path / "data") == 0o700
        assert mode(tmp_path / "data" / "local.log") == 0o600
        for _ in range(2):
            os.killpg(process.pid, signal.SIGTERM)
        out, wrong = await process.communicate()
        assert (process.returncode, out, wrong) == (0, b"", b"")
        await ended(others)
        await gone(page)
        assert list(forgotten.iterdir()) == []


def mode(file):
    return stat.S_IMODE(file.stat().st_mode)


def test_a_log_that_anybody_could_read_is_theirs_no_more(tmp_path, monkeypatch):
    handlers = []
    monkeypatch.setattr(local, "set_up", lambda _level, _form, given: handlers.extend(given))
    file = tmp_path / "local.log"
    file.touch()
    file.chmod(0o644)
    local._log_to(file, Settings())
    for handler in handlers:
        handler.close()
    assert mode(file) == 0o600


async def gone(page):
    with pytest.raises(aiohttp.ClientConnectionError):
        await somebody(page, "ana")


async def test_a_port_that_is_taken_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        async with typed(tmp_path, "--port", str(port)) as process:
            out, wrong = await process.communicate()
    assert process.returncode == 1
    assert out == b""
    assert wrong.decode().count("\n") == 1
    assert str(port) in wrong.decode()
