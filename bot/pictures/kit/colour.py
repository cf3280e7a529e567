"""Arithmetic on colours: mixing, and how well one reads on another."""

from __future__ import annotations

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""


def rgb(code: str) -> Colour:
    """The colour of a hexadecimal code such as ``#17363C``."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: share 0 gives the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def linear(channel: int) -> float:
    """The light that one channel of a colour stands for, 0 to 1 (sRGB)."""
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(colour: Colour) -> float:
    """How much light a colour gives, 0 to 1 (WCAG)."""
    red, green, blue = (linear(channel) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """How well one colour reads on another, 1 to 21 (WCAG); text needs 4.5."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
