"""A log is a value, whoever else goes on from it, and one more move costs the same however long it is."""

import pytest

from bot.core.facts import Log, Turn


def turns(count):
    return [Turn(0, number, float(number)) for number in range(count)]


def grown(count):
    log = Log()
    for turn in turns(count):
        log = log.plus(turn)
    return log


def test_nobody_who_goes_on_changes_what_others_have():
    start = grown(3)
    one, other = start.plus(Turn(1, "one", 0.0)), start.plus(Turn(2, "other", 0.0))
    longer = one.plus(Turn(1, "more", 1.0))
    assert [turn.move for turn in start] == [0, 1, 2]
    assert [turn.move for turn in one] == [0, 1, 2, "one"]
    assert [turn.move for turn in other] == [0, 1, 2, "other"]
    assert [turn.move for turn in longer] == [0, 1, 2, "one", "more"]
    assert start[-1].move == 2
    with pytest.raises(IndexError):
        start[3]
    assert start[1:] == tuple(turns(3)[1:])
    assert Log().plus(Turn(0, "a", 0.0)) != Log().plus(Turn(0, "b", 0.0))


def test_logs_are_equal_by_their_moves():
    assert grown(3) == Log(turns(3)) == grown(4).__class__(turns(3))
    assert grown(3) != grown(4)
    assert grown(3) != turns(3)
    assert hash(grown(3)) == hash(Log(turns(3)))


def test_it_does_not_tell_its_moves():
    assert "secret" not in repr(Log([Turn(0, "secret", 0.0)]))


def test_one_more_move_copies_none_of_those_before():
    logs = [Log()]
    for turn in turns(2000):
        logs.append(logs[-1].plus(turn))
    assert len({id(log._turns) for log in logs}) == 1
    assert [len(log) for log in logs] == [*range(2001)]
