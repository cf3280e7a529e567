"""The contract of ``Store``, on each storage: also of concurrent callers and processes, and one killed as it writes."""

import asyncio
from collections import Counter
from random import Random
from typing import Any

import asyncpg
import msgspec
import pytest

from bot.core.facts import TableRow
from bot.store import Conflict, ShownBoard
from bot.tables.servers import KIND, Server, Servers
from tests.kit.stores import opened
from tests.store.samples import BIGGEST, change, loaded, move, new, play


async def test_a_table_gets_an_id_and_keeps_everything(store):
    places = {"guild": BIGGEST, "channel": BIGGEST - 1, "thread": BIGGEST - 2}
    full = new(**places, game="é", status="lobby", shown=0, wake=1.5, facts=b"\0\xff")
    first = await store.create(full, [BIGGEST, 0])
    second = await store.create(new(), [])
    assert 0 < first.id < second.id
    assert first == change(full, id=first.id)
    assert await store.load(first.id) == (first, [])
    assert await store.load(second.id) == (second, [])
    others = {"guild": 9, "channel": 8, "thread": 7, "game": "skull", "status": "over", "shown": 3, "facts": b"[]"}
    saved = await store.save(change(first, wake=None, **others))
    assert saved == TableRow(id=first.id, version=1, **others)
    assert await store.load(first.id) == (change(saved, shown=-1), [])


async def test_a_move_that_is_there_already_or_not_yet_conflicts_and_writes_nothing(store):
    row = await play(store, await store.create(new(), [1]), 2)
    # Not even the move that is just being added can be replaced.
    wrong: list[dict[str, Any]] = [{"replaced": {1: move(10), missing: move(9)}} for missing in (0, 3, 4, BIGGEST)]
    for each in ({"entries": [move(7), move(8)]}, *({"entries": [move(3)]} | each for each in wrong)):
        with pytest.raises(Conflict):
            await store.save(change(row, status="over", revision=3), users=[9], **each)
        assert await store.load(row.id) == (row, [move(1), move(2)]), each
        assert await store.of_user(9, ["over", "playing"]) == []


async def test_a_board_has_a_place_and_a_shown_revision(store):
    row = await store.create(new(), [])
    other = await store.create(new(), [])
    assert await store.board(row.id) is None
    await store.mark_shown(ShownBoard(row.id, 0, b"\0here"))
    assert await store.board(row.id) == b"\0here"
    assert await store.behind() == [other.id]
    await store.mark_shown(ShownBoard(row.id, -1))
    assert (await store.board(row.id), await store.behind()) == (b"\0here", [row.id, other.id])
    await store.mark_shown(ShownBoard(row.id, None, b"there"))
    assert (await store.board(row.id), await store.behind()) == (b"there", [row.id, other.id])
    await store.mark_shown(ShownBoard(row.id, 0))
    row = await play(store, row)
    assert await store.board(row.id) == b"there", "a move leaves it where it is"
    assert await store.board(other.id) is None
    # Several in one write.
    await store.mark_shown(ShownBoard(999, 0, b"nowhere"), ShownBoard(row.id, 1), ShownBoard(other.id, None, b"here"))
    assert [await store.board(each) for each in (999, row.id, other.id)] == [None, b"there", b"here"]
    assert await store.behind() == [other.id]


async def test_finding_tables(store):
    lobby = await store.create(new(status="lobby", guild=1, channel=5), [1, 2])
    playing = await store.create(new(status="playing", guild=1, channel=6, thread=5), [1])
    over = await store.create(new(status="over", guild=2, channel=5, thread=5), [1])
    for find, key in ((store.of_user, 1), (store.in_place, 5)):
        assert await find(key, ["over", "playing", "lobby"]) == [lobby, playing, over]
        assert await find(key, []) == []
    assert await store.in_place(6, ["playing"]) == [playing]
    assert await store.of_user_or_in_place(2, 6, ["lobby", "playing"]) == [lobby.id, playing.id]
    assert await store.of_user_or_in_place(2, 5, ["playing"]) == [playing.id]
    assert await store.in_guild(1, ["over", "playing", "lobby"]) == [lobby, playing]


async def test_a_closed_store_says_so(store):
    await store.close()
    await store.close()
    for call in (lambda: store.load(1), lambda: store.put("guild", 1, b""), store.hold):
        with pytest.raises(RuntimeError, match="not open"):
            await call()
    await store.open()
    assert await store.load(1) is None


async def test_random_calls_have_the_outcome_of_a_plain_dictionary(store):
    rng = Random(4)
    rows, logs, people = {}, {}, {}
    for now in range(300):
        table = rng.choice([*rows, 999])
        match rng.choice(["create", "play", "play", "stale", "show", "claim", "look"]):
            case "create":
                users = rng.choices(range(5), k=rng.randrange(4))
                wake = rng.choice([None, float(now + rng.randrange(9))])
                row = await store.create(new(status=rng.choice(["lobby", "playing"]), wake=wake), users)
                rows[row.id], logs[row.id], people[row.id] = row, [], set(users)
            case "play" if table in rows:
                entries = [move(rng.randrange(99)) for _ in range(rng.randrange(3))]
                users = rng.choice([None, [], rng.choices(range(5), k=3)])
                row = change(
                    rows[table],
                    revision=rows[table].revision + len(entries),
                    status=rng.choice(["playing", "over", "closed"]),
                    wake=rng.choice([None, float(now + rng.randrange(9))]),
                    facts=rng.choice([rows[table].facts, b'{"now": %d}' % now]),
                )
                same = (row.status, row.facts) == (rows[table].status, rows[table].facts)
                revisions = [revision for revision in range(1, len(logs[table]) + 1) if not rng.randrange(4)]
                replaced = {revision: move(rng.randrange(99, 199)) for revision in revisions}
                saved = await store.save(row, entries=entries, replaced=replaced, users=users)
                rows[table] = saved if same else change(saved, shown=-1)
                logs[table] = [replaced.get(revision, entry) for revision, entry in enumerate(logs[table], 1)] + entries
                people[table] = people[table] if users is None else set(users)
            case "stale" | "play":
                row = rows.get(table, new(id=table))
                stale = change(row, version=row.version + 1, revision=99, status="over")
                replaced = {1: move(98)} if logs.get(table) else {}
                with pytest.raises(Conflict):
                    await store.save(stale, entries=[move(99)], replaced=replaced, users=[1])
            case "show":
                shown = rng.randrange(3)
                await store.mark_shown(ShownBoard(table, shown))
                if table in rows:
                    rows[table] = change(rows[table], shown=shown)
            case "claim":
                due = sorted((row.wake, row.id) for row in rows.values() if row.wake is not None and row.wake <= now)
                assert await store.claim(now, 5.5, 2) == [table for _, table in due[:2]]
                rows |= {table: change(rows[table], wake=now + 5.5) for _, table in due[:2]}
            case "look":
                user, statuses = rng.randrange(5), rng.sample(["lobby", "playing", "over", "closed"], 2)
                assert await store.of_user(user, statuses) == [
                    row for row in rows.values() if user in people[row.id] and row.status in statuses
                ]
                assert await store.in_guild(1, statuses) == [row for row in rows.values() if row.status in statuses]
        counted = Counter(row.status for row in rows.values() if row.status in ("lobby", "playing"))
        assert await store.census() == counted
        wakes = [row.wake for row in rows.values() if row.wake is not None]
        assert await store.next_wake() == min(wakes, default=None)
        assert await store.behind() == [
            row.id for row in rows.values() if row.status != "lobby" and row.shown != row.revision
        ]
    for table, row in rows.items():
        assert await store.load(table) == (row, logs[table])
    assert await store.load(999) is None


async def test_documents_are_dropped_by_kind_key_or_age(store):
    kinds = ["daily", "daily 8", "daily 9", "daily 10", "daily x", "daily-at 7 9", "daily-at 77 9", "dailyx 8", "8"]
    for kind in kinds:
        await store.put(kind, 4, b"{}")
    await store.drop_kinds("daily", before=10)
    left = [kind for kind in kinds if kind not in ("daily 8", "daily 9")]
    assert sorted(await store.documents_of(4)) == sorted(left)
    await store.drop_kinds("daily-at 7")
    left.remove("daily-at 7 9")
    assert sorted(await store.documents_of(4)) == sorted(left)
    await store.drop_kinds("daily-at", before=9)
    assert sorted(await store.documents_of(4)) == sorted(left)
    for key in (1, 2, 3):
        await store.put("keys", key, b"{}")
    assert not await store.swap("keys", 3, b"older", None), "a document is removed only as it was read"
    assert await store.swap("keys", 3, b"{}", b"[]")
    assert await store.swap("keys", 3, b"[]", None)
    await store.put("keys", 3, b"{}")
    await store.drop_keys("keys", before=3)
    assert [await store.get("keys", key) for key in (1, 2, 3)] == [None, None, b"{}"]
    for key, at in ((1, "8.75"), (2, "9.0"), (3, "1e1")):
        await store.put("aged", key, f'{{"text":"é\\n","at":{at}}}'.encode())
    await store.put("other", 1, b"\xff no JSON")
    await store.drop_older("aged", before=9.0)
    assert [key for key, _ in await store.documents("aged")] == [2, 3]
    assert await store.get("other", 1)


# ---- at the same time


@pytest.fixture
async def stores(url):
    async with opened(url) as here, opened(url) as there:
        yield here, there


async def test_one_of_many_wins_every_revision(stores):
    row = await stores[0].create(new(), [])
    for revision in range(1, 11):
        results = await asyncio.gather(*(play(store, row) for store in stores * 4), return_exceptions=True)
        [row] = [result for result in results if isinstance(result, TableRow)]
        assert sum(isinstance(result, Conflict) for result in results) == 7
        assert row.revision == revision
    assert (await loaded(stores[1], row.id))[1] == [move(number) for number in range(1, 11)]


async def test_claim_skips_rows_that_another_process_has_locked(postgres_url):
    async with opened(postgres_url) as store:
        rows = [await store.create(new(wake=wake), []) for wake in (1.0, 2.0, 3.0)]
        other = await asyncpg.connect(postgres_url)
        async with other.transaction():
            await other.execute("SELECT FROM tables WHERE id = $1 FOR UPDATE", rows[0].id)
            assert await store.claim(5.0, 60, 2) == [rows[1].id, rows[2].id]
        await other.close()
        assert await store.claim(5.0, 60, 2) == [rows[0].id]


async def test_a_load_is_of_one_moment(store):
    """Every move of the log is replaced by one with the number of the new version, and one is added."""
    row = await play(store, await store.create(new(), []))

    async def read(until: int) -> None:
        row_read, log = row, []
        while row_read.version < until:
            row_read, log = await loaded(store, row.id)
            assert log == [move(row_read.version)] * row_read.revision

    readers = [asyncio.create_task(read(row.version + 30)) for _ in range(3)]
    for _ in range(30):
        number = move(row.version + 1)
        replaced = dict.fromkeys(range(1, row.revision + 1), number)
        row = await store.save(change(row, revision=row.revision + 1), entries=[number], replaced=replaced)
        assert (await loaded(store, row.id))[0] == row
    await asyncio.gather(*readers)


async def test_six_bans_in_two_processes_at_once_are_all_stored_with_their_entries(stores):
    servers = [Servers(store) for store in stores]
    for each in servers:
        await each.get(5)  # both have cached it

    def banned(person: int):
        return servers[person % 2].change(
            5,
            lambda server: msgspec.structs.replace(server, banned=(*server.banned, person)),
            also=lambda *_: stores[0].journal_statements(5, 0.0, b"%d" % person, None, f"token {person}"),
        )

    answers = await asyncio.gather(*map(banned, range(6)))
    stored = msgspec.json.decode(await stores[1].get(KIND, 5) or b"", type=Server)
    assert set(stored.banned) == set(range(6))
    assert all(person in after.banned for person, (_, after) in enumerate(answers)), "confirmed means stored"
    assert all(person not in before.banned for person, (before, _) in enumerate(answers))
    await servers[0].change(5, lambda server: server, also=lambda *_: ())
    assert sorted(row.entry for row in await stores[1].journal(5, None, 9)) == [b"%d" % person for person in range(6)]
