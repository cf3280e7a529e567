"""Somebody who wants to be a nuisance: limits hold however fast one is, and nobody is called again and again."""

from __future__ import annotations

from bot.core.facts import OPEN
from bot.core.table import Table
from tests.kit.house import House, told, visiting


@visiting
async def test_limits_hold_for_commands_of_the_same_instant(home: House):
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 3, "par-hote": 2})
    pest, other = home.people[:2]
    await home.at_once(*(pest.slash(home.channel, "trio nouvelle") for _ in range(5)))
    assert len(await home.bot.shared_tables.of(pest.id, OPEN)) == 2
    results = await home.at_once(*(person.slash(home.channel, "trio nouvelle") for person in home.people[1:5]))
    assert len(await home.bot.shared_tables.in_place(home.channel.id, OPEN)) == 3
    assert sum("3 tables" in told(result) for result in results) == 3
    assert len(await home.bot.shared_tables.of(other.id, OPEN)) <= 1


@visiting
async def test_who_has_been_called_is_not_called_again_by_moving_the_board(home: House):
    table = await home.start("cappuccino", 2, rythme="steady")
    (seat,) = table.to_act
    pest = home.person(table, 1 - seat)
    before = len(calls(home, table))
    for _ in range(4):
        await home.env.advance_time(90)
        await pest.slash(home.place(table), "table voir")
    assert len(home.place(table).history()) == 1, "there is one board, at the bottom"
    assert calls(home, table)[before:] == []


def calls(home: House, table: Table) -> list[int]:
    """Whom messages at a table have pinged, one after the other."""
    sent = [each.json for each in home.env.http_requests if each.path == f"/channels/{table.place}/messages"]
    return [user for body in sent if body for user in body["allowed_mentions"]["users"]]
