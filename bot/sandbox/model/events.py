"""Events of the world for its subscribers: the bot's gateway and the people's pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.model.objects import Channel


@dataclass(frozen=True, kw_only=True)
class Event:
    """One happening, with the payload Discord's gateway would carry."""

    name: str
    data: dict[str, Any] = field(default_factory=dict)
    channel: Channel | None = None
    """Where it happened: only those who see this channel are told."""
    guild_id: str | None = None
    person: str | None = None
    """The only person who is told, for what is private."""
    for_bot: bool = True
    """Whether the gateway carries it too."""
    for_people: bool = True


class Events:
    """A list of listeners; each is told everything, in order, at once."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Event], None]] = []

    def listen(self, listener: Callable[[Event], None]) -> None:
        """Tell this listener from now on."""
        self._listeners.append(listener)

    def tell(self, event: Event) -> None:
        """Tell everybody."""
        for listener in self._listeners:
            listener(event)
