"""What a click costs in things one can count does not grow unnoticed."""

from __future__ import annotations

import subprocess
import sys

from tests.bench.click import ROOT

MOST = {
    "a click on *Menteur !*": {"views": 5, "requests": 4, "writes": 1},
    "hiding the token": {"views": 3, "requests": 3, "writes": 1},
}
"""The answer, the board and two panels that follow; later the board and both panels. It is the same in every run."""


def test_a_click_computes_asks_and_writes_no_more_than_it_did():
    # In a process of its own: it watches every thread, and freezes what the collector knows.
    command = [sys.executable, "-m", "tests.bench", "click"]
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=500).stdout
    _, _, *lines = told.splitlines()
    walks = {what.strip(): tuple(map(int, numbers)) for _, what, *numbers, _ in (line.split("|") for line in lines)}
    assert walks.keys() == MOST.keys()
    for what, (*_, views, requests, writes) in walks.items():
        found = {"views": views, "requests": requests, "writes": writes}
        assert {kind: count for kind, count in found.items() if count > MOST[what][kind]} == {}, what
