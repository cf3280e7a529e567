"""Prints benches as a table in Markdown, line by line as they are measured."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable

Line = tuple[str, str, str, bool]
"""The name, the goal (may be empty), the measured value, and whether the goal is held."""


def report(lines: Iterable[Line]) -> int:
    """Print the table without any logging; returns 1 if a goal is missed."""
    logging.disable()
    sys.stdout.write("| what | goal | measured | held |\n|---|---|---|---|\n")
    status = 0
    for what, goal, measured, held in lines:
        status |= bool(goal) and not held
        mark = ("yes" if held else "**no**") if goal else "—"
        sys.stdout.write(f"| {what} | {goal or '—'} | {measured} | {mark} |\n")
        sys.stdout.flush()
    return int(status)
