"""Publishing boards: what is posted, edited, deleted, waited for, tried again and written down, and what is not."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import msgspec
import pytest

from bot.client import board_publisher
from bot.client.adapter import new_public
from bot.client.board_publisher import AT_ONCE, FAREWELL, HIDING, OLD, PATIENCE, PRESENT, RETRIES
from bot.client.messages import Place, PublicMessage
from bot.client.posted_boards import HOT, LATER, Posted
from bot.core import absence
from bot.core.facts import CLOSED, LOBBY, PLAYING
from bot.core.log import Log
from bot.core.players import AWAY_AFTER
from bot.core.table import Table
from tests.discord.test_boards import boards, enforce_nonces, waited_for
from tests.kit.house import House, buttons, read, visiting
from tests.kit.players import in_phase, open_hand, press, quick_mind

WINDOW = ("ptipasspass", 3, {"rythme": "relaxed"}, "doublon")
ROW = ("cappuccino", 2, {}, "stack")


class Wire:
    """What the bot asks of Discord from now on about messages everybody sees."""

    def __init__(self, home: House) -> None:
        self._home = home
        self._since = len(home.env.http_requests)

    def __call__(self, method: str) -> list[Any]:
        """The requests of that kind: new messages, edits, deletions."""
        found = self._home.env.http_requests[self._since :]
        return [request for request in found if request.method == method and request.path.startswith("/channels/")]


@contextmanager
def calls(owner: Any, name: str, home: House, answer: Callable[..., Any]) -> Iterator[list[float]]:
    """The times at which discord.py is asked for this, and what becomes of it instead: ``answer(go_on)``."""
    call, times = getattr(owner, name), []

    async def instead(*given: Any, **more: Any) -> Any:
        times.append(home.env.now().timestamp())
        return await answer(lambda: call(*given, **more))

    setattr(owner, name, instead)
    try:
        yield times
    finally:
        setattr(owner, name, call)


async def cut(_: Any) -> None:
    """A connection that breaks before Discord has heard of it."""
    raise aiohttp.ServerDisconnectedError


async def cut_after(go_on: Any) -> None:
    """A connection that breaks after Discord has acted."""
    await go_on()
    raise aiohttp.ServerDisconnectedError


def refusal(status: int, code: int = 0) -> Callable[[Any], Any]:
    """Discord saying no."""

    async def refused(_: Any) -> None:
        kinds = {403: discord.Forbidden, 404: discord.NotFound}
        raise kinds.get(status, discord.HTTPException)(
            SimpleNamespace(status=status, reason="no"),  # type: ignore[arg-type]
            {"code": code, "message": "no"},
        )

    return refused


def slowly(seconds: float) -> Callable[[Any], Any]:
    """Discord taking its time."""

    async def slow(go_on: Any) -> Any:
        await asyncio.sleep(seconds)
        return await go_on()

    return slow


async def move(home: House, table: Table) -> Table:
    """The table after a move behind the scenes, shown as usual."""
    table = await home.look(table)
    seat, now = table.to_act[0], home.env.now().timestamp()
    chosen = quick_mind()(table, seat)
    return await home.after(table, lambda table: table.after(seat, chosen, now))


async def ok(home: House, table: Table, seat: int) -> Table:
    """The table after somebody has agreed behind the scenes."""
    now = home.bot.now()
    return await home.after(table, lambda t: t.play(t.users[seat], ("ok",), painted=None, at=now, now=now))


async def stored(home: House, table: Table) -> Posted:
    """What is written down about where a table is shown."""
    await home.bot.publisher.painted()
    document = await home.bot.store.board(table.id)
    assert document is not None
    return msgspec.json.decode(document, type=Posted)


async def soon(home: House, work: Callable[[], Any]) -> asyncio.Task[None]:
    """Something the bot has begun."""
    with home.env._bot_scope():
        task = asyncio.ensure_future(work())
    await home.env.settle()
    return task


# ---- what is posted and what is edited


@visiting
async def test_a_lobby_is_repainted_by_the_click_alone(home: House):
    lobby = await home.lobby("cappuccino", 1)
    wire = Wire(home)
    await home.people[1].click(lobby, label="Rejoindre")
    assert "**Bo**" in read(lobby)
    assert (wire("PATCH"), wire("POST"), wire("DELETE")) == ([], [], [])


@visiting
async def test_a_lobby_whose_click_took_too_long_is_repainted_all_the_same(home: House):
    lobby = await home.lobby("cappuccino", 1)
    save = home.bot.store.save

    async def slow(*given: Any, **more: Any) -> Any:
        await asyncio.sleep(2.5)
        return await save(*given, **more)

    home.bot.store.save = slow  # type: ignore[method-assign]
    await home.people[1].click(lobby, label="Rejoindre")
    await home.env.advance_time(4)
    assert "**Bo**" in read(lobby)


@visiting
async def test_a_lobby_is_painted_a_last_time_when_the_game_begins(home: House):
    lobby = await home.lobby("cappuccino", 2)
    wire = Wire(home)
    await home.people[0].click(lobby, label="Commencer")
    (table,) = await home.bot.tables.of(home.people[0].id, (PLAYING,))
    assert "[Rejoindre]" not in read(lobby)
    wire = Wire(home)
    await move(home, table)
    assert not [request for request in wire("PATCH") if request.path.endswith(str(lobby.id))]
    assert (await stored(home, table)).lobby is None


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50001), (403, 50013)])
@visiting
async def test_a_game_begins_although_its_lobby_cannot_be_painted(home: House, status: int, code: int):
    lobby = await home.lobby("cappuccino", 2)
    home.env.inject_error("PATCH", f"/channels/*/messages/{lobby.id}", status=status, code=code, times=None)
    await home.people[0].click(lobby, label="Commencer")
    (table,) = await home.bot.tables.of(home.people[0].id, (PLAYING,))
    assert len(boards(home, table)) == 1
    assert table.facts.paused is None
    assert (await stored(home, table)).lobby is None


@visiting
async def test_a_lobby_discord_does_not_answer_for_is_tried_again(home: House):
    lobby = await home.lobby("cappuccino", 2)
    home.env.inject_error("PATCH", f"/channels/*/messages/{lobby.id}", status=503)
    await home.people[0].click(lobby, label="Commencer")
    assert "[Rejoindre]" in read(lobby)
    await home.env.advance_time(RETRIES[0] + 0.1)
    assert "[Rejoindre]" not in read(lobby)


@visiting
async def test_for_those_who_are_looking_the_board_is_edited_and_for_others_posted(home: House):
    table = await in_phase(home, *WINDOW)
    one, two = table.to_act
    old, wire = home.board(table), Wire(home)
    table = await ok(home, table, one)
    assert (await stored(home, table)).waiting == (two,)
    table = await ok(home, table, two)
    assert not set(table.to_act) & {one, two}, "somebody new, who has just moved"
    assert home.board(table).id == old.id
    assert (len(wire("PATCH")), wire("POST"), wire("DELETE")) == (2, [], [])
    assert (await stored(home, table)).waiting == table.to_act
    await home.env.advance_time(PRESENT + 1)
    table = await move(home, table)
    assert set(table.to_act) == {one, two}, "who may have gone for a coffee"
    assert home.board(table).id != old.id
    assert (len(wire("PATCH")), len(wire("POST")), len(wire("DELETE"))) == (2, 1, 1)
    assert len(boards(home, table)) == 1
    assert (await stored(home, table)).waiting == table.to_act


@visiting
async def test_an_end_somebody_may_miss_is_posted_anew_and_what_comes_after_is_edited(home: House):
    table = await in_phase(home, *ROW)
    old = home.board(table)
    table = await home.after(table, lambda table: table.close("host"))
    end = home.board(table)
    assert end.id != old.id
    assert [m.id for m in home.place(table).history()].count(old.id) == 0
    wire = Wire(home)
    with home.env._bot_scope():
        home.bot.publisher._boards._painted.clear()
        home.bot.publisher.request(table.id)
    await home.env.settle()
    assert [request.path.rsplit("/", 1)[-1] for request in wire("PATCH")] == [str(end.id)]
    assert (wire("POST"), wire("DELETE")) == ([], [])


@visiting
async def test_an_end_everybody_sees_is_an_edit(home: House):
    table = await in_phase(home, *WINDOW)
    for seat in table.to_act:
        table = await ok(home, table, seat)
    assert {turn.seat for turn in table.log} >= {0, 1, 2}, "everybody has just moved"
    old, wire = home.board(table), Wire(home)
    table = await home.after(table, lambda table: table.close("host"))
    assert home.board(table).id == old.id
    edited = [request.path.rsplit("/", 1)[-1] for request in wire("PATCH")]
    assert edited == [str(old.id), str(table.thread)], "the board, and in the channel what was the lobby"
    assert (wire("POST"), wire("DELETE")) == ([], [])


@pytest.mark.parametrize(("minutes", "anew"), [(45, False), (55, True)])
@visiting
async def test_a_board_is_edited_until_it_is_old(home: House, minutes: int, anew: bool):  # noqa: FBT001
    table = await in_phase(home, "ptipasspass", 3, {"rythme": "free"}, "doublon")
    old = home.board(table)
    await home.env.advance_time(minutes * 60)
    table = await ok(home, table, table.to_act[0])
    assert (home.board(table).id != old.id) == anew
    assert OLD < 3600
    assert len(boards(home, table)) == 1


@visiting
async def test_what_is_shown_already_is_not_sent_again(home: House):
    table = await in_phase(home, *ROW)
    wire = Wire(home)
    with home.env._bot_scope():
        home.bot.publisher.request(table.id)
    await home.env.settle()
    assert (wire("PATCH"), wire("POST")) == ([], [])


@pytest.mark.parametrize(("ago", "pinged"), [(PRESENT - 10, False), (PRESENT + 10, True)])
@visiting
async def test_who_has_just_moved_is_not_pinged(home: House, ago: float, pinged: bool):  # noqa: FBT001
    table = await in_phase(home, "cappuccino", 2, {}, "stack")
    assert 30 <= PRESENT <= 120
    table = await move(home, table)
    mover = table.log[-1].seat
    await home.env.advance_time(ago)
    wire = Wire(home)
    other = table.to_act[0]
    assert other != mover
    table = await move(home, table)
    assert table.to_act == (mover,)
    assert [post.json["allowed_mentions"]["users"] for post in wire("POST")] == (
        [[table.users[mover]]] if pinged else []
    )
    assert len(wire("PATCH")) == (not pinged)


@visiting
async def test_nobody_calls_who_is_away(home: House):
    table = await in_phase(home, "cappuccino", 2, {"rythme": "free"}, "stack")
    table = await move(home, table)
    late = table.log[-1].seat
    table = await home.after(table, lambda table: table.with_player(late, missed=AWAY_AFTER))
    wire = Wire(home)
    seat, now = table.to_act[0], home.bot.now()
    chosen = quick_mind()(table, seat)
    table = await home.after(table, lambda table: table.after(seat, chosen, now))
    assert table.to_act == (late,)
    assert wire("POST") == [], "nobody waits for them"


@visiting
async def test_at_the_end_nobody_is_pinged(home: House):
    table = await in_phase(home, "cappuccino", 2, {"rythme": "free"}, "stack")
    await home.env.advance_time(PRESENT + 10)
    wire = Wire(home)
    await home.after(table, lambda table: table.close("host"))
    (post,) = wire("POST")
    assert post.json["allowed_mentions"].get("users", []) == []


# ---- what is written down


@contextmanager
def writes(home: House) -> Iterator[list[int | None]]:
    """What the publisher writes down as shown, one a write."""
    mark, shown = home.bot.store.mark_shown, []

    async def watched(table: int, revision: int | None, board: bytes | None = None) -> None:
        shown.append(revision)
        await mark(table, revision, board)

    home.bot.store.mark_shown = watched  # type: ignore[method-assign]
    try:
        yield shown
    finally:
        home.bot.store.mark_shown = mark  # type: ignore[method-assign]


@visiting
async def test_an_edit_is_one_write(home: House):
    table = await in_phase(home, *WINDOW)
    with writes(home) as shown:
        table = await ok(home, table, table.to_act[0])
        assert shown == [], "what costs nothing to forget waits for others"
        await home.env.advance_time(LATER)
    assert shown == [table.revision]
    assert (await stored(home, table)).waiting == table.to_act


@visiting
async def test_what_has_changed_meanwhile_is_not_written_down_as_shown(home: House):
    table = await in_phase(home, *WINDOW)
    table = await ok(home, table, table.to_act[0])
    with calls(PublicMessage, "edit", home, cut):
        with home.env._bot_scope():
            await home.bot.tables.change(table.id, lambda table: table.pause("send_messages"))
        await home.env.advance_time(LATER)
        assert table.id in await home.bot.store.behind(), "its board does not say that it is paused"


@visiting
async def test_a_new_board_is_written_down_before_the_old_one_goes(home: House):
    table = await in_phase(home, *WINDOW)
    with writes(home) as shown:
        await home.people[0].slash(home.place(table), "table voir")
        await home.bot.publisher.painted()
    assert shown == [None, -1, -1, table.revision], "that it is about to be posted, that it was, and the deletion"


@visiting
async def test_showing_a_reveal_writes_nothing_and_hiding_it_once(home: House):
    table = await in_phase(home, "ptipasspass", 3, {}, "doublon")
    with writes(home) as shown:
        await press(home, table, table.to_act[0], ("doublon",))
        table = await home.now(table)
        assert table.flash_until > home.bot.now()
        assert shown == []
        assert table.id in await home.bot.store.behind(), "a restart would hide it"
        wire = Wire(home)
        await home.env.advance_time(table.flash_until - home.bot.now() + 0.1)
        assert (len(wire("PATCH")), wire("POST"), wire("DELETE")) == (1, [], [])
        await home.bot.publisher.painted()
    assert shown == [table.revision]
    assert table.id not in await home.bot.store.behind()


# ---- posted once


@visiting
async def test_every_board_has_a_nonce_of_its_own(home: House):
    wire = Wire(home)
    one, two = [await in_phase(home, "cappuccino", 2, {"rythme": "free"}, "stack") for _ in range(2)]
    for table in (one, two, one, two):
        await home.env.advance_time(PRESENT + 1)  # nobody looks any more: each has to be called
        await move(home, await home.now(table))
    nonces = [request.json["nonce"] for request in wire("POST") if "nonce" in (request.json or {})]
    assert len(nonces) == len(set(nonces)) == 6
    assert all(len(nonce) <= 25 for nonce in nonces)
    assert (await stored(home, one)).serial == 3


@visiting
async def test_a_table_of_another_database_with_the_same_number_has_other_nonces(home: House):
    wire = Wire(home)
    table = await in_phase(home, *ROW)
    await home.env.advance_time(10)
    await home.after(table, lambda table: table.with_facts(created=table.facts.created + 60))
    with home.env._bot_scope():
        home.bot.publisher._boards.forget()
        await home.bot.store.mark_shown(table.id, None, msgspec.json.encode(Posted()))
        home.bot.publisher.request(table.id)
    await home.env.settle()
    one, two = [request.json["nonce"] for request in wire("POST") if "nonce" in (request.json or {})]
    assert one != two


@visiting
async def test_a_board_that_may_have_been_posted_is_posted_once_and_then_made_true(home: House):
    table = await in_phase(home, *WINDOW)
    enforce_nonces(home)
    one, two = table.to_act
    wire = Wire(home)
    with calls(Place, "post", home, cut_after):
        await home.people[0].slash(home.place(table), "table voir")
    table = await ok(home, table, one)
    await home.env.advance_time(RETRIES[0] + 0.5)
    (board,) = boards(home, table)
    assert f"<@{table.users[one]}>" not in waited_for(board)
    assert f"<@{table.users[two]}>" in waited_for(board)
    assert (await stored(home, table)).message == board.id
    await home.env.advance_time(PRESENT + 1)
    wire = Wire(home)
    table = await ok(home, table, two)
    assert (len(wire("POST")), wire("PATCH")) == (1, []), "and from then on there is no doubt"


@visiting
async def test_a_board_that_may_have_been_posted_is_found_again_although_nobody_need_be_called(home: House):
    table = await in_phase(home, *WINDOW)
    for seat in table.to_act:
        table = await ok(home, table, seat)
    enforce_nonces(home)
    old = home.board(table)
    await home.env.advance_time(PRESENT + 1)
    with calls(Place, "post", home, cut_after):
        table = await move(home, table)
    assert len(boards(home, table)) == 2, "and we know of one"
    with calls(Place, "post", home, cut):
        for seat in table.to_act:
            table = await ok(home, table, seat)
    await home.env.advance_time(RETRIES[0] + RETRIES[1] + RETRIES[2])
    (board,) = boards(home, table)
    assert board.id != old.id
    assert (await stored(home, table)).message == board.id
    assert all(f"<@{table.users[seat]}>" in waited_for(board) for seat in table.to_act)


def dies_once_posted(home: House) -> None:
    """Let the bot write nothing more of a board that Discord has taken."""
    keep = home.bot.publisher._boards.keep

    async def killed(number: int, posted: Posted, **more: Any) -> None:
        if not posted.posting:
            home.bot.publisher.request = lambda _: None  # type: ignore[method-assign]
            raise RuntimeError("killed")
        await keep(number, posted, **more)

    home.bot.publisher._boards.keep = killed  # type: ignore[method-assign]


@visiting
async def test_a_board_that_was_posted_just_before_the_bot_died_is_posted_once(home: House):
    table = await in_phase(home, *WINDOW)
    one, two = table.to_act
    await ok(home, table, one)
    await home.env.advance_time(PRESENT + 1)
    dies_once_posted(home)
    wire = Wire(home)
    await ok(home, table, two)
    (first,) = wire("POST")
    await home.restart()
    posts = wire("POST")
    assert len(posts) == 2
    assert posts[1].json["nonce"] == first.json["nonce"], "Discord gives the same message"
    assert len(wire("PATCH")) == 1, "which is then made true"


@visiting
async def test_a_board_that_was_posted_just_before_the_bot_died_is_found_although_nobody_need_be_called(home: House):
    table = await in_phase(home, *WINDOW)
    while len(table.to_act) > 1 or table.state.view(None).phase != "aim":
        table = await move(home, table)
    await home.env.advance_time(PRESENT + 1)
    known = await stored(home, table)
    dies_once_posted(home)
    wire = Wire(home)
    table = await move(home, table)
    (first,) = wire("POST")
    for seat in table.to_act:
        table = await ok(home, table, seat)
    assert set(table.to_act) <= set(known.waiting), "nobody is newly waited for, as far as storage knows"
    wire = Wire(home)
    await home.restart()
    (post,) = wire("POST")
    assert post.json["nonce"] == first.json["nonce"], "Discord gives the message that was posted"


# ---- what must go


@pytest.mark.parametrize(
    ("answer", "again"),
    [
        (cut, True),
        (refusal(429), True),
        (refusal(404, 10008), False),
        (refusal(403, 50001), False),
        (refusal(404, 10003), False),
    ],
)
@visiting
async def test_an_old_board_is_deleted_until_it_is_gone_or_not_ours(home: House, answer: Any, again: bool):  # noqa: FBT001
    table = await in_phase(home, "cappuccino", 2, {"rythme": "free"}, "stack")
    with calls(PublicMessage, "delete", home, answer) as times:
        table = await move(home, table)
        await home.env.advance_time(RETRIES[0] + RETRIES[1] + 1)
    assert len(times) == (3 if again else 1)
    assert (table.id in await home.bot.store.behind()) == again
    await home.env.advance_time(RETRIES[2] + 1)
    assert len(boards(home, table)) == (1 if again else 2)
    assert table.id not in await home.bot.store.behind()
    assert (await home.now(table)).facts.paused is None


@visiting
async def test_what_a_click_finds_still_there_is_deleted_later(home: House):
    table = await in_phase(home, *WINDOW)
    with home.env._bot_scope():
        place = Place(home.bot, table.place)
        page, _ = await home.bot.publisher._page(table, ())
        extra = await place.post(**new_public(page), nonce="extra")
    home.bot.publisher._boards._hot[table.id].stale = ((table.place, extra.id),)
    board = next(m for m in boards(home, table) if m.id != extra.id)
    with calls(PublicMessage, "delete", home, cut) as times:
        await home.person(table, table.to_act[0]).click(board, custom_id=buttons(board)["OK"])
        assert len(times) == 1
    assert table.id in await home.bot.store.behind()
    await home.env.advance_time(RETRIES[0] + 0.1)
    assert [m.id for m in boards(home, table)] == [board.id]
    await home.bot.publisher.painted()
    assert table.id not in await home.bot.store.behind()


@visiting
async def test_a_lobby_that_is_there_twice_is_there_once_after_a_click(home: House):
    await home.people[1].slash(home.channel, "cappuccino nouvelle")  # from now on they are offered no rules
    first = await home.lobby("cappuccino", 1)
    (table,) = await home.bot.tables.of(home.people[0].id, (LOBBY,))
    with home.env._bot_scope():
        place = Place(home.bot, home.channel.id)
        second = await place.post(**new_public(await home.bot.publisher.lobby_page(table)), nonce="extra")
        await home.bot.publisher.opened(table, second.id)
    wire = Wire(home)
    result = await home.people[1].click(first, label="Rejoindre")
    assert result.acknowledged
    assert (result.response, result.followups) == (None, [])
    assert (await home.now(table)).size == 2
    (gone,) = wire("DELETE")
    assert gone.path.endswith(f"{home.channel.id}/messages/{first.id}")
    assert "**Bo**" in read(home.newest(home.channel.id))
    assert home.newest(home.channel.id).id == second.id


@visiting
async def test_a_lobby_that_should_go_and_could_not_is_tried_again(home: House):
    first = await home.lobby("cappuccino", 1)
    (table,) = await home.bot.tables.of(home.people[0].id, (LOBBY,))
    with home.env._bot_scope():
        place = Place(home.bot, home.channel.id)
        second = await place.post(**new_public(await home.bot.publisher.lobby_page(table)), nonce="extra")
        await home.bot.publisher.opened(table, second.id)
    with calls(PublicMessage, "delete", home, cut):
        await home.people[1].click(first, label="Rejoindre")
    assert first.id in home.env.backend.messages[home.channel.id]
    await home.env.advance_time(RETRIES[0] + 0.1)
    assert first.id not in home.env.backend.messages[home.channel.id]


@visiting
async def test_a_board_that_was_replaced_long_ago_goes_when_somebody_looks_at_it(home: House):
    table = await in_phase(home, *WINDOW)
    with home.env._bot_scope():
        place = Place(home.bot, table.place)
        page, _ = await home.bot.publisher._page(table, ())
        extra = await place.post(**new_public(page), nonce="extra")
    board = next(m for m in boards(home, table) if m.id != extra.id)
    await home.person(table, 0).click(board, label="⋯")
    assert len(boards(home, table)) == 2, "a click on the true one changes nothing"
    shown = next(m for m in boards(home, table) if m.id == extra.id)
    await home.person(table, 0).click(shown, label="⋯")
    assert [m.id for m in boards(home, table)] == [board.id]


@visiting
async def test_a_click_on_the_board_that_was_just_replaced_takes_nothing_away(home: House):
    table = await in_phase(home, *WINDOW)
    old = home.board(table)
    home.env.inject_error("DELETE", "/channels/*/messages/*", status=403, code=50001)
    await home.people[0].slash(home.place(table), "table voir")
    wire = Wire(home)
    await home.person(table, 0).click(old, label="⋯")
    assert wire("DELETE") == []
    assert (await stored(home, table)).former == old.id


# ---- tried again


@visiting
async def test_a_change_in_between_is_tried_at_once_and_then_at_the_next_distance(home: House):
    table = await in_phase(home, *WINDOW)
    one, two = table.to_act
    with calls(PublicMessage, "edit", home, cut) as times:
        await ok(home, table, one)
        await home.env.advance_time(1)
        with home.env._bot_scope():
            home.bot.publisher.request(table.id)
        for _ in range(24):
            await home.env.advance_time(0.5)
    assert [time - times[0] for time in times] == pytest.approx([0, 1, 1 + RETRIES[1]], abs=0.6)
    assert two in (await home.now(table)).to_act


@visiting
async def test_after_a_success_the_distances_begin_again(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    with calls(PublicMessage, "edit", home, cut):
        await ok(home, table, one)
        await home.env.advance_time(RETRIES[0] + 0.1)
    await home.env.advance_time(RETRIES[1] + 0.1)
    assert f"<@{table.users[one]}>" not in waited_for(home.board(table))
    with calls(PublicMessage, "edit", home, cut) as times:
        await home.after(table, lambda table: absence.leave(table, table.users[one]))
        for _ in range(6):
            await home.env.advance_time(0.5)
    assert [time - times[0] for time in times] == pytest.approx([0, RETRIES[0]], abs=0.6)


@visiting
async def test_a_failure_of_ours_is_logged_once_with_its_place_and_heals(home: House, caplog):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    page = home.bot.publisher._page

    async def broken(*_: Any) -> Any:
        raise KeyError("ours")

    home.bot.publisher._page = broken  # type: ignore[method-assign]
    await ok(home, table, one)
    await home.env.advance_time(RETRIES[0] + RETRIES[1] + 1)
    home.bot.publisher._page = page  # type: ignore[method-assign]
    assert caplog.text.count("painting failed table=") == 1
    assert f"<@{table.users[one]}>" in waited_for(home.board(table))
    await home.env.advance_time(RETRIES[2] + 1)
    assert f"<@{table.users[one]}>" not in waited_for(home.board(table))


@visiting
async def test_the_ladders_are_as_they_are_documented(home: House):
    assert RETRIES == (2.0, 10.0, 60.0, 300.0)
    assert HIDING == (1.0, 2.0, 5.0, 10.0, 30.0)
    assert not home.bot.publisher._retries


@visiting
async def test_a_board_of_a_game_played_by_older_rules_keeps_its_end(home: House):
    table = await in_phase(home, *ROW)
    table = await home.after(table, lambda table: table.close("host"))
    seen = read(home.board(table))
    wire = Wire(home)
    ended = msgspec.structs.replace(table, status="over", log=Log(), state=None)
    with home.env._bot_scope():
        home.bot.tables._hot[table.id] = ended
        await home.bot.store.mark_shown(table.id, -1)
        home.bot.publisher.request(table.id)
    await home.env.settle()
    assert (wire("PATCH"), wire("POST")) == ([], [])
    assert read(home.board(table)) == seen
    assert not home.bot.publisher._retries
    assert table.id not in await home.bot.store.behind()


# ---- when Discord says no


@pytest.mark.parametrize("code", [50001, 50013, 0])
@visiting
async def test_a_board_that_may_not_be_shown_pauses_the_game_for_what_is_missing(home: House, code: int):
    table = await in_phase(home, *ROW)
    home.env.inject_error("POST", f"/channels/{table.place}/messages", status=403, code=code, times=None)
    table = await move(home, table)
    assert table.thread
    assert table.facts.paused == "view_channel,send_messages_in_threads", "all seems to be there: the usual ones"
    version, wire = table.kept.version, Wire(home)
    with home.env._bot_scope():
        home.bot.publisher.request(table.id)
    await home.env.settle()
    assert len(wire("POST")) == 1
    await home.env.advance_time(400)
    assert len(wire("POST")) == 1
    assert (await home.now(table)).kept.version == version, "paused once"


@visiting
async def test_in_a_channel_other_permissions_are_named_than_in_a_thread(home: House):
    table = await in_phase(home, *ROW)
    table = await home.after(table, lambda table: table.in_thread(None))
    assert table.thread is None
    home.env.inject_error("POST", f"/channels/{table.place}/messages", status=403, code=50013)
    table = await move(home, table)
    assert table.facts.paused == "view_channel,send_messages"


@visiting
async def test_what_is_really_missing_is_named(home: House):
    table = await in_phase(home, *ROW)
    home.forbid("attach_files")
    home.env.inject_error("POST", f"/channels/{table.place}/messages", status=403, code=50013)
    table = await move(home, table)
    assert table.facts.paused == "attach_files"


@visiting
async def test_a_game_that_is_over_is_not_paused(home: House):
    table = await in_phase(home, *ROW)
    home.env.inject_error("*", f"/channels/{table.place}/messages*", status=403, code=50013, times=None)
    table = await home.after(table, lambda table: table.close("host"))
    assert (table.status, table.facts.paused) == (CLOSED, None)
    assert "host" in (table.facts.closed or "")


@visiting
async def test_a_table_whose_place_is_gone_is_done_with(home: House):
    table = await in_phase(home, *ROW)
    home.env.inject_error("*", f"/channels/{table.place}/*", status=404, code=10003, times=None)
    table = await move(home, table)
    assert (table.status, table.facts.closed) == (CLOSED, "gone")
    assert table.id not in await home.bot.store.behind(), "nothing is left to be shown"
    wire = Wire(home)
    with home.env._bot_scope():
        home.bot.publisher.request(table.id)
    await home.env.settle()
    assert wire("POST") == []


@visiting
async def test_a_cancelled_lobby_is_done_with_once_it_says_so(home: House):
    lobby = await home.lobby("cappuccino", 1)
    (table,) = await home.bot.tables.of(home.people[0].id, (LOBBY,))
    with calls(PublicMessage, "edit", home, cut):
        await home.after(table, lambda table: table.close("host"))
        assert table.id in await home.bot.store.behind()
    await home.env.advance_time(RETRIES[0] + 0.1)
    assert "[Rejoindre]" not in read(lobby)
    assert table.id not in await home.bot.store.behind()


@pytest.mark.parametrize("begun", [True, False])
@visiting
async def test_what_cannot_be_read_says_so_where_it_is_shown_and_is_done_with(home: House, begun: bool):  # noqa: FBT001
    lobby = await home.lobby("cappuccino", 2)
    (table,) = await home.bot.tables.of(home.people[0].id, (LOBBY,))
    if begun:
        await home.people[0].click(lobby, label="Commencer")
        table = await home.now(table)
    await home.bot.store.close()
    file = sqlite3.connect(home.folder / "tablee.sqlite3")
    file.execute("UPDATE tables SET facts = '[', wake = 1 WHERE id = ?", (table.id,))
    file.commit()
    file.close()
    await home.restart()
    assert "sans perdant" in read(home.board(table) if begun else home.newest(home.channel.id))
    assert table.id not in await home.bot.store.behind()
    assert not home.bot.publisher._lost


# ---- very many, and a stop


@visiting
async def test_who_asks_for_very_many_boards_waits_for_room_but_not_for_ever(home: House):
    publisher = home.bot.publisher
    assert (AT_ONCE, PATIENCE) == (30, 1.0)

    async def nap(seconds: float) -> None:
        await asyncio.sleep(seconds)

    with home.env._bot_scope():
        tasks = [asyncio.create_task(nap(60)) for _ in range(AT_ONCE - 1)]
    publisher._tasks = dict(enumerate(tasks, 1000))
    assert (await soon(home, publisher.room)).done(), "there is room"
    with home.env._bot_scope():
        publisher._tasks[999] = asyncio.create_task(nap(0.5))
        publisher._tasks[999].add_done_callback(lambda _: publisher._tasks.pop(999))
    waiting = await soon(home, publisher.room)
    assert not waiting.done()
    await home.env.advance_time(0.6)
    assert waiting.done(), "one has finished"
    with home.env._bot_scope():
        publisher._tasks[999] = asyncio.create_task(nap(60))
    waiting = await soon(home, publisher.room)
    await home.env.advance_time(PATIENCE - 0.1)
    assert not waiting.done()
    await home.env.advance_time(0.2)
    assert waiting.done(), "or it has waited long enough"
    for task in publisher._tasks.values():
        task.cancel()
    publisher._tasks = {}


@visiting
async def test_a_stop_waits_for_boards_that_are_being_painted(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    with calls(PublicMessage, "edit", home, slowly(1)):
        await ok(home, table, one)
        stop = await soon(home, home.bot.publisher.finish)
        assert not stop.done()
        await home.env.advance_time(1.1)
        assert stop.done()
    assert f"<@{table.users[one]}>" not in waited_for(home.board(table))
    assert (await soon(home, home.bot.publisher.finish)).done(), "there is nothing to wait for"


@visiting
async def test_a_stop_does_not_wait_for_ever_and_leaves_nothing_behind(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    with calls(PublicMessage, "edit", home, slowly(60)):
        await ok(home, table, one)
        stop = await soon(home, home.bot.publisher.finish)
        await home.env.advance_time(FAREWELL - 0.1)
        assert not stop.done()
        await home.env.advance_time(0.2)
        assert stop.done()
        await home.env.advance_time(100)
    assert f"<@{table.users[one]}>" in waited_for(home.board(table)), "the next run catches up"
    assert table.id in await home.bot.store.behind()
    assert not home.bot.publisher._tasks


@visiting
async def test_after_a_stop_nothing_is_tried_again(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    with calls(PublicMessage, "edit", home, cut) as times:
        await ok(home, table, one)
        await soon(home, home.bot.publisher.finish)
        await home.env.advance_time(500)
        assert len(times) == 1


@visiting
async def test_after_a_stop_nothing_is_hidden_any_more(home: House):
    table = await in_phase(home, "ptipasspass", 3, {}, "doublon")
    await press(home, table, table.to_act[0], ("doublon",))
    table = await home.now(table)
    assert table.flash_until > home.bot.now()
    home.bot.clock.stop()
    await soon(home, home.bot.publisher.finish)
    wire = Wire(home)
    await home.env.advance_time(60)
    assert (wire("PATCH"), wire("POST")) == ([], [])


@visiting
async def test_a_stop_ends_the_catching_up(home: House, monkeypatch):
    tables = [await in_phase(home, *ROW) for _ in range(3)]
    for table in tables:
        await home.bot.store.mark_shown(table.id, -1)
    monkeypatch.setattr(board_publisher, "AT_ONCE", 0)
    asked: list[int] = []
    home.bot.publisher.request = asked.append  # type: ignore[method-assign]

    async def nap() -> None:
        await asyncio.sleep(600)

    with home.env._bot_scope():
        home.bot.publisher._tasks[999] = asyncio.create_task(nap())
    await soon(home, home.bot.publisher.catch_up)
    assert asked == []
    await home.env.advance_time(PATIENCE + 0.1)
    assert len(asked) == 1, "a few at a time, while the games go on"
    await soon(home, home.bot.publisher.finish)
    await home.env.advance_time(60)
    assert len(asked) == 1


@visiting
async def test_a_start_with_nothing_behind_asks_for_nothing(home: House):
    await in_phase(home, *ROW)
    assert await home.bot.store.behind() == []
    wire = Wire(home)
    await home.restart()
    assert home.bot.publisher._catching is None
    assert (wire("PATCH"), wire("POST")) == ([], [])


@visiting
async def test_only_so_many_boards_are_remembered(home: House):
    assert HOT >= 1000
    publisher, known = home.bot.publisher, home.bot.publisher._boards
    known._hot.most = known._painted.most = 1
    tables = [await in_phase(home, *ROW) for _ in range(3)]
    known.forget()
    for table in tables:
        await publisher.seen(table)
        await move(home, table)
        assert list(known._painted) == [table.id]
        assert list(known._hot) == [table.id]
    for table in tables:
        assert len(boards(home, await home.now(table))) == 1


@visiting
async def test_a_panel_and_a_board_tell_of_a_move_each_once(home: House):
    table = await in_phase(home, *WINDOW)
    panel = await open_hand(home, table, table.to_act[0])
    wire = Wire(home)
    await home.person(table, table.to_act[0]).click(panel, custom_id=buttons(panel)["OK"])
    assert len(wire("PATCH")) == 1
    board = home.board(table)
    await home.env.advance_time(PRESENT + 1)
    wire = Wire(home)
    result = await home.person(table, table.to_act[1]).click(board, custom_id=buttons(board)["OK"])
    assert result.acknowledged
    assert wire("PATCH") == [], "for somebody who must be called it is posted, and the click changes nothing"
    assert (len(wire("POST")), len(wire("DELETE"))) == (1, 1)


@visiting
async def test_a_click_that_changes_the_board_within_a_turn_is_answered_by_the_board(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    board = home.board(table)
    wire = Wire(home)
    await home.person(table, one).click(board, custom_id=buttons(board)["OK"])
    assert (wire("PATCH"), wire("POST"), wire("DELETE")) == ([], [], [])
    assert f"<@{table.users[one]}>" not in waited_for(home.board(table))
    await home.bot.publisher.painted()
    assert table.id not in await home.bot.store.behind()


@visiting
async def test_a_click_whose_answer_was_not_taken_has_the_board_painted(home: House):
    table = await in_phase(home, *WINDOW)
    one, _ = table.to_act
    board, wire = home.board(table), Wire(home)
    home.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await home.person(table, one).click(board, custom_id=buttons(board)["OK"])
    assert len(wire("PATCH")) == 1
    assert f"<@{table.users[one]}>" not in waited_for(home.board(table))
