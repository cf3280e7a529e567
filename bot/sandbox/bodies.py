"""The body of a message request: read, checked against every rule of Discord's, and turned into a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox import model
from bot.sandbox.components import read_components
from bot.sandbox.embeds import read_embeds
from bot.sandbox.errors import refusal
from bot.sandbox.files import FILE_LIMIT, clean_name
from bot.sandbox.form import Form
from bot.sandbox.mentions import Allowed, read_allowed

Uploads = Mapping[int, tuple[str, bytes]]
"""The files of a multipart request: number → name and content."""

LEGACY = ("content", "embeds", "sticker_ids", "poll")


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One way of sending a message body, and what it may carry."""

    flags: int
    channel: bool = False
    """Whether it is an ordinary message: nonce, reply, and mentions of everybody allowed by default."""


CREATE = Kind(
    flags=model.SUPPRESS_EMBEDS | model.SUPPRESS_NOTIFICATIONS | model.IS_COMPONENTS_V2,
    channel=True,
)
EDIT = Kind(flags=model.SUPPRESS_EMBEDS | model.IS_COMPONENTS_V2, channel=True)
ANSWER = Kind(
    flags=model.SUPPRESS_EMBEDS | model.SUPPRESS_NOTIFICATIONS | model.IS_COMPONENTS_V2 | model.EPHEMERAL,
)
WEBHOOK_EDIT = Kind(flags=model.SUPPRESS_EMBEDS | model.IS_COMPONENTS_V2)


@dataclass(kw_only=True)
class NewFile:
    """A file to be attached."""

    filename: str
    data: bytes
    description: str | None = None


@dataclass(kw_only=True)
class Draft:
    """What a message is to become; None means untouched."""

    content: str | None = None
    embeds: list[dict[str, Any]] | None = None
    components: list[dict[str, Any]] | None = None
    files: list[model.Attachment | NewFile] | None = None
    flags: int | None = None
    allowed: Allowed = field(default_factory=Allowed)
    nonce: str | None = None
    enforce_nonce: bool = False
    reply_to: str | None = None
    reply_must_exist: bool = True


def read_draft(
    body: Any,
    uploads: Uploads,
    kind: Kind,
    *,
    before: model.Message | None = None,
    form: Form | None = None,
) -> Draft:
    """The draft in a body, or a refusal naming every problem. `before` is the message an edit starts from."""
    form = form or Form(body)
    draft = Draft()
    draft.flags = form.integer("flags", 0, 2**31 - 1)
    if draft.flags and draft.flags & ~kind.flags:
        form.fault("flags", "MESSAGE_FLAGS_INVALID", f"Only the flags {kind.flags} may be set here.")
    v2 = bool((draft.flags or 0) & model.IS_COMPONENTS_V2 or (before and before.v2))
    if form.has("content"):
        draft.content = form.text("content", 2000) or ""
    draft.embeds = read_embeds(form)
    if form.has("embeds") and draft.embeds is None:
        draft.embeds = []
    draft.files = _read_files(form, uploads, before)
    names = {each.filename for each in (draft.files if draft.files is not None else _kept(before))}
    draft.components = read_components(form, v2=v2, attachments=names)
    if form.has("components") and draft.components is None:
        draft.components = []
    draft.allowed = read_allowed(form, everything=kind.channel)
    form.boolean("tts")
    form.unsupported("poll", "sticker_ids", "username", "avatar_url", "thread_name", "applied_tags")
    if kind is CREATE:
        _read_ordinary(form, draft)
    if v2:
        _refuse_legacy(form, draft, before)
    form.end()
    form.problems.settle()
    _refuse_empty(draft, before, v2=v2)
    return draft


def _kept(before: model.Message | None) -> list[model.Attachment]:
    return before.attachments if before else []


def _read_ordinary(form: Form, draft: Draft) -> None:
    nonce = form.raw("nonce")
    if nonce is not None:
        draft.nonce = str(nonce)
        if len(draft.nonce) > 25:
            form.fault("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    draft.enforce_nonce = bool(form.boolean("enforce_nonce"))
    reference = form.object("message_reference")
    if reference:
        if reference.one_of("type", (0, 1)) == 1:
            reference.fault("type", "SANDBOX_UNSUPPORTED", "The sandbox does not forward messages.")
        draft.reply_to = reference.snowflake("message_id", required=True)
        draft.reply_must_exist = reference.boolean("fail_if_not_exists") is not False
        reference.snowflake("channel_id")
        reference.snowflake("guild_id")
        reference.end()


def _read_files(form: Form, uploads: Uploads, before: model.Message | None) -> list[model.Attachment | NewFile] | None:
    if any(len(data) > FILE_LIMIT for _, data in uploads.values()):
        raise refusal(40005)
    old = {each.id: each for each in _kept(before)}
    entries = form.objects("attachments", 10)
    if entries is None:
        if not uploads and not form.has("attachments"):
            return None
        new = [NewFile(filename=clean_name(name), data=data) for name, data in uploads.values()]
        return [*([] if form.has("attachments") else old.values()), *new]
    files: list[model.Attachment | NewFile] = []
    used: set[int] = set()
    for each in entries:
        key = each.snowflake("id", required=True)
        name, text = each.text("filename", 1024), each.text("description", 1024)
        for extra in ("title", "is_spoiler", "duration_secs", "waveform", "url", "proxy_url", "size", "content_type",
                      "height", "width", "ephemeral", "spoiler", "flags"):  # fmt: skip
            each.raw(extra)
        each.end()
        if key in old:
            if each.has("description"):
                old[key].description = text
            files.append(old[key])
        elif key is not None and int(key) in uploads:
            sent, data = uploads[int(key)]
            used.add(int(key))
            files.append(NewFile(filename=clean_name(name or sent), data=data, description=text))
        elif key is not None:
            each.fault("id", "ATTACHMENT_NOT_FOUND", f"No file and no attachment has the id {key}.")
    for index in uploads.keys() - used:
        form.fault("attachments", "SANDBOX_UNLISTED_FILE", f"files[{index}] is not listed in attachments.")
    return files


def _refuse_legacy(form: Form, draft: Draft, before: model.Message | None) -> None:
    turning = before is not None and not before.v2
    for key in LEGACY:
        given = bool(form.value.get(key))
        left = turning and key in ("content", "embeds") and getattr(before, key) and not form.has(key)
        if given or left:
            form.fault(
                key,
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    if turning:
        draft.content, draft.embeds = "", []


def _refuse_empty(draft: Draft, before: model.Message | None, *, v2: bool) -> None:
    def left(name: str) -> Any:
        value = getattr(draft, name)
        return value if value is not None else getattr(before, name, None)

    files = draft.files if draft.files is not None else _kept(before)
    if not left("components") and (v2 or not (left("content") or left("embeds") or files)):
        raise refusal(50006)
