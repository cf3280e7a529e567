"""Several processes share a database by shards: own work, own locks, and notifications."""

import asyncio
import contextlib

import pytest

from bot.core.shards import ALL, Shards
from bot.store import Conflict, ShownBoard, Taken
from bot.store.postgres import ShardLocks
from bot.store.statements import BOARD, ENDED, FORGOTTEN, MISSED, PANELS, REPLACED, TABLE, TAKEN
from tests.kit.stores import opened
from tests.store.samples import change, loaded, move, new, play
from tests.store.server import execute
from tests.store.test_hold import cut_off, until
from tests.store.test_results import result


def guild(shard: int, number: int = 1) -> int:
    """A server of a shard, whatever their number (up to 16)."""
    return (16 * number + shard) << 22


def at(shard: int, **facts):
    return new(guild=guild(shard), shard=shard, **facts)


@contextlib.asynccontextmanager
async def process(url: str, shards: str, *, held: bool = True):
    """The store of one process of several."""
    async with opened(url) as store:
        store.serve(Shards.parse(shards))
        if held:
            await store.hold()
        yield store


class Heard(list):
    """The notifications of some topics that a store received."""

    def __init__(self, store, *topics):
        super().__init__()
        for topic in topics:
            store.subscribe(topic, lambda said, topic=topic: self.append((topic, said)))

    async def next(self):
        """The next notification."""
        await until(lambda: asyncio.sleep(0, len(self)))
        return self.pop(0)


# Work


async def test_one_process_serves_everybody(store):
    assert store.shards == ALL
    assert store.at_home(0)
    rows = [await store.create(new(guild=guild(shard), wake=1.0), []) for shard in range(3)]
    assert await store.claim(2.0, 60, 9) == [row.id for row in rows]
    store.serve(Shards(0, 15, 16))
    assert not store.at_home(0), "not before it is held"
    await store.hold()
    assert all(store.at_home(shard) for shard in range(16))
    assert await store.claim(62.0, 60, 9) == [row.id for row in rows]
    assert await store.behind() == [row.id for row in rows]
    assert await store.census() == {"playing": 3}


async def test_sqlite_has_one_process_for_all_shards(sqlite_url):
    async with opened(sqlite_url) as store:
        with pytest.raises(ValueError, match=r"one process for everybody.*0-3/16.*PostgreSQL"):
            store.serve(Shards(0, 3, 16))
        await store.put("shards", 0, b"16")  # as in a copy of a database with shards
        heard = Heard(store, "hello", MISSED)
        await store.hold()
        assert await store.get("shards", 0) is None
        await store.put("hello", 1, b"{}", tell=True)
        assert store.notified
        assert not heard


async def test_each_finds_its_own_work(postgres_url):
    async with process(postgres_url, "0-1/4") as here, process(postgres_url, "2-3/4") as there:
        rows = [await here.create(at(shard, wake=10.0 - shard, status="playing"), []) for shard in range(4)]
        lobby = await there.create(at(3, status="lobby"), [])
        assert await here.behind() == [rows[0].id, rows[1].id]
        assert await there.behind() == [rows[2].id, rows[3].id]
        assert (await here.census(), await there.census()) == ({"playing": 2}, {"playing": 2, "lobby": 1})
        assert (await here.next_wake(), await there.next_wake()) == (9.0, 7.0)
        assert await here.claim(10.0, 60, 1) == [rows[1].id]
        assert await there.claim(10.0, 60, 9) == [rows[3].id, rows[2].id]
        assert await here.next_wake() == 10.0
        assert await here.claim(10.0, 60, 9) == [rows[0].id]
        assert await there.in_guild(guild(3), ["lobby"]) == [lobby]
        ended = change(result(rows[2].id, 0, 1), guild=rows[2].guild)
        row = change(rows[2], status="over", wake=None)
        await there.save(row, results=[ended])
        assert (await here.to_count(), await there.to_count()) == (None, (row.guild, ended.game))
        await here.let_go()
        assert await here.claim(1000.0, 60, 9) == []
        assert (await here.next_wake(), await here.behind(), await here.census()) == (None, [], {})


async def test_a_table_may_be_at_home_elsewhere_than_its_server(postgres_url):
    """A table of one player goes with that player."""
    async with process(postgres_url, "0-1/4") as here, process(postgres_url, "2-3/4") as there:
        row = await here.create(at(0, wake=1.0), [])
        heard = Heard(here, TABLE)
        row = await there.save(change(row, shard=2))
        assert (await loaded(here, row.id))[0].shard == 2
        assert await heard.next() == (TABLE, [row.id, 1, 0])
        assert await here.claim(2.0, 60, 9) == []
        assert await there.claim(2.0, 60, 9) == [row.id]


async def test_a_new_number_of_shards_gives_every_table_its_place(postgres_url):
    async with process(postgres_url, "0-0/1") as store:
        rows = [await store.create(at(shard, wake=1.0, status="playing"), []) for shard in range(4)]
        over = await store.create(at(3, status="over", shown=0), [])
    async with process(postgres_url, "2-3/4") as store, process(postgres_url, "0-1/4") as other:
        assert await store.claim(2.0, 60, 9) == [rows[2].id, rows[3].id]
        assert await other.claim(2.0, 60, 9) == [rows[0].id, rows[1].id]
        assert await store.behind() == [rows[2].id, rows[3].id]
        assert over.id
        await store.put(PANELS, 3, b"[]")
        await store.put(TAKEN, 3, b"[]")
    async with process(postgres_url, "2-3/4") as store:
        assert (await store.get(PANELS, 3), await store.get(TAKEN, 3)) == (b"[]", b"[]"), "whoever is next reads them"
    async with process(postgres_url, "0-0/1") as store:
        assert await store.claim(200.0, 60, 9) == [row.id for row in rows]
        assert (await store.get(PANELS, 3), await store.get(TAKEN, 3)) == (None, None), "nobody would ever read them"


# Locks


async def test_every_shard_has_one_process(postgres_url):
    async with process(postgres_url, "0-3/16"), process(postgres_url, "4-7/16"):
        for taken in ("0-3/16", "3-5/16", "7/16"):
            async with process(postgres_url, taken, held=False) as second:
                with pytest.raises(Taken, match=r"Another Tablée .*with some of the shards .*/16: stop it first"):
                    await second.hold()
        async with process(postgres_url, "8-15/16") as third:
            await third.put("guild", 1, b"{}")


@pytest.mark.parametrize("other", ["0-0/1", "0-15/16", "8-9/32", "0-7/8"])
async def test_all_processes_count_the_same_shards(postgres_url, other):
    async with process(postgres_url, "0-3/16"), process(postgres_url, other, held=False) as second:
        with pytest.raises(Taken, match="is running on the PostgreSQL database"):
            await second.hold()
    async with process(postgres_url, other), process(postgres_url, "0-3/16", held=False) as second:
        with pytest.raises(Taken, match="is running on the PostgreSQL database"):
            await second.hold()


async def test_many_start_at_once_with_a_new_number(postgres_url):
    async with contextlib.AsyncExitStack() as stack:
        stores = [
            await stack.enter_async_context(process(postgres_url, f"{first}-{first + 3}/16", held=False))
            for first in range(0, 16, 4)
        ]
        await asyncio.gather(*(store.hold() for store in stores))
        assert await stores[0].get("shards", 0) == b"16"


async def test_a_copy_locks_every_process_out(postgres_url):
    copying = ShardLocks(postgres_url)
    async with process(postgres_url, "0-3/16") as store:
        with pytest.raises(Taken):
            await copying.take()
        await store.let_go()
        await copying.take()
        assert await store.get("shards", 0) == b"16"
        async with process(postgres_url, "4-7/16", held=False) as second:
            with pytest.raises(Taken):
                await second.hold()
        await copying.release()


async def test_a_waiting_process_gets_the_shards_when_they_are_let_go(url):
    everybody = Shards(0, 3, 4)
    async with opened(url) as old, opened(url) as following:
        for store in (old, following):
            store.serve(everybody)
        await old.hold()
        waiting = asyncio.create_task(following.hold(wait=True))
        row = await play(old, await old.create(new(), []))
        assert not waiting.done()
        await old.let_go()
        async with asyncio.timeout(120):
            await waiting
        assert following.at_home(0)
        assert not old.at_home(0)
        # The old process finishes its work; the first write wins.
        row = await play(old, row)
        with pytest.raises(Conflict):
            await play(following, change(row, version=1, revision=1))
        row = await play(following, row)
        assert (await loaded(old, row.id))[1] == [move(1), move(2), move(3)]
        with pytest.raises(Taken):
            await old.hold()


async def test_a_waiting_process_gets_the_shards_of_one_that_is_cut_off(postgres_url):
    async with process(postgres_url, "0-1/4") as old, process(postgres_url, "0-1/4", held=False) as following:
        waiting = asyncio.create_task(following.hold(wait=True))
        # The old process does not try to get its locks back, so the waiting one is first.
        old._locks._regain = lambda: asyncio.sleep(0)
        await cut_off(postgres_url)
        async with asyncio.timeout(120):
            await waiting
            # The end of its connection may reach it a moment after the locks are somebody else's.
            while old.notified:  # noqa: ASYNC110, the server's
                await asyncio.sleep(0.01)
        heard = Heard(old, REPLACED)
        with pytest.raises(Taken, match="0-1/4"):
            await old.create(at(0), [])
        topic, who = await heard.next()
        assert topic == REPLACED
        assert "with some of the shards 0-1/4" in who
        with pytest.raises(Taken, match="0-1/4"):
            await old.create(at(0), [])
        assert not heard, "once"


async def test_waiting_can_be_given_up(url):
    async with opened(url) as old, opened(url) as following:
        await old.hold()
        waiting = asyncio.create_task(following.hold(wait=True))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await play(old, await old.create(new(), []))


# News


async def test_the_home_process_is_notified_of_writes_elsewhere_only(postgres_url):
    async with process(postgres_url, "0-1/4") as here, process(postgres_url, "2-3/4") as there:
        row = await here.create(at(1), [7])
        heard, own = Heard(here, TABLE, BOARD), Heard(there, TABLE, BOARD)
        row = await play(here, row)
        await here.mark_shown(ShownBoard(row.id, 1))
        row = await play(there, row)
        assert await heard.next() == (TABLE, [row.id, 2, 1])
        await there.mark_shown(ShownBoard(row.id, 2, b"here"))
        assert await heard.next() == (BOARD, [row.id, 1])
        with pytest.raises(Conflict):
            await play(there, change(row, version=1))
        row = await there.save(change(row, status="over"))
        assert await heard.next() == (TABLE, [row.id, 3, 1])
        assert await there.rewrite(row, b"[]", [7])
        assert await heard.next() == (TABLE, [row.id, 4, 1])
        assert await there.erase_guild(row.guild) == [row.id]
        assert await heard.next() == (TABLE, [row.id, 5, 1])
        assert not own


async def test_a_process_without_its_shards_does_not_move_a_moved_board(postgres_url):
    async with opened(postgres_url) as old, opened(postgres_url) as following:
        await old.hold()
        row, stayed = [await old.create(new(), []) for _ in range(2)]
        await old.mark_shown(ShownBoard(row.id, 0, b"here", None), ShownBoard(stayed.id, 0, b"here"))
        await old.let_go()
        await old.mark_shown(ShownBoard(row.id, 1, b"further on", b"here"))  # nobody else has touched it yet
        await following.hold()
        assert await following.board(row.id) == b"further on"
        await following.mark_shown(ShownBoard(row.id, 2, b"there", b"whatever it remembers"))
        heard = Heard(following, BOARD)
        await old.mark_shown(
            ShownBoard(row.id, 1, b"here again", b"further on"), ShownBoard(stayed.id, 1, b"here again", b"here")
        )
        assert [await following.board(each.id) for each in (row, stayed)] == [b"there", b"here again"]
        assert await heard.next() == (BOARD, [stayed.id, 0])
        assert (await loaded(following, row.id))[0].shown == 2
        await old.mark_shown(ShownBoard(row.id, 3))
        assert await heard.next() == (BOARD, [row.id, 0])
        assert (await loaded(following, row.id))[0].shown == 3


async def test_processes_are_notified_of_cached_documents(postgres_url):
    async with process(postgres_url, "0-1/4") as here, process(postgres_url, "2-3/4") as there:
        heard, own = Heard(there, "server", FORGOTTEN, ENDED), Heard(here, "server", FORGOTTEN, ENDED)
        await here.put("server", 5, b"{}")
        await here.put("else", 5, b"{}", tell=True)
        await here.put("server", 6, b"{}", tell=True)
        assert await there.get("server", 6) == b"{}"
        await here.put("server", 6, None, tell=True)
        await here.forget(8)
        row = await here.create(new(guild=guild(2), shard=0), [])
        await here.save(change(row, status="over"), results=[change(result(row.id, 0, 1), guild=row.guild)])
        assert [await heard.next() for _ in range(4)] == [
            ("server", 6), ("server", 6), (FORGOTTEN, 8), (ENDED, row.guild),
        ]  # fmt: skip
        await there.put("server", 2, b"{}", tell=True)
        assert await own.next() == ("server", 2)
        assert not heard
        assert not own


async def test_a_process_that_was_cut_off_may_have_missed_notifications(postgres_url):
    async with process(postgres_url, "0-1/4", held=False) as here, process(postgres_url, "2-3/4") as there:
        heard = Heard(here, MISSED, "hello")
        await here.hold()
        assert await heard.next() == (MISSED, None)
        assert here.notified
        await cut_off(postgres_url)
        await until(lambda: asyncio.sleep(0, heard or not here.notified))
        assert await heard.next() == (MISSED, None)
        await there.put("hello", 1, b"{}", tell=True)
        assert await heard.next() == ("hello", 1)


async def test_every_schema_has_its_own_locks_and_notifications(postgres_url, server):
    await execute(server, "CREATE SCHEMA aside")
    async with (
        process(postgres_url, "0-1/4") as here,
        process(postgres_url, "2-3/4") as there,
        process(f"{server}&search_path=aside", "0-1/4") as aside,
    ):
        heard, own = Heard(aside, "hello"), Heard(there, "hello")
        await here.put("hello", 1, b"{}", tell=True)
        await own.next()
        assert not heard
