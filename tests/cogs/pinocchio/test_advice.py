"""What a hint at Pinocchio says is so."""

import pytest

from cogs.pinocchio.advice import reason
from cogs.pinocchio.moves import AnnounceCard, Believe, Doubt
from tests.kit.moments import every_setting, played
from tests.kit.words import saying

PINOCCHIO = every_setting("pinocchio")
DUEL = next(each for each in PINOCCHIO if each.seats == 2)


@pytest.mark.parametrize("seed", range(1, 9))
def test_what_is_called_a_certain_lie_is_one(seed):
    say = saying("pinocchio", "en")
    for seat, views, state, move in played(DUEL, seed).decisions():
        if isinstance(move, Believe | Doubt) and "for certain" in reason(views, Doubt(), say):
            assert state.play(seat, Doubt()).view(None).public.verdict.lie


@pytest.mark.parametrize("setting", PINOCCHIO, ids=str)
def test_the_truth_is_called_the_truth(setting):
    say, met = saying("pinocchio", "en"), set()
    for _seat, views, _state, move in played(setting).decisions():
        if isinstance(move, AnnounceCard):
            view = views[-1]
            words = reason(views, move, say)
            kind = "shielded" if view.public.shielded else "truth" if view.own.card == move.card else "lie"
            assert {"shielded": "Nobody", "truth": "It is your card", "lie": "Your card"}[kind] in words
            met.add(kind)
    assert met == {"shielded", "truth", "lie"}


def test_a_certain_lie_comes_up():
    say = saying("pinocchio", "fr")
    told = [
        reason(views, Doubt(), say)
        for seed in range(1, 9)
        for _seat, views, _state, move in played(DUEL, seed).decisions()
        if isinstance(move, Believe | Doubt)
    ]
    assert any("à coup sûr" in words for words in told)
    assert any("Il ne reste qu’une carte" in words for words in told)
