"""A bar on standard error when somebody is watching."""

from __future__ import annotations

import sys

WIDTH = 30


class Bar:
    """How far something has come."""

    def __init__(self, total: int) -> None:
        self._total = max(1, total)
        self._done = 0
        self._drawn = -1
        self._watched = sys.stderr.isatty()

    def add(self, done: int) -> None:
        """So much more has been done."""
        self._done += done
        if self._watched and (percent := min(100, 100 * self._done // self._total)) != self._drawn:
            self._drawn = percent
            filled = WIDTH * percent // 100
            sys.stderr.write(f"\r[{'█' * filled}{'·' * (WIDTH - filled)}] {percent} %")

    def end(self) -> None:
        """Whatever is written next stands below."""
        if self._watched and self._drawn >= 0:
            sys.stderr.write("\n")
