"""Reference players of PtiPassPass, and the rows of its ladder."""

from collections.abc import Sequence
from random import Random
from typing import Any

from cogs.ptipasspass.moves import AnnounceColour, Ok
from tests.ladder.table import Script, climbs


def _honest(doubting: float) -> Script:
    """Says what it holds; shouts blindly, so often; lifts and aims anywhere."""

    def script(views: Sequence[Any], legal: Sequence[Any], rng: Random) -> Any:
        view = views[-1]
        if view.phase in {"doublon", "menteur"}:
            shouts = [move for move in legal if not isinstance(move, Ok)]
            return rng.choice(shouts) if shouts and rng.random() < doubting else Ok()
        if view.phase == "announce":
            return AnnounceColour(view.own.fist)
        return rng.choice(legal)

    return script


PLAYERS = {"honest": _honest(0.03), "suspicious": _honest(0.15)}

ROWS = (*climbs(3, 150), *climbs(4, 150))
