"""Fixtures of the tests of the service."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.doors import Store
from tests.kit.stores import opening


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An open storage with nothing in it, which can be told to fail."""
    async with opening(Store(tmp_path / "tables.sqlite3")) as store:
        yield store
