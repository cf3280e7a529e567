"""The contract of ``Store``, on each storage."""

from collections import Counter
from random import Random

import pytest

from bot.core.facts import TableRow
from bot.store import Conflict, ShownBoard
from tests.store.samples import BIGGEST, change, loaded, move, new, play


async def test_a_new_table_gets_an_id_and_keeps_everything(store):
    full = new(
        guild=BIGGEST,
        channel=BIGGEST - 1,
        thread=BIGGEST - 2,
        game="é",
        status="lobby",
        shown=0,
        wake=1.5,
        facts=b"\0\xff",
    )
    first = await store.create(full, [BIGGEST, 0])
    second = await store.create(new(), [])
    assert 0 < first.id < second.id
    assert first == change(full, id=first.id)
    assert await store.load(first.id) == (first, [])
    assert await store.load(second.id) == (second, [])


async def test_save_writes_every_field_but_shown(store):
    row = await store.create(new(wake=5.0), [])
    saved = await store.save(
        change(row, guild=9, channel=8, thread=7, game="skull", status="over", shown=3, wake=None, facts=b"[]")
    )
    assert saved == TableRow(
        id=row.id, guild=9, channel=8, thread=7, game="skull", status="over", shown=3, version=1, facts=b"[]"
    )
    assert (await loaded(store, row.id))[0] == change(saved, shown=-1)


async def test_a_move_that_exists_conflicts_and_writes_nothing(store):
    row = await play(store, await store.create(new(), [1]), 2)
    with pytest.raises(Conflict):
        await store.save(change(row, status="over", revision=3), entries=[move(7), move(8)], users=[9])
    assert await store.load(row.id) == (row, [move(1), move(2)])
    assert await store.of_user(9, ["over", "playing"]) == []


@pytest.mark.parametrize("missing", [0, 3, 4, BIGGEST])
async def test_replacing_a_move_that_is_not_there_conflicts_and_writes_nothing(store, missing):
    row = await play(store, await store.create(new(), [1]), 2)
    with pytest.raises(Conflict):
        # Also not the one that is just being added.
        await store.save(
            change(row, revision=3, status="over"),
            entries=[move(3)],
            replaced={1: move(10), missing: move(9)},
            users=[9],
        )
    assert await store.load(row.id) == (row, [move(1), move(2)])
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
    with pytest.raises(RuntimeError, match="not open"):
        await store.load(1)
    with pytest.raises(RuntimeError, match="not open"):
        await store.put("guild", 1, b"")
    with pytest.raises(RuntimeError, match="not open"):
        await store.hold()
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
                replaced = {
                    revision: move(rng.randrange(99, 199))
                    for revision in range(1, len(logs[table]) + 1)
                    if not rng.randrange(4)
                }
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
                due = sorted((row.wake, row.id) for row in rows.values() if row.wake is not None and row.wake <= now)[
                    :2
                ]
                assert await store.claim(now, 5.5, 2) == [table for _, table in due]
                rows |= {table: change(rows[table], wake=now + 5.5) for _, table in due}
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


async def test_documents_are_dropped_by_the_words_of_their_kind(store):
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
    await store.drop_keys("keys", before=3)
    assert [await store.get("keys", key) for key in (1, 2, 3)] == [None, None, b"{}"]
