"""The seat of somebody who has left: who may ask for it, who decides, and what becomes of it."""

from bot.core import absence
from bot.core.absence import left_and_forgotten
from bot.core.facts import ASLEEP, forgotten, people
from tests.kit.seated import NOW, assert_refused, away, started
from tests.kit.seated import lobby as gathered


def left(seat: int = 1):
    """A table of three that the person in a seat has left."""
    table = started()
    return absence.leave(table, table.users[seat])


def test_only_the_seat_of_who_has_left_can_be_asked_for():
    assert_refused("seat-not-free", absence.ask, started(), 9, "Zoé", 1)
    assert_refused("seat-not-free", absence.ask, away(started(), 1), 9, "Zoé", 1)
    assert_refused("already-in", absence.ask, left(), 1, "Ana", 1)
    assert_refused("removed", absence.ask, left().with_facts(removed=(9,)), 9, "Zoé", 1)
    assert_refused("not-started", absence.ask, gathered("trio", 1), 9, "Zoé", 0)
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
    erased = left_and_forgotten(table, before)
    assert before not in people(erased.facts)
    assert_refused("seat-forgotten", absence.ask, erased, before, "Bo", 2)
    table = absence.ask(absence.leave(table, 9), before, "Bo", 1)
    assert [ask.seat for ask in table.facts.asks] == [1], "their own they may have again"
    assert before in people(table.facts)
    assert before not in people(forgotten(table.facts, [before]))


def test_who_has_themselves_forgotten_sits_in_no_other_seat_either():
    """Erasing is no way to see two hands: nobody knows any more who knows one of them."""
    gone = left_and_forgotten(started(), 2)
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
