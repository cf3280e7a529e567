"""What time and absence do to a table: defaults, grace, sleep, leaving, agreeing to end, the next game."""

from __future__ import annotations

from random import Random

from bot.facts import (
    ASLEEP,
    AUTO_PAUSE,
    AWAY_AFTER,
    CLOSED,
    LOBBY,
    OVER,
    PACES,
    PLAYING,
)
from bot.records import verify
from tests.seated import GAMES, NOW, away, play_until, refused, started, step, window

# ---- silence


def test_silence_becomes_the_default_and_is_told():
    table = started()
    (seat,) = table.to_act
    assert table.wake(table.facts.deadline - 1, NOW) is table
    after = table.wake(table.facts.deadline, NOW)
    assert after.log[-1].move == table.default(seat)
    assert (after.facts.note.key, after.facts.note.seats, after.facts.note.revision) == ("timeout", (seat,), 2)
    assert after.facts.players[seat].missed == 1
    assert step(after, Random(0)).facts.note.revision != step(after, Random(0)).revision


def test_everybody_who_was_silent_gets_a_default():
    table = window(4)
    after = table.wake(table.facts.deadline, NOW)
    assert set(after.facts.note.seats) == set(table.to_act)
    assert after.revision == table.revision + 3


def test_nobody_loses_a_turn_because_the_bot_wasaway():
    table = started()
    up = table.facts.deadline + 500
    kept = table.wake(up, up)
    assert kept.log == table.log
    assert kept.facts.deadline == up + PACES["quick"].grace
    late = kept.wake(kept.facts.deadline, up)
    assert late.revision == 2


def test_whoever_is_silent_often_is_played_for_at_once_until_they_come_back():
    table, rng = started(seed=2), Random(1)
    (seat,) = table.to_act
    misses = 0
    while not table.facts.players[seat].away:
        if table.to_act == (seat,):
            table, misses = table.wake(table.facts.deadline, NOW), misses + 1
        else:
            table = step(table, rng)
    assert misses == AWAY_AFTER
    table = play_until(table, lambda table: table.to_act == (seat,))
    auto = table.wake_at()
    assert auto <= max(table.flash_until, table.log[-1].at + AUTO_PAUSE)
    back = table.back(table.users[seat])
    assert not back.facts.players[seat].away
    assert back.facts.note.key == "back"
    with refused("never-away"):
        back.back(table.users[seat])


def test_the_table_plays_for_who_is_away_after_a_breath():
    table = started()
    (seat,) = table.to_act
    table = away(table, seat)
    assert table.auto() == (seat, table.default(seat))
    assert table.wake_at() == NOW + AUTO_PAUSE
    assert table.wake(NOW + AUTO_PAUSE - 0.1, NOW) is table
    assert table.wake(NOW + AUTO_PAUSE, NOW).log[-1].seat == seat


def test_a_forced_move_plays_itself():
    table = play_until(started("tripot", 2), lambda table: table.auto() is not None)
    seat, move = table.auto()
    assert list(table.legal(seat)) == [move]
    due = max(table.flash_until, table.log[-1].at + AUTO_PAUSE)
    assert table.wake_at() in (due, table.facts.deadline)
    after = table.wake(due, NOW)
    assert after.log[-1].move == move
    assert after.facts.players[seat].missed == 0


def test_a_table_whose_people_are_all_away_sleeps_until_one_comes_back():
    table = started()
    others = [seat for seat in range(3) if seat not in table.to_act]
    table = away(table, *others)._player(table.to_act[0], missed=AWAY_AFTER - 1)
    asleep = table.wake(table.facts.deadline, NOW)
    assert asleep.facts.paused == ASLEEP
    assert asleep.auto() is None
    assert asleep.wake_at() is None
    awake = asleep.back(asleep.users[others[0]]).resume(NOW + 10**6)
    assert awake.facts.paused is None
    assert awake.facts.deadline >= NOW + 10**6 + PACES["quick"].turn
    played = step(asleep, Random(0), now=NOW + 10**6)
    assert played.facts.paused is None
    assert not played.facts.players[asleep.to_act[0]].away


def test_a_pause_stops_the_clock_and_a_resumption_starts_it_afresh():
    paused = started().pause("send_messages")
    assert paused.wake_at() is None
    assert paused.wake(NOW + 10**6, NOW) is paused
    with refused("paused", permissions="send_messages"):
        paused.ready(paused.to_act[0], painted=1, at=NOW, now=NOW)
    assert paused.resume(NOW + 50).facts.deadline == NOW + 50 + PACES["quick"].turn


# ---- coming and going


def test_who_leaves_is_played_for_and_may_come_back():
    table = started().quit(1)
    assert (table.facts.host, table.facts.note.key, table.status) == (2, "left", PLAYING)
    assert table.facts.players[0].away
    with refused("already-left"):
        table.quit(1)
    assert not table.back(1).facts.players[0].left
    closed = table.quit(2).quit(3)
    assert (closed.status, closed.facts.closed) == (CLOSED, "empty")


def test_everybody_who_is_there_must_agree_to_end():
    table = started().agree_to_end(1)
    assert table.status == PLAYING
    with refused("already-agreed"):
        table.agree_to_end(1)
    with refused("not-at-table"):
        table.agree_to_end(9)
    agreed = table.agree_to_end(2).agree_to_end(3)
    assert (agreed.status, agreed.facts.closed, agreed.facts.deadline) == (CLOSED, "agreed", None)
    assert verify(agreed.record().encode(), GAMES) is None
    assert table.agree_to_end(2).quit(3).facts.closed == "agreed", "who has left need not agree"


def test_a_rematch_keeps_people_and_options_and_passes_the_first_turn():
    table = play_until(started("pinocchio", 3), lambda table: table.status == OVER)
    again = table.next_game(3, NOW + 7)
    assert (again.status, again.facts.host, again.users) == (LOBBY, 3, table.users)
    assert again.facts.options == table.facts.options
    assert again.facts.first == (table.log[0].move.first + 1) % 3
    assert again.start(3, Random(0), NOW).log[0].move.first == again.facts.first
    assert (again.facts.nonce, again.facts.closed, again.facts.created) == ("", None, NOW + 7)
    assert again.leave(1).facts.first is None
    with refused("not-over"):
        started().next_game(1, NOW)
    with refused("not-at-table"):
        table.next_game(9, NOW)
