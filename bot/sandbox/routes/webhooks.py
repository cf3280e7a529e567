"""Routes of an interaction's token after its first answer: follow-ups and the original response."""

from __future__ import annotations

from typing import Any

from bot.sandbox import bodies, messages, model, payloads
from bot.sandbox.errors import refusal
from bot.sandbox.interactions import Interaction
from bot.sandbox.rest import Call, route
from bot.sandbox.routes.answers import reply

HOOK = "/webhooks/{application_id}/{webhook_token}"
MESSAGE = HOOK + "/messages/{message_id}"


def _interaction(call: Call) -> Interaction:
    return call.world.interactions.webhook(call.params["application_id"], call.params["webhook_token"])


def _message(call: Call) -> model.Message:
    """The message spoken of, "@original" included; only those sent with this token can be reached by it."""
    interaction = _interaction(call)
    wanted = call.params["message_id"]
    key = interaction.original if wanted == "@original" else wanted
    found = interaction.messages.get(key or "")
    channel = call.world.channels.get(interaction.channel.id)
    if found is None or channel is None or found.id not in channel.messages:
        raise refusal(10008)
    return found


@route("POST", HOOK, limit="webhook", token=False, query=("wait", "with_components", "thread_id"))
async def follow_up(call: Call) -> Any:
    """Send a further message; straight after "thinking …" it takes the place of that."""
    interaction = _interaction(call)
    waiting = interaction.messages.get(interaction.original or "")
    draft = bodies.read_draft(call.body, call.uploads, bodies.ANSWER)
    if waiting and waiting.flags & model.LOADING:
        messages.edit(call.world, waiting, draft, stamp=False)
        return payloads.message(call.world, waiting)
    call.world.channel(interaction.channel.id)
    hidden = (draft.flags or 0) & model.EPHEMERAL
    only_for = interaction.user.id if hidden else None
    message = reply(call, interaction, draft, only_for=only_for, follow_up=interaction.original is not None)
    return payloads.message(call.world, message)


@route("GET", MESSAGE, limit="webhook", token=False, query=("thread_id",))
async def get(call: Call) -> Any:
    """One of the messages of this token."""
    return payloads.message(call.world, _message(call))


@route("PATCH", MESSAGE, limit="webhook", token=False, query=("with_components", "thread_id"))
async def edit(call: Call) -> Any:
    """Edit one of the messages of this token."""
    message = _message(call)
    loading = bool(message.flags & model.LOADING)
    draft = bodies.read_draft(call.body, call.uploads, bodies.WEBHOOK_EDIT, before=message)
    messages.edit(call.world, message, draft, stamp=not loading)
    return payloads.message(call.world, message)


@route("DELETE", MESSAGE, limit="webhook", token=False, query=("thread_id",))
async def delete(call: Call) -> None:
    """Delete one of the messages of this token."""
    messages.delete(call.world, _message(call))
