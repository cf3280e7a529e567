"""What every part of a PostgreSQL storage is given by the whole."""

from __future__ import annotations

from bot.core.shards import Shards
from bot.service.store.postgres_pool import Pool


class PostgresPart:
    """One part of a ``Store`` in PostgreSQL; ``PostgresStore`` has the rest."""

    _origin: str
    """What other processes know this one by."""

    @property
    def shards(self) -> Shards:
        """The shards we look for work in."""
        raise NotImplementedError

    @property
    def _pool(self) -> Pool:
        """Connections."""
        raise NotImplementedError

    @property
    def _ledger(self) -> Pool:
        """The same for writes, which raise Taken if we held our shards and another process does now."""
        raise NotImplementedError

    @property
    def _own(self) -> tuple[int, int]:
        """The first and the last shard we act for."""
        raise NotImplementedError
