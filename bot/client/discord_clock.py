"""What time it is at Discord.

A typed command is judged by when it was sent, which Discord's clock says; what it answers was stored by ours. A
machine whose clock is ahead would refuse commands that are in time, so everything here goes by Discord's.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

log = logging.getLogger(__name__)

RECENT = 10
"""Interactions the difference is known from: enough that one came quickly, few enough to notice a clock that jumps."""
NOTICEABLE = 2.0
"""Seconds of difference that whoever hosts the bot should hear of."""


class DiscordClock:
    """Discord's time, from this machine's clock and the times of what Discord has sent."""

    def __init__(self, machine: Callable[[], float]) -> None:
        self._machine = machine
        self._delays: deque[float] = deque(maxlen=RECENT)
        self._ahead = 0.0
        self._told = False

    def __call__(self) -> float:
        """Seconds since 1970."""
        return self._machine() - self._ahead

    def heard(self, sent: float) -> None:
        """Something sent at that time, by Discord's clock, has just arrived."""
        self._delays.append(self._machine() - sent)
        # The way takes some time, never less than none: the quickest of them tells the difference of the clocks best.
        self._ahead = min(self._delays)
        off = abs(self._ahead) > NOTICEABLE
        if off and not self._told:
            which = "ahead of" if self._ahead > 0 else "behind"
            log.warning("this machine's clock is %.1f s %s Discord's: set it", abs(self._ahead), which)
        self._told = off
