"""One lock a number: one after the other, whoever gives up meanwhile."""

import asyncio
from random import Random

import pytest

from bot.locks import Locks


async def test_a_lock_is_taken_while_somebody_has_it():
    locks = Locks[int]()
    async with locks.of(1):
        assert locks.taken(1)
        assert not locks.taken(2)
    assert not locks.taken(1)


async def test_who_fails_gives_it_back():
    locks = Locks[int]()
    with pytest.raises(ValueError, match="no"):
        async with locks.of(1):
            raise ValueError("no")
    assert not locks.taken(1)


async def test_one_is_held_longer_than_it_is_used():
    locks, loop = Locks[str](), asyncio.get_running_loop()
    async with locks.of("a") as lock:
        lock.hold(0.05)
        end = loop.time()
    assert locks.taken("a")
    async with locks.of("a"):
        assert loop.time() >= end + 0.05
    assert not locks.taken("a")


async def test_one_after_the_other_as_they_came():
    locks, order = Locks[int](), []

    async def work(name: str) -> None:
        async with locks.of(7):
            order.append(name)
            await asyncio.sleep(0)
            order.append(name)

    await asyncio.gather(work("a"), work("b"), work("c"))
    assert order == ["a", "a", "b", "b", "c", "c"]
    assert not locks.taken(7)


async def note(locks: Locks[int], had: list[str], name: str) -> None:
    """Have lock 7, and say so."""
    async with locks.of(7):
        had.append(name)


async def test_whoever_gives_up_waiting_is_passed_over():
    locks, had = Locks[int](), []
    async with locks.of(7):
        tasks = [asyncio.create_task(note(locks, had, name)) for name in "abc"]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await asyncio.sleep(0)
        tasks[1].cancel()
    # b was not told yet that it is cancelled when the lock was passed on.
    await asyncio.gather(*tasks, return_exceptions=True)
    assert had == ["c"]
    assert not locks.taken(7)


async def test_whoever_gives_up_when_it_is_theirs_passes_it_on():
    locks, had = Locks[int](), []
    async with locks.of(7):
        tasks = [asyncio.create_task(note(locks, had, name)) for name in "ab"]
        await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert had == ["b"]
    assert not locks.taken(7)


@pytest.mark.parametrize("seed", range(30))
async def test_never_two_at_once_and_nobody_for_ever(seed):
    rng, locks, inside = Random(seed), Locks(), set()

    async def work(number: int) -> None:
        for _ in range(rng.randrange(3)):
            await asyncio.sleep(0)
        async with locks.of(number):
            assert number not in inside
            inside.add(number)
            try:
                for _ in range(rng.randrange(4)):
                    await asyncio.sleep(0)
            finally:
                inside.discard(number)

    tasks = [asyncio.create_task(work(rng.randrange(2))) for _ in range(20)]
    for _ in range(40):
        await asyncio.sleep(0)
        if rng.random() < 0.3:
            rng.choice(tasks).cancel()
    ends = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 120)
    assert all(end is None or isinstance(end, asyncio.CancelledError) for end in ends)
    assert not locks.taken(0)
    assert not locks.taken(1)
