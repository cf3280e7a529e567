"""Tables that nobody plays at any more no longer block a channel; moderators choose after how long, and the paces."""

import pytest

from bot.client.boards import PostedBoard, users_to_ping
from bot.core.absence import DAY_SECONDS, leave, left_and_forgotten, wake, wake_at
from bot.core.facts import ASLEEP, CLOSED, PLAYING
from tests.kit.house import House, buttons, menus, read, told
from tests.kit.seated import NOW, started


async def days(home: House, number: float) -> None:
    """So many days go by."""
    await home.env.advance_time(number * DAY_SECONDS)


async def test_a_free_table_left_alone_is_announced_and_closed_and_the_channel_is_free_again(home: House):
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 1, "jours-sans-coup": 2})
    table = await home.start("pinocchio", 2, rythme="free")
    assert "déjà" in told(await home.people[3].slash(home.channel, "trio nouvelle"))
    await days(home, 0.75)
    assert "se ferme" not in read(home.board(table))
    await days(home, 0.5)
    assert (await home.now(table)).status == PLAYING
    assert "Sans nouveau coup, la table se ferme" in read(home.board(table))
    (waited,) = table.to_act
    assert f"<@{table.users[waited]}>" in read(home.board(table))
    await days(home, 1)
    assert (await home.now(table)).status == CLOSED
    board = read(home.board(table))
    assert "Personne n’a joué depuis trop longtemps" in board
    assert f"avec la dernière place, pour **{table.names[waited]}**" in board
    left = [result.user for result in await home.app.store.results_at(table.id) if result.left]
    assert left == [table.users[waited]]
    assert "Rejoindre" in buttons((await home.people[3].slash(home.channel, "trio nouvelle")).response)


@pytest.mark.parametrize("erased", [True, False])
def test_an_announcement_calls_nobody_who_has_left(erased):
    table = started("pinocchio", 2).pause(ASLEEP)
    (waited,) = table.to_act
    user = table.users[waited]
    warned = wake(table, wake_at(table), NOW)
    assert users_to_ping(warned, PostedBoard(), NOW) == (user,)
    gone = left_and_forgotten(warned, user) if erased else leave(warned, user)
    assert gone.warned
    assert users_to_ping(gone, PostedBoard(), NOW) == ()


async def test_another_number_of_days_holds_for_open_tables_too_and_after_a_restart(home: House):
    table = await home.start("pinocchio", 2, rythme="free")
    shown = read(home.board(table))
    told_settings = told(await home.mod.slash(home.channel, "config limites", **{"jours-sans-coup": 3}))
    assert "fermées après 3 jours" in told_settings
    assert read(home.board(table)) == shown, "nothing has happened there"
    await home.restart()
    await days(home, 2.25)
    assert "se ferme" in read(home.board(table))
    await home.restart(down=5 * DAY_SECONDS)
    await home.env.settle()
    assert (await home.now(table)).status == PLAYING, "nobody could move while the bot was away"
    await days(home, 1.25)
    assert (await home.now(table)).facts.closed == "abandoned"
    later = await home.start("trio", 3, rythme="free")
    assert later.facts.idle_days == 3


async def test_moderators_limit_the_paces(home: House):
    for pace in ("free", "steady", "flash"):
        await home.mod.slash(home.channel, "config rythmes", rythme=pace, autorise="no")
    assert "Rythmes possibles** : vif et tranquille" in told(await home.mod.slash(home.channel, "config voir"))
    refused = told(await home.people[0].slash(home.channel, "trio nouvelle", rythme="free"))
    assert "On ne joue pas à ce rythme ici. Rythmes possibles : vif et tranquille" in refused
    lobby = (await home.people[0].slash(home.channel, "trio nouvelle")).response
    page = await home.lobby_menu(home.people[0], lobby)
    assert ["quick", "relaxed"] in menus(page).values()
    await home.mod.slash(home.channel, "config rythmes", rythme="quick", autorise="no")
    last = told(await home.mod.slash(home.channel, "config rythmes", rythme="relaxed", autorise="no"))
    assert "au moins un rythme" in last
    other = home.guild.create_text_channel("autre")
    await home.mod.slash(home.channel, "config salon", salon=other)
    await home.mod.slash(home.channel, "config rythmes", rythme="free", autorise="yes", salon=other)
    await home.people[1].slash(other, "trio nouvelle", rythme="free")
    table = await home.table_of(home.people[1], "lobby")
    assert table.facts.pace == "free"
    await home.mod.slash(home.channel, "config rythmes", rythme="server", autorise="no", salon=other)
    assert not (await home.app.servers.get(home.guild.id)).special, "like the server again"
    await home.people[2].slash(home.channel, "trio nouvelle")
    assert (await home.table_of(home.people[2], "lobby")).facts.pace == "relaxed", "the usual one is not allowed"
