"""The two windows of PtiPassPass, where being first counts and everybody may speak at once."""

from typing import Any

import pytest

from bot.core.table import Table
from tests.kit.house import House, buttons, read, told
from tests.kit.players import in_phase, open_hand, press, quick_mind

LATE = "La table a avancé entre-temps : ton clic n’a rien changé. Réponds à la question d’en bas."
SHOUTS = {"doublon": "Doublon !", "menteur": "Menteur !"}
WINDOWS = pytest.mark.parametrize("window", list(SHOUTS))


async def opened(home: House, window: str, seats: int = 3) -> Table:
    """A table in which that window has just opened."""
    return await in_phase(home, "ptipasspass", seats, {}, window)


def push(home: House, table: Table, seat: int, label: str) -> Any:
    """Somebody's click on the board, not yet made."""
    board = home.board(table)
    return home.person(table, seat).click(board, custom_id=buttons(board)[label])


def shouts(table: Table) -> list[tuple[int, str]]:
    """The shouts so far, by seat."""
    told = [(turn.seat, table.game.path(turn.move)[0]) for turn in table.log[1:]]
    return [(seat, verb) for seat, verb in told if verb in SHOUTS]


@WINDOWS
async def test_of_two_shouts_in_the_same_instant_one_is_first(home: House, window: str):
    table = await opened(home, window)
    one, two = table.to_act
    first, second = await home.at_once(push(home, table, two, SHOUTS[window]), push(home, table, one, SHOUTS[window]))
    after = await home.now(table)
    assert shouts(after)[len(shouts(table)) :] == [(two, window)]
    assert after.revision == table.revision + 1
    assert told(first) == told(second) == "", "everybody looks at the board, which tells what happened"
    assert table.names[two] in read(home.board(table))
    assert second.acknowledged


async def test_an_ok_for_the_first_window_never_counts_in_the_second(home: House):
    table = await opened(home, "doublon")
    one, two = table.to_act
    clicked = await home.on_its_way(push(home, table, one, "OK"))
    typed = await home.on_its_way(home.person(table, one).slash(home.place(table), "ok"))
    for seat in (one, two):
        await press(home, table, seat, ("ok",))
    await home.env.advance_time(1)
    table = await home.reach(await home.now(table), "menteur", quick_mind())
    assert one in table.to_act
    for late in (clicked, typed):
        assert LATE in told(await late())
        after = await home.now(table)
        assert after.log == table.log
        assert one in after.to_act


async def test_the_ok_of_one_does_not_spoil_the_button_of_another(home: House):
    table = await opened(home, "doublon")
    one, two = table.to_act
    shout = await home.on_its_way(push(home, table, two, "Doublon !"))
    await press(home, table, one, ("ok",))
    await shout()
    assert (await home.now(table)).log[-1].seat == two, "the board was older, the question was not"


@WINDOWS
async def test_double_clicks_count_once(home: House, window: str):
    table = await opened(home, window)
    one = table.to_act[0]
    first, second = await home.at_once(push(home, table, one, "OK"), push(home, table, one, "OK"))
    after = await home.now(table)
    assert after.revision == table.revision + 1
    assert one not in after.to_act
    assert told(first) == ""
    assert LATE in told(second)


async def test_shouts_reach_the_game_that_waits(home: House):
    """``/menteur`` belongs to two games: it means the one that can use it."""
    bluff = await home.reach(await home.start("pinocchio", 2), "judge", quick_mind())
    await home.mod.slash(home.channel, "config limites", **{"par-salon": 5})
    cups = await home.start("ptipasspass", 3)
    seat = bluff.to_act[0]
    assert cups.state.public.phase == "aim"
    result = await home.person(bluff, seat).slash(home.channel, "menteur")
    assert (await home.now(bluff)).revision == bluff.revision + 1
    assert f"<#{bluff.place}>" in told(result), "the answer says which table it was"


# ---- what nobody need answer

UNTIL_MY_TURN = "OK jusqu’à mon tour"


async def test_when_everybody_agrees_beforehand_the_token_is_placed_with_its_announcement(home: House):
    table = await opened(home, "doublon")
    active = table.state.public.active
    for seat in table.to_act:
        await push(home, table, seat, UNTIL_MY_TURN)
    await press(home, table, active, ("announce", "blue"))
    table = await home.now(table)
    assert table.state.public.last.active == active
    assert table.state.public.phase not in ("menteur", "announce")
    assert "a glissé" in read(home.board(table))


async def test_an_announcement_chosen_ahead_is_private_until_everybody_has_said_ok(home: House):
    table = await opened(home, "doublon")
    seat, (one, two) = table.state.public.active, table.to_act
    hand, other = await open_hand(home, table, seat), await open_hand(home, table, one)
    seen = [read(message) for message in (home.board(table), other)]
    await home.person(table, seat).click(hand, label="● bleu")
    await home.person(table, seat).click(hand, label="▲ vert")
    assert "✓ ▲ vert" in buttons(hand)
    assert "✓ ● bleu" not in buttons(hand), "another choice replaces it"
    assert [read(message) for message in (home.board(table), other)] == seen
    assert (await home.now(table)).revision == table.revision
    for each in (one, two):
        await push(home, table, each, "OK")
    after = await home.now(table)
    assert (after.state.public.phase, after.state.public.stated) == ("menteur", "green")
    assert "▲ vert" in read(home.board(table))
