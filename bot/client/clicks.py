"""What everybody who handles the clicks at tables is given, and how a refusal is told there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.client.board_publisher import BoardPublisher
from bot.client.reply import Reply
from bot.client.router import Told
from bot.core.game import Refusal
from bot.core.table import Table
from bot.pages.refusal import reason
from bot.tables.servers import Servers
from bot.tables.tables import SharedTables, Tables
from bot.text.strings import Speech, Words

TablesT = TypeVar("TablesT", Tables, SharedTables)


@dataclass(eq=False)
class Clicks(Generic[TablesT]):
    """Handles clicks at tables."""

    _tables: TablesT
    _servers: Servers
    _words: Words
    _publisher: BoardPublisher
    _now: Callable[[], float]

    def _say(self, table: Table, reply: Reply) -> Speech:
        """The words of a table for whoever clicked."""
        return self._words.say(table.game.key, reply.lang, table.names)

    @contextmanager
    def _told(self, table: Table, reply: Reply) -> Iterator[None]:
        """What is refused in the block is told with the names of the table's people."""
        try:
            yield
        except Refusal as no:
            raise Told(reason(no, self._say(table, reply))) from no
