"""What is kept of a table besides its log: the people, the choices, the pace, where it stands."""

from __future__ import annotations

import msgspec

from bot.core.game import Seat, Value
from bot.core.players import DecisionCount, Player


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
