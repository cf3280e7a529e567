"""The numbered steps that bring a database from nothing to what this program needs, one set a dialect.

``sqlite/0001_tables.sql`` and its kind are applied in order, each in a transaction, and recorded in the table
``migrations``. A released file is never edited: what changes later is the next number.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from bot.store.statements import TooNew

VERSION = "SELECT coalesce(max(number), 0) FROM migrations"
"""The number of the newest step applied, where there is such a table."""
HAS = "SELECT to_regclass($1) IS NOT NULL"
"""Whether there is a table of that name."""


class Migration(NamedTuple):
    """One step: its number, its name and the SQL to run."""

    number: int
    name: str
    sql: str


@cache
def migrations(dialect: str) -> tuple[Migration, ...]:
    """Every step of a dialect (``sqlite`` or ``postgres``), in order."""
    found = []
    for file in files(__name__).joinpath(dialect).iterdir():
        stem, _, suffix = file.name.rpartition(".")
        if suffix == "sql":
            number, _, name = stem.partition("_")
            found.append(Migration(int(number), name, file.read_text("utf-8")))
    return tuple(sorted(found))


def newest(dialect: str, found: int) -> int:
    """The number of the newest step there is. Raises TooNew if a database has a newer one."""
    last = migrations(dialect)[-1].number
    if found > last:
        raise TooNew(
            f"The database has schema {found}, but this program knows schemas only up to {last}: "
            "run the newer program, or restore a backup made before it."
        )
    return last


def following(dialect: str, found: int) -> Migration | None:
    """The step after schema ``found``, None if that is the newest. Raises TooNew."""
    newest(dialect, found)
    return next((step for step in migrations(dialect) if step.number > found), None)
