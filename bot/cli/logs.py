"""Log lines: for people, or as JSON for programs; and never a secret."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
SEVERAL = "%(asctime)s %(process)d %(levelname)s %(name)s %(message)s"
"""The same where several processes write to one place."""
_PLACE = re.compile(r"(?:\b([a-z_]+)=)?%(?:%|[-+ #0]*\d*(?:\.\d+)?([a-z]))", re.IGNORECASE)
"""Where a value goes in a message, and the name it has there, as in ``table=%s``."""


class JsonFormatter(logging.Formatter):
    """One object a line: when, how bad, who, what, and by name the values that the message has by name."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "pid": record.process,
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name, value in named(record).items():
            line.setdefault(name, value)
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def named(record: logging.LogRecord) -> dict[str, str | int | float | None]:
    """The values of a message that have a name in it."""
    if not isinstance(record.args, tuple) or not isinstance(record.msg, str):
        return {}
    places = [found for found in _PLACE.finditer(record.msg) if found[2]]
    if len(places) != len(record.args):
        return {}
    return {
        found[1]: value if isinstance(value, int | float) or value is None else str(value)
        for found, value in zip(places, record.args, strict=True)
        if found[1]
    }


def set_up(
    level: str, form: str = "text", handlers: list[logging.Handler] | None = None, *, several: bool = False
) -> None:
    """Log from that level on, as ``text`` or ``json``, to standard error unless other handlers are given.

    ``several``: other processes log there too, so lines say whose they are.
    """
    logging.basicConfig(level=level, format=SEVERAL if several else LINE, handlers=handlers)
    if form == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonFormatter())
    if logging.getLevelName(level) < logging.INFO:
        # At DEBUG discord.py writes down every body it sends, and with them everybody's hand.
        logging.getLogger("discord").setLevel(logging.INFO)
