"""Which shards the client connects to, and how fast they identify."""

import asyncio
from unittest.mock import AsyncMock

import discord
import pytest
from discord.ext import commands

from bot.client import sharded
from bot.client.sharded import IdentifyLimiter, LocalBucketLocks, ShardedBot
from bot.core.shards import Shards


class Recommending:
    """discord.py's HTTP client, as far as it says how many shards there should be."""

    def __init__(self, shards: int) -> None:
        self.shards, self.asked = shards, 0

    async def get_bot_gateway(self) -> tuple[int, str, dict[str, int]]:
        """As discord.py gives it."""
        self.asked += 1
        return self.shards, "wss://nowhere.invalid", {"max_concurrency": 1}


def client(shards: Shards | None) -> ShardedBot:
    return ShardedBot(shards, command_prefix="!", intents=discord.Intents.none())


async def test_a_part_of_the_shards_is_what_was_asked_for():
    bot = client(Shards(4, 7, 16))
    discord_says = bot.http = Recommending(64)  # type: ignore[assignment]
    assert await bot.choose_shards() == Shards(4, 7, 16)
    assert (bot.shard_count, bot.shard_ids, discord_says.asked) == (16, [4, 5, 6, 7], 0)


async def test_without_a_choice_they_are_all_that_discord_recommends():
    bot = client(None)
    discord_says = bot.http = Recommending(3)  # type: ignore[assignment]
    assert await bot.choose_shards() == Shards(0, 2, 3)
    assert await bot.choose_shards() == Shards(0, 2, 3)
    assert (bot.shard_count, bot.shard_ids, discord_says.asked) == (3, [0, 1, 2], 1)


async def test_events_of_a_disconnected_shard_are_not_received():
    bot, again = client(Shards(4, 7, 16)), []
    bot.reconnected = lambda: again.append(True)  # type: ignore[method-assign]
    here, there = 5 << 22, 6 << 22
    await bot.on_shard_connect(5)
    assert again == [], "the first time"
    await bot.on_shard_disconnect(5)
    await bot.on_shard_disconnect(5)
    assert (bot.receives(here), bot.receives(there)) == (False, True)
    await bot.on_shard_connect(6)
    assert not bot.receives(here)
    await bot.on_shard_resumed(5)
    assert bot.receives(here)
    assert again == [True]


async def test_giving_up_disconnects_and_raises_the_error(monkeypatch):
    closed = asyncio.Event()

    async def connect(_bot, **_options):
        await closed.wait()

    monkeypatch.setattr(commands.AutoShardedBot, "connect", connect)
    bot = client(Shards(4, 7, 16))

    async def close():
        closed.set()

    bot.close = close  # type: ignore[method-assign]
    bot.wait_until_ready = lambda: asyncio.sleep(0)  # type: ignore[method-assign]
    connecting = asyncio.create_task(bot.connect())
    await asyncio.sleep(0)
    bot.give_up(LookupError("nobody is left"))
    with pytest.raises(LookupError, match="nobody is left"):
        await connecting
    closed.clear()
    bot.serve = AsyncMock(side_effect=LookupError("nobody can be served"))
    with pytest.raises(LookupError, match="nobody can be served"):
        await bot.connect()


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(sharded, "IDENTIFY_INTERVAL_SECONDS", 0.2)
    monkeypatch.setattr(sharded, "LOCK_POLL_SECONDS", 0.01)


def made(buckets: int, locks: LocalBucketLocks | None = None) -> IdentifyLimiter:
    return IdentifyLimiter(locks or LocalBucketLocks(), AsyncMock(return_value=buckets))


async def tries(each: IdentifyLimiter, shard: int) -> bool:
    """Whether that shard may identify now."""
    try:
        async with asyncio.timeout(0.05):
            await each.acquire(shard)
    except TimeoutError:
        return False
    return True


async def test_shards_of_one_bucket_wait_for_one_another():
    limiter, times = made(1), []
    for shard in (0, 1, 2):
        await limiter.acquire(shard)
        await limiter.identified(shard)
        times.append(asyncio.get_running_loop().time())
    assert min(times[1] - times[0], times[2] - times[1]) >= 0.19


async def test_shards_of_different_buckets_do_not_wait(monkeypatch):
    monkeypatch.setattr(sharded, "IDENTIFY_INTERVAL_SECONDS", 600.0)
    each = made(4)
    for shard in (0, 1, 2, 3):
        await each.acquire(shard)
        await each.identified(shard)
    assert not [shard for shard in (4, 5, 6, 7) if await tries(each, shard)]
    await each.close()


async def test_a_shard_does_not_wait_for_itself(monkeypatch):
    monkeypatch.setattr(sharded, "IDENTIFY_INTERVAL_SECONDS", 600.0)
    each = made(1)
    await each.acquire(3)
    await each.acquire(3)
    await each.identified(3)
    # Then it waits like the others: Discord would invalidate a session that is asked for again at once.
    assert not await tries(each, 3)
    await each.close()


async def test_an_unused_lock_is_released(monkeypatch):
    monkeypatch.setattr(sharded, "UNUSED_LOCK_SECONDS", 0.05)
    locks = LocalBucketLocks()
    await made(1, locks).acquire(0)
    async with asyncio.timeout(120):
        await made(1, locks).acquire(1)


async def test_a_cancelled_wait_locks_nothing():
    locks = LocalBucketLocks()
    first, second = made(1, locks), made(1, locks)
    await first.acquire(0)
    assert not await tries(second, 1)
    await first.identified(0)
    async with asyncio.timeout(120):
        await second.acquire(1)
