"""Routes of servers, users and the gateway's address."""

from __future__ import annotations

from typing import Any

from bot.sandbox.api.bodies.form import Form
from bot.sandbox.api.rest import Call, route
from bot.sandbox.model import objects, payloads, threads
from bot.sandbox.model.refusals import refusal


@route("GET", "/users/@me")
async def me(call: Call) -> Any:
    """The bot itself."""
    return {**payloads.user(call.world.bot), "mfa_enabled": False, "locale": "fr", "verified": True, "email": None}


@route("GET", "/users/{user_id}")
async def user(call: Call) -> Any:
    """Anybody."""
    if call.params["user_id"] not in call.world.users:
        raise refusal(10013)
    return payloads.user(call.world.users[call.params["user_id"]])


@route("POST", "/users/@me/channels")
async def converse(call: Call) -> Any:
    """Open the direct conversation with somebody."""
    form = Form(call.body)
    who = form.snowflake("recipient_id", required=True)
    form.end()
    form.problems.refuse_if_any()
    if who not in call.world.users or who == call.world.bot.id:
        raise refusal(50033)
    return payloads.channel(call.world, threads.conversation(call.world, call.world.bot.id, who or ""))


@route("GET", "/users/@me/guilds", query=("limit", "before", "after", "with_counts"))
async def guilds(call: Call) -> Any:
    """The servers the bot is in."""
    found = [each for each in call.world.guilds.values() if call.world.bot.id in each.members]
    return [{"id": each.id, "name": each.name, "icon": None, "owner": False, "permissions": "0", "features": []}
            for each in found]  # fmt: skip


def _gateway(call: Call) -> str:
    return call.world.files.base.replace("http", "ws", 1) + "/gateway"


@route("GET", "/gateway", token=False)
async def gateway(call: Call) -> Any:
    """Where the gateway is."""
    return {"url": _gateway(call)}


@route("GET", "/gateway/bot")
async def gateway_bot(call: Call) -> Any:
    """Where the gateway is, and how many shards to start."""
    limit = {**call.meter.session_starts(), "max_concurrency": call.world.max_concurrency}
    return {"url": _gateway(call), "shards": call.world.shards, "session_start_limit": limit}


def _guild(call: Call) -> objects.Guild:
    guild = call.world.guilds.get(call.params["guild_id"])
    if guild is None or call.world.bot.id not in guild.members:
        raise refusal(10004)
    return guild


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
    found = _guild(call).channels.values()
    return [payloads.channel(call.world, each) for each in found if not each.thread]


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


@route("GET", "/guilds/{guild_id}/threads/active")
async def active_threads(call: Call) -> Any:
    """The active threads of a server that the bot sees."""
    world = call.world
    found = [
        each
        for each in _guild(call).channels.values()
        if each.thread and not each.thread.archived and world.sees(world.bot.id, each)
    ]
    mine = [
        payloads.thread_member(each, world.bot.id)
        for each in found
        if each.thread and world.bot.id in each.thread.members
    ]
    return {"threads": [payloads.channel(world, each) for each in found], "members": mine}
