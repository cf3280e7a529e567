"""Log lines as text or as JSON, never with a secret."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
LINE_WITH_PID = "%(asctime)s %(process)d %(levelname)s %(name)s %(message)s"
_PLACEHOLDER = re.compile(r"(?:\b([a-z_]+)=)?%(?:%|[-+ #0]*\d*(?:\.\d+)?([a-z]))", re.IGNORECASE)
"""A placeholder in a message, and its name as in ``table=%s``."""


class JsonFormatter(logging.Formatter):
    """One JSON object a line; named values of the message are keys of it."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line of JSON."""
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
    """The named values of a message."""
    if not isinstance(record.args, tuple) or not isinstance(record.msg, str):
        return {}
    placeholders = [found for found in _PLACEHOLDER.finditer(record.msg) if found[2]]
    if len(placeholders) != len(record.args):
        return {}
    return {
        found[1]: value if isinstance(value, int | float) or value is None else str(value)
        for found, value in zip(placeholders, record.args, strict=True)
        if found[1]
    }


def set_up(
    level: str, form: str = "text", handlers: list[logging.Handler] | None = None, *, several: bool = False
) -> None:
    """Log from that level on, as ``text`` or ``json``, to standard error unless other handlers are given.

    ``several``: other processes log there too, so lines have the process id.
    """
    logging.basicConfig(level=level, format=LINE_WITH_PID if several else LINE, handlers=handlers)
    if form == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonFormatter())
    if logging.getLevelName(level) < logging.INFO:
        # At DEBUG discord.py logs every body it sends, and with them the players' hands.
        logging.getLogger("discord").setLevel(logging.INFO)
