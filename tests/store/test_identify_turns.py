"""Turns in PostgreSQL: one at a time over processes, and none is lost with whoever had it."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock

import asyncpg
import pytest

from bot.fleet.hand_over import PostgresBucketLocks

BOT, OTHER = 123456789012345678, 876543210987654321


@pytest.fixture
async def two(postgres_url):
    """Two processes of the same bot."""
    both = PostgresBucketLocks(postgres_url, BOT), PostgresBucketLocks(postgres_url, BOT)
    yield both
    for each in both:
        await each.close()


async def test_one_has_a_turn_at_a_time(two):
    one, other = two
    assert await one.try_lock(0)
    assert not await one.try_lock(0)
    assert not await other.try_lock(0)
    assert await other.try_lock(1)
    await one.unlock(0)
    assert await other.try_lock(0)
    assert not await one.try_lock(0)


async def test_different_bots_do_not_wait_for_one_another(two, postgres_url):
    assert await two[0].try_lock(0)
    stranger = PostgresBucketLocks(postgres_url, OTHER)
    assert await stranger.try_lock(0)
    await stranger.close()


async def test_a_turn_ends_with_whoever_had_it(two):
    one, other = two
    assert await one.try_lock(0)
    one._connection.terminate()
    async with asyncio.timeout(120):
        while not await other.try_lock(0):  # noqa: ASYNC110, the server notices by itself
            await asyncio.sleep(0.01)
    # What was lost is not ours to give back.
    await one.unlock(0)
    assert not await one.try_lock(0)


async def test_who_has_no_turn_needs_no_connection(two):
    one, _ = two
    assert await one.try_lock(0)
    assert await one.try_lock(1)
    await one.unlock(0)
    assert one._connection is not None
    await one.unlock(1)
    assert one._connection is None


async def test_nobody_has_a_turn_while_the_database_does_not_answer(caplog):
    nowhere = PostgresBucketLocks("postgresql://root:hunter2@127.0.0.1:1/x", BOT)
    assert not await nowhere.try_lock(0)
    assert not await nowhere.try_lock(0)
    assert len(caplog.records) == 1
    assert "hunter2" not in caplog.text


async def test_who_stops_waiting_in_the_middle_keeps_nothing(two, monkeypatch):
    one, other = two
    monkeypatch.setattr(asyncpg.Connection, "fetchval", AsyncMock(side_effect=asyncio.CancelledError))
    with pytest.raises(asyncio.CancelledError):
        await one.try_lock(0)
    monkeypatch.undo()
    assert one._connection is None
    assert await other.try_lock(0)
