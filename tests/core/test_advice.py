"""Hints: every game has a reason for every move, in every language, from what a seat was shown and nothing else."""

from collections import defaultdict
from itertools import islice
from random import Random

import pytest

from bot.core.game import percent
from bot.core.opponents import advise
from bot.text.strings import LANGUAGES
from tests.kit.moments import CATALOGUE, UGLY, every_setting, moments, people_to_act, played

ADVISING = [setting for setting in every_setting() if setting.game.reason]
LONGEST = 500
"""Characters of a reason: it stands on top of a page that may be long."""


def test_every_game_gives_reasons():
    assert {setting.game.key for setting in ADVISING} == set(CATALOGUE.games)


@pytest.mark.parametrize("setting", ADVISING, ids=str)
def test_any_move_has_a_reason_in_every_language(setting, caplog):
    reason, names = setting.game.reason, UGLY[: setting.seats]
    voices = [CATALOGUE.words.say(setting.game.key, lang, names) for lang in (*LANGUAGES, LANGUAGES[0])]
    game = played(setting)
    for index in moments(game, 4):
        for seat in people_to_act(game.states[index])[:2]:
            legal = tuple(islice(game.states[index].legal(seat), 400))
            for move in Random(1).sample(legal, 2 if len(legal) > 1 else 0):
                told = [reason(game.shown(seat, index), move, say) for say in voices]
                assert all(0 < len(words) <= LONGEST and words.strip() == words for words in told)
                assert told[0] == told[-1], "the same views, the same words"
                assert len({*told}) == len(LANGUAGES)
    assert not caplog.records


@pytest.mark.parametrize("game", [game for game in CATALOGUE.games.values() if game.odds], ids=lambda game: game.key)
def test_hints_have_one_yardstick(game):
    """Equal facts give equal verdicts, and a move recommended at some chance is recommended at every higher one."""
    chances = defaultdict(lambda: {True: [], False: []})
    say = CATALOGUE.words.say(game.key, "fr", UGLY)
    for setting in every_setting(game.key)[:2]:
        for _seat, views, state, _move in islice(played(setting).decisions(), 0, 240, 4):
            legal = tuple(islice(state.legal(_seat), 400))
            move, odds = advise(game, views, legal, Random(3))
            if not odds:
                continue
            assert (move, odds) == advise(game, views, legal[::-1], Random(4)) or len({*odds.values()}) < len(odds)
            assert move == next(iter(odds))
            assert odds[move] == max(odds.values()) or len(odds) == 2
            assert all(0 <= chance <= 1 for chance in odds.values())
            if len({type(each) for each in odds}) == len(odds) == 2:
                words = game.reason(views, move, say)
                certain = max(odds.values()) == 1
                assert certain or any(f"{percent(chance)} %" in words for chance in odds.values())
                for other, chance in odds.items():
                    chances[type(other), len(legal)][other == move].append(chance)
    for found in chances.values():
        assert max(found[False], default=0) <= min(found[True], default=1)
    assert chances or game.key in ("trio", "tripot", "cappuccino")
