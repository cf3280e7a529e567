import logging

import pytest


@pytest.fixture(autouse=True, scope="module")
def no_blank_is_left():
    """Strings report a blank nobody filled as an error in the log."""
    found = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = found.append
    logger = logging.getLogger("bot.words")
    logger.addHandler(handler)
    yield
    logger.removeHandler(handler)
    assert not found
