"""The deals of a game that cannot list them, and other moves that only a record can have."""

import pytest
from msgspec.structs import replace

from bot.core.game import CHANCE
from bot.core.moves import fault
from tests.kit.moments import each_game, every_setting, played


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


@pytest.mark.parametrize("setting", each_game(), ids=str)
def test_a_false_deal_and_moves_before_it_after_the_end_or_of_nobody_are_faults(setting):
    game, seats = played(setting), setting.seats
    before, dealt, over = game.states[0], game.states[1], game.states[-1]
    _, deal = game.moves[0]
    mover, move = next(turn for turn in game.moves if turn[0] != CHANCE)
    for first in (-1, seats):
        wrong = f"the first player must be a seat from 0 to {seats - 1}"
        assert fault(before, seats, CHANCE, replace(deal, first=first)) == wrong
    only_chance = "only chance deals, and it does nothing else"
    assert fault(before, seats, CHANCE, move) == fault(before, seats, 0, deal) == only_chance
    assert fault(dealt, seats, CHANCE, move) == fault(dealt, seats, mover, deal) == only_chance
    assert fault(before, seats, mover, move) == "the game has not been dealt"
    assert fault(dealt, seats, CHANCE, deal) == "the game has been dealt already"
    for nobody in (-2, seats):
        assert fault(dealt, seats, nobody, move) == f"there is no seat {nobody}"
    assert fault(over, seats, mover, move) == fault(over, seats, CHANCE, deal) == "the game is over"
    assert fault(before, seats, CHANCE, deal) is None
    for state, turn in zip(game.states, game.moves, strict=False):
        assert fault(state, seats, *turn) is None
