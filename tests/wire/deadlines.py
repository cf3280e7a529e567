"""Whether windows and deadlines were acted on, and not before their time: as a log tells it, and what is stored."""

from collections.abc import Collection, Iterable

from bot.core.game import Path
from bot.core.status import PLAYING
from bot.core.table import Table

LATE = 60.0
"""Seconds after which a table whose time has come should have been woken, whatever went wrong."""
EARLY = 1.0
"""Seconds by which the clocks of two processes may differ."""


def overdue(tables: Iterable[Table], now: float) -> list[str]:
    """The tables that wait for nobody but the clock, which does not come."""
    return [
        f"table {table.id} ({table.game.key}) was to be woken {now - table.kept.wake:.0f} s ago"
        for table in tables
        if table.status == PLAYING and table.kept.wake is not None and table.kept.wake < now - LATE
    ]


def early(table: Table, asked: Collection[tuple[int, int, Path]]) -> list[str]:
    """The moves the clock made for somebody who still had time.

    Such a move is the default, not the only one possible, and nobody asked for it. If two processes act on the same
    deadline, the second act is on the next question, for which there is time. Not for tables at which somebody was
    away: there others play for them.
    """
    if table.pace.turn is None:
        return []
    found = []
    state = table.game.start(table.size, table.facts.options)
    for number, turn in enumerate(table.log):
        if turn.seat >= 0 and turn.seat in state.to_act and not table.facts.players[turn.seat].opponent:
            path = table.game.path(turn.move)
            legal, verb = state.legal(turn.seat), table.game.verb(path[0])
            mine = (table.users[turn.seat], table.id, path) in asked
            if not mine and verb.repeats is None and not verb.forced and len(list(legal)) > 1:
                before = _at(table, number)
                since = table.log[before.asked[turn.seat] - 1].at
                limit = table.pace.window if table.game.hurry(state.view(None)) else table.pace.turn
                if limit is not None and turn.at - since < limit - EARLY and turn.move == before.default(turn.seat):
                    found.append(
                        f"table {table.id} ({table.game.key}) move {number}: {turn.at - since:.1f} of {limit} s"
                    )
        state = state.play(turn.seat, turn.move)
    return found


def _at(table: Table, revision: int) -> Table:
    """The table as it was after so many moves."""
    blank = Table(
        id=table.id,
        guild=table.guild,
        channel=table.channel,
        thread=table.thread,
        game=table.game,
        status=PLAYING,
        facts=table.facts,
    )
    return blank.replayed(table.log[:revision])
