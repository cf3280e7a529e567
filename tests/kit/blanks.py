"""Whether a string was said with a blank that nobody filled."""

import logging

import pytest


@pytest.fixture(autouse=True)
def no_blank_is_left(caplog):
    yield
    assert not [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
