"""Copying everything from one storage into another, so that it can be stopped at any moment and gone on with."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import cast

from bot.service.contents import BATCH, Cells, Shape, Source, Target, Unusable
from bot.service.contents.export import Export
from bot.service.contents.sqlite import SqliteContents
from bot.service.store import TooNew, schema
from bot.service.store.address import in_postgres, path_of

Pair = tuple[Cells | None, Cells | None]
"""A row of the source and the row of the target with the same key; None where there is none."""
Told = Callable[[int], None]
"""Hears of every row that has been dealt with."""


async def copy(source: Source, target: Target, told: Told) -> None:
    """Make the target what the source is; both are open. Each row is dealt with twice: copied, then compared.

    What is there already from a copy that was stopped is kept, as far as it is still true. Raises Unusable.
    """
    version = await source.version()
    newest = schema.migrations("sqlite")[-1].number
    if version > newest:
        raise TooNew(f"{source.place} has schema {version}, but this program knows schemas only up to {newest}.")
    await target.begin(version)
    shapes = await source.shapes()
    _check(source, target, shapes, await target.shapes())
    for shape in shapes:
        await _copy(source, target, shape, told)
    await target.count_on(await source.counters())
    await compare(source, target, told)
    await target.finish()


async def compare(source: Source, target: Source, told: Told) -> None:
    """Compare all rows. Raises Unusable if any is not the same, or there are more or fewer."""
    for shape in await source.shapes():
        different = 0
        async for theirs, ours in _pairs(source, target, shape):
            different += theirs != ours
            told(theirs is not None)
        if different:
            raise Unusable(
                f"The copy is not right: {different} rows of the table {shape.table} are not as in the original. "
                "The original is untouched; do not use the copy."
            )


async def _copy(source: Source, target: Target, shape: Shape, told: Told) -> None:
    added: list[Cells] = []
    changed: list[Cells] = []
    gone: list[Cells] = []

    async def write() -> None:
        await target.write(shape, added=added, changed=changed, gone=gone)
        for each in (added, changed, gone):
            each.clear()

    async for theirs, ours in _pairs(source, target, shape):
        if theirs is None:
            assert ours is not None
            gone.append(ours)
        elif ours is None:
            added.append(theirs)
        elif theirs != ours:
            changed.append(theirs)
        if len(added) + len(changed) + len(gone) >= BATCH:
            await write()
        told(theirs is not None)
    if added or changed or gone:
        await write()


async def _pairs(source: Source, target: Source, shape: Shape) -> AsyncIterator[Pair]:
    """The rows of both, by their keys."""
    places = shape.places

    def key(row: Cells) -> Cells:
        return tuple(row[place] for place in places)

    async with aclosing(_stream(source, shape)) as left, aclosing(_stream(target, shape)) as right:
        theirs, ours = await anext(left, None), await anext(right, None)
        while theirs is not None or ours is not None:
            if ours is None or (theirs is not None and key(theirs) < key(ours)):
                yield theirs, None
                theirs = await anext(left, None)
            elif theirs is None or key(ours) < key(theirs):
                yield None, ours
                ours = await anext(right, None)
            else:
                yield theirs, ours
                theirs, ours = await anext(left, None), await anext(right, None)


def _stream(source: Source, shape: Shape) -> AsyncGenerator[Cells, None]:
    return cast(AsyncGenerator[Cells, None], source.rows(shape))


def _check(source: Source, target: Source, theirs: list[Shape], ours: list[Shape]) -> None:
    """Both must have the same tables with the same columns, in whatever order."""

    def told(shapes: list[Shape]) -> dict[str, tuple[object, ...]]:
        return {shape.table: (set(shape.columns), shape.key) for shape in shapes}

    if told(theirs) != told(ours):
        raise Unusable(f"{source.place} and {target.place} do not have the same tables and columns.")


SQLITE = b"SQLite format 3\0"


def from_file(path: Path) -> Source:
    """A backup, of whichever kind it is. Raises Unusable."""
    try:
        with path.open("rb") as file:
            return SqliteContents(path) if file.read(len(SQLITE)) == SQLITE else Export(path)
    except OSError as error:
        raise Unusable(f"The file {path} cannot be read: {error.strerror}.") from None


def from_url(url: str) -> Source:
    """The contents of the database at an address."""
    return _database(url, filling=False)


def into_url(url: str) -> Target:
    """The database at an address, to be filled."""
    return _database(url, filling=True)


def _database(url: str, *, filling: bool) -> Target:
    if in_postgres(url):
        from bot.service.contents.postgres import PostgresContents  # noqa: PLC0415, who keeps a file needs no driver

        return PostgresContents(url, filling=filling)
    return SqliteContents(path_of(url), filling=filling)
