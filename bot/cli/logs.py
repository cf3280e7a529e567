"""Log lines as text or as JSON, and errors to Sentry: never with a hand, a token or another secret.

Only the listed keys of an event are sent to Sentry. Messages of exceptions and values of variables are not: a message
of the rules may name a card, one of Discord's may hold a token.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from bot import __version__
from bot.cli.settings import BadSetting
from bot.store.statements import Unavailable

LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
LINE_WITH_PID = "%(asctime)s %(process)d %(levelname)s %(name)s %(message)s"
_PLACEHOLDER = re.compile(r"(?:\b([a-z_]+)=)?%(?:%|[-+ #0]*\d*(?:\.\d+)?([a-z]))", re.IGNORECASE)
"""A placeholder in a message, and its name as in ``table=%s``."""
SENTRY_MISSING = "SENTRY_DSN is set, but what sends errors there is not installed: pip install 'tablee[sentry]'"
OURS = ("bot", "cogs")
"""Loggers whose lines may be sent: they name tables, never moves, hands or tokens."""
EVENT_KEYS = ("event_id", "timestamp", "level", "platform", "logger", "release", "environment", "sdk")
FRAME_KEYS = ("filename", "function", "lineno", "module", "in_app")
SECRETS = (
    re.compile(r"(?<=://)[^\s/@]+@"),  # user and password of an address
    re.compile(r"[\w-]{16,}\.[\w-]{4,}\.[\w-]{8,}"),  # a bot's token
    re.compile(r"[\w-]{32,}"),  # an interaction's token
    re.compile(r"\b\d{15,}\b"),  # the id of a user, a server, a channel or a message
)


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
    handlers = handlers or [logging.StreamHandler()]
    logging.basicConfig(level=level, format=LINE_WITH_PID if several else LINE, handlers=handlers)
    for handler in handlers:
        handler.addFilter(not_of_an_outage)
        if form == "json":
            handler.setFormatter(JsonFormatter())
    if logging.getLevelName(level) < logging.INFO:
        # At DEBUG discord.py logs every body it sends, and with them the players' hands.
        logging.getLogger("discord").setLevel(logging.INFO)


def not_of_an_outage(record: logging.LogRecord) -> bool:
    """Whether a line is not about a call that storage could not answer: storage logs an outage's beginning and end."""
    if record.exc_info and isinstance(record.exc_info[1], Unavailable):
        return False
    values = record.args if isinstance(record.args, tuple) else ()
    return not any(isinstance(value, str) and value.startswith(Unavailable.__name__) for value in values)


def send_to_sentry(dsn: str, **options: Any) -> None:
    """Send errors there from now on. Raises BadSetting where ``tablee[sentry]`` is not installed."""
    try:
        import sentry_sdk  # noqa: PLC0415, optional
        from sentry_sdk.integrations.excepthook import ExcepthookIntegration  # noqa: PLC0415
        from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415
    except ImportError:
        raise BadSetting(SENTRY_MISSING) from None
    sentry_sdk.init(
        dsn,
        release=f"tablee@{__version__}",
        before_send=lambda event, _hint: scrubbed(event),  # type: ignore[arg-type,return-value]
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR), ExcepthookIntegration()],
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        max_request_body_size="never",
        auto_session_tracking=False,
        send_client_reports=False,
        server_name="",
        **options,
    )


def scrubbed(event: Mapping[str, Any]) -> dict[str, Any]:
    """The part of an event that is sent."""
    found = {key: event[key] for key in EVENT_KEYS if key in event}
    if entry := event.get("logentry"):
        found["logentry"] = _log_entry(str(event.get("logger", "")), entry)
    if errors := (event.get("exception") or {}).get("values"):
        found["exception"] = {"values": [_error(error) for error in errors]}
    return found


def hide(text: str) -> str:
    """A text without possible secrets."""
    for secret in SECRETS:
        text = secret.sub("…", text)
    return text


def _log_entry(logger: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    if logger.partition(".")[0] not in OURS:
        return {"message": f"an error of {logger}"}
    message = hide(str(entry.get("message", "")))
    return {"message": message, "formatted": hide(str(entry.get("formatted") or message))}


def _error(error: Mapping[str, Any]) -> dict[str, Any]:
    """The type and code path of an error."""
    frames = (error.get("stacktrace") or {}).get("frames") or []
    path = [{key: frame[key] for key in FRAME_KEYS if key in frame} for frame in frames]
    return {
        "type": error.get("type"),
        "module": error.get("module"),
        "value": "",
        "stacktrace": {"frames": path},
    }
