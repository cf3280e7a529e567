"""What a click costs in things one can count does not grow unnoticed."""

from __future__ import annotations

import subprocess
import sys

from tests.bench.click import ROOT

MOST = {
    "a click on *Menteur !*": {"tables": 4, "legal": 4, "views": 2, "requests": 2, "commits": 1},
    "hiding the card": {"tables": 1, "legal": 0, "views": 1, "requests": 2, "commits": 1},
    "/ptipasspass nouvelle": {"tables": 4, "legal": 0, "views": 0, "requests": 1, "commits": 2},
}
"""The same in every run. Three sit at the table: each is asked once what it may do, and the rules once more."""


def test_a_click_computes_asks_and_writes_no_more_than_it_did():
    # In a process of its own: it watches every thread, and freezes what the collector knows.
    command = [sys.executable, "-m", "tests.bench", "click"]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=500).stdout
    head, _, *lines = ([cell.strip() for cell in line.strip("|").split("|")] for line in told.splitlines())
    walks = {what: dict(zip(head[1:], map(int, numbers), strict=True)) for what, *numbers in lines}
    assert walks.keys() == MOST.keys()
    for what, found in walks.items():
        assert {kind: found[kind] for kind, most in MOST[what].items() if found[kind] > most} == {}, what
