"""A database with something of everything, and what it has."""

from __future__ import annotations

import asyncio

from bot.__main__ import main
from bot.store import ShownBoard
from bot.store.backup import copied_tables, statements_on
from tests.kit.stores import opened
from tests.store.older import NEWEST
from tests.store.samples import BIGGEST, new, play

TABLES = 40


async def furnish(url: str) -> None:
    """Tables of all kinds, people, boards, documents and entries of a journal, and a newest table that is gone."""
    async with opened(url) as store:
        for number in range(TABLES):
            row = await store.create(
                new(
                    guild=BIGGEST - number % 3,
                    thread=number or None,
                    status=("playing", "over", "lobby")[number % 3],
                    wake=None if number % 2 else 1_700_000_000.1 + number / 3,
                    facts='{"names":["Zoé","李"]}'.encode(),
                ),
                [1, 2 + number],
            )
            row = await play(store, row, number % 5)
            await store.mark_shown(ShownBoard(row.id, row.revision, b"\x00\xff" if number % 2 else None))
        for kind in ("server", "élan", "Zebra", "zebra", "a_b", "aB", "日"):
            for key in (-1, 0, BIGGEST):
                await store.put(kind, key, f'{{"of":"{kind}"}}'.encode())
        for number in range(3):
            entry = f'{{"key":"banned","who":{BIGGEST},"person":{number}}}'.encode()
            await store.add_to_journal(BIGGEST, 1_700_000_000.1 + number, entry, number or None, f"token {number}")
        last = await store.create(new(guild=7), [1])
        assert await store.erase_guild(7) == [last.id]


async def everything(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a database, by table."""
    async with statements_on(url) as fetch:
        return {table.name: [tuple(row) for row in await fetch(table.rows)] for table in copied_tables(NEWEST)}


async def run(*arguments: str) -> int:
    """Run a command."""
    return await asyncio.to_thread(main, arguments)
