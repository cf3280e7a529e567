"""The lesson of Pinocchio: a doubted truth, a forced lie, a successful doubt, and a free announcement."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from bot.core.lesson import LEARNER, Lesson, Part
from cogs.pinocchio.deal import deal_out, pile_size
from cogs.pinocchio.moves import ANNOUNCEMENTS, DECK, FITTING, AnnounceCard, Believe, Deal, Doubt, GarmentCard

_ONE, _TWO = 1, 2
_SEATS = 3
_TOPS = {
    LEARNER: (GarmentCard("bonnet", "blue"), GarmentCard("sabots", "blue"), GarmentCard("dungarees", "yellow")),
    _ONE: (GarmentCard("bowtie", "yellow"), GarmentCard("dungarees", "red")),
    _TWO: (GarmentCard("bonnet", "red"), GarmentCard("jacket", "yellow"), GarmentCard("bowtie", "red")),
}
"""The top cards of each pile, which the lesson uses."""


def _deal() -> Deal:
    """A deal with these cards on top and the rest of the deck below them."""
    rest = iter((Counter(DECK) - Counter(card for top in _TOPS.values() for card in top)).elements())
    size = pile_size(_SEATS)
    piles = [(*top, *islice(rest, size - len(top))) for top in _TOPS.values()]
    return deal_out(_SEATS, _TWO, [card for pile in piles for card in pile])


LESSON = Lesson(
    seats=_SEATS,
    deal=_deal(),
    parts=(
        Part(key="judge", before=((_TWO, AnnounceCard("bonnet", "red")),), moves=(Believe(),)),
        Part(
            key="truth",
            moves=(AnnounceCard("bonnet", "blue"),),
            wrong={("announce", "bonnet"): "half", ("announce", "bonnet", "red"): "repeat"},
        ),
        Part(key="doubted", before=((_ONE, Doubt()),)),
        Part(
            key="pass",
            before=((_ONE, AnnounceCard("jacket", "red")), (_TWO, AnnounceCard("jacket", "yellow"))),
            moves=(Believe(),),
        ),
        Part(key="lie", moves=FITTING[GarmentCard("jacket", "yellow")]),
        Part(key="caught", before=((_ONE, Doubt()),)),
        Part(
            key="doubt",
            before=((_ONE, AnnounceCard("dungarees", "red")), (_TWO, AnnounceCard("dungarees", "blue"))),
            moves=(Doubt(),),
        ),
        Part(key="found"),
        Part(key="free", moves=ANNOUNCEMENTS),
    ),
)
