"""How people learn that a slow table waits for them, and what they may wish."""

from typing import Any

import pytest

from cogs.reminders.commands import ReminderPreference
from tests.kit.house import House, plain, told
from tests.kit.players import move

DAY = 24 * 3600


def posts(home: House, place: int) -> list[Any]:
    """Messages the bot has sent to a place, as they were sent."""
    path = f"/channels/{place}/messages"
    return [each.json for each in home.env.http_requests if each.method == "POST" and each.path.endswith(path)]


def pinged(home: House, place: int) -> list[int]:
    return [int(user) for post in posts(home, place) for user in post["allowed_mentions"].get("users", ())]


def direct(home: House, user: int) -> list[str]:
    """The direct messages sent to a user."""
    made = [each for each in home.env.http_requests if each.path.endswith("/users/@me/channels")]
    assert {str(user)} <= {str(each.json["recipient_id"]) for each in made}
    ours = {home.channel.id, *(thread.id for thread in home.channel.threads)}
    sent = [each for each in home.env.http_requests if each.method == "POST" and each.path.endswith("/messages")]
    return [plain(str(each.json)) for each in sent if int(each.path.split("/")[-2]) not in ours]


async def turn(home: House) -> tuple[Any, int]:
    """A steady game in which somebody has just moved, and who is asked now."""
    table = await move(home, await home.start("cappuccino", 2, rythme="steady"))
    return table, table.to_act[0]


async def test_who_must_act_at_a_slow_table_is_pinged_and_reminded_once_when_a_quarter_of_the_time_is_left(home: House):
    table, seat = await turn(home)
    assert pinged(home, table.place)[-1] == table.users[seat], "although they were here"
    before = len(posts(home, table.place))
    await home.env.advance_time(DAY * 3 / 4 - 60)
    assert len(posts(home, table.place)) == before
    await home.env.advance_time(120)
    (late,) = posts(home, table.place)[before:]
    assert "On t’attend encore" in plain(str(late))
    assert late["allowed_mentions"]["users"] == [table.users[seat]]
    await home.env.advance_time(3600)
    assert len(posts(home, table.place)) == before + 1
    assert (await home.now(table)).revision == table.revision


async def test_a_reminder_survives_a_restart_and_is_not_given_twice(home: House):
    table, _ = await turn(home)
    await home.restart(down=DAY * 3 / 4)
    await home.env.advance_time(1)
    reminders = [post for post in posts(home, table.place) if "encore" in str(post)]
    assert len(reminders) == 1
    await home.restart()
    await home.env.advance_time(60)
    assert len([post for post in posts(home, table.place) if "encore" in str(post)]) == 1


async def test_who_wishes_nothing_is_told_nothing(home: House):
    for person in home.people[:2]:
        shown = told(await person.slash(home.channel, "rappels", moyen="nothing"))
        assert "Je ne te rappelle rien" in shown
    table, _ = await turn(home)
    await home.env.advance_time(DAY * 3 / 4 + 60)
    assert pinged(home, table.place) == []


async def test_who_wishes_a_direct_message_gets_one_and_no_ping(home: House):
    for person in home.people[:2]:
        await person.slash(home.channel, "rappels", moyen="direct")
    table, seat = await turn(home)
    assert any("C’est à toi" in text for text in direct(home, table.users[seat]))
    await home.env.advance_time(DAY * 3 / 4 + 60)
    assert any("encore" in text for text in direct(home, table.users[seat]))
    assert pinged(home, table.place) == []


async def test_where_direct_messages_are_closed_there_is_a_ping(home: House):
    for person in home.people[:2]:
        await person.slash(home.channel, "rappels", moyen="direct")
    home.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    table, seat = await turn(home)
    assert pinged(home, table.place)[-1] == table.users[seat]


async def test_who_has_been_called_is_not_called_again_by_moving_the_board(home: House):
    table = await home.start("cappuccino", 2, rythme="steady")
    (seat,) = table.to_act
    pest = home.person(table, 1 - seat)
    before = len(pinged(home, table.place))
    for _ in range(4):
        await home.env.advance_time(90)
        await pest.slash(home.place(table), "table voir")
    assert len(home.place(table).history()) == 1, "there is one board, at the bottom"
    assert pinged(home, table.place)[before:] == []


async def test_wishes_are_shown_checked_and_kept(home: House):
    person = home.people[0]
    assert "Aucune heure de silence" in told(await person.slash(home.channel, "rappels"))
    assert "les deux heures" in told(await person.slash(home.channel, "rappels", **{"silence-de": 22}))
    assert "fuseau" in told(await person.slash(home.channel, "rappels", fuseau="Europe/Nulle_part"))
    shown = told(await person.slash(home.channel, "rappels", **{"silence-de": 22, "silence-a": 8}))
    assert "Silence de 22 h à 8 h (Europe/Paris)" in shown
    await home.restart()
    assert (await home.cog("RemindersCog").preferences.get(person.id)).quiet == (22, 8)
    assert "Aucune heure" in told(await person.slash(home.channel, "rappels", **{"silence-de": 0, "silence-a": 0}))


@pytest.mark.parametrize(
    ("quiet", "zone", "hour", "silent"),
    [
        ((22, 8), "UTC", 23, True), ((22, 8), "UTC", 7, True), ((22, 8), "UTC", 8, False),
        ((9, 17), "UTC", 9, True), ((9, 17), "UTC", 17, False), (None, "UTC", 3, False),
        ((22, 8), "Europe/Paris", 21, True), ((22, 8), "America/New_York", 21, False),
    ],
)  # fmt: skip
def test_quiet_hours_are_by_ones_own_clock(quiet, zone, hour, silent):
    winter_day = 1_767_225_600.0  # midnight in Greenwich
    assert ReminderPreference(quiet=quiet, zone=zone).silent(winter_day + hour * 3600) is silent
