"""Somebody else sits down in the seat of a person who has left a game: they ask, and the host agrees.

Every step is a function that gives the table after it, or raises Refusal.
"""

from __future__ import annotations

from bot.core.facts import Ask, Note
from bot.core.game import Seat
from bot.core.players import NOBODY, DecisionCount, Player
from bot.core.refusal import Refusal
from bot.core.table import Table
from bot.core.tuples import replaced

MOST = 3
"""So many may ask at a time: a board has little room."""


def vacant(table: Table) -> list[Seat]:
    """The seats of those who have left and that still play."""
    return [seat for seat in table.away if table.facts.players[seat].left and seat not in table.out]


def ask(table: Table, user: int, name: str, seat: Seat) -> Table:
    """Somebody who is not at the table would like the seat of a person who has left."""
    table.require_running()
    if user in table.users:
        raise Refusal("already-in")
    if user in table.facts.removed:
        raise Refusal("removed", host=_host(table))
    if seat not in vacant(table):
        raise Refusal("seat-not-free")
    if any(who == user and each != seat for each, who in table.facts.had):
        raise Refusal("seat-knows")
    # Whoever had themselves forgotten knows what is in their seat, and may be anybody.
    if any(who == NOBODY and each != seat for each, who in (*table.facts.had, *enumerate(table.users))):
        raise Refusal("seat-forgotten")
    others = tuple(each for each in table.facts.asks if each.user != user)
    if len(others) >= MOST:
        raise Refusal("too-many-asks")
    return table.with_facts(asks=(*others, Ask(seat=seat, user=user, name=name)))


def decides(table: Table, user: int) -> bool:
    """Whether somebody answers those who ask: the host; while the host is away, any person at the table who is not."""
    here = {player.user for player in table.facts.players if not player.opponent and not player.away}
    return user in (here & {table.facts.host} or here)


def asked(table: Table, decider: int, user: int) -> Ask:
    """What somebody has asked for; Refusal unless it is this person's to answer, and still open."""
    table.require_running()
    if not decides(table, decider):
        raise Refusal("host-only", host=_host(table))
    found = next((each for each in table.facts.asks if each.user == user), None)
    if found is None:
        raise Refusal("nobody-asks")
    return found


def accept(table: Table, decider: int, user: int, now: float) -> Table:
    """They sit down, with what that seat may know; whoever had it has no part in the game any more."""
    wish = asked(table, decider, user)
    before = table.facts.players[wish.seat].user
    # The first player of a seat who sits down there again is no substitute, but has left before.
    first = next((user for seat, user in (*table.facts.had, (wish.seat, before)) if seat == wish.seat), before)
    taken = wish.user != first
    players = replaced(table.facts.players, wish.seat, Player(user=wish.user, name=wish.name, taken=taken))
    asks = tuple(each for each in table.facts.asks if each.seat != wish.seat)
    note = Note(key="taken", seats=(wish.seat,), revision=table.revision)
    ending = tuple(each for each in table.facts.ending if each != before)
    # What the one before promised to answer binds nobody any more.
    standing = tuple(each for each in table.facts.standing if each[0] != wish.seat)
    had = (*table.facts.had, (wish.seat, before))
    decisions = table.facts.decisions
    decisions = replaced(decisions, wish.seat, DecisionCount()) if decisions else decisions
    after = table.with_facts(players=players, asks=asks, note=note, ending=ending, standing=standing, had=had)
    after = after.with_facts(decisions=decisions)
    # Other people than before: how they stand is counted anew.
    after = after.with_facts(games=0, wins={})
    # Who is asked at once has the whole time to answer.
    return after.with_facts(deadline=after.deadline_from(now)) if wish.seat in after.to_act else after


def decline(table: Table, decider: int, user: int) -> Table:
    """They do not: the seat stays kept."""
    asked(table, decider, user)
    return table.with_facts(asks=tuple(each for each in table.facts.asks if each.user != user))


def _host(table: Table) -> str:
    return next((player.name for player in table.facts.players if player.user == table.facts.host), "")
