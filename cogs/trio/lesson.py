"""The lesson of Trio: hands are sorted, so their ends can be asked for; revealed cards must be remembered."""

from __future__ import annotations

from bot.core.lesson import Lesson, Part
from cogs.trio.moves import Deal, RevealCentre, RevealHand

_YOU, _ONE, _TWO = range(3)
_B, _D = 1, 3
"""Places of the centre."""
_OWN, _CENTRE = ("reveal", f"s{_YOU}"), ("reveal", "centre")
_HIGHS = {("reveal", f"s{seat}", "lowest"): "low" for seat in (_YOU, _ONE, _TWO)}

LESSON = Lesson(
    seats=3,
    deal=Deal(
        first=_YOU,
        hands=((1, 3, 4, 6, 7, 9, 10, 11, 12), (1, 2, 4, 5, 7, 8, 8, 10, 12), (2, 3, 3, 5, 6, 9, 9, 11, 12)),
        centre=(7, 1, 10, 5, 2, 11, 4, 8, 6),
    ),
    parts=(
        Part(
            key="ends",
            moves=(RevealHand(_ONE, "highest"),),
            wrong=_HIGHS | {_CENTRE: "centre", (*_OWN, "highest"): "own"},
        ),
        Part(key="own", moves=(RevealHand(_YOU, "highest"),), wrong=_HIGHS | {_CENTRE: "centre"}),
        Part(key="third", moves=(RevealHand(_TWO, "highest"),), wrong=_HIGHS | {_CENTRE: "centre"}),
        Part(key="trio", before=((_ONE, RevealCentre(_B)),)),
        Part(key="missed", before=((_ONE, RevealHand(_TWO, "lowest")),)),
        Part(
            key="remember",
            before=((_TWO, RevealCentre(_D)), (_TWO, RevealHand(_ONE, "highest"))),
            moves=(RevealCentre(_B),),
            wrong={_CENTRE: "centre", (*_OWN, "lowest"): "own"},
        ),
        Part(key="mine", moves=(RevealHand(_YOU, "lowest"),), wrong={_CENTRE: "centre"}),
        Part(key="last", moves=(RevealHand(_ONE, "lowest"),), wrong={("reveal", f"s{_TWO}", "lowest"): "shown"}),
    ),
)
