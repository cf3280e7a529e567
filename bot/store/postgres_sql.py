"""The statements that only PostgreSQL is given: those of tables, of which every process has its own, and of telling."""

# ruff: noqa: S608 - what is put into SQL here are the names of our own columns

from __future__ import annotations

from bot.core.stored import Row
from bot.store.statements import BOARD, ROW, TABLE
from bot.store.tables import MARK_SHOWN

FIELDS = Row.__struct_fields__

CHANNEL = "'tablee_' || 'tables'::regclass::oid"
"""Where everything is told; every schema has its own."""
TELL = f"SELECT pg_notify({CHANNEL}, said) FROM unnest($1::text[]) AS said"
"""What is told is an array: who tells it, the topic, and what is said."""

# One statement, so that a row and its log are of the same moment (moves may be replaced too), in one round trip.
LOAD = f"""
    SELECT {ROW}, log.* FROM tables, LATERAL (
        SELECT array_agg(seat ORDER BY revision) AS seats, array_agg(move ORDER BY revision) AS moves,
            array_agg(at ORDER BY revision) AS times
        FROM moves WHERE table_id = tables.id
    ) AS log WHERE id = $1"""
BEHIND = "SELECT id FROM tables WHERE behind AND shard BETWEEN $1 AND $2 AND channel <> 0 ORDER BY id"
CENSUS = """
    SELECT status, count(*) FROM tables WHERE status IN ('lobby', 'playing') AND shard BETWEEN $1 AND $2
    GROUP BY status"""
# Shard by shard, each from its own start: what others have left undone is not looked at.
NEXT_WAKE = """
    SELECT min(wake) FROM generate_series($1::bigint, $2::bigint) AS own (shard), LATERAL (
        SELECT wake FROM tables WHERE tables.shard = own.shard AND wake IS NOT NULL ORDER BY wake LIMIT 1
    ) AS first"""
CREATE = f"""
    WITH made AS (
        INSERT INTO tables ({", ".join(FIELDS[1:])}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id
    ), seated AS (
        INSERT INTO people (user_id, table_id) SELECT user_id, made.id FROM made, unnest($12::bigint[]) AS user_id
        ON CONFLICT DO NOTHING
    )
    SELECT id FROM made"""
# One statement, so one round trip and one transaction. Nothing but the first part happens if the version is another,
# or a move to replace is not there. (Moves stay, and change only with the version: that they are there stays true.)
# A board shows more than moves: whatever else of the table changes, it has to be looked at again.
SAVE = """
    WITH saved AS (
        UPDATE tables SET guild = $3, channel = $4, thread = $5, game = $6, status = $7, revision = $8, wake = $9,
            version = version + 1, facts = $10, shard = $11,
            shown = CASE WHEN status = $7 AND facts = $10 THEN shown ELSE -1 END
        WHERE id = $1 AND version = $2 AND cardinality($16::bigint[]) = (
            SELECT count(*) FROM moves WHERE table_id = $1 AND revision = ANY($16::bigint[])
        ) RETURNING id
    ), appended AS (
        INSERT INTO moves (table_id, revision, seat, move, at)
        SELECT saved.id, new.* FROM saved, unnest($12::bigint[], $13::bigint[], $14::bytea[], $15::float8[]) AS new
    ), replaced AS (
        UPDATE moves SET seat = new.seat, move = new.move, at = new.at
        FROM saved, unnest($16::bigint[], $17::bigint[], $18::bytea[], $19::float8[]) AS new (revision, seat, move, at)
        WHERE moves.table_id = saved.id AND moves.revision = new.revision
    )"""
# All parts of a statement see the people as they were before it: who stays must be neither removed nor added.
SEAT = """, unseated AS (
        DELETE FROM people USING saved WHERE table_id = saved.id AND user_id <> ALL($20::bigint[])
    ), seated AS (
        INSERT INTO people (user_id, table_id) SELECT user_id, saved.id FROM saved, unnest($20::bigint[]) AS user_id
        ON CONFLICT DO NOTHING
    )"""
SAVED = " SELECT id{told} FROM saved"
# Told with the write or not at all, to whoever had the table until then: this part sees it as it was before.
TELL_HOME = f""", (
        SELECT pg_notify({CHANNEL}, json_build_array(
            ${{origin}}::text, '{TABLE}', json_build_array(id, version + 1, shard))::text)
        FROM tables WHERE id = saved.id AND shard NOT BETWEEN ${{first}} AND ${{last}}
    )"""
# Whoever is not at home must not overwrite what was written there since.
MARK_SHOWN_ELSEWHERE = f"""
    WITH shown AS (
        {MARK_SHOWN} AND (shard BETWEEN $5 AND $6 OR $3::bytea IS NULL OR board IS NOT DISTINCT FROM $7::bytea)
        RETURNING id, shard
    )
    SELECT pg_notify({CHANNEL}, json_build_array($4::text, '{BOARD}', json_build_array(id, shard))::text)
    FROM shown WHERE shard NOT BETWEEN $5 AND $6"""
CLAIM = """
    WITH due AS (
        SELECT tables.id, tables.wake FROM generate_series($4::bigint, $5::bigint) AS own (shard), LATERAL (
            SELECT id FROM tables WHERE tables.shard = own.shard AND wake <= $1 ORDER BY wake, id LIMIT 2 * $3
        ) AS first JOIN tables USING (id)
        WHERE tables.wake <= $1 ORDER BY tables.wake, tables.id LIMIT $3 FOR UPDATE OF tables SKIP LOCKED
    ), put_off AS (
        UPDATE tables SET wake = $2 FROM due WHERE tables.id = due.id RETURNING due.id, due.wake
    )
    SELECT id FROM put_off ORDER BY wake, id"""
# For whoever has lost the answer: the table is there if it was made.
MADE = """
    SELECT max(id) FROM tables
    WHERE guild = $1 AND status = $2 AND channel = $3 AND game = $4 AND facts = $5 AND version = $6 AND revision = $7"""
# Whoever counts a game of a server waits here for whoever else does, and then sees that it has been done.
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('tablee ' || $1::bigint || ' ' || $2, 0))"
