"""Control of a running sandbox: faults, permissions, deletions, time. Over HTTP it needs the secret."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from aiohttp import web

from bot.sandbox.api.faults import Faults
from bot.sandbox.api.gateway import Gateway
from bot.sandbox.api.rest import Api, respond
from bot.sandbox.model import messages, objects, payloads, threads
from bot.sandbox.model.events import Event
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.refusals import Refusal
from bot.sandbox.model.servers import add_channel, add_user, join, leave
from bot.sandbox.model.world import World

Json = dict[str, Any]


@dataclass(eq=False)
class Control:
    """Everything that can be done to a world from outside it. People and places are named by id or by name."""

    _world: World
    _gateway: Gateway
    _faults: Faults
    _api: Api
    _secret: str

    def mount(self, app: web.Application) -> None:
        """Serve the control routes: each method below is POST /control/<name> with its arguments as JSON."""
        for name in ("fault", "clear_faults", "gateway", "permissions", "delete", "dms", "advance", "thread", "person",
                     "channel", "leave", "world", "guilds", "journal", "stats"):  # fmt: skip
            app.router.add_post(f"/control/{name}", self._serve(getattr(self, name)))

    def _serve(self, method: Callable[..., Any]) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.Response:
            given = request.headers.get("Authorization", "").removeprefix("Bearer ")
            if not hmac.compare_digest(given.encode(), self._secret.encode()):
                return respond(401, {"message": "the secret printed at start is needed", "code": 0})
            try:
                result = method(**(await request.json() if request.can_read_body else {}))
                result = await result if hasattr(result, "__await__") else result
            except Refusal as wrong:
                return respond(wrong.status, wrong.body())
            except (TypeError, ValueError, KeyError) as wrong:
                return respond(400, {"message": repr(wrong), "code": 0})
            return respond(200, {} if result is None else result)

        return serve

    def fault(self, **facts: Any) -> Json:
        """Let the next requests go wrong; see Fault."""
        return asdict(self._faults.add(**facts))

    def clear_faults(self) -> None:
        """Nothing goes wrong any more."""
        self._faults.clear()

    async def gateway(self, action: str, code: int = 4000, shard: int | None = None) -> None:
        """Drop connections, ask for a reconnect (op 7) or invalidate sessions (op 9): of one shard, or all."""
        if action == "drop":
            await self._gateway.drop(code, shard)
        elif action == "reconnect":
            self._gateway.ask_reconnect(shard)
        elif action == "invalidate":
            self._gateway.invalidate(shard)
        else:
            raise ValueError(f"no action {action!r}")

    def permissions(
        self, who: str, allow: list[str] | None = None, deny: list[str] | None = None, channel: str | None = None
    ) -> Json:
        """Allow and deny by Discord's names ("SEND_MESSAGES"): to a person, a role or "bot", in one channel or all.

        Without a channel it is the role that changes; for a person, their highest one.
        """
        yes, no = Permission.named(allow or []), Permission.named(deny or [])
        if channel is None:
            role = self._role(who)
            role.permissions = role.permissions & ~no | yes
            data = {"guild_id": self._world.guild.id, "role": payloads.role(role)}
            self._world.events.tell(Event(name="GUILD_ROLE_UPDATE", data=data, guild_id=self._world.guild.id))
            return {"permissions": str(role.permissions)}
        place = self._world.place(channel)
        role_ids = self._world.guild.roles
        key = who if who in role_ids else self._person(who).id
        rule = place.overwrites.setdefault(key, objects.Overwrite(id=key, kind=0 if key in role_ids else 1))
        rule.allow = rule.allow & ~no | yes
        rule.deny = rule.deny & ~yes | no
        self._world.tell_channel("CHANNEL_UPDATE", place)
        return payloads.overwrite(rule)

    def _person(self, who: str) -> objects.User:
        return self._world.bot if who == "bot" else self._world.person(who)

    def _role(self, who: str) -> objects.Role:
        guild = self._world.guild
        for each in guild.roles.values():
            if who in (each.id, each.name):
                return each
        member = guild.members[self._person(who).id]
        return guild.roles[member.roles[-1]] if member.roles else guild.roles[guild.id]

    def delete(self, channel: str, message: str | None = None) -> None:
        """Delete a channel, a thread or one message, as a moderator would."""
        place = self._world.place(channel)
        if message is None:
            threads.close(self._world, place)
        else:
            messages.delete(self._world, messages.find(place, message))

    def dms(self, person: str, open: bool) -> None:  # noqa: A002, FBT001 - it is the word in the JSON
        """Open or close somebody's direct messages."""
        self._person(person).dms_open = open

    def advance(self, seconds: float) -> Json:
        """Push the clock forward: tokens grow old, idle threads are archived."""
        self._world.clock.advance(seconds)
        threads.archive_idle(self._world)
        return {"now": self._world.clock.now()}

    def thread(self, thread: str, **changes: Any) -> Json:
        """Archive, lock or rename a thread."""
        place = self._world.place(thread)
        if unknown := changes.keys() - {"archived", "locked", "name"}:
            raise ValueError(f"no such fields: {', '.join(sorted(unknown))}")
        threads.change(self._world, place, **changes)
        return payloads.channel(self._world, place)

    def person(self, name: str, locale: str = "fr", guild: str | None = None) -> Json:
        """Somebody new comes to a server, the first unless another is named."""
        user = add_user(self._world, name.lower(), name, locale)
        join(self._world, self._guild(guild), user, [])
        return payloads.user(user)

    def channel(self, name: str, guild: str | None = None) -> Json:
        """A new text channel in a server, the first unless another is named."""
        return payloads.channel(self._world, add_channel(self._world, self._guild(guild), name))

    def leave(self, guild: str | None = None) -> None:
        """The bot is thrown out of a server, the first unless another is named."""
        leave(self._world, self._guild(guild), self._world.bot)

    def _guild(self, key: str | None) -> objects.Guild:
        return self._world.guilds[key] if key else self._world.guild

    def world(self, guild: str | None = None) -> Json:
        """The members, roles and channels of a server, with ids; by default of the first server."""
        found = self._guild(guild)
        people = [each.user for each in found.members.values() if not each.user.bot]
        return {
            "guild": {"id": found.id, "name": found.name},
            "bot": payloads.user(self._world.bot),
            "people": [payloads.user(each) for each in people],
            "channels": [payloads.channel(self._world, each) for each in found.channels.values()],
        }

    def guilds(self) -> Json:
        """Every server in short: its id and name, the channel for games and the people, by id."""
        return {
            "guilds": [
                {
                    "id": each.id,
                    "name": each.name,
                    "channel": next(iter(each.channels), None),
                    "people": [key for key, member in each.members.items() if not member.user.bot],
                }
                for each in self._world.guilds.values()
            ]
        }

    def journal(self, since: float = 0.0) -> Json:
        """The bot's requests since a moment, and their responses."""
        return {"requests": [asdict(each) for each in self._api.journal if each.at >= since]}

    def stats(self) -> Json:
        """Numbers a long run looks at. Unanswered is what failed, and what still waits.

        Answered twice are those to which a second answer came: two processes have taken them.
        """
        found = self._world.interactions
        unanswered = [*found.failed, *found.waiting]
        return {
            "interactions": found.opened,
            "unanswered": [
                {"id": each.id, "kind": each.kind, "data": each.data, "guild_id": each.channel.guild_id}
                for each in unanswered
            ],
            "answered_twice": list(found.answered_twice),
            "identified": self._gateway.identified,
            "gateway": dict(self._gateway.counts),
            "sessions": [[*each.shard, each.connected] for each in self._gateway.sessions],
            "online": self._gateway.online,
            "refused": sum(each.status >= 400 for each in self._api.journal),
        }
