"""Cached documents while others read and write them at the same time."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from bot.store.sqlite import SqliteStore
from bot.tables.servers import Remembered, Servers

KEY = 7


class Choice(msgspec.Struct, frozen=True):
    what: str = "as usual"


class Shelf(SqliteStore):
    """A storage of one document whose answers come when the test lets them."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.kept: bytes | None = None
        self.reading, self.writing = asyncio.Event(), asyncio.Event()

    async def get(self, _kind: str, _key: int) -> bytes | None:
        found = self.kept
        await self.reading.wait()
        return found

    async def change(self, _kind: str, _key: int, function: Any, **_options: Any) -> None:
        """Stored at once; the answer comes later."""
        self.kept = function(self.kept)
        await self.writing.wait()


async def test_whoever_reads_while_it_is_written_does_not_bring_back_what_was_before():
    shelf: Any = Shelf()
    choices = Remembered(shelf, "choice", Choice)
    reading = asyncio.create_task(choices.get(KEY))
    writing = asyncio.create_task(choices.change(KEY, lambda _: Choice("new")))
    await asyncio.sleep(0)
    reading_again = asyncio.create_task(choices.get(KEY))
    shelf.kept = None  # what that one reads: the writing is not done yet
    await asyncio.sleep(0)
    shelf.kept = msgspec.json.encode(Choice("new"))
    shelf.writing.set()
    await writing
    shelf.reading.set()
    assert await reading == await reading_again == Choice()
    assert await choices.get(KEY) == Choice("new")


async def test_what_another_process_has_written_since_is_not_hidden_by_what_we_wrote():
    shelf: Any = Shelf()
    shelf.reading.set()
    choices = Remembered(shelf, "choice", Choice)
    writing = asyncio.create_task(choices.change(KEY, lambda _: Choice("ours")))
    await asyncio.sleep(0)
    shelf.kept = msgspec.json.encode(Choice("theirs"))
    shelf.notify("choice", KEY)
    shelf.writing.set()
    await writing
    assert await choices.get(KEY) == Choice("theirs")


async def test_each_feature_has_settings_of_its_own(store):
    servers = Servers(store)
    await servers.change(KEY, lambda server: server.with_feature("rabbits", {"channel": 3}))
    await servers.change(KEY, lambda server: server.with_feature("hares", {"count": 2}))
    assert (await Servers(store).get(KEY)).features == {"rabbits": {"channel": 3}, "hares": {"count": 2}}
    await servers.change(KEY, lambda server: server.with_feature("rabbits", None))
    assert (await Servers(store).get(KEY)).features == {"hares": {"count": 2}}
