"""Shared by commands: exit codes, a progress bar, and the error of a bad request."""

from __future__ import annotations

import sys

FAILED, USAGE, INTERRUPTED = 1, 2, 130
"""Exit codes: a bad result, a request that cannot be carried out, Ctrl-C."""
BAR_WIDTH = 30


class BadRequest(Exception):
    """The arguments cannot be carried out; the message says why."""


class Bar:
    """A progress bar on standard error, drawn only on a terminal."""

    def __init__(self, total: int = 0) -> None:
        self._total = total
        self._done = 0
        self._drawn: tuple[str, int] | None = None
        self._terminal = sys.stderr.isatty()

    def add(self, done: int) -> None:
        """Advance by so many."""
        self._done += done
        self.show("", self._done, self._total)

    def show(self, step: str, done: int, total: int) -> None:
        """Show the progress of a step; each step has a line of its own."""
        now = (step, min(100, 100 * done // max(1, total)))
        if not self._terminal or now == self._drawn:
            return
        if self._drawn is not None and self._drawn[0] != step:
            self.end()
        self._drawn = now
        filled = BAR_WIDTH * now[1] // 100
        sys.stderr.write(f"\r{step and f'{step:10}'}[{'█' * filled}{'·' * (BAR_WIDTH - filled)}] {done}/{total}")

    def end(self) -> None:
        """End the line."""
        if self._drawn is not None:
            sys.stderr.write("\n")
        self._drawn = None
