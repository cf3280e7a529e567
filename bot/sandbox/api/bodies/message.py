"""The body of a message: checked against every rule of Discord's, and turned into a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.sandbox.api.bodies.components import read_components
from bot.sandbox.api.bodies.form import Form
from bot.sandbox.model import objects
from bot.sandbox.model.files import FILE_LIMIT, clean_name
from bot.sandbox.model.messages import Allowed, Draft, NewFile
from bot.sandbox.model.refusals import refusal

Uploads = Mapping[int, tuple[str, bytes]]
"""The files of a multipart request: number → name and content."""

MOST_EMBEDDED = 6000
NOBODY: frozenset[str] = frozenset()
LEGACY = ("content", "embeds", "sticker_ids", "poll")


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One way of sending a message body, and what it may carry."""

    flags: int
    channel: bool = False
    """Whether it is an ordinary message: nonce, reply, and mentions of everybody allowed by default."""


CREATE = Kind(
    flags=objects.SUPPRESS_EMBEDS | objects.SUPPRESS_NOTIFICATIONS | objects.IS_COMPONENTS_V2,
    channel=True,
)
EDIT = Kind(flags=objects.SUPPRESS_EMBEDS | objects.IS_COMPONENTS_V2, channel=True)
ANSWER = Kind(
    flags=objects.SUPPRESS_EMBEDS | objects.SUPPRESS_NOTIFICATIONS | objects.IS_COMPONENTS_V2 | objects.EPHEMERAL,
)
WEBHOOK_EDIT = Kind(flags=objects.SUPPRESS_EMBEDS | objects.IS_COMPONENTS_V2)


def read_draft(
    body: Any,
    uploads: Uploads,
    kind: Kind,
    *,
    before: objects.Message | None = None,
    form: Form | None = None,
) -> Draft:
    """The draft in a body, or a refusal naming every problem. `before` is the message an edit starts from."""
    form = form or Form(body)
    draft = Draft()
    draft.flags = form.integer("flags", 0, 2**31 - 1)
    if draft.flags and draft.flags & ~kind.flags:
        form.fault("flags", "MESSAGE_FLAGS_INVALID", f"Only the flags {kind.flags} may be set here.")
    v2 = bool((draft.flags or 0) & objects.IS_COMPONENTS_V2 or (before and before.v2))
    if form.has("content"):
        draft.content = form.text("content", 2000) or ""
    draft.embeds = _read_embeds(form)
    if form.has("embeds") and draft.embeds is None:
        draft.embeds = []
    draft.files = _read_files(form, uploads, before)
    names = {each.filename for each in (draft.files if draft.files is not None else _kept(before))}
    draft.components = read_components(form, v2=v2, attachments=names)
    if form.has("components") and draft.components is None:
        draft.components = []
    draft.allowed = _read_allowed(form, everything=kind.channel)
    form.boolean("tts")
    form.unsupported("poll", "sticker_ids", "username", "avatar_url", "thread_name", "applied_tags")
    if kind is CREATE:
        _read_ordinary(form, draft)
    if v2:
        _refuse_legacy(form, draft, before)
    form.finish()
    _refuse_empty(draft, before, v2=v2)
    return draft


def _kept(before: objects.Message | None) -> list[objects.Attachment]:
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


def _read_files(
    form: Form, uploads: Uploads, before: objects.Message | None
) -> list[objects.Attachment | NewFile] | None:
    if any(len(data) > FILE_LIMIT for _, data in uploads.values()):
        raise refusal(40005)
    old = {each.id: each for each in _kept(before)}
    entries = form.objects("attachments", 10)
    if entries is None:
        if not uploads and not form.has("attachments"):
            return None
        new = [NewFile(filename=clean_name(name), data=data) for name, data in uploads.values()]
        return [*([] if form.has("attachments") else old.values()), *new]
    files: list[objects.Attachment | NewFile] = []
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


def _refuse_legacy(form: Form, draft: Draft, before: objects.Message | None) -> None:
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


def _refuse_empty(draft: Draft, before: objects.Message | None, *, v2: bool) -> None:
    def left(name: str) -> Any:
        value = getattr(draft, name)
        return value if value is not None else getattr(before, name, None)

    files = draft.files if draft.files is not None else _kept(before)
    if not left("components") and (v2 or not (left("content") or left("embeds") or files)):
        raise refusal(50006)


def _read_embeds(form: Form) -> list[dict[str, Any]] | None:
    """The embeds as Discord would keep them; None if the field is absent. Problems go to the form."""
    entries = form.objects("embeds", 10)
    if entries is None:
        return None
    total = 0
    kept = []
    for each in entries:
        data, length = _embed(each)
        total += length
        kept.append({"type": "rich", **{key: value for key, value in data.items() if value is not None}})
    if total > MOST_EMBEDDED:
        form.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_EMBEDDED}")
    return kept


def _embed(form: Form) -> tuple[dict[str, Any], int]:
    form.raw("type")
    form.unsupported("video", "provider")
    data: dict[str, Any] = {
        "title": form.text("title", 256),
        "description": form.text("description", 4096),
        "url": form.text("url", 2048),
        "color": form.integer("color", 0, 0xFFFFFF),
        "timestamp": form.text("timestamp", 64),
        "footer": _part(form, "footer", {"text": 2048, "icon_url": 2048}),
        "author": _part(form, "author", {"name": 256, "url": 2048, "icon_url": 2048}),
        "image": _part(form, "image", {"url": 2048}),
        "thumbnail": _part(form, "thumbnail", {"url": 2048}),
    }
    fields = []
    for each in form.objects("fields", 25) or []:
        fields.append(
            {
                "name": each.text("name", 256, least=1, required=True),
                "value": each.text("value", 1024, least=1, required=True),
                "inline": each.boolean("inline") or False,
            }
        )
        each.end()
    data["fields"] = fields or None
    form.end()
    texts = [data["title"], data["description"], (data["footer"] or {}).get("text"), (data["author"] or {}).get("name")]
    texts += [text for each in fields for text in (each["name"], each["value"])]
    return data, sum(len(text or "") for text in texts)


def _part(form: Form, key: str, lengths: dict[str, int]) -> dict[str, Any] | None:
    inner = form.object(key)
    if inner is None:
        return None
    data = {name: inner.text(name, most) for name, most in lengths.items()}
    for name in ("proxy_icon_url", "proxy_url", "width", "height"):
        inner.raw(name)
    inner.end()
    return {name: value for name, value in data.items() if value is not None}


def _read_allowed(form: Form, *, everything: bool) -> Allowed:
    """The allowed_mentions of a body; without them, ordinary messages ping everything and interactions only users."""
    inner = form.object("allowed_mentions")
    if inner is None:
        return Allowed() if everything else Allowed(roles=NOBODY, everyone=False)
    parse = inner.array("parse", 3) or []
    for each in parse:
        if each not in ("users", "roles", "everyone"):
            inner.fault("parse", "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
    named: dict[str, frozenset[str] | None] = {}
    for key in ("users", "roles"):
        given = inner.array(key, 100)
        named[key] = None if key in parse else frozenset(str(each) for each in given or [])
        if key in parse and given:
            inner.fault(
                None,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )
    replied = inner.boolean("replied_user") or False
    inner.end()
    return Allowed(users=named["users"], roles=named["roles"], everyone="everyone" in parse, replied=replied)
