"""How far an expert comes with the deal of a day: the same whoever works it out, at the table that everybody has."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import msgspec

from bot.tables.opponents import Decisions
from cogs.daily import deal as daily
from cogs.daily.service import EXPERT, Expert, Reached, mean
from tests.kit.house import CATALOGUE
from tests.kit.thinkers import HeldThinker, InlineThinker

GAMES = CATALOGUE.games
DAY = 20_774


def expert(store: Any, thinker: Any = None, tries: int = 2) -> Expert:
    """An expert that thinks here."""
    made = Expert(store, GAMES, Decisions(thinker or InlineThinker(GAMES)), AsyncMock())
    made.tries = tries
    return made


async def score(store: Any, deal: daily.Daily) -> float | None:
    return mean(await store.get(EXPERT, DAY), deal)


async def found(one: Expert, deal: daily.Daily) -> float | None:
    """What it finds."""
    one.play(DAY, deal)
    await asyncio.wait(one.tasks)
    await asyncio.sleep(0)
    return await score(one._store, deal)


async def test_whoever_works_it_out_finds_the_mean_of_the_same_games_and_works_it_out_once(store):
    game, thinker = GAMES["tripot"], InlineThinker(GAMES)
    deal = daily.draw(game, Random(3))
    first = await found(expert(store, thinker), deal)
    assert {request.level for _, seat, request in thinker.asked if seat == 0} == {"expert"}
    assert {request.level for _, seat, request in thinker.asked if seat} == {"regular"}, "as at everybody's table"
    # Tables that people play have numbers from 1 on.
    assert {table for table, _, _ in thinker.asked} == {0}
    thinker.asked.clear()
    assert await found(expert(store, thinker), deal) == first
    assert thinker.asked == []
    assert await score(store, daily.draw(game, Random(4))) is None, "that is another deal"
    await store.put(EXPERT, DAY, None)
    other = expert(store)
    scores = [(await other._play(game, deal, DAY, number)).score for number in range(2)]
    assert await found(other, deal) == first == sum(scores) / 2


async def test_processes_agree_on_what_the_first_has_stored(store):
    deal = daily.draw(GAMES["tripot"], Random(3))
    first = msgspec.json.encode(Reached(seal=deal.seal, games=2, score=7))

    class Slower(InlineThinker):
        async def think(self, table: int, request: Any) -> bytes:
            await store.put(EXPERT, DAY, first)
            return await super().think(table, request)

    assert await found(expert(store, Slower(GAMES)), deal) == 3.5


async def test_where_nobody_can_think_nothing_is_claimed(store):
    deal = daily.draw(GAMES["trio"], Random(3))
    broken = HeldThinker(GAMES)
    broken.fails = True
    assert await found(expert(store, broken), deal) is None
    assert await store.get(EXPERT, DAY) is None
    assert await found(expert(store), deal) is not None


async def test_one_that_thinks_is_stopped(store):
    deal = daily.draw(GAMES["trio"], Random(3))
    one = expert(store, HeldThinker(GAMES))
    one.play(DAY, deal)
    await asyncio.sleep(0)
    await one.finish()
    assert await score(store, deal) is None
