"""*Rattraper* on the board of a slow table."""

from tests.discord.test_slow import MISSED, revealed
from tests.kit.house import House, buttons, read, told
from tests.kit.seated import started

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
