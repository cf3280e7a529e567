"""Threads and direct conversations: opening, changing and closing the places of a world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox.model import objects, payloads
from bot.sandbox.model.events import Event
from bot.sandbox.model.refusals import refusal

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

MOST_ACTIVE = 1000
MOST_MEMBERS = 1000
DURATIONS = (60, 1440, 4320, 10080)


def start(
    world: World,
    parent: objects.Channel,
    owner: objects.User,
    *,
    name: str,
    kind: int,
    auto_archive: int = 1440,
    message: objects.Message | None = None,
    invitable: bool = True,
) -> objects.Channel:
    """Open a thread in a channel, on a message or without one."""
    if message and message.thread_id:
        raise refusal(160004)
    places = world.guilds[parent.guild_id].channels.values() if parent.guild_id else ()
    if sum(each.thread is not None and not each.thread.archived for each in places) >= MOST_ACTIVE:
        raise refusal(160006)
    now = world.clock.stamp()
    thread = objects.Thread(
        parent_id=parent.id,
        owner_id=owner.id,
        created=now,
        changed=now,
        auto_archive=auto_archive,
        invitable=invitable,
        members={owner.id: now},
    )
    channel = objects.Channel(
        id=message.id if message else world.ids.new(),
        type=kind,
        name=name,
        guild_id=parent.guild_id,
        thread=thread,
    )
    world.put(channel)
    world.tell_channel("THREAD_CREATE", channel, newly_created=True)
    if message:
        message.thread_id = channel.id
        message.flags |= objects.HAS_THREAD
        world.tell_message("MESSAGE_UPDATE", message)
    elif kind == objects.PUBLIC_THREAD:
        _announce(world, parent, owner, channel)
    note_activity(world, channel)
    return channel


def _announce(world: World, parent: objects.Channel, owner: objects.User, channel: objects.Channel) -> None:
    notice = objects.Message(
        id=world.ids.new(),
        channel_id=parent.id,
        author=owner,
        timestamp=world.clock.stamp(),
        type=18,
        content=channel.name,
        thread_id=channel.id,
    )
    parent.add(notice)
    world.tell_message("MESSAGE_CREATE", notice)


def change(world: World, channel: objects.Channel, **changes: Any) -> None:
    """Rename, archive or lock a thread; the keys are the fields of the channel and of its thread."""
    for key, value in changes.items():
        setattr(channel if key == "name" else channel.thread, key, value)
    if channel.thread and "archived" in changes:
        channel.thread.changed = world.clock.stamp()
        note_activity(world, channel)
    world.tell_channel("THREAD_UPDATE", channel)


def note_activity(world: World, channel: objects.Channel) -> None:
    """Something happened in a thread: it is archived only after its whole delay."""
    world.archive_due.pop(channel.id, None)
    if channel.thread and not channel.thread.archived:
        world.archive_due[channel.id] = world.clock.now() + channel.thread.auto_archive * 60


def archive_idle(world: World) -> None:
    """Archive the threads in which nothing happened for their whole delay."""
    for key in [key for key, due in world.archive_due.items() if due <= world.clock.now()]:
        del world.archive_due[key]
        if key in world.channels:
            change(world, world.channels[key], archived=True)


def add(world: World, channel: objects.Channel, user_id: str) -> None:
    """Bring somebody into a thread."""
    thread = channel.thread
    if thread is None:
        raise refusal(50024)
    if thread.archived:
        raise refusal(50083)
    if user_id in thread.members:
        return
    if len(thread.members) >= MOST_MEMBERS:
        raise refusal(30033)
    thread.members[user_id] = world.clock.stamp()
    data = {
        "id": channel.id,
        "guild_id": channel.guild_id,
        "member_count": min(len(thread.members), 50),
        "added_members": [payloads.thread_member(channel, user_id)],
        "removed_member_ids": [],
    }
    if user_id == world.bot.id:
        world.tell_channel("THREAD_CREATE", channel)
    world.events.tell(Event(name="THREAD_MEMBERS_UPDATE", data=data, channel=channel, guild_id=channel.guild_id))


def close(world: World, channel: objects.Channel) -> None:
    """Delete a channel or thread with all that is in it."""
    for each in world.threads_of(channel):
        close(world, each)
    data = payloads.channel(world, channel)
    if channel.thread:
        data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
    world.take_away(channel)
    world.archive_due.pop(channel.id, None)
    for message in channel.messages.values():
        world.files.drop(*message.attachments)
    name = "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE"
    world.events.tell(Event(name=name, data=data, channel=channel, guild_id=channel.guild_id))


def conversation(world: World, one: str, other: str) -> objects.Channel:
    """The direct conversation of two people, opened if need be."""
    for each in world.conversations(one):
        if other in each.recipients:
            return each
    channel = objects.Channel(id=world.ids.new(), type=objects.DM, recipients=[one, other])
    world.put(channel)
    world.tell_channel("CHANNEL_CREATE", channel)
    return channel
