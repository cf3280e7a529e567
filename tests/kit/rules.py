"""Shared by the tests of the rules of every game: moves, refusals, and random games that invariants hold in."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.core.game import CHANCE, AnyGame, AnyState, Illegal, Level, Seat
from bot.core.opponents import any_move
from tests.kit.moments import Setting, every_setting

Holder = TypeVar("Holder")
Player = Callable[[AnyGame, AnyState, Seat, Random], Any]


def every(state: AnyState, *moves: Any) -> list[AnyState]:
    """The state and those after each move: a pair of a seat and its move, or the move of the first seat to act."""
    states = [state]
    for each in moves:
        seat, move = each if isinstance(each, tuple) else (min(states[-1].to_act), each)
        states.append(states[-1].play(seat, move))
    return states


def played(state: AnyState, *moves: Any) -> Any:
    """The state after these moves, given as for ``every``."""
    return every(state, *moves)[-1]


def but(holder: Holder, **changes: Any) -> Holder:
    """A state or a view in which something public is otherwise."""
    return replace(holder, public=replace(holder.public, **changes))  # type: ignore[attr-defined, type-var]


# ---- what rules say of a position


def fact(state: Any, name: str) -> Any:
    """Something public, secret or derived of a state, by its name: ``active``, ``flash.cards``, ``outcome``."""
    first = name.split(".", maxsplit=1)[0]
    place = next(place for place in (state.public, state.secrets, state) if hasattr(place, first))
    found = attrgetter(name)(place)
    return found() if callable(found) else found


def afterwards(cases: Mapping[str, tuple[Any, Mapping[str, Any]]], look: Callable[[Any, str], Any] = fact) -> Any:
    """A test of states by the name of their case: these facts are true in them."""

    @pytest.mark.parametrize("name", cases)
    def test(name: str) -> None:
        state, facts = cases[name]
        assert {key: look(state, key) for key in facts} == facts

    return test


def refused(state: AnyState, seat: Seat, move: Any) -> Illegal:
    """Why somebody cannot make a move, which is not among their legal ones either."""
    with pytest.raises(Illegal) as caught:
        state.play(seat, move)
    assert move not in state.legal(seat)
    return caught.value


def refuses(cases: Sequence[tuple[Any, ...]]) -> Any:
    """A test of moves that are refused: state, seat, move, key of the reason, and its blanks if they matter."""

    @pytest.mark.parametrize("case", cases, ids=lambda case: case[3])
    def test(case: tuple[Any, ...]) -> None:
        state, seat, move, key, *blanks = case
        refusal = refused(state, seat, move)
        assert refusal.key == key
        assert blanks in ([], [refusal.blanks])

    return test


# ---- random games

MOST_MOVES = 20_000
"""A game that takes more does not end, and its test fails instead of hanging."""
RESEAL_PROBABILITY = 0.2


class RandomGame:
    """A random game as its steps: the state before a move, the seat, the move, and the state after it."""

    def __init__(self, setting: Setting, seed: int, player: Player = any_move) -> None:
        self.setting = setting
        self.seed = seed
        self.player = player

    def __repr__(self) -> str:
        return f"{self.setting}, seed {self.seed}, {self.player}"

    def __iter__(self) -> Iterator[tuple[Any, Seat, Any, Any]]:
        game, rng = self.setting.game, Random(self.seed)
        state = game.start(self.setting.seats, self.setting.options)
        for _ in range(MOST_MOVES):
            if not state.to_act:
                return
            able = state.to_act
            if rng.random() < RESEAL_PROBABILITY:
                # Also those who may change a sealed choice.
                able = {seat for seat in (CHANCE, *range(self.setting.seats)) if state.legal(seat)}
            seat = rng.choice(sorted(able))
            move = state.chance(rng) if seat == CHANCE else self.player(game, state, seat, rng)
            after = state.play(seat, move)
            yield state, seat, move, after
            state = after
        raise AssertionError(f"the game has not ended after {MOST_MOVES} moves")

    @property
    def states(self) -> list[Any]:
        """Every state, the first one too."""
        return [self.setting.game.start(self.setting.seats, self.setting.options), *(after for *_, after in self)]


@st.composite
def random_games(draw: st.DrawFn, key: str, *players: Player, **options: Any) -> RandomGame:
    """A random game with any number of seats and with any options but these, by one of the players."""
    chosen = [each for each in every_setting(key) if each.options.items() >= options.items()]
    setting, seed = draw(st.sampled_from(chosen)), draw(st.integers(0, 2**32))
    return RandomGame(setting, seed, draw(st.sampled_from(players or [any_move])))


def holds_in(games: st.SearchStrategy[RandomGame], most: int = 40) -> Callable[[Any], Any]:
    """A test of something that holds in all of these games."""
    # A seed does not shrink to anything simpler: the first failure is as good as the last.
    unshrunk = settings(max_examples=most, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
    return lambda test: unshrunk(given(games)(test))


def by_default(game: AnyGame, state: AnyState, seat: Seat, _rng: Random | None = None) -> Any:
    """A player whose time is always up."""
    return game.default(state.view(seat), state.legal(seat))


# ---- opponents


def seen(seat: Seat, states: Sequence[AnyState]) -> list[Any]:
    return [state.view(seat) for state in states]


def chosen(
    game: AnyGame,
    seat: Seat,
    states: Sequence[AnyState],
    level: Level,
    seeds: Iterable[int] = range(12),
    views: Sequence[Any] = (),
) -> set[Any]:
    """The moves of an opponent that was shown these states, or these views of them, for many seeds."""
    assert game.opponent is not None
    views, legal = views or seen(seat, states), tuple(states[-1].legal(seat))
    return {game.opponent(views, legal, level, Random(seed)) for seed in seeds}
