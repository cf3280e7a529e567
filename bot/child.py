"""Child processes: how they behave when the whole program is told to end."""

from __future__ import annotations

import signal

ENDING = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what service managers send."""

STANDBY, SERVING = "standby", "serving"
"""What a process of a fleet says of itself: it is connected and waits until another leaves; it serves its shards."""


def leave_to_parent() -> None:
    """In a child process: signals to the whole group are for the parent, which lets its children go in order."""
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)
