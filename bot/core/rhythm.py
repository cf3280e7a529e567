"""When opponents make their moves: after a pause that says nothing of what they decide, or how long they thought.

A pause is drawn from the seal's nonce, the question and the seat, all known before anybody thinks: the same after a
restart.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import NamedTuple

from bot.core.facts import HOUSE, MARK, PLAYING
from bot.core.game import CHANCE, Level, Seat
from bot.core.opponent import REGULAR
from bot.core.table import Table

TURN = (1.5, 3.5)
"""Seconds an opponent takes for its turn: people can follow, and nobody waits long."""
ALONE = (0.8, 1.6)
"""The same for somebody who plays alone: as fast as they can follow, and as their panel may be painted."""
MOMENT = (0.4, 1.2)
"""The same where only opponents are still waited for, after the people, or in a challenge window."""
FIRST = 0.3
"""The part of a challenge window that is people's before any opponent answers: 6 seconds of 20."""
SLACK = 3.0
"""How long after its time a move that has not come is looked after: a program that was stopped makes it then."""


class Due(NamedTuple):
    """An opponent's next move: whose, how well it plays, and when."""

    seat: Seat
    level: Level
    at: float


def due(table: Table) -> Due | None:
    """The next move that an opponent makes unless somebody else moves first; None while none has to, or nobody looks.

    In a challenge window without a clock opponents wait until all people have answered. So they always do with the
    deal of a day, and then answer by seat: how fast somebody thinks must not change what they meet.
    """
    if table.status != PLAYING or table.facts.paused:
        return None
    if not table.opponents and not table.away:
        return None
    levels: dict[Seat, Level] = {seat: level for seat in table.to_act if (level := level_of(table, seat))}
    if not levels or table.deserted or table.automatic is not None:
        return None
    people = len(levels) < len(table.to_act)
    if table.facts.daily:
        if people:
            return None
        levels = dict([next(iter(levels.items()))])
    times = ((_at(table, seat, people=people), seat) for seat in levels)
    first = min(((at, seat) for at, seat in times if at is not None), default=None)
    return Due(first[1], levels[first[1]], first[0]) if first else None


def last_person(table: Table) -> Seat | None:
    """Who moved last of those for whom no computer plays."""
    moved = (turn.seat for turn in reversed(table.log) if turn.seat != CHANCE)
    return next((seat for seat in moved if level_of(table, seat) is None), None)


def level_of(table: Table, seat: Seat) -> Level | None:
    """How well a computer plays in a seat: an opponent's own, or one's who keeps it for who is away.

    None if a person plays; and where the game has no opponents, for the table itself plays then.
    """
    if seat in table.opponents:
        return table.facts.players[seat].level
    return REGULAR if seat in table.away and table.game.opponent is not None else None


def keeper(table: Table, seat: Seat) -> str:
    """What the opponent is called who keeps a seat: another name for every seat, and none that is at the table."""
    taken = {player.name.casefold().strip() for player in table.facts.players}
    free = [name for name in HOUSE if name.casefold() not in taken]
    return f"{MARK} {free[seat % len(free)]}"


def drawn(table: Table, what: str, revision: int, seat: Seat) -> Random:
    """Chance for one seat at one moment, the same however often it is asked; it tells nothing of the nonce."""
    return Random(int.from_bytes(sha256(f"{what} {table.facts.nonce} {revision} {seat}".encode()).digest()))


def _at(table: Table, seat: Seat, *, people: bool) -> float | None:
    """When a seat's move is made; ``people``: a person is waited for too. None: only after them."""
    assert table.state is not None
    asked = table.asked[seat]
    rng = drawn(table, "pause", asked, seat)
    turn, moment = rng.uniform(*(ALONE if table.alone else TURN)), rng.uniform(*MOMENT)
    start = table.log[asked - 1].at
    at = start + turn
    hurry = table.game.hurry(table.position.view(None))
    if not people:
        answered = _answered(table, asked)
        if hurry:
            at = (start if answered is None else answered) + moment
        elif answered is not None:
            at = min(at, answered + moment)
    elif hurry:
        window, deadline = table.pace.window, table.facts.deadline
        if window is None or deadline is None:
            return None
        # The deadline knows since when people can answer: not before what was revealed was hidden again.
        at = deadline - (1 - FIRST) * window + turn
    # Never while everybody looks at what was revealed.
    return max(table.flash_until, at)


def _answered(table: Table, asked: int) -> float | None:
    """When the last person answered what was asked of several at that revision."""
    times = [turn.at for turn in table.log[asked:] if turn.seat != CHANCE and level_of(table, turn.seat) is None]
    return times[-1] if times else None
