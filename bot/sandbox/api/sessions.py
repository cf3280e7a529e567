"""Sessions of the bot: each receives the events of its shard's servers, also while it is disconnected."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bot.sandbox.model import objects
from bot.sandbox.model.events import Event

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]
Shard = tuple[int, int]
"""The number of a shard and how many there are."""

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
KNOWN_INTENTS = (1 << 26) - 1
WITH_GUILDS = ("GUILD_", "CHANNEL_", "THREAD_")
MAX_STORED_EVENTS = 2000
RESUME_WINDOW_SECONDS = 300.0


def shard_of(guild_id: str | None, count: int) -> int:
    """Which of so many shards a server's events go to; what has no server goes to shard 0."""
    return (int(guild_id) >> 22) % count if guild_id else 0


class Sessions:
    """Every session there is. An event goes to all those of its shard, be they several for the same one."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_id: dict[str, Session] = {}
        self._by_shard: dict[Shard, list[Session]] = {}
        self._guilds: dict[int, tuple[int, dict[int, list[objects.Guild]]]] = {}
        world.events.listen(self._hear)

    def __iter__(self) -> Iterator[Session]:
        return iter(list(self._by_id.values()))

    def __len__(self) -> int:
        return len(self._by_id)

    def open(self, intents: int, shard: Shard) -> Session:
        """A new session for a shard."""
        for each in self:
            if each.stale:
                self.forget(each)
        session = Session(self._world, intents=intents, shard=shard)
        self._by_id[session.id] = session
        self._by_shard.setdefault(shard, []).append(session)
        return session

    def resumable(self, session_id: str) -> Session | None:
        """A session that can still be resumed."""
        session = self._by_id.get(session_id)
        if session and session.stale:
            self.forget(session)
            return None
        return session

    def forget(self, session: Session) -> None:
        """A session is over."""
        if self._by_id.pop(session.id, None) is None:
            return
        session.disconnect()
        beside = self._by_shard[session.shard]
        beside.remove(session)
        if not beside:
            del self._by_shard[session.shard]

    def guilds(self, shard: Shard) -> list[objects.Guild]:
        """The servers of a shard in which the bot is."""
        number, count = shard
        world = self._world
        known, spread = self._guilds.get(count, (0, {}))
        if known != len(world.guilds):  # Servers come, none goes: only the bot leaves them.
            spread = {}
            for each in world.guilds.values():
                spread.setdefault(shard_of(each.id, count), []).append(each)
            self._guilds[count] = len(world.guilds), spread
        return [each for each in spread.get(number, []) if world.bot.id in each.members]

    def _hear(self, event: Event) -> None:
        if not event.for_bot:
            return
        for count in {count for _, count in self._by_shard}:
            for session in list(self._by_shard.get((shard_of(event.guild_id, count), count), ())):
                session.hear(event)


class Session:
    """One session; it goes on while its connection is lost, for as long as it can be resumed."""

    def __init__(self, world: World, *, intents: int, shard: Shard) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.seq = 0
        self.lost_at: float | None = None
        self._world = world
        self._sent: deque[Json] = deque(maxlen=MAX_STORED_EVENTS)
        self._deliver: Callable[[Json], None] | None = None

    @property
    def connected(self) -> bool:
        """Whether somebody is at the other end."""
        return self._deliver is not None

    @property
    def stale(self) -> bool:
        """Whether it was disconnected for too long to be resumed."""
        return self.lost_at is not None and self._world.clock.now() - self.lost_at > RESUME_WINDOW_SECONDS

    def connect(self, deliver: Callable[[Json], None]) -> None:
        """Send everything there from now on."""
        self._deliver, self.lost_at = deliver, None

    def serves(self, deliver: Callable[[Json], None]) -> bool:
        """Whether events go there, and not yet to a newer connection."""
        return self._deliver == deliver

    def disconnect(self) -> None:
        """Disconnect; events are stored for a resume."""
        self._deliver, self.lost_at = None, self._world.clock.now()

    def dispatch(self, name: str, data: Any) -> None:
        """Send an event and keep it for a resume."""
        self.seq += 1
        frame = {"op": 0, "s": self.seq, "t": name, "d": data}
        self._sent.append(frame)
        if self._deliver:
            self._deliver(frame)

    def replay(self, after: int) -> bool:
        """Send the events after this sequence number again; False if they are no longer stored."""
        if after > self.seq or (self._sent and after < self._sent[0]["s"] - 1):
            return False
        for frame in list(self._sent):
            if frame["s"] > after and self._deliver:
                self._deliver(frame)
        return True

    def hear(self, event: Event) -> None:
        """Tell it what happened in a server of its shard, if its intents ask for that."""
        if self._wants(event):
            self.dispatch(event.name, self._masked(event))

    def _wants(self, event: Event) -> bool:
        channel = event.channel
        if event.name.startswith("MESSAGE_"):
            if channel and not self._world.sees(self._world.bot.id, channel):
                return False
            return bool(self.intents & (GUILD_MESSAGES if event.guild_id else DIRECT_MESSAGES))
        if event.name == "INTERACTION_CREATE":
            return True
        if channel and channel.type == objects.DM:
            return False
        if event.name.startswith("THREAD_") and channel and not self._world.sees(self._world.bot.id, channel):
            return False
        return bool(self.intents & GUILDS) and event.name.startswith(WITH_GUILDS)

    def _masked(self, event: Event) -> Json:
        """Hide other users' text from a bot without the privileged intent, except mentions and direct messages."""
        data = event.data
        if "content" not in data or event.guild_id is None:
            return data
        called = any(each["id"] == self._world.bot.id for each in data["mentions"])
        if called or data["author"]["id"] == self._world.bot.id:
            return data
        return {**data, "content": "", "embeds": [], "attachments": [], "components": []}
