"""Fixtures of the tests of the daily deal."""

import pytest

from tests.service.conftest import store

__all__ = ["store"]


@pytest.fixture
def no_blank_is_left() -> None:
    """Errors may be logged here: an expert that cannot think is one."""
