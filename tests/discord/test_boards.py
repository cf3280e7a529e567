"""Boards: one a table, the newest is the true one, tried again at growing distances, and the result in order."""

import pytest

from tests.kit.house import House, buttons, plain, read, told
from tests.kit.players import in_phase, played_out, press, quick_mind
from tests.kit.publishing import boards, enforce_nonces, waited_for

WINDOW = ("ptipasspass", 3, {}, "doublon")
RESULTS = [("tripot", 3, 0), ("trio", 4, 2), ("pinocchio", 3, 0)]
"""Games that end in another order than that of the seats, or whose winner has not the highest number: see the end."""


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


async def test_whoever_looked_away_can_follow_and_a_restart_forgets_nothing(home: House):
    table = await home.start("cappuccino", 2)
    say = home.app.words.say(table.game.key, "fr", table.names)
    stories: list[str] = []

    async def earlier() -> list[str]:
        menu = told(await home.people[0].click(home.board(table), label="⋯"))
        return [line for line in menu.split("\n") if line.startswith("-# ")]

    for _ in range(5):
        assert await earlier() == stories[:3]
        stories.insert(0, "-# " + plain(table.game.face.sight(table.view(None, home.app.now()), say).story))
        seat = table.to_act[0]
        await press(home, table, seat, table.game.path(quick_mind()(table, seat)))
        await home.env.advance_time(1)
        table = await home.now(table)
    await home.restart()
    await home.app.boards.repost(table.id)
    await home.env.settle()
    assert await earlier() == stories[:3]


@pytest.mark.parametrize(("game", "seats", "seed"), RESULTS)
async def test_the_result_names_winners_first_and_then_by_score(home: House, game: str, seats: int, seed: int):
    table = await played_out(home, await home.start(game, seats), seed)
    outcome = table.outcome
    assert outcome is not None
    assert 0 not in outcome.winners, "or the order of the seats would do"
    text = read(home.board(table)).split("\n## ", 1)[1]
    lines = [line for line in text.split("\n")[1:] if " : **" in line]
    shown = [next(seat for seat, name in enumerate(table.names) if name in line) for line in lines]
    assert sorted(shown) == list(range(seats))
    assert set(shown[: len(outcome.winners)]) == set(outcome.winners)
    for group in (shown[: len(outcome.winners)], shown[len(outcome.winners) :]):
        scores = [outcome.scores[seat] for seat in group]
        assert scores == sorted(scores, reverse=game != "pinocchio")
    say = home.app.words.say(game, "fr", table.names)
    words = [plain(say("final-score", score=outcome.scores[seat])) for seat in shown]
    assert words == [line.rsplit("**", 2)[1] for line in lines]
