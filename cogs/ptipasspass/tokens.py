"""Tokens: their colours, tokens lying together, and which three cups make a good set."""

from __future__ import annotations

from itertools import combinations, product
from typing import Literal

Colour = Literal["blue", "green", "orange"]
COLOURS: tuple[Colour, ...] = ("blue", "green", "orange")

Tokens = tuple[Colour, ...]
"""Tokens lying together, sorted by colour: nobody can tell two of a colour apart."""


def gather(*tokens: Colour) -> Tokens:
    """Tokens put together."""
    return tuple(sorted(tokens))


def good_set(one: Tokens, two: Tokens, three: Tokens) -> bool:
    """Whether one token of each cup can be picked so that the three are all equal or all different."""
    return any(len(set(picked)) != 2 for picked in product(set(one), set(two), set(three)))


def hopeless(cups: tuple[Tokens, ...]) -> bool:
    """Whether no three cups, wherever they stand, make a good set: swaps could bring any three into line."""
    return not any(good_set(*three) for three in combinations(filter(None, cups), 3))
