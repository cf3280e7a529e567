"""Fixtures for the tests of every game."""

import logging

import pytest

pytest.register_assert_rewrite("tests.kit.rules")


@pytest.fixture(autouse=True)
def no_blank_is_left(caplog):
    """Fail a test in which a string was said with a blank that nobody filled."""
    yield
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
