import logging
from random import Random

import pytest


@pytest.fixture
def rng():
    return Random(7)


@pytest.fixture(autouse=True)
def no_blank_is_left(caplog):
    with caplog.at_level(logging.ERROR):
        yield
    assert not caplog.records
