"""Workers that draw: a real process, and a fake one."""

import asyncio

import pytest

from bot.pictures.worker import DrawingWorker


class FakeWorker:
    """Returns constant bytes, counts requests, and can be blocked."""

    def __init__(self) -> None:
        self.drawn = 0
        self.batches: list[int] = []
        self.broken = False
        self.free = asyncio.Event()
        self.free.set()

    async def draw(self, requests: list[bytes]) -> list[bytes | str]:
        """As many pictures as requests."""
        self.batches.append(len(requests))
        await self.free.wait()
        if self.broken:
            raise ValueError("the queen of hearts")
        self.drawn += len(requests)
        return [b"x" * 1000 for _ in requests]


@pytest.fixture
def painter() -> FakeWorker:
    return FakeWorker()


@pytest.fixture
def worker():
    worker = DrawingWorker("cogs")
    yield worker
    worker.close()
