"""A check after every test of pages."""

from tests.cogs.conftest import no_blank_is_left

__all__ = ["no_blank_is_left"]
