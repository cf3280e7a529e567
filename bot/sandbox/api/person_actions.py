"""What a person can do: speak, use a command, press, choose, fill in. Discord's own client would allow no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.api.bodies.message import CREATE, Uploads, read_draft
from bot.sandbox.api.person_input import Resolved, check_answers, check_options, focused_option
from bot.sandbox.model import components, messages, objects, threads
from bot.sandbox.model.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interaction
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.refusals import Refusal, refusal

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]


class Actor:
    """One person, acting."""

    def __init__(self, world: World, user: objects.User) -> None:
        self.world = world
        self.user = user

    def say(self, channel_id: str, body: Json, uploads: Uploads | None = None) -> objects.Message:
        """Send an ordinary message."""
        channel = self._place(channel_id)
        draft = read_draft(body, uploads or {}, CREATE)
        if draft.components or (draft.flags or 0) & objects.IS_COMPONENTS_V2:
            raise Refusal(400, 50035, "People do not send components.")
        messages.may_send(self.world, self.user, channel, draft)
        return messages.post(self.world, channel, self.user, draft)

    def write_to(self, user_id: str) -> objects.Channel:
        """The direct conversation with somebody, opened if need be."""
        if user_id not in self.world.users or user_id == self.user.id:
            raise refusal(50033)
        return threads.conversation(self.world, self.user.id, user_id)

    def command(
        self,
        channel_id: str,
        command_id: str,
        given: list[Json],
        *,
        uploads: Uploads | None = None,
        nonce: str | None = None,
    ) -> Interaction:
        """Use a command with these options, nested as Discord nests subcommands."""
        channel, command = self._command(channel_id, command_id)
        resolved = Resolved(self.world, channel, uploads or {})
        data = {**_named(command), "options": check_options(command["options"], given, resolved), **resolved.payload()}
        return self.world.interactions.open(COMMAND, self.user, channel, data, nonce=nonce)

    def complete(self, channel_id: str, command_id: str, given: list[Json], nonce: str | None = None) -> Interaction:
        """Ask for suggestions; exactly one option is marked as focused."""
        channel, command = self._command(channel_id, command_id)
        resolved = Resolved(self.world, channel, {})
        read = check_options(command["options"], given, resolved, partial=True)
        if not focused_option(read):
            raise Refusal(400, 50035, "No option is focused.")
        data = {**_named(command), "options": read, **resolved.payload()}
        return self.world.interactions.open(AUTOCOMPLETE, self.user, channel, data, nonce=nonce)

    def use(
        self,
        channel_id: str,
        message_id: str,
        custom_id: str,
        values: list[str] | None = None,
        *,
        nonce: str | None = None,
    ) -> Interaction:
        """Press a button or choose in a select of a message one sees."""
        channel = self._place(channel_id)
        message = channel.messages.get(message_id)
        if message is None or not self.world.shows(self.user.id, message):
            raise refusal(10008)
        found = next((each for each in components.walk(message.components) if each.get("custom_id") == custom_id), None)
        if found is None:
            raise Refusal(400, 50035, f"The message has no component {custom_id!r}.")
        if found.get("disabled"):
            raise Refusal(400, 50035, "The component is disabled.")
        data: Json = {"custom_id": custom_id, "component_type": found["type"], "id": found["id"]}
        if found["type"] in components.SELECTS:
            resolved = Resolved(self.world, channel, {})
            data["values"] = resolved.choose(found, values or [])
            data |= resolved.payload()
        return self.world.interactions.open(COMPONENT, self.user, channel, data, source=message, nonce=nonce)

    def submit(
        self, interaction_id: str, answers: dict[str, Any], *, uploads: Uploads | None = None, nonce: str | None = None
    ) -> Interaction:
        """Send a filled-in modal; answers by custom_id. Files are numbers into the uploads."""
        opener = self.world.interactions.modal_of(interaction_id, self.user)
        modal = opener.modal or {}
        if opener.submitted:
            raise Refusal(400, 50035, "This modal was already submitted.")
        check_answers(modal, answers)
        opener.submitted = True
        resolved = Resolved(self.world, opener.channel, uploads or {})
        filled = [resolved.filled(each, answers) for each in modal["components"]]
        data = {"custom_id": modal["custom_id"], "components": filled, **resolved.payload()}
        return self.world.interactions.open(
            MODAL, self.user, opener.channel, data, source=opener.source, opener=opener, nonce=nonce
        )

    def _place(self, channel_id: str) -> objects.Channel:
        channel = self.world.channel(channel_id)
        if not self.world.sees(self.user.id, channel):
            raise refusal(50001)
        return channel

    def _command(self, channel_id: str, command_id: str) -> tuple[objects.Channel, Json]:
        channel = self._place(channel_id)
        command = self.world.commands.find(command_id)
        if not self.world.commands.may_use(self.user, channel, command):
            raise refusal(50013)
        return channel, command

    def join_thread(self, channel_id: str) -> None:
        """Enter a thread one sees."""
        threads.add(self.world, self._place(channel_id), self.user.id)

    def remove_message(self, channel_id: str, message_id: str) -> None:
        """Delete a message: one's own, an ephemeral one (which is only dismissed), or any with the permission."""
        channel = self._place(channel_id)
        message = channel.messages.get(message_id)
        if message is None or not self.world.shows(self.user.id, message):
            raise refusal(10008)
        if message.author is not self.user and message.only_for is None:
            self.world.need(self.user.id, channel, Permission.MANAGE_MESSAGES)
        messages.delete(self.world, message)


def _named(command: Json) -> Json:
    return {key: command[key] for key in ("id", "name", "type")}
