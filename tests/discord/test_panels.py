"""SeatMessages: everybody's follows the game, nobody's is taken away in the middle of a choice, and one can go back."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import pytest
from cachetools import LRUCache

from bot.client import seats
from bot.client.messages import PrivateMessage
from bot.core import absence
from bot.core.table import Table
from cogs.ptipasspass.moves import Ok
from tests.kit.house import House, buttons, leading, menus, read
from tests.kit.players import in_phase, open_hand, press, quick_mind
from tests.kit.publishing import slowed

WAITS = "Ce n’est pas à toi"
AIM = ("ptipasspass", 3, {}, "aim")
FIRST, SECOND = "Quel jeton prends-tu dans ton poing ?", "Quel gobelet vises-tu ?"


async def half_chosen(home: House, table: Table, seat: int) -> Any:
    """The panel of somebody who has taken a token and has not said for which cup."""
    panel = await open_hand(home, table, seat)
    person = home.person(table, seat)
    assert FIRST in read(panel)
    await person.click(panel, custom_id=next(i for i in buttons(panel).values() if i.endswith(":aim.green")))
    assert SECOND in read(panel)
    return panel


async def test_a_choice_half_made_is_kept_while_the_question_stands(home: House):
    table = await in_phase(home, *AIM)
    seat = table.to_act[0]
    panel = await half_chosen(home, table, seat)
    seen, other = read(panel), (seat + 1) % 3
    await home.after(table, lambda table: absence.leave(table, table.users[other]))
    assert f"**{table.names[other]}**, qui a quitté la partie" in read(home.board(table)), (
        "something has changed for everybody"
    )
    assert read(panel) == seen
    await press(home, table, seat, ("aim", "green", "B2"), panel)
    assert table.game.path((await home.now(table)).log[table.revision].move) == ("aim", "green", "B2")


async def test_a_choice_half_made_goes_when_its_question_has_gone(home: House):
    table = await in_phase(home, *AIM)
    seat = table.to_act[0]
    panel = await half_chosen(home, table, seat)
    await home.env.advance_time(table.facts.deadline - home.env.now().timestamp() + 0.1)
    assert (await home.now(table)).state.public.phase == "announce", "every cup was empty"
    assert SECOND not in read(panel)
    assert not menus(panel)


async def test_every_open_panel_follows_a_move(home: House):
    table = await in_phase(home, "pinocchio", 4, {}, "announce")
    panels = [await open_hand(home, table, seat) for seat in range(4)]
    mover = table.to_act[0]
    for seat, panel in enumerate(panels):
        assert (WAITS in read(panel)) == (seat != mover)
    move = table.game.path(quick_mind()(table, mover))
    await press(home, table, mover, move, panels[mover])
    table = await home.now(table)
    (waited,) = table.to_act
    assert waited != mover
    for seat, panel in enumerate(panels):
        assert (WAITS in read(panel)) == (seat != waited), seat
    assert {"D’accord", "Pas d’accord"} <= set(buttons(panels[waited]))


async def test_one_can_go_back_to_the_step_before(home: House):
    table = await in_phase(home, *AIM)
    seat = table.to_act[0]
    start = read(await open_hand(home, table, seat))
    assert "[Retour]" not in start, "there is nothing to go back to"
    panel = await half_chosen(home, table, seat)
    await home.person(table, seat).click(panel, label="Retour")
    assert read(panel) == start
    await press(home, table, seat, ("aim", "blue", "A1"), panel)
    assert table.game.path((await home.now(table)).log[table.revision].move) == ("aim", "blue", "A1")


async def test_one_can_go_back_to_what_one_may_do(home: House):
    table = await in_phase(home, "ptipasspass", 3, {}, "reveal")
    seat = table.to_act[0]
    panel = await open_hand(home, table, seat)
    start, person = read(panel), home.person(table, seat)
    swap = home.app.words.get("ptipasspass", "fr", "verb-swap.button")
    await person.click(panel, label=swap)
    assert read(panel) != start
    await person.click(panel, label="Retour")
    assert read(panel) == start
    assert swap in buttons(panel)


async def test_who_judges_on_the_board_gets_their_card_and_the_grid_at_once(home: House):
    table = await in_phase(home, "pinocchio", 3, {}, "judge")
    (seat,) = table.to_act
    board = home.board(table)
    result = await home.person(table, seat).click(board, custom_id=buttons(board)["D’accord"])
    assert result.response.ephemeral
    assert "Qu’annonces-tu" in read(result.response)
    fitting = [i for i in buttons(result.response).values() if i.startswith("play:")]
    assert len(fitting) >= 7
    table = await home.now(table)
    assert table.to_act == (seat,)
    assert f":{table.revision}:" in buttons(home.board(table))["Jouer · ma main"], "the board follows by itself"
    path = table.game.path(quick_mind()(table, seat))
    await press(home, table, seat, path, result.response)
    assert table.game.path((await home.now(table)).log[-1].move) == path


async def test_a_card_of_trio_is_one_click_on_the_board_and_others_are_refused_kindly(home: House):
    table = await in_phase(home, "trio", 3, {}, "reveal")
    (seat,) = table.to_act
    board = home.board(table)
    place = buttons(board)["C"]
    other = await home.person(table, (seat + 1) % 3).click(board, custom_id=place)
    assert "Ton tour viendra" in read(other.response)
    assert (await home.now(table)).revision == table.revision
    await home.person(table, seat).click(board, custom_id=place)
    after = await home.now(table)
    assert after.game.path(after.log[-1].move) == ("reveal", "centre", "2")


# ---- following, whatever happens on the way


WINDOW = ("ptipasspass", 3, {"rythme": "free"}, "doublon")
OK = Ok()


async def watching(home: House) -> tuple[Table, int]:
    """A slow window of challenge, and who is not asked and only watches."""
    table = await in_phase(home, *WINDOW)
    (watcher,) = set(range(3)) - set(table.to_act)
    return table, watcher


async def go_on(home: House, table: Table, watcher: int) -> Table:
    """The table when something has changed for the watcher: they are asked, or no longer."""
    before, now = watcher in (await home.now(table)).to_act, home.app.now()
    while (watcher in (table := await home.now(table)).to_act) == before:
        seat = table.to_act[0]
        move = OK if OK in table.legal(seat) else quick_mind()(table, seat)
        await home.after(table, lambda table, seat=seat, move=move: table.after(seat, move, now))
    return table


def asked(panel: Any) -> bool:
    """Whether a panel asks something."""
    return bool(buttons(panel)) and WAITS not in read(panel)


@contextmanager
def edits(home: House, *, of: int = 0, breaks: Any = None, slow: float = 0) -> Iterator[list[float]]:
    """The times at which panels, or those of one person, are edited; which may break off, or take long."""
    edit, times = PrivateMessage.edit, []

    async def watched(message: PrivateMessage, page: Any) -> None:
        if of in (0, message.reader):
            times.append(home.env.now().timestamp())
        if slow:
            await asyncio.sleep(slow)
        if breaks is not None:
            raise breaks()
        await edit(message, page)

    PrivateMessage.edit = watched  # type: ignore[method-assign]
    try:
        yield times
    finally:
        PrivateMessage.edit = edit  # type: ignore[method-assign]


async def test_only_so_many_panels_are_followed_and_the_longest_unused_is_let_go(home: House):
    assert seats.MAX_SEAT_MESSAGES >= 1000
    home.app.seats._open = LRUCache(2)
    table, watcher = await watching(home)
    one, two = table.to_act
    await open_hand(home, table, two)
    kept = await open_hand(home, table, watcher)
    gone = await open_hand(home, table, two)
    kept = await open_hand(home, table, watcher)  # again: now the other is the longest unused
    await open_hand(home, table, one)
    assert len(home.app.seats._open) == 2
    seen = read(gone)
    await go_on(home, table, watcher)
    assert asked(kept)
    assert read(gone) == seen


async def test_a_panel_is_followed_as_long_as_discord_allows_and_no_longer(home: House):
    table, watcher = await watching(home)
    panel = await open_hand(home, table, watcher)
    await home.env.advance_time(14 * 60)
    await go_on(home, table, watcher)
    assert asked(panel)
    await home.env.advance_time(60)
    with edits(home, of=table.users[watcher]) as times:
        await go_on(home, table, watcher)
    assert times == []
    assert (table.id, table.users[watcher]) not in home.app.seats._open


async def test_a_panel_that_cannot_be_reached_is_tried_again_at_growing_distances(home: House):
    table, watcher = await watching(home)
    panel = await open_hand(home, table, watcher)
    with edits(home, breaks=aiohttp.ServerDisconnectedError) as times:
        await go_on(home, table, watcher)
        for _ in range(160):
            await home.env.advance_time(1)
    assert [time - times[0] for time in times] == pytest.approx([0, 1, 6, 26, 86, 146], abs=2.5)
    assert not asked(panel)
    await home.env.advance_time(61)
    assert asked(panel)
    with edits(home) as times:
        await home.env.advance_time(200)
    assert times == [], "then it is left alone"


async def test_a_panel_that_is_taken_away_while_it_is_out_of_reach_is_not_tried_again(home: House):
    table, watcher = await watching(home)
    await open_hand(home, table, watcher)
    with edits(home, breaks=aiohttp.ServerDisconnectedError) as times:
        await go_on(home, table, watcher)
        assert len(times) == 1
        new = await open_hand(home, table, watcher)
        assert len(times) == 2, "it should say that the hand is elsewhere now"
        await home.env.advance_time(3)
    assert len(times) == 2
    assert new is not None


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10008), (404, 10015), (403, 50001)])
async def test_a_panel_discord_does_not_know_any_more_is_let_go(home: House, status: int, code: int):
    table, watcher = await watching(home)
    await open_hand(home, table, watcher)
    home.env.inject_error("PATCH", "/webhooks/*", status=status, code=code)
    await go_on(home, table, watcher)
    assert (table.id, table.users[watcher]) not in home.app.seats._open
    with edits(home, of=table.users[watcher]) as times:
        await go_on(home, table, watcher)
        await home.env.advance_time(100)
    assert times == []


async def test_a_panel_that_fails_for_our_own_fault_follows_the_next_change(home: House, caplog):
    table, watcher = await watching(home)
    panel = await open_hand(home, table, watcher)
    with edits(home, breaks=lambda: KeyError("the queen of hearts")) as times:
        await go_on(home, table, watcher)
        await home.env.advance_time(100)
    assert len(times) == 1
    assert "seat message failed" in caplog.text
    assert "hearts" not in caplog.text, "what failed may be about somebody's cards"
    assert not asked(panel)
    await home.after(table, lambda table: table.close("host"))
    assert "Cette partie est finie" in read(panel)


async def test_what_happens_while_a_panel_is_opened_is_shown_in_it(home: House, monkeypatch):
    table, watcher = await watching(home)
    board = home.board(table)
    with monkeypatch.context() as patched:
        patched.setattr(home.app.pictures, "page", slowed(home.app.pictures.page, 1))
        opening = await home.person(table, watcher).click(board, custom_id=leading(board, "hand"))
    await go_on(home, table, watcher)
    await home.env.advance_time(2)
    assert asked(opening.response)


async def test_much_that_happens_while_a_panel_is_painted_is_one_more_painting(home: House):
    table, watcher = await watching(home)
    panel = await open_hand(home, table, watcher)
    with edits(home, slow=1) as times:
        for _ in range(3):
            await go_on(home, table, watcher)
        await home.env.advance_time(5)
    assert len(times) == 2
    assert asked(panel)
    assert home.app.seats._open[table.id, table.users[watcher]].task is None


async def test_the_panel_one_opened_last_is_the_one_that_follows(home: House):
    table, watcher = await watching(home)
    old = await open_hand(home, table, watcher)
    new = await open_hand(home, table, watcher)
    seen = read(old)
    with edits(home) as times:
        await go_on(home, table, watcher)
    assert len(times) == 1
    assert read(old) == seen
    assert asked(new)


@pytest.mark.parametrize("before", [True, False])
async def test_a_panel_that_was_not_taken_leaves_the_one_before(home: House, before: bool):  # noqa: FBT001
    table, watcher = await watching(home)
    old = await open_hand(home, table, watcher) if before else None
    home.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    assert await open_hand(home, table, watcher) is None
    with edits(home) as times:
        await go_on(home, table, watcher)
    assert len(times) == (1 if before else 0)
    if before:
        assert asked(old)
    else:
        assert (table.id, table.users[watcher]) not in home.app.seats._open


async def test_a_panel_tells_the_end_and_is_then_let_go(home: House):
    table, watcher = await watching(home)
    panel = await open_hand(home, table, watcher)
    assert home.app.seats._open
    await home.after(table, lambda table: table.close("host"))
    assert "Cette partie est finie" in read(panel)
    assert not home.app.seats._open


async def test_a_choice_half_made_stays_when_only_time_has_passed(home: House):
    table = await in_phase(home, *AIM)
    seat = table.to_act[0]
    panel = await half_chosen(home, table, seat)
    with edits(home) as times:
        await home.does(home.app.seats.repaint, table)
    assert times == []
    assert SECOND in read(panel)


async def test_a_bot_that_stops_follows_no_panel_any_more(home: House):
    table, watcher = await watching(home)
    await open_hand(home, table, watcher)
    with edits(home, breaks=aiohttp.ServerDisconnectedError) as times:
        await go_on(home, table, watcher)
        await home.env.advance_time(2)
        tried = len(times)
        assert tried == 2
        home.app.seats.stop()
        await home.env.advance_time(100)
    assert len(times) == tried


async def test_a_panel_that_shows_the_same_is_not_sent_again(home: House):
    table, watcher = await watching(home)
    await open_hand(home, table, watcher)
    with edits(home) as times:
        with home.env._bot_scope():
            home.app.seats.repaint(table)
            home.app.seats.changed(table, table)
        await home.env.settle()
    assert times == []


async def test_a_panel_that_asks_nothing_rests_while_others_answer(home: House):
    table, watcher = await watching(home)
    panel = await open_hand(home, table, watcher)
    seen, now = read(panel), home.app.now()
    with edits(home) as times:
        await home.after(table, lambda table: table.after(table.to_act[0], OK, now))
    assert (times, read(panel)) == ([], seen), "whom we wait for is told by the board"


async def test_the_buttons_of_a_question_that_stands_stay_the_same(home: House):
    table, _ = await watching(home)
    first, second = table.to_act
    panel = await open_hand(home, table, second)
    seen, now = buttons(panel), home.app.now()
    with edits(home) as times:
        await home.after(table, lambda table: table.after(first, OK, now))
    assert times == []
    await home.person(table, second).click(panel, custom_id=seen["OK"])
    assert (await home.now(table)).log[-1].seat == second, "and they count"


async def test_what_was_said_on_top_of_a_panel_stays_until_there_is_something_new(home: House):
    table, watcher = await watching(home)
    first, second = table.to_act
    panel = await open_hand(home, table, first)
    await home.person(table, first).click(panel, custom_id=buttons(panel)["OK"])
    assert "C’est joué" in read(panel)
    with edits(home, of=table.users[first]) as times:
        table = await go_on(home, table, watcher)
    assert second not in table.to_act
    assert (times, "C’est joué" in read(panel)) == ([], True)
    await go_on(home, table, first)
    assert asked(panel)
    assert "C’est joué" not in read(panel)


async def test_while_everybody_looks_at_a_reveal_a_panel_that_asks_nothing_waits(home: House):
    table = await in_phase(home, "ptipasspass", 3, {}, "doublon")
    (watcher,) = set(range(3)) - set(table.to_act)
    asking, waiting = await open_hand(home, table, table.to_act[1]), await open_hand(home, table, watcher)
    assert asked(asking)
    seen = read(waiting)
    await press(home, table, table.to_act[0], ("doublon",))
    table = await home.now(table)
    assert table.flash_until > home.app.now()
    assert not buttons(asking), "a question that is gone goes at once"
    assert read(waiting) == seen
    with edits(home, of=table.users[watcher]) as times:
        await home.env.advance_time(table.flash_until - home.app.now() + 0.1)
    assert len(times) == 1
    assert read(waiting) != seen
