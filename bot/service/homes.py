"""Which process acts for a table: its home.

Every shard has one process, so every server has one, and so has every table that is played there. What one person plays
alone is at home wherever they play it: in a direct message today, in some server tomorrow.
"""

from __future__ import annotations

from bot.core.table import Table
from bot.service.store import Store


class Homes:
    """Tells what is at home here."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def has(self, table: Table) -> bool:
        """Whether a stored table is at home here."""
        return self._store.at_home(table.kept.shard)

    def of(self, table: Table) -> int:
        """The shard whose process acts for a table once it is written."""
        if not table.alone:
            return self._store.shards.shard_of(table.guild)
        if table.id:
            return table.kept.shard
        here = self.here(table.guild)
        return self._store.shards.shard_of(table.guild) if here is None else here

    def here(self, guild: int) -> int | None:
        """A shard of ours, that of a server if it is one; None if we act for nobody any more."""
        shards = self._store.shards
        return next((shard for shard in (shards.shard_of(guild), shards.first) if self._store.at_home(shard)), None)
