"""Why rules refuse a move."""

from typing import Any

import pytest

from bot.core.game import AnyState, BadRecord, Illegal, Seat


def refused(state: AnyState, seat: Seat, move: Any) -> Illegal:
    """Why somebody cannot make a move, which is not among their legal ones either."""
    return _caught(Illegal, state, seat, move)


def fault(state: AnyState, seat: Seat, move: Any) -> str:
    """The error of a move that only a hand-written record can contain."""
    return str(_caught(BadRecord, state, seat, move))


def _caught(kind: type[Exception], state: AnyState, seat: Seat, move: Any) -> Any:
    with pytest.raises(kind) as caught:
        state.play(seat, move)
    assert move not in state.legal(seat)
    return caught.value
