"""Signals: what ends the program in order, whoever sends it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Iterator

from bot.child import ENDING


@contextlib.contextmanager
def ending() -> Iterator[None]:
    """The first signal cancels what the current task does in the block, which then ends as if it were done.

    A second SIGTERM changes nothing; a second Ctrl-C does not wait any longer. Where a loop cannot heed signals
    (Windows), Ctrl-C is a KeyboardInterrupt as ever.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    told = False

    def end() -> None:
        nonlocal told
        if not told:
            told = True
            task.cancel()
            loop.remove_signal_handler(signal.SIGINT)

    try:
        for each in ENDING:
            loop.add_signal_handler(each, end)
    except NotImplementedError:
        yield
        return
    try:
        yield
    except asyncio.CancelledError:
        if not told:
            raise
        task.uncancel()
    finally:
        for each in ENDING:
            loop.remove_signal_handler(each)
