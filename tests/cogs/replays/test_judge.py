"""Turning points and judgements: from what a seat was shown until then, and nothing else."""

from random import Random

import pytest

from bot.core.game import CHANCE
from bot.core.opponents import advise
from cogs.replays import replay as judge
from cogs.replays.replay import ReplayLog, TurningPoint, turning_points
from tests.kit.moments import CATALOGUE, every_setting, played
from tests.kit.words import NAMES

GAMES = [game.key for game in CATALOGUE.games.values() if game.odds]


@pytest.mark.parametrize("key", GAMES)
def test_turning_points_are_the_greatest_losses_by_what_each_seat_was_shown(key, monkeypatch):
    monkeypatch.setattr(judge, "MOST_JUDGED", 30)
    setting = every_setting(key)[0]
    game, moves = played(setting), played(setting).moves
    content = ReplayLog(key, NAMES[: setting.seats], setting.options, moves)
    found = turning_points(CATALOGUE, None, content)
    losses = {}
    for place, (seat, move) in enumerate(moves, start=1):
        if seat != CHANCE and place > len(moves) - 30 and len(legal := list(game.states[place - 1].legal(seat))) > 1:
            _, odds = advise(setting.game, game.shown(seat, place - 1), legal, Random(1))
            if move in odds:
                losses[place] = odds[next(iter(odds))] - odds[move]
    assert found
    assert max(losses.values()) == max(point.loss for point in found)
    for point in found:
        assert point == TurningPoint(point.position, moves[point.position - 1][0], losses[point.position])
    for place, loss in losses.items():
        greater = [point for point in found if point.loss >= loss]
        near = any(abs(place - point.position) <= 2 * setting.seats for point in greater)
        assert near or len(greater) == judge.MOST_POINTS or loss < judge.LEAST_LOSS
    assert len(found) <= judge.MOST_POINTS
    assert found == turning_points(CATALOGUE, None, content)
