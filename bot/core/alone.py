"""Solo tables: one person against opponents, in a private message."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core import lobby
from bot.core.facts import Player
from bot.core.game import AnyGame, Level, Refusal, Value
from bot.core.table import Table

PACE = "free"
"""Nobody else waits, so there is no clock."""


def seats_for(game: AnyGame, wanted: int | None = None) -> int:
    """The number of seats: the wanted one, or the game's usual one. Raises Refusal."""
    if game.opponent is None:
        raise Refusal("no-opponents")
    if wanted is None:
        return game.usual or game.seats[0]
    if wanted not in game.seats:
        raise Refusal("alone-seats", fewest=game.seats[0], most=game.seats[-1])
    return wanted


def against(
    game: AnyGame, *, guild: int, person: Player, level: Level, seats: int, now: float, options: Mapping[str, Value]
) -> Table:
    """A lobby that can start at once: one person and opponents of one level, in no channel."""
    table = lobby.open_table(game, guild=guild, channel=0, host=person, options=options, pace=PACE, now=now)
    table = table.with_facts(alone=True)
    for _ in range(seats - 1):
        table = lobby.add_opponent(table, level)
    return table
