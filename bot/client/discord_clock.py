"""The time by Discord's clock.

A typed command is judged by when it was sent, which Discord's clock says. If we stored times by a clock that is ahead,
commands would be refused although they are in time. So everything here goes by Discord's clock: the monotonic clock of
this machine plus a measured offset. Setting the machine's clock changes nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from discord.utils import DISCORD_EPOCH

RECENT = 10
"""Interactions from which the offset is measured: enough that at least one of them was delivered quickly."""
NOTICEABLE_SECONDS = 2.0


def sent_at(snowflake: int) -> float:
    """The time in a Discord id, in seconds since 1970."""
    return ((snowflake >> 22) + DISCORD_EPOCH) / 1000


class DiscordClock:
    """Discord's time, in seconds since 1970."""

    def __init__(self, machine: Callable[[], float], monotonic: Callable[[], float] | None = None) -> None:
        """``machine`` gives seconds since 1970; it is used until ``start``. It is also the default of ``monotonic``."""
        self._machine = machine
        self._monotonic = monotonic or machine
        self._offset: float | None = None
        self._offsets: deque[float] = deque(maxlen=RECENT)

    def __call__(self) -> float:
        """The time now."""
        return self._machine() if self._offset is None else self._monotonic() + self._offset

    def start(self) -> None:
        """Ignore from now on that the machine's clock is set."""
        self._offset = self._machine() - self._monotonic()

    def received(self, sent: float) -> bool:
        """Measure the offset from an interaction that has just arrived; whether it is noticeably later than thought.

        It is later after the machine was suspended, during which monotonic clocks stand still.
        """
        before = self()
        self._offsets.append(sent - self._monotonic())
        # Delivery takes time, so the largest offset is the best measurement.
        self._offset = max(self._offsets)
        return self() - before > NOTICEABLE_SECONDS
