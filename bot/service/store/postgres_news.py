"""How processes tell one another something through PostgreSQL."""

from __future__ import annotations

from bot.service.store.news import BOARD, TABLE

CHANNEL = "'tablee_' || 'tables'::regclass::oid"
"""Where everything is told; every schema has its own."""
TELL = f"SELECT pg_notify({CHANNEL}, $1)"
"""What is told is an array: who tells it, the topic, and what is said."""
TABLE_SAID = f"json_build_array(${{origin}}::text, '{TABLE}', json_build_array(id, version + 1, shard))::text"
TELL_TABLE = f"pg_notify({CHANNEL}, {TABLE_SAID})"
"""Says of a table as it was before a statement that it has been written, to whoever it was at home with."""
BOARD_SAID = f"json_build_array(${{origin}}::text, '{BOARD}', json_build_array(id, shard))::text"
TELL_BOARD = f"pg_notify({CHANNEL}, {BOARD_SAID})"
