"""Rows as the first version wrote them, for databases with an old schema: the store writes newer columns."""

import sqlite3
from contextlib import closing

from bot.core.facts import TableRow
from bot.store import migrations
from tests.store.samples import move, new
from tests.store.server import execute

NEWEST = migrations.migrations("sqlite")[-1].number
"""The number of the newest schema."""
TABLE = """
    INSERT INTO tables (id, guild, channel, thread, game, status, revision, shown, version, facts){overriding}
    VALUES ({id}, 1, {channel}, {thread}, 'trio', '{status}', {moves}, -1, {moves}, {facts})"""
SEAT = "INSERT INTO people (user_id, table_id) VALUES (1, {id})"
MOVE = "INSERT INTO moves VALUES ({id}, {revision}, {seat}, {move}, {at})"


async def table_of_the_first(
    url: str,
    number: int,
    *,
    status: str = "playing",
    moves: int = 0,
    channel: int = 2,
    thread: int | None = None,
    facts: bytes = b"{}",
) -> TableRow:
    """A table with one person and so many moves."""
    lite = not url.startswith("postgres")

    def blob(value: bytes) -> str:
        return f"x'{value.hex()}'" if lite else f"'\\x{value.hex()}'"

    overriding = "" if lite else " OVERRIDING SYSTEM VALUE"
    values = {
        "id": number,
        "channel": channel,
        "thread": thread or "NULL",
        "status": status,
        "moves": moves,
        "facts": blob(facts),
        "overriding": overriding,
    }
    statements = [TABLE.format(**values), SEAT.format(id=number)]
    for revision in range(1, moves + 1):
        made = move(revision)
        statements.append(MOVE.format(id=number, revision=revision, seat=made.seat, move=blob(made.move), at=made.at))
    if lite:
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file, file:
            for statement in statements:
                file.execute(statement)
    else:
        await execute(url, *statements)
    return new(id=number, channel=channel, thread=thread, status=status, revision=moves, version=moves, facts=facts)
