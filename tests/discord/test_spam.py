"""Somebody who wants to be a nuisance: limits hold however fast one is, and nobody is called again and again."""

import pytest

from bot.core.facts import OPEN
from bot.core.table import Table
from tests.kit.alone import daily_played
from tests.kit.house import House, told
from tests.kit.players import played_out


async def test_limits_hold_for_commands_of_the_same_instant(home: House):
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 3, "par-hote": 2})
    pest, other = home.people[:2]
    await home.at_once(*(pest.slash(home.channel, "trio nouvelle") for _ in range(5)))
    assert len(await home.app.tables.of(pest.id, OPEN)) == 2
    results = await home.at_once(*(person.slash(home.channel, "trio nouvelle") for person in home.people[1:5]))
    assert len(await home.app.tables.in_place(home.channel.id, OPEN)) == 3
    assert sum("3 tables" in told(result) for result in results) == 3
    assert len(await home.app.tables.of(other.id, OPEN)) <= 1


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


@pytest.mark.parametrize("why", ["banned", "silent"])
async def test_the_bot_speaks_in_nobodys_name_who_may_not(home: House, why: str):
    """Profile, ranking and the day's result; a film is in ``test_replays``."""
    await played_out(home, await home.start("tripot", 3))
    _, panel = await daily_played(home)
    person = home.people[0]
    profile = (await person.slash(home.channel, "profil")).response
    ranking = (await person.slash(home.channel, "classement")).response
    assert profile is not None
    assert ranking is not None
    if why == "banned":
        await home.mod.slash(home.channel, "config bannir", personne=person)
    else:
        home.forbid("send_messages", "send_messages_in_threads", person=person)
    before = home.newest(home.channel.id).id
    words = "ne te laisse pas" if why == "banned" else "Tu ne peux pas écrire"
    assert words in told(await person.click(profile, label="Montrer à tous"))
    assert words in told(await person.click(ranking, label="Montrer à tous"))
    assert ("ne te permet pas" if why == "banned" else words) in told(await person.click(panel, label="Partager"))
    assert home.newest(home.channel.id).id == before


def calls(home: House, table: Table) -> list[int]:
    """Whom messages at a table have pinged, one after the other."""
    sent = [each.json for each in home.env.http_requests if each.path == f"/channels/{table.place}/messages"]
    return [user for body in sent if body for user in body["allowed_mentions"]["users"]]
