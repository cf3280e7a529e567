"""A log is a value, whoever else goes on from it, and one more move costs the same however long it is."""

import pytest

from bot.core.facts import Log, Turn


def turns(count):
    return [Turn(0, number, float(number)) for number in range(count)]


def test_nobody_who_goes_on_changes_what_others_have():
    start = Log(turns(2)).plus(turns(3)[2])
    one, other = start.plus(Turn(1, "one", 0.0)), start.plus(Turn(2, "other", 0.0))
    longer = one.plus(Turn(1, "more", 1.0))
    assert [turn.move for turn in start] == [0, 1, 2]
    assert [turn.move for turn in one] == [0, 1, 2, "one"]
    assert [turn.move for turn in other] == [0, 1, 2, "other"]
    assert [turn.move for turn in longer] == [0, 1, 2, "one", "more"]
    assert (start[-1].move, start[1:]) == (2, tuple(turns(3)[1:]))
    with pytest.raises(IndexError):
        start[3]
    assert start == Log(turns(3)) not in (one, other, Log(turns(4)), turns(3))
    assert hash(start) == hash(Log(turns(3)))
    assert one != other
    assert "one" not in repr(one), "it does not tell its moves"


def test_one_more_move_copies_none_of_those_before():
    logs = [Log()]
    for turn in turns(2000):
        logs.append(logs[-1].plus(turn))
    assert len({id(log._turns) for log in logs}) == 1
    assert [len(log) for log in logs] == [*range(2001)]
