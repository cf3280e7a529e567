"""Tables as a database file has them, read without the bot, which may be running or dead."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from bot.core.game import Game
from bot.core.stored import Entry, Row, restore
from bot.core.table import Table

FIELDS = Row.__struct_fields__
ROWS = f"SELECT {', '.join(FIELDS)} FROM tables ORDER BY id"  # noqa: S608, the names of our own columns
MOVES = "SELECT seat, move, at FROM moves WHERE table_id = ? AND revision <= ? ORDER BY revision"


def rows(file: Path) -> list[tuple[Row, list[Entry]]]:
    """Every table with its log."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None, timeout=60)) as connection:
        # One moment of the file, whatever is written meanwhile.
        connection.execute("BEGIN")
        found = [Row(**dict(zip(FIELDS, values, strict=True))) for values in connection.execute(ROWS)]
        return [(row, [Entry(*each) for each in connection.execute(MOVES, (row.id, row.revision))]) for row in found]


def tables(file: Path, games: Mapping[str, Game]) -> dict[int, Table]:
    """Every table by its number, its log replayed; raises if one does not replay."""
    return {row.id: restore(row, entries, games[row.game]) for row, entries in rows(file)}
