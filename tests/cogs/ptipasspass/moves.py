"""Short words for the moves of PtiPassPass: colours by the letters of the rules’ worked examples."""

from cogs.ptipasspass.cups import gather
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Lift, Menteur, Ok, Swap

COLOUR = {"b": "blue", "v": "green", "o": "orange"}
"""The letters of the rules' worked examples."""


OK, DOUBLON, MENTEUR = Ok(), Doublon(), Menteur()


def tokens(letters):
    """Tokens from letters: "bvo"."""
    return gather(*(COLOUR[letter] for letter in letters))


def aim(letter, cup):
    return Aim(COLOUR[letter], cup)


def announce(letter):
    return AnnounceColour(COLOUR[letter])


def swap(*cups):
    return Swap(cups)


def lift(line):
    """A lift from "A1-B2-C3"."""
    return Lift(tuple(line.split("-")))
