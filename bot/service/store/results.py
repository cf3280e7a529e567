"""Results and standings as every storage keeps them, by column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from bot.core.profile import Line
from bot.core.ratings import Standing
from bot.core.results import Result

NAME = "name"
"""The kind of the documents that say what people were last called; kept by user."""
HIDDEN = "hidden"
"""The kind of the documents of people who are in no ranking and whose profile only they see; kept by user."""

COLUMNS = {field: {"table": "table_id", "user": "user_id", "left": "has_left"}.get(field, field)
           for field in Result.__struct_fields__}  # fmt: skip
"""The fields of a result and the columns they are kept in."""
STANDING = {
    **{field: "user_id" if field == "user" else field for field in Standing.__struct_fields__},
    "points": "points",
    "provisional": "provisional",
}
"""The same for a standing, and what rankings are ordered by."""

JSON = ("tally", "honours", "options")
STANDING_JSON = ("tally", "best", "honours")


Merit = tuple[int, int]
"""What results of a day are compared by, see ``bot.core.daily.merit``."""


class Mark(NamedTuple):
    """Up to which game standings are counted: when it ended, and its table."""

    finished: float
    table: int


def columns(result: Result) -> dict[str, Any]:
    """A result as it is kept, by column."""
    found = {column: getattr(result, field) for field, column in COLUMNS.items()}
    return found | {key: msgspec.json.encode(found[key]).decode() for key in JSON}


def standing_columns(standing: Standing) -> dict[str, Any]:
    """A standing as it is kept, by column."""
    found = {column: getattr(standing, field) for field, column in STANDING.items()}
    return found | {key: msgspec.json.encode(found[key]).decode() for key in STANDING_JSON}


def result(values: Sequence[Any]) -> Result:
    """A result from the values of its columns."""
    found = dict(zip(COLUMNS, values, strict=True))
    return msgspec.convert(found | {key: msgspec.json.decode(found[key]) for key in JSON}, Result, strict=False)


def standing(values: Sequence[Any]) -> Standing:
    """A standing from the values of its columns."""
    found = dict(zip(STANDING, values, strict=True))
    del found["points"], found["provisional"]
    return Standing(**found | {key: msgspec.json.decode(found[key]) for key in STANDING_JSON})


def lines(found: Sequence[Sequence[Any]], offset: int) -> list[Line]:
    """Lines of a ranking after so many others, from a name and a standing each."""
    return [Line(rank, (name or b"").decode(), standing(row)) for rank, (name, *row) in enumerate(found, offset + 1)]
