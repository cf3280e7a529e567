"""A bot's session on the gateway: what it asked for, what it was sent, and whether it can resume."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bot.sandbox import model
from bot.sandbox.events import Event

if TYPE_CHECKING:
    from bot.sandbox.world import World

Json = dict[str, Any]

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
KNOWN_INTENTS = (1 << 26) - 1
WITH_GUILDS = ("GUILD_", "CHANNEL_", "THREAD_")
KEPT = 2000


class Session:
    """One session; it goes on while its connection is lost, for as long as it can be resumed."""

    def __init__(self, world: World, *, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.seq = 0
        self.lost_at: float | None = None
        self._world = world
        self._sent: deque[Json] = deque(maxlen=KEPT)
        self._deliver: Callable[[Json], None] | None = None
        self._stop = world.events.listen(self._hear)

    @property
    def connected(self) -> bool:
        """Whether somebody is at the other end."""
        return self._deliver is not None

    def connect(self, deliver: Callable[[Json], None]) -> None:
        """Send everything there from now on."""
        self._deliver, self.lost_at = deliver, None

    def serves(self, deliver: Callable[[Json], None]) -> bool:
        """Whether events go there, and not yet to a newer connection."""
        return self._deliver == deliver

    def disconnect(self) -> None:
        """The connection is lost; events are kept."""
        self._deliver, self.lost_at = None, self._world.clock.now()

    def end(self) -> None:
        """The session is over."""
        self.disconnect()
        self._stop()

    def dispatch(self, name: str, data: Any) -> None:
        """Send an event and keep it for a resume."""
        self.seq += 1
        frame = {"op": 0, "s": self.seq, "t": name, "d": data}
        self._sent.append(frame)
        if self._deliver:
            self._deliver(frame)

    def replay(self, after: int) -> bool:
        """Send again what came after this number; False if it is no longer kept."""
        if after > self.seq or (self._sent and after < self._sent[0]["s"] - 1):
            return False
        for frame in list(self._sent):
            if frame["s"] > after and self._deliver:
                self._deliver(frame)
        return True

    def owns(self, guild_id: str | None) -> bool:
        """Whether a server's events go to this shard; what has no server goes to shard 0."""
        number, count = self.shard
        return (int(guild_id) >> 22) % count == number if guild_id else number == 0

    def _hear(self, event: Event) -> None:
        if event.for_bot and self.owns(event.guild_id) and self._wants(event):
            self.dispatch(event.name, self._masked(event))

    def _wants(self, event: Event) -> bool:
        channel = event.channel
        if event.name.startswith("MESSAGE_"):
            if channel and not self._world.sees(self._world.bot.id, channel):
                return False
            return bool(self.intents & (GUILD_MESSAGES if event.guild_id else DIRECT_MESSAGES))
        if event.name == "INTERACTION_CREATE":
            return True
        if channel and channel.type == model.DM:
            return False
        if event.name.startswith("THREAD_") and channel and not self._world.sees(self._world.bot.id, channel):
            return False
        return bool(self.intents & GUILDS) and event.name.startswith(WITH_GUILDS)

    def _masked(self, event: Event) -> Json:
        """Without the privileged intent, the text of others is kept from the bot, unless it is called or alone."""
        data = event.data
        if "content" not in data or self.intents & MESSAGE_CONTENT or event.guild_id is None:
            return data
        called = any(each["id"] == self._world.bot.id for each in data["mentions"])
        if called or data["author"]["id"] == self._world.bot.id:
            return data
        return {**data, "content": "", "embeds": [], "attachments": [], "components": []}
