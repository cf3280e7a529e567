"""Reveals at every pace: on the board for a moment, and at slow tables once privately for whoever was away."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from itertools import takewhile
from typing import Any

import pytest

from bot.client import seats
from bot.client.seats import MISSED_REVEAL_SECONDS
from bot.core.facts import AWAY_AFTER
from bot.core.table import Table
from bot.pages.page import TEXT_LIMIT, PrivatePage, Separator, Text
from tests.kit.house import House, buttons, leading, plain, read, told
from tests.kit.players import open_hand, press, quick_mind, type_anything
from tests.kit.seated import started

MISSED = "Révélé depuis ta dernière visite"


async def revealed(home: House) -> tuple[Table, int, int]:
    """A slow table at which a fist was opened, and is closed again: the table, who wanted it, and who was away."""
    table, shouter, other = await revealing(home, "steady")
    return await home.look(table), shouter, other


async def revealing(home: House, pace: str) -> tuple[Table, int, int]:
    """A table at which somebody has just had a fist opened: the table, who that was, and another person."""
    table = await home.start("ptipasspass", 3, rythme=pace)
    for path in (("aim", "green", "B2"), ("announce", "green")):
        await press(home, table, table.to_act[0], path)
        table = await home.now(table)
    shouter, other = table.to_act
    await press(home, table, shouter, ("menteur",))
    table = await home.now(table)
    assert table.flash_until > home.app.now()
    return table, shouter, other


@pytest.mark.parametrize("pace", ["flash", "free"])
async def test_a_reveal_is_on_the_board_for_its_seconds_at_every_pace(home: House, pace: str):
    table, _, _ = await revealing(home, pace)
    shown = read(home.board(table))
    assert "👀 Regardez bien" in shown
    lines = plain(_last_reveal(home, table).scene).split("\n")
    assert all(line in shown for line in lines)
    await home.env.advance_time(table.flash_until - home.app.now() - 0.1)
    assert read(home.board(table)) == shown
    await home.env.advance_time(0.2)
    hidden = home.in_public()
    assert "👀" not in hidden
    say = home.app.words.say(table.game.key, "fr", table.names)
    later = table.game.face.sight(table.view(None, table.flash_until), say)
    gone = [line for line in lines if line not in plain(later.scene).split("\n")]
    assert gone
    assert not [line for line in gone if json.dumps(line, ensure_ascii=False)[1:-1] in hidden]


async def _opens_the_hand(home: House, table: Table, seat: int) -> None:
    assert MISSED not in read(await open_hand(home, table, seat)), "it is on the board"


async def _opens_the_menu(home: House, table: Table, seat: int) -> None:
    await home.person(table, seat).click(home.board(table), label="⋯")


async def _moves(home: House, table: Table, seat: int) -> None:
    await type_anything(home, table, seat, table.game.path(table.default(seat)))
    assert (await home.now(table)).log[table.revision].seat == seat


@pytest.mark.parametrize("looks", [_opens_the_hand, _opens_the_menu, _moves])
async def test_who_looked_is_not_shown_it_again(home: House, looks: Callable[[House, Table, int], Awaitable[None]]):
    table, _, other = await revealing(home, "steady")
    seat = table.to_act[0]
    await looks(home, table, seat)
    table = await home.look(table)
    assert MISSED not in read(await open_hand(home, table, seat))
    assert MISSED in read(await open_hand(home, table, other)), "who was away is"


async def test_who_is_elsewhere_has_not_looked(home: House):
    table, _, other = await revealing(home, "steady")
    panel = (await home.person(table, other).slash(home.channel, "main")).response
    assert MISSED in read(panel), "they do not see the board"
    table = await home.look(table)
    assert MISSED not in read(await open_hand(home, table, other))


async def test_who_saw_the_second_reveal_is_still_shown_the_first(home: House):
    table, _, other = await revealed(home)
    first = _last_reveal(home, table).story
    # The next player gets their seat message at once.
    table = await home.reach(table, "doublon", quick_mind(), lambda table: table.state.public.active == (other + 1) % 3)
    await press(home, table, other, ("doublon",))
    table = await home.look(table)
    assert len(table.revealed(0)) > 1
    text = read(await open_hand(home, table, other))
    assert MISSED in text
    assert plain(first) in text
    assert plain(_last_reveal(home, table).story) not in text


async def test_a_reveal_waits_for_each_person_and_then_vanishes(home: House):
    table, shouter, other = await revealed(home)
    opened = await open_hand(home, table, other)
    assert MISSED in read(opened)
    sight = _last_reveal(home, table)
    for part in (sight.scene, sight.story):
        assert plain(part) in read(opened)
    await home.env.advance_time(MISSED_REVEAL_SECONDS - 1)
    assert MISSED in read(opened)
    await home.env.advance_time(2)
    assert MISSED not in read(opened), "the panel hides it by itself"
    assert read(opened)
    assert MISSED not in read(await open_hand(home, table, other))
    assert 10 <= MISSED_REVEAL_SECONDS <= 60
    third = ({0, 1, 2} - {shouter, other}).pop()
    assert MISSED in read(await open_hand(home, table, third)), "each person has their own last visit"
    # The player who caused the reveal has seen it.
    assert MISSED not in read(await open_hand(home, table, shouter))


def _last_reveal(home: House, table: Table) -> Any:
    say = home.app.words.say(table.game.key, "fr", table.names)
    return table.game.face.sight([*table.revealed(0).values()][-1], say)


async def test_a_reveal_that_was_not_shown_has_not_been_seen_and_a_visit_is_remembered_after_a_restart(home: House):
    table, shouter, other = await revealed(home)
    home.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    assert await open_hand(home, table, other) is None
    assert MISSED in read(await open_hand(home, table, other))
    await home.restart()
    assert MISSED not in read(await open_hand(home, table, other))
    third = ({0, 1, 2} - {shouter, other}).pop()
    assert MISSED in read(await open_hand(home, table, third))


@pytest.mark.parametrize("count", [1, 4, 6])
async def test_the_last_few_reveals_are_shown_with_their_number(home: House, count: int, monkeypatch):
    table, _, other = await revealed(home)
    asked, story = [], _last_reveal(home, table).story

    def reveals(table: Table, since: int) -> dict[int, Any]:
        asked.append(since)
        (view,) = real(table, 0).values()
        return dict.fromkeys(range(1, count + 1), view)

    real = Table.revealed
    monkeypatch.setattr(Table, "revealed", reveals)
    text = read(await open_hand(home, table, other))
    assert asked == [0], "of somebody who has not been there yet everything is new"
    shown = min(count, 4)
    say = home.app.words.say(table.game.key, "fr", table.names)
    assert plain(say("missed", count=shown, seconds=MISSED_REVEAL_SECONDS)) in text
    assert text.count(plain(story)) >= shown
    await home.env.advance_time(MISSED_REVEAL_SECONDS + 1)
    await open_hand(home, table, other)
    assert asked[1:] == [table.revision], "and then what has happened since"


async def test_a_quick_table_shows_its_reveals_on_the_board_alone(home: House):
    table, _, other = await revealing(home, "quick")
    table = await home.look(table)
    assert table.revealed(0)
    assert MISSED not in read(await open_hand(home, table, other))


async def test_after_the_end_nothing_is_missed_any_more(home: House):
    table, _, other = await revealed(home)
    panel = (await home.person(table, other).slash(home.place(table), "main")).response
    assert MISSED in read(panel)
    board = home.board(table)
    third = next(seat for seat in range(3) if seat != other)
    hand = leading(board, "hand")
    click = await home.on_its_way(home.person(table, third).click(board, custom_id=hand))
    await home.after(table, lambda table: table.close("host"))
    assert MISSED not in read(panel)
    assert MISSED not in read((await click()).response)


# ---- what has happened, in three lines

AWAY = "Pendant ton absence"


def _stories(home: House, table: Table) -> list[str]:
    """All that may be told of the table, oldest first."""
    say = home.app.words.say(table.game.key, "fr", table.names)
    return [plain(line) for line, revision in table.recaps(say, present=True)[::-1] if revision > 1]


async def _on(home: House, table: Table, moves: int) -> Table:
    """The table so many moves later, made while nobody of it was looking."""
    for _ in range(moves):
        seat = table.to_act[0]
        await home.after(table, lambda table, seat=seat: table.after(seat, table.default(seat), home.app.now()))
        table = await home.now(table)
    return table


def _happened(panel: Any) -> list[str]:
    """The lines on top of a panel; none if there is nothing to tell."""
    first, *lines = read(panel).split("\n")
    return (
        [line.removeprefix("- ") for line in takewhile(lambda line: line.startswith("- "), lines)]
        if AWAY in first
        else []
    )


@pytest.mark.parametrize("moves", [0, 1, 5])
async def test_who_comes_by_is_told_the_last_three_things(home: House, moves: int):
    table = await home.start("cappuccino", 2, rythme="steady")
    table = await _on(home, table, moves)
    panel = await open_hand(home, table, 0)
    assert _happened(panel) == _stories(home, table)[-3:]
    assert len(_happened(panel)) == min(moves, 3)
    assert (AWAY in read(panel)) == (moves > 0)
    assert AWAY not in read(await open_hand(home, table, 0)), "nothing has happened since"
    table = await _on(home, table, 1)
    assert _happened(await open_hand(home, table, 0)) == _stories(home, table)[-1:]
    assert len(_happened(await open_hand(home, table, 1))) == min(moves + 1, 3), "each has their own last visit"


async def test_who_did_it_or_did_something_at_the_board_since_is_not_told(home: House):
    table = await _on(home, await home.start("cappuccino", 2, rythme="steady"), 2)
    seat = table.to_act[0]
    await _opens_the_menu(home, table, 1 - seat)
    assert AWAY not in read(await open_hand(home, table, 1 - seat))
    done = await type_anything(home, table, seat, table.game.path(table.default(seat)))
    assert AWAY not in told(done)
    assert AWAY not in read(await open_hand(home, await home.now(table), seat))


async def test_what_happened_stands_above_what_was_revealed_without_what_is_to_be_remembered(home: House):
    table, shouter, other = await revealed(home)
    panel = await open_hand(home, table, other)
    lines, text = _happened(panel), read(panel)
    assert lines == [
        f"« Menteur ! » crié par **{table.names[shouter]}** contre **{table.names[table.log[1].seat]}**, à tort."
    ]
    assert text.index(AWAY) < text.index(lines[0]) < text.index(MISSED)
    await home.env.advance_time(MISSED_REVEAL_SECONDS + 1)
    assert MISSED not in read(panel)


async def test_at_a_quick_table_only_who_was_away_is_told(home: House):
    table = await _on(home, await home.start("cappuccino", 2), 4)
    assert AWAY not in read(await open_hand(home, table, 0))
    await home.after(table, lambda table: table.with_player(0, missed=AWAY_AFTER))
    panel = (await home.person(table, 0).click(home.board(table), label="Je suis là")).response
    assert _happened(panel) == _stories(home, table)[-3:]
    assert "Te revoilà" in read(panel)
    await home.after(table, lambda table: table.with_player(1, missed=AWAY_AFTER))
    assert _happened(await open_hand(home, table, 1)) == _stories(home, table)[-3:], "any click means: I am here"
    assert AWAY not in read(await open_hand(home, table, 1))


def test_what_happened_needs_no_room_of_its_own_and_goes_where_there_is_none():
    page, revealed = PrivatePage((Text("x"),)), (Text("shown"), Text("a cup"), Separator())
    top = seats._top
    assert top(page, "", ()) == ()
    assert top(page, "told", ()) == (Text("told"),)
    assert top(page, "told", revealed) == (Text("told\nshown"), *revealed[1:])
    full = PrivatePage((Text("x" * (TEXT_LIMIT - 10)),))
    assert full.with_top(*top(full, "told", ())).length < TEXT_LIMIT
    assert top(full, "told" * 3, ()) == ()


async def test_a_panel_opened_from_a_list_leaves_no_reveal_behind(home: House):
    table, _, other = await revealed(home)
    table = await home.reach(table, "announce", quick_mind(), lambda table: table.to_act == (other,))
    panel, person = await open_hand(home, table, other), home.person(table, other)
    assert MISSED in read(panel)
    listed = (await person.slash(home.channel, "table liste")).response
    await person.click(listed, label="Jouer la plus pressée")
    assert panel.id not in home.env.backend.messages[table.place]
    await person.click(listed, custom_id=leading(listed, "play"))
    assert (await home.now(table)).revision == table.revision + 1, "the panel that was clicked on is not taken away"


async def test_two_clicks_at_once_leave_no_reveal_behind(home: House, monkeypatch):
    table, _, other = await revealed(home)
    board, person = home.board(table), home.person(table, other)
    hand = leading(board, "hand")
    reveals, waiting = home.app.seats._seen, [1.0, 0.5]
    seen = reveals.seen

    async def slowly(table: Table, seat: int) -> list[int]:
        found = await seen(table, seat)
        if waiting:
            await asyncio.sleep(waiting.pop(0))
        return found

    monkeypatch.setattr(reveals, "seen", slowly)
    clicks = [await person.click(board, custom_id=hand) for _ in range(2)]
    await home.env.advance_time(2)
    assert clicks[0].response is None, "the second is the newer one"
    assert MISSED in read(clicks[1].response)
    await home.env.advance_time(MISSED_REVEAL_SECONDS + 1)
    assert "Tes jetons" in read(clicks[1].response)
    assert MISSED not in read(clicks[1].response)


# ---- *Rattraper* on the board

CATCH_UP = "Rattraper"


async def test_who_missed_a_reveal_can_catch_up_from_the_board(home: House):
    table, _, other = await revealed(home)
    person = home.person(table, other)
    assert MISSED in told(await person.click(home.board(table), label=CATCH_UP))
    assert MISSED not in told(await person.click(home.board(table), label=CATCH_UP)), "once"
    await home.restart()
    await home.app.boards.repost(table.id)
    await home.env.settle()
    assert CATCH_UP in buttons(home.board(table))
    assert MISSED not in read(home.board(table))


def test_a_board_offers_it_only_where_something_can_be_missed():
    assert not started("ptipasspass", 3, "steady").may_be_missed
