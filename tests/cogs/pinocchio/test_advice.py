"""What a hint at Pinocchio says is so."""

import pytest

from cogs.pinocchio.advice import reason
from cogs.pinocchio.moves import Announce, Believe, Doubt
from tests.kit.moments import CATALOGUE, every_setting, played

PINOCCHIO = [setting for setting in every_setting() if setting.game.key == "pinocchio"]
NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")


def each_moment(setting, seed=1):
    """Everything somebody was asked in a random game: what they were shown, and the state."""
    game = played(setting, seed)
    for index in range(1, len(game.moves)):
        seat = game.moves[index][0]
        views = game.shown(seat, index)
        yield seat, views, game.states[index], game.moves[index][1]


@pytest.mark.parametrize("seed", range(1, 9))
def test_what_is_called_a_certain_lie_is_one(seed):
    setting = next(each for each in PINOCCHIO if each.seats == 2)
    say = CATALOGUE.words.say("pinocchio", "en", NAMES[:2])
    for seat, views, state, move in each_moment(setting, seed):
        if isinstance(move, Believe | Doubt) and "for certain" in reason(views, Doubt(), say):
            assert state.play(seat, Doubt()).view(None).public.verdict.lie


@pytest.mark.parametrize("setting", PINOCCHIO, ids=str)
def test_the_truth_is_called_the_truth(setting):
    say = CATALOGUE.words.say("pinocchio", "en", NAMES[: setting.seats])
    met = set()
    for _seat, views, _state, move in each_moment(setting):
        if isinstance(move, Announce):
            view = views[-1]
            words = reason(views, move, say)
            kind = "shielded" if view.public.shielded else "truth" if view.own.card == move.card else "lie"
            assert {"shielded": "Nobody", "truth": "It is your card", "lie": "Your card"}[kind] in words
            met.add(kind)
    assert met == {"shielded", "truth", "lie"}


def test_a_certain_lie_comes_up():
    setting = next(each for each in PINOCCHIO if each.seats == 2)
    say = CATALOGUE.words.say("pinocchio", "fr", NAMES[:2])
    told = [
        reason(views, Doubt(), say)
        for seed in range(1, 9)
        for _seat, views, _state, move in each_moment(setting, seed)
        if isinstance(move, Believe | Doubt)
    ]
    assert any("à coup sûr" in words for words in told)
    assert any("Il ne reste qu’une carte" in words for words in told)
