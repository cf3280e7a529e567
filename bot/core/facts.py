"""What is stored of a table besides its log: people, options, pace and status; and the log itself as a value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import overload

import msgspec

from bot.core.game import Level, Move, Seat, Value

LOBBY, PLAYING, OVER, CLOSED = "lobby", "playing", "over", "closed"
OPEN = (LOBBY, PLAYING)
ASLEEP = "asleep"
"""Why a table is paused whose people are all away: it waits until one of them comes back."""


@dataclass(frozen=True)
class Pace:
    """How fast a table plays, in seconds; None: no clock."""

    key: str
    turn: float | None
    window: float | None
    grace: float = 0.0
    """What people get on top when the bot was away while their time ran out."""

    @cached_property
    def reminder(self) -> float | None:
        """How long before the end of a turn people are reminded of it; None where everybody sits together."""
        return self.turn / 4 if self.slow and self.turn is not None else None

    @cached_property
    def slow(self) -> bool:
        """Whether people come by now and then instead of sitting together: a reveal then keeps nobody from moving."""
        return self.turn is None or self.turn > 3600


PACES = {
    pace.key: pace
    for pace in (
        Pace("quick", 120, 20, 30),
        Pace("relaxed", 600, 120, 120),
        Pace("steady", 24 * 3600, 8 * 3600, 3600),
        Pace("free", None, None),
    )
}


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


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Something the table itself did, told on the board for the next few moves."""

    key: str
    seats: tuple[Seat, ...]
    revision: int


class IdleWarning(msgspec.Struct, frozen=True, array_like=True):
    """The board has announced that the table will be closed because nobody plays."""

    revision: int
    """The revision it was announced at: any move after that makes it void."""
    at: float


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody would like the seat of a person who has left."""

    seat: Seat
    user: int
    name: str


IDLE_DAYS = 14
"""Days without a move after which a table is closed, where moderators have not chosen another number."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a table besides its log."""

    host: int
    players: tuple[Player, ...]
    options: dict[str, Value]
    pace: str
    created: float
    rules: int
    """The version of the game's rules the log was written with."""
    public: bool = False
    """Whether everybody who sees the channel may see the table; decided once, when the table is opened.

    False: it is private, or nobody knows. Only the people at it, people who act from within its thread and members
    who manage threads may see it then, and nothing about it is published elsewhere.
    """
    nonce: str = ""
    first: Seat | None = None
    """The first player asked for (a rematch); otherwise chance draws one."""
    deadline: float | None = None
    paused: str | None = None
    """Why the table does not go on by itself: ``asleep``, or the permissions it lacks."""
    ending: tuple[int, ...] = ()
    """Who has agreed to stop without a winner."""
    closed: str | None = None
    closed_at: float | None = None
    """When the table was closed before its end; None for tables that were closed before this was stored."""
    consented: tuple[Seat, ...] = ()
    """The seats of those who had agreed to stop when the table was closed; erasing a person does not change it."""
    rematch: int | None = None
    reminded: int = 0
    """The revision at which those waited for were last told that little of their time is left."""
    games: int = 0
    """How many games these people had finished before this one, rematch after rematch."""
    wins: dict[int, int] = {}
    """How many of them each of these people has won, nought included."""
    note: Note | None = None
    waiting: tuple[Player, ...] = ()
    """Who would like to sit at a lobby that is full, in the order in which they came."""
    removed: tuple[int, ...] = ()
    """Whom the host has sent away from the lobby: they cannot sit down again."""
    called: bool = False
    """Whether the host has been called because the last free seat was taken."""
    alone: bool = False
    """Whether one person plays it against opponents, in a private panel alone: nobody else ever sees it."""
    had: tuple[tuple[Seat, int], ...] = ()
    """Who sat in a seat before somebody took it over: they know what was in it, and may sit in no other one.

    Whoever is not to be remembered is nobody here, and may be anybody.
    """
    daily: int = 0
    """The day whose deal it is, as ``bot.core.daily`` counts them; 0 for any other table."""
    practice: bool = False
    """Whether it is played with the deal of a day after the one try that counts."""
    standing: tuple[tuple[Seat, str], ...] = ()
    """Answers given once for all questions of this stretch of play (``Verb.repeats``): who, and the verb."""
    idle_days: int = IDLE_DAYS
    """Days without a move after which the table is closed; a copy of the server's setting, which core cannot read."""
    idle_warning: IdleWarning | None = None
    decisions: tuple[DecisionCount, ...] = ()
    """By seat, who made its decisions; empty before the first decision and at tables older than this field."""
    asks: tuple[Ask, ...] = ()
    """Who would like the seats of those who have left: the host has not decided yet."""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """One entry of a log. There are very many, and none is part of a cycle: the collector need not look at them."""

    seat: Seat
    move: Move
    at: float


class Log(Sequence[Turn]):
    """Moves in order, as a value. One more costs the same however many there are.

    Logs that grew out of one another share one list; each knows how much of it is its own.
    """

    __slots__ = ("_length", "_turns")

    def __init__(self, turns: Iterable[Turn] = (), *, shared: list[Turn] | None = None) -> None:
        """``shared``: a list of ours that nobody else goes on with."""
        self._turns = list(turns) if shared is None else shared
        self._length = len(self._turns)

    def plus(self, turn: Turn) -> Log:
        """The log with one more move; this one stays as it is."""
        # Somebody may have gone on from here already: then the list is theirs.
        turns = self._turns if len(self._turns) == self._length else self._turns[: self._length]
        turns.append(turn)
        return Log(shared=turns)

    def instead(self, place: int, turn: Turn) -> Log:
        """The log with another move in that place; this one stays as it is."""
        turns = self._turns[: self._length]
        turns[place] = turn
        return Log(shared=turns)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Turn]:
        return islice(self._turns, self._length)

    def __reversed__(self) -> Iterator[Turn]:
        return reversed(self._turns if len(self._turns) == self._length else self._turns[: self._length])

    @overload
    def __getitem__(self, place: int) -> Turn: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Turn, ...]: ...
    def __getitem__(self, place: int | slice) -> Turn | tuple[Turn, ...]:
        if isinstance(place, slice):
            return tuple(self._turns[: self._length][place])
        if not -self._length <= place < self._length:
            raise IndexError(place)
        return self._turns[place if place >= 0 else self._length + place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and (self is other or [*self] == [*other])

    def __hash__(self) -> int:
        return hash(self._length)

    def __repr__(self) -> str:
        # Not the moves: they hold everybody's secrets.
        return f"<Log of {self._length} moves>"
