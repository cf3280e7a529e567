"""Somebody who wants to be a nuisance: limits hold however fast one is, and nobody is called again and again."""

from __future__ import annotations

from bot.core.facts import OPEN
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
