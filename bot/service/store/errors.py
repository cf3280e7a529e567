"""What every storage may raise."""

from __future__ import annotations


class Conflict(Exception):
    """Somebody else changed the table first; nothing was written. Load it again and look anew."""


class WrongVersion(Exception):
    """The database and this program do not fit together; the message says why and what to do."""


class TooNew(WrongVersion):
    """The database was written by a newer program; its schema is not ours to touch."""


class TooOld(WrongVersion):
    """The database's own program is older than what we ask of it."""


class Taken(Exception):
    """Another process uses the database; the message says which and what to do."""


class Lost(Exception):
    """The database is not the one that was opened any more: what is written now, nobody would find again."""


class Unavailable(Exception):
    """The database cannot be reached now; whether what was asked for has been done is not known. Ask again soon."""
