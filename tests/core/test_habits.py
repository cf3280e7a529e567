"""Every opponent against people with extreme habits: it never raises, and always chooses a legal move.

Random players rarely bring a game to its edges: somebody far ahead, an empty hand, a token stolen twice. People who
always do the same thing do. `HABITS` says by verbs and step tokens what that thing is in each game.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from bot.core.game import CHANCE, AnyGame, Path
from bot.core.opponents import LEVELS, ViewHistory, choose
from tests.kit.moments import CATALOGUE, Setting, every_setting

SETTINGS = [setting for setting in every_setting() if setting.game.opponent]
MOST_MOVES = 120
"""A game is left after so many moves: where everybody challenges everything it may take thousands."""


@dataclass(frozen=True)
class Habit:
    """A player's preference in one game, by the verbs and tokens of a move's steps."""

    wanted: frozenset[str] = frozenset()
    unwanted: frozenset[str] = frozenset()
    truth: Callable[[Any], Path] | None = None
    """View → the announcement that would be true; somebody who lies never makes it."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """One of the moves that this person likes best."""
        truth = self.truth(view) if self.truth else None
        likings = [self._liking(game.path(move), truth) for move in legal]
        best = max(likings)
        return rng.choice([move for move, liking in zip(legal, likings, strict=True) if liking == best])

    def _liking(self, path: Path, truth: Path | None) -> int:
        tokens = {part for step in path for part in (step, step.rpartition("-")[2])}
        return len(tokens & self.wanted) - len(tokens & self.unwanted) - 2 * (path == truth)


def wants(*tokens: str) -> Habit:
    """Somebody who does this whenever they may."""
    return Habit(wanted=frozenset(tokens))


def avoids(*tokens: str) -> Habit:
    """Somebody who does this only if nothing else is left."""
    return Habit(unwanted=frozenset(tokens))


def lies(truth: Callable[[Any], Path]) -> Habit:
    """Somebody who never says what is true, and doubts nothing: nobody has to say the truth in a window."""
    return Habit(truth=truth)


HABITS: dict[str, dict[str, Habit]] = {
    "lie": {
        "pinocchio": lies(lambda view: ("announce", *view.own.card) if view.own and view.own.card else ()),
        "ptipasspass": lies(lambda view: ("announce", view.own.fist) if view.own and view.own.fist else ()),
    },
    "never doubt": {
        "pinocchio": avoids("doubt"),
        "ptipasspass": avoids("menteur", "doublon", "lift"),
        "trio": avoids("offer"),
        "tripot": wants("cooperate"),
    },
    "attack": {
        "cappuccino": wants("stack"),
        "pinocchio": wants("doubt"),
        "ptipasspass": wants("menteur", "doublon", "lift"),
        "trio": wants("highest", "offer"),
        "tripot": wants("attack"),
    },
}
"""Habits by what they are; a game without an entry has nothing that could be meant."""
GENERAL = ("mirror", "random")
"""Habits that need no words: do as the others did, or anything."""


def person(setting: Setting, habit: str) -> Callable[[Any, Collection[Any], Path, Random], Any]:
    """Somebody with a habit: (view, legal moves, the last move of anybody else, chance) → move."""
    game = setting.game

    def move(view: Any, legal: Collection[Any], others: Path, rng: Random) -> Any:
        moves = tuple(legal)
        if habit == "mirror":
            return max(moves, key=lambda each: (len({*game.path(each)} & {*others}), rng.random()))
        return rng.choice(moves) if habit == "random" else HABITS[habit][game.key].choose(game, view, moves, rng)

    return move


def habit_of(place: int, setting: Setting) -> str:
    """One habit for each setting: every habit of a game meets some setting of it."""
    habits = [habit for habit in HABITS if setting.game.key in HABITS[habit]] + [*GENERAL]
    return habits[place % len(habits)]


CASES = [(setting, habit_of(place, setting)) for place, setting in enumerate(SETTINGS)]


@pytest.mark.parametrize(("setting", "habit"), CASES, ids=lambda each: str(each).replace(" ", "-"))
def test_opponents_always_have_a_legal_move(setting, habit):
    check_opponents(setting, habit, 0)


def check_opponents(setting: Setting, habit: str, number: int) -> None:
    """Play a game of one opponent against people of one habit, and ask all levels at some of its decisions."""
    game, rng = setting.game, Random(f"{setting} {habit} {number}")
    act, seat = person(setting, habit), rng.randrange(setting.seats)
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
            move = act(state.view(mover), legal, last, rng)
            last = game.path(move)
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


@pytest.mark.parametrize("habit", ["lie", "never doubt"])
def test_an_expert_far_ahead_at_pinocchio_judges_the_last_card(habit):
    """Its share of the others' hopes was divided by their sum, which rounding had made 0."""
    setting = next(each for each in SETTINGS if each.game.key == "pinocchio")
    for number in range(12):
        check_opponents(setting, habit, number)


# ---- the test can fail


@pytest.mark.parametrize(
    ("opponent", "error"),
    [
        (lambda views, legal, _level, _rng: legal[0 if views[-1].public.heap < 20 else 99], IndexError),
        (lambda _views, _legal, _level, _rng: None, AssertionError),
    ],
    ids=["raises-late", "illegal"],
)
def test_an_opponent_that_fails_is_caught(opponent, error):
    setting = next(each for each in SETTINGS if each.game.key == "pinocchio")
    with pytest.raises(error):
        check_opponents(replace(setting, game=replace(setting.game, opponent=opponent)), "lie", 0)
