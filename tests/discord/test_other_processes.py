"""Another process has written what is ours: it is shown here as if we had, and what has left us is let go."""

from random import Random
from typing import Any

import discord
import pytest

from bot.core.opponents import any_move
from bot.core.table import Table
from bot.fleet.hand_over import HandOver
from bot.pages.address import Address
from bot.store import ShownBoard
from bot.store.statements import BOARD, FORGOTTEN, MISSED, REPLACED, TABLE
from bot.tables.tables import Left, Tables
from cogs.privacy.commands import Privacy
from tests.kit.house import House, buttons, read
from tests.kit.players import begin_alone, open_hand, played_out, until_mine
from tests.kit.publishing import boards


def another(home: House) -> Tables:
    """The tables as another process has them: nobody here watches what it does."""
    tables = Tables(home.app.store, home.catalogue.games, now=home.app.now, rng=Random(1))
    tables._written_elsewhere = lambda _: None  # type: ignore[method-assign]
    return tables


async def arrived(home: House, topic: str, said: Any = None) -> None:
    """Receive a notification as from another process, and let its effects happen."""
    # As if the bot had heard it itself: SimCord waits for what it does then, and for nothing that a test begins.
    await home.does(home.app.store.notify, topic, said)


def moved(home: House, table: Table) -> Table:
    """Somebody's next move."""
    seat = table.to_act[0]
    move = any_move(table.game, table.state, seat, Random(3))
    at = home.app.now()
    return table.play(table.users[seat], table.game.path(move), revision=table.revision, at=at, now=at)


def revision(message: Any) -> int | None:
    """The revision that the buttons of a message carry."""
    found = (Address.parse(identifier) for identifier in buttons(message).values())
    return max((each.revision for each in found if each and each.revision is not None), default=None)


async def test_what_another_process_plays_is_shown_on_the_board_and_in_panels(home: House):
    table = await home.start("trio", 3)
    await home.env.advance_time(5)
    seat = table.to_act[0]
    panel = await open_hand(home, table, seat)
    assert revision(home.board(table)) == revision(panel) == table.revision
    after = (await another(home).change(table.id, lambda table: moved(home, table))).after
    assert (await home.app.tables.get(table.id)).revision == table.revision, "nobody has told us yet"
    await arrived(home, TABLE, [table.id, after.row.version, 0])
    await home.env.advance_time(30)
    found = await home.app.tables.get(table.id)
    assert found.revision >= after.revision
    assert revision(home.board(table)) == revision(panel) == found.revision
    assert len(boards(home, table)) == 1
    await home.app.boards.flush()
    assert await home.app.store.behind() == []


async def test_a_board_that_is_at_home_in_a_third_process_is_left_to_it(home: House, monkeypatch: Any):
    table = await home.start("trio", 3)
    await home.env.advance_time(5)
    asked: list[int] = []
    monkeypatch.setattr(home.app.boards, "request", asked.append)
    monkeypatch.setattr(home.app.store, "at_home", lambda shard: shard == 0)
    await arrived(home, BOARD, [table.id, 5])
    assert asked == [], "whoever paints it tells all others, which would paint it again"
    await arrived(home, BOARD, [table.id, 0])
    assert asked == [table.id]


async def test_whoever_has_missed_something_catches_up(home: House):
    table = await home.start("trio", 3)
    await home.env.advance_time(5)
    after = (await another(home).change(table.id, lambda table: moved(home, table))).after
    await home.app.store.mark_shown(ShownBoard(table.id, table.revision))
    assert await home.app.store.behind() == [table.id]
    await arrived(home, MISSED)
    for _ in range(5):  # what is behind is asked for in the background, then read, then revision
        await home.env.advance_time(1)
    found = await home.app.tables.get(table.id)
    assert revision(home.board(table)) == found.revision >= after.revision
    await home.app.boards.flush()
    assert await home.app.store.behind() == []


@pytest.mark.parametrize("remembered", [False, True])
async def test_an_old_game_that_another_process_makes_forget_its_people_is_not_posted_again(
    home: House, *, remembered: bool
):
    table = await played_out(home, await home.start("pinocchio", 3))
    await home.env.advance_time(2 * 3600)
    board = home.board(table).id
    there = another(home)
    assert await Privacy(there, home.app.store).retire(home.app.now()) == 1
    if not remembered:
        home.app.tables.forget(table.id)
    after = await there.get(table.id)
    await arrived(home, TABLE, [table.id, after.row.version, 0])
    await home.app.boards.flush()
    assert home.board(table).id == board
    assert (await home.app.tables.get(table.id)).people == (), "but it is not remembered as it was"


async def test_whoever_was_replaced_answers_nobody_and_ends(home: House, monkeypatch: Any):
    table = await home.start("trio", 3)
    await home.env.advance_time(5)
    given_up: list[Exception] = []
    monkeypatch.setattr(home.bot, "give_up", given_up.append)
    app = home.app
    app.hand_over = HandOver(app.store, app.now, app.seats)
    await arrived(home, REPLACED, "Another Tablée is running: stop it first, then start this one.")
    assert [str(error) for error in given_up] == ["Another Tablée is running: stop it first, then start this one."]
    before = revision(home.board(table))
    assert not await home.bot.admits(discord.utils.time_snowflake(discord.utils.utcnow()), None)
    await home.env.advance_time(3600)
    assert revision(home.board(table)) == before, "whoever has its shards paints it"


async def test_a_private_game_that_is_opened_in_another_process_goes_here(home: House):
    table, panel = await begin_alone(home, "pinocchio")
    table = await until_mine(home, table)
    home.app.opponents.receive(Left(table))
    home.app.seats.receive(Left(table))
    await home.env.advance_time(1)
    assert panel.id not in home.env.backend.messages[home.channel.id]
    assert not home.app.seats.watched(table)


@pytest.mark.parametrize("remembered", [True, False])
async def test_a_lobby_that_another_process_has_changed_is_repainted(home: House, remembered):
    lobby = await home.lobby("trio", 3)
    (row,) = await home.app.store.of_user(home.people[0].id, ("lobby",))
    if not remembered:
        home.app.tables.forget(row.id)
    there = another(home)
    await Privacy(there, home.app.store).erase(home.people[2].id)
    after = await there.get(row.id)
    assert "Chloé" in read(lobby)
    await arrived(home, TABLE, [row.id, after.row.version, 0])
    assert "Chloé" not in read(lobby)


async def test_results_are_repainted_when_another_process_has_erased_somebody(home: House):
    table = await home.start("pinocchio", 3)
    await played_out(home, table)
    await home.env.advance_time(7200)
    await Privacy(another(home), home.app.store).erase(home.people[2].id)
    assert "Chloé" in read(home.board(table))
    before = len(home.public())
    row, _ = await home.app.store.load(table.id)
    await arrived(home, TABLE, [table.id, row.version, 0])
    await arrived(home, FORGOTTEN, home.people[2].id)
    assert "Chloé" not in read(home.board(table))
    assert len(home.public()) == before
