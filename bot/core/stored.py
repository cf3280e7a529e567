"""What storage keeps of a table, as values."""

from __future__ import annotations

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One move of a log as it is stored: whose, the move as JSON, and when (seconds since 1970)."""

    seat: int
    move: bytes
    at: float


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One table as it is stored, without its log."""

    id: int = 0
    """Given by the storage when the table is created."""
    guild: int
    channel: int
    """The channel it was opened in."""
    thread: int | None = None
    """The thread it is played in, if it has one."""
    game: str
    status: str
    """``lobby``, ``playing``, ``over`` or ``closed``."""
    revision: int = 0
    """How many moves its log has."""
    shown: int = -1
    """The revision its public board shows; -1: none yet, or one that is not as it should be."""
    wake: float | None = None
    """When the table next needs attention although nobody touches it."""
    version: int = 0
    """Raised by every write that changes the table: whoever writes must have seen the latest."""
    facts: bytes = b"{}"
