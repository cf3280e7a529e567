"""Time that runs out: the table plays something safe, says so, and waits for nobody for ever."""

import pytest
from discord.utils import DISCORD_EPOCH

from bot.client import gateway
from bot.core.table import Table
from tests.kit.house import House, buttons, forged, leading, menus, read, told
from tests.kit.players import in_phase, open_hand, press, quick_mind, type_anything

PLAYED_FOR = "En ton absence, on a joué à ta place."


async def run_out(home: House, table: Table) -> Table:
    """The table after everybody waited for has let their time run out."""
    await home.env.advance_time(table.facts.deadline - home.env.now().timestamp() + 0.1)
    return await home.now(table)


async def test_whoever_misses_a_turn_is_played_for_at_once(home: House):
    table = await home.start("cappuccino", 2)
    sleeper, player = table.to_act[0], 1 - table.to_act[0]
    table = await run_out(home, table)
    await press(home, table, player, table.game.path(quick_mind()(table, player)))
    table = await home.now(table)
    assert table.facts.players[sleeper].away
    assert table.to_act == (sleeper,)
    await home.env.advance_time(4)
    table = await home.now(table)
    assert table.to_act == (player,), "the table plays for them without waiting"
    result = await home.person(table, sleeper).click(home.board(table), label="Je suis là")
    assert "Te revoilà" in told(result)
    await press(home, table, player, table.game.path(quick_mind()(table, player)))
    await home.env.advance_time(30)
    assert (await home.now(table)).to_act == (sleeper,), "who is back is waited for again"


async def test_who_decides_what_was_decided_for_them_is_there_again_and_told_why_not(home: House):
    table = await in_phase(home, "pinocchio", 3, {}, "judge")
    (sleeper,) = table.to_act
    person = home.person(table, sleeper)
    table = await run_out(home, table)
    assert table.facts.players[sleeper].away
    answer = told(await type_anything(home, table, sleeper, ("believe",)))
    assert PLAYED_FOR in answer
    assert "Tu as déjà décidé" in answer
    assert "Pendant ton absence" in answer
    assert not (await home.now(table)).facts.players[sleeper].away, "whatever they do, they are here"
    assert "Tu as déjà décidé" in (again := told(await type_anything(home, table, sleeper, ("believe",))))
    assert PLAYED_FOR not in again, "they know by now"
    # Pressed instead of typed.
    panel = await open_hand(home, table, sleeper)
    stale = leading(panel, "play")
    table = await run_out(home, await home.now(table))
    assert table.facts.players[sleeper].away
    late = await forged(person, panel, stale)
    assert PLAYED_FOR in told(late) + read(panel)
    assert not (await home.now(table)).facts.players[sleeper].away


@pytest.mark.parametrize("back", ["shard_resumed", "shard_connect"])
async def test_nobody_loses_a_turn_while_discord_cannot_tell_us_what_they_do(home: House, back: str):
    table = await home.start("trio", 3)
    (seat,) = table.to_act
    await home.does(home.bot.dispatch, "shard_disconnect", 0)
    await home.env.advance_time(20 * 60)
    assert (await home.now(table)).log == table.log
    await home.does(home.bot.dispatch, back, 0)
    await home.env.advance_time(20)
    table = await home.now(table)
    assert table.revision == 1
    assert not table.facts.players[seat].missed
    late = await run_out(home, table)
    assert late.facts.players[seat].missed == 1, "and then the clock goes on as ever"


async def test_nobody_loses_a_turn_because_the_machine_was_suspended(home: House):
    table = await home.start("trio", 3)
    (seat,) = table.to_act
    monotonic, suspended = home.app.now._monotonic, 1800.0
    home.app.now._monotonic = lambda: monotonic() - suspended
    await home.env.advance_time(table.facts.deadline - home.env.now().timestamp() + 30)
    await home.does(home.app.clock.poke, 0.0)
    assert not (await home.now(table)).facts.players[seat].missed, "half an hour that nobody had"
    assert home.app.now() == pytest.approx(home.env.now().timestamp() - suspended)
    await home.people[5].slash(home.channel, "aide")
    assert home.app.now() == pytest.approx(home.env.now().timestamp())
    await home.env.advance_time(20)
    table = await home.now(table)
    assert not table.facts.players[seat].missed
    late = await run_out(home, table)
    assert late.facts.players[seat].missed == 1


HOURS = 3600.0
BOUND = 45.0
"""Seconds within which whoever is waited for can move, whatever becomes of the clocks."""


def set_discord(monkeypatch, seconds: float) -> None:
    """Discord's own clock is set: forward, or back, from where it was at first."""
    monkeypatch.setattr(gateway, "DISCORD_EPOCH", DISCORD_EPOCH + round(1000 * seconds))


async def noticed(home: House) -> None:
    """People elsewhere do something, so that the bot learns what time it is at Discord."""
    for _ in range(gateway.RECENT):
        await home.people[5].slash(home.channel, "aide")


async def moves_in_time(home: House, table: Table, how: str) -> Table:
    """The table once whoever is waited for has moved, however often they had to try."""
    table = await home.now(table)
    begun, before = home.env.now(), table.revision
    while (home.env.now() - begun).total_seconds() < BOUND:
        table = await home.now(table)
        if table.revision > before:
            return table
        (seat, *_) = table.to_act
        path = table.game.path(table.default(seat))
        if how == "typed":
            await type_anything(home, table, seat, path)
        elif any(f":{'.'.join(path)}" in each or each.startswith("play:") for each in await offered(home, table, seat)):
            await press(home, table, seat, path)
        if (await home.now(table)).revision == before:
            await home.env.advance_time(5)
    raise AssertionError(f"{how}: nobody could move for {BOUND} s")


async def revealing(home: House, table: Table) -> Table:
    """The table in the middle of a reveal, while everybody looks."""
    for _ in range(40):
        table = await moves_in_time(home, table, "typed")
        if table.flash_until > home.app.now():
            return table
    raise AssertionError("nothing was revealed")


async def offered(home: House, table: Table, seat: int) -> list[str]:
    """The buttons a player can press, on the board and in their seat message."""
    board = buttons(home.board(table)).values()
    if not any(each.startswith("hand:") for each in board):
        return [*board]  # Everybody looks: the board is locked.
    panel = await open_hand(home, table, seat)
    return [*board, *buttons(panel).values(), *menus(panel)]


@pytest.mark.parametrize(("how", "pace"), [("pressed", "flash"), ("typed", "steady")])
async def test_whoever_is_waited_for_can_move_whatever_becomes_of_discords_clock(home: House, monkeypatch, pace, how):
    table = await home.start("trio", 3, rythme=pace)
    clock = 0.0
    for jump in (-2 * HOURS, 2 * HOURS, -60.0, -72 * HOURS, 96 * HOURS):
        table = await revealing(home, table)
        clock += jump
        set_discord(monkeypatch, clock)
        await noticed(home)
        table = await moves_in_time(home, table, how)


@pytest.mark.parametrize(("how", "pace"), [("pressed", "flash"), ("typed", "steady")])
async def test_whoever_is_waited_for_can_move_after_the_machine_was_suspended(home: House, pace, how):
    table = await home.start("trio", 3, rythme=pace)
    monotonic, suspended = home.app.now._monotonic, [0.0]
    home.app.now._monotonic = lambda: monotonic() - suspended[0]
    for hours in (2, 72):
        table = await revealing(home, table)
        suspended[0] += hours * HOURS
        table = await moves_in_time(home, table, how)


async def test_opponents_and_the_table_itself_go_on_when_discords_clock_is_set_back(home: House, monkeypatch):
    table = await home.start("cappuccino", 2)
    sleeper = table.to_act[0]
    table = await run_out(home, table)
    await press(home, table, 1 - sleeper, table.game.path(quick_mind()(table, 1 - sleeper)))
    table = await home.now(table)
    assert table.to_act == (sleeper,), "a computer plays for them in a moment"
    set_discord(monkeypatch, -2 * HOURS)
    await noticed(home)
    await home.env.advance_time(BOUND)
    assert (await home.now(table)).revision > table.revision
