"""One lock per key: never two holders at once, and nothing left behind."""

import asyncio
import gc

from bot.tables.tables import Locks


async def test_each_key_has_its_own_lock_and_nothing_stays_behind():
    locks, order = Locks[int](), []

    async def work(name: str, key: int) -> None:
        async with locks.of(key):
            order.append(name)
            await asyncio.sleep(0)
            order.append(name)

    async def at_once() -> None:
        async with locks.of(7):
            assert locks.taken(7)
            assert not locks.taken(8)
            tasks = [asyncio.create_task(work(name, 7)) for name in "abc"]
            await work("x", 8)
            tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    await at_once()
    assert order == ["x", "x", "a", "a", "c", "c"]
    assert not locks.taken(7)
    await asyncio.sleep(0)
    gc.collect()
    assert not list(locks._locks)
