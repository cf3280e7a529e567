"""What Discord recommends, asked of a Discord of our own."""

import pytest
from discord.http import Route

from bot.cli.doctor import NoAnswer, recommended
from bot.cli.settings import Settings
from bot.core.shards import Shards
from bot.fleet import supervisor
from bot.sandbox import World, serve
from tests.cli.test_settings import TOKEN


@pytest.fixture
async def sandbox(monkeypatch):
    async with serve(World(shards=16), spec=None) as running:
        monkeypatch.setattr(Route, "BASE", running.api)
        yield running


async def test_discord_says_how_many_shards_and_starts_there_are(sandbox):
    found = await recommended(sandbox.token)
    assert found.shards == 16
    assert 0 < found.left <= found.total


async def test_a_token_discord_does_not_know_is_told(sandbox):
    with pytest.raises(NoAnswer, match=r"^Discord refuses DISCORD_TOKEN: copy it again") as no:
        await recommended(TOKEN)
    assert "secret-part" not in str(no.value)


async def test_nobody_there_is_told(monkeypatch):
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:1")
    with pytest.raises(NoAnswer, match=r"^Discord could not be reached \(ClientConnectorError\)$"):
        await recommended(TOKEN)


async def test_a_fleet_divides_what_discord_recommends(sandbox, monkeypatch):
    parts = []

    class Noted(supervisor.Fleet):
        """Only what it would have started."""

        async def run(self):
            """Nothing."""
            parts.extend(group.shards for group in self._groups)
            return 0

    monkeypatch.setattr(supervisor, "Fleet", Noted)
    settings = Settings(discord_token=sandbox.token, database_url="postgresql://db/x")
    assert await supervisor.supervise(settings, 3) == 0
    assert parts == [Shards(0, 4, 16), Shards(5, 9, 16), Shards(10, 15, 16)]


async def test_a_fleet_that_discord_refuses_does_not_begin(sandbox, caplog):
    assert await supervisor.supervise(Settings(discord_token=TOKEN, database_url="postgresql://db/x"), 3) == 1
    assert "Discord refuses DISCORD_TOKEN" in caplog.text
