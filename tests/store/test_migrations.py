"""From any older schema to the newest; from a newer one, not at all."""

import asyncio

import msgspec
import pytest
from discord.utils import DISCORD_EPOCH
from msgspec.structs import replace

from bot.core.facts import Player, TableFacts
from bot.store import WrongVersion, from_url, statements
from bot.store.statements import Migration
from tests.kit.stores import make, opened
from tests.store.samples import NEWEST, loaded, move, new, table_of_the_first
from tests.store.test_results import result

NUMBERS = [step.number for step in statements.migrations("sqlite")]
HALF = "-- Not a comment; to stumble over.\nCREATE TABLE half (\n    id BIGINT -- a; b\n);\n"


@pytest.fixture
def postgres_url(empty_postgres_url):
    return empty_postgres_url


def test_both_dialects_take_the_same_steps():
    steps = {dialect: [step[:2] for step in statements.migrations(dialect)] for dialect in ("sqlite", "postgres")}
    assert steps["sqlite"] == steps["postgres"]
    assert [number for number, _ in steps["sqlite"]] == NUMBERS == sorted(set(NUMBERS))


@pytest.mark.parametrize("steps", range(1, len(NUMBERS)))
async def test_an_older_database_is_brought_up_to_date(url, known, steps):
    known(steps)
    async with opened(url) as store:
        assert await store.schema_version() == NUMBERS[steps - 1]
    row = await table_of_the_first(url, 1, moves=1)
    known(NEWEST)
    async with opened(url) as store:
        assert await store.schema_version() == NEWEST
        # A table that waited without a clock is looked at once.
        assert await store.load(row.id) == (replace(row, wake=0.0), [move(1)])
        await store.put("guild", 1, b"{}")


async def test_boards_are_carried_over_and_those_of_closed_tables_left_alone(url, known):
    known(2)
    await make(url)
    closed = await table_of_the_first(url, 1, status="closed")
    shown, unknown = [await table_of_the_first(url, number) for number in (2, 3)]
    known(4)
    async with opened(url) as store:
        await store.put("board", shown.id, b"here")
        await store.put("server", shown.id, b"{}")
    known(NEWEST)
    async with opened(url) as store:
        assert (await store.board(shown.id), await store.board(unknown.id)) == (b"here", None)
        assert await store.get("board", shown.id) is None
        assert await store.get("server", shown.id) == b"{}"
        assert await store.behind() == [shown.id, unknown.id]
        assert await store.claim(1.0, 10.0, 9) == [shown.id, unknown.id], "they waited without a clock"
        assert (await store.load(closed.id))[0].shown == closed.revision


async def test_old_tables_are_public_where_they_were_certainly_played_in_public(url, known):
    known(8)
    opened_at = 1_790_000_000.25

    def facts(created: float) -> bytes:
        # A name cannot pass for another key.
        player = Player(user=1, name='"created":1')
        return msgspec.json.encode(
            TableFacts(host=1, players=(player,), options={}, pace="libre", created=created, rules=1)
        ).replace(b'"public":false,', b"")

    def thread(seconds: float) -> int:
        """The id of a thread made so long after the table was opened."""
        return int((opened_at + seconds) * 1000 - DISCORD_EPOCH) << 22

    made_by_us, older, unread = thread(1.5), thread(-1.5), thread(2.5)
    places: dict[str, tuple[int, int | None, bytes]] = {
        "in the channel": (2, None, facts(opened_at)),
        "in the thread that the bot made": (2, made_by_us, facts(opened_at)),
        "the next game in that thread": (2, made_by_us, facts(opened_at + 900)),
        "opened in a thread": (2, older, facts(opened_at)),
        "the next game in such a thread": (2, older, facts(opened_at + 900)),
        "played alone": (0, None, facts(opened_at)),
        "empty": (2, None, b"{}"),
        "unreadable": (2, unread, b'{"x":\xff}'),
    }
    await make(url)
    rows = {
        where: await table_of_the_first(url, number, channel=channel, thread=place, facts=stored)
        for number, (where, (channel, place, stored)) in enumerate(places.items(), start=1)
    }
    known(NEWEST)
    public = []
    async with opened(url) as store:
        for where, row in rows.items():
            found, _ = await loaded(store, row.id)
            if found.facts != row.facts:
                public.append(where)
                after, before = (msgspec.json.decode(each.facts, type=TableFacts) for each in (found, row))
                assert after == msgspec.structs.replace(before, public=True)
    assert public == ["in the channel", "in the thread that the bot made", "the next game in that thread"]


async def test_a_step_that_fails_can_be_tried_again_and_a_newer_database_is_refused(url, known):
    store = from_url(url)
    known(NEWEST, Migration(NEWEST + 1, "broken", HALF + "CREATE TABLE tables (id BIGINT);\n"))
    with pytest.raises(Exception, match="already exists"):
        await store.open()
    known(NEWEST, Migration(NEWEST + 1, "mended", HALF))
    await store.open()
    assert await store.schema_version() == NEWEST + 1
    await store.close()
    known(NEWEST)
    with pytest.raises(WrongVersion, match=rf"schema {NEWEST + 1}, .* up to {NEWEST}:"):
        await store.open()
    with pytest.raises(RuntimeError, match="not open"):
        await store.schema_version()


async def test_many_may_open_an_empty_database_at_once(url):
    stores = [from_url(url) for _ in range(6)]
    await asyncio.gather(*(store.open() for store in stores))
    assert [await store.schema_version() for store in stores] == [NEWEST] * 6
    rows = await asyncio.gather(*(store.create(new(), []) for store in stores))
    assert [await stores[0].load(row.id) for row in rows] == [(row, []) for row in rows]
    for store in stores:
        await store.close()


async def test_tables_older_than_results_are_filled_in(url, known):
    known(5)
    await make(url)
    statuses = ("over", "playing", "over", "closed", "over")
    tables = [await table_of_the_first(url, number, status=status) for number, status in enumerate(statuses, 1)]
    over = [row.id for row in tables if row.status == "over"]
    known(NEWEST)
    store = from_url(url)
    await store.open()
    assert await store.to_fill(2) == (3, over[:0:-1])
    await store.fill(over[2], 0, [result(over[2], 0, 11)], {11: "New"})
    await store.fill(over[1], 0, [], {})
    assert await store.to_fill(9) == (1, over[:1])
    await store.close()

    await store.open()
    await store.fill(over[0], 7, [result(over[0], 0, 14)], {14: "Di"})
    assert await store.to_fill(9) == (1, over[:1]), "somebody at it was forgotten meanwhile: it is looked at again"
    assert await store.names([14]) == {}
    await store.fill(over[0], 0, [result(over[0], 0, 11)], {11: "Old", 12: "Bo"})
    assert await store.to_fill(9) == (0, [])
    assert await store.names([11, 12]) == {11: "New", 12: "Bo"}
    assert len(await store.results_of(11)) == 2

    await store.fill_again()
    assert await store.to_fill(9) == (3, over[::-1])
    again = result(over[2], 0, 11, place=2, finished=3.0)
    await store.fill(over[2], 0, [again], {})
    await store.fill(over[0], 0, [], {})
    assert await store.results_at(over[2]) == [again]
    assert len(await store.results_at(over[0])) == 1
    assert [each.table for each in (await store.uncounted(1, "trio", 9))[1]] == [over[2], over[0]]
    # A table that is not to be filled is not written.
    await store.fill(over[2], 0, [result(over[2], 0, 12)], {})
    assert await store.results_at(over[2]) == [again]
    await store.close()
