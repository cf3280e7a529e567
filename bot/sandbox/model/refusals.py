"""Discord's error responses: status, code, message, and error paths of a body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

REFUSALS: Mapping[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30033: (400, "Max number of thread participants has been reached (1000)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160002: (400, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}


class Refusal(Exception):
    """The error response of a request that Discord would refuse."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(status, code, message, errors)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.headers = dict(headers or {})
        self.more = more

    def __str__(self) -> str:
        return f"{self.status} {self.code} {self.message} {self.errors or ''}".rstrip()

    def body(self) -> dict[str, Any]:
        """The JSON Discord sends with this refusal."""
        body: dict[str, Any] = {"message": self.message, "code": self.code, **self.more}
        if self.errors:
            body["errors"] = self.errors
        return body


def refusal(code: int, **more: Any) -> Refusal:
    """The refusal with this code, ready to be raised."""
    status, message = REFUSALS[code]
    return Refusal(status, code, message, **more)


Path = tuple[str, ...]


class Problems:
    """The errors of one request body, in Discord's nested format."""

    def __init__(self) -> None:
        self.tree: dict[str, Any] = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Add an error at a path of the body."""
        node = self.tree
        for step in path:
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse_if_any(self) -> None:
        """Raise the refusal if there were errors."""
        if self.tree:
            raise refusal(50035, errors=self.tree)
