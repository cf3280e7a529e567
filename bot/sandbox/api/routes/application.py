"""Routes of the application: itself and its commands."""

from __future__ import annotations

from typing import Any

from bot.sandbox.api.bodies.command import read_commands
from bot.sandbox.api.rest import Call, route
from bot.sandbox.model import payloads
from bot.sandbox.model.refusals import refusal

COMMANDS = "/applications/{application_id}/commands"


def _mine(call: Call) -> None:
    """Another application's things are out of reach."""
    if call.params["application_id"] != call.world.application_id:
        raise refusal(50001)


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
async def about(call: Call) -> Any:
    """The application itself."""
    world = call.world
    return {
        "id": world.application_id,
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": payloads.user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": payloads.user(world.people[0]),
        "team": None,
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }


@route("PUT", COMMANDS)
async def replace_commands(call: Call) -> Any:
    """Put these commands in place of all others."""
    _mine(call)
    return call.world.commands.replace(read_commands(call.body))


@route("GET", COMMANDS + "/{command_id}")
async def get_command(call: Call) -> Any:
    """One command."""
    _mine(call)
    return call.world.commands.find(call.params["command_id"])
