"""Embeds: their lengths, one by one and together."""

from __future__ import annotations

from typing import Any

from bot.sandbox.form import Form

Json = dict[str, Any]

MOST_TEXT = 6000


def read_embeds(form: Form) -> list[Json] | None:
    """The embeds as Discord would keep them; None if the field is absent. Problems go to the form."""
    entries = form.objects("embeds", 10)
    if entries is None:
        return None
    total = 0
    kept = []
    for each in entries:
        data, length = _read(each)
        total += length
        kept.append({"type": "rich", **{key: value for key, value in data.items() if value is not None}})
    if total > MOST_TEXT:
        form.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_TEXT}")
    return kept


def _read(form: Form) -> tuple[Json, int]:
    form.raw("type")
    form.unsupported("video", "provider")
    data: Json = {
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


def _part(form: Form, key: str, lengths: dict[str, int]) -> Json | None:
    inner = form.object(key)
    if inner is None:
        return None
    data = {name: inner.text(name, most) for name, most in lengths.items()}
    for name in ("proxy_icon_url", "proxy_url", "width", "height"):
        inner.raw(name)
    inner.end()
    return {name: value for name, value in data.items() if value is not None}
