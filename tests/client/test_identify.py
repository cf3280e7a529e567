"""Shards identify themselves no faster than Discord allows."""

import asyncio
from unittest.mock import AsyncMock

import pytest

from bot.fleet import identify
from bot.fleet.identify import Identify, LocalTurns


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(identify, "PAUSE", 0.2)
    monkeypatch.setattr(identify, "LOOK", 0.01)


def made(buckets: int, turns: LocalTurns | None = None) -> Identify:
    return Identify(turns or LocalTurns(), AsyncMock(return_value=buckets))


async def started(each: Identify, *shards: int) -> list[float]:
    """When each of these shards identified itself, one after the other."""
    times: list[float] = []
    for shard in shards:
        await each.turn(shard)
        await each.use(shard)
        times.append(asyncio.get_running_loop().time())
    return times


async def test_shards_of_one_bucket_wait_for_one_another():
    times = await started(made(1), 0, 1, 2)
    assert times[1] - times[0] >= 0.19
    assert times[2] - times[1] >= 0.19


async def test_shards_of_different_buckets_do_not_wait(monkeypatch):
    monkeypatch.setattr(identify, "PAUSE", 600.0)
    each = made(4)
    for shard in (0, 1, 2, 3):
        await each.turn(shard)
        await each.use(shard)
    assert not [shard for shard in (4, 5, 6, 7) if await tries(each, shard)]
    await each.close()


async def tries(each: Identify, shard: int) -> bool:
    """Whether it is that shard's turn now."""
    try:
        async with asyncio.timeout(0.05):
            await each.turn(shard)
    except TimeoutError:
        return False
    return True


async def test_a_shard_that_has_its_turn_need_not_wait_for_itself(monkeypatch):
    monkeypatch.setattr(identify, "PAUSE", 600.0)
    each = made(1)
    await each.turn(3)
    await each.turn(3)
    await each.use(3)
    # Having used it, it waits like everybody: a session that is invalid at once would otherwise be asked for at once.
    assert not await tries(each, 3)
    await each.close()


async def test_a_turn_nobody_uses_is_given_back(monkeypatch):
    monkeypatch.setattr(identify, "UNUSED", 0.05)
    turns = LocalTurns()
    await made(1, turns).turn(0)
    async with asyncio.timeout(120):
        await made(1, turns).turn(1)


async def test_who_gives_up_waiting_has_taken_nothing():
    turns = LocalTurns()
    first, second = made(1, turns), made(1, turns)
    await first.turn(0)
    assert not await tries(second, 1)
    await first.use(0)
    async with asyncio.timeout(120):
        await second.turn(1)
