"""Stored documents with a cache, and the settings of servers, which are one kind of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from cachetools import LRUCache

from bot.core.facts import IDLE_DAYS, PACES
from bot.core.game import Refusal
from bot.core.table import Table
from bot.store import Store
from bot.store.statements import FORGOTTEN, MISSED, Statement
from bot.text.strings import DEFAULT

T = TypeVar("T", bound=msgspec.Struct)
CACHED_DOCUMENTS = 5_000


class Remembered(Generic[T]):
    """Documents of one kind. When another process writes one, it is read again."""

    def __init__(self, store: Store, kind: str, type_: type[T]) -> None:
        self._store = store
        self._kind = kind
        self._type = type_
        self._cache: LRUCache[int, T] = LRUCache(CACHED_DOCUMENTS)
        self._dropped = 0
        store.subscribe(kind, self.drop)
        store.subscribe(FORGOTTEN, self.drop)
        store.subscribe(MISSED, self._drop_all)

    async def get(self, key: int) -> T:
        """A document; one with default values if none is stored."""
        if self._store.notified and (found := self._cache.get(key)) is not None:
            return found
        dropped = self._dropped
        document = await self._store.get(self._kind, key)
        found = self._decoded(document)
        # A concurrent write may be newer, so do not cache this value.
        if dropped == self._dropped:
            self._cache[key] = found
        return found

    async def change(
        self, key: int, function: Callable[[T], T], *, also: Callable[[T, T], Sequence[Statement]] = lambda *_: ()
    ) -> tuple[T, T]:
        """Apply a function to the stored document and store its result, as one atomic step; returns both.

        The function is applied again when another writer was first, so it must be pure; what it raises is raised here.
        ``also`` gives, for a document before and after, what is written in the same transaction. Nothing is written if
        the function changes nothing.
        """
        before = after = self._type()

        def applied(document: bytes | None) -> bytes | None:
            nonlocal before, after
            before = self._decoded(document)
            after = function(before)
            return document if after == before else msgspec.json.encode(after)

        try:
            await self._store.change(self._kind, key, applied, notify=True, also=lambda: also(before, after))
        finally:
            self.drop(key)
        return before, after

    async def remove(self, key: int) -> None:
        """Remove the document of this key."""
        try:
            await self._store.put(self._kind, key, None, notify=True)
        finally:
            self.drop(key)

    def _decoded(self, document: bytes | None) -> T:
        return msgspec.json.decode(document, type=self._type) if document else self._type()

    def drop(self, key: Any) -> None:
        """Evict a document from the cache."""
        self._dropped += 1
        self._cache.pop(key, None)

    def _drop_all(self, _: Any) -> None:
        self._dropped += 1
        self._cache.clear()


KIND = "server"
HOST = "host"
"""The language setting of a server that leaves the language to each table's host."""


class ChannelSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Settings of one channel that override the server's; None: not overridden."""

    language: str | None = None
    pace: str | None = None
    games: tuple[str, ...] | None = None
    paces: tuple[str, ...] | None = None


NOT_OVERRIDDEN = ChannelSettings()


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """A server's settings; the defaults are those of a server nobody has configured."""

    channels: tuple[int, ...] = ()
    """Channels opened for games. None: nobody can open a table yet."""
    language: str = HOST
    pace: str = "quick"
    threads: bool = True
    tables: int = 3
    """Open tables a channel may have at once."""
    hosted: int = 5
    """Open tables one person may host at once."""
    idle_days: int = IDLE_DAYS
    paces: tuple[str, ...] | None = None
    """The paces that people may choose; None: all there are."""
    roles: tuple[int, ...] = ()
    """Roles that may open tables; empty: everybody."""
    banned: tuple[int, ...] = ()
    """People who may not sit at a table here."""
    games: tuple[str, ...] | None = None
    """The games that may be played; None: all there are."""
    journal: int | None = None
    results: int | None = None
    features: dict[str, Any] = {}
    """Settings of features, by the feature's folder; nothing else reads them."""
    special: dict[int, ChannelSettings] = {}

    def language_in(self, channel: int, usual: str = DEFAULT) -> str:
        """The language that moderators have chosen for a channel; ``usual`` if they leave it to hosts."""
        chosen = self.special.get(channel, NOT_OVERRIDDEN).language or self.language
        return usual if chosen == HOST else chosen

    def language_of(self, table: Table) -> str:
        """The language of a table's public messages: its own if it has one."""
        return table.facts.language or self.language_in(table.channel)

    def pace_in(self, channel: int, wanted: str | None = None) -> str:
        """The pace of a new table in a channel: the wanted one, the usual one or the first, if it is allowed."""
        usual, allowed = self.special.get(channel, NOT_OVERRIDDEN).pace or self.pace, self.paces_in(channel)
        return wanted if wanted in allowed else usual if usual in allowed else allowed[0]

    def paces_in(self, channel: int) -> tuple[str, ...]:
        """The paces that people may choose in a channel, the fastest first."""
        here = self.special.get(channel, NOT_OVERRIDDEN).paces
        chosen = self.paces if here is None else here
        return tuple([pace for pace in PACES if chosen is None or pace in chosen]) or tuple(PACES)

    def games_in(self, channel: int) -> tuple[str, ...] | None:
        """The games that may be played in a channel; None: all there are."""
        here = self.special.get(channel, NOT_OVERRIDDEN).games
        return self.games if here is None else here

    def with_channel(self, channel: int, **changes: Any) -> Server:
        """The settings with something changed in one channel."""
        own = msgspec.structs.replace(self.special.get(channel, NOT_OVERRIDDEN), **changes)
        special = {key: each for key, each in {**self.special, channel: own}.items() if each != NOT_OVERRIDDEN}
        return msgspec.structs.replace(self, special=special)

    def with_feature(self, feature: str, settings: Any) -> Server:
        """These settings with those of a feature replaced; None removes them."""
        features = {**self.features, feature: settings}
        return msgspec.structs.replace(self, features={key: each for key, each in features.items() if each is not None})

    def with_opened(self, channel: int, *, opened: bool = True) -> Server:
        """The settings with a channel opened for games, or closed."""
        others = tuple(each for each in self.channels if each != channel)
        return msgspec.structs.replace(self, channels=(*others, channel) if opened else others)

    def admit(self, user: int) -> None:
        """Refuse a banned member."""
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


class Servers(Remembered[Server]):
    """Every server's settings, by its number."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, KIND, Server)
