"""Everything Discord can refuse or take away: the table heals, pauses or closes, and nothing is retried for ever."""

import pytest

from bot.client.boards import ONLOOKERS_SECONDS
from bot.core.facts import CLOSED, PLAYING
from bot.core.table import Table
from tests.kit.house import House, buttons, read, told
from tests.kit.players import in_phase, open_hand, press, quick_mind

WINDOW = ("ptipasspass", 3, {}, "doublon")
BOARDS = "/channels/*/messages/*"


async def stacking(home: House) -> Table:
    return await in_phase(home, "cappuccino", 2, {}, "stack")


async def move(home: House, table: Table) -> Table:
    """The table after whoever is waited for has typed a move."""
    seat = table.to_act[0]
    await press(home, table, seat, table.game.path(quick_mind()(table, seat)), await hand(home, table, seat))
    return await home.now(table)


async def hand(home: House, table: Table, seat: int):
    return (await home.person(table, seat).slash(home.place(table), "main")).response


async def quiet_for(home: House, seconds: float) -> bool:
    """Whether the bot asks nothing of Discord for so long."""
    before = len(home.env.http_requests)
    await home.env.advance_time(seconds)
    return len(home.env.http_requests) == before


def true_board(home: House, table: Table) -> bool:
    """Whether the newest board shows whom the table waits for."""
    text = read(home.board(table))
    return all(f"<@{table.users[seat]}>" in text for seat in table.to_act)


async def test_a_deleted_board_is_posted_again(home: House):
    table = await in_phase(home, *WINDOW)
    old = home.board(table)
    home.env.backend.delete_message(table.place, old.id)
    await home.person(table, table.to_act[0]).slash(home.place(table), "ok")
    table = await home.now(table)
    assert home.board(table).id != old.id
    assert true_board(home, table)


async def test_a_deleted_channel_closes_its_tables(home: House):
    lobby = await home.lobby("trio", 1)
    table = await stacking(home)
    home.env.backend.delete_channel(home.channel.id)
    await home.env.settle()
    assert lobby is not None
    assert {row.status for row in await home.app.store.in_place(home.channel.id, (CLOSED, PLAYING))} == {CLOSED}
    assert (await home.now(table)).facts.closed == "gone"
    assert await quiet_for(home, 3600)


WAYS_TO_GO = {
    "its thread is deleted": lambda home, table: home.env.backend.delete_channel(table.place),
    "the bot is removed": lambda home, _: home.env.backend.remove_guild(home.guild.id),
    **{
        f"unnoticed, {code}": lambda home, table, code=code: home.env.inject_error(
            "*", f"/channels/{table.place}/*", status=404, code=code, times=None
        )
        for code in (10003, 10004)
    },
}


@pytest.mark.parametrize("way", WAYS_TO_GO)
async def test_a_table_whose_place_is_gone_is_closed(home: House, way: str):
    table = await stacking(home)
    WAYS_TO_GO[way](home, table)
    await home.env.advance_time(130 if "unnoticed" in way else 0)
    await home.env.settle()
    assert (await home.now(table)).facts.closed == "gone"
    assert await quiet_for(home, 3600)


async def test_a_missing_permission_pauses_and_resumes(home: House):
    table = await stacking(home)
    home.forbid("send_messages_in_threads")
    table = await move(home, table)
    # discord.py counts what cannot be used without it as missing too.
    assert table.facts.paused.split(",")[0] == "send_messages_in_threads"
    assert table.revision == 2, "the move is kept"
    assert await quiet_for(home, 600), "no clock runs and nothing is tried again"
    assert (await home.now(table)).revision == 2
    seat = table.to_act[0]
    path = table.game.path(quick_mind()(table, seat))
    refused = await home.person(table, seat).slash(home.place(table), "cappuccino empiler", pile=path[1], cible=path[2])
    assert "il me manque **Envoyer des messages dans les fils**" in told(refused)
    home.allow_all()
    panel = await open_hand(home, table, seat)
    table = await home.now(table)
    assert table.facts.paused is None
    assert table.facts.deadline > home.env.now().timestamp() + 100
    await press(home, table, seat, path, panel)
    table = await home.now(table)
    assert table.revision == 3
    await home.env.advance_time(ONLOOKERS_SECONDS)
    assert true_board(home, table)


async def test_a_typed_move_resumes_a_paused_table_as_well(home: House):
    table = await stacking(home)
    home.forbid("send_messages_in_threads")
    table = await move(home, table)
    home.allow_all()
    seat = table.to_act[0]
    path = table.game.path(quick_mind()(table, seat))
    await home.env.advance_time(1)
    await home.person(table, seat).slash(home.place(table), "cappuccino empiler", pile=path[1], cible=path[2])
    table = await home.now(table)
    assert (table.facts.paused, table.revision) == (None, 3)
    await home.env.advance_time(5)
    assert true_board(home, table)


async def test_an_archived_thread_is_woken_by_a_new_board(home: House):
    table = await in_phase(home, *WINDOW)
    old = home.board(table)
    home.env.inject_error("PATCH", BOARDS, status=400, code=50083)
    await home.person(table, table.to_act[0]).slash(home.place(table), "ok")
    table = await home.now(table)
    assert home.board(table).id != old.id
    assert true_board(home, table)


async def test_a_locked_thread_is_left_for_the_channel(home: House):
    table = await stacking(home)
    thread = table.thread
    home.env.inject_error("*", f"/channels/{thread}/messages*", status=403, code=160005, times=None)
    await home.env.advance_time(130)
    table = await home.now(table)
    assert table.status == PLAYING
    assert table.thread is None
    assert true_board(home, table)
    assert home.board(table).channel.id == home.channel.id
    await move(home, table)
    await home.env.advance_time(ONLOOKERS_SECONDS)
    text = read(home.board(table))
    assert true_board(home, await home.now(table))
    assert "joue pour **Bo**" in text, "whose time has run out"


@pytest.mark.parametrize("way", ["button", "panel", "command"])
async def test_a_move_is_kept_when_its_answer_is_not_taken(home: House, way: str):
    table = await in_phase(home, *WINDOW)
    seat, board = table.to_act[0], home.board(table)
    panel = await open_hand(home, table, seat)
    home.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    if way == "button":
        await home.person(table, seat).click(board, custom_id=buttons(board)["OK"])
    elif way == "panel":
        await home.person(table, seat).click(panel, custom_id=buttons(panel)["OK"])
    else:
        await home.person(table, seat).slash(home.place(table), "ok")
    table = await home.now(table)
    assert seat not in table.to_act
    text = read(home.board(table)).split("On attend", 1)[1]
    assert f"<@{table.users[seat]}>" not in text, "the board tells it all the same"
