"""Routes of channels and servers."""

from __future__ import annotations

from typing import Any

from bot.sandbox import model, payloads, threads
from bot.sandbox.errors import refusal
from bot.sandbox.form import Form
from bot.sandbox.permissions import Permission
from bot.sandbox.rest import Call, route


def _guild(call: Call) -> model.Guild:
    guild = call.world.guilds.get(call.params["guild_id"])
    if guild is None or call.world.bot.id not in guild.members:
        raise refusal(10004)
    return guild


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
    form.problems.settle()
    threads.change(call.world, channel, **changes)
    return payloads.channel(call.world, channel)


def _thread_changes(call: Call, channel: model.Channel, form: Form) -> dict[str, Any]:
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


def _channel_changes(call: Call, channel: model.Channel, form: Form) -> dict[str, Any]:
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


@route("GET", "/guilds/{guild_id}", query=("with_counts",))
async def guild(call: Call) -> Any:
    """One server."""
    data = payloads.guild(call.world, _guild(call))
    for key in ("channels", "threads", "members", "presences", "voice_states"):
        del data[key]
    return data


@route("GET", "/guilds/{guild_id}/channels")
async def channels(call: Call) -> Any:
    """The channels of a server, without its threads."""
    found = [each for each in call.world.channels.values() if each.guild_id == _guild(call).id and not each.thread]
    return [payloads.channel(call.world, each) for each in found]


@route("GET", "/guilds/{guild_id}/roles")
async def roles(call: Call) -> Any:
    """The roles of a server."""
    return [payloads.role(each) for each in _guild(call).roles.values()]


@route("GET", "/guilds/{guild_id}/members/{user_id}")
async def member(call: Call) -> Any:
    """One member of a server."""
    found = _guild(call).members.get(call.params["user_id"])
    if found is None:
        raise refusal(10007 if call.params["user_id"] in call.world.users else 10013)
    return payloads.member(found)
