"""A sandbox in process, with a small bot on unmodified discord.py; only the two addresses differ."""

import pytest

from bot.sandbox import Limits, World, serve
from bot.sandbox.api.spec import load_spec
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.sandbox.clients import connected, raw_client
from tests.sandbox.minibot import MiniBot


@pytest.fixture(scope="session")
def spec():
    return load_spec()


@pytest.fixture
async def sandbox(spec):
    """A sandbox that waits long for answers: tests of late answers set their own limit."""
    async with serve(World(answer_within=HANG_TIMEOUT_SECONDS), limits=Limits.none(), spec=spec) as running:
        yield running


@pytest.fixture
async def bot(sandbox):
    async with connected(sandbox, MiniBot()) as running:
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
