"""Routes of messages in channels."""

from __future__ import annotations

from typing import Any

from bot.sandbox.api.bodies import message as message_body
from bot.sandbox.api.rest import Call, route
from bot.sandbox.model import messages, payloads
from bot.sandbox.model.clock import born
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.refusals import refusal


@route("POST", "/channels/{channel_id}/messages", limit="create")
async def create(call: Call) -> Any:
    """Post a message."""
    world = call.world
    channel = call.channel()
    draft = message_body.read_draft(call.body, call.uploads, message_body.CREATE)
    messages.may_send(world, world.bot, channel, draft)
    same = messages.already_posted(world, channel, world.bot, draft)
    return payloads.message(world, same or messages.post(world, channel, world.bot, draft))


@route("PATCH", "/channels/{channel_id}/messages/{message_id}", limit="edit")
async def edit(call: Call) -> Any:
    """Edit one of the bot's own messages."""
    channel = call.channel()
    message = messages.find(channel, call.params["message_id"])
    if message.author is not call.world.bot:
        raise refusal(50005)
    if channel.thread and channel.thread.archived:
        raise refusal(50083)
    call.meter.spend_old_edit(channel.id, call.world.clock.now() - born(message.id))
    draft = message_body.read_draft(call.body, call.uploads, message_body.EDIT, before=message)
    messages.edit(call.world, message, draft)
    return payloads.message(call.world, message)


@route("DELETE", "/channels/{channel_id}/messages/{message_id}", limit="delete")
async def delete(call: Call) -> None:
    """Delete a message: the bot's own, or any with the permission."""
    channel = call.channel()
    message = messages.find(channel, call.params["message_id"])
    if message.author is not call.world.bot:
        call.world.need(call.world.bot.id, channel, Permission.MANAGE_MESSAGES)
    if channel.thread and channel.thread.archived:
        raise refusal(50083)
    messages.delete(call.world, message)


@route("GET", "/channels/{channel_id}/messages/{message_id}")
async def get(call: Call) -> Any:
    """One message."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    return payloads.message(call.world, messages.find(channel, call.params["message_id"]))


@route("GET", "/channels/{channel_id}/messages", query=("limit", "after"))
async def history(call: Call) -> Any:
    """Messages, newest first."""
    channel = call.channel()
    if not call.world.permissions(call.world.bot.id, channel) & Permission.READ_MESSAGE_HISTORY:
        return []
    limit = int(call.query.get("limit", "50"))
    if not 1 <= limit <= 100:
        problem = {"code": "NUMBER_TYPE_MAX", "message": "int value should be between 1 and 100."}
        raise refusal(50035, errors={"limit": {"_errors": [problem]}})
    found = [each for each in reversed(channel.messages.values()) if not each.only_for]
    if "after" in call.query:
        found = [each for each in found if int(each.id) > int(call.query["after"])][-limit:]
    return [payloads.message(call.world, each) for each in found[:limit]]
