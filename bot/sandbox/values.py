"""The values somebody gives to a command's options, checked as Discord's client checks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.sandbox import options as kinds
from bot.sandbox.form import Path, Problems

if TYPE_CHECKING:
    from bot.sandbox.resolve import Resolved

Json = dict[str, Any]


def check_options(
    known: list[Json], given: list[Json], resolved: Resolved, *, partial: bool = False, path: Path = ("options",)
) -> list[Json]:
    """The options as an interaction carries them. `partial`: as typed so far, for autocompletion."""
    problems = Problems()
    read = _check(known, given, resolved, path, problems, partial=partial)
    problems.settle()
    return read


def _check(
    known: list[Json], given: list[Json], resolved: Resolved, path: Path, problems: Problems, *, partial: bool
) -> list[Json]:
    by_name = {each["name"]: each for each in known}
    nested = any(each["type"] in (kinds.SUBCOMMAND, kinds.GROUP) for each in known)
    if nested and len(given) != 1:
        problems.add(path, "BASE_TYPE_REQUIRED", "Exactly one subcommand is used at a time.")
    read: list[Json] = []
    for each in given:
        option = by_name.get(each.get("name", ""))
        here = (*path, str(each.get("name")))
        if option is None:
            problems.add(here, "SANDBOX_UNKNOWN_FIELD", "The command has no such option.")
        elif option["type"] in (kinds.SUBCOMMAND, kinds.GROUP):
            inner = _check(
                option.get("options", []), each.get("options") or [], resolved, here, problems, partial=partial
            )
            read.append({"name": option["name"], "type": option["type"], "options": inner})
        elif partial and each.get("focused"):
            read.append({"name": option["name"], "type": option["type"], "value": str(each["value"]), "focused": True})
        else:
            fault = None if partial else value_fault(option, each.get("value"))
            if fault:
                problems.add(here, *fault)
                continue
            value = resolved.option(option["type"], each.get("value"))
            read.append({"name": option["name"], "type": option["type"], "value": value})
    present = {each["name"] for each in read}
    for each in known:
        if each.get("required") and each["name"] not in present and not partial:
            problems.add((*path, each["name"]), "BASE_TYPE_REQUIRED", "This field is required")
    return read


def value_fault(option: Json, value: Any) -> tuple[str, str] | None:
    """What is wrong with a value for an option, if anything."""
    kind = option["type"]
    offered = [each["value"] for each in option.get("choices", [])]
    if offered and value not in offered:
        return "BASE_TYPE_CHOICES", f"Value must be one of {offered}."
    if kind == kinds.STRING:
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        if not isinstance(value, str) or not max(least, 1) <= len(value) <= most:
            return "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
    elif kind in (kinds.INTEGER, kinds.NUMBER):
        if isinstance(value, bool) or not isinstance(value, int if kind == kinds.INTEGER else (int, float)):
            return "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.'
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and value < low) or (high is not None and value > high):
            return "NUMBER_TYPE_MIN", f"Must be between {low} and {high}."
    elif kind == kinds.BOOLEAN and not isinstance(value, bool):
        return "BOOLEAN_TYPE_CONVERT", "Must be either true or false."
    return None


def focused_option(read: list[Json]) -> Json | None:
    """The option being typed in, however deep."""
    for each in read:
        found = focused_option(each["options"]) if "options" in each else each if each.get("focused") else None
        if found:
            return found
    return None
