"""Control of a running sandbox: faults, permissions, deletions, time."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from bot.sandbox.api.faults import Faults
from bot.sandbox.api.gateway import Gateway
from bot.sandbox.api.rest import Api
from bot.sandbox.model import messages, objects, payloads, threads
from bot.sandbox.model.events import Event
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.world import World

Json = dict[str, Any]


@dataclass(eq=False)
class Control:
    """Everything that can be done to a world from outside it. People and places are named by id or by name."""

    _world: World
    _gateway: Gateway
    _faults: Faults
    _api: Api

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

    def stats(self) -> Json:
        """Numbers a long run looks at. Unanswered is what failed, and what still waits.

        Answered twice are those to which a second answer came: two processes have taken them.
        """
        found = self._world.interactions
        unanswered = [*found.failed, *found.waiting]
        return {
            "unanswered": [
                {"id": each.id, "kind": each.kind, "data": each.data, "guild_id": each.channel.guild_id}
                for each in unanswered
            ],
            "answered_twice": list(found.answered_twice),
            "gateway": dict(self._gateway.counts),
            "refused": sum(each.status >= 400 for each in self._api.journal),
        }
