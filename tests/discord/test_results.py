"""The end of a game as the channel learns it, and the running score of people who go on playing."""

from __future__ import annotations

from typing import Any

from bot.core.facts import OVER, PLAYING
from bot.core.table import Table
from tests.kit.house import House, read, visiting
from tests.kit.players import quick_mind


async def played_out(home: House, table: Table) -> Table:
    """The table when its game is over, without clicks."""
    choose = quick_mind()
    with home.env._bot_scope():
        while table.status != OVER:
            seat, now = table.to_act[0], max(home.env.now().timestamp(), table.flash_until)
            move = choose(table, seat)
            table = await home.bot.tables.change(table.id, lambda t, s=seat, m=move, n=now: t.after(s, m, n))
    await home.env.settle()
    return table


def announced(home: House) -> str:
    """What stands in the channel of the games, where the lobby was: nothing else was posted there."""
    (text,) = filter(None, map(read, home.channel.history()))
    return text


@visiting
async def test_the_channel_learns_how_a_game_in_a_thread_ended(home: House):
    table = await home.start("cappuccino", 2)
    assert table.thread
    assert "La partie se joue dans" in announced(home)
    table = await played_out(home, table)
    text = announced(home)
    assert "🏆" in text
    assert all(f"{score} gobelets" in text for score in table.outcome.scores)
    assert f"https://discord.com/channels/{table.guild}/{table.thread}" in text
    assert table.seal in text
    assert "La partie se joue dans" not in text


@visiting
async def test_the_lobby_is_left_alone_while_the_game_goes_on(home: House):
    table = await home.start("cappuccino", 2)
    before = len(edits(home))
    assert before, "it says where the game is played"
    choose = quick_mind()
    for _ in range(4):
        seat = table.to_act[0]
        move, now = choose(table, seat), home.env.now().timestamp()
        table = await home.after(table, lambda t, s=seat, m=move, n=now: t.after(s, m, n))
    assert len(edits(home)) == before


def edits(home: House) -> list[Any]:
    """Every edit of a message in the channel of the games itself."""
    path = f"/channels/{home.channel.id}/messages/"
    return [request for request in home.env.http_requests if request.method == "PATCH" and path in request.path]


@visiting
async def test_the_channel_learns_it_after_a_restart_and_when_discord_failed(home: House):
    table = await home.start("cappuccino", 2)
    await home.restart()
    home.env.inject_error("PATCH", f"/channels/{home.channel.id}/messages/*", status=500, times=3)
    table = await played_out(home, await home.now(table))
    assert "🏆" not in announced(home)
    await home.restart()
    await home.env.advance_time(400)
    assert "🏆" in announced(home)


@visiting
async def test_the_channel_learns_that_a_table_was_closed(home: House):
    table = await home.start("cappuccino", 2)
    table = await home.after(table, lambda table: table.close("agreed"))
    assert "d’accord pour arrêter" in announced(home)


@visiting
async def test_people_who_play_again_see_how_it_stands(home: House):
    table = await played_out(home, await home.start("cappuccino", 2))
    assert "parties" not in read(home.board(table))
    lobby = (await home.people[0].click(home.board(table), label="Revanche")).response
    await home.people[0].click(lobby, label="Commencer")
    (row,) = await home.bot.store.of_user(home.people[0].id, (PLAYING,))
    table = await played_out(home, await home.bot.tables.get(row.id))
    assert "Sur 2 parties : " in read(home.board(table)).replace("\N{NO-BREAK SPACE}", " ")
