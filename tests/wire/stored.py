"""Tables as a database file has them, read without the bot, which may be running or dead."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from bot.core.facts import MoveRow, TableRow
from bot.core.game import AnyGame
from bot.core.game import Path as MovePath
from bot.core.records import verify
from bot.core.table import Table
from bot.sandbox import Person
from bot.tables.tables import restore
from tests.wire.boards import addresses

FIELDS = TableRow.__struct_fields__
ROWS = f"SELECT {', '.join(FIELDS)} FROM tables ORDER BY id"  # noqa: S608, the names of our own columns
MOVES = "SELECT seat, move, at FROM moves WHERE table_id = ? AND revision <= ? ORDER BY revision"


def tables(file: Path, games: Mapping[str, AnyGame]) -> dict[int, Table]:
    """Every table by its number, its log replayed; raises if one does not replay."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None, timeout=60)) as connection:
        # One moment of the file, whatever is written meanwhile.
        connection.execute("BEGIN")
        found = [TableRow(**dict(zip(FIELDS, values, strict=True))) for values in connection.execute(ROWS)]
        logs = [[MoveRow(*each) for each in connection.execute(MOVES, (row.id, row.revision))] for row in found]
    return {row.id: restore(row, log, games[row.game]) for row, log in zip(found, logs, strict=True)}


def seen(people: Iterable[Person]) -> Counter[int]:
    newest: Counter[int] = Counter()
    for person in people:
        for frame in person.received:
            if frame["t"] in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                for each in addresses(frame["d"]):
                    newest[each.table] = max(newest[each.table], each.revision)
    return newest


def check(tables: Iterable[Table], people: Iterable[Person], games: Mapping[str, AnyGame]) -> None:
    """Fail if a log does not verify, or lacks a move that somebody was shown."""
    shown = seen(people)
    for table in tables:
        if table.log:
            assert verify(table.record().encode(), games) is None, f"table {table.id} does not verify"
        assert table.revision >= shown[table.id], f"a move of table {table.id} was shown and is lost"


def doubled(tables: Iterable[Table], asked: Mapping[tuple[int, int, MovePath], int]) -> list[tuple[int, int, MovePath]]:
    """Table, user and path of moves made more often than asked for, at tables where no deadline moves for people."""
    wrong = []
    for table in tables:
        made = Counter((turn.seat, table.game.path(turn.move)) for turn in table.log if turn.seat >= 0)
        for (seat, path), times in made.items():
            user, verb = table.users[seat], table.game.verb(path[0])
            # The table makes forced and repeated moves by itself.
            free = table.facts.players[seat].opponent or verb.forced or verb.repeats is not None
            if table.pace.turn is None and not free and times > asked[user, table.id, path]:
                wrong.append((table.id, user, path))
    return wrong
