"""The lesson of PtiPassPass: the end of a round, from the last token to lifting three cups."""

from __future__ import annotations

from bot.core.game import Deal, Seat
from bot.core.lesson import LEARNER, Lesson, Part, Turn
from cogs.ptipasspass.cups import COLOURS, Colour, Cup
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Lift, Menteur, Ok

_ONE, _TWO = 1, 2
_SEATS = (LEARNER, _ONE, _TWO)


def _agreed(active: Seat) -> tuple[Turn, ...]:
    """All other seats answer OK."""
    return tuple((seat, Ok()) for seat in _SEATS if seat != active)


def _placed(seat: Seat, token: Colour, cup: Cup, stated: Colour) -> tuple[Turn, ...]:
    """A turn without a challenge."""
    return ((seat, Aim(token, cup)), *_agreed(seat), (seat, AnnounceColour(stated)), *_agreed(seat))


_EARLIER = (
    *_placed(LEARNER, "blue", "A1", "blue"),
    *_placed(_ONE, "green", "C1", "orange"),
    *_placed(_TWO, "blue", "C2", "green"),
    *_placed(LEARNER, "green", "B2", "orange"),
    *_placed(_ONE, "blue", "B3", "blue"),
    *_placed(_TWO, "orange", "A3", "blue"),
)
"""Two turns each. The token to be revealed is the orange one that the third player started with."""

LESSON = Lesson(
    seats=3,
    deal=Deal(first=LEARNER),
    parts=(
        Part(key="tokens", before=_EARLIER),
        Part(
            key="aim",
            moves=(Aim("orange", "C3"),),
            wrong={("aim", "orange", cup): "full" for cup in ("A1", "A3", "B2", "B3", "C1", "C2")},
        ),
        Part(key="announce", before=_agreed(LEARNER), moves=tuple(map(AnnounceColour, COLOURS))),
        Part(
            key="doublon",
            before=(*_agreed(LEARNER), (_ONE, Aim("orange", "A3"))),
            moves=(Doublon(),),
        ),
        Part(key="shown"),
        Part(key="ok", before=((_TWO, Aim("green", "A2")),), moves=(Ok(),)),
        Part(key="menteur", before=((_ONE, Ok()), (_TWO, AnnounceColour("orange"))), moves=(Menteur(),)),
        Part(
            key="lift",
            moves=(Lift(("A1", "B2", "C3")),),
            wrong={("swap",): "swap"},
        ),
    ),
)
