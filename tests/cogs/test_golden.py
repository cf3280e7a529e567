"""Golden pictures: each game is compared with ``golden.png`` in its folder. ``UPDATE_GOLDEN=1`` draws it again."""

from importlib import import_module
from pathlib import Path

import pytest

from tests.kit.golden import Golden

GAMES = sorted(file.parent.name for file in Path(__file__).parent.glob("*/golden.png"))


@pytest.fixture(params=GAMES)
def golden(request) -> Golden:
    """A game's, as its own tests of pictures make it."""
    return import_module(f"tests.cogs.{request.param}.test_picture").golden()


def test_it_looks_and_reads_as_it_did(golden):
    golden.hold()


def test_whatever_is_missing_is_noticed(golden):
    assert golden.overlooked() == []
