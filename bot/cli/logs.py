"""Log lines: one format, and never a secret."""

from __future__ import annotations

import logging


def set_up(level: str, handlers: list[logging.Handler] | None = None) -> None:
    """Log from that level on, to standard error unless other handlers are given."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s %(message)s", handlers=handlers)
    if logging.getLevelName(level) < logging.INFO:
        # At DEBUG discord.py writes down every body it sends, and with them everybody's hand.
        logging.getLogger("discord").setLevel(logging.INFO)
