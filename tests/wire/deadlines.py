"""Whether windows and deadlines were acted on, and not before their time: as a log tells it, and what is stored."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bot.core.facts import PLAYING, TableFacts
from bot.core.game import Path
from bot.core.table import Table
from bot.store import Store

HISTORY = (
    "CREATE TABLE history (id bigint, version bigint, revision bigint, facts bytea)",
    """CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'INSERT' OR NEW.version <> OLD.version THEN
            INSERT INTO history VALUES (NEW.id, NEW.version, NEW.revision, NEW.facts);
        END IF;
        RETURN NULL;
    END $$""",
    "CREATE TRIGGER remember AFTER INSERT OR UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION remember()",
)
"""Lets PostgreSQL record every version of every table: looking now and then misses who was away for a moment."""
OVERDUE_SECONDS = 60.0
"""Seconds after which a table whose time has come should have been woken, whatever went wrong."""
ROUNDING_SECONDS = 0.01
"""A sum of times may differ from the time stored by rounding alone: who acts and who notes when is one process."""


class Version(NamedTuple):
    revision: int
    facts: TableFacts


async def history(store: Store) -> Mapping[int, list[Version]]:
    """Every version of every table, oldest first, of a database with `HISTORY`."""
    found: dict[int, list[Version]] = {}
    for row in await store._read("SELECT id, revision, facts FROM history ORDER BY id, version"):
        version = Version(row["revision"], msgspec.json.decode(row["facts"], type=TableFacts))
        found.setdefault(row["id"], []).append(version)
    return found


def overdue(tables: Iterable[Table], now: float) -> list[str]:
    """The tables that wait for nobody but the clock, which does not come."""
    return [
        f"table {table.id} ({table.game.key}) was to be woken {now - table.row.wake:.0f} s ago"
        for table in tables
        if table.status == PLAYING and table.row.wake is not None and table.row.wake < now - OVERDUE_SECONDS
    ]


def early(table: Table, versions: Sequence[Version], asked: Collection[tuple[int, int, Path]]) -> list[str]:
    """Moves that no player asked for although the player of that seat was present and still had time.

    Such a move is made by the clock, at or after the deadline that was stored with the question, which is no earlier
    than the pace says; or by an opponent for a seat that was away, in the version before. If two processes act on the
    same deadline, the second act is on the next question, for which there is time.
    """
    if table.pace.turn is None:
        return []
    found = []
    state = table.game.start(table.size, table.facts.options)
    for number, turn in enumerate(table.log):
        if turn.seat >= 0 and turn.seat in state.to_act:
            path = table.game.path(turn.move)
            before = versions[next(index for index, each in enumerate(versions) if each.revision > number) - 1]
            player = before.facts.players[turn.seat]
            verb = table.game.verb(path[0])
            # Moves that the table makes by itself need no deadline.
            free = verb.repeats is not None or verb.forced or len(list(state.legal(turn.seat))) == 1
            mine = (player.user, table.id, path) in asked
            if not (free or mine or player.opponent or player.away):
                since = table.log[_at(table, number).asked[turn.seat] - 1].at
                limit = table.pace.window if table.game.hurry(state.view(None)) else table.pace.turn
                assert limit is not None
                due = max(before.facts.deadline or 0.0, since + limit)
                if turn.at < due - ROUNDING_SECONDS:
                    found.append(
                        f"table {table.id} ({table.game.key}) move {number}: "
                        f"{turn.at - since:.1f} s after its question, {due - turn.at:.1f} s before its time"
                    )
        state = state.play(turn.seat, turn.move)
    return found


def _at(table: Table, revision: int) -> Table:
    blank = Table(id=table.id, guild=0, channel=0, thread=None, game=table.game, status=PLAYING, facts=table.facts)
    return blank.replayed(table.log[:revision])
