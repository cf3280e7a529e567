"""How people wish to be told that a slow table waits for them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from bot.store import Store
from bot.tables.servers import Remembered

KIND = "reminders"
PING, DIRECT, NOTHING = "ping", "direct", "nothing"
WAYS = (PING, DIRECT, NOTHING)
ZONE = "Europe/Paris"


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """One person's wish; the default is that of somebody who has not said anything."""

    way: str = PING
    quiet: tuple[int, int] | None = None
    """From which hour to which they want to be left alone, by the clock of their zone."""
    zone: str = ZONE
    lang: str = "fr"
    """The language of the direct messages."""

    def silent(self, now: float) -> bool:
        """Whether they want to be left alone at this time."""
        if self.way == NOTHING:
            return True
        if self.quiet is None:
            return False
        first, last = self.quiet
        hour = datetime.fromtimestamp(now, ZoneInfo(self.zone)).hour
        return first <= hour < last if first <= last else hour >= first or hour < last


def known_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


class Wishes(Remembered[Wish]):
    """Everybody's wishes, by their number."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, KIND, Wish)

    async def pinged(self, users: tuple[int, ...], now: float) -> tuple[int, ...]:
        """Those of them whom a message in the channel may ping now."""
        found = [(user, await self.get(user)) for user in users]
        return tuple(user for user, wish in found if wish.way == PING and not wish.silent(now))
