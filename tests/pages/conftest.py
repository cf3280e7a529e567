"""What holds for the tests of every page."""

from tests.kit.blanks import no_blank_is_left

__all__ = ["no_blank_is_left"]
