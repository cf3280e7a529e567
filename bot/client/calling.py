"""Whom a board must call: edits do not ping, so it is posted anew for those who would not see it otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from bot.client.posted_boards import Posted
from bot.core.facts import PLAYING
from bot.core.game import Seat
from bot.core.rhythm import last_person
from bot.core.table import Table

OLD = 50 * 60.0
"""Discord slows down edits of messages older than an hour: post anew before that."""
PRESENT = 60.0
"""Whoever moved so recently is looking, and is not pinged."""


def must_post(table: Table, posted: Posted, now: float) -> bool:
    """Whether the board must be posted anew at this instant."""
    if posted.message is None or posted.place != table.place or now - posted.at > OLD:
        return True
    return posted.posting or bool(_absent(table, _new(table, posted), now))


def called(table: Table, posted: Posted, now: float) -> tuple[int, ...]:
    """The people whom a board that is posted anew calls."""
    absent = _absent(table, _new(table, posted), now) if table.status == PLAYING else set[Seat]()
    return tuple(table.users[seat] for seat in sorted(absent | _newcomers(table) | _warned(table)))


def _new(table: Table, posted: Posted) -> set[Seat]:
    """Who has something to learn from this board: those newly waited for, and at the end everybody."""
    if table.status != PLAYING:
        return _people(table, range(table.size)) if posted.waiting else set()
    # For whoever is away the table plays at once: there is nothing to call them for.
    return _people(table, table.to_act).difference(posted.waiting, table.away)


def _absent(table: Table, seats: set[Seat], now: float) -> set[Seat]:
    """Those of them whom an edit would not reach: they have not moved for a while."""
    if not seats:
        return seats
    recent = table.moved_since(now - PRESENT)
    if table.pace.slow:
        # Whoever comes by now and then may be gone again: only who has moved this instant is looking, also while
        # opponents answer them.
        recent &= {last_person(table)}
    # A move the table made for somebody who was late is no sign of them.
    return {seat for seat in seats if seat not in recent or table.facts.players[seat].missed}


def _newcomers(table: Table) -> set[Seat]:
    """Who has just been given the seat of somebody who had left: the board says so, and calls them."""
    note = table.facts.note
    fresh = note is not None and note.key == "taken" and note.revision == table.revision
    return set(note.seats) if note is not None and fresh and table.status == PLAYING else set()


def _warned(table: Table) -> set[Seat]:
    """Those waited for at a table that will be closed soon because nobody plays; not those who have left."""
    if not table.warned:
        return set()
    return {seat for seat in _people(table, table.to_act) if not table.facts.players[seat].left}


def _people(table: Table, seats: Iterable[Seat]) -> set[Seat]:
    """Those of the seats where people sit: nobody else has anything to learn from a message."""
    return set(seats).difference(table.opponents)
