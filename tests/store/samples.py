"""Tables and moves to store; rows as the first version wrote them, for databases with an old schema."""

from typing import Any

import msgspec

from bot.core.facts import MoveRow, TableRow
from bot.store import Store, in_postgres, statements
from tests.kit.stores import opened

NEWEST = statements.migrations("sqlite")[-1].number
"""The number of the newest schema."""
TABLE = """
    INSERT INTO tables (id, guild, channel, thread, game, status, revision, shown, version, facts){overriding}
    VALUES ($1, 1, $2, $3, 'trio', $4, $5, -1, $5, $6)"""
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
    moved = [move(revision) for revision in range(1, moves + 1)]
    async with opened(url) as store:
        await store._do(
            (
                TABLE.format(overriding=" OVERRIDING SYSTEM VALUE" if in_postgres(url) else ""),
                number, channel, thread, status, moves, facts,
            ),
            ("INSERT INTO people (user_id, table_id) VALUES (1, $1)", number),
            *(
                ("INSERT INTO moves VALUES ($1, $2, $3, $4, $5)", number, revision, each.seat, each.move, each.at)
                for revision, each in enumerate(moved, 1)
            ),
        )  # fmt: skip
    return new(id=number, channel=channel, thread=thread, status=status, revision=moves, version=moves, facts=facts)
