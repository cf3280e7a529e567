"""A table that cannot be read is closed and kept for inspection; the others are not concerned."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
from unittest.mock import Mock

import pytest

from bot.core.facts import CLOSED, OPEN, OVER, PLAYING
from bot.core.game import Refusal
from bot.core.lobby import next_game
from bot.store import ShownBoard
from bot.tables.tables import UnreadableTable
from tests.kit.doors import GAME, NOW, begun, door, ended, one_more, opened
from tests.kit.seated import refused


def failing(kind):
    return dataclasses.replace(GAME, start=Mock(side_effect=kind))


UNREADABLE = {
    "facts that are no JSON": ("UPDATE tables SET facts = ? WHERE id = ?", b"{nonsense", {}),
    "facts of another kind": ("UPDATE tables SET facts = ? WHERE id = ?", b'{"host":"x"}', {}),
    "facts that are no text": ("UPDATE tables SET facts = ? WHERE id = ?", b"\xff\xfe", {}),
    "an unknown game": ("UPDATE tables SET game = ? WHERE id = ?", "whist", {}),
    "an unknown pace": ("UPDATE tables SET facts = CAST(replace(facts, 'quick', ?) AS BLOB) WHERE id = ?", "warp", {}),
    "a move of no kind": ("UPDATE moves SET move = ? WHERE table_id = ?", b'{"kind":"dance"}', {}),
    "a move that is no JSON": ("UPDATE moves SET move = ? WHERE table_id = ?", b"987", {}),
    "no moves": ("DELETE FROM moves WHERE ? > 0 AND table_id = ?", 1, {}),
    "fewer moves than revisions": ("UPDATE tables SET revision = ? WHERE id = ?", 7, {}),
    "a revision of none": ("UPDATE tables SET revision = ? WHERE id = ?", 0, {}),
    "an illegal move": ("UPDATE moves SET seat = ? WHERE table_id = ?", 2, {}),
    "other rules": (None, None, {"trio": dataclasses.replace(GAME, version=99)}),
    "rules that fail": (None, None, {"trio": failing(ZeroDivisionError("a card: 987"))}),
    "rules that miss something": (None, None, {"trio": failing(KeyError(987))}),
    "rules without end": (None, None, {"trio": failing(RecursionError())}),
}
LOST = {"facts that are no JSON", "facts of another kind", "facts that are no text", "an unknown game"}
RULES = {"other rules", "an unknown game"}


@pytest.mark.parametrize("why", UNREADABLE)
async def test_a_table_that_cannot_be_read_concerns_itself_alone(store, caplog, why):
    sql, value, changed = UNREADABLE[why]
    whole = door(store)
    before, table, after = await opened(whole, "tripot"), await begun(whole), await begun(whole, "cappuccino")
    if sql:
        await store.tamper(sql, value, table.id)
    (damaged, moves) = await store.load(table.id)
    tables, told, lost = door(store, **changed), [], []
    tables.on_change(lambda before, after: told.append((before.status, after.status, after.id)))
    tables.subscribe(
        lambda event: (
            isinstance(event, UnreadableTable) and lost.append((event.row.id, event.row.status, event.row.channel))
        )
    )
    caplog.set_level(logging.WARNING)
    assert [found.id for found in await tables.of(2, OPEN)] == [before.id, after.id]
    assert [found.id for found in await tables.in_place(2, OPEN)] == [before.id, after.id]
    if why in LOST:
        with refused("lost-table"):
            await tables.get(table.id)
        with refused("lost-table"):
            await tables.change(table.id, one_more)
        assert await tables.wake(table.id) is None
        assert (told, lost) == ([], [(table.id, CLOSED, 2)])
    else:
        found = await tables.get(table.id)
        assert (found.status, found.facts.closed) == (CLOSED, "rules" if why in RULES else "broken")
        assert (found.facts.deadline, found.users) == (None, (1, 2, 3))
        assert (told, lost) == ([(PLAYING, CLOSED, table.id)], [])
        with refused("finished"):
            await tables.change(table.id, lambda table: table.close("host"))
        assert next_game(found, 2, NOW).users == (1, 2, 3)
    (row, entries) = await store.load(table.id)
    assert (row.status, row.wake) == (CLOSED, None)
    assert entries == moves
    assert not why.startswith("facts") or row.facts == damaged.facts, "left for somebody to look at"
    # Once: neither looking again nor another start says it again.
    restarted, saves = door(store, **changed), len(store.saves)
    restarted.on_change(lambda _before, after: told.append(after))
    restarted.subscribe(lambda event: isinstance(event, UnreadableTable) and lost.append(event.row))
    for _ in range(2):
        with contextlib.suppress(Refusal):
            assert (await restarted.get(table.id)).status == CLOSED
        restarted.forget(table.id)
    assert len(told) + len(lost) == 1
    assert len(store.saves) == saves
    assert len(caplog.records) == 1
    assert f"table={table.id}" in caplog.text
    assert "987" not in caplog.text
    assert caplog.records[0].exc_info is None
    assert {row.id for row in await store.of_user(1, OPEN)} == {before.id, after.id}


async def test_a_lobby_that_cannot_be_read_is_closed_as_well(store):
    table = await opened(door(store))
    await store.tamper("UPDATE tables SET facts = CAST(replace(facts, 'quick', 'warp') AS BLOB) WHERE id = ?", table.id)
    found = await door(store).get(table.id)
    assert (found.status, found.facts.closed, found.pace.key) == (CLOSED, "broken", "quick")


async def test_why_is_written_down_even_where_the_game_is_unknown(store):
    table = await begun(door(store))
    with refused("lost-table"):
        await door(store, games={}).get(table.id)
    # And when the game is here again, it says so itself.
    found = await door(store).get(table.id)
    assert (found.status, found.facts.closed, found.revision) == (CLOSED, "rules", 1)


async def test_a_finished_game_keeps_its_end_when_the_rules_change(store, caplog):
    table = await ended(door(store))
    await store.mark_shown(ShownBoard(table.id, table.revision))
    tables, told = door(store, tripot=dataclasses.replace(table.game, version=99)), []
    tables.on_change(lambda _before, after: told.append(after))
    found = await tables.get(table.id)
    assert (found.status, found.facts.closed, told) == (OVER, None, [])
    assert next_game(found, 1, NOW).users == (1, 2)
    await tables.change(table.id, lambda table: table.with_facts(rematch=44))
    (row, entries) = await store.load(table.id)
    assert (row.status, row.revision, len(entries)) == (OVER, table.revision, table.revision)
    assert caplog.text == ""


@pytest.mark.parametrize("why", ["rules", "broken"])
async def test_a_finished_game_whose_end_cannot_be_shown_is_closed(store, why):
    table, changed = await ended(door(store)), {}
    if why == "rules":  # nobody has seen its end
        changed = {"tripot": dataclasses.replace(table.game, version=99)}
    else:
        await store.mark_shown(ShownBoard(table.id, table.revision))
        await store.tamper("DELETE FROM moves WHERE table_id = ?", table.id)
    found = await door(store, **changed).get(table.id)
    assert (found.status, found.facts.closed) == (CLOSED, why)


async def test_a_closed_table_that_cannot_be_read_is_never_woken_again(store, caplog):
    table = await begun(door(store))
    await store.tamper("UPDATE tables SET status = 'closed', facts = ? WHERE id = ?", b"{}", table.id)
    assert await store.next_wake() is not None
    assert await door(store).wake(table.id) is None
    assert await store.next_wake() is None
    assert caplog.text == ""


async def test_of_two_processes_one_closes_it_and_the_other_looks_again(store, caplog):
    table = await begun(door(store))
    await store.tamper("DELETE FROM moves WHERE table_id = ?", table.id)
    here, there, told = door(store), door(store), []
    for tables in (here, there):
        tables.on_change(lambda _before, after: told.append(after.status))
    store.meanwhile = lambda: there.get(table.id)
    assert (await here.get(table.id)).status == CLOSED
    assert told == [CLOSED]
    assert caplog.text.count("cannot be read") == 1


async def test_a_table_that_cannot_be_closed_now_is_closed_later(store, caplog):
    table = await begun(door(store))
    await store.tamper("DELETE FROM moves WHERE table_id = ?", table.id)
    tables = door(store)
    store.failing = "before"
    with refused("lost-table"):
        await tables.get(table.id)
    assert f"not closed yet table={table.id}" in caplog.text
    store.failing, store.conflicts = None, 10**9
    with refused("busy"):
        await tables.get(table.id)
    store.conflicts = 0
    assert (await tables.get(table.id)).status == CLOSED
    assert caplog.text.count("cannot be read") == 1


async def test_want_of_memory_is_not_the_tables_fault(store):
    table = await begun(door(store))
    with pytest.raises(MemoryError):
        await door(store, trio=failing(MemoryError())).get(table.id)
    assert (await store.load(table.id))[0].status == PLAYING
