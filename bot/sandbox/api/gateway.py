"""The gateway: the WebSocket on which the bot identifies, beats, resumes and hears what happens."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from bot.sandbox.model import objects, payloads
from bot.sandbox.model.events import Event

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
    0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11,
)  # fmt: skip
UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, BAD_TOKEN, TWICE = 4001, 4002, 4003, 4004, 4005
TOO_FAST, BAD_SHARD, BAD_VERSION, BAD_INTENTS, FORBIDDEN_INTENTS = 4008, 4010, 4012, 4013, 4014
SENDS = (120, 60.0)
BEAT_BACK = 0.1
"""Seconds until a heartbeat is acknowledged. Discord is never quicker than the network, and discord.py counts on it:
its heartbeats are sent from another thread, which notes the time only after the frame has gone. An answer that comes
before that is measured from the beat before it, and discord.py warns of forty seconds."""
RESUMABLE = 300.0

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
KNOWN_INTENTS = (1 << 26) - 1
WITH_GUILDS = ("GUILD_", "CHANNEL_", "THREAD_")
KEPT = 2000


class Gateway:
    """Every connection and session of the bot."""

    def __init__(self, world: World, *, heartbeat: float = 41.25) -> None:
        self._world = world
        self._heartbeat = heartbeat
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.identified = 0

    @property
    def online(self) -> bool:
        """Whether the bot is connected."""
        return any(each.connected for each in self.sessions.values())

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
        connection = Connection(self, self._world, socket, compress=request.query.get("compress") == "zlib-stream")
        self.connections.add(connection)
        try:
            await connection.run(self._heartbeat)
        finally:
            self.connections.discard(connection)
            self.tell_presence()
        return socket

    def tell_presence(self) -> None:
        """Tell people whether the bot is there."""
        self._world.events.tell(Event(name="BOT", data={"online": self.online}, for_bot=False))

    def resumable(self, session_id: str) -> Session | None:
        """A session that can still be resumed."""
        session = self.sessions.get(session_id)
        if session and session.lost_at is not None and self._world.clock.now() - session.lost_at > RESUMABLE:
            self.forget(session)
            return None
        return session

    def forget(self, session: Session) -> None:
        """A session is over."""
        session.end()
        self.sessions.pop(session.id, None)

    async def drop(self, code: int = 4000) -> None:
        """Cut every connection; sessions can be resumed (4000), unless the code says otherwise."""
        await asyncio.gather(*(each.close(code, "dropped on demand") for each in list(self.connections)))

    def ask_reconnect(self) -> None:
        """Ask every client to reconnect and resume (op 7)."""
        for each in self.connections:
            each.send({"op": RECONNECT, "d": None, "s": None, "t": None})

    def invalidate(self) -> None:
        """End every session (op 9): clients must identify anew."""
        for each in list(self.sessions.values()):
            self.forget(each)
        for each in self.connections:
            each.session = None
            each.send({"op": INVALID, "d": False, "s": None, "t": None})


class Connection:
    """One WebSocket."""

    def __init__(self, gateway: Gateway, world: World, socket: web.WebSocketResponse, *, compress: bool) -> None:
        self.session: Session | None = None
        self._gateway = gateway
        self._world = world
        self._socket = socket
        self._zlib = zlib.compressobj() if compress else None
        self._queue: asyncio.Queue[Json] = asyncio.Queue()
        self._sends: deque[float] = deque()
        self._closed_with: int | None = None

    def send(self, frame: Json) -> None:
        """Send a frame, in order, without waiting."""
        self._queue.put_nowait(frame)

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
                    message = await asyncio.wait_for(self._socket.receive(), heartbeat * 1.5)
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
            self._gateway.forget(self.session)
        else:
            self.session.disconnect()

    async def _write(self) -> None:
        while True:
            frame = await self._queue.get()
            text = json.dumps(frame, ensure_ascii=False)
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
            asyncio.get_running_loop().call_later(BEAT_BACK, self.send, beat)
        elif op == IDENTIFY:
            await self._identify(data)
        elif op == RESUME:
            await self._resume(data)
        elif self.session is None:
            await self.close(NOT_AUTHENTICATED, "Not authenticated.")
        elif op == MEMBERS:
            self._members(data)
        elif op not in (PRESENCE, VOICE):
            await self.close(UNKNOWN_OPCODE, "Unknown opcode.")

    async def _identify(self, data: Json) -> None:
        fault = self._identify_fault(data)
        if fault:
            await self.close(*fault)
            return
        number, count = data.get("shard") or (0, 1)
        self._gateway.identified += 1
        session = self.session = Session(self._world, intents=data["intents"], shard=(number, count))
        self._gateway.sessions[session.id] = session
        session.connect(self.send)
        guilds = [each for each in self._world.guilds.values() if session.owns(each.id)]
        guilds = [each for each in guilds if self._world.bot.id in each.members]
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
        self._gateway.tell_presence()

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
        if intents & PRIVILEGED & ~self._world.privileged_intents:
            return FORBIDDEN_INTENTS, "Disallowed intent(s)."
        return None

    async def _resume(self, data: Json) -> None:
        session = self._gateway.resumable(str(data.get("session_id")))
        if data.get("token") != self._world.token:
            await self.close(BAD_TOKEN, "Authentication failed.")
        elif session is None:
            self.send({"op": INVALID, "d": False, "s": None, "t": None})
        else:
            session.connect(self.send)
            if not session.replay(int(data.get("seq") or 0)):
                self._gateway.forget(session)
                self.send({"op": INVALID, "d": False, "s": None, "t": None})
                return
            self.session = session
            session.dispatch("RESUMED", {})
            self._gateway.tell_presence()

    def _members(self, data: Json) -> None:
        guild = self._world.guilds.get(str(data.get("guild_id")))
        if guild is None or self.session is None:
            return
        wanted = data.get("user_ids")
        wanted = [wanted] if isinstance(wanted, str) else wanted
        query = str(data.get("query") or "").lower()
        found = [
            each
            for each in guild.members.values()
            if (each.user.id in wanted if wanted else each.user.name.lower().startswith(query))
        ]
        chunk = {
            "guild_id": guild.id,
            "members": [payloads.member(each) for each in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
        }
        self.session.dispatch("GUILD_MEMBERS_CHUNK", chunk)


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
        if channel and channel.type == objects.DM:
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
