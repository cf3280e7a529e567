"""Absence: time runs out, players leave, come back, agree to stop, or take over the seat of somebody who left."""

from __future__ import annotations

from typing import Any

from bot.core import lobby
from bot.core.facts import (
    ASLEEP,
    LOBBY,
    NOBODY,
    PLAYING,
    DecisionCount,
    IdleWarning,
    Note,
    Player,
    SeatRequest,
    forgotten,
)
from bot.core.game import Refusal, Seat, replaced
from bot.core.opponents import OVERDUE_SECONDS, due
from bot.core.table import CLOCK_SKEW_SECONDS, Table

AUTO_PAUSE_SECONDS = 2.0
"""Before a move that the table makes by itself, so that people can follow."""
DAY_SECONDS = 24 * 60 * 60.0
MAX_SEAT_REQUESTS = 3
"""A board has little room."""

# ---- time


def wake_at(table: Table) -> float | None:
    """When ``wake`` must be called next for a game; None: never."""
    if table.status != PLAYING:
        return None
    idle = [closes_at(table) if table.warned else warns_at(table)] if table.can_idle else []
    if table.facts.paused:
        return min(idle, default=None)
    times = [*idle, table.facts.deadline] if table.facts.deadline is not None else idle
    if (remind := _remind_at(table)) is not None:
        times.append(remind)
    if auto(table) is not None:
        times.append(_auto_at(table))
    if table.waits_for_chance:
        times.append(table.flash_until)
    if (table.opponents or table.away) and (move := due(table)) is not None:
        # ``bot.tables.opponents`` makes the move in time; this is stored for the case of a restart.
        times.append(move.at + OVERDUE_SECONDS)
    return min(times, default=None)


def wake(table: Table, now: float, started: float) -> Table:
    """The table after what is due now: a forced move, or the default of a late player.

    ``started`` is when this process started: nobody loses a turn because the bot was down.
    """
    if table.status != PLAYING:
        return table
    if (idle := _idle(table, now, started)) is not None:
        return idle
    if table.facts.paused:
        return table
    clock_set_back = now < table.moved_at - CLOCK_SKEW_SECONDS
    if (chosen := auto(table)) and (now >= _auto_at(table) or clock_set_back):
        return table.after(*chosen, now)
    deadline, pace = table.facts.deadline, table.pace
    looking = pace.look_seconds(table.position.view(None).public.flash)
    latest = now + max(pace.turn or 0.0, pace.window or 0.0, pace.grace) + looking + CLOCK_SKEW_SECONDS
    if deadline is not None and deadline > latest:
        # The clock was set back: nobody gets more time than the pace allows.
        return table.with_facts(deadline=table.deadline_from(now))
    if deadline is None or now < deadline:
        remind = _remind_at(table)
        return table.with_facts(reminded=table.revision) if remind is not None and now >= remind else table
    if deadline < started:
        return table.with_facts(deadline=started + pace.grace)
    return _defaulted(table, now)


def closes_at(table: Table) -> float:
    """When the table is closed if nobody moves: always some time after the announcement."""
    last = table.moved_at + table.facts.idle_days * DAY_SECONDS
    warning = table.facts.idle_warning
    return max(last, warning.at + _notice_seconds(table)) if table.warned and warning is not None else last


def warns_at(table: Table) -> float:
    """When the board announces that the table will be closed for inactivity."""
    return table.moved_at + table.facts.idle_days * DAY_SECONDS - _notice_seconds(table)


def with_idle_days(table: Table, days: int) -> Table:
    """The table with another number of idle days; it is not closed before the time its board has announced."""
    if days == table.facts.idle_days:
        return table
    after = table.with_facts(idle_days=days)
    if table.warned and closes_at(after) < (announced := closes_at(table)):
        after = after.with_facts(idle_warning=IdleWarning(table.revision, announced - _notice_seconds(after)))
    return after


def _notice_seconds(table: Table) -> float:
    """How long before closing it is announced: a day; half a day where it is closed after one."""
    return min(DAY_SECONDS, table.facts.idle_days * DAY_SECONDS / 2)


def _idle(table: Table, now: float, started: float) -> Table | None:
    """The table after announcing or closing it for inactivity; None if neither is due."""
    if not table.can_idle or now < (closes_at(table) if table.warned else warns_at(table)):
        return None
    if not table.warned or closes_at(table) < started:
        # Nobody could move while this process was down: announce it again.
        return table.with_facts(idle_warning=IdleWarning(table.revision, now))
    if table.facts.paused and table.facts.paused != ASLEEP:
        # The bot lacked a permission: people could not move.
        return table.close("unreachable")
    for seat in table.to_act:
        if seat not in table.opponents:
            table = table.with_player(seat, left=True, retired=False)
    return table.close("abandoned")


def _remind_at(table: Table) -> float | None:
    """When the players waited for are reminded of the deadline; None if never, or already done."""
    deadline, before = table.facts.deadline, table.pace.reminder
    if deadline is None or before is None:
        return None
    # An answer by one of several players is no reason to remind the others again.
    if table.facts.reminded >= max((table.asked[seat] for seat in table.to_act), default=0):
        return None
    return deadline - before


def _defaulted(table: Table, now: float) -> Table:
    """The table after the default move of everybody whose time ran out: in a challenge window an ordinary answer."""
    window = table.game.hurry(table.position.view(None))
    after = table
    for seat in table.to_act:
        if after.state and seat in after.state.to_act and after.asked[seat] <= table.revision:
            player, revision = after.facts.players[seat], after.revision + 1
            if counts := not window and not player.opponent:
                after = after.with_player(seat, missed=player.missed + 1)
            after = after.after(seat, after.default(seat), now, decided_by="stand-in" if counts else None)
            after = after.not_asked(revision) if table.pace.silent and window else after
    late = tuple(seat for seat in table.to_act if not table.facts.players[seat].opponent)
    if late and not window:
        after = after.with_facts(note=Note(key="timeout", seats=late, revision=after.revision))
    return after.with_facts(paused=ASLEEP) if after.deserted else after


def auto(table: Table) -> tuple[Seat, Any] | None:
    """The next move that the table makes by itself because the rules leave no other."""
    if table.facts.paused or not table.to_act or table.deserted:
        return None
    if (chosen := table.automatic) is not None:
        return chosen
    if len(table.to_act) == 1:
        seat, game = table.to_act[0], table.game
        legal = list(table.legal(seat))
        if len(legal) == 1 and game.verb(game.path(legal[0])[0]).forced:
            return seat, legal[0]
    return None


def _auto_at(table: Table) -> float:
    return max(table.flash_until, table.moved_at + AUTO_PAUSE_SECONDS)


# ---- coming and going


def leave(table: Table, user: int) -> Table:
    """A player leaves; the table plays for them from now on.

    The last person who leaves closes the table, as if they had agreed to stop.
    """
    if table.status == LOBBY:
        return lobby.leave(table, user)
    table.require_running()
    seat = table.require_seat(user)
    if table.facts.players[seat].left:
        raise Refusal("already-left")
    if not _others_here(table, seat):
        return table.with_facts(ending=_with(table.facts.ending, user)).close("empty")
    after = table.without_choices(seat).with_player(seat, left=True, retired=seat in table.out)
    host = after.users[after.here[0]] if table.facts.host == user else table.facts.host
    # With nobody present the table is paused, as after a missed turn.
    paused = table.facts.paused or (ASLEEP if after.deserted else None)
    return _ended_if_agreed(after.with_facts(host=host, paused=paused))


def come_back(table: Table, user: int) -> Table:
    """A player who was away is present again."""
    table.require_running()
    seat = table.require_seat(user)
    away = table.facts.players[seat].away
    if not away and not table.facts.paused:
        raise Refusal("never-away")
    note = Note(key="back", seats=(seat,), revision=table.revision) if away else table.facts.note
    return table.present(seat).with_facts(note=note, paused=None)


def resume(table: Table, now: float) -> Table:
    """End a pause for missing permissions: players waited for get their full time, and warnings are announced again."""
    table = table.with_facts(paused=None, idle_warning=None)
    return table.with_facts(deadline=table.deadline_from(now)) if table.state and table.status == PLAYING else table


def agree_to_end(table: Table, user: int) -> Table:
    """A player agrees to stop without a winner; when everybody still in the game does, the table closes."""
    table.require_running()
    table.require_seat(user)
    if user in table.facts.ending:
        raise Refusal("already-agreed")
    return _ended_if_agreed(table.with_facts(ending=_with(table.facts.ending, user)))


def closing_counts(table: Table, user: int) -> bool:
    """Whether a user who closes the table counts as having left: they play a rated game that others want to go on."""
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
        # Everybody else still in the game has agreed, or the game is not rated.
        table = table.with_facts(ending=_with(table.facts.ending, user))
    return table.close(why)


def _plays(table: Table, user: int) -> bool:
    """Whether a user plays this running game, or did until another person took their seat."""
    return table.status == PLAYING and (user in table.users or any(user == each for _, each in table.facts.had))


def _ended_if_agreed(table: Table) -> Table:
    return table.close("agreed") if {table.users[seat] for seat in table.here} <= {*table.facts.ending} else table


def _others_here(table: Table, seat: Seat | None) -> list[Seat]:
    """The other people still in the game."""
    return [other for other in table.here if other != seat]


def _with(users: tuple[int, ...], user: int) -> tuple[int, ...]:
    return users if user in users else (*users, user)


# ---- taking over a seat


def vacant(table: Table) -> list[Seat]:
    """The seats of people who have left, without eliminated ones."""
    return [seat for seat in table.away if table.facts.players[seat].left and seat not in table.out]


def ask(table: Table, user: int, name: str, seat: Seat) -> Table:
    """A user asks for the seat of a person who has left."""
    table.require_running()
    if user in table.users:
        raise Refusal("already-in")
    if user in table.facts.removed:
        raise Refusal("removed", host=table.host_name)
    if seat not in vacant(table):
        raise Refusal("seat-not-free")
    if any(who == user and each != seat for each, who in table.facts.had):
        raise Refusal("seat-knows")
    # An erased user knows the secrets of their seat, and this could be them.
    if any(who == NOBODY and each != seat for each, who in (*table.facts.had, *enumerate(table.users))):
        raise Refusal("seat-forgotten")
    others = tuple(each for each in table.facts.asks if each.user != user)
    if len(others) >= MAX_SEAT_REQUESTS:
        raise Refusal("too-many-asks")
    return table.with_facts(asks=(*others, SeatRequest(seat=seat, user=user, name=name)))


def decides(table: Table, user: int) -> bool:
    """Whether a user decides on seat requests: the host; while the host is away, any person who is present."""
    here = {player.user for player in table.facts.players if not player.opponent and not player.away}
    return user in (here & {table.facts.host} or here)


def asked(table: Table, decider: int, user: int) -> SeatRequest:
    """A user's pending request; raises Refusal if there is none or this person may not decide on it."""
    table.require_running()
    if not decides(table, decider):
        raise Refusal("host-only", host=table.host_name)
    found = next((each for each in table.facts.asks if each.user == user), None)
    if found is None:
        raise Refusal("nobody-asks")
    return found


def accept(table: Table, decider: int, user: int, now: float) -> Table:
    """The user takes the seat; its former player is no longer part of the game."""
    request = asked(table, decider, user)
    before = table.facts.players[request.seat].user
    # A seat's first player who takes it again is no substitute, but counts as having left.
    first = next((user for seat, user in (*table.facts.had, (request.seat, before)) if seat == request.seat), before)
    taken = request.user != first
    decisions = table.facts.decisions
    # The former player's answers do not bind the new one.
    after = table.without_choices(request.seat).with_facts(
        players=replaced(table.facts.players, request.seat, Player(user=request.user, name=request.name, taken=taken)),
        asks=tuple(each for each in table.facts.asks if each.seat != request.seat),
        note=Note(key="taken", seats=(request.seat,), revision=table.revision),
        ending=tuple(each for each in table.facts.ending if each != before),
        had=(*table.facts.had, (request.seat, before)),
        decisions=replaced(decisions, request.seat, DecisionCount()) if decisions else decisions,
        # Other people: a new series begins.
        games=0,
        wins={},
    )
    # If the new player is asked now, they have the full time to answer.
    return after.with_facts(deadline=after.deadline_from(now)) if request.seat in after.to_act else after


def decline(table: Table, decider: int, user: int) -> Table:
    """Reject a user's request: the stand-in plays on."""
    asked(table, decider, user)
    return table.with_facts(asks=tuple(each for each in table.facts.asks if each.user != user))


def left_and_forgotten(table: Table, user: int) -> Table:
    """An open table after a user leaves it and is erased from it."""
    if table.status == LOBBY and user in (*table.users, *table.queue):
        table = lobby.leave(table, user)
    elif table.status == PLAYING and (seat := table.seat_of(user)) is not None:
        table = table if table.facts.players[seat].left else leave(table, user)
    return table.but(facts=forgotten(table.facts, (user,)))
