"""What time it is at Discord.

A typed command is judged by when it was sent, which Discord's clock says; what it answers was stored by ours. A
machine whose clock is ahead would refuse commands that are in time, so everything here goes by Discord's.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

from discord.utils import DISCORD_EPOCH

log = logging.getLogger(__name__)

RECENT = 10
"""Interactions the difference is known from: enough that one came quickly."""
NOTICEABLE = 2.0
"""Seconds of difference that whoever hosts the bot should hear of, and by which nobody's time may change unnoticed."""


def sent_at(number: int) -> float:
    """When Discord gave something its number, in seconds since 1970."""
    return ((number >> 22) + DISCORD_EPOCH) / 1000


class DiscordClock:
    """Discord's time, from this machine's clock and the times of what Discord has sent."""

    def __init__(self, machine: Callable[[], float], steady: Callable[[], float] | None = None) -> None:
        """``steady`` is a clock of the machine that nobody sets; while the machine sleeps it may stand still.

        Without it nobody notices that ``machine`` is set.
        """
        self._machine = machine
        self._steady = steady
        self._apart: float | None = None
        """How far both clocks of the machine were apart when they were last compared."""
        self._delays: deque[float] = deque(maxlen=RECENT)
        self._ahead = 0.0
        self._told = False

    def __call__(self) -> float:
        """Seconds since 1970."""
        return self._machine() - self._ahead

    def compare(self) -> float:
        """Notice whether the machine's clock was set, or it slept: time goes on as before until Discord speaks.

        Otherwise everybody's time would run out at once when a clock that was behind is put right. Gives what the
        machine's clock says.
        """
        machine = self._machine()
        if self._steady is None:
            return machine
        apart = machine - self._steady()
        moved = 0.0 if self._apart is None else apart - self._apart
        self._apart = apart
        if abs(moved) > NOTICEABLE:
            self._ahead += moved
            # They were of another clock.
            self._delays.clear()
        return machine

    def heard(self, sent: float) -> bool:
        """Something sent at that time, by Discord's clock, has just arrived; gives whether it is later than thought."""
        machine = self.compare()
        before = self._ahead
        self._delays.append(machine - sent)
        # The way takes some time, never less than none: the quickest of them tells the difference of the clocks best.
        self._ahead = min(self._delays)
        off = abs(self._ahead) > NOTICEABLE
        if off and not self._told:
            which = "ahead of" if self._ahead > 0 else "behind"
            log.warning("this machine's clock is %.1f s %s Discord's: set it", abs(self._ahead), which)
        self._told = off
        return before - self._ahead > NOTICEABLE
