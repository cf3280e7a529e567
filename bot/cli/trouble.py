"""What is wrong with a database, for whoever hosts the bot."""

from __future__ import annotations

import os
import socket
import sqlite3

from bot.store import Taken, WrongVersion
from bot.store.statements import Unusable


def trouble(error: Exception) -> str:
    """What is wrong, without the words of the library: they may repeat parts of the address, so of the password."""
    kind = type(error).__name__
    match error:
        case WrongVersion() | Taken() | Unusable():
            return str(error)
        case socket.gaierror():
            return f"{kind}, no machine has the name that DATABASE_URL says"
        case OSError(errno=int(number)):
            return f"{kind}, {os.strerror(number)}"
        case sqlite3.Error():
            return f"{kind}, {getattr(error, 'sqlite_errorname', 'no more is known')}"
    return f"{kind}, which DATABASE_URL or the database's own log explains"
