"""Who draws."""

import pytest

from bot.pictures.worker import DrawingWorker


@pytest.fixture
def worker():
    """A process of its own that draws."""
    worker = DrawingWorker("cogs")
    yield worker
    worker.close()
