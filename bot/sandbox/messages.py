"""Posting, editing and deleting messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox import mentions, model, threads
from bot.sandbox.bodies import Draft, NewFile
from bot.sandbox.errors import refusal
from bot.sandbox.files import content_type
from bot.sandbox.permissions import Permission

if TYPE_CHECKING:
    from bot.sandbox.world import World

NONCE_LIFETIME = 300


def find(channel: model.Channel, message_id: str) -> model.Message:
    """A message that the API shows: an ephemeral one is unknown there."""
    message = channel.messages.get(message_id)
    if message is None or message.only_for is not None:
        raise refusal(10008)
    return message


def may_send(world: World, user: model.User, channel: model.Channel, draft: Draft) -> None:
    """Refuse as Discord does somebody who may not send this here."""
    if channel.type == model.DM:
        others = [world.users[each] for each in channel.recipients if each != user.id]
        if user.bot:
            for each in others:
                if not any(each.id in guild.members for guild in world.guilds.values()):
                    raise refusal(50278)
                if not each.dms_open:
                    raise refusal(50007)
        return
    speak = Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES
    world.need(user.id, channel, speak)
    if draft.files:
        world.need(user.id, channel, Permission.ATTACH_FILES)
    if draft.embeds:
        world.need(user.id, channel, Permission.EMBED_LINKS)
    bits = world.permissions(user.id, channel)
    if draft.reply_to and not bits & Permission.READ_MESSAGE_HISTORY:
        raise refusal(160002)
    if channel.thread and channel.thread.locked and not bits & Permission.MANAGE_THREADS:
        raise refusal(160005)


def twin(world: World, channel: model.Channel, author: model.User, draft: Draft) -> model.Message | None:
    """The message already posted with this enforced nonce in the last few minutes, if any."""
    if not draft.enforce_nonce or draft.nonce is None:
        return None
    horizon = world.clock.stamp(world.clock.now() - NONCE_LIFETIME)
    for each in reversed(channel.messages.values()):
        if each.timestamp < horizon:
            return None
        if each.nonce == draft.nonce and each.author is author:
            return each
    return None


def post(
    world: World,
    channel: model.Channel,
    author: model.User,
    draft: Draft,
    *,
    only_for: str | None = None,
    metadata: dict[str, Any] | None = None,
    **extra: Any,
) -> model.Message:
    """Put a message into a channel and tell those who see it."""
    reference = draft.reply_to
    if reference and reference not in channel.messages:
        if draft.reply_must_exist:
            problem = {"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}
            raise refusal(50035, errors={"message_reference": {"_errors": [problem]}})
        reference = None
    if channel.thread and channel.thread.archived and only_for is None:
        threads.change(world, channel, archived=False)
    flags = (draft.flags or 0) | (model.EPHEMERAL if only_for else 0)
    message = model.Message(
        id=world.ids.new(),
        channel_id=channel.id,
        author=author,
        timestamp=world.clock.stamp(),
        flags=flags,
        nonce=draft.nonce,
        reference=reference,
        only_for=only_for,
        metadata=metadata,
        **{"type": 19 if reference else 0, **extra},
    )
    _fill(world, channel, message, draft)
    channel.messages[message.id] = message
    world.tell_message("MESSAGE_CREATE", message)
    if channel.thread and only_for is None:
        threads.stir(world, channel)
        parent = world.channel(channel.thread.parent_id)
        for each in dict.fromkeys([author.id, *message.mentions]):
            if each not in channel.thread.members and world.sees(each, parent):
                threads.add(world, channel, each)
    return message


def edit(world: World, message: model.Message, draft: Draft, *, stamp: bool = True) -> None:
    """Change a message and tell those who see it."""
    channel = world.channel(message.channel_id)
    if draft.flags is not None:
        settable = model.SUPPRESS_EMBEDS
        message.flags = message.flags & ~settable | draft.flags & (settable | model.IS_COMPONENTS_V2)
    message.flags &= ~model.LOADING
    _fill(world, channel, message, draft)
    if stamp:
        message.edited = world.clock.stamp()
    world.tell_message("MESSAGE_UPDATE", message)


def delete(world: World, message: model.Message) -> None:
    """Remove a message and tell those who saw it."""
    channel = world.channel(message.channel_id)
    channel.messages.pop(message.id, None)
    world.files.drop(*message.attachments)
    world.tell_message("MESSAGE_DELETE", message, gone=True)


def pin(world: World, message: model.Message, *, pinned: bool) -> None:
    """Pin a message to its channel, or take it off."""
    channel = world.channel(message.channel_id)
    if pinned and not message.pinned and sum(each.pinned for each in channel.messages.values()) >= 50:
        raise refusal(30003)
    message.pinned = pinned
    world.tell_message("MESSAGE_UPDATE", message)


def _fill(world: World, channel: model.Channel, message: model.Message, draft: Draft) -> None:
    if draft.content is not None:
        message.content = draft.content
    if draft.embeds is not None:
        message.embeds = draft.embeds
    if draft.components is not None:
        message.components = draft.components
    if draft.files is not None:
        world.files.drop(*(each for each in message.attachments if each not in draft.files))
        message.attachments = [
            _attach(world, channel, each, message) if isinstance(each, NewFile) else each for each in draft.files
        ]
    text = mentions.written(message.content, message.components)
    message.mentions = mentions.mentioned(text, mentions.USER, world.users, draft.allowed.users)
    original = channel.messages.get(message.reference or "")
    if original and draft.allowed.replied and not message.by_interaction and original.author.id not in message.mentions:
        message.mentions.append(original.author.id)
    if channel.guild_id:
        guild = world.guilds[channel.guild_id]
        message.mention_roles = mentions.mentioned(text, mentions.ROLE, guild.roles, draft.allowed.roles)
        may = world.permissions(message.author.id, channel) & Permission.MENTION_EVERYONE
        message.mention_everyone = bool(may and draft.allowed.everyone and mentions.EVERYONE.search(text))


def _attach(world: World, channel: model.Channel, file: NewFile, message: model.Message) -> model.Attachment:
    return world.files.keep(
        model.Attachment(
            id=world.ids.new(),
            channel_id=channel.id,
            filename=file.filename,
            data=file.data,
            content_type=content_type(file.filename),
            description=file.description,
            ephemeral=message.only_for is not None,
        )
    )
