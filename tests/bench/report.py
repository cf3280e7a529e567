"""Prints benches as a table in Markdown, line by line as they are measured."""

import logging
import sys
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple, Self, TypeVar

T = TypeVar("T")

Line = tuple[str, str, str, bool]
"""The name, the goal (may be empty), the measured value, and whether the goal is held."""


class Times(NamedTuple):
    """Percentiles of measured seconds."""

    timed: int
    p50: float
    p95: float
    p99: float
    longest: float

    @classmethod
    def of(cls, seconds: Iterable[float]) -> Self:
        """Return the percentiles; all are 0 if nothing was measured."""
        found = sorted(seconds)
        timed, found = len(found), found or [0.0]
        p50, p95, p99 = (found[len(found) * percent // 100] for percent in (50, 95, 99))
        return cls(timed, p50, p95, p99, found[-1])


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds of a call, and its result."""
    begun = time.process_time()
    made = work()
    return time.process_time() - begun, made


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
