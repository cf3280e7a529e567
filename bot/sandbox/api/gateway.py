"""The gateway: the WebSocket on which the bot identifies, sends heartbeats, resumes and receives events."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from bot.sandbox.api.rate_limits import Meter
from bot.sandbox.api.sessions import GUILDS, KNOWN_INTENTS, PRIVILEGED, Session, Sessions
from bot.sandbox.model import payloads
from bot.sandbox.model.events import Event

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, INVALID, HELLO, ACK = 1, 2, 3, 4, 6, 7, 9, 10, 11
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN, TWICE = 4001, 4002, 4003, 4004, 4005
TOO_FAST, BAD_SHARD, TOO_FEW_SHARDS = 4008, 4010, 4011
BAD_VERSION, BAD_INTENTS, FORBIDDEN_INTENTS = 4012, 4013, 4014
HEARTBEAT_GRACE_SECONDS = 10.0
"""A heartbeat may be this late at least, however short the interval: a test machine may be busy."""
MOST_GUILDS = 2500
"""Servers in one shard: with more, Discord asks for more shards."""
SENDS = (120, 60.0)
HEARTBEAT_ACK_SECONDS = 0.1
"""Seconds until a heartbeat is acknowledged. Discord is never quicker than the network, and discord.py counts on it:
its heartbeats are sent from another thread, which notes the time only after the frame has gone. An answer that comes
before that is measured from the beat before it, and discord.py warns of forty seconds."""


class Gateway:
    """Every connection and session of the bot."""

    def __init__(self, world: World, meter: Meter, *, heartbeat: float = 41.25) -> None:
        self._world = world
        self._heartbeat = heartbeat
        self._told: bool | None = None
        self.meter = meter
        self.sessions = Sessions(world)
        self.connections: set[Connection] = set()
        self.counts: Counter[str] = Counter()
        """Counts of identified, resumed and rate-limited sessions."""

    @property
    def identified(self) -> int:
        """How many sessions were started."""
        return self.counts["identified"]

    @property
    def online(self) -> bool:
        """Whether the bot is connected."""
        return any(each.connected for each in self.sessions)

    def mount(self, app: web.Application) -> None:
        """Serve the gateway."""
        app.router.add_get("/gateway", self._serve)
        app.router.add_get("/gateway/", self._serve)

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=4096 * 4, compress=False)
        await socket.prepare(request)
        if request.query.get("v", "10") != "10" or request.query.get("encoding", "json") != "json":
            await socket.close(code=BAD_VERSION, message=b"Invalid API version or encoding.")
            return socket
        compress = request.query.get("compress") == "zlib-stream"
        connection = Connection(self, self._world, socket, compress)
        self.connections.add(connection)
        try:
            await connection.run(self._heartbeat)
        finally:
            self.connections.discard(connection)
            self.tell_presence()
        return socket

    def tell_presence(self) -> None:
        """Tell people whether the bot is there, if that has changed."""
        if self._told != self.online:
            self._told = self.online
            self._world.events.tell(Event(name="BOT", data={"online": self.online}, for_bot=False))

    def _chosen(self, shard: int | None) -> list[Connection]:
        """The connections of a shard by its number; all of them without one."""
        return [each for each in self.connections if shard is None or (each.session and each.session.shard[0] == shard)]

    async def drop(self, code: int = 4000, shard: int | None = None) -> None:
        """Cut connections; sessions can be resumed (4000), unless the code says otherwise."""
        await asyncio.gather(*(each.close(code, "dropped on demand") for each in self._chosen(shard)))

    def ask_reconnect(self, shard: int | None = None) -> None:
        """Ask clients to reconnect and resume (op 7)."""
        for each in self._chosen(shard):
            each.send({"op": RECONNECT, "d": None, "s": None, "t": None})

    def invalidate(self, shard: int | None = None) -> None:
        """End sessions (op 9): clients must identify anew."""
        chosen = self._chosen(shard)
        for session in self.sessions:
            if shard is None or session.shard[0] == shard:
                self.sessions.forget(session)
        for each in chosen:
            each.invalidate()

    async def revoke_token(self) -> None:
        """Do what Discord does to a bot that starts too many sessions: end all of them and revoke its token."""
        self._world.reset_token()
        for session in self.sessions:
            self.sessions.forget(session)
        await self.drop(BAD_TOKEN)


@dataclass(eq=False)
class Connection:
    """One WebSocket; what it sends is compressed if the client wants that."""

    _gateway: Gateway
    _world: World
    _socket: web.WebSocketResponse
    _compress: bool

    def __post_init__(self) -> None:
        self.session: Session | None = None
        self._zlib = zlib.compressobj() if self._compress else None
        self._queue: asyncio.Queue[Json] = asyncio.Queue()
        self._sends: deque[float] = deque()
        self._closed_with: int | None = None

    def send(self, frame: Json) -> None:
        """Send a frame, in order, without waiting."""
        self._queue.put_nowait(frame)

    def invalidate(self) -> None:
        """Tell the client that it has no session (op 9): it must identify anew."""
        self.session = None
        self.send({"op": INVALID, "d": False, "s": None, "t": None})

    async def close(self, code: int, why: str) -> None:
        """Close the connection."""
        self._closed_with = code
        await self._socket.close(code=code, message=why.encode())

    async def run(self, heartbeat: float) -> None:
        """Speak until the connection ends."""
        writer = asyncio.create_task(self._write())
        self.send({"op": HELLO, "d": {"heartbeat_interval": int(heartbeat * 1000), "_trace": []}, "s": None, "t": None})
        try:
            while not self._socket.closed:
                try:
                    message = await asyncio.wait_for(
                        self._socket.receive(), max(heartbeat * 1.5, heartbeat + HEARTBEAT_GRACE_SECONDS)
                    )
                except TimeoutError:
                    await self.close(4009, "Session timed out.")
                    break
                if message.type is not WSMsgType.TEXT:
                    break
                await self._receive(message.data)
        finally:
            writer.cancel()
            self._leave()

    def _leave(self) -> None:
        if self.session is None or not self.session.serves(self.send):
            return
        if (self._closed_with or self._socket.close_code) in (1000, 1001):
            self._gateway.sessions.forget(self.session)
        else:
            self.session.disconnect()

    async def _write(self) -> None:
        while True:
            text = json.dumps(await self._queue.get(), ensure_ascii=False)
            try:
                if self._zlib:
                    data = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self._socket.send_bytes(data)
                else:
                    await self._socket.send_str(text)
            except ConnectionError:
                return

    async def _receive(self, text: str) -> None:
        now = self._world.clock.now()
        self._sends.append(now)
        while self._sends[0] < now - SENDS[1]:
            self._sends.popleft()
        if len(self._sends) > SENDS[0]:
            await self.close(TOO_FAST, "Rate limited.")
            return
        try:
            frame = json.loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError, AttributeError):
            await self.close(DECODE_ERROR, "Error while decoding payload.")
            return
        if op == HEARTBEAT:
            beat = {"op": ACK, "d": None, "s": None, "t": None}
            asyncio.get_running_loop().call_later(HEARTBEAT_ACK_SECONDS, self.send, beat)
        elif op == IDENTIFY:
            await self._identify(data)
        elif op == RESUME:
            await self._resume(data)
        elif self.session is None:
            await self.close(NOT_AUTHENTICATED, "Not authenticated.")
        elif op not in (PRESENCE, VOICE):
            await self.close(UNKNOWN_OPCODE, "Unknown opcode.")

    async def _identify(self, data: Json) -> None:
        fault = self._identify_fault(data)
        if fault:
            await self.close(*fault)
            return
        number, count = data.get("shard") or (0, 1)
        gateway = self._gateway
        if not gateway.meter.identify(number % self._world.max_concurrency):
            gateway.counts["too fast"] += 1
            self.invalidate()
            return
        if not gateway.meter.start():
            await gateway.revoke_token()
            return
        guilds = gateway.sessions.guilds((number, count))
        if len(guilds) > MOST_GUILDS:
            await self.close(TOO_FEW_SHARDS, "Sharding required.")
            return
        gateway.counts["identified"] += 1
        session = self.session = gateway.sessions.open(data["intents"], (number, count))
        session.connect(self.send)
        ready: Json = {
            "v": 10,
            "user": payloads.user(self._world.bot) | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": each.id, "unavailable": True} for each in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._world.files.base.replace("http", "ws", 1) + "/gateway",
            "application": {"id": self._world.application_id, "flags": 0},
            "shard": [number, count],
        }
        session.dispatch("READY", ready)
        if session.intents & GUILDS:
            for each in guilds:
                session.dispatch("GUILD_CREATE", payloads.guild(self._world, each))
        gateway.tell_presence()

    def _identify_fault(self, data: Json) -> tuple[int, str] | None:
        shard, intents = data.get("shard"), data.get("intents")
        if self.session:
            return TWICE, "Already authenticated."
        if str(data.get("token", "")).removeprefix("Bot ") != self._world.token:
            return BAD_TOKEN, "Authentication failed."
        if shard is not None and not (len(shard) == 2 and 0 <= shard[0] < shard[1]):
            return BAD_SHARD, "Invalid shard."
        if not isinstance(intents, int) or intents & ~KNOWN_INTENTS:
            return BAD_INTENTS, "Invalid intent(s)."
        if intents & PRIVILEGED:
            return FORBIDDEN_INTENTS, "Disallowed intent(s)."
        return None

    async def _resume(self, data: Json) -> None:
        session = self._gateway.sessions.resumable(str(data.get("session_id")))
        if data.get("token") != self._world.token:
            await self.close(BAD_TOKEN, "Authentication failed.")
        elif session is None:
            self.invalidate()
        else:
            self.session = session
            session.connect(self.send)
            if not session.replay(int(data.get("seq") or 0)):
                self._gateway.sessions.forget(session)
                self.invalidate()
                return
            self._gateway.counts["resumed"] += 1
            session.dispatch("RESUMED", {})
            self._gateway.tell_presence()
