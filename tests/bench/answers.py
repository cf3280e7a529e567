"""What Discord answers to the requests of a bot, and what it would show by then: enough of it for the benches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import count
from typing import Any

import discord

ME = 1_000
EPHEMERAL = 64

_ids = count(1)


def snowflake(at: float | None = None) -> int:
    """A new id of that moment, or of this one."""
    moment = discord.utils.utcnow() if at is None else datetime.fromtimestamp(at, UTC)
    return discord.utils.time_snowflake(moment) + next(_ids) % (1 << 22)


def user(number: int, name: str) -> dict[str, Any]:
    """A person as Discord tells of them."""
    return {"id": str(number), "username": name, "discriminator": "0", "avatar": None, "global_name": name}


def message(number: int, channel: int, body: Mapping[str, Any], flags: int = 0) -> dict[str, Any]:
    """A message of ours with that body."""
    return {
        "id": str(number), "channel_id": str(channel), "type": 0, "author": {**user(ME, "Tablée"), "bot": True},
        "content": body.get("content") or "", "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None,
        "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
        "pinned": False, "flags": body.get("flags") or flags, "components": body.get("components") or [],
    }  # fmt: skip


class Answers:
    """Answers requests. Remembers the components of each message and the newest message of each channel."""

    def __init__(self) -> None:
        self.requests = 0
        self.shown: dict[int, list[Any]] = {}
        self.board: dict[int, int] = {}

    def answer(self, method: str, path: str, query: str, body: Any) -> Any:
        """What is said to a request; None if nothing but that it was heard. The path is the one below the API's."""
        self.requests += 1
        match path.strip("/").split("/"):
            case ["interactions", number, _, "callback"]:
                return self._callback(int(number), body) if "with_response=1" in query else None
            case ["channels", channel, "messages", *number] if method != "DELETE":
                return self._message(int(channel), int(number[0]) if number else None, body)
            case ["webhooks", *_] if method != "DELETE":
                return message(snowflake(), ME, body or {}, EPHEMERAL)
            case ["users", "@me"]:
                return {**user(ME, "Tablée"), "bot": True}
            case _ if method == "DELETE":
                return None
        return []

    def _message(self, channel: int, number: int | None, body: Any) -> dict[str, Any]:
        if number is None:
            self.board[channel] = number = snowflake()
        self.shown[number] = body.get("components") or []
        return message(number, channel, body)

    @staticmethod
    def _callback(number: int, body: Any) -> dict[str, Any]:
        reply: dict[str, Any] = {"interaction": {"id": str(number), "type": 3}, "resource": {"type": body["type"]}}
        if body["type"] in (4, 7):
            data = body.get("data") or {}
            private = bool((data.get("flags") or 0) & EPHEMERAL)
            reply["interaction"] |= {"response_message_id": str(number + 1), "response_message_ephemeral": private}
            reply["resource"]["message"] = message(number + 1, ME, data)
        return reply
