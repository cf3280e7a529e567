"""Routes of channels and threads."""

from __future__ import annotations

from typing import Any

from bot.sandbox.api.bodies.form import Form
from bot.sandbox.api.rest import Call, Created, route
from bot.sandbox.model import messages, objects, payloads, threads
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.refusals import refusal


@route("GET", "/channels/{channel_id}")
async def get(call: Call) -> Any:
    """One channel, thread or direct conversation."""
    channel = call.world.channel(call.params["channel_id"])
    call.world.need(call.world.bot.id, channel)
    return payloads.channel(call.world, channel)


@route("PATCH", "/channels/{channel_id}")
async def change(call: Call) -> Any:
    """Change a channel or a thread."""
    channel = call.world.channel(call.params["channel_id"])
    call.world.need(call.world.bot.id, channel)
    if channel.guild_id is None:
        raise refusal(50003)
    form = Form(call.body)
    changes = _thread_changes(call, channel, form) if channel.thread else _channel_changes(call, channel, form)
    form.end()
    form.problems.refuse_if_any()
    threads.change(call.world, channel, **changes)
    return payloads.channel(call.world, channel)


def _thread_changes(call: Call, channel: objects.Channel, form: Form) -> dict[str, Any]:
    thread, bot = channel.thread, call.world.bot
    assert thread is not None
    manages = call.world.permissions(bot.id, channel) & Permission.MANAGE_THREADS
    changes: dict[str, Any] = {
        "name": form.text("name", 100, least=1),
        "archived": form.boolean("archived"),
        "locked": form.boolean("locked"),
        "invitable": form.boolean("invitable"),
        "auto_archive": form.one_of("auto_archive_duration", threads.DURATIONS),
        "slowmode": form.integer("rate_limit_per_user", 0, 21600),
    }
    form.unsupported("applied_tags", "flags")
    changes = {key: value for key, value in changes.items() if value is not None}
    if thread.archived and changes.get("archived") is not False:
        raise refusal(50083)
    own = thread.owner_id == bot.id and changes.keys() <= {"name", "archived", "auto_archive", "slowmode", "invitable"}
    opening = changes == {"archived": False} and not thread.locked
    if not manages and not own and not opening:
        raise refusal(50013)
    return changes


def _channel_changes(call: Call, channel: objects.Channel, form: Form) -> dict[str, Any]:
    call.world.need(call.world.bot.id, channel, Permission.MANAGE_CHANNELS)
    changes = {
        "name": form.text("name", 100, least=1),
        "topic": form.text("topic", 4096),
        "position": form.integer("position"),
        "slowmode": form.integer("rate_limit_per_user", 0, 21600),
    }
    form.unsupported("nsfw", "parent_id", "permission_overwrites", "default_auto_archive_duration", "flags")
    return {key: value for key, value in changes.items() if value is not None}


@route("DELETE", "/channels/{channel_id}")
async def delete(call: Call) -> Any:
    """Delete a channel or thread, or close a direct conversation."""
    channel = call.world.channel(call.params["channel_id"])
    data = payloads.channel(call.world, channel)
    if channel.guild_id is None:
        return data
    wanted = Permission.MANAGE_THREADS if channel.thread else Permission.MANAGE_CHANNELS
    call.world.need(call.world.bot.id, channel, wanted)
    threads.close(call.world, channel)
    return data


@route("POST", "/channels/{channel_id}/threads")
async def start_thread(call: Call) -> Any:
    """Open a thread without a message; private unless said otherwise."""
    channel = _parent(call)
    form = Form(call.body)
    kind = form.one_of("type", (objects.PUBLIC_THREAD, objects.PRIVATE_THREAD)) or objects.PRIVATE_THREAD
    invitable = form.boolean("invitable") is not False
    name, delay = _common(form)
    public = kind == objects.PUBLIC_THREAD
    wanted = Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS
    call.world.need(call.world.bot.id, channel, wanted)
    opened = threads.start(
        call.world, channel, call.world.bot, name=name, kind=kind, auto_archive=delay, invitable=invitable
    )
    return Created(payloads.channel(call.world, opened))


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
async def start_thread_on(call: Call) -> Any:
    """Open a thread on a message."""
    channel = _parent(call)
    message = messages.find(channel, call.params["message_id"])
    name, delay = _common(Form(call.body))
    call.world.need(call.world.bot.id, channel, Permission.CREATE_PUBLIC_THREADS)
    opened = threads.start(
        call.world,
        channel,
        call.world.bot,
        name=name,
        kind=objects.PUBLIC_THREAD,
        auto_archive=delay,
        message=message,
    )
    return Created(payloads.channel(call.world, opened))


def _parent(call: Call) -> objects.Channel:
    channel = call.world.channel(call.params["channel_id"])
    call.world.need(call.world.bot.id, channel)
    if channel.type != objects.TEXT:
        raise refusal(50024)
    return channel


def _common(form: Form) -> tuple[str, int]:
    name = form.text("name", 100, least=1, required=True)
    delay = form.one_of("auto_archive_duration", threads.DURATIONS) or 1440
    form.integer("rate_limit_per_user", 0, 21600)
    form.end()
    form.problems.refuse_if_any()
    return name or "", delay


def _thread(call: Call) -> objects.Channel:
    channel = call.world.channel(call.params["channel_id"])
    call.world.need(call.world.bot.id, channel)
    if not channel.thread:
        raise refusal(50024)
    return channel


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
async def add_member(call: Call) -> None:
    """Bring somebody into a thread; @me is the bot."""
    channel = _thread(call)
    who = call.params["user_id"].replace("@me", call.world.bot.id)
    if who not in call.world.users:
        raise refusal(10013)
    if who != call.world.bot.id:
        call.world.need(call.world.bot.id, channel, Permission.SEND_MESSAGES_IN_THREADS)
    parent = call.world.channel(channel.thread.parent_id if channel.thread else "")
    if not call.world.sees(who, parent):
        raise refusal(50001)
    threads.add(call.world, channel, who)


@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
async def remove_member(call: Call) -> None:
    """Take somebody out of a thread; @me is the bot."""
    channel = _thread(call)
    who = call.params["user_id"].replace("@me", call.world.bot.id)
    own = channel.type == objects.PRIVATE_THREAD and channel.thread and channel.thread.owner_id == call.world.bot.id
    if who != call.world.bot.id and not own:
        call.world.need(call.world.bot.id, channel, Permission.MANAGE_THREADS)
    threads.remove(call.world, channel, who)


@route("GET", "/channels/{channel_id}/thread-members", query=("with_member", "after", "limit"))
async def members(call: Call) -> Any:
    """Who is in a thread."""
    channel = _thread(call)
    return [payloads.thread_member(channel, each) for each in (channel.thread.members if channel.thread else ())]
