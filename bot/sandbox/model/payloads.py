"""The world as Discord writes it in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.model import objects

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

Json = dict[str, Any]


def user(who: objects.User) -> Json:
    """A user object."""
    data: Json = {
        "id": who.id,
        "username": who.username,
        "discriminator": "0",
        "global_name": who.global_name,
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if who.bot:
        data["bot"] = True
    return data


def member(who: objects.Member) -> Json:
    """A member object, with its user."""
    return {**partial_member(who), "user": user(who.user), "mute": False, "deaf": False}


def partial_member(who: objects.Member) -> Json:
    """A member object as it stands in resolved data: without user, deaf and mute."""
    return {
        "roles": list(who.roles),
        "nick": None,
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": who.joined,
        "pending": False,
        "premium_since": None,
    }


def role(what: objects.Role) -> Json:
    """A role object."""
    return {
        "id": what.id,
        "name": what.name,
        "permissions": str(what.permissions),
        "position": what.position,
        "color": what.colour,
        "colors": {"primary_color": what.colour, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": True,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def overwrite(what: objects.Overwrite) -> Json:
    """A permission overwrite object."""
    return {"id": what.id, "type": what.kind, "allow": str(what.allow), "deny": str(what.deny)}


def channel(world: World, what: objects.Channel) -> Json:
    """A channel object of any kind."""
    data: Json = {"id": what.id, "type": what.type, "flags": 0, "last_message_id": what.last_message_id}
    if what.type == objects.DM:
        others = [each for each in what.recipients if each != world.bot.id]
        data["recipients"] = [user(world.users[each]) for each in others]
        return data
    data |= {"guild_id": what.guild_id, "name": what.name, "rate_limit_per_user": 0}
    if what.thread:
        return data | _thread(world, what, what.thread)
    return data | {
        "position": what.position,
        "topic": None,
        "nsfw": False,
        "parent_id": None,
        "permission_overwrites": [overwrite(each) for each in what.overwrites.values()],
    }


def _thread(world: World, what: objects.Channel, thread: objects.Thread) -> Json:
    said = sum(not each.only_for for each in what.messages.values())
    data: Json = {
        "parent_id": thread.parent_id,
        "owner_id": thread.owner_id,
        "message_count": said,
        "total_message_sent": said,
        "member_count": min(len(thread.members), 50),
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": thread.changed,
            "auto_archive_duration": thread.auto_archive,
            "locked": thread.locked,
            "create_timestamp": thread.created,
        },
    }
    if what.type == objects.PRIVATE_THREAD:
        data["thread_metadata"]["invitable"] = thread.invitable
    if world.bot.id in thread.members:
        data["member"] = thread_member(what, world.bot.id)
    return data


def thread_member(what: objects.Channel, user_id: str) -> Json:
    """A thread member object."""
    joined = what.thread.members[user_id] if what.thread else ""
    return {"id": what.id, "user_id": user_id, "join_timestamp": joined, "flags": 0}


def attachment(world: World, what: objects.Attachment) -> Json:
    """An attachment object, with a signed address."""
    url = world.files.url(what)
    data: Json = {
        "id": what.id,
        "filename": what.filename,
        "size": len(what.data),
        "url": url,
        "proxy_url": url,
        "content_type": what.content_type,
    }
    if what.description is not None:
        data["description"] = what.description
    if what.width:
        data |= {"width": what.width, "height": what.height}
    if what.ephemeral:
        data["ephemeral"] = True
    return data


def message(world: World, what: objects.Message) -> Json:
    """A message object."""
    channel_ = world.channels.get(what.channel_id)
    data: Json = {
        "id": what.id,
        "channel_id": what.channel_id,
        "type": what.type,
        "content": what.content,
        "author": user(what.author),
        "timestamp": what.timestamp,
        "edited_timestamp": what.edited,
        "flags": what.flags,
        "tts": False,
        "pinned": False,
        "mention_everyone": what.mention_everyone,
        "mentions": [user(world.users[each]) for each in what.mentions],
        "mention_roles": list(what.mention_roles),
        "attachments": [attachment(world, each) for each in what.attachments],
        "embeds": what.embeds,
        "components": [component(world, each, what.attachments) for each in what.components],
    }
    if what.nonce is not None:
        data["nonce"] = what.nonce
    if what.by_interaction:
        data["webhook_id"] = world.application_id
    if what.author is world.bot:
        data["application_id"] = world.application_id
    if what.metadata:
        data["interaction_metadata"] = what.metadata
    if what.reference:
        data["message_reference"] = {"type": 0, "message_id": what.reference, "channel_id": what.channel_id}
        if channel_ and channel_.guild_id:
            data["message_reference"]["guild_id"] = channel_.guild_id
        original = channel_.messages.get(what.reference) if channel_ else None
        if original and original.only_for not in (None, what.only_for):
            original = None  # what only one person sees is not quoted to others
        data["referenced_message"] = message(world, original) if original else None
    if what.thread_id and what.thread_id in world.channels:
        data["thread"] = channel(world, world.channels[what.thread_id])
    return data


def component(world: World, what: Json, files: list[objects.Attachment]) -> Json:
    """A component with its media filled in."""
    data = dict(what)
    if "components" in what:
        data["components"] = [component(world, each, files) for each in what["components"]]
    if "accessory" in what:
        data["accessory"] = component(world, what["accessory"], files)
    for key in ("media", "file"):
        if key in what:
            data[key] = media(world, what[key], files)
    if "items" in what:
        data["items"] = [{**each, "media": media(world, each["media"], files)} for each in what["items"]]
    if what["type"] == 13:
        name = what["file"]["url"].removeprefix("attachment://")
        found = next((each for each in files if each.filename == name), None)
        data |= {"name": name, "size": len(found.data) if found else 0}
    return data


def media(world: World, what: Json, files: list[objects.Attachment]) -> Json:
    """An unfurled media item: attachment:// is replaced by the attachment's address."""
    url = what["url"]
    found = next((each for each in files if url == f"attachment://{each.filename}"), None)
    if not found:
        return {"id": "0", "url": url, "proxy_url": url}
    address = world.files.url(found)
    data: Json = {"id": found.id, "url": address, "proxy_url": address, "content_type": found.content_type}
    if found.width:
        data |= {"width": found.width, "height": found.height}
    return data | {"attachment_id": found.id}


def guild(world: World, what: objects.Guild) -> Json:
    """A server as GUILD_CREATE carries it: its channels, active threads, roles and the bot's own member."""
    channels = what.channels.values()
    return {
        **partial_guild(what),
        "name": what.name,
        "icon": None,
        "owner_id": what.owner_id,
        "unavailable": False,
        "large": False,
        "joined_at": what.members[world.bot.id].joined if world.bot.id in what.members else None,
        "member_count": len(what.members),
        "roles": [role(each) for each in what.roles.values()],
        "emojis": [],
        "stickers": [],
        "members": [member(what.members[world.bot.id])] if world.bot.id in what.members else [],
        "channels": [channel(world, each) for each in channels if not each.thread],
        "threads": [
            channel(world, each)
            for each in channels
            if each.thread and not each.thread.archived and world.sees(world.bot.id, each)
        ],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "premium_tier": 0,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "system_channel_id": None,
        "preferred_locale": what.locale,
    }


def partial_guild(what: objects.Guild) -> Json:
    """A server as an interaction carries it."""
    return {"id": what.id, "locale": what.locale, "features": []}
