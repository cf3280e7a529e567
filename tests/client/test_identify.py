"""Shards identify themselves no faster than Discord allows."""

import asyncio
from unittest.mock import AsyncMock

import pytest

from bot.client import sharded
from bot.client.sharded import IdentifyLimiter, LocalBucketLocks


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(sharded, "IDENTIFY_INTERVAL_SECONDS", 0.2)
    monkeypatch.setattr(sharded, "LOCK_POLL_SECONDS", 0.01)


def made(buckets: int, locks: LocalBucketLocks | None = None) -> IdentifyLimiter:
    return IdentifyLimiter(locks or LocalBucketLocks(), AsyncMock(return_value=buckets))


async def started(each: IdentifyLimiter, *shards: int) -> list[float]:
    """When each of these shards identified itself, one after the other."""
    times: list[float] = []
    for shard in shards:
        await each.acquire(shard)
        await each.identified(shard)
        times.append(asyncio.get_running_loop().time())
    return times


async def test_shards_of_one_bucket_wait_for_one_another():
    times = await started(made(1), 0, 1, 2)
    assert times[1] - times[0] >= 0.19
    assert times[2] - times[1] >= 0.19


async def test_shards_of_different_buckets_do_not_wait(monkeypatch):
    monkeypatch.setattr(sharded, "IDENTIFY_INTERVAL_SECONDS", 600.0)
    each = made(4)
    for shard in (0, 1, 2, 3):
        await each.acquire(shard)
        await each.identified(shard)
    assert not [shard for shard in (4, 5, 6, 7) if await tries(each, shard)]
    await each.close()


async def tries(each: IdentifyLimiter, shard: int) -> bool:
    """Whether that shard may identify now."""
    try:
        async with asyncio.timeout(0.05):
            await each.acquire(shard)
    except TimeoutError:
        return False
    return True


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
