"""Time and absence: silence, sleep, leaving, ending, closing, seats taken by others."""

import dataclasses
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.core import absence
from bot.core.absence import AUTO_PAUSE_SECONDS, DAY_SECONDS, agree_to_end, auto, come_back, resume, wake, wake_at
from bot.core.facts import ASLEEP, AWAY_AFTER, CLOSED, LOBBY, OVER, PACES, PLAYING, forgotten, people
from bot.core.lobby import leave, next_game, start
from bot.core.results import results
from tests.kit.seated import NOW, OneMove, assert_refused, away, lobby, play_until, refused, started, step, window

# ---- silence


def test_silence_becomes_the_default_and_is_told():
    table = started()
    (seat,) = table.to_act
    assert wake(table, table.facts.deadline - 1, NOW) is table
    after = wake(table, table.facts.deadline, NOW)
    assert after.log[-1].move == table.default(seat)
    assert (after.facts.note.key, after.facts.note.seats, after.facts.note.revision) == ("timeout", (seat,), 2)
    assert [player.missed for player in after.facts.players] == [int(other == seat) for other in range(3)]
    assert after.facts.players[seat].away, "others wait for them once"
    assert step(after, Random(0)).facts.note.revision != step(after, Random(0)).revision


def test_at_the_flash_pace_silence_is_consent_and_no_sign_of_presence():
    table = window(pace="flash")
    assert (table.silent, table.awaited, window().silent) == (True, (), False)
    assert table.facts.deadline == table.moved_at + 8
    after, quick = (wake(each, each.facts.deadline, NOW) for each in (table, window()))
    assert [after.log[-2].move, after.log[-1].move] == [table.default(seat) for seat in table.to_act]
    assert [turn.move for turn in quick.log] == [turn.move for turn in after.log], "at other paces too"
    assert (quick.facts.note, [player.missed for player in quick.facts.players]) == (None, [0, 0, 0])
    assert (after.facts.note, after.facts.decisions) == (None, table.facts.decisions)
    assert not any(player.missed for player in after.facts.players), "nobody is absent for it"
    assert not after.moved_since(table.moved_at), "a player who is silent need not be looking"
    assert after.awaited == after.to_act, "but a turn waits for its player"


@pytest.mark.parametrize(("game", "seconds"), [("ptipasspass", {3, 5}), ("pinocchio", {3}), ("trio", {3})])
def test_reveals_are_shorter_at_the_flash_pace(game, seconds):
    table, found, rng = started(game, pace="flash"), set(), Random(3)
    for _ in range(400):
        if table.flash_until:
            found.add(table.flash_until - table.moved_at)
            if table.facts.deadline is not None:
                assert table.facts.deadline == table.flash_until + PACES["flash"].turn
        table = step(table, rng) if table.to_act else started(game, pace="flash", seed=rng.random())
    assert found == seconds


def test_nobody_loses_a_turn_because_the_bot_was_away():
    table = started()
    deadline = table.facts.deadline
    assert wake(table, deadline, deadline).revision == 2, "the bot was up in time"
    for up in (deadline + 0.5, deadline + 500):
        asked = wake(table, up, up)
        assert (asked.log, asked.facts.deadline) == (table.log, up + 30)
        assert wake_at(asked) == asked.facts.deadline
        assert wake(asked, asked.facts.deadline, up).revision == 2


def test_a_forced_move_plays_itself():
    table = play_until(started("tripot", 2), lambda table: auto(table) is not None)
    seat, move = auto(table)
    assert list(table.legal(seat)) == [move]
    due = max(table.flash_until, table.log[-1].at + AUTO_PAUSE_SECONDS)
    assert wake_at(table) == due
    assert wake_at(table.with_facts(deadline=due - 1)) == due - 1
    assert wake_at(table.with_facts(deadline=None)) == due
    assert wake_at(table.with_facts(paused="x")) == absence.warns_at(table)
    assert wake(table, due - 0.001, NOW) is table
    after = wake(table, due, NOW)
    assert after.log[-1].move == move
    assert after.facts.players[seat].missed == 0
    paused, absent = table.with_facts(paused="x"), away(table, 0, 1)
    for calm in (paused, table.close("host"), absent, with_verbs(table, forced=False)):
        assert auto(calm) is None
    several = with_verbs(window(4), forced=True)
    several = several.but(state=OneMove(several.state))
    assert (len(several.to_act), auto(several)) == (3, None), "nobody is hurried where several have one move each"


def with_verbs(table, **changes):
    """The table of a game whose verbs are otherwise."""
    verbs = tuple(dataclasses.replace(verb, **changes) for verb in table.game.verbs)
    return table.but(game=dataclasses.replace(table.game, verbs=verbs))


def test_a_table_whose_people_are_all_away_sleeps_until_one_comes_back():
    table = started()
    others = [seat for seat in range(3) if seat not in table.to_act]
    table = away(table, *others).with_player(table.to_act[0], missed=AWAY_AFTER - 1)
    asleep = wake(table, table.facts.deadline, NOW)
    assert asleep.facts.paused == ASLEEP
    assert auto(asleep) is None
    assert wake_at(asleep) == absence.warns_at(asleep)
    awake = resume(come_back(asleep, asleep.users[others[0]]), NOW + 10**6)
    assert awake.facts.paused is None
    assert awake.facts.deadline >= NOW + 10**6 + PACES["quick"].turn
    played = step(asleep, Random(0), now=NOW + 10**6)
    assert played.facts.paused is None
    assert not played.facts.players[asleep.to_act[0]].away
    table = window(4)
    asleep = wake(away(table, *range(4)), table.facts.deadline, NOW)
    assert asleep.facts.paused == ASLEEP
    assert {turn.seat for turn in asleep.log[table.revision :]} == set(table.to_act), "after everybody's answer"


def test_a_pause_stops_the_clock_and_a_resumption_starts_it_afresh():
    paused = started().with_facts(paused="send_messages")
    assert wake_at(paused) == NOW + 13 * DAY_SECONDS, "nothing but closing it when nobody plays for long"
    assert wake(paused, NOW + 10**6, NOW) is paused
    with refused("paused", permissions="send_messages"):
        paused.ready(paused.to_act[0], revision=1, at=NOW, now=NOW)
    assert resume(paused, NOW + 50).facts.deadline == NOW + 50 + PACES["quick"].turn
    for waiting_for_nobody in (started().close("host"), lobby(), started(pace="free").with_facts(paused="x")):
        resumed = resume(waiting_for_nobody, NOW + 9)
        assert (resumed.facts.deadline, resumed.facts.paused) == (None, None)


# ---- coming and going


def test_who_leaves_is_played_for_and_may_come_back():
    table = absence.leave(started(), 1)
    assert (table.facts.host, table.status) == (2, PLAYING)
    assert table.facts.players[0].away
    assert_refused("already-left", absence.leave, table, 1)
    assert_refused("not-at-table", absence.leave, table, 9)
    for act in (come_back, agree_to_end):
        assert_refused("not-started", act, lobby(), 1)
    assert not come_back(table, 1).facts.players[0].left
    back = come_back(away(started(), 0), 1)
    assert (back.facts.note.key, back.facts.note.seats, back.facts.players[0].missed) == ("back", (0,), 0)
    assert_refused("never-away", come_back, back, 1)
    woken = come_back(started().with_facts(paused=ASLEEP), 1)
    assert (woken.facts.paused, woken.facts.note) == (None, None), "who was there comes back to a table that sleeps"
    assert absence.leave(absence.leave(started(), 2), 1).facts.host == 3, "the next who is still there"
    closed = absence.leave(absence.leave(table, 2), 3)
    assert (closed.status, closed.facts.closed) == (CLOSED, "empty")


def test_everybody_who_is_there_must_agree_to_end():
    table = agree_to_end(started(), 1)
    assert table.status == PLAYING
    assert_refused("already-agreed", agree_to_end, table, 1)
    assert_refused("not-at-table", agree_to_end, table, 9)
    agreed = agree_to_end(agree_to_end(table, 2), 3)
    assert (agreed.status, agreed.facts.closed, agreed.facts.deadline) == (CLOSED, "agreed", None)
    assert absence.leave(agree_to_end(table, 2), 3).facts.closed == "agreed", "who has left need not agree"
    assert agree_to_end(agree_to_end(absence.leave(started(), 3), 1), 2).facts.closed == "agreed"


def test_a_rematch_keeps_people_and_options_and_passes_the_first_turn():
    table = play_until(started("pinocchio", 3), lambda table: table.status == OVER)
    again = next_game(table, 3, NOW + 7)
    assert (again.status, again.facts.host, again.users) == (LOBBY, 3, table.users)
    assert again.facts.options == table.facts.options
    assert again.facts.first == (table.log[0].move.first + 1) % 3
    assert start(again, 3, Random(0), NOW).log[0].move.first == again.facts.first
    assert (again.facts.nonce, again.facts.closed, again.facts.created) == ("", None, NOW + 7)
    assert leave(again, 1).facts.first is None
    assert_refused("not-over", next_game, started(), 1, NOW)
    assert_refused("not-at-table", next_game, table, 9, NOW)
    # It forgets the last one.
    table = agree_to_end(away(started(), 0), 1).with_facts(paused="x").close("host").with_facts(rematch=5)
    again = next_game(table, 2, NOW + 1)
    facts = again.facts
    assert not any(player.missed for player in facts.players)
    assert (facts.deadline, facts.paused, facts.ending, facts.closed, facts.rematch) == (None, None, (), None, None)
    assert (facts.note, facts.nonce, facts.host, len(again.log), again.id) == (None, "", 2, 0, 0)
    assert again.channel == table.place
    following = next_game(table.but(thread=77), 2, NOW)
    assert (following.channel, following.place) == (table.channel, 77)


# ---- exactly when


def test_a_move_makes_up_for_every_absence():
    (seat,) = started().to_act
    player = step(started().with_player(seat, missed=2, left=True), Random(0)).facts.players[seat]
    assert (player.missed, player.left) == (0, False)


@pytest.mark.parametrize("pace", ["quick", "steady"])
def test_the_table_makes_no_move_during_a_flash(pace):
    table = started("tripot", 2, pace=pace)
    table = play_until(table, lambda table: bool(table.flash_until) and auto(table) is not None)
    until = table.flash_until
    assert until == table.log[-1].at + table.state.view(None).flash.seconds > table.log[-1].at + AUTO_PAUSE_SECONDS
    assert wake_at(table) == until, "a forced move is made when everybody has looked"
    assert wake(table, until - 0.001, NOW) is table
    assert wake(table, until, NOW).revision == table.revision + 1


@pytest.mark.parametrize(("pace", "limit"), [("steady", 86_400), ("free", None)])
def test_a_slow_table_shows_its_reveals_and_keeps_nobody_from_moving(pace, limit):
    table = play_until(started(pace=pace), lambda table: table.state.view(None).flash is not None)
    at, seconds = table.log[-1].at, table.state.view(None).flash.seconds
    assert table.flash_until == at + seconds
    assert table.reveals(at)
    assert not table.blocked(at)
    assert table.facts.deadline == (limit and at + limit), "nobody waits, so nobody gets more time"
    assert table.view(None, at).flash is not None
    assert table.view(None, at + seconds).flash is None
    table.ready(table.to_act[0], revision=table.revision, at=NOW, now=at)


def test_a_default_that_answers_for_all_is_played_once():
    # In a window where a shout ends it, those asked after the first default are not asked any more.
    table = window(4)
    loud = next(move for move in table.legal(table.to_act[0]) if move != table.default(table.to_act[0]))
    shouting = replace(table, game=dataclasses.replace(table.game, default=lambda _view, _legal: loud))
    after = wake(shouting, table.facts.deadline, NOW)
    assert after.revision == table.revision + 1
    assert after.log[-1].seat == table.to_act[0]


def test_a_closed_table_does_nothing_and_knows_why():
    table = started().with_facts(paused="x").close("moderator")
    assert (table.status, table.facts.closed, table.facts.paused, table.facts.deadline) == (
        CLOSED, "moderator", None, None,
    )  # fmt: skip
    assert wake(table, NOW + 10**6, NOW) is table
    assert (wake_at(table), table.to_act, table.legal(0)) == (None, (), ())


def test_people_of_a_slow_table_are_reminded_once_when_a_quarter_of_their_time_is_left():
    table = started(pace="steady")
    due = table.facts.deadline - PACES["steady"].turn / 4
    assert wake_at(table) == due
    assert wake(table, due - 1, NOW) is table
    reminded = wake(table, due, NOW)
    assert (reminded.facts.reminded, reminded.log) == (table.revision, table.log)
    assert wake_at(reminded) == table.facts.deadline
    assert wake(reminded, due + 1, NOW) is reminded
    assert wake_at(step(reminded, Random(0), now=due + 2)) < step(reminded, Random(0), now=due + 2).facts.deadline
    assert wake_at(started()) == started().facts.deadline, "who sits together needs no reminder"
    # A reminded player is not reminded again because others have answered.
    table = play_until(started("tripot", 3, "steady"), lambda table: len(table.to_act) == 3)
    due = table.facts.deadline - table.pace.reminder
    table = step(wake(table, due, NOW), Random(0), now=due + 60)
    assert len(table.to_act) == 2
    assert wake_at(table) == table.facts.deadline
    assert wake(table, due + 61, NOW) is table


# ---- tables where nobody plays any more: announced, then closed


def idle(table, days: int = 14):
    """The table that nobody touches, asleep unless it has no clock."""
    table = table.with_facts(idle_days=days)
    return table if table.facts.pace == "free" else table.with_facts(paused=ASLEEP)


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
    assert wake_at(warned) == absence.closes_at(warned) == NOW + 14 * DAY_SECONDS
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
    unreachable = ended(announced(started("pinocchio", 3).with_facts(paused="send_messages")))
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
    warned = announced(started("pinocchio", 3, pace="free").with_facts(paused="send_messages"))
    back = absence.closes_at(warned) - 60
    again = wake(resume(warned, back), back, NOW)
    assert again.warned
    assert absence.closes_at(again) == back + DAY_SECONDS


def test_fewer_days_do_not_close_earlier_than_was_announced():
    table = idle(started("pinocchio", 3, pace="free"))
    warned = announced(table)
    assert table.with_facts(idle_days=3).looks_like(table), "another number is seen only where it was announced"
    assert not warned.with_facts(idle_days=30).looks_like(warned)
    assert not warned.looks_like(table)
    fewer = absence.with_idle_days(warned, 1)
    assert absence.closes_at(fewer) == absence.closes_at(warned)
    assert wake(fewer, absence.closes_at(warned) - 60, NOW).status == PLAYING
    moved = play_until(fewer, lambda table: table.revision == 2)
    assert not moved.warned, "a move takes the announcement back, and the new number holds"
    assert wake_at(moved) == moved.log[-1].at + DAY_SECONDS / 2
    assert absence.closes_at(absence.with_idle_days(warned, 30)) == NOW + 30 * DAY_SECONDS


def test_what_came_due_while_the_bot_was_away_is_announced_again():
    warned = announced(idle(started("pinocchio", 3)))
    back = absence.closes_at(warned) + 5 * DAY_SECONDS
    awake = come_back(warned, warned.users[0])
    assert (awake.warned, wake(awake, absence.closes_at(warned), NOW).status) == (False, PLAYING), (
        "it goes on by its clock"
    )
    again = wake(warned, back, back)
    assert again.status == PLAYING
    assert wake_at(again) == back + DAY_SECONDS


# ---- the seat of somebody who has left: who may ask for it, who decides, and what becomes of it


def left(seat: int = 1):
    """A table of three that the person in a seat has left."""
    table = started()
    return absence.leave(table, table.users[seat])


def test_only_the_seat_of_who_has_left_can_be_asked_for():
    assert_refused("seat-not-free", absence.ask, started(), 9, "Zoé", 1)
    assert_refused("seat-not-free", absence.ask, away(started(), 1), 9, "Zoé", 1)
    assert_refused("already-in", absence.ask, left(), 1, "Ana", 1)
    assert_refused("removed", absence.ask, left().with_facts(removed=(9,)), 9, "Zoé", 1)
    assert_refused("not-started", absence.ask, lobby("trio", 1), 9, "Zoé", 0)
    table = absence.ask(absence.ask(left(), 9, "Zoé", 1), 9, "Zoé", 1)
    assert len(table.facts.asks) == 1, "who asks again asks once"
    for user in (10, 11):
        table = absence.ask(table, user, "X", 1)
    assert_refused("too-many-asks", absence.ask, table, 12, "Y", 1)


def test_the_host_decides_and_while_the_host_is_away_whoever_is_there():
    table = absence.ask(left(1), 9, "Zoé", 1)
    assert [user for user in (1, 2, 3, 9) if absence.decides(table, user)] == [1]
    assert_refused("host-only", absence.accept, table, 3, 9, NOW)
    gone = away(table, 0)
    assert [user for user in (1, 2, 3, 9) if absence.decides(gone, user)] == [3]
    assert_refused("nobody-asks", absence.accept, table, 1, 8, NOW)


def test_whoever_sits_down_has_the_seat_and_its_time_and_nobody_else_has():
    table = started()
    (seat,) = table.to_act
    other = next(user for user in table.users if user != table.users[seat])
    before = table.users[seat]
    table = absence.ask(absence.leave(table, before).with_facts(host=other), 9, "Zoé", seat)
    table = absence.ask(table, 10, "Yan", seat).with_facts(standing=((seat, "ok"), (seat - 1, "ok")))
    after = absence.accept(table, other, 9, NOW + 50)
    assert after.facts.standing == ((seat - 1, "ok"),), "what was promised there binds nobody who takes it"
    assert after.users[seat] == 9
    assert before not in after.people
    assert after.facts.asks == (), "the other hopes no more"
    assert after.facts.deadline == after.deadline_from(NOW + 50)
    assert after.state == table.state
    assert_refused("not-at-table", absence.come_back, after, before)
    assert_refused("seat-not-free", absence.ask, after, before, "Bo", seat)


def test_a_no_leaves_the_seat_kept_and_its_person_may_come_back():
    table = absence.ask(left(1), 9, "Zoé", 1)
    assert 9 in people(table.facts)
    assert forgotten(table.facts, {9}).asks == ()
    no = absence.decline(table, 1, 9)
    assert no.facts.asks == ()
    assert no.facts.players[1].left
    back = absence.come_back(table, 2)
    assert back.facts.asks == (), "nobody hopes for a seat that is taken"


def test_whoever_gave_a_seat_away_sits_in_no_other_one():
    table = absence.accept(absence.ask(left(1), 9, "Zoé", 1), 1, 9, NOW)
    before = left(1).users[1]
    table = absence.leave(table, table.users[2])
    assert_refused("seat-knows", absence.ask, table, before, "Bo", 2)
    erased = absence.left_and_forgotten(table, before)
    assert before not in people(erased.facts)
    assert_refused("seat-forgotten", absence.ask, erased, before, "Bo", 2)
    table = absence.ask(absence.leave(table, 9), before, "Bo", 1)
    assert [ask.seat for ask in table.facts.asks] == [1], "their own they may have again"
    assert before in people(table.facts)
    assert before not in people(forgotten(table.facts, [before]))


def test_who_has_themselves_forgotten_sits_in_no_other_seat_either():
    """Erasing is no way to see two hands: nobody knows any more who knows one of them."""
    gone = absence.left_and_forgotten(started(), 2)
    both = absence.leave(gone, 3)
    assert_refused("seat-forgotten", absence.ask, both, 2, "Bo", 2)
    assert_refused("seat-forgotten", absence.ask, both, 9, "Zoé", 2)
    asked = absence.ask(both, 9, "Zoé", 1)
    assert [ask.seat for ask in asked.facts.asks] == [1], "the seat of nobody can be taken"
    taken = absence.accept(asked, 1, 9, NOW)
    assert_refused("seat-forgotten", absence.ask, taken, 2, "Bo", 2)
    assert absence.come_back(taken, 3).facts.players[2].left is False, "and whoever has left may come back"


def test_when_the_last_person_who_is_there_leaves_the_table_sleeps():
    table = absence.leave(away(started(), 0, 2), 2)
    assert table.facts.paused == ASLEEP
    assert absence.leave(started(), 2).facts.paused is None
