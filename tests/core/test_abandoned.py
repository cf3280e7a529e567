"""Tables where nobody plays any more: announced, then closed; who counts as having left, and who does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.absence import DAY_SECONDS, closes_at, come_back, resume, wake, wake_at, with_idle_days
from bot.core.facts import ASLEEP, CLOSED, PACES, PLAYING
from bot.core.results import results
from tests.kit.seated import NOW, play_until, started


def idle(table, days: int = 14):
    """The table that nobody touches, asleep unless it has no clock."""
    table = table.with_facts(idle_days=days)
    return table if table.facts.pace == "free" else table.pause(ASLEEP)


def announced(table):
    """The table once its board has announced that it will be closed."""
    table = wake(table, wake_at(table), NOW)
    assert table.warned
    return table


def ended(table):
    """The same when that time has come."""
    at = wake_at(table)
    return wake(table, at, NOW).with_facts(closed_at=at)


@pytest.mark.parametrize("pace", PACES)
def test_a_table_is_announced_a_day_before_and_then_closed(pace):
    table = idle(started("pinocchio", 3, pace=pace))
    assert wake_at(table) == NOW + 13 * DAY_SECONDS
    assert wake(table, wake_at(table) - 1, NOW).status == PLAYING
    warned = announced(table)
    assert wake_at(warned) == closes_at(warned) == NOW + 14 * DAY_SECONDS
    assert wake(warned, wake_at(warned) - 1, NOW).status == PLAYING
    closed = ended(warned)
    assert (closed.status, closed.facts.closed) == (CLOSED, "abandoned")
    alone = table.with_facts(alone=True, paused=None, pace="free", deadline=None)
    assert wake_at(alone) is None, "a table played alone waits"
    assert wake(alone, NOW + 900 * DAY_SECONDS, NOW) is alone


@given(st.integers(1, 60), st.integers(0, 400 * 86_400))
def test_nobody_is_closed_without_having_been_warned_for_a_while(days, late):
    table = idle(started("pinocchio", 2, pace="free"), days)
    looked = wake_at(table) + late
    warned = wake(table, looked, NOW)
    assert warned.warned
    assert wake_at(warned) - looked >= min(DAY_SECONDS, days * DAY_SECONDS / 2)
    assert wake_at(warned) >= NOW + days * DAY_SECONDS


def test_who_was_waited_for_has_left_a_rated_game():
    table = idle(started("pinocchio", 3, pace="free"))
    (waited,) = table.to_act
    found = results(ended(announced(table)))
    assert [result.seat for result in found if result.left] == [waited]
    assert [result.place for result in found] == [3 if seat == waited else 1 for seat in range(3)]
    assert all(result.rated for result in found)
    unrated = idle(started("pinocchio", 3, pace="free").with_player(1, user=-1, level="novice"))
    assert results(ended(announced(unrated))) == ()
    unreachable = ended(announced(started("pinocchio", 3).pause("send_messages")))
    assert (unreachable.facts.closed, results(unreachable)) == ("unreachable", ())


def test_a_turn_of_a_day_runs_out_before_a_table_is_closed_after_a_day():
    table = started("pinocchio", 2, pace="steady").with_facts(idle_days=1)
    deadline = table.facts.deadline
    while table.revision == 1:
        at = wake_at(table)
        table = wake(table, at, NOW)
        assert not table.warned
    assert (table.status, at) == (PLAYING, deadline)
    while not table.facts.paused:
        table = wake(table, wake_at(table), NOW)
    assert wake_at(table) == table.log[-1].at + DAY_SECONDS / 2, "asleep: nobody plays any more"


def test_who_could_not_move_is_warned_anew_when_the_permission_is_back():
    warned = announced(started("pinocchio", 3, pace="free").pause("send_messages"))
    back = closes_at(warned) - 60
    again = wake(resume(warned, back), back, NOW)
    assert again.warned
    assert closes_at(again) == back + DAY_SECONDS


def test_fewer_days_do_not_close_earlier_than_was_announced():
    table = idle(started("pinocchio", 3, pace="free"))
    warned = announced(table)
    assert table.with_facts(idle_days=3).looks_like(table), "another number is seen only where it was announced"
    assert not warned.with_facts(idle_days=30).looks_like(warned)
    assert not warned.looks_like(table)
    fewer = with_idle_days(warned, 1)
    assert closes_at(fewer) == closes_at(warned)
    assert wake(fewer, closes_at(warned) - 60, NOW).status == PLAYING
    moved = play_until(fewer, lambda table: table.revision == 2)
    assert not moved.warned, "a move takes the announcement back, and the new number holds"
    assert wake_at(moved) == moved.log[-1].at + DAY_SECONDS / 2
    assert closes_at(with_idle_days(warned, 30)) == NOW + 30 * DAY_SECONDS


def test_what_came_due_while_the_bot_was_away_is_announced_again():
    warned = announced(idle(started("pinocchio", 3)))
    back = closes_at(warned) + 5 * DAY_SECONDS
    awake = come_back(warned, warned.users[0])
    assert (awake.warned, wake(awake, closes_at(warned), NOW).status) == (False, PLAYING), "it goes on by its clock"
    again = wake(warned, back, back)
    assert again.status == PLAYING
    assert wake_at(again) == back + DAY_SECONDS
