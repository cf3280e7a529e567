"""Boards: one a table, and the newest is the true one."""

from tests.kit.house import House, buttons
from tests.kit.players import in_phase, open_hand, press
from tests.kit.publishing import boards, enforce_nonces, waited_for

WINDOW = ("ptipasspass", 3, {}, "doublon")


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
