"""What holds for the tests of every game."""

import logging

import pytest


@pytest.fixture(autouse=True)
def no_blank_is_left(caplog):
    """Strings report a blank nobody filled as an error in the log."""
    yield
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
