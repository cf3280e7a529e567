"""What moderators have decided for their server."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from bot.core.facts import IDLE_DAYS
from bot.core.pace import PACES
from bot.core.refusal import Refusal
from bot.service.daily_times import DailyTimes
from bot.service.remembered import Remembered
from bot.service.store import Store

KIND = "server"


class Channel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What differs in one channel; None: as everywhere in the server."""

    language: str | None = None
    pace: str | None = None
    games: tuple[str, ...] | None = None
    paces: tuple[str, ...] | None = None


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """A server's settings; the defaults are those of a server nobody has configured."""

    channels: tuple[int, ...] = ()
    """Channels opened for games. None: nobody can open a table yet."""
    language: str = "fr"
    pace: str = "quick"
    threads: bool = True
    tables: int = 3
    """Open tables a channel may have at once."""
    hosted: int = 5
    """Open tables one person may host at once."""
    idle_days: int = IDLE_DAYS
    """Days without a move after which a table is closed."""
    paces: tuple[str, ...] | None = None
    """The paces that people may choose; None: all there are."""
    roles: tuple[int, ...] = ()
    """Who may open tables; none: everybody."""
    banned: tuple[int, ...] = ()
    """People who may not sit at a table here."""
    games: tuple[str, ...] | None = None
    """The games that may be played; None: all there are."""
    journal: int | None = None
    """The channel that is told of closures, bans and settings."""
    results: int | None = None
    """The channel that is told how games ended."""
    daily: DailyTimes | None = None
    """Where and when the deal of the day is announced."""
    special: dict[int, Channel] = {}
    """Channels where something differs."""

    def language_in(self, channel: int) -> str:
        """The language of the boards in a channel."""
        return self._special(channel).language or self.language

    def pace_in(self, channel: int) -> str:
        """The pace of tables in a channel when nobody chooses one; the first allowed one if that is not allowed."""
        usual, allowed = self._special(channel).pace or self.pace, self.paces_in(channel)
        return usual if usual in allowed else allowed[0]

    def paces_in(self, channel: int) -> tuple[str, ...]:
        """The paces that people may choose in a channel, the fastest first."""
        here = self._special(channel).paces
        chosen = self.paces if here is None else here
        return tuple([pace for pace in PACES if chosen is None or pace in chosen]) or tuple(PACES)

    def games_in(self, channel: int) -> tuple[str, ...] | None:
        """The games that may be played in a channel; None: all there are."""
        here = self._special(channel).games
        return self.games if here is None else here

    def with_channel(self, channel: int, **changes: Any) -> Server:
        """The settings with something changed in one channel."""
        special = {**self.special, channel: msgspec.structs.replace(self._special(channel), **changes)}
        return msgspec.structs.replace(self, special={key: each for key, each in special.items() if each != Channel()})

    def with_opened(self, channel: int, *, opened: bool = True) -> Server:
        """The settings with a channel opened for games, or closed."""
        others = tuple(each for each in self.channels if each != channel)
        return msgspec.structs.replace(self, channels=(*others, channel) if opened else others)

    def admit(self, user: int) -> None:
        """Refuse whoever may not sit at a table here."""
        if user in self.banned:
            raise Refusal("banned")

    def allow(self, *, channel: int, game: str, user: int, roles: Collection[int], manager: bool) -> None:
        """Refuse a new table that moderators do not want: of this person, of this game, in this channel."""
        self.admit(user)
        if channel not in self.channels:
            places = " ".join(f"<#{number}>" for number in self.channels) or "none"
            raise Refusal("channel-closed-manager" if manager else "channel-closed", places=places)
        if self.roles and not manager and not set(self.roles) & set(roles):
            raise Refusal("roles-only", roles=" ".join(f"<@&{role}>" for role in self.roles))
        self.allow_game(game, channel)

    def allow_game(self, game: str, channel: int) -> None:
        """Refuse a game that moderators do not want in a channel."""
        games = self.games_in(channel)
        if games is not None and game not in games:
            raise Refusal("game-closed", games=",".join(games))

    def allow_pace(self, pace: str, channel: int) -> None:
        """Refuse a pace that moderators do not want in a channel."""
        if pace not in (allowed := self.paces_in(channel)):
            raise Refusal("pace-closed", paces=",".join(allowed))

    def _special(self, channel: int) -> Channel:
        return self.special.get(channel) or Channel()


class Servers(Remembered[Server]):
    """Every server's settings, by its number."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, KIND, Server)
