"""Messages: drafts, posting, editing, deleting, and the users they mention."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.sandbox.model import components, objects, threads
from bot.sandbox.model.files import content_type
from bot.sandbox.model.permissions import Permission
from bot.sandbox.model.refusals import refusal

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

NONCE_LIFETIME_SECONDS = 300

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """The users and roles that a message may ping; None means all."""

    users: frozenset[str] | None = None
    roles: frozenset[str] | None = None
    everyone: bool = True
    replied: bool = True


@dataclass(kw_only=True)
class NewFile:
    """A file to be attached."""

    filename: str
    data: bytes
    description: str | None = None


@dataclass(kw_only=True)
class Draft:
    """The new values of a message's fields; None leaves a field unchanged."""

    content: str | None = None
    embeds: list[dict[str, Any]] | None = None
    components: list[dict[str, Any]] | None = None
    files: list[objects.Attachment | NewFile] | None = None
    flags: int | None = None
    allowed: Allowed = field(default_factory=Allowed)
    nonce: str | None = None
    enforce_nonce: bool = False
    reply_to: str | None = None
    reply_must_exist: bool = True


def find(channel: objects.Channel, message_id: str) -> objects.Message:
    """A message that the API shows: an ephemeral one is unknown there."""
    message = channel.messages.get(message_id)
    if message is None or message.only_for is not None:
        raise refusal(10008)
    return message


def may_send(world: World, user: objects.User, channel: objects.Channel, draft: Draft) -> None:
    """Refuse as Discord does somebody who may not send this here."""
    if channel.type == objects.DM:
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


def already_posted(
    world: World, channel: objects.Channel, author: objects.User, draft: Draft
) -> objects.Message | None:
    """The message already posted with this enforced nonce in the last few minutes, if any."""
    if not draft.enforce_nonce or draft.nonce is None:
        return None
    horizon = world.clock.stamp(world.clock.now() - NONCE_LIFETIME_SECONDS)
    for each in reversed(channel.messages.values()):
        if each.timestamp < horizon:
            return None
        if each.nonce == draft.nonce and each.author is author:
            return each
    return None


def post(
    world: World,
    channel: objects.Channel,
    author: objects.User,
    draft: Draft,
    *,
    only_for: str | None = None,
    metadata: dict[str, Any] | None = None,
    **extra: Any,
) -> objects.Message:
    """Post a message and notify everybody who sees the channel."""
    reference = draft.reply_to
    if reference and reference not in channel.messages:
        if draft.reply_must_exist:
            problem = {"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}
            raise refusal(50035, errors={"message_reference": {"_errors": [problem]}})
        reference = None
    if channel.thread and channel.thread.archived and only_for is None:
        threads.change(world, channel, archived=False)
    flags = (draft.flags or 0) | (objects.EPHEMERAL if only_for else 0)
    message = objects.Message(
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
    channel.add(message)
    world.tell_message("MESSAGE_CREATE", message)
    if channel.thread and only_for is None:
        threads.note_activity(world, channel)
        parent = world.channel(channel.thread.parent_id)
        for each in dict.fromkeys([author.id, *message.mentions]):
            if each not in channel.thread.members and world.sees(each, parent):
                threads.add(world, channel, each)
    return message


def edit(world: World, message: objects.Message, draft: Draft, *, stamp: bool = True) -> None:
    """Edit a message and notify everybody who sees it."""
    channel = world.channel(message.channel_id)
    if draft.flags is not None:
        settable = objects.SUPPRESS_EMBEDS
        message.flags = message.flags & ~settable | draft.flags & (settable | objects.IS_COMPONENTS_V2)
    message.flags &= ~objects.LOADING
    _fill(world, channel, message, draft)
    if stamp:
        message.edited = world.clock.stamp()
    world.tell_message("MESSAGE_UPDATE", message)


def delete(world: World, message: objects.Message) -> None:
    """Delete a message and notify everybody who saw it."""
    channel = world.channel(message.channel_id)
    channel.messages.pop(message.id, None)
    world.files.drop(*message.attachments)
    world.tell_message("MESSAGE_DELETE", message, gone=True)


def _fill(world: World, channel: objects.Channel, message: objects.Message, draft: Draft) -> None:
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
    text = _written(message)
    message.mentions = _mentioned(text, USER, world.users, draft.allowed.users)
    original = channel.messages.get(message.reference or "")
    if original and draft.allowed.replied and not message.by_interaction and original.author.id not in message.mentions:
        message.mentions.append(original.author.id)
    if channel.guild_id:
        guild = world.guilds[channel.guild_id]
        message.mention_roles = _mentioned(text, ROLE, guild.roles, draft.allowed.roles)
        may = world.permissions(message.author.id, channel) & Permission.MENTION_EVERYONE
        message.mention_everyone = bool(may and draft.allowed.everyone and EVERYONE.search(text))


def _attach(world: World, channel: objects.Channel, file: NewFile, message: objects.Message) -> objects.Attachment:
    return world.files.keep(
        objects.Attachment(
            id=world.ids.new(),
            channel_id=channel.id,
            filename=file.filename,
            data=file.data,
            content_type=content_type(file.filename),
            description=file.description,
            ephemeral=message.only_for is not None,
        )
    )


def _written(message: objects.Message) -> str:
    """All the text of a message in which a mention counts."""
    texts = [each["content"] for each in components.walk(message.components) if each["type"] == components.TEXT]
    return "\n".join([message.content, *texts])


def _mentioned(text: str, pattern: re.Pattern[str], known: Iterable[str], allowed: frozenset[str] | None) -> list[str]:
    """The ids mentioned that exist and may be pinged, in order, once each."""
    existing = set(known)
    found = dict.fromkeys(pattern.findall(text))
    return [each for each in found if each in existing and (allowed is None or each in allowed)]
