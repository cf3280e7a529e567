"""Opponents at tables on Discord: they sit down, play to the end, are never called, and go on after a restart."""

import dataclasses
from typing import Any

import pytest

from bot.client.boards import ONLOOKERS_SECONDS
from bot.core import absence
from bot.core.facts import ASLEEP, MARK, PLAYING
from bot.core.opponents import LAST_TO_ANSWER_SECONDS, OVERDUE_SECONDS, due, level_of
from bot.core.table import Table
from bot.pages.address import Address
from bot.tables.clock import LEASE_SECONDS
from tests.kit.house import CATALOGUE, House, buttons, forged, house, leading, menus, read, told
from tests.kit.players import open_hand, play_on, press, quick_mind
from tests.kit.thinkers import HeldThinker


async def begin(home: House, game: str, people: int, opponents: int, **options: Any) -> Table:
    """A game that people and opponents have just begun."""
    lobby = await home.lobby(game, people, adversaires=str(opponents), **options)
    await home.people[0].click(lobby, label="Commencer")
    return await home.table_of(home.people[0])


@pytest.mark.parametrize("game", ["ptipasspass", "tripot"])
async def test_people_and_opponents_play_together(home: House, game):
    """Whole games with opponents are in ``test_alone``."""
    table = await play_on(home, await begin(home, game, 2, 2), quick_mind(), press, most=20)
    seats = {turn.seat for turn in table.log}
    assert seats >= set(range(table.size)), "everybody has moved"
    assert MARK in read(home.board(table))
    assert "level" not in table.record()


async def test_opponents_greet_promise_and_can_be_silenced(home: House):
    table = await begin(home, "tripot", 1, 2)
    assert "🦉 **Odile** : «" in read(home.board(table)) or "🎩 **Firmin** : «" in read(home.board(table))
    menu = (await home.people[0].click(home.board(table), label="⋯")).response
    seat_message = (await home.people[0].click(menu, label="Faire taire les adversaires")).response
    await home.env.advance_time(ONLOOKERS_SECONDS)
    assert "** : «" not in read(seat_message) + read(home.board(table))
    table = await play_on(home, table, quick_mind(), press)
    assert table.facts.remark is None
    assert {promise.seat for promise in table.facts.promises} >= set(table.opponents), "opponents promise"
    assert {promise.kept for promise in table.facts.promises} == {True, False}, "and keep their word by character"


async def test_the_host_adds_completes_and_removes_opponents(home):
    lobby = await home.lobby("trio", 1)
    menu = await home.lobby_menu(home.people[0], lobby)
    page = (await home.people[0].click(menu, label="Ajouter un adversaire")).response
    assert "Compléter la table" in read(page)
    ids = list(buttons(page).values())
    complete = next(i for i in ids if i.startswith("complete:") and i.endswith(":regular"))
    await home.people[0].click(page, custom_id=complete)
    table = await home.table_of(home.people[0], "lobby")
    assert [player.level for player in table.facts.players] == [None, "regular", "regular"]
    shown = read(home.newest(home.channel.id))
    assert f"{MARK} Odile" in shown
    assert "habitué" in shown
    one = str(Address("opponent", table.id, 0, ("expert",)))
    menu = await home.lobby_menu(home.people[0], lobby)
    fresh = (await home.people[0].click(menu, label="Ajouter un adversaire")).response
    assert "Compléter" not in read(fresh)
    await home.people[0].click(fresh, custom_id=one)
    assert (await home.now(table)).size == 4
    removal = (await home.people[0].click(fresh, label="Retirer quelqu’un")).response
    (menu,) = menus(removal)
    await home.people[0].select(removal, ["-1"], custom_id=menu)
    assert (await home.now(table)).users == (home.people[0].id, -2, -3)
    refused = await forged(home.people[1], lobby, Address("opponents", table.id))
    assert "hôte" in told(refused)


async def test_a_level_alone_completes_the_table(home):
    await home.lobby("trio", 1, niveau="novice")
    assert (await home.table_of(home.people[0], "lobby")).size == 3


# ---- the pace, pings, restarts


async def until_opponent(home: House, table: Table) -> Table:
    """The table when only an opponent is waited for and its time has not come."""
    choose = quick_mind()
    for _ in range(200):
        table = await home.look(table)
        move = due(table)
        if move is not None and all(level_of(table, seat) for seat in table.to_act) and move.at > home.app.now():
            return table
        seat = next((seat for seat in table.to_act if level_of(table, seat) is None), None)
        if seat is None:
            await home.env.advance_time(2.5)
        else:
            await press(home, table, seat, table.game.path(choose(table, seat)))
        table = await home.now(table)
    raise AssertionError("no opponent is ever waited for")


async def test_an_opponent_moves_when_its_time_has_come_and_not_before(home):
    table = await until_opponent(home, await begin(home, "pinocchio", 1, 2))
    wait = due(table).at - home.app.now()
    await home.env.advance_time(wait - 0.05)
    assert (await home.now(table)).revision == table.revision
    assert "réfléchi" in read(home.board(table))
    await home.env.advance_time(0.1)
    assert (await home.now(table)).revision > table.revision


async def test_opponents_are_never_mentioned_and_a_board_is_not_posted_for_them(home):
    table = await begin(home, "trio", 1, 3)
    posted = [message.id for message in all_messages(home, table)]
    table = await play_on(home, table, quick_mind(), press, 40)
    for message in all_messages(home, table):
        assert "<@-" not in str(message.components)
    assert len(all_messages(home, table)) <= len(posted) + 1


def all_messages(home: House, table: Table) -> list[Any]:
    """Every message where a table is played."""
    return list(home.env.backend.messages[home.place(table).id].values())


async def test_a_restart_while_one_thinks_and_a_worker_that_dies_lose_nothing(tmp_path):
    held, dead = HeldThinker(CATALOGUE.games), HeldThinker(CATALOGUE.games)
    dead.fails = True
    async with house(tmp_path, thinker=held) as home:
        table = await until_opponent(home, await begin(home, "pinocchio", 1, 2))
        await home.env.advance_time(8)
        assert (await home.now(table)).revision == table.revision, "it thinks still"
        assert len(held.asked) == 1, "and is not asked again because the clock looks after it"
        await home.restart(thinker=dead)
        # The clock may just have claimed it when the bot died.
        await home.env.advance_time(LEASE_SECONDS + OVERDUE_SECONDS)
        after = await home.now(table)
        turn = after.log[table.revision]
        assert turn.move == table.default(turn.seat), "no decision: the blind default"


async def test_an_opponent_that_raises_plays_the_default_and_says_so(home, monkeypatch, failed_decisions):
    table = await until_opponent(home, await begin(home, "pinocchio", 1, 2))
    broken = dataclasses.replace(table.game, opponent=divide, styled=None)
    monkeypatch.setattr(home.app.decisions._thinker, "_games", {"pinocchio": broken})
    # It has to think again.
    table = await home.after(
        table, lambda table: table.with_facts(paused=ASLEEP), lambda table: table.with_facts(paused=None)
    )
    await home.env.advance_time(8)
    turn = (await home.now(table)).log[table.revision]
    assert turn.move == table.default(turn.seat)
    assert f"game=pinocchio table={table.id} revision={table.revision} " in failed_decisions[0]
    assert "ZeroDivisionError at divide, line " in failed_decisions[0]
    failed_decisions.clear()


def divide(*_told) -> None:
    """An opponent with a defect."""
    raise ZeroDivisionError("a view may be in here")


async def test_what_was_thought_before_somebody_moved_does_not_count(home):
    table = await begin(home, "ptipasspass", 2, 2)
    table = await home.reach(table, "doublon", quick_mind(), lambda table: people_waited_for(table) == 1)
    move = due(table)
    assert move.at > home.app.now() + 5, "people first"
    seat = next(seat for seat in table.to_act if level_of(table, seat) is None)
    await press(home, table, seat, table.game.path(table.default(seat)))
    await home.env.advance_time(1.5)
    log = (await home.now(table)).log
    assert log[table.revision].seat == seat
    assert log[table.revision + 1].at - log[table.revision].at <= LAST_TO_ANSWER_SECONDS[1] + 0.1, (
        "then opponents, a moment later"
    )


def people_waited_for(table: Table) -> int:
    """How many people are waited for."""
    return sum(level_of(table, seat) is None for seat in table.to_act)


# ---- seats of those who are away


async def test_an_opponent_keeps_the_seat_of_who_is_silent_until_they_click(home):
    table = await home.start("trio", 3)
    (seat,) = table.to_act
    await home.env.advance_time(121)
    table = await home.now(table)
    assert table.facts.players[seat].away
    board = read(home.board(table))
    assert f"joue pour **{table.names[seat]}**, qui ne répond pas" in board
    asked = home.app.decisions._thinker.asked
    choose = quick_mind()
    for _ in range(30):
        table = await home.look(table)
        if table.to_act == (seat,):
            break
        await press(home, table, table.to_act[0], table.game.path(choose(table, table.to_act[0])))
        table = await home.now(table)
    await home.env.advance_time(4)
    assert (await home.now(table)).log[table.revision].seat == seat
    assert [level for _, who, request in asked if (level := request.level) and who == seat][-1] == "regular"
    table = await home.look(table)
    await open_hand(home, table, seat)
    assert not (await home.now(table)).facts.players[seat].away
    assert "qui ne répond pas" not in read(home.board(table))


async def answer(home: House, table: Table, host: Any, words: str) -> Any:
    """The host's answer to a player who has asked for a seat."""
    board = home.board(table)
    question = (await host.click(board, custom_id=leading(board, "seat"))).response
    return await host.click(question, label=words)


async def test_somebody_takes_the_seat_of_who_has_left_when_the_host_agrees(home):
    table = await home.start("trio", 3)
    seat, host, gone = 1, home.person(table, 0), home.person(table, 1)
    mine = read(await open_hand(home, table, seat))
    newcomer, other = home.people[4], home.people[5]
    await home.after(table, lambda table: absence.leave(table, gone.id))
    await gone.click(home.board(table), label="Prendre sa place")
    assert not (await home.now(table)).facts.players[seat].left, "it is their own"
    await home.after(table, lambda table: absence.leave(table, gone.id))
    board = home.board(table)
    assert "qui a quitté la partie" in read(board)
    await home.mod.slash(home.channel, "config bannir", personne=other)
    assert "ne te permet pas" in told(await other.click(board, label="Prendre sa place"))
    assert "C’est demandé" in told(await newcomer.click(board, label="Prendre sa place"))
    await answer(home, table, host, "Non, pas cette fois")
    assert ((await home.now(table)).facts.asks, (await home.now(table)).users[seat]) == ((), gone.id)
    await newcomer.click(home.board(table), label="Prendre sa place")
    assert "hôte" in told(await newcomer.click(home.board(table), custom_id=leading(home.board(table), "seat")))
    given = await answer(home, table, host, "Oui, donner la place")
    table = await home.now(table)
    assert table.users[seat] == newcomer.id
    assert f"<@{newcomer.id}>" in read(home.board(table))
    assert newcomer.id in [user.id for user in home.board(table).mentions]
    assert given.acknowledged
    panel = read(await open_hand(home, table, seat))
    assert panel.splitlines()[0] == mine.splitlines()[0], "what the seat knows"
    rows = await home.app.store.of_user(gone.id, (PLAYING,))
    assert rows == []
    assert [row.id for row in await home.app.store.of_user(newcomer.id, (PLAYING,))] == [table.id]


async def test_a_host_who_was_silent_is_there_again_when_they_answer(home):
    """Also where everybody was away: nobody else could say anything then."""
    table = await home.start("trio", 3)
    host, gone = home.person(table, 0), home.person(table, 1)
    table = await home.after(table, lambda table: absence.leave(table, gone.id))
    await home.people[4].click(home.board(table), label="Prendre sa place")
    while (table := await home.now(table)).facts.paused != ASLEEP:
        await home.env.advance_time(60)
    await answer(home, table, host, "Oui, donner la place")
    table = await home.now(table)
    assert home.people[4].id in table.people
    assert table.facts.paused is None
