"""The benches measure the values they name, and the counts of a click do not grow."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from bot.core.facts import Log, Turn
from tests.bench import floors, growth, presses, requests, rig, rules, server
from tests.bench.click import ROOT
from tests.kit.moments import CATALOGUE

GAME = CATALOGUE.games[growth.GAME]
CLICK_LIMITS = {
    "a click on *Menteur !*": {"loads": 1, "legal": 4, "views": 2, "requests": 2, "commits": 1},
    "hiding the card": {"loads": 1, "legal": 0, "views": 1, "requests": 2, "commits": 1},
    "/ptipasspass nouvelle": {"loads": 4, "legal": 0, "views": 0, "requests": 1, "commits": 2},
}
"""Three people sit at the table: ``legal`` is computed once for each, and once by the rules."""


def test_where_silence_is_consent_only_players_who_shout_press():
    flash, quick = (presses.play("ptipasspass", pace, Random(7)) for pace in ("flash", "quick"))
    assert flash.a_move <= 200 / 300 < 1 < quick.a_move


def test_a_click_stays_within_its_limits():
    # In a process of its own: the bench traces all threads and freezes the garbage collector's objects.
    command = [sys.executable, "-m", "tests.bench.click"]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=500).stdout
    head, _, *lines = ([cell.strip() for cell in line.strip("|").split("|")] for line in printed.splitlines())
    walks = {what: dict(zip(head[1:], map(int, numbers), strict=True)) for what, *numbers in lines}
    assert walks.keys() == CLICK_LIMITS.keys()
    for what, found in walks.items():
        assert {kind: found[kind] for kind, most in CLICK_LIMITS[what].items() if found[kind] > most} == {}, what


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/interactions/1/t/callback", server.CALLBACK),
        ("PATCH", "/webhooks/1/t/messages/@original", server.BY_TOKEN),
        ("PATCH", "/channels/1/messages/2", "edit"),
        ("POST", "/channels/1/messages", "post"),
        ("POST", "/channels/1/threads", "POST channels"),
    ],
)
def test_only_callbacks_and_requests_by_token_are_free(method, path, kind):
    assert server.kind_of(method, path) == kind


async def test_a_press_of_the_view_game_is_stored_and_answered_once():
    wire = rig.Wire(rig.Clock())
    async with floors.view_game(wire, range(10_000, 10_003)) as floor:
        for _ in range(2):
            await floors.cpu(floor.client, floor.payloads())
    assert wire.seen.requests == {server.CALLBACK: 6}


def test_requests_of_a_whole_game_are_counted(monkeypatch):
    monkeypatch.setattr(requests, "THINKING_SECONDS", (0.5, 1.0))
    found = requests.measure(CATALOGUE.games["trio"], games=1)
    assert found.counts[requests.CAUSES[0]][server.CALLBACK] == found.moves > 0
    # A reveal is hidden by an edit of its own, unless the next move edits the board first.
    assert found.reveals > 0
    assert found.counts["later"]["edit"] > 0


def test_only_moves_of_people_are_replayed():
    game = CATALOGUE.games["trio"]
    for state, moves in rules.replays(game, 3, game.variants(3)[0]):
        assert all(seat != rules.CHANCE for seat, _ in moves)
        for seat, move in moves:
            state = state.play(seat, move)  # noqa: PLW2901
        assert not state.to_act


async def test_open_tables_are_found_on_both_storages():
    names = []
    for name, address in rig.storages(fsync=False):
        found = await growth.finding(address, (0, 3, 20))
        assert [each.finished for each in found] == [0, 3, 20]
        assert all(each.seconds > 0 for each in found)
        names.append(name)
    assert names == ["SQLite", "PostgreSQL (fsync off)"]


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
