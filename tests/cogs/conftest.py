"""Fixtures for the tests of every game."""

from tests.kit.blanks import no_blank_is_left

__all__ = ["no_blank_is_left"]
