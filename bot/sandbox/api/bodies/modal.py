"""Modals as Discord accepts them."""

from __future__ import annotations

from typing import Any

from bot.sandbox.api.bodies.components import MOST_TEXT, Tally, choices, custom_id, identify, select
from bot.sandbox.api.bodies.form import Form
from bot.sandbox.model import components as kinds

Json = dict[str, Any]

MOST_FIELDS = 5


def read_modal(form: Form) -> Json:
    """The modal as Discord would keep it; problems go to the form."""
    tally = Tally(set())
    data: Json = {
        "custom_id": form.text("custom_id", 100, least=1, required=True),
        "title": form.text("title", 45, least=1, required=True),
    }
    entries = form.objects("components", MOST_FIELDS, least=1, required=True) or []
    read = [_top(each, tally) for each in entries]
    data["components"] = [each for each in read if each]
    kinds.number(data["components"])
    form.end()
    return data


def _top(form: Form, tally: Tally) -> Json | None:
    kind = form.one_of("type", (kinds.ROW, kinds.TEXT, kinds.LABEL), required=True)
    if kind is None:
        form.asked.update(form.value)
        return None
    data: Json = {"type": kind}
    identify(form, data, tally)
    if kind == kinds.TEXT:
        data["content"] = form.text("content", MOST_TEXT, least=1, required=True)
    elif kind == kinds.ROW:
        inner = form.objects("components", 1, least=1, required=True) or []
        data["components"] = [_field(each, tally, labelled=False) for each in inner]
    else:
        data["label"] = form.text("label", 45, least=1, required=True)
        data["description"] = form.text("description", 100)
        component = form.object("component", required=True)
        data["component"] = _field(component, tally, labelled=True) if component else None
    form.end()
    return {key: value for key, value in data.items() if value is not None}


def _field(form: Form, tally: Tally, *, labelled: bool) -> Json:
    allowed = (kinds.TEXT_INPUT, *kinds.SELECTS)
    if labelled:
        allowed = (*allowed, kinds.FILE_UPLOAD, kinds.RADIO_GROUP, kinds.CHECKBOX_GROUP, kinds.CHECKBOX)
    kind = form.one_of("type", allowed, required=True)
    data: Json = {"type": kind, "custom_id": custom_id(form, tally.custom_ids)}
    identify(form, data, tally)
    if kind is None:
        form.asked.update(form.value)
    elif kind == kinds.TEXT_INPUT:
        data |= _text_input(form, labelled=labelled)
    elif kind in kinds.SELECTS:
        data |= select(form)
        if form.boolean("disabled"):
            form.fault("disabled", "COMPONENT_DISABLED_IN_MODAL", "Components in modals cannot be disabled.")
    elif kind == kinds.CHECKBOX:
        data["default"] = form.boolean("default") or False
    else:
        data["required"] = form.boolean("required") is not False
        if kind != kinds.RADIO_GROUP:
            data |= {"min_values": form.integer("min_values", 0, 10), "max_values": form.integer("max_values", 1, 10)}
        if kind != kinds.FILE_UPLOAD:
            data["options"] = choices(form, 10, least=2 if kind == kinds.RADIO_GROUP else 1)
    form.end()
    return {key: value for key, value in data.items() if value is not None}


def _text_input(form: Form, *, labelled: bool) -> Json:
    label = form.text("label", 45, required=not labelled)
    if labelled and label:
        form.fault("label", "TEXT_INPUT_LABEL_IN_LABEL", "A text input inside a label has no label of its own.")
    return {
        "style": form.one_of("style", (1, 2), required=True),
        "label": label,
        "value": form.text("value", 4000),
        "placeholder": form.text("placeholder", 100),
        "required": form.boolean("required") is not False,
        "min_length": form.integer("min_length", 0, 4000),
        "max_length": form.integer("max_length", 1, 4000),
    }
