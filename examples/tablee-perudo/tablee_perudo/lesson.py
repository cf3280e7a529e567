"""The lesson of Perudo: a bid, a doubt, a raise that jokers make safe, a bid on jokers, and a free choice."""

from __future__ import annotations

from bot.core.game import CHANCE
from bot.core.lesson import LEARNER, Lesson, Part

from tablee_perudo.moves import Bid, Deal, Doubt, Roll

_ONE, _TWO = 1, 2

LESSON = Lesson(
    seats=3,
    # Four threes with the joker: three in the learner's cup, one under that of seat 2.
    deal=Deal(LEARNER, ((1, 3, 3, 5, 6), (2, 2, 4, 5, 6), (2, 3, 4, 5, 6))),
    parts=(
        Part(key="open", moves=(Bid(3, 3),)),
        Part(key="doubt", before=((_ONE, Bid(3, 4)), (_TWO, Bid(3, 5))), moves=(Doubt(),)),
        Part(key="shown"),
        Part(
            key="raise",
            before=((CHANCE, Roll(((1, 1, 5, 5, 6), (2, 3, 4, 4, 6), (1, 3, 5, 6)))), (_TWO, Bid(5, 4))),
            moves=(Bid(5, 5),),
            wrong={("doubt",): "trust"},
        ),
        Part(key="jokers", before=((_ONE, Bid(1, 3)), (_TWO, Bid(1, 4))), moves=(Doubt(),)),
        Part(key="again"),
        Part(
            key="free",
            before=((CHANCE, Roll(((2, 2, 3, 4, 6), (1, 2, 4, 5, 5), (3, 4, 6)))), (_TWO, Bid(4, 2))),
            moves=(Bid(4, 3), Bid(2, 3), Bid(6, 2), Doubt()),
        ),
    ),
)
