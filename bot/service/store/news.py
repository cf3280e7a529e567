"""What processes tell one another, and what they leave for whoever serves their shards next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Hearer = Callable[[Any], None]
"""Told what another process has said. Must not wait."""

MISSED = "missed"
"""The topic of whoever may not have heard everything for a while: all that is remembered may be old."""
REPLACED = "replaced"
"""The topic of whoever was cut off so long that another process has their shards now: what it says is told. Nobody told
it, and whatever is written from now on raises Taken."""
TABLE = "table"
"""A table that is at home here was written elsewhere: its number and version, and the shard it had until then."""
BOARD = "board"
"""Where the board of a table is, or what it shows, was written where it is not at home: its number and its shard."""
ENDED = "ended"
"""A game of one of our servers has ended elsewhere: the server."""
JOURNAL = "journal"
"""The journal of one of our servers has got an entry elsewhere: the server."""
FORGOTTEN = "forgotten"
"""A person was forgotten: their number."""

TAKEN = "taken"
"""The kind of the document, kept by shard, with the interactions taken last: a successor may have heard of them too."""
PANELS = "panels"
"""The kind of the document, kept by shard, with the private panels that were open. They die by themselves."""


class News:
    """Who wants to hear of what."""

    def __init__(self) -> None:
        self._hearers: dict[str, list[Hearer]] = {}

    def hear(self, topic: str, hearer: Hearer) -> None:
        """Be told what other processes say of a topic."""
        self._hearers.setdefault(topic, []).append(hearer)

    def arrived(self, topic: str, payload: Any = None) -> None:
        """Pass on what another process has said."""
        for hearer in self._hearers.get(topic, ()):
            hearer(payload)
