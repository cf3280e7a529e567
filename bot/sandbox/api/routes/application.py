"""Routes of the application: itself, its commands and its emojis."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from bot.sandbox.api.bodies.command import read_commands
from bot.sandbox.api.bodies.form import Form
from bot.sandbox.api.rest import Call, Created, route
from bot.sandbox.model import payloads
from bot.sandbox.model.refusals import refusal

COMMANDS = "/applications/{application_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"


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


@route("GET", EMOJIS)
async def emojis(call: Call) -> Any:
    """The application's own emojis."""
    _mine(call)
    return {"items": [_emoji(call, each) for each in call.world.emojis.values()]}


@route("POST", EMOJIS)
async def add_emoji(call: Call) -> Any:
    """Add an emoji; its image is a data URI of at most 256 KiB."""
    _mine(call)
    form = Form(call.body)
    name = form.text("name", 32, least=2, required=True)
    if name and not re.fullmatch(r"\w+", name, re.ASCII):
        form.fault("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
    image = form.text("image", 2**20, required=True) or ""
    form.end()
    found = re.fullmatch(r"data:(image/(?:png|jpe?g|gif|webp|avif));base64,(.+)", image, re.DOTALL)
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if not data and image:
        form.fault("image", "IMAGE_INVALID", "Invalid image data")
    if len(data) > 256 * 1024:
        form.fault("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    if any(each["name"] == name for each in call.world.emojis.values()):
        form.fault("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")
    form.problems.refuse_if_any()
    if len(call.world.emojis) >= 2000:
        raise refusal(30008)
    key = call.world.ids.new()
    call.world.emojis[key] = {"id": key, "name": name, "type": found[1] if found else "", "data": data}
    return Created(_emoji(call, call.world.emojis[key]))


@route("DELETE", EMOJIS + "/{emoji_id}")
async def delete_emoji(call: Call) -> None:
    """Remove an emoji."""
    _mine(call)
    if call.world.emojis.pop(call.params["emoji_id"], None) is None:
        raise refusal(10014)


def _emoji(call: Call, emoji: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": emoji["id"],
        "name": emoji["name"],
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": emoji["type"] == "image/gif",
        "available": True,
        "user": payloads.user(call.world.bot),
    }
