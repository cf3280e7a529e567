"""The linked numbers of the spicy mode, and which trios win."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from bot.core.game import Seat

Mode = Literal["simple", "picante"]

NUMBERS = range(1, 13)
SEVEN = 7

LINKS: dict[int, tuple[int, ...]] = {
    number: tuple(other for other in NUMBERS if number + other == SEVEN or abs(number - other) == SEVEN)
    for number in NUMBERS
}
"""The numbers linked to each number: their sum or their difference is seven."""

CHAINS = ((6, 1, 8), (9, 2, 5, 12), (10, 3, 4, 11), (SEVEN,))
"""All links at once: each number is linked to its neighbours in a chain, and to no other."""

Trios = Sequence[Sequence[int]]
"""By seat, the numbers whose trios it has taken."""


def wins(mode: Mode, number: int, owned: Collection[int]) -> bool:
    """Whether the trio just taken wins for a side that now owns these trios, the new one included."""
    if number == SEVEN:
        return True
    if mode == "simple":
        return len(owned) >= 3
    return any(other in owned for other in LINKS[number])


def winners(trios: Trios, number: int) -> list[Seat]:
    """The seats that have taken a trio linked to this number."""
    return [seat for seat, owned in enumerate(trios) if any(link in owned for link in LINKS[number])]


def wanted(trios: Trios, side: Collection[Seat]) -> list[int]:
    """The numbers, whose trios nobody has, that are linked to a trio of this side."""
    gone = {number for owned in trios for number in owned}
    return [number for number in LINKS if number not in gone and not set(side).isdisjoint(winners(trios, number))]
