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
    return payloads.channel(call.world, call.channel())


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
    kind = objects.PUBLIC_THREAD
    opened = threads.start(
        call.world, channel, call.world.bot, name=name, kind=kind, auto_archive=delay, message=message
    )
    return Created(payloads.channel(call.world, opened))


def _parent(call: Call) -> objects.Channel:
    channel = call.channel()
    if channel.type != objects.TEXT:
        raise refusal(50024)
    return channel


def _common(form: Form) -> tuple[str, int]:
    name = form.text("name", 100, least=1, required=True)
    delay = form.one_of("auto_archive_duration", threads.DURATIONS) or 1440
    form.integer("rate_limit_per_user", 0, 21600)
    form.finish()
    return name or "", delay


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
async def add_member(call: Call) -> None:
    """Bring somebody into a thread; @me is the bot."""
    channel = call.channel()
    if not channel.thread:
        raise refusal(50024)
    who = call.params["user_id"].replace("@me", call.world.bot.id)
    if who not in call.world.users:
        raise refusal(10013)
    if who != call.world.bot.id:
        call.world.need(call.world.bot.id, channel, Permission.SEND_MESSAGES_IN_THREADS)
    if not call.world.sees(who, call.world.channel(channel.thread.parent_id)):
        raise refusal(50001)
    threads.add(call.world, channel, who)
