"""Interactions: opened by somebody's act, alive for fifteen minutes, dead if not answered in three seconds."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.sandbox.model import objects, payloads
from bot.sandbox.model.clock import Timer
from bot.sandbox.model.events import Event
from bot.sandbox.model.files import FILE_LIMIT
from bot.sandbox.model.refusals import refusal

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
TOKEN_LIFETIME_SECONDS = 15 * 60
WAITING, ANSWERED, FAILED = "waiting", "answered", "failed"


@dataclass(eq=False, kw_only=True)
class Interaction:
    """One act of somebody's towards the bot, and what has become of it."""

    id: str
    token: str
    kind: int
    user: objects.User
    channel: objects.Channel
    data: Json
    born: float
    nonce: str | None = None
    source: objects.Message | None = None
    """The message whose component was used, or whose component opened the modal."""
    opener: Interaction | None = None
    """For a modal: the interaction that was answered with it."""
    state: str = WAITING
    timer: Timer | None = None
    original: str | None = None
    """The id of the message that is the original response."""
    modal: Json | None = None
    submitted: bool = False
    messages: dict[str, objects.Message] = field(default_factory=dict)
    """Messages that its token reaches: the one that was clicked, and those sent with it."""


class Interactions:
    """Every interaction of the world; the only door through which they are opened, answered and lost."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self.failed: list[Interaction] = []
        self.answered_twice: Counter[str] = Counter()
        """By id, how often one that had its first answer was given another (40060): two bots took it."""
        self.opened = 0

    def open(
        self,
        kind: int,
        user: objects.User,
        channel: objects.Channel,
        data: Json,
        *,
        source: objects.Message | None = None,
        opener: Interaction | None = None,
        nonce: str | None = None,
    ) -> Interaction:
        """Open an interaction and send it to the bot."""
        self._forget_old()
        self.opened += 1
        interaction = Interaction(
            id=self._world.ids.new(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user=user,
            channel=channel,
            data=data,
            born=self._world.clock.now(),
            nonce=nonce,
            source=source,
            opener=opener,
            messages={source.id: source} if source else {},
        )
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        interaction.timer = self._world.clock.call_in(self._world.answer_within, lambda: self._fail(interaction))
        self.report(interaction, "sent")
        self._world.events.tell(
            Event(
                name="INTERACTION_CREATE",
                data=self._payload(interaction),
                guild_id=channel.guild_id,
                for_people=False,
            )
        )
        return interaction

    @property
    def waiting(self) -> list[Interaction]:
        """Those that are not answered yet, though their time is not over."""
        return [each for each in self._by_id.values() if each.state == WAITING and each.kind != AUTOCOMPLETE]

    def answer(self, interaction_id: str, token: str) -> Interaction:
        """The interaction to be answered first, or Discord's refusal: unknown, too late or already answered."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.state == FAILED:
            raise refusal(10062)
        if interaction.state == ANSWERED:
            self.answered_twice[interaction_id] += 1
            raise refusal(40060)
        return interaction

    def settle(self, interaction: Interaction, outcome: str = "answered", **facts: Any) -> None:
        """The first answer has come."""
        interaction.state = ANSWERED
        if interaction.timer:
            interaction.timer.cancel()
        self.report(interaction, outcome, **facts)

    def webhook(self, application_id: str, token: str) -> Interaction:
        """The interaction whose follow-ups use this token, or Discord's refusal: unknown, unanswered or too old."""
        interaction = self._by_token.get(token)
        if application_id != self._world.application_id or interaction is None:
            raise refusal(10015)
        if self._world.clock.now() >= interaction.born + TOKEN_LIFETIME_SECONDS:
            raise refusal(50027)
        if interaction.state != ANSWERED:
            raise refusal(10015)
        return interaction

    def modal_of(self, interaction_id: str, user: objects.User) -> Interaction:
        """The interaction that was answered with a modal for this person."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.modal is None or interaction.user is not user:
            raise refusal(10062)
        return interaction

    def report(self, interaction: Interaction, outcome: str, **facts: Any) -> None:
        """Tell the person what has become of their act."""
        data = {
            "id": interaction.id,
            "kind": interaction.kind,
            "nonce": interaction.nonce,
            "channel_id": interaction.channel.id,
            "message_id": interaction.source.id if interaction.source else None,
            "custom_id": interaction.data.get("custom_id"),
            "outcome": outcome,
            **facts,
        }
        self._world.events.tell(Event(name="INTERACTION", data=data, person=interaction.user.id, for_bot=False))

    def metadata(self, interaction: Interaction) -> Json:
        """A message's reference to the interaction it answers."""
        data: Json = {
            "id": interaction.id,
            "type": interaction.kind,
            "user": payloads.user(interaction.user),
            "authorizing_integration_owners": self._owners(interaction.channel),
        }
        if interaction.kind == COMMAND:
            data |= {"name": full_name(interaction.data), "command_type": interaction.data["type"]}
        if interaction.kind == COMPONENT and interaction.source:
            data["interacted_message_id"] = interaction.source.id
        if interaction.kind == MODAL and interaction.opener:
            data["triggering_interaction_metadata"] = self.metadata(interaction.opener)
        return data

    def _fail(self, interaction: Interaction) -> None:
        if interaction.state == WAITING:
            interaction.state = FAILED
            if interaction.kind != AUTOCOMPLETE:
                self.failed.append(interaction)
            self.report(interaction, "failed")

    def _forget_old(self) -> None:
        horizon = self._world.clock.now() - 2 * TOKEN_LIFETIME_SECONDS
        while self._by_id:
            oldest = next(iter(self._by_id.values()))
            if oldest.born > horizon:
                return
            del self._by_id[oldest.id], self._by_token[oldest.token]

    def _owners(self, channel: objects.Channel) -> Json:
        return {"0": channel.guild_id or "0"}

    def _payload(self, interaction: Interaction) -> Json:
        world, channel, user = self._world, interaction.channel, interaction.user
        place = payloads.channel(world, channel) | {"permissions": str(world.permissions(user.id, channel))}
        data: Json = {
            "id": interaction.id,
            "application_id": world.application_id,
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": channel.id,
            "channel": place,
            "locale": user.locale,
            "app_permissions": str(world.permissions(world.bot.id, channel)),
            "entitlements": [],
            "authorizing_integration_owners": self._owners(channel),
            "attachment_size_limit": FILE_LIMIT,
            "context": 0 if channel.guild_id else 1,
        }
        if channel.guild_id:
            guild = world.guilds[channel.guild_id]
            member = payloads.member(guild.members[user.id]) | {"permissions": place["permissions"]}
            data |= {
                "guild_id": guild.id,
                "guild": payloads.partial_guild(guild),
                "guild_locale": guild.locale,
                "member": member,
            }
        else:
            data["user"] = payloads.user(user)
        if interaction.source:
            data["message"] = payloads.message(world, interaction.source)
        return data


def full_name(data: Json) -> str:
    """A command with its group and subcommand, as people read it."""
    names = [data["name"]]
    options = data.get("options") or []
    while options and options[0]["type"] in (1, 2):
        names.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(names)
