"""`python -m bot run` without a token, as somebody types it: a page, a bot on it, and a clean end."""

import asyncio
import os
import re
import signal
import socket
import sys
from contextlib import asynccontextmanager

import aiohttp
import pytest

from bot.local import GAMES, HINT
from bot.sandbox import Person
from tests.kit import ROOT
from tests.wire.hall import PATIENCE, private, read


@asynccontextmanager
async def typed(folder, *arguments, **more):
    """The command in an empty folder; ended with the block if it still runs."""
    hidden = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run", *arguments,
        cwd=folder, env=environment | {"PYTHONPATH": str(ROOT)} | more,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with asyncio.timeout(40):
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
    assert HINT in lines[0]
    assert "Ctrl-C" in lines[1]
    return found[0]


async def somebody(page, name):
    """Who is called so, as the page finds out."""
    async with aiohttp.ClientSession() as session, session.get(f"{page}cast") as answer:
        people = await answer.json()
    return next(each["id"] for each in people["people"] if each["username"] == name)


async def test_the_first_thing_somebody_types_works_and_ctrl_c_ends_it(tmp_path):
    # An address nobody can reach: had the bot used it, it would not have come up.
    async with typed(tmp_path, "--port", "0", DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing") as process:
        page = await opened(process)
        async with Person(page, await somebody(page, "ana")) as ana:
            answer = await ana.command(GAMES, HINT.removeprefix("/"))
            assert answer["outcome"] == "answered"
            lobby, welcome = await ana.until(lambda: len(found := ana.in_channel(GAMES)) == 2 and found, PATIENCE)
            assert "PtiPassPass" in read(lobby)
            assert private(welcome)
        process.send_signal(signal.SIGINT)
        out, wrong = await process.communicate()
        assert process.returncode == 0
        assert (out, wrong) == (b"", b"")
        assert [file.name for file in (tmp_path / "data").glob("*.sqlite3")] == [
            f"local-{page.split(':')[2][:-1]}.sqlite3"
        ]
        await gone(page)


async def test_the_sandbox_ends_with_a_bot_that_is_killed(tmp_path):
    async with typed(tmp_path, "--port", "0") as process:
        page = await opened(process)
        process.kill()
        await process.wait()
        await gone(page)


async def gone(page):
    """Wait until nobody answers at that address any more."""
    port = int(page.split(":")[2][:-1])
    async with asyncio.timeout(10):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionError:
                return
            writer.close()
            await asyncio.sleep(0.05)


async def test_a_port_that_is_taken_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        async with typed(tmp_path, "--port", str(port)) as process:
            out, wrong = await process.communicate()
    assert process.returncode == 1
    assert out == b""
    assert wrong.decode().count("\n") == 1
    assert str(port) in wrong.decode()


@pytest.mark.parametrize("word", ["run", "--port"])
async def test_the_help_tells(word):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *(["run"] if word == "--port" else []), "--help",
        cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await process.communicate()
    assert word in out.decode()
