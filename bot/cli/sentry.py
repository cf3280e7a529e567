"""Errors to Sentry, with ``SENTRY_DSN``: what failed and where, without hands and tokens.

Only the listed keys of an event are sent. Messages of exceptions and values of variables are not: a message of the
rules may name a card, one of Discord's may hold a token.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from bot.cli.settings import BadSetting

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


def set_up(dsn: str, **options: Any) -> None:
    """Send errors there from now on. Raises BadSetting where ``tablee[sentry]`` is not installed."""
    try:
        import sentry_sdk  # noqa: PLC0415, optional
        from sentry_sdk.integrations.excepthook import ExcepthookIntegration  # noqa: PLC0415
        from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415
    except ImportError:
        raise BadSetting(
            "SENTRY_DSN is set, but what sends errors there is not installed: pip install 'tablee[sentry]'"
        ) from None
    sentry_sdk.init(
        dsn,
        release=_release(),
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


def _release() -> str:
    try:
        return f"tablee@{version('tablee')}"
    except PackageNotFoundError:  # run from the repository
        return "tablee"
