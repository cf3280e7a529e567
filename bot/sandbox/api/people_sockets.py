"""The people's WebSockets, one each, used by the page and by Person."""

from __future__ import annotations

import asyncio
import binascii
import json
import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from bot.sandbox.api.bodies.command import LOCALES
from bot.sandbox.api.gateway import Gateway
from bot.sandbox.api.person_actions import Actor
from bot.sandbox.api.rest import respond
from bot.sandbox.model import objects, payloads
from bot.sandbox.model.commands import localized
from bot.sandbox.model.events import Event
from bot.sandbox.model.files import FILE_LIMIT
from bot.sandbox.model.refusals import Refusal, refusal

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]
log = logging.getLogger(__name__)

CHANGES_PLACES = ("CHANNEL_", "THREAD_", "GUILD_ROLE_", "PEOPLE")
HISTORY_LENGTH = 50
CAST_SIZE = 50
"""People offered on the page: with many servers there are too many to list."""


class PeopleSockets:
    """The sockets of everybody who is looking."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway
        self._sockets: set[web.WebSocketResponse] = set()
        self._people: dict[str, list[PersonSocket]] = {}
        world.events.listen(self._hear)

    def mount(self, app: web.Application) -> None:
        """Serve the people's sockets."""
        app.router.add_get("/live", self._serve)
        app.router.add_get("/cast", self._cast)
        app.router.add_get("/poster.png", self._poster)
        app.router.add_post("/restart-bot", self._restart_bot)

    async def close(self) -> None:
        """Send everybody home."""
        await asyncio.gather(*(each.close(code=1001) for each in list(self._sockets)))

    async def _cast(self, _: web.Request) -> web.Response:
        """The people to choose from, and the content of the welcome."""
        people = [payloads.user(each) for each in self._world.people[:CAST_SIZE]]
        world = self._world
        found = {"people": people, "hints": world.hints, "poster": bool(world.poster)}
        return respond(200, found | {"restart": world.restart_bot is not None})

    async def _poster(self, _: web.Request) -> web.Response:
        if not self._world.poster:
            raise web.HTTPNotFound
        return web.Response(body=self._world.poster, content_type="image/png")

    async def _restart_bot(self, _: web.Request) -> web.Response:
        if self._world.restart_bot is None:
            raise web.HTTPNotFound
        self._world.restart_bot()
        return web.Response(status=204)

    def _hear(self, event: Event) -> None:
        """Send an event to the sockets it concerns: one person, a conversation, a server or everybody."""
        world, channel = self._world, event.channel
        if event.person is not None:
            concerned: Iterable[str] = (event.person,)
        elif channel and not channel.guild_id:
            concerned = channel.recipients
        elif event.guild_id:
            concerned = world.guilds[event.guild_id].members
        else:
            concerned = list(self._people)
        for key in concerned:
            for each in self._people.get(key, ()):
                each.hear(event)

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        user = self._world.users.get(request.query.get("person", ""))
        socket = web.WebSocketResponse(max_msg_size=2 * FILE_LIMIT)
        await socket.prepare(request)
        if user is None or user.bot:
            await socket.close(code=4000, message=b"Nobody has this id.")
            return socket
        self._sockets.add(socket)
        person = PersonSocket(self._world, self._gateway, user)
        self._people.setdefault(user.id, []).append(person)
        writer = asyncio.create_task(_write(socket, person.outbox))
        try:
            person.welcome()
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    person.receive(message.data)
        finally:
            self._people[user.id].remove(person)
            if not self._people[user.id]:
                del self._people[user.id]
            writer.cancel()
            self._sockets.discard(socket)
        return socket


async def _write(socket: web.WebSocketResponse, outbox: asyncio.Queue[Json]) -> None:
    while True:
        frame = await outbox.get()
        try:
            await socket.send_str(json.dumps(frame, ensure_ascii=False))
        except ConnectionError:
            return


class PersonSocket:
    """One person's socket: what they may see goes out, what they do comes in."""

    def __init__(self, world: World, gateway: Gateway, user: objects.User) -> None:
        self.outbox: asyncio.Queue[Json] = asyncio.Queue()
        self._world = world
        self._gateway = gateway
        self._user = user
        self._acts: dict[str, Callable[[Json], Any]] = {
            "history": self._history,
            "commands": self._commands,
            "language": self._language,
            **Actor(world, user).acts,
        }

    # what goes out

    def welcome(self) -> None:
        """Say who they are and what there is."""
        self._send("HELLO", {"me": self._about(self._user), "now": self._world.clock.now(), **self._places()})
        self._send("BOT", {"online": self._gateway.online})

    def hear(self, event: Event) -> None:
        """Tell them an event if it concerns them."""
        if event.name.startswith(CHANGES_PLACES):
            self._send("PLACES", self._places())
        elif event.person is not None:
            if event.person == self._user.id:
                self._send(event.name, event.data)
        elif event.for_people and (event.channel is None or self._world.sees(self._user.id, event.channel)):
            self._send(event.name, event.data)

    def _send(self, name: str, data: Any) -> None:
        self.outbox.put_nowait({"t": name, "d": data})

    def _places(self) -> Json:
        world = self._world
        mine = [world.guilds[key] for key in self._user.guilds]
        people = {world.bot.id: world.bot}
        for each in mine:
            people |= {key: member.user for key, member in each.members.items()}
        return {
            "guild": {"id": self._home.id, "name": self._home.name},
            "people": [self._about(each) for each in people.values()],
            "roles": [payloads.role(role) for each in mine for role in each.roles.values()],
            "channels": [self._place(each) for each in world.places_of(self._user)],
        }

    @property
    def _home(self) -> objects.Guild:
        """The server this person came to first."""
        return self._world.guilds[self._user.guilds[0]] if self._user.guilds else self._world.guild

    def _place(self, channel: objects.Channel) -> Json:
        data = payloads.channel(self._world, channel)
        if channel.thread:
            data["joined"] = self._user.id in channel.thread.members
        if channel.type == objects.DM:
            others = [each for each in channel.recipients if each != self._user.id]
            data["recipients"] = [self._about(self._world.users[each]) for each in others]
        return data

    def _about(self, user: objects.User) -> Json:
        member = self._home.members.get(user.id)
        return payloads.user(user) | {"locale": user.locale, "roles": list(member.roles) if member else []}

    # what comes in

    def receive(self, text: str) -> None:
        """Do what they ask; the answer, or the refusal, carries the number of their request."""
        number = None
        try:
            frame = json.loads(text)
            number = frame.get("n")
            result = self._acts[frame["do"]](frame)
        except Refusal as wrong:
            self._send("REFUSED", {"n": number, "status": wrong.status, **wrong.body()})
        except (ValueError, KeyError, TypeError, AttributeError, binascii.Error) as wrong:
            log.warning("a page sent what it should not: %r", wrong)
            self._send("REFUSED", {"n": number, "status": 400, "code": 0, "message": f"Unreadable: {wrong!r}"})
        else:
            self._send("DONE", {"n": number, "result": result})

    def _history(self, frame: Json) -> list[Json]:
        channel = self._world.channel(str(frame["channel"]))
        if not self._world.sees(self._user.id, channel):
            raise refusal(50001)
        before = int(frame.get("before") or 2**63)
        seen = [each for each in channel.messages.values() if self._world.shows(self._user.id, each)]
        seen = [each for each in seen if int(each.id) < before][-HISTORY_LENGTH:]
        return [payloads.message(self._world, each) for each in seen]

    def _commands(self, frame: Json) -> list[Json]:
        channel = self._world.channel(str(frame["channel"]))
        usable = self._world.commands.usable(self._user, channel)
        return [_in_language(each, self._user.locale) for each in usable]

    def _language(self, frame: Json) -> None:
        if frame["locale"] not in LOCALES:
            raise Refusal(400, 50035, "Discord knows no such locale.")
        self._user.locale = frame["locale"]
        self._world.events.tell(Event(name="PEOPLE", for_bot=False))
        self._send("COMMANDS", {})


def _in_language(command: Json, locale: str) -> Json:
    """A command with what this person reads beside the names the bot receives."""
    shown = dict(command)
    for key in ("name", "description"):
        if command.get(key):
            shown[f"shown_{key}"] = localized(command, key, locale)
        shown.pop(f"{key}_localizations", None)
    for key in ("options", "choices"):
        if command.get(key):
            shown[key] = [_in_language(each, locale) for each in command[key]]
    return shown
