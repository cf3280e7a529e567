"""How statements and values that are meant for PostgreSQL are put to SQLite."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

from bot.service.store.database import Many, Work

T = TypeVar("T")

WORDS = tuple(
    (re.compile(theirs), ours)
    for theirs, ours in (
        (r"/\*! (.*?) \*/", r"\1"),
        (r"\(convert_from\((\w+), 'UTF8'\)::json->>'(\w+)'\)::bigint", r"json_extract(CAST(\1 AS TEXT), '$.\2')"),
        (r"= ANY\((\$\d+)::\w+\[\]\)", r"IN (SELECT value FROM json_each(\1))"),
        (r"position\((\$\d+)::bytea IN (\w+)\)", r"instr(\2, \1)"),
        (r"to_regclass\((\$\d+)\) IS NOT NULL", r"count(*) > 0 FROM sqlite_schema WHERE name = \1"),
        # There is one writer, who has the whole file.
        (r" FOR UPDATE( SKIP LOCKED)?", ""),
        (r"::\w+", ""),
        (r"\$(\d+)", r"?\1"),
    )
)


@cache
def worded(statement: str) -> str:
    """A statement as SQLite takes it."""
    for theirs, ours in WORDS:
        statement = theirs.sub(ours, statement)
    return statement


def valued(values: Iterable[Any]) -> list[Any]:
    """Its values as SQLite takes them: a list is JSON."""
    return [json.dumps(value) if isinstance(value, list) else value for value in values]


def do(connection: sqlite3.Connection, work: Work[T]) -> T:
    """Do some work, statement by statement; gives what comes of it."""
    rows: list[Any] = []
    try:
        step = next(work)
        while True:
            if isinstance(step, Many):
                connection.executemany(worded(step.text), step.rows)
            else:
                rows = connection.execute(worded(step[0]), valued(step[1:])).fetchall()
            step = work.send(rows)
    except StopIteration as end:
        return end.value
