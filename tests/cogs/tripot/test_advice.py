"""What a hint at Le Tripot du Chaos says is so."""

import re

import pytest

from cogs.tripot.advice import BEST, reason
from cogs.tripot.moves import Answer, Challenge, Commit
from tests.kit.moments import every_setting, played
from tests.kit.words import saying


@pytest.mark.parametrize("setting", every_setting("tripot"), ids=str)
def test_what_an_action_and_a_card_bring_is_told_rightly(setting):
    say, met = saying("tripot", "en"), set()
    for seat, views, state, move in played(setting).decisions():
        public = state.view(None).public
        words = reason(views, move, say)
        match move:
            case Challenge(opponent=other, card=card):
                assert f"stake {min(card, public.points[other])}" in words
            case Answer(card=card):
                assert f"stake {min(card, public.points[public.pending.challenger])}" in words
            case Commit(actions=actions):
                number = int(re.match(r"Duel (\d+)", words)[1]) - 1
                action, duel = dict(actions)[number], public.duels[number]
                side = duel.seats.index(seat)
                tokens = (action, BEST[action]) if side == 0 else (BEST[action], action)
                purses = tuple(public.points[each] for each in duel.seats)
                assert f"brings you {duel.resolve(tokens, purses).gains[side]} if" in words
            case _:
                continue
        met.add(type(move))
    assert met == {Challenge, Answer, Commit}
