"""Tables and moves to store."""

from typing import Any

import msgspec

from bot.core.facts import MoveRow, TableRow
from bot.store import Store

BIGGEST = 2**63 - 1
"""The largest id there can be."""


def new(**facts: Any) -> TableRow:
    """A table that is played, or as told."""
    return TableRow(**{"guild": 1, "channel": 2, "game": "trio", "status": "playing"} | facts)


def change(row: TableRow, **facts: Any) -> TableRow:
    """The same table with something else about it."""
    return msgspec.structs.replace(row, **facts)


def move(number: int) -> MoveRow:
    """A move one can tell from others."""
    return MoveRow(seat=number % 3 - 1, move=b'{"number":%d}' % number, at=1_700_000_000.125 + number)


async def play(store: Store, row: TableRow, moves: int = 1) -> TableRow:
    """Save so many further moves at once."""
    entries = [move(row.revision + number) for number in range(1, moves + 1)]
    return await store.save(change(row, revision=row.revision + moves), entries=entries)


async def loaded(store: Store, table: int) -> tuple[TableRow, list[MoveRow]]:
    """A table that is there."""
    found = await store.load(table)
    assert found is not None
    return found
