"""Publishing boards: what is posted, edited, written down and posted once, and what is not."""

import json
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.client.boards import PRESENT_SECONDS, RETRY_SECONDS, STOP_TIMEOUT_SECONDS, WRITE_DELAY_SECONDS, BoardEntry
from bot.client.messages import ChannelMessages, PublicMessage
from bot.core.facts import AWAY_AFTER, PLAYING
from tests.kit.house import House, buttons, read
from tests.kit.players import in_phase, move, open_hand, press
from tests.kit.publishing import ROW, WINDOW, Wire, boards, calls, cut, cut_after, ok, slowly, soon, stored, waited_for

# ---- what is posted and what is edited


async def test_a_lobby_is_repainted_by_the_click_alone_unless_that_took_too_long(home: House):
    lobby = await home.lobby("cappuccino", 1)
    wire = Wire(home)
    await home.people[1].click(lobby, label="Rejoindre")
    assert "**Bo**" in read(lobby)
    assert wire() == []
    with calls(home.app.store, "save", home, slowly(2.5)):
        await home.people[2].click(lobby, label="Rejoindre")
        await home.env.advance_time(4)
    assert "**Chloé**" in read(lobby)


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50001), (403, 50013)])
async def test_a_game_begins_although_its_lobby_cannot_be_painted(home: House, status: int, code: int):
    lobby = await home.lobby("cappuccino", 2)
    home.env.inject_error("PATCH", f"/channels/*/messages/{lobby.id}", status=status, code=code, times=None)
    await home.people[0].click(lobby, label="Commencer")
    (table,) = await home.app.tables.of(home.people[0].id, (PLAYING,))
    assert len(boards(home, table)) == 1
    assert table.facts.paused is None
    assert (await stored(home, table)).lobby is None


async def test_for_those_who_are_looking_the_board_is_edited_and_for_others_posted(home: House):
    table = await in_phase(home, *WINDOW)
    one, two = table.to_act
    old, wire = home.board(table), Wire(home)
    table = await ok(home, table, one)
    assert (await stored(home, table)).waiting == (two,)
    table = await ok(home, table, two)
    assert not set(table.to_act) & {one, two}, "somebody new, who has just moved"
    assert home.board(table).id == old.id
    assert wire.methods == ["PATCH", "PATCH"]
    assert (await stored(home, table)).waiting == table.to_act
    await home.env.advance_time(PRESENT_SECONDS + 1)
    table = await move(home, table)
    assert set(table.to_act) == {one, two}, "who may have gone for a coffee"
    assert home.board(table).id != old.id
    assert wire.methods == ["PATCH", "PATCH", "POST", "DELETE"]
    assert {*wire("POST")[0].json["allowed_mentions"]["users"]} == {table.users[one], table.users[two]}
    assert len(boards(home, table)) == 1
    assert (await stored(home, table)).waiting == table.to_act


async def test_an_end_somebody_may_miss_is_posted_anew_and_what_comes_after_is_edited(home: House):
    table = await in_phase(home, *ROW)
    old = home.board(table)
    table = await home.after(table, lambda table: table.close("host"))
    end = home.board(table)
    assert end.id != old.id
    assert [m.id for m in home.place(table).history()].count(old.id) == 0
    wire = Wire(home)
    with home.env._bot_scope():
        home.app.boards.cache._entries[table.id].digest = None
        home.app.boards.request(table.id)
    await home.env.settle()
    (request,) = wire()
    assert (request.method, request.path.rsplit("/", 1)[-1]) == ("PATCH", str(end.id))


@pytest.mark.parametrize(("minutes", "anew"), [(45, False), (55, True)])
async def test_a_board_is_edited_until_it_is_old(home: House, minutes: int, anew: bool):  # noqa: FBT001
    table = await in_phase(home, "ptipasspass", 3, {"rythme": "free"}, "doublon")
    old = home.board(table)
    await home.env.advance_time(minutes * 60)
    table = await ok(home, table, table.to_act[0])
    assert (home.board(table).id != old.id) == anew
    assert len(boards(home, table)) == 1


async def test_what_is_shown_already_is_not_sent_again(home: House):
    table = await in_phase(home, *ROW)
    wire = Wire(home)
    await home.does(home.app.boards.request, table.id)
    assert wire() == []


async def test_nobody_calls_who_is_away_or_whose_game_has_ended(home: House):
    table = await in_phase(home, "cappuccino", 2, {"rythme": "free"}, "stack")
    table = await move(home, table)
    late = table.log[-1].seat
    table = await home.after(table, lambda table: table.with_player(late, missed=AWAY_AFTER))
    wire = Wire(home)
    table = await move(home, table)
    assert table.to_act == (late,)
    assert wire("POST") == [], "nobody waits for them"
    await home.env.advance_time(PRESENT_SECONDS + 10)
    wire = Wire(home)
    await home.after(table, lambda table: table.close("host"))
    (post,) = wire("POST")
    assert post.json["allowed_mentions"].get("users", []) == []


# ---- what is written down


async def test_what_has_changed_meanwhile_is_not_written_down_as_shown(home: House):
    table = await in_phase(home, *WINDOW)
    table = await ok(home, table, table.to_act[0])
    with calls(PublicMessage, "edit", home, cut):
        await home.does(home.app.tables.change, table.id, lambda table: table.with_facts(paused="send_messages"))
        await home.env.advance_time(WRITE_DELAY_SECONDS)
        assert table.id in await home.app.store.behind(), "its board does not say that it is paused"


async def test_showing_a_reveal_writes_nothing_and_hiding_it_once(home: House):
    table = await in_phase(home, "ptipasspass", 3, {}, "doublon")
    await home.app.boards.flush()
    home.app.store.mark_shown = mark = AsyncMock(side_effect=home.app.store.mark_shown)  # type: ignore[method-assign]
    await press(home, table, table.to_act[0], ("doublon",))
    table = await home.now(table)
    assert table.flash_until > home.app.now()
    mark.assert_not_awaited()
    assert table.id in await home.app.store.behind(), "a restart would hide it"
    wire = Wire(home)
    await home.env.advance_time(table.flash_until - home.app.now() + 0.1)
    assert wire.methods == ["PATCH"]
    await home.app.boards.flush()
    ((shown,),) = [call.args for call in mark.await_args_list]
    assert shown.shown == table.revision
    assert table.id not in await home.app.store.behind()


# ---- posted once


def enforce_nonces(home: House) -> None:
    """Have this Discord do what the real one does: asked twice with one nonce, it gives the same message twice."""
    http, given = home.bot.http, {}
    request = http.request

    async def request_once(route: Any, **asked: Any) -> Any:
        body = asked.get("json") or {}
        if "form" in asked:
            body = json.loads(next(part["value"] for part in asked["form"]))
        key = (route.url, body.get("nonce"))
        if not body.get("enforce_nonce"):
            return await request(route, **asked)
        if key not in given:
            given[key] = await request(route, **asked)
        return given[key]

    http.request = request_once  # type: ignore[method-assign]


async def test_every_board_has_a_nonce_of_its_own(home: House):
    wire = Wire(home)
    one, two = [await in_phase(home, "cappuccino", 2, {"rythme": "free"}, "stack") for _ in range(2)]
    for table in (one, two, one, two):
        await home.env.advance_time(PRESENT_SECONDS + 1)  # nobody looks any more: each has to be called
        await move(home, await home.now(table))
    nonces = [request.json["nonce"] for request in wire("POST") if "nonce" in (request.json or {})]
    assert len(nonces) == len(set(nonces)) == 6
    assert all(len(nonce) <= 25 for nonce in nonces)
    assert (await stored(home, one)).serial == 3


async def test_a_board_that_may_have_been_posted_is_posted_once_and_then_made_true(home: House):
    table = await in_phase(home, *WINDOW)
    enforce_nonces(home)
    one, two = table.to_act
    wire = Wire(home)
    with calls(ChannelMessages, "post", home, cut_after):
        await home.people[0].slash(home.place(table), "table voir")
    table = await ok(home, table, one)
    await home.env.advance_time(RETRY_SECONDS[0] + 0.5)
    (board,) = boards(home, table)
    assert f"<@{table.users[one]}>" not in waited_for(board)
    assert f"<@{table.users[two]}>" in waited_for(board)
    assert (await stored(home, table)).message == board.id
    await home.env.advance_time(PRESENT_SECONDS + 1)
    wire = Wire(home)
    table = await ok(home, table, two)
    assert (len(wire("POST")), wire("PATCH")) == (1, []), "and from then on there is no doubt"


def dies_once_posted(home: House) -> None:
    """Let the bot write nothing more of a board that Discord has taken."""
    store = home.app.boards.cache.store

    async def killed(number: int, board: BoardEntry, **more: Any) -> None:
        if not board.posted.posting:
            home.app.boards.request = lambda _: None  # type: ignore[method-assign]
            raise RuntimeError("killed")
        await store(number, board, **more)

    home.app.boards.cache.store = killed  # type: ignore[method-assign]


async def test_a_board_that_was_posted_just_before_the_bot_died_is_posted_once(home: House):
    table = await in_phase(home, *WINDOW)
    one, two = table.to_act
    await ok(home, table, one)
    await home.env.advance_time(PRESENT_SECONDS + 1)
    dies_once_posted(home)
    wire = Wire(home)
    await ok(home, table, two)
    (first,) = wire("POST")
    await home.restart()
    posts = wire("POST")
    assert len(posts) == 2
    assert posts[1].json["nonce"] == first.json["nonce"], "Discord gives the same message"
    assert len(wire("PATCH")) == 1, "which is then made true"


# ---- a stop, the cache, and answers that are boards


@pytest.mark.parametrize(("seconds", "waited"), [(1, 1), (60, STOP_TIMEOUT_SECONDS)])
async def test_a_stop_waits_for_boards_that_are_being_painted_but_not_for_ever(home: House, seconds: int, waited: int):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    with calls(PublicMessage, "edit", home, slowly(seconds)):
        await ok(home, table, one)
        stop = await soon(home, home.app.boards.finish)
        await home.env.advance_time(waited - 0.1)
        assert not stop.done()
        await home.env.advance_time(0.2)
        assert stop.done()
        await home.env.advance_time(100)
    left = seconds > waited
    assert (f"<@{table.users[one]}>" in waited_for(home.board(table))) == left
    assert (table.id in await home.app.store.behind()) == left, "the next run catches up"
    assert not home.app.boards.tasks
    assert (await soon(home, home.app.boards.finish)).done(), "there is nothing to wait for"


async def test_a_click_that_changes_the_board_within_a_turn_is_answered_by_the_board(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    board = home.board(table)
    wire, pages = Wire(home), home.app.boards
    pages._board_page = AsyncMock(side_effect=pages._board_page)  # type: ignore[method-assign]
    await home.person(table, one).click(board, custom_id=buttons(board)["OK"])
    assert wire() == []
    assert pages._board_page.await_count == 1, "it is rendered once"
    assert f"<@{table.users[one]}>" not in waited_for(home.board(table))
    await home.app.boards.flush()
    assert table.id not in await home.app.store.behind()


async def test_a_board_asked_for_twice_in_one_second_is_there_once(home: House):
    table = await in_phase(home, *WINDOW)
    enforce_nonces(home)
    for _ in range(2):
        await home.people[0].slash(home.place(table), "table voir")
        (board,) = boards(home, table)
        assert waited_for(board) == waited_for(home.board(table))
    await press(home, table, table.to_act[0], ("ok",))
    assert f"<@{table.users[table.to_act[0]]}>" not in waited_for(home.board(table))


async def test_a_click_on_an_old_board_counts_and_is_shown_on_the_new_one(home: House):
    table = await in_phase(home, *WINDOW)
    one, two = table.to_act
    old = home.board(table)
    home.env.inject_error("DELETE", "/channels/*/messages/*", status=500, times=None)
    await home.people[0].slash(home.place(table), "table voir")
    new = home.board(table)
    assert new.id != old.id
    await home.person(table, one).click(old, custom_id=buttons(old)["OK"])
    assert (await home.now(table)).to_act == (two,)
    (shown,) = (message for message in home.place(table).history() if message.id == new.id)
    assert f"<@{table.users[one]}>" not in waited_for(shown), "the board everybody looks at has followed"
    left = [message for message in boards(home, table) if message.id == old.id]
    assert all(waited_for(message) != waited_for(shown) for message in left), "the old one is not made new"


async def test_a_short_window_is_shown_long_before_it_closes(home: House):
    """A player may have dismissed their seat message: Discord does not tell."""
    table = await in_phase(home, "ptipasspass", 3, {}, "announce")
    table = await home.after(table, lambda now: now.with_facts(pace="flash"))
    for seat in range(3):
        await open_hand(home, table, seat)
    await home.does(home.app.boards.flush)
    home.app.boards.request(table.id)
    await home.env.settle()
    after = await home.moved(await home.now(table), lambda now, seat: next(iter(now.legal(seat))))
    await home.env.advance_time((after.facts.deadline - home.app.now()) / 2)
    assert "Menteur !" in buttons(home.board(table))
