"""Storages that are open for as long as somebody looks."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from bot.store import Store, from_url


@asynccontextmanager
async def opening(storage: Any) -> AsyncIterator[Any]:
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
