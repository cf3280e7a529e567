"""When people are not there: their time runs out, they leave or come back, or all agree to stop.

Every step is a function that gives the table after it, or raises Refusal.
"""

from __future__ import annotations

from typing import Any

from bot.core import lobby
from bot.core.facts import ASLEEP, LOBBY, NOBODY, PLAYING, Ask, DecisionCount, IdleWarning, Note, Player
from bot.core.game import Refusal, Seat, replaced
from bot.core.rhythm import SLACK, due
from bot.core.table import CLOCK_SKEW_SECONDS, Table

LOBBY_LIFE = 30 * 60.0
"""Seconds a lobby waits for people to come."""
AUTO_PAUSE = 2.0
"""How long the table waits before it plays a move that nobody has to choose, so that people can follow."""

DAY_SECONDS = 24 * 60 * 60.0

# ---- time


def wake_at(table: Table) -> float | None:
    """When the table next needs attention although nobody touches it."""
    if table.status == LOBBY:
        return table.facts.created + LOBBY_LIFE
    if table.status != PLAYING:
        return None
    idle = [closes_at(table) if table.warned else warns_at(table)] if table.can_idle else []
    if table.facts.paused:
        return min(idle, default=None)
    times = [*idle, table.facts.deadline] if table.facts.deadline is not None else idle
    if (remind := _remind_at(table)) is not None:
        times.append(remind)
    if _auto_seat(table) is not None:
        times.append(_auto_at(table))
    if (move := due(table)) is not None:
        # Whoever thinks for opponents moves then; storage only remembers it, for after a restart.
        times.append(move.at + SLACK)
    return min(times, default=None)


def wake(table: Table, now: float, started: float) -> Table:
    """What time itself does: a lobby expires, a move nobody chooses is played, silence becomes a default.

    ``started`` is when this program came up: nobody loses a turn because the bot was away.
    """
    if table.status == LOBBY:
        return table.close("expired") if now >= table.facts.created + LOBBY_LIFE else table
    if table.status != PLAYING:
        return table
    if (idle := _idle(table, now, started)) is not None:
        return idle
    if table.facts.paused:
        return table
    if (chosen := auto(table)) and (now >= _auto_at(table) or not table.precedes(now)):
        seat, move = chosen
        return table.after(seat, move, now, decided_by="stand-in" if _stands_in(table, seat) else None)
    deadline = table.facts.deadline
    if deadline is not None and deadline > _latest(table, now):
        # The clock was set back: nobody is waited for longer than anybody could have.
        return table.with_facts(deadline=table.deadline_from(now))
    if deadline is None or now < deadline:
        remind = _remind_at(table)
        return table.with_facts(reminded=table.revision) if remind is not None and now >= remind else table
    if deadline < started:
        return table.with_facts(deadline=started + table.pace.grace)
    return _defaulted(table, now)


def _latest(table: Table, now: float) -> float:
    """When the time of anybody who is waited for now has run out at the latest."""
    assert table.state is not None
    flash, pace = table.position.view(None).flash, table.pace
    looking = flash.seconds if flash else 0.0
    return now + max(pace.turn or 0.0, pace.window or 0.0, pace.grace) + looking + CLOCK_SKEW_SECONDS


def closes_at(table: Table) -> float:
    """When the table is closed if nobody moves: never without having been announced a while before."""
    last = table.log[-1].at + table.facts.idle_days * DAY_SECONDS
    warning = table.facts.idle_warning
    return max(last, warning.at + _notice_seconds(table)) if table.warned and warning is not None else last


def warns_at(table: Table) -> float:
    """When the board announces that the table will be closed if nobody moves."""
    return table.log[-1].at + table.facts.idle_days * DAY_SECONDS - _notice_seconds(table)


def with_idle_days(table: Table, days: int) -> Table:
    """The table that is closed after so many days without a move; not before the time its board has announced."""
    if days == table.facts.idle_days:
        return table
    after = table.with_facts(idle_days=days)
    if table.warned and closes_at(after) < (announced := closes_at(table)):
        after = after.with_facts(idle_warning=IdleWarning(table.revision, announced - _notice_seconds(after)))
    return after


def _notice_seconds(table: Table) -> float:
    """How long before it is closed this is announced: a day, and half a day where it is closed after one."""
    return min(DAY_SECONDS, table.facts.idle_days * DAY_SECONDS / 2)


def _idle(table: Table, now: float, started: float) -> Table | None:
    """The table after a step towards closing it because nobody has moved for long; None if there is none to take."""
    if not table.can_idle or now < (closes_at(table) if table.warned else warns_at(table)):
        return None
    if not table.warned or closes_at(table) < started:
        # Nobody could move while this program was away: announce it again.
        return table.with_facts(idle_warning=IdleWarning(table.revision, now))
    if table.facts.paused and table.facts.paused != ASLEEP:
        # The bot lacked a permission: people could not move.
        return table.close("unreachable")
    for seat in table.to_act:
        if seat not in table.opponents:
            table = table.with_player(seat, left=True, retired=False)
    return table.close("abandoned")


def _remind_at(table: Table) -> float | None:
    """When those waited for are told that little of their time is left; None if they need not be, or have been."""
    deadline, before = table.facts.deadline, table.pace.reminder
    if deadline is None or before is None:
        return None
    # That one of several has answered meanwhile is no reason to tell the others again.
    if table.facts.reminded >= max((table.asked[seat] for seat in table.to_act), default=0):
        return None
    return deadline - before


def _defaulted(table: Table, now: float) -> Table:
    """The table once everybody who was asked and kept silent has been played for.

    In a challenge window silence is an answer like any other, and nothing is said of it.
    """
    assert table.state is not None
    window = table.game.hurry(table.position.view(None))
    after = table
    for seat in table.to_act:
        if after.state and seat in after.state.to_act and after.asked[seat] <= table.revision:
            player = after.facts.players[seat]
            if not window and not player.opponent:
                after = after.with_player(seat, missed=player.missed + 1)
            counts = not window and not player.opponent
            after = after.after(seat, after.default(seat), now, decided_by="stand-in" if counts else None)
    late = tuple(seat for seat in table.to_act if not table.facts.players[seat].opponent)
    if late and not window:
        after = after.with_facts(note=Note(key="timeout", seats=late, revision=after.revision))
    return after.with_facts(paused=ASLEEP) if after.deserted else after


def auto(table: Table) -> tuple[Seat, Any] | None:
    """The next move the table makes by itself: a forced one, or the default of who is away where nobody can think.

    Moves that nobody need make are made with the move before them, but for one that waits for a reveal to be seen.
    """
    if (seat := _auto_seat(table)) is None:
        return None
    if (chosen := table.automatic) is not None:
        return chosen
    return seat, table.default(seat) if _blind(table, seat) else next(iter(table.legal(seat)))


def _auto_seat(table: Table) -> Seat | None:
    if table.facts.paused or not table.to_act or table.deserted:
        return None
    if (chosen := table.automatic) is not None:
        return chosen[0]
    for seat in table.away:
        if seat in table.to_act and _blind(table, seat):
            return seat
    if len(table.to_act) == 1:
        seat, game = table.to_act[0], table.game
        legal = list(table.legal(seat))
        if len(legal) == 1 and game.verb(game.path(legal[0])[0]).forced:
            return seat
    return None


def _blind(table: Table, seat: Seat) -> bool:
    """Whether the table plays a seat without a thought: its person is away, and the game has no opponents."""
    return seat in table.away and table.game.opponent is None


def _stands_in(table: Table, seat: Seat) -> bool:
    """Whether the move the table makes by itself is a decision it takes for a person who is away.

    In a window the default is the same as silence.
    """
    assert table.state is not None
    return table.automatic is None and _blind(table, seat) and not table.game.hurry(table.position.view(None))


def _auto_at(table: Table) -> float:
    return max(table.flash_until, table.log[-1].at + AUTO_PAUSE)


# ---- coming and going


def leave(table: Table, user: int) -> Table:
    """Somebody leaves, also a game that goes on: the table plays for them. When nobody is left it closes.

    The last person there leaves nobody behind: they stop the game, as if they had agreed to.
    """
    if table.status == LOBBY:
        return lobby.leave(table, user)
    table.require_running()
    seat = table.require_seat(user)
    if table.facts.players[seat].left:
        raise Refusal("already-left")
    if not _others_here(table, seat):
        return table.with_facts(ending=_with(table.facts.ending, user)).close("empty")
    after = table.with_player(seat, left=True, retired=seat in table.out)
    host = after.users[after.here[0]] if table.facts.host == user else table.facts.host
    # Where nobody is there any more it waits, as when their time has run out.
    paused = table.facts.paused or (ASLEEP if after.deserted else None)
    return _ended_if_agreed(after.with_facts(host=host, paused=paused))


def come_back(table: Table, user: int) -> Table:
    """Somebody who was away is here again."""
    table.require_running()
    seat = table.require_seat(user)
    away = table.facts.players[seat].away
    if not away and not table.facts.paused:
        raise Refusal("never-away")
    note = Note(key="back", seats=(seat,), revision=table.revision) if away else table.facts.note
    return table.present(seat).with_facts(note=note, paused=None)


def resume(table: Table, now: float) -> Table:
    """The obstacle is gone; whoever is waited for gets their time afresh.

    If it was announced meanwhile that the table will be closed, that is announced again: people could not move.
    """
    table = table.with_facts(paused=None, idle_warning=None)
    return table.with_facts(deadline=table.deadline_from(now)) if table.state and table.status == PLAYING else table


def agree_to_end(table: Table, user: int) -> Table:
    """Somebody agrees to stop without a winner; when everybody who is still there does, the table closes."""
    table.require_running()
    table.require_seat(user)
    if user in table.facts.ending:
        raise Refusal("already-agreed")
    return _ended_if_agreed(table.with_facts(ending=_with(table.facts.ending, user)))


def closing_counts(table: Table, user: int) -> bool:
    """Whether somebody who closes the table counts as having left it: they play a rated game, and others play on."""
    if not _plays(table, user) or not table.rated:
        return False
    others = _others_here(table, table.seat_of(user))
    return any(table.users[other] not in table.facts.ending for other in others)


def close(table: Table, user: int) -> Table:
    """The host or a moderator closes the table without asking the others."""
    seat = table.seat_of(user)
    why = "host" if user == table.facts.host else "player" if _plays(table, user) else "moderator"
    if closing_counts(table, user):
        return (table if seat is None else table.with_player(seat, left=True, retired=False)).close(why)
    if seat is not None and table.status == PLAYING:
        # Everybody else who is still there has agreed, or the game is not rated.
        table = table.with_facts(ending=_with(table.facts.ending, user))
    return table.close(why)


def _plays(table: Table, user: int) -> bool:
    """Whether somebody is a player of the game that goes on, also if another person has taken their seat."""
    return table.status == PLAYING and (user in table.users or any(user == each for _, each in table.facts.had))


def _ended_if_agreed(table: Table) -> Table:
    return table.close("agreed") if {table.users[seat] for seat in table.here} <= {*table.facts.ending} else table


def _others_here(table: Table, seat: Seat | None) -> list[Seat]:
    """The other people who are still in the game."""
    return [other for other in table.here if other != seat]


def _with(users: tuple[int, ...], user: int) -> tuple[int, ...]:
    return users if user in users else (*users, user)


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
