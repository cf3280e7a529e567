"""The deals of a game that cannot list them."""

import pytest

from bot.core.game import CHANCE
from tests.kit.moments import every_setting


@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_every_deal_that_is_listed_is_right_and_each_seat_begins_one(setting):
    state = setting.game.start(setting.seats, setting.options)
    deals = state.legal(CHANCE)
    assert [deal.first for deal in deals] == list(range(setting.seats))
    assert len(deals) == setting.seats
    for deal in deals:
        assert deal in deals
        assert state.play(CHANCE, deal).to_act
    assert "deal" not in deals, "what is no deal is none of them"
