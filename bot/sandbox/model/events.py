"""Events of the world for its subscribers: the bot's gateway and the people's pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.model.objects import Channel


@dataclass(frozen=True, kw_only=True)
class Event:
    """One event, with the payload that Discord's gateway would send."""

    name: str
    data: dict[str, Any] = field(default_factory=dict)
    channel: Channel | None = None
    """Only people who see this channel are notified."""
    guild_id: str | None = None
    person: str | None = None
    """For private events: the only person who is notified."""
    for_bot: bool = True
    """Whether the bot's gateway sends it too."""
    for_people: bool = True


class Events:
    """Subscribers, each called synchronously with every event, in order."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Event], None]] = []

    def listen(self, listener: Callable[[Event], None]) -> None:
        """Add a subscriber."""
        self._listeners.append(listener)

    def tell(self, event: Event) -> None:
        """Call all subscribers."""
        for listener in self._listeners:
            listener(event)
