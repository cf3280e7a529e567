"""Pictures do not depend on the parts of a view that ``pictured`` removes."""

import pytest

from bot.pages.question import choosing
from tests.kit.moments import CATALOGUE, START, Setting, every_setting, played, table_at

NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")
STEP = 7
"""Every seventh moment of a game is drawn, which varies the part of a turn."""
SETTINGS = [each for each in every_setting() if each.game.pictured is not None]


@pytest.mark.parametrize("setting", SETTINGS[:: max(1, len(SETTINGS) // 3)], ids=str)
def test_without_it_a_picture_is_the_same(setting: Setting):
    game, told = played(setting), 0
    assert setting.game.picture
    assert setting.game.pictured
    for index in range(1, len(game.states), STEP):
        table = table_at(game, index, NAMES)
        say = CATALOGUE.words.say(table.game.key, "fr", table.names)
        for now in (table.log[-1].at, START + 10**6):
            for seat in (None, index % table.size):
                view = table.view(seat, now)
                shown, choice = setting.game.pictured(view), choosing(table, seat, view, say, now, ())
                told += shown != view
                assert setting.game.picture(shown, say, choice) == setting.game.picture(view, say, choice)
    assert told, "it leaves nothing out"
