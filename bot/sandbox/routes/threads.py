"""Routes of threads."""

from __future__ import annotations

from typing import Any

from bot.sandbox import messages, model, payloads, threads
from bot.sandbox.errors import refusal
from bot.sandbox.form import Form
from bot.sandbox.permissions import Permission
from bot.sandbox.rest import Call, Created, route


@route("POST", "/channels/{channel_id}/threads")
async def start(call: Call) -> Any:
    """Open a thread without a message; private unless said otherwise."""
    channel = _parent(call)
    form = Form(call.body)
    kind = form.one_of("type", (model.PUBLIC_THREAD, model.PRIVATE_THREAD)) or model.PRIVATE_THREAD
    invitable = form.boolean("invitable") is not False
    name, delay = _common(form)
    public = kind == model.PUBLIC_THREAD
    wanted = Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS
    call.world.need(call.world.bot.id, channel, wanted)
    opened = threads.start(
        call.world, channel, call.world.bot, name=name, kind=kind, auto_archive=delay, invitable=invitable
    )
    return Created(payloads.channel(call.world, opened))


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
async def start_on(call: Call) -> Any:
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
        kind=model.PUBLIC_THREAD,
        auto_archive=delay,
        message=message,
    )
    return Created(payloads.channel(call.world, opened))


def _parent(call: Call) -> model.Channel:
    channel = call.world.channel(call.params["channel_id"])
    call.world.need(call.world.bot.id, channel)
    if channel.type != model.TEXT:
        raise refusal(50024)
    return channel


def _common(form: Form) -> tuple[str, int]:
    name = form.text("name", 100, least=1, required=True)
    delay = form.one_of("auto_archive_duration", threads.DURATIONS) or 1440
    form.integer("rate_limit_per_user", 0, 21600)
    form.end()
    form.problems.settle()
    return name or "", delay


def _thread(call: Call) -> model.Channel:
    channel = call.world.channel(call.params["channel_id"])
    call.world.need(call.world.bot.id, channel)
    if not channel.thread:
        raise refusal(50024)
    return channel


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
async def add(call: Call) -> None:
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
async def remove(call: Call) -> None:
    """Take somebody out of a thread; @me is the bot."""
    channel = _thread(call)
    who = call.params["user_id"].replace("@me", call.world.bot.id)
    own = channel.type == model.PRIVATE_THREAD and channel.thread and channel.thread.owner_id == call.world.bot.id
    if who != call.world.bot.id and not own:
        call.world.need(call.world.bot.id, channel, Permission.MANAGE_THREADS)
    threads.remove(call.world, channel, who)


@route("GET", "/channels/{channel_id}/thread-members", query=("with_member", "after", "limit"))
async def members(call: Call) -> Any:
    """Who is in a thread."""
    channel = _thread(call)
    return [payloads.thread_member(channel, each) for each in (channel.thread.members if channel.thread else ())]


@route("GET", "/guilds/{guild_id}/threads/active")
async def active(call: Call) -> Any:
    """The active threads of a server that the bot sees."""
    world = call.world
    found = [
        each
        for each in world.channels.values()
        if each.guild_id == call.params["guild_id"]
        and each.thread
        and not each.thread.archived
        and world.sees(world.bot.id, each)
    ]
    mine = [
        payloads.thread_member(each, world.bot.id)
        for each in found
        if each.thread and world.bot.id in each.thread.members
    ]
    return {"threads": [payloads.channel(world, each) for each in found], "members": mine}
