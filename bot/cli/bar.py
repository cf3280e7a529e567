"""A bar on standard error when somebody is watching."""

from __future__ import annotations

import sys

WIDTH = 30


class Bar:
    """How far something has come; drawn anew when that is a hundredth more."""

    def __init__(self, total: int = 0) -> None:
        self._total = total
        self._done = 0
        self._drawn: tuple[str, int] | None = None
        self._watched = sys.stderr.isatty()

    def add(self, done: int) -> None:
        """So much more has been done."""
        self._done += done
        self.tell("", self._done, self._total)

    def tell(self, what: str, done: int, total: int) -> None:
        """So much of so much is done; something else has a line of its own."""
        now = (what, min(100, 100 * done // max(1, total)))
        if not self._watched or now == self._drawn:
            return
        if self._drawn is not None and self._drawn[0] != what:
            self.end()
        self._drawn = now
        filled = WIDTH * now[1] // 100
        sys.stderr.write(f"\r{what and f'{what:10}'}[{'█' * filled}{'·' * (WIDTH - filled)}] {done}/{total}")

    def end(self) -> None:
        """Whatever is written next stands below."""
        if self._drawn is not None:
            sys.stderr.write("\n")
        self._drawn = None
