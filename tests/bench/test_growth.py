"""The benches of storage and of what must not grow measure what they say, and tell what grows from what does not."""

from contextlib import contextmanager
from random import Random

from bot.core.facts import Log, Turn
from tests.bench import growth, storage
from tests.bench.growth import Finding, Growth
from tests.kit.moments import CATALOGUE
from tests.store import server

GAME = CATALOGUE.games[growth.GAME]


async def test_open_tables_are_found_and_tables_saved_on_both_storages():
    names = []
    for name, address in storage.storages(False):
        assert isinstance(address, str), name
        found = await growth.finding(address, (0, 3, 20), visits=2)
        assert [each.finished for each in found] == [0, 3, 20]
        assert all(min(each.first, each.usual) > 0 for each in found)
        speed = await storage.measure(address, writers=3, saves=4)
        assert min(speed[:6]) > 0
        names.append(name)
    assert names == ["SQLite", "PostgreSQL (fsync off)"]


def test_where_there_is_no_server_that_is_said(monkeypatch):
    @contextmanager
    def none(**_):
        raise OSError("first line\nno room")
        yield

    monkeypatch.setattr(server, "running", none)
    (_, _), (name, address) = storage.storages(True)
    assert (name, str(address)) == ("PostgreSQL (fsync on)", "— (no room)")


def test_moves_are_played_and_replayed_in_a_log_as_long_as_it_says():
    dealt, choices = growth.long_game(GAME, 90, Random(1))
    table, cost = growth.played(dealt, choices, 20)
    assert table.revision >= 90
    assert table.to_act
    assert cost.ratio > 0
    assert growth.replayed(table, 20).ratio > 0
    assert len(growth.growing(90, 20, games=2, rounds=2)) == 2


def test_the_end_of_a_log_is_told_from_its_beginning(monkeypatch):
    """Time is counted in moves that are copied."""
    passed = 0

    def plus(log: Log, turn: Turn) -> Log:
        nonlocal passed
        passed += len(log)
        return Log([*log, turn])

    monkeypatch.setattr(Log, "plus", plus)
    monkeypatch.setattr(growth.time, "process_time", lambda: passed)
    _, cost = growth.played(*growth.long_game(GAME, 200, Random(1)), 20)
    assert 0 < cost.beginning < 20
    assert cost.end > 170


def test_what_grows_is_not_held(monkeypatch):
    slow = [Finding(0, 0.009, 0.001), Finding(9, 0.009, 0.0016)]
    fast = [Finding(0, 0.009, 0.0019), Finding(9, 0.009, 0.0020)]
    late = [Finding(0, 0.009, 0.0021), Finding(9, 0.009, 0.0020)]

    async def finding(address, _):
        return address

    monkeypatch.setattr(growth, "finding", finding)
    monkeypatch.setattr(growth, "storages", lambda _: [("A", slow), ("B", fast), ("C", late)])
    monkeypatch.setattr(growth, "growing", lambda **_: (Growth(1e-6, 2e-6), Growth(2e-6, 2e-6)))
    found = list(growth.lines(quick=False))
    assert [kept for *_, kept in found] == [False, True, False, False, True]
    assert [measured for _, _, measured, _ in found[2:]] == [
        "×0.95; 0 finished 2.10 ms (the first time 9.0 ms); 9 finished 2.00 ms (the first time 9.0 ms)",
        "×2.00 (1.0 µs; 2.0 µs)",
        "×1.00 (2.0 µs; 2.0 µs)",
    ]
