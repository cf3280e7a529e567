"""The numbered migrations of a database, one set per dialect.

Files like ``sqlite/0001_tables.sql`` are applied in order, each in a transaction, and recorded in the table
``migrations``. A released file is never edited.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from bot.store.statements import WrongVersion

VERSION = "SELECT coalesce(max(number), 0) FROM migrations"
"""The newest migration applied."""
HAS = "SELECT to_regclass($1) IS NOT NULL"
"""Whether a table exists."""


class Migration(NamedTuple):
    """A migration: its number, name and SQL."""

    number: int
    name: str
    sql: str


@cache
def migrations(dialect: str) -> tuple[Migration, ...]:
    """All migrations of a dialect (``sqlite`` or ``postgres``), in order."""
    found = []
    for file in files(__name__).joinpath(dialect).iterdir():
        stem, _, suffix = file.name.rpartition(".")
        if suffix == "sql":
            number, _, name = stem.partition("_")
            found.append(Migration(int(number), name, file.read_text("utf-8")))
    return tuple(sorted(found))


def newest(dialect: str, found: int) -> int:
    """The number of the newest migration. Raises WrongVersion if the database has a newer one."""
    last = migrations(dialect)[-1].number
    if found > last:
        raise WrongVersion(
            f"The database has schema {found}, but this program knows schemas only up to {last}: "
            "run the newer program, or restore a backup made before it."
        )
    return last


def following(dialect: str, found: int) -> Migration | None:
    """The migration after schema ``found``, or None. Raises WrongVersion."""
    newest(dialect, found)
    return next((step for step in migrations(dialect) if step.number > found), None)
