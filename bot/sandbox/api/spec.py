"""Request bodies against Discord's own API description, where that file is present."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import Any

from bot.sandbox.model.refusals import Problems

log = logging.getLogger(__name__)

VARIABLE = "DISCORD_OPENAPI"
SMALLEST_SNOWFLAKE = 10**16
CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}


def find_spec() -> Path | None:
    """The file that DISCORD_OPENAPI names; None if it names none, or one that is not there."""
    path = Path(os.environ.get(VARIABLE, ""))
    return path if path.is_file() else None


class Spec:
    """Discord's OpenAPI description, ready to judge."""

    def __init__(self, path: Path) -> None:
        import jsonschema  # noqa: PLC0415 - optional: only where the description is
        import referencing  # noqa: PLC0415
        import referencing.jsonschema  # noqa: PLC0415

        self.document = json.loads(path.read_text("utf-8"))
        whole = referencing.jsonschema.DRAFT202012.create_resource(self.document)
        self._registry = referencing.Registry().with_resource("urn:discord", whole)
        self._judge = jsonschema.Draft202012Validator
        self._validators: dict[str, Any] = {}
        self._paths = {_shape(path): path for path in self.document["paths"]}

    def check_body(self, method: str, route: str, body: Any) -> None:
        """Refuse a body that the description does not allow, naming the places."""
        path = self._paths.get(_shape(route))
        operation = self.document["paths"].get(path, {}).get(method.lower()) if path else None
        if operation is None or "requestBody" not in operation:
            return
        if route.endswith("/callback") and isinstance(body, dict) and body.get("type") in CALLBACKS:
            pointer = f"/components/schemas/{CALLBACKS[body['type']]}"
        else:
            key = _escape(path or "")
            pointer = f"/paths/{key}/{method.lower()}/requestBody/content/application~1json/schema"
        problems = Problems()
        for where, what in self.faults(pointer, _normal(body)):
            problems.add(where, "OPENAPI", what)
        problems.refuse_if_any()

    def faults(self, pointer: str, value: Any) -> list[tuple[tuple[str, ...], str]]:
        """The errors of a value under the schema at this pointer of the description."""
        if pointer not in self._validators:
            self._validators[pointer] = self._judge({"$ref": f"urn:discord#{pointer}"}, registry=self._registry)
        found = []
        for each in self._validators[pointer].iter_errors(value):
            deepest = _deepest(each)
            found.append((tuple(str(step) for step in deepest.absolute_path), deepest.message[:300]))
        return found


def load_spec() -> Spec | None:
    """The description if it is there; if not, it is said aloud that bodies go unchecked against it."""
    path = find_spec()
    if path is None:
        log.warning("OpenAPI: skipped, %s names no file", VARIABLE)
        return None
    try:
        return Spec(path)
    except ImportError as missing:
        log.warning("OpenAPI: skipped, %s is not installed", missing.name)
        return None


def _shape(route: str) -> str:
    return "/".join("{}" if step.startswith("{") else step for step in route.split("/"))


def _escape(path: str) -> str:
    return path.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _deepest(error: Any) -> Any:
    while error.context:
        error = max(error.context, key=lambda each: len(each.absolute_path))
    return error


def _normal(value: Any, key: str = "") -> Any:
    """The body with what everybody sends and the description words otherwise: ids may be numbers.

    No other number in a body is as large as a snowflake (integers end at 2**53); files are numbered from 0.
    """
    if isinstance(value, dict):
        data = {name: _normal(each, name) for name, each in value.items()}
        if key == "attachments" and isinstance(data.get("id"), int):
            data["id"] = str(data["id"])
        return data
    if isinstance(value, list):
        return [_normal(each, key) for each in value]
    return str(value) if isinstance(value, int) and value > SMALLEST_SNOWFLAKE else value
