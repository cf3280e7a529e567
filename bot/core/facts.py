"""What is known of a table besides its log: the people, the choices, the pace; and how a table says no."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from bot.core.game import Seat, Value

LOBBY, PLAYING, OVER, CLOSED = "lobby", "playing", "over", "closed"
OPEN = (LOBBY, PLAYING)
LOBBY_LIFE = 30 * 60.0
AWAY_AFTER = 3
"""Whoever lets so many turns in a row run out is played for at once, until they come back."""
ASLEEP = "asleep"
"""A table whose people are all away: it waits until one of them comes back."""
AUTO_PAUSE = 2.0
"""How long the table waits before it plays a move that nobody has to choose, so that people can follow."""


class Refusal(Exception):
    """The table says no: a key into the kernel's strings (``refusal-<key>``) and its blanks."""

    def __init__(self, key: str, **blanks: Any) -> None:
        super().__init__(key, blanks)
        self.key = key
        self.blanks = blanks


@dataclass(frozen=True)
class Pace:
    """How fast a table plays, in seconds; None: no clock."""

    key: str
    turn: float | None
    window: float | None
    grace: float = 0.0
    """What people get on top when the bot was away while their time ran out."""

    @property
    def slow(self) -> bool:
        """Whether people come by now and then instead of sitting together: a reveal then waits for each of them."""
        return self.turn is None or self.turn > 3600


PACES = {
    pace.key: pace
    for pace in (Pace("quick", 120, 20, 30), Pace("steady", 24 * 3600, 8 * 3600, 3600), Pace("free", None, None))
}


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table."""

    user: int
    name: str
    missed: int = 0
    left: bool = False

    @property
    def away(self) -> bool:
        """Whether the table plays for them at once instead of waiting."""
        return self.left or self.missed >= AWAY_AFTER


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Something the table itself did, told on the board as long as the revision lasts."""

    key: str
    seats: tuple[Seat, ...]
    revision: int


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a table besides its log."""

    host: int
    players: tuple[Player, ...]
    options: dict[str, Value]
    pace: str
    created: float
    rules: int
    """The version of the game's rules the log was written with."""
    nonce: str = ""
    first: Seat | None = None
    """The first player asked for (a rematch); otherwise chance draws one."""
    deadline: float | None = None
    paused: str | None = None
    """Why the table does not go on by itself: ``asleep``, or the permissions it lacks."""
    ending: tuple[int, ...] = ()
    """Who has agreed to stop without a winner."""
    closed: str | None = None
    rematch: int | None = None
    note: Note | None = None
