"""A typed command at several tables: it means the one that has waited longest for whoever types."""

from bot.core.table import Table
from tests.kit.house import House, told
from tests.kit.players import move, quick_mind


async def waiting_for(home: House, table: Table, seat: int) -> Table:
    """The table when it waits for that seat; the other's move is made without a click."""
    table = await home.now(table)
    while table.to_act != (seat,):
        table = await move(home, table)
    return table


async def type_a_move_for(home: House, table: Table, seat: int) -> str:
    """What somebody is told who types, in the channel of all tables, a move that is legal at this one."""
    path = table.game.path(quick_mind()(table, seat))
    await home.env.advance_time(1)
    return told(await home.person(table, seat).slash(home.channel, "cappuccino empiler", pile=path[1], cible=path[2]))


async def test_a_typed_command_finds_the_table_that_has_waited_longest(home: House):
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 5})
    tables, seats = [], []
    for _ in range(2):
        table = await home.start("cappuccino", 2)
        seats.append(table.seat_of(home.people[0].id))
        tables.append(await waiting_for(home, table, seats[-1]))
        await home.env.advance_time(2)
    older, newer = tables

    text = await type_a_move_for(home, older, seats[0])
    assert f"<#{older.place}>" in text
    assert ((await home.now(older)).revision, (await home.now(newer)).revision) == (older.revision + 1, newer.revision)

    older = await waiting_for(home, older, seats[0])
    text = await type_a_move_for(home, newer, seats[1])
    assert f"<#{newer.place}>" in text, "the older table has asked this person more recently"
    assert ((await home.now(older)).revision, (await home.now(newer)).revision) == (older.revision, newer.revision + 1)
