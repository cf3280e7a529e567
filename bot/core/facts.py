"""The stored parts of a table as values: its facts (players, options, pace, deadlines …), its log and its row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import ceil
from typing import Any, overload

import msgspec
from msgspec.structs import replace

from bot.core.game import Flash, Level, Mood, Move, Path, Seat, Value

LOBBY, PLAYING, OVER, CLOSED = "lobby", "playing", "over", "closed"
OPEN = (LOBBY, PLAYING)
ASLEEP = "asleep"
"""The reason of a pause while all people are away: it ends when one of them comes back."""


@dataclass(frozen=True)
class Pace:
    """How fast a table plays: seconds for a turn and for a challenge window. None: no clock."""

    key: str
    turn: float | None
    window: float | None
    grace: float = 0.0
    """Extra time for people whose time ran out while the bot was down."""
    silent: bool = False
    """Whether silence in a challenge window is consent: nobody is named, pinged or waited for."""
    look: float = 1.0
    """The part of a reveal's usual seconds for which it is shown."""

    @cached_property
    def reminder(self) -> float | None:
        """Seconds before a deadline at which people are reminded; None at a fast pace."""
        return self.turn / 4 if self.slow and self.turn is not None else None

    @cached_property
    def slow(self) -> bool:
        """Whether people play in their own time: a flash then blocks nobody from moving."""
        return self.turn is None or self.turn > 3600

    def look_seconds(self, flash: Flash | None) -> int:
        """How long a flash is visible; 0 if there is none."""
        return ceil(self.look * flash.seconds) if flash else 0


PACES = {
    pace.key: pace
    for pace in (
        Pace("flash", 45, 8, 30, silent=True, look=0.6),
        Pace("quick", 120, 20, 30),
        Pace("relaxed", 600, 120, 120),
        Pace("steady", 24 * 3600, 8 * 3600, 3600),
        Pace("free", None, None),
    )
}

AWAY_AFTER = 1
"""Missed turns before a player counts as away: others wait for them once."""
MARK = "🤖"
"""Precedes the name of every opponent in texts, and of nobody else. Pictures have a sign of their own."""
FEW_STAND_IN_MOVES = 4
"""A player counts as having left if a stand-in made more than one in this many of their decisions."""
LAST_DECISIONS = 3
"""Or if a stand-in made all of this many last decisions."""

NOBODY = 0
"""The user id of an erased person. It can be at a table several times."""


class DecisionCount(msgspec.Struct, frozen=True, array_like=True):
    """How many decisions were made in a seat, and how many of them by a stand-in because its person was away."""

    made: int = 0
    stood_in: int = 0
    last: tuple[bool, ...] = ()
    """The last few decisions, oldest first: whether a stand-in made them."""

    def plus(self, *, stood_in: bool) -> DecisionCount:
        """The count after one more decision."""
        return DecisionCount(self.made + 1, self.stood_in + stood_in, (*self.last, stood_in)[-LAST_DECISIONS:])

    @property
    def forfeited(self) -> bool:
        """Whether a stand-in made too many: the person counts as having left."""
        return FEW_STAND_IN_MOVES * self.stood_in > self.made or self.last == (True,) * LAST_DECISIONS


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A person or an opponent at a table."""

    user: int
    """Discord's id of a person; negative for an opponent, unique at its table."""
    name: str
    missed: int = 0
    left: bool = False
    level: Level | None = None
    """Of an opponent; None for a person."""
    taken: bool = False
    """Whether this person took over the seat during the game."""
    retired: bool = False
    """Whether the rules had eliminated this person before they left: they keep their rank."""

    @property
    def opponent(self) -> bool:
        """Whether a computer plays here: never mentioned, waited for or asked."""
        return self.level is not None

    @property
    def away(self) -> bool:
        """Whether the table plays for this person at once instead of waiting."""
        return self.left or self.missed >= AWAY_AFTER

    @property
    def marked(self) -> str:
        """The name to display: an opponent's has the mark, a person's cannot."""
        return f"{MARK} {self.name}" if self.opponent else self.name.replace(MARK, "")


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Something the table itself did, written on the board for the next few moves."""

    key: str
    seats: tuple[Seat, ...]
    revision: int


class Look(msgspec.Struct, frozen=True, array_like=True):
    """The seats whose players have seen the reveal of a revision, and say so. Stored beside the log, never in it."""

    revision: int
    seats: tuple[Seat, ...]


class Promise(msgspec.Struct, frozen=True, array_like=True):
    """A public declaration of a seat about its next move. Stored beside the log, never in it; it binds nobody."""

    seat: Seat
    path: Path
    kept: bool | None = None
    """Whether the seat did it; None until that is public."""
    settled: int = 0
    """The revision that has shown it."""


class Remark(msgspec.Struct, frozen=True, array_like=True):
    """A line that an opponent says at the table. It follows from public views and its character alone."""

    seat: Seat
    mood: Mood
    way: int
    """Which of its wordings, from 1."""
    revision: int


class IdleWarning(msgspec.Struct, frozen=True, array_like=True):
    """The board's announcement that the table will be closed for inactivity. Any later move cancels it."""

    revision: int
    at: float


class SeatRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request for the seat of a person who has left."""

    seat: Seat
    user: int
    name: str


IDLE_DAYS = 14
"""Days without a move after which a table is closed, unless moderators chose another number."""


class TableFacts(msgspec.Struct, frozen=True, kw_only=True):
    """All that is stored of a table besides its columns and its log."""

    host: int
    players: tuple[Player, ...]
    options: dict[str, Value]
    pace: str
    created: float
    rules: int
    """The version of the game's rules that the log follows."""
    public: bool = False
    """Whether everybody who sees the channel may see the table. If not, or if that is unknown, only its players, users
    who act from within its thread and members who manage threads may, and nothing about it is published elsewhere."""
    language: str = ""
    """Of its public messages; empty at tables older than this field, which follow their server."""
    nonce: str = ""
    first: Seat | None = None
    """The first player of a rematch; None: chance draws one."""
    deadline: float | None = None
    paused: str | None = None
    """Why the table is paused: ``asleep``, or the permissions it lacks."""
    ending: tuple[int, ...] = ()
    """The users who have agreed to stop without a winner."""
    closed: str | None = None
    """Why the table was closed before its end."""
    closed_at: float | None = None
    """None also at tables closed before this field existed."""
    consented: tuple[Seat, ...] = ()
    """The seats that had agreed to stop when the table was closed; erasing a person does not change it."""
    rematch: int | None = None
    reminded: int = 0
    """The revision of the last reminder to the players waited for."""
    games: int = 0
    """Games these people had finished before this one, rematch after rematch."""
    wins: dict[int, int] = {}
    """How many of them each of these users has won, zero included."""
    note: Note | None = None
    waiting: tuple[Player, ...] = ()
    removed: tuple[int, ...] = ()
    """Users that the host has removed from the lobby: they cannot join again."""
    full_since: float | None = None
    """Since when a lobby has no free seat; None while it has one."""
    paced_at: float = 0.0
    """When the host last changed the pace of a lobby."""
    called: bool = False
    """Whether the host was notified that the last free seat was taken."""
    alone: bool = False
    """Whether one person plays it against opponents in a private message that nobody else sees."""
    had: tuple[tuple[Seat, int], ...] = ()
    """Former players and their seats: they know its secrets and may take no other seat. Erased users are ``NOBODY``."""
    feature: str = ""
    """The feature that opened the table, by its folder in ``cogs``; empty: none in particular."""
    stored: dict[str, Any] = {}
    """Data of that feature; nothing else reads it."""
    counts: bool = True
    """If not, it has no results: nothing in profiles, ratings, badges or the list of games."""
    ordered: bool = False
    """Whether opponents wait for all people and then move by seat: how fast a player is must not matter."""
    hints: bool = True
    """Whether its person may ask for hints where they play alone."""
    sealed_until: float = 0.0
    """Until then the deal stays secret although the game has ended: others still play the same one."""
    standing: tuple[tuple[Seat, str], ...] = ()
    """Answers to all questions of this stretch of play (``Verb.repeats``): the seat, and the verb."""
    ahead: tuple[tuple[Seat, Path], ...] = ()
    """Moves chosen before they are asked (``Game.ahead``): secret, at most one for each seat."""
    promises: tuple[Promise, ...] = ()
    """Settled ones included: the end counts them."""
    remark: Remark | None = None
    """The last one of an opponent."""
    muted: bool = False
    """Whether its players want no remarks."""
    idle_days: int = IDLE_DAYS
    """A copy of the server's setting."""
    idle_warning: IdleWarning | None = None
    look: Look | None = None
    decisions: tuple[DecisionCount, ...] = ()
    """By seat; empty before the first decision and at tables older than this field."""
    asks: tuple[SeatRequest, ...] = ()


class Turn(msgspec.Struct, frozen=True, gc=False):
    """One entry of a log. Not tracked by the garbage collector: there are many, and none is part of a cycle."""

    seat: Seat
    move: Move
    at: float

    def __repr__(self) -> str:
        """Without the move, which may be secret."""
        return f"Turn(seat={self.seat}, at={self.at})"


class Log(Sequence[Turn]):
    """An immutable sequence of moves to which one more is added in constant time.

    Logs that grew out of one another share one list; each has its own length.
    """

    __slots__ = ("_length", "_turns")

    def __init__(self, turns: Iterable[Turn] = (), *, shared: list[Turn] | None = None) -> None:
        self._turns = list(turns) if shared is None else shared
        self._length = len(self._turns)

    def plus(self, turn: Turn) -> Log:
        """A new log with one more move."""
        # Another log may have grown from this one already: then the list is copied.
        turns = self._turns if len(self._turns) == self._length else self._turns[: self._length]
        turns.append(turn)
        return Log(shared=turns)

    def instead(self, place: int, turn: Turn) -> Log:
        """A new log with another move in that place."""
        turns = self._turns[: self._length]
        turns[place] = turn
        return Log(shared=turns)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Turn]:
        return islice(self._turns, self._length)

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


class MoveRow(msgspec.Struct, frozen=True):
    """One stored move, as JSON."""

    seat: int
    move: bytes
    at: float


RENAMED = -2
"""The value of ``TableRow.shown`` for an ended table whose messages name an erased user: edit them, post none."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One stored table, without its log."""

    id: int = 0
    guild: int
    channel: int
    """The channel it was opened in."""
    thread: int | None = None
    """The thread it is played in, if it has one."""
    game: str
    status: str
    revision: int = 0
    shown: int = -1
    """The revision its public board shows; -1: there is no board yet, or it must be rendered again."""
    wake: float | None = None
    """When the clock must next look at the table."""
    version: int = 0
    """Incremented by every write: a writer must have read the latest version."""
    facts: bytes = b"{}"
    shard: int = 0
    """The Discord shard whose process acts for the table."""


UNSTORED = TableRow(guild=0, channel=0, game="", status=LOBBY)

# Made once: msgspec crashes when several threads use a type for the first time, and results are rebuilt in threads.
decode_facts = msgspec.json.Decoder(TableFacts).decode


def facts_of(row: TableRow) -> TableFacts | None:
    """The facts of a row; None if they cannot be decoded."""
    try:
        return decode_facts(row.facts)
    except Exception:  # noqa: BLE001, stored data may be damaged in any way
        return None


def people(facts: TableFacts) -> frozenset[int]:
    """All users whose id is in the facts of a table."""
    seated = (player.user for player in (*facts.players, *facts.waiting))
    asking = (ask.user for ask in facts.asks)
    found = {facts.host, *seated, *asking, *facts.ending, *facts.removed, *facts.wins, *(user for _, user in facts.had)}
    return frozenset(user for user in found if user > 0)


def forgotten(facts: TableFacts, users: Collection[int]) -> TableFacts:
    """The facts without these users: their seats remain, without id and name."""
    nameless = (replace(each, user=NOBODY, name="") if each.user in users else each for each in facts.players)
    return replace(
        facts,
        host=NOBODY if facts.host in users else facts.host,
        players=tuple(nameless),
        waiting=tuple(player for player in facts.waiting if player.user not in users),
        asks=tuple(ask for ask in facts.asks if ask.user not in users),
        ending=tuple(user for user in facts.ending if user not in users),
        removed=tuple(user for user in facts.removed if user not in users),
        # Keep the rule that an ex-occupant may not take another seat.
        had=tuple((seat, NOBODY if user in users else user) for seat, user in facts.had),
        wins={user: wins for user, wins in facts.wins.items() if user not in users},
    )
