"""People press anything that is or ever was to be seen: everything is answered, nothing breaks, nothing leaks."""

import asyncio
import logging
import os
from random import Random

import pytest

from bot.core.facts import OPEN, PLAYING
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.wire.crowd import Crowd
from tests.wire.hall import CATALOGUE, hall

CLICKS = int(os.environ.get("TABLEE_CLICKS", "750"))
AT_ONCE = 3
TABLES = 2


@pytest.mark.parametrize("key", CATALOGUE.games)
async def test_anything_can_be_pressed(tmp_path, caplog, key):
    caplog.set_level(logging.WARNING)
    clicks, rng = CLICKS // len(CATALOGUE.games), Random(key)
    async with hall(tmp_path) as home:
        crowd = Crowd(list(home.people.values()), lambda: home.app.tables._cache, CATALOGUE, seed=0)
        crowd.impatience = HANG_TIMEOUT_SECONDS
        await home.start(key, 3)
        while crowd.did["click"] + crowd.did["gone"] < clicks:
            if len(await tables(home, OPEN)) < TABLES:
                await home.lobby(rng.choice(list(CATALOGUE.games)), 3)
            people = rng.choices(crowd.people, k=rng.randint(1, AT_ONCE))
            ways = rng.choices((crowd.press, crowd.enter, crowd.play), (8, 1, 1), k=AT_ONCE)
            await asyncio.gather(*(crowd.do(way(person, rng)) for person, way in zip(people, ways, strict=False)))
            for row in await tables(home, (PLAYING,)):
                if rng.random() < 0.5:
                    await home.look(await home.app.tables.get(row.id))
            if rng.random() < 0.05:
                await true_boards(home)
        await true_boards(home)
        assert crowd.did["click"] > clicks // 2
        assert crowd.did["unanswered so far"] == 0
        assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


async def tables(home, statuses):
    return await home.app.store.in_guild(int(home.sandbox.world.guild.id), statuses)


async def true_boards(home):
    for row in await tables(home, (PLAYING,)):
        await home.revision(await home.look(await home.app.tables.get(row.id)))
