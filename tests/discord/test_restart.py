"""A bot that is killed at any moment and comes back: nobody notices, and nobody loses by it."""

import pytest

from bot.core.facts import PLAYING
from tests.kit.house import House, buttons, menus, read, told
from tests.kit.players import A_FEW, in_phase, move, open_hand, press, quick_mind

BUILT = ("ptipasspass", 3, {}, "doublon")


@pytest.mark.parametrize(("game", "seats", "options", "phase"), A_FEW)
async def test_buttons_from_before_work_in_every_phase(home: House, game, seats, options, phase):
    table = await in_phase(home, game, seats, options, phase)
    choose, seat = quick_mind(), table.to_act[0]
    path = table.game.path(choose(table, seat))
    panel, seen = await open_hand(home, table, seat), read(home.board(table))
    await home.restart()
    assert (await home.now(table)).log == table.log
    assert read(home.board(table)) == seen, "nothing is repainted that was not behind"
    result = await press(home, table, seat, path, panel)
    after = await home.now(table)
    assert result.acknowledged
    assert after.log[table.revision].seat == seat
    assert after.game.path(after.log[table.revision].move) == path

    table = await home.look(after)
    assert table.status == PLAYING
    await home.restart()
    seat = table.to_act[0]
    await press(home, table, seat, table.game.path(choose(table, seat)))
    assert (await home.now(table)).revision > table.revision


async def test_a_lobby_from_before(home: House):
    lobby = await home.lobby("cappuccino", 1)
    options = await home.lobby_menu(home.people[0], lobby)
    await home.restart()
    await home.people[1].click(lobby, label="Rejoindre")
    assert "**Bo**" in read(lobby)
    await home.restart()
    menu = next(custom_id for custom_id, values in menus(options).items() if values == ["no", "yes"])
    await home.people[0].select(options, ["yes"], custom_id=menu)
    await home.people[0].click(lobby, label="Commencer")
    assert (await home.table_of(home.people[1])).facts.options["advanced"] is True


async def test_the_other_buttons_from_before(home: House):
    table = await in_phase(home, *BUILT)
    board, person = home.board(table), home.people[0]
    await home.restart()
    assert "Ta carte" not in told(await person.click(board, label="Règles"))
    assert told(await person.click(board, custom_id=buttons(board)["Qui prend ?"]))
    menu = (await person.click(home.board(table), label="⋯")).response
    await home.restart()
    await person.click(menu, label="Quitter la partie")
    await person.click(menu, label="Quitter la partie")
    assert (await home.now(table)).facts.players[table.seat_of(person.id)].left


async def test_a_board_that_is_behind_is_repainted(home: House):
    table = await in_phase(home, "cappuccino", 2, {}, "stack")
    home.app.boards.request = lambda _: None  # killed between storing and telling
    seat, stale = table.to_act[0], read(home.board(table))
    table = await move(home, table)
    assert read(home.board(table)) == stale
    await home.restart()
    assert read(home.board(table)) != stale
    assert f"**{table.names[seat]}** pose" in read(home.board(table))
    assert f"<@{table.users[table.to_act[0]]}>" in read(home.board(table))


async def test_a_deadline_that_passed_meanwhile_has_grace(home: House):
    table = await in_phase(home, "cappuccino", 2, {}, "stack")
    await home.restart(down=500)
    waiting = await home.now(table)
    assert waiting.revision == table.revision, "nobody loses a turn because the bot was away"
    assert waiting.facts.deadline == pytest.approx(home.env.now().timestamp() + 30, abs=1)
    assert f"<t:{round(waiting.facts.deadline)}:R>" in read(home.board(waiting))
    await home.env.advance_time(29)
    assert (await home.now(table)).revision == table.revision
    await home.env.advance_time(2)
    assert (await home.now(table)).revision == table.revision + 1


async def test_a_deadline_still_ahead_stays_as_it_was(home: House):
    table = await in_phase(home, "cappuccino", 2, {}, "stack")
    await home.restart(down=60)
    assert (await home.now(table)).facts.deadline == table.facts.deadline
    await home.env.advance_time(table.facts.deadline - home.env.now().timestamp() + 0.5)
    assert (await home.now(table)).revision == table.revision + 1


async def test_commands_are_sent_only_when_they_changed_and_a_lobby_that_expired_meanwhile_is_closed(home: House):
    await home.restart()
    sent = [request for request in home.env.http_requests if request.method == "PUT" and "commands" in request.path]
    assert len(sent) == 1
    lobby = await home.lobby("trio", 2)
    await home.restart(down=31 * 60)
    assert "Personne n’a commencé à temps" in read(lobby)
    assert not buttons(lobby)
