"""A PostgreSQL server of our own: its tables read without the bot, and the server itself stopped and started."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

import asyncpg
import msgspec

from bot.core.facts import MoveRow, TableFacts, TableRow
from bot.core.game import AnyGame
from bot.core.table import Table
from bot.tables.servers import Server, Servers
from bot.tables.tables import restore
from tests.kit.stores import opened

FIELDS = TableRow.__struct_fields__
ROWS = f"SELECT {', '.join(FIELDS)} FROM tables WHERE id = ANY($1::bigint[])"  # noqa: S608, names of our own columns
MOVES = """
    SELECT table_id, revision, seat, move, at FROM moves WHERE table_id = ANY($1::bigint[])
    ORDER BY table_id, revision"""


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
"""Lets the database record every version of every table: looking now and then misses who was away for a moment."""


class Version(NamedTuple):
    revision: int
    facts: TableFacts


async def history(url: str) -> Mapping[int, list[Version]]:
    """Every version of every table, oldest first, of a database with `HISTORY`."""
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch("SELECT id, revision, facts FROM history ORDER BY id, version")
    finally:
        await connection.close()
    found: dict[int, list[Version]] = {}
    for row in rows:
        found.setdefault(row["id"], []).append(
            Version(row["revision"], msgspec.json.decode(row["facts"], type=TableFacts))
        )
    return found


class Tables:
    """Every table as the database has it, read again only if it has changed."""

    def __init__(self, url: str, games: Mapping[str, AnyGame]) -> None:
        self._url = url
        self._games = games
        self._connection: asyncpg.Connection | None = None
        self._versions: dict[int, int] = {}
        self._known: dict[int, Table] = {}
        self._one = asyncio.Lock()

    async def look(self) -> Mapping[int, Table]:
        """All tables by id, with replayed logs. Fails if a table or a move that was stored before is missing."""
        async with self._one:
            connection = await self._connected()
            # One moment of the database, whatever is written meanwhile.
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                found = await connection.fetch("SELECT id, version FROM tables")
                versions = {row["id"]: row["version"] for row in found}
                fresh = [key for key, version in versions.items() if self._versions.get(key) != version]
                rows = [TableRow(**dict(row)) for row in await connection.fetch(ROWS, fresh)]
                moves = await connection.fetch(MOVES, fresh)
        logs: dict[int, list[MoveRow]] = {key: [] for key in fresh}
        for each in moves:
            logs[each["table_id"]].append(MoveRow(each["seat"], each["move"], each["at"]))
        for number in self._known:
            assert number in versions, f"table {number} is lost"
        for row in rows:
            before = self._known.get(row.id)
            table = restore(row, logs[row.id], self._games[row.game])
            assert before is None or table.revision >= before.revision, (
                f"table {row.id} had {before and before.revision} moves, now {table.revision}"
            )
            self._known[row.id], self._versions[row.id] = table, row.version
        return self._known

    async def _connected(self) -> asyncpg.Connection:
        while self._connection is None or self._connection.is_closed():
            try:
                self._connection = await asyncpg.connect(self._url)
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(0.05)
        return self._connection

    async def close(self) -> None:
        if self._connection:
            await self._connection.close()


async def furnish(url: str, places: Iterable[tuple[int, int]]) -> None:
    """A database in which these channels of servers are open for games."""
    async with opened(url) as store:
        servers = Servers(store)
        await asyncio.gather(
            *(servers.change(guild, partial(Server.with_opened, channel=channel)) for guild, channel in places)
        )
