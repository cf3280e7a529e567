"""What benches print: a table in Markdown, line by line as it is measured."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable

Line = tuple[str, str, str, bool]
"""What, the goal or nothing, what was measured, and whether the goal is kept."""


def report(lines: Iterable[Line]) -> int:
    """Print the table; 1 if a goal is not kept. Nothing is logged meanwhile."""
    logging.disable()
    sys.stdout.write("| what | goal | measured | held |\n|---|---|---|---|\n")
    held = True
    for what, goal, measured, kept in lines:
        held &= kept or not goal
        mark = ("yes" if kept else "**no**") if goal else "—"
        sys.stdout.write(f"| {what} | {goal or '—'} | {measured} | {mark} |\n")
        sys.stdout.flush()
    return int(not held)
