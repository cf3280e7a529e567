"""Tables of the real games as values, and hands that play at them: what the tests of tables need."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from bot.core import lobby as lobbies
from bot.core.facts import AWAY_AFTER, OVER, PLAYING, Player
from bot.core.game import AnyGame, Outcome, Refusal
from bot.core.lobby import join, open_table, start
from bot.core.opponents import any_move
from bot.core.table import Table
from tests.kit.moments import CATALOGUE

GAMES = CATALOGUE.games
NOW = 1_000_000.0
NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay", "Gus")


def lobby_of(
    game: AnyGame, people: Mapping[int, str], *, guild: int = 5, channel: int = 6, now: float = NOW,
    pace: str = "quick", options: Mapping[str, Any] = MappingProxyType({}),
) -> Table:  # fmt: skip
    """A lobby where these people sit, by id and name; the first is its host."""
    (user, name), *others = people.items()
    host = Player(user=user, name=name)
    table = open_table(game, guild=guild, channel=channel, host=host, options=dict(options), pace=pace, now=now)
    for user, name in others:
        table = join(table, user, name)
    return table


def lobby(game: str = "trio", people: int = 3, pace: str = "quick", **options: Any) -> Table:
    """A lobby where so many people sit; their ids are 1, 2, 3 and so on."""
    return lobby_of(GAMES[game], dict(enumerate(NAMES[:people], 1)), pace=pace, options=options)


def started(game: str = "trio", people: int = 3, pace: str = "quick", seed: int = 1, **options: Any) -> Table:
    return start(lobby(game, people, pace, **options), 1, Random(seed), NOW)


def solo_table(game: str, seed: int = 1, when: Callable[[Table], bool] = lambda _table: True) -> Table:
    """Ana's solo game at a moment when she must move."""
    person, rng = Player(user=1, name="Ana"), Random(seed)
    seats = GAMES[game].usual or GAMES[game].seats[0]
    ready = lobbies.solo_table(GAMES[game], guild=5, person=person, level="novice", seats=seats, now=NOW, options={})
    table = start(ready, 1, rng, NOW)
    for _ in range(4000):
        assert table.status == PLAYING
        if 0 in table.to_act and when(table):
            return table
        seat = table.to_act[0]
        table = table.after(seat, any_move(table.game, table.state, seat, rng), max(table.flash_until, NOW))
    raise AssertionError("it never came to that")


def step(table: Table, rng: Random, now: float | None = None, seat: int | None = None) -> Table:
    """One random move of somebody waited for, after everybody has looked."""
    seat = table.to_act[0] if seat is None else seat
    now = max(table.log[-1].at + 1, table.flash_until) if now is None else now
    move = any_move(table.game, table.state, seat, rng)
    return table.play(table.users[seat], table.game.path(move), revision=table.revision, at=now, now=now)


def play_until(table: Table, wanted: Callable[[Table], bool], seed: int = 3) -> Table:
    rng = Random(seed)
    for _ in range(20_000):
        if wanted(table):
            return table
        table = step(table, rng)
    raise AssertionError("it never came to that")


@contextmanager
def refused(key: str, **blanks: Any) -> Iterator[None]:
    """Whatever is done inside is refused with that key and these blanks."""
    with pytest.raises(Refusal) as no:
        yield
    assert no.value.key == key
    assert blanks.items() <= no.value.blanks.items()


def assert_refused(key: str, act: Callable[..., Any], *given: Any, **more: Any) -> None:
    with refused(key):
        act(*given, **more)


def window(people: int = 3, pace: str = "quick") -> Table:
    return play_until(started("ptipasspass", people, pace), lambda table: len(table.to_act) == people - 1)


def away(table: Table, *seats: int) -> Table:
    for seat in seats:
        table = table.with_player(seat, missed=AWAY_AFTER)
    return table


class _Altered:
    """A state but for something."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)


class OneMove(_Altered):
    """A state that leaves everybody one legal move."""

    def legal(self, seat: int) -> tuple[Any, ...]:
        """The first of a seat's moves."""
        return tuple(self._state.legal(seat))[:1]


class _Ended(_Altered):
    to_act = frozenset()

    def __init__(self, state: Any, outcome: Outcome) -> None:
        super().__init__(state)
        self._outcome = outcome

    def outcome(self) -> Outcome:
        """That outcome."""
        return self._outcome


def ended_with(table: Table, winners: tuple[int, ...], scores: tuple[int, ...] = ()) -> Table:
    """The table as if its game had ended like this."""
    outcome = Outcome(winners, scores or (0,) * table.size)
    return table.but(state=_Ended(table.state, outcome), status=OVER)
