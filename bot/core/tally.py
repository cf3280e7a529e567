"""The figures of a game, from its log: what people want to know when it is over, and what results keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bot.core.game import AnyGame, Move, Options, Played, Seat, Tally


def tally(game: AnyGame, seats: int, options: Options, moves: Iterable[tuple[Seat, Move]]) -> Tally:
    """The figures of a game from its moves, the deal first. Takes time in proportion to the log."""
    if game.tally is None:
        return Tally(tuple({} for _ in range(seats)), {})
    return game.tally(seats, replayed(game, seats, options, moves))


def replayed(
    game: AnyGame, seats: int, options: Options, moves: Iterable[tuple[Seat, Move]]
) -> Iterator[Played[Any, Any]]:
    """Each move with the states around it, one after the other."""
    state = game.start(seats, options)
    for seat, move in moves:
        after = state.play(seat, move)
        yield Played(state, seat, move, after)
        state = after


def blank(keys: Iterable[str], seats: int) -> tuple[dict[str, int], ...]:
    """Every seat's figures before anything was counted."""
    first = dict.fromkeys(keys, 0)
    return tuple(dict(first) for _ in range(seats))
