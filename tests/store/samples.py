"""Tables and moves to store; rows as the first version wrote them, for databases with an old schema."""

import sqlite3
from contextlib import closing
from typing import Any

import msgspec

from bot.core.facts import MoveRow, TableRow
from bot.store import Store, statements
from tests.store.server import execute

NEWEST = statements.migrations("sqlite")[-1].number
"""The number of the newest schema."""
TABLE = """
    INSERT INTO tables (id, guild, channel, thread, game, status, revision, shown, version, facts){overriding}
    VALUES ({id}, 1, {channel}, {thread}, 'trio', '{status}', {moves}, -1, {moves}, {facts})"""
SEAT = "INSERT INTO people (user_id, table_id) VALUES (1, {id})"
MOVE = "INSERT INTO moves VALUES ({id}, {revision}, {seat}, {move}, {at})"
BIGGEST = 2**63 - 1
"""The largest id there can be."""


def new(**facts: Any) -> TableRow:
    return TableRow(**{"guild": 1, "channel": 2, "game": "trio", "status": "playing"} | facts)


def change(row: TableRow, **facts: Any) -> TableRow:
    return msgspec.structs.replace(row, **facts)


def move(number: int) -> MoveRow:
    return MoveRow(seat=number % 3 - 1, move=b'{"number":%d}' % number, at=1_700_000_000.125 + number)


async def play(store: Store, row: TableRow, moves: int = 1) -> TableRow:
    entries = [move(row.revision + number) for number in range(1, moves + 1)]
    return await store.save(change(row, revision=row.revision + moves), entries=entries)


async def loaded(store: Store, table: int) -> tuple[TableRow, list[MoveRow]]:
    found = await store.load(table)
    assert found is not None
    return found


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
