"""Whoever waits too long for an answer is told, each in their time, by one timer."""

import asyncio

import pytest

from bot.client import click as module
from bot.client.click import Unanswered

DEFER_SECONDS = 0.05


class Waiting:
    """Somebody who waits for an answer."""

    def __init__(self) -> None:
        self.no_deferral = False
        self.told: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        """When they were told."""

    def defer(self) -> None:
        """Tell them."""
        self.told.set_result(asyncio.get_running_loop().time())


@pytest.fixture
def unanswered(monkeypatch):
    """Nobody yet."""
    monkeypatch.setattr(module, "DEFER_SECONDS", DEFER_SECONDS)
    return Unanswered()


async def test_each_is_told_in_their_time(unanswered):
    loop = asyncio.get_running_loop()
    first, second = Waiting(), Waiting()
    begun = loop.time()
    unanswered.add(first)
    await asyncio.sleep(DEFER_SECONDS / 2)
    later = loop.time()
    unanswered.add(second)
    assert await second.told >= later + DEFER_SECONDS
    assert first.told.result() >= begun + DEFER_SECONDS
    assert unanswered._timer is None, "nobody waits any more"


async def test_who_is_answered_is_not_told_and_holds_up_nobody(unanswered):
    people = [Waiting() for _ in range(4)]
    for each in people:
        unanswered.add(each)
    people[0].no_deferral = people[2].no_deferral = True
    await people[3].told
    assert [each.told.done() for each in people] == [False, True, False, True]


async def test_who_was_answered_is_forgotten_with_the_next(unanswered):
    for _ in range(100):
        each = Waiting()
        unanswered.add(each)
        each.no_deferral = True
    assert len(unanswered._replies) == 1


async def test_it_waits_again_after_nobody_did(unanswered):
    for _ in range(2):
        each = Waiting()
        unanswered.add(each)
        await each.told


async def test_one_who_cannot_be_told_keeps_nobody_from_it(unanswered):
    unhandled = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: unhandled.append(context["exception"]))
    broken, other = Waiting(), Waiting()
    broken.told.set_result(0.0)
    unanswered.add(broken)
    unanswered.add(other)
    await other.told
    assert [type(each) for each in unhandled] == [asyncio.InvalidStateError]
