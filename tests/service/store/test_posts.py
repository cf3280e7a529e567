"""When servers are told something: each storage keeps a time a server, and finds those that are due."""

from bot.store import documents
from bot.store.statements import Many
from tests.service.store.samples import BIGGEST
from tests.service.store.test_scale import plan_of
from tests.service.store.test_shards import guild, process


async def test_servers_are_claimed_once_their_time_has_come(store):
    assert await store.next_post() is None
    assert await store.claim_posts(100.0, 15.0, 10) == []
    for server, at in ((5, 30.0), (BIGGEST, 10.0), (7, 20.0), (9, 200.0)):
        await store.post_at(server, at)
    assert await store.next_post() == 10.0
    assert await store.claim_posts(5.0, 15.0, 10) == []
    assert await store.claim_posts(100.0, 15.0, 2) == [BIGGEST, 7]
    assert await store.claim_posts(100.0, 15.0, 10) == [5]
    # Who died meanwhile is followed by somebody who tries again.
    assert await store.claim_posts(100.0, 15.0, 10) == []
    assert sorted(await store.claim_posts(115.0, 15.0, 10)) == [5, 7, BIGGEST]
    await store.post_at(7, 300.0)
    await store.post_at(5, None)
    await store.post_at(5, None)
    await store.post_at(BIGGEST, None)
    assert await store.next_post() == 200.0
    assert await store.claim_posts(999.0, 15.0, 10) == [9, 7]


async def test_an_erased_server_has_no_time(store):
    for server in (12, 123, 2):
        await store.post_at(server, 1.0)
    await store.erase_guild(12)
    assert await store.claim_posts(9.0, 1.0, 10) == [2, 123]


async def test_what_is_due_is_found_by_an_index(store):
    await store._do(Many(documents.KEEP, [(n << 22, float(n)) for n in range(5000)]), ("ANALYZE posts",))
    for query, values in ((documents.DUE, (10.0, 10)), (documents.NEXT, ())):
        plan = await plan_of(store, query, 16, 0, 3, *values)
        assert any("posts_due" in step for step in plan), plan
        assert not [step for step in plan if "Seq Scan on posts" in step], plan


async def test_of_several_processes_each_tells_its_own_servers(postgres_url):
    async with process(postgres_url, "0-1/4") as here, process(postgres_url, "2-3/4") as there:
        for shard in range(4):
            await here.post_at(guild(shard), 10.0 - shard)
        assert (await here.next_post(), await there.next_post()) == (9.0, 7.0)
        assert await here.claim_posts(10.0, 60, 9) == [guild(1), guild(0)]
        assert await there.claim_posts(10.0, 60, 1) == [guild(3)]
        assert await there.claim_posts(10.0, 60, 9) == [guild(2)]
        # Who has left its servers to another tells nobody any more.
        await here.let_go()
        assert await here.claim_posts(1000.0, 60, 9) == []
        assert await here.next_post() is None
