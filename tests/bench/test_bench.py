"""The benches measure the values they name, and the counts of a click do not grow."""

from __future__ import annotations

import subprocess
import sys
from random import Random

from tests.bench import presses, requests, server
from tests.bench.click import ROOT
from tests.kit.moments import CATALOGUE

CLICK_LIMITS = {
    "a click on *Pas d'accord*": {"loads": 1, "legal": 4, "views": 2, "requests": 2, "commits": 1},
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


def test_requests_of_a_whole_game_are_counted(monkeypatch):
    monkeypatch.setattr(requests, "THINKING_SECONDS", (0.5, 1.0))
    found = requests.measure(CATALOGUE.games["trio"], games=1)
    assert found.counts[requests.CAUSES[0]][server.CALLBACK] == found.moves > 0
    # A reveal is hidden by an edit of its own, unless the next move edits the board first.
    assert found.reveals > 0
    assert found.counts["later"]["edit"] > 0
