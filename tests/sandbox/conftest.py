"""A sandbox in process, with a small bot on unmodified discord.py; only the two addresses differ."""

import asyncio
import contextlib

import discord
import pytest
import yarl

from bot.sandbox import Limits, World, serve
from bot.sandbox.api.spec import load_spec
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.sandbox.minibot import MiniBot
from tests.sandbox.raw import raw_client


@pytest.fixture(scope="session")
def spec():
    return load_spec()


@pytest.fixture
async def sandbox(spec):
    """A sandbox that waits long for answers: tests of late answers set their own limit."""
    async with serve(World(answer_within=HANG_TIMEOUT_SECONDS), limits=Limits.none(), spec=spec) as running:
        yield running


@contextlib.asynccontextmanager
async def connected(sandbox, monkeypatch, make=MiniBot):
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway))
    bot = make()
    await bot.login(sandbox.token)
    running = asyncio.create_task(bot.connect())
    ready = asyncio.create_task(bot.wait_until_ready())
    await asyncio.wait([running, ready], return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        ready.cancel()
        running.result()
    # discord.py does not wait long for the servers it was told of: it says that it is ready without them.
    while any(guild.unavailable for guild in bot.guilds):
        await bot.wait_for("guild_available", timeout=HANG_TIMEOUT_SECONDS)
    try:
        yield bot
    finally:
        await bot.close()
        with contextlib.suppress(asyncio.CancelledError):
            await running


@pytest.fixture
async def bot(sandbox, monkeypatch):
    async with connected(sandbox, monkeypatch) as running:
        yield running


@pytest.fixture
async def ana(sandbox):
    async with sandbox.person("Ana") as person:
        yield person


@pytest.fixture
async def bastien(sandbox):
    async with sandbox.person("Bastien") as person:
        yield person


@pytest.fixture
async def raw(sandbox):
    async with raw_client(sandbox) as client:
        yield client
