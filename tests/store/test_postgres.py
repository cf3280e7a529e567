"""Several processes on one PostgreSQL database."""

import asyncio

import asyncpg
import pytest

from bot.core.stored import Row
from bot.store import Conflict
from bot.store.postgres import PostgresStore
from tests.kit.stores import opening
from tests.store.samples import loaded, move, new, play


@pytest.fixture
async def stores(postgres_url):
    here, there = (PostgresStore(postgres_url, connections=4) for _ in range(2))
    async with opening(here), opening(there):
        yield here, there


async def test_each_sees_what_the_other_wrote(stores):
    here, there = stores
    row = await play(here, await here.create(new(), [1]))
    assert await there.load(row.id) == (row, [move(1)])
    newer = await play(there, row)
    with pytest.raises(Conflict):
        await play(here, row)
    assert await here.load(row.id) == (newer, [move(1), move(2)])


async def test_one_of_both_wins_every_revision(stores):
    row = await stores[0].create(new(), [])
    for revision in range(1, 11):
        tries = [play(store, row) for store in stores * 4]
        results = await asyncio.gather(*tries, return_exceptions=True)
        [row] = [result for result in results if isinstance(result, Row)]
        assert sum(isinstance(result, Conflict) for result in results) == 7
        assert row.revision == revision
    assert len((await loaded(stores[1], row.id))[1]) == 10


async def test_claims_share_nothing(stores):
    rows = [await stores[0].create(new(wake=1.0), []) for _ in range(30)]
    claimed = await asyncio.gather(*(store.claim(2.0, 60, 4) for store in stores * 3))
    taken = [table for tables in claimed for table in tables]
    while more := await stores[1].claim(2.0, 60, 100):
        taken += more
    assert sorted(taken) == [row.id for row in rows]


async def test_claim_passes_over_what_another_is_taking(stores, postgres_url):
    rows = [await stores[0].create(new(wake=wake), []) for wake in (1.0, 2.0, 3.0)]
    other = await asyncpg.connect(postgres_url)
    async with other.transaction():
        await other.execute("SELECT FROM tables WHERE id = $1 FOR UPDATE", rows[0].id)
        assert await stores[0].claim(5.0, 60, 2) == [rows[1].id, rows[2].id]
    await other.close()
    assert await stores[1].claim(5.0, 60, 2) == [rows[0].id]


async def test_more_callers_than_connections(stores):
    rows = await asyncio.gather(*(stores[0].create(new(), []) for _ in range(40)))
    assert len({row.id for row in rows}) == 40
