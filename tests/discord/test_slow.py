"""Slow tables: people come by now and then, and each sees once what was revealed while they were away."""

from __future__ import annotations

from typing import Any

import pytest

from bot.client import open_panels
from bot.client.open_panels import LOOK
from bot.core.table import Table
from tests.kit.house import House, buttons, plain, read, visiting
from tests.kit.players import open_hand, press

MISSED = "Révélé depuis ta dernière visite"


async def revealed(home: House) -> tuple[Table, int, int]:
    """A slow table at which somebody has had a cup lifted: the table, who that was, and who was away."""
    table = await home.start("ptipasspass", 3, rythme="steady")
    await press(home, table, table.to_act[0], ("aim", "green", "B2"))
    table = await home.now(table)
    shouter, other = table.to_act
    await press(home, table, shouter, ("doublon",))
    return await home.now(table), shouter, other


@visiting
async def test_a_reveal_waits_for_each_person_and_then_vanishes(home: House):
    table, shouter, other = await revealed(home)
    assert table.flash_until == 0
    assert "vide" not in read(home.board(table)).split("**" + table.names[shouter] + "**")[0]
    opened = await open_hand(home, table, other)
    assert MISSED in read(opened)
    sight = _last_reveal(home, table)
    for part in (sight.scene, sight.story):
        assert plain(part) in read(opened)
    await home.env.advance_time(LOOK - 1)
    assert MISSED in read(opened)
    await home.env.advance_time(2)
    assert MISSED not in read(opened), "the panel hides it by itself"
    assert read(opened)
    assert MISSED not in read(await open_hand(home, table, other))
    assert 10 <= LOOK <= 60
    third = ({0, 1, 2} - {shouter, other}).pop()
    assert MISSED in read(await open_hand(home, table, third)), "each person has their own last visit"


def _last_reveal(home: House, table: Table) -> Any:
    say = home.bot.words.say(table.game.key, "fr", table.names)
    return table.game.face.sight(table.reveals(0)[-1], say)


@visiting
async def test_a_reveal_that_was_not_shown_has_not_been_seen(home: House):
    table, _, other = await revealed(home)
    home.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    assert await open_hand(home, table, other) is None
    assert MISSED in read(await open_hand(home, table, other))


@visiting
async def test_a_visit_is_remembered_when_the_bot_comes_back(home: House):
    table, shouter, other = await revealed(home)
    await open_hand(home, table, other)
    await home.restart()
    assert MISSED not in read(await open_hand(home, table, other))
    third = ({0, 1, 2} - {shouter, other}).pop()
    assert MISSED in read(await open_hand(home, table, third))


@pytest.mark.parametrize("count", [1, 3, 4, 6])
@visiting
async def test_the_last_few_reveals_are_shown_with_their_number(home: House, count: int, monkeypatch):
    table, _, other = await revealed(home)
    asked, story = [], _last_reveal(home, table).story

    def reveals(table: Table, since: int) -> list[Any]:
        asked.append(since)
        views = real(table, 0)
        return [*views[:1], *[views[-1]] * (count - 1)]

    real = Table.reveals
    monkeypatch.setattr(Table, "reveals", reveals)
    text = read(await open_hand(home, table, other))
    assert asked == [0], "of somebody who has not been there yet everything is new"
    shown = min(count, 4)
    say = home.bot.words.say(table.game.key, "fr", table.names)
    assert plain(say("missed", count=shown, seconds=LOOK)) in text
    assert text.count(plain(story)) >= shown
    await home.env.advance_time(LOOK + 1)
    await open_hand(home, table, other)
    assert asked[1:] == [table.revision], "and then what has happened since"


@visiting
async def test_a_quick_table_shows_its_reveals_on_the_board_alone(home: House):
    table = await home.start("ptipasspass", 3)
    await press(home, table, table.to_act[0], ("aim", "green", "B2"))
    shouter, other = (await home.now(table)).to_act
    await press(home, await home.now(table), shouter, ("doublon",))
    table = await home.look(table)
    assert table.reveals(0)
    assert MISSED not in read(await open_hand(home, table, other))


@visiting
async def test_after_the_end_nothing_is_missed_any_more(home: House):
    table, _, other = await revealed(home)
    panel = (await home.person(table, other).slash(home.place(table), "main")).response
    assert MISSED in read(panel)
    board = home.board(table)
    third = next(seat for seat in range(3) if seat != other)
    hand = next(i for i in buttons(board).values() if i.startswith("hand:"))
    click = await home.on_its_way(home.person(table, third).click(board, custom_id=hand))
    await home.after(table, lambda table: table.close("host"))
    assert MISSED not in read(panel)
    assert MISSED not in read((await click()).response)


def test_every_seat_of_every_table_is_remembered_apart():
    panels = [
        open_panels.Panel("fr", _Numbered(table), seat, (), 0)  # type: ignore[arg-type]
        for table in range(1, 9)
        for seat in range(9)
    ]
    assert len({open_panels._seen_key(panel) for panel in panels}) == len(panels)


class _Numbered:
    """As much of a table as its number."""

    def __init__(self, number: int) -> None:
        self.id = number
