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
    form.finish()
    if who not in call.world.users or who == call.world.bot.id:
        raise refusal(50033)
    return payloads.channel(call.world, threads.conversation(call.world, call.world.bot.id, who or ""))


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


@route("GET", "/guilds/{guild_id}/members/{user_id}")
async def member(call: Call) -> Any:
    """One member of a server."""
    found = _guild(call).members.get(call.params["user_id"])
    if found is None:
        raise refusal(10007 if call.params["user_id"] in call.world.users else 10013)
    return payloads.member(found)
