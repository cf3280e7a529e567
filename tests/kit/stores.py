"""Storages that are open for as long as somebody looks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol, TypeVar

from bot.store import Store, from_url


class Openable(Protocol):
    async def open(self) -> None:
        """Connect."""

    async def close(self) -> None:
        """Let go."""


Opened = TypeVar("Opened", bound=Openable)


@asynccontextmanager
async def opening(storage: Opened) -> AsyncIterator[Opened]:
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


def opened(url: str) -> AbstractAsyncContextManager[Store]:
    return opening(from_url(url))


async def make(url: str) -> None:
    """A database at this address, with the schema that the program knows now and nothing in it."""
    async with opened(url):
        pass
