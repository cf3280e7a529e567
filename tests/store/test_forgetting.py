"""Exporting and erasing people, on each storage."""

from __future__ import annotations

import hmac
import json
from random import Random

import msgspec
import pytest

from bot.core import absence
from bot.core.facts import CLOSED, LOBBY, OVER, PLAYING, RENAMED, Player
from bot.core.lobby import start
from bot.core.opponents import any_move
from bot.store import ShownBoard
from bot.store.results import HIDDEN
from bot.tables.tables import Tables
from cogs.daily.deal import day_of
from cogs.daily.service import TRIED, TRIED_KEY, Dailies
from cogs.privacy.commands import Privacy
from tests.kit.moments import CATALOGUE
from tests.kit.seated import lobby_of

NOW = 1_700_000_000.0
ANA, BO, CHLOE = 800_000_000_000_000_001, 800_000_000_000_000_002, 800_000_000_000_000_003
NAMES = {ANA: "Ana-Lucia", BO: "Bo", CHLOE: "Chloé"}
EVERYTHING = (
    "tables", "moves", "people", "documents", "results", "standings", "counted", "to_count", "to_fill", "journal",
)  # fmt: skip


@pytest.fixture
def tables(store) -> Tables:
    return Tables(store, CATALOGUE.games, now=lambda: NOW, rng=Random(7))


async def seated(tables, game="pinocchio", users=(ANA, BO, CHLOE)):
    people = {user: NAMES[user] for user in users}
    return await tables.open(lobby_of(CATALOGUE.games[game], people, guild=1, channel=2, now=NOW))


async def begun(tables):
    table = await seated(tables)
    return (await tables.change(table.id, lambda table: start(table, table.facts.host, Random(3), NOW))).after


async def ended(tables):
    table, rng = await begun(tables), Random(5)

    def finish(table):
        while table.to_act:
            seat = table.to_act[0]
            table = table.after(seat, any_move(table.game, table.state, seat, rng), NOW)
        return table

    table = (await tables.change(table.id, finish)).after
    assert table.status == OVER
    return table


async def dump(store) -> str:
    found = [row for name in EVERYTHING for row in await store._read(f"SELECT * FROM {name}")]  # noqa: S608
    return "\n".join(
        " ".join(each.decode("utf-8", "replace") if isinstance(each, bytes) else str(each) for each in row)
        for row in found
    )


async def test_nothing_contains_the_id_or_name_of_an_erased_person(store, tables):
    over, running, lobby = await ended(tables), await begun(tables), await seated(tables, users=(BO, ANA))
    closed = await begun(tables)
    await tables.change(closed.id, lambda table: table.close("host"))
    waiting = await seated(tables, game="cappuccino", users=(BO, CHLOE))
    for kind in ("reminders", "met", HIDDEN):
        await store.put(kind, ANA, b"{}")
    before = await dump(store)
    assert str(ANA) in before
    assert NAMES[ANA] in before
    privacy = Privacy(tables, store)
    assert await privacy.erase(ANA) == 4
    after = await dump(store)
    assert str(ANA) not in after
    assert NAMES[ANA] not in after
    assert str(BO) in after, "others stay"
    assert [(await tables.get(each.id)).status for each in (over, running, lobby, closed, waiting)] == [
        OVER, PLAYING, LOBBY, CLOSED, LOBBY,
    ]  # fmt: skip
    assert (await tables.get(over.id)).log == over.log, "the game is what it was"
    assert (await tables.get(running.id)).facts.players[0].left
    assert await privacy.erase(ANA) == 0, "a second time there is nothing left to do"
    assert await dump(store) == after


async def test_messages_of_an_ended_game_change_for_erased_but_not_for_retired_people(store, tables):
    table, unshown = await ended(tables), await ended(tables)
    await store.mark_shown(ShownBoard(table.id, table.revision))
    assert await store.behind() == [unshown.id]
    await Privacy(tables, store).erase(ANA)
    assert await store.behind() == [table.id, unshown.id]
    assert (await tables.get(table.id)).row.shown == RENAMED, "they are edited, and none is posted anew"
    assert (await tables.get(unshown.id)).row.shown != RENAMED
    await store.mark_shown(ShownBoard(table.id, table.revision))
    assert await Privacy(tables, store).retire(NOW + 1) == 2
    assert await store.behind() == [unshown.id]


async def test_only_what_names_a_person_is_erased_also_where_it_cannot_be_read(store, tables):
    table = await ended(tables)
    row, _ = await store.load(table.id)
    assert await Privacy(tables, store).erase(int(str(NOW)[:6])) == 0, "these digits are in the time it was opened"
    assert (await store.load(table.id))[0] == row
    await store.save(msgspec.structs.replace(row, status=CLOSED, facts=b'{"host": %d, "players": 3}' % ANA))
    tables.forget(table.id)
    await Privacy(tables, store).erase(ANA)
    assert str(ANA) not in await dump(store)


async def test_an_export_contains_everything_and_nothing_of_others(store, tables):
    table = await ended(tables)
    await store.put("reminders", ANA, b'{"way": "nothing"}')
    told = json.loads(await Privacy(tables, store).export(ANA))
    assert told["user"] == str(ANA)
    assert told["settings"]["reminders"] == {"way": "nothing"}
    assert [each["table"] for each in told["tables"]] == [each["table"] for each in told["results"]] == [table.id]
    mine = [turn for turn in table.log if turn.seat == 0]
    assert len(told["tables"][0]["moves"]) == len(mine)
    text = json.dumps(told, ensure_ascii=False)
    assert str(BO) not in text
    assert NAMES[CHLOE] not in text


async def test_old_games_and_days_forget_their_people_and_new_ones_do_not(store, tables):
    await ended(tables)
    await begun(tables)
    day = day_of(NOW)
    kept = [f"daily {day}", f"daily-at {BO} {day}", "daily-deal", "reminders", "hidden"]
    for each in (f"daily {day - 1}", f"daily-at 77 {day - 9}", f"daily-at {2**62} 9", *kept):
        await store.put(each, BO, b'{"table":1}')
    privacy = Privacy(tables, store)
    assert await privacy.retire(NOW) == 0, "it ended at that very moment"
    await Dailies(tables, store, lambda: NOW).forget_players(NOW)
    assert sorted(await store.documents_of(BO)) == sorted([*kept, "name"])
    assert await privacy.retire(NOW + 1) == 1
    assert await privacy.retire(NOW + 1) == 0
    assert sorted(await store.documents_of(BO)) == sorted(kept), "the name goes with the last game"
    assert [each.user for each in await store.results_at(1)] == [None, None, None]
    assert [each.name for each in (await tables.get(1)).facts.players] == ["", "", ""]
    assert [each.name for each in (await tables.get(2)).facts.players] == list(NAMES.values())
    assert str(BO) in await dump(store)


async def test_a_table_does_not_wait_for_an_erased_player_who_left(store, tables):
    table = await begun(tables)
    await tables.change(table.id, lambda table: absence.leave(table, ANA))
    await Privacy(tables, store).erase(ANA)
    table = await tables.get(table.id)
    assert table.facts.host == BO
    assert table.seat_of(ANA) is None
    assert await store.of_user(0, (PLAYING,)) == [], "nobody is no person"


async def test_a_try_is_stored_as_a_hash_with_the_key_of_the_day(store, tables):
    dailies = Dailies(tables, store, lambda: NOW)
    day = dailies.today()
    await dailies.begin(Player(user=ANA, name="Ana"), 0)
    key = await store.get(TRIED_KEY, day)
    assert len(key) == 32
    digest = hmac.digest(key, str(ANA).encode(), "sha256")
    assert await store.get(f"{TRIED} {day}", int.from_bytes(digest[:8]) >> 1) is not None
    assert f"{TRIED} {day}" not in await store.documents_of(ANA)
