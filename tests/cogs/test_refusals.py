"""Moves made up at random: each is legal and plays, or is refused, for a person with words in both languages."""

import re
from random import Random

import msgspec
import pytest
from hypothesis import Phase, given, settings, strategies

from bot.core.game import Illegal
from bot.core.moves import fault
from bot.text.strings import LANGUAGES
from tests.kit.moments import CATALOGUE, every_setting, played
from tests.kit.words import saying


def twisted(value, rng):
    """A part of a move with other numbers and cups in it."""
    if isinstance(value, dict):
        return {key: twisted(each, rng) for key, each in value.items()}
    if isinstance(value, list | tuple):
        found = [twisted(each, rng) for each in value]
        # Cups may be named in any order; among the legal moves they are sorted.
        return sorted(found) if all(isinstance(each, str) for each in found) else found
    if type(value) is int and rng.random() < 0.4:
        return rng.randint(-2, 9)
    if isinstance(value, str) and re.fullmatch(r"[A-C]\d", value) and rng.random() < 0.4:
        return f"{rng.choice('ABCD')}{rng.randint(0, 7)}"
    return value


@pytest.mark.parametrize("key", CATALOGUE.games)
@given(data=strategies.data(), seed=strategies.integers(0, 2**32))
# A seed does not shrink to anything simpler: the first failure is as good as the last.
@settings(max_examples=40, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_any_move_plays_or_is_refused_with_words(key, data, seed):
    game, rng = played(data.draw(strategies.sampled_from(every_setting(key)))), Random(seed)
    seats = game.setting.seats
    for state in rng.choices(game.states[1:], k=20):
        seat, (_, move) = rng.randint(-1, seats), rng.choice(game.moves[1:])
        move = msgspec.convert(twisted(msgspec.to_builtins(move), rng), game.setting.game.moves)
        if move in state.legal(seat):
            state.play(seat, move)
            continue
        # A player at the table always gets a reason; only a record can hold other moves.
        if fault(state, seats, seat, move) is None:
            with pytest.raises(Illegal) as caught:
                state.play(seat, move)
            for lang in LANGUAGES:
                assert saying(key, lang)(f"illegal-{caught.value.key}", **caught.value.blanks)
