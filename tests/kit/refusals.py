"""Why rules refuse a move."""

from typing import Any

import pytest

from bot.core.game import AnyState, Illegal, Seat


def refused(state: AnyState, seat: Seat, move: Any) -> Illegal:
    """Why somebody cannot make a move, which is not among their legal ones either."""
    with pytest.raises(Illegal) as caught:
        state.play(seat, move)
    assert move not in state.legal(seat)
    return caught.value
