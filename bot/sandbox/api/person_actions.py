"""The acts of a person: speak, use a command, press, choose, fill in; exactly those of Discord's own client."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.sandbox.api.bodies.message import CREATE, Uploads, read_draft
from bot.sandbox.api.person_input import Resolved, check_answers, check_options, focused_option
from bot.sandbox.model import components, messages, objects, threads
from bot.sandbox.model.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.refusals import Refusal, refusal

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]


@dataclass(eq=False)
class Actor:
    """The acts of one person. Each is a frame of their socket, and returns the immediate result."""

    _world: World
    _user: objects.User

    @property
    def acts(self) -> dict[str, Callable[[Json], Any]]:
        """Every act by its name."""
        return {
            "say": self.say,
            "write_to": self.write_to,
            "command": self.command,
            "complete": self.complete,
            "use": self.use,
            "submit": self.submit,
            "join": self.join,
            "remove": self.remove,
        }

    def say(self, frame: Json) -> Json:
        """Send an ordinary message."""
        channel = self._place(frame)
        body: Json = {"content": frame.get("content", "")}
        if frame.get("reply_to"):
            body["message_reference"] = {"message_id": frame["reply_to"]}
        draft = read_draft(body, _uploads(frame), CREATE)
        messages.may_send(self._world, self._user, channel, draft)
        return {"id": messages.post(self._world, channel, self._user, draft).id}

    def write_to(self, frame: Json) -> Json:
        """The direct conversation with somebody, opened if need be."""
        user_id = str(frame["user"])
        if user_id not in self._world.users or user_id == self._user.id:
            raise refusal(50033)
        return {"channel_id": threads.conversation(self._world, self._user.id, user_id).id}

    def command(self, frame: Json) -> Json:
        """Use a command with these options, nested as Discord nests subcommands."""
        channel, command = self._command(frame)
        resolved = Resolved(self._world, channel, _uploads(frame))
        read = check_options(command["options"], frame.get("options") or [], resolved)
        return self._open(COMMAND, channel, {**_named(command), "options": read, **resolved.payload()}, frame)

    def complete(self, frame: Json) -> Json:
        """Ask for suggestions; exactly one option is marked as focused."""
        channel, command = self._command(frame)
        resolved = Resolved(self._world, channel, {})
        read = check_options(command["options"], frame.get("options") or [], resolved, partial=True)
        if not focused_option(read):
            raise Refusal(400, 50035, "No option is focused.")
        return self._open(AUTOCOMPLETE, channel, {**_named(command), "options": read, **resolved.payload()}, frame)

    def use(self, frame: Json) -> Json:
        """Press a button or choose in a select of a message one sees."""
        channel, message = self._message(frame)
        custom_id = str(frame["custom_id"])
        found = next((each for each in components.walk(message.components) if each.get("custom_id") == custom_id), None)
        if found is None:
            raise Refusal(400, 50035, f"The message has no component {custom_id!r}.")
        if found.get("disabled"):
            raise Refusal(400, 50035, "The component is disabled.")
        data: Json = {"custom_id": custom_id, "component_type": found["type"], "id": found["id"]}
        if found["type"] in components.SELECTS:
            resolved = Resolved(self._world, channel, {})
            data["values"] = resolved.choose(found, frame.get("values") or [])
            data |= resolved.payload()
        return self._open(COMPONENT, channel, data, frame, source=message)

    def submit(self, frame: Json) -> Json:
        """Send a filled-in modal; answers by custom_id. Files are numbers into the uploads."""
        answers, uploads = frame.get("answers") or {}, _uploads(frame)
        opener = self._world.interactions.modal_of(str(frame["interaction"]), self._user)
        modal = opener.modal or {}
        if opener.submitted:
            raise Refusal(400, 50035, "This modal was already submitted.")
        check_answers(modal, answers)
        opener.submitted = True
        resolved = Resolved(self._world, opener.channel, uploads)
        filled = [resolved.filled(each, answers) for each in modal["components"]]
        data = {"custom_id": modal["custom_id"], "components": filled, **resolved.payload()}
        return self._open(MODAL, opener.channel, data, frame, source=opener.source, opener=opener)

    def join(self, frame: Json) -> None:
        """Enter a thread one sees."""
        threads.add(self._world, self._place(frame), self._user.id)

    def remove(self, frame: Json) -> None:
        """Delete a message: one's own, an ephemeral one (which is only dismissed), or any with the permission."""
        channel, message = self._message(frame)
        if message.author is not self._user and message.only_for is None:
            self._world.need(self._user.id, channel, Permission.MANAGE_MESSAGES)
        messages.delete(self._world, message)

    def _open(self, kind: int, channel: objects.Channel, data: Json, frame: Json, **more: Any) -> Json:
        nonce = frame.get("nonce")
        return {"interaction": self._world.interactions.open(kind, self._user, channel, data, nonce=nonce, **more).id}

    def _place(self, frame: Json) -> objects.Channel:
        channel = self._world.channel(str(frame["channel"]))
        if not self._world.sees(self._user.id, channel):
            raise refusal(50001)
        return channel

    def _message(self, frame: Json) -> tuple[objects.Channel, objects.Message]:
        channel = self._place(frame)
        message = channel.messages.get(str(frame["message"]))
        if message is None or not self._world.shows(self._user.id, message):
            raise refusal(10008)
        return channel, message

    def _command(self, frame: Json) -> tuple[objects.Channel, Json]:
        channel = self._place(frame)
        command = self._world.commands.find(str(frame["command"]))
        if not self._world.commands.may_use(self._user, channel, command):
            raise refusal(50013)
        return channel, command


def _named(command: Json) -> Json:
    return {key: command[key] for key in ("id", "name", "type")}


def _uploads(frame: Json) -> Uploads:
    return {
        index: (str(each["name"]), base64.b64decode(each["data"], validate=True))
        for index, each in enumerate(frame.get("files") or [])
    }
