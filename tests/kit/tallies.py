"""Short games played by hand, as the log that a tally is made of."""

from collections.abc import Iterable
from typing import Any

from bot.core.game import Played, Seat


def log_of(state: Any, moves: Iterable[tuple[Seat, Any]]) -> list[Played]:
    log: list[Played] = []
    for seat, move in moves:
        after = state.play(seat, move)
        log.append(Played(state, seat, move, after))
        state = after
    return log


def column(figures: Any, key: str) -> tuple[int, ...]:
    return tuple(own[key] for own in figures.seats)
