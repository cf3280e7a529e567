"""Every opponent against people with extreme habits: it never raises, and always chooses a legal move.

Random players rarely bring a game to its edges: somebody far ahead, an empty hand, a token stolen twice. People who
always do the same thing do.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bot.core.game import CHANCE, Path
from bot.core.opponents import LEVELS, ViewHistory, choose
from tests.kit.moments import CATALOGUE, Setting, every_setting

SETTINGS = [setting for setting in every_setting() if setting.game.opponent]
MOST_MOVES = 120
"""A game is left after so many moves: where everybody challenges everything it may take thousands."""

HABITS: dict[str, Callable[[list[Path], Path, Random], Path]] = {
    "first": lambda paths, _others, _rng: paths[0],
    "last": lambda paths, _others, _rng: paths[-1],
    "mirror": lambda paths, others, rng: max(paths, key=lambda path: (len({*path} & {*others}), rng.random())),
    "random": lambda paths, _others, rng: rng.choice(paths),
}
"""The move of a person by the paths of their legal ones and the last path of anybody else.

Moves are listed calm ones first: the first habit lets everything pass and always announces the same, which is mostly
a lie; the last one doubts and attacks.
"""

CASES = [(setting, [*HABITS][place % len(HABITS)]) for place, setting in enumerate(SETTINGS)]
"""One habit for each setting: every habit meets some setting of every game."""


@pytest.mark.parametrize(("setting", "habit"), CASES, ids=str)
def test_opponents_always_have_a_legal_move(setting, habit):
    check_opponents(setting, habit, 0)


def check_opponents(setting: Setting, habit: str, number: int) -> None:
    """Play a game of one opponent against people of one habit, and ask all levels at some of its decisions."""
    game, rng = setting.game, Random(f"{setting} {habit} {number}")
    seat = rng.randrange(setting.seats)
    state, shown = game.start(setting.seats, setting.options), ViewHistory([seat])
    last: Path = ()
    decisions: list[tuple[int, tuple[Any, ...]]] = []
    for _ in range(MOST_MOVES):
        if not state.to_act:
            break
        mover = rng.choice(sorted(state.to_act))
        legal = state.legal(mover)
        if mover == CHANCE:
            move = state.chance(rng)
        elif mover == seat:
            decisions.append((len(shown.of(seat)), tuple(legal)))
            move = choose(game, shown.of(seat), legal, "regular", rng)
        else:
            last = HABITS[habit]([game.path(each) for each in legal], last, rng)
            move = game.move(last)
        assert move in legal
        state = state.play(mover, move)
        shown.add(state)
    say = CATALOGUE.words.say(game.key, "fr", tuple(f"P{each}" for each in range(setting.seats)))
    asked = [each for each in decisions if len(each[1]) > 1]
    # All levels at the last decision, where somebody may be far ahead, and one of them at any other.
    questions = [(level, each) for each in asked[-1:] for level in LEVELS]
    questions += [(rng.choice(LEVELS), each) for each in rng.sample(asked, min(1, len(asked)))]
    for level, (revision, moves) in questions:
        views = shown.of(seat)[:revision]
        move = choose(game, views, moves, level, rng)
        assert move in moves, level
        assert game.reason is None or game.reason(views, move, say)


def test_an_expert_far_ahead_at_pinocchio_judges_the_last_card():
    """Its share of the others' hopes was divided by their sum, which rounding had made 0."""
    setting = next(each for each in SETTINGS if each.game.key == "pinocchio")
    for number in range(12):
        check_opponents(setting, "first", number)
