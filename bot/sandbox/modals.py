"""Modals: what Discord accepts in one, and what a person may hand back."""

from __future__ import annotations

from typing import Any

from bot.sandbox import components as kinds
from bot.sandbox.form import Form, Problems
from bot.sandbox.menus import choices, select

Json = dict[str, Any]

MOST_FIELDS = 5


def read_modal(form: Form) -> Json:
    """The modal as Discord would keep it; problems go to the form."""
    tally = kinds.Tally(set())
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


def _top(form: Form, tally: kinds.Tally) -> Json | None:
    kind = form.one_of("type", (kinds.ROW, kinds.TEXT, kinds.LABEL), required=True)
    if kind is None:
        form.asked.update(form.value)
        return None
    data: Json = {"type": kind}
    kinds.identify(form, data, tally)
    if kind == kinds.TEXT:
        data["content"] = form.text("content", kinds.MOST_TEXT, least=1, required=True)
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


def _field(form: Form, tally: kinds.Tally, *, labelled: bool) -> Json:
    allowed = (kinds.TEXT_INPUT, *kinds.SELECTS)
    if labelled:
        allowed = (*allowed, kinds.FILE_UPLOAD, kinds.RADIO_GROUP, kinds.CHECKBOX_GROUP, kinds.CHECKBOX)
    kind = form.one_of("type", allowed, required=True)
    data: Json = {"type": kind, "custom_id": kinds.custom_id(form, tally.custom_ids)}
    kinds.identify(form, data, tally)
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


def fields(modal: Json) -> list[Json]:
    """The parts of a modal that a person fills in."""
    return [each for each in kinds.walk(modal["components"]) if "custom_id" in each]


def check_answers(modal: Json, answers: dict[str, Any]) -> None:
    """Refuse what Discord's own client would not let a person submit."""
    problems = Problems()
    known = {each["custom_id"]: each for each in fields(modal)}
    for name in answers:
        if name not in known:
            problems.add((name,), "SANDBOX_UNKNOWN_FIELD", "The modal has no such field.")
    for name, each in known.items():
        fault = _fault(each, answers.get(name))
        if fault:
            problems.add((name,), *fault)
    problems.settle()


def _fault(field: Json, answer: Any) -> tuple[str, str] | None:
    if field["type"] == kinds.CHECKBOX:
        return None if answer in (None, True, False) else ("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
    empty = answer is None or answer in ("", [])
    if empty:
        required = field.get("required", True) and field.get("min_values") != 0
        return ("BASE_TYPE_REQUIRED", "This field is required") if required else None
    if field["type"] == kinds.TEXT_INPUT:
        least, most = field.get("min_length") or 0, field.get("max_length") or 4000
        good = isinstance(answer, str) and least <= len(answer) <= most
        return None if good else ("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    given = answer if isinstance(answer, list) else [answer]
    most = 1 if field["type"] == kinds.RADIO_GROUP else field.get("max_values") or len(field.get("options", "0" * 10))
    if not (field.get("min_values") or 0) <= len(given) <= most:
        return ("BASE_TYPE_BAD_LENGTH", "Too many or too few values.")
    offered = {each["value"] for each in field.get("options", [])}
    if "options" in field and not set(given) <= offered:
        return ("BASE_TYPE_CHOICES", "Not one of the options.")
    return None
