"""The tables that others see too: all that boards, lobbies, journals and moderators ever hear of.

A table that somebody plays alone in their private panel is stored like any other. Whoever shows tables to others is
given these instead of ``Tables``: to them it does not exist, whatever number they ask for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.core.refusal import Refusal
from bot.core.table import Table
from bot.service.tables import Step, Tables, Watcher


class SharedTables:
    """Every table but those that one person plays alone."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.store = tables.store
        self.games = tables.games
        self.rng = tables.rng

    def watch(self, watcher: Watcher) -> None:
        """Be told of every stored change."""
        self._tables.watch(lambda before, after: None if after.alone else watcher(before, after))

    async def open(self, table: Table) -> Table:
        """Keep a new table."""
        return await self._tables.open(_checked(table))

    async def get(self, number: int) -> Table:
        """A table as it is; Refusal if there is none."""
        return _checked(await self._tables.get(number))

    async def change(self, number: int, step: Step) -> Table:
        """See ``Tables.change``."""
        return await self._tables.change(number, lambda table: step(_checked(table)))

    async def of(self, user: int, statuses: Sequence[str]) -> list[Table]:
        """See ``Tables.of``."""
        return _shared(await self._tables.of(user, statuses))

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[Table]:
        """See ``Tables.in_place``."""
        return _shared(await self._tables.in_place(place, statuses))

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[Table]:
        """See ``Tables.in_guild``."""
        return _shared(await self._tables.in_guild(guild, statuses))


def _checked(table: Table) -> Table:
    if table.alone:
        raise Refusal("no-table")
    return table


def _shared(tables: Iterable[Table]) -> list[Table]:
    return [table for table in tables if not table.alone]
