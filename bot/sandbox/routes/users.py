"""Routes of users and of the gateway's address."""

from __future__ import annotations

from typing import Any

from bot.sandbox import payloads, threads
from bot.sandbox.errors import refusal
from bot.sandbox.form import Form
from bot.sandbox.rest import Call, route


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
    form.problems.settle()
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
    limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": _gateway(call), "shards": 1, "session_start_limit": limit}
