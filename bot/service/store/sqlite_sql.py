"""The statements that read and write tables and documents in SQLite."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from bot.core.stored import Row

FIELDS = Row.__struct_fields__
ROW = ", ".join(FIELDS)
STATUSES = "status IN (SELECT value FROM json_each(?))"

# One statement, so that a row and its log are of the same moment (moves may be replaced too). What belongs to the row
# has place 0; a move has its revision there and its own values in the columns that follow.
LOAD = f"""
    SELECT 0, {ROW} FROM tables WHERE id = ?1
    UNION ALL SELECT revision, seat, move, at{", NULL" * (len(FIELDS) - 3)} FROM moves WHERE table_id = ?1"""
BEHIND = "SELECT id FROM tables WHERE status <> 'lobby' AND shown <> revision AND channel <> 0 ORDER BY id"
CENSUS = "SELECT status, count(*) FROM tables WHERE status IN ('lobby', 'playing') GROUP BY status"
NEXT_WAKE = "SELECT min(wake) FROM tables WHERE wake IS NOT NULL"
OF_USER = f"""
    SELECT {ROW} FROM tables WHERE id IN (SELECT table_id FROM people WHERE user_id = ?) AND {STATUSES} ORDER BY id"""
# SQLite would take the primary key, and with it all that somebody ever played.
OF_USER_OPEN = f"""
    SELECT {ROW} FROM tables
    WHERE id IN (SELECT table_id FROM people INDEXED BY people_at_open_tables WHERE user_id = ? AND open) AND {STATUSES}
    ORDER BY id"""
IN_GUILD = f"SELECT {ROW} FROM tables WHERE guild = ? AND {STATUSES} ORDER BY id"
IN_PLACE = f"SELECT {ROW} FROM tables WHERE (channel = ? OR thread = ?) AND {STATUSES} ORDER BY id"
GUILD_TABLES = "SELECT id FROM tables WHERE guild = ? ORDER BY id"
BOARD = "SELECT board FROM tables WHERE id = ?"
GET = "SELECT document FROM documents WHERE kind = ? AND key = ?"
VERSION = "SELECT coalesce(max(number), 0) FROM migrations"

# One process has the whole file: which shard a table is of is never asked, and not written.
WRITTEN = [name for name in FIELDS if name not in ("id", "shard")]
CREATE = f"INSERT INTO tables ({', '.join(WRITTEN)}) VALUES ({', '.join(f':{name}' for name in WRITTEN)})"
# A board shows more than moves: whatever else of the table changes, it has to be looked at again.
SAVE = """
    UPDATE tables SET guild = :guild, channel = :channel, thread = :thread, game = :game, status = :status,
        revision = :revision, wake = :wake, version = version + 1, facts = :facts,
        shown = CASE WHEN status = :status AND facts = :facts THEN shown ELSE -1 END
    WHERE id = :id AND version = :version"""
APPEND = "INSERT INTO moves (table_id, revision, seat, move, at) VALUES (?, ?, ?, ?, ?)"
REPLACE = "UPDATE moves SET seat = ?, move = ?, at = ? WHERE table_id = ? AND revision = ?"
SEAT = "INSERT OR IGNORE INTO people (user_id, table_id) VALUES (?, ?)"
UNSEAT = "DELETE FROM people WHERE table_id = ?"
MARK_SHOWN = "UPDATE tables SET shown = coalesce(?2, shown), board = coalesce(?3, board) WHERE id = ?1"
DUE = "SELECT id FROM tables WHERE wake <= ? ORDER BY wake, id LIMIT ?"
PUT_OFF = "UPDATE tables SET wake = ? WHERE id = ?"
ERASE_GUILD = "DELETE FROM tables WHERE guild = ?"
PUT = "INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET document = excluded.document"
REMOVE = "DELETE FROM documents WHERE kind = ? AND key = ?"
SWAP = "UPDATE documents SET document = ? WHERE kind = ? AND key = ? AND document = ?"
ADD = "INSERT OR IGNORE INTO documents VALUES (?, ?, ?)"
# A file that comes from a database with shards.
NO_SHARDS = ("DELETE FROM documents WHERE kind = 'shards' AND key = 0", "UPDATE tables SET shard = 0 WHERE shard <> 0")
