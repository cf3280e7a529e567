"""Who sits at a table: people, and the opponents a computer plays."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from bot.core.game import Level

AWAY_AFTER = 1
"""Whoever lets so many turns run out is played for at once, until they come back: others wait for them once."""
MARK = "🤖"
"""Before the name of every opponent, wherever it is told, and of nobody else. Pictures have a sign of their own."""
HOUSE = (
    "Odile",
    "Firmin",
    "Babette",
    "Anatole",
    "Ginette",
    "Marcel",
    "Suzon",
    "Gaspard",
    "Lucette",
    "Honoré",
    "Paulette",
    "Séraphin",
    "Colette",
    "Basile",
    "Mireille",
    "Octave",
)
"""What opponents are called."""

FEW_STAND_IN_MOVES = 4
"""Somebody counts as having left when a stand-in made more than one in so many of their decisions."""
LAST_DECISIONS = 3
"""Or when a stand-in made all of their last so many decisions."""

NOBODY = 0
"""The number of somebody who is not to be remembered: no person has it, and it can be at a table several times."""


class DecisionCount(msgspec.Struct, frozen=True, array_like=True):
    """How many decisions were made in a seat, and how many of them a stand-in made because its person was away.

    Not counted: a move that was the only legal one or that the table made by itself, and silence in a window.
    """

    made: int = 0
    stood_in: int = 0
    last: tuple[bool, ...] = ()
    """The newest decisions, oldest first: whether a stand-in made them."""

    def plus(self, *, stood_in: bool) -> DecisionCount:
        """The same after one more decision."""
        return DecisionCount(self.made + 1, self.stood_in + stood_in, (*self.last, stood_in)[-LAST_DECISIONS:])

    @property
    def forfeited(self) -> bool:
        """Whether a stand-in made so many of the decisions that the person counts as having left."""
        return FEW_STAND_IN_MOVES * self.stood_in > self.made or self.last == (True,) * LAST_DECISIONS


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table."""

    user: int
    """Discord's number of a person; an opponent has a negative one, its own at its table."""
    name: str
    missed: int = 0
    left: bool = False
    level: Level | None = None
    """How well an opponent plays; None: a person."""
    taken: bool = False
    """Whether this person took the seat over in the middle of the game."""
    retired: bool = False
    """Whether the rules had eliminated this person before they left: they keep their place in the result."""

    @property
    def opponent(self) -> bool:
        """Whether a computer sits here: nobody to mention, to wait for or to ask."""
        return self.level is not None

    @property
    def away(self) -> bool:
        """Whether this is a person for whom the table plays at once instead of waiting."""
        return self.left or self.missed >= AWAY_AFTER

    @property
    def marked(self) -> str:
        """The name as everybody is told it: an opponent's has the mark, and nobody else can have it."""
        return f"{MARK} {self.name}" if self.opponent else self.name.replace(MARK, "")


def house_name(taken: Collection[str]) -> str:
    """A name of the house that nobody has yet."""
    known = {name.casefold().strip() for name in taken}
    free = (name for name in HOUSE if name.casefold() not in known)
    return next(free, f"{HOUSE[0]} {len(known)}")
