"""Shared by commands: exit codes, a progress bar, the event loop, and the signals that end it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from bot.workers import ENDING

T = TypeVar("T")

FAILED, USAGE, INTERRUPTED = 1, 2, 130
"""Exit codes: a bad result, a request that cannot be carried out, Ctrl-C."""
BAR_WIDTH = 30


class BadRequest(Exception):
    """The arguments cannot be carried out; the message says why."""


def show_progress(step: str, done: int, total: int) -> None:
    """Draw a progress bar on standard error if that is a terminal; the line ends when all is done."""
    if sys.stderr.isatty():
        filled = BAR_WIDTH * min(done, total) // max(1, total)
        bar = "█" * filled + "·" * (BAR_WIDTH - filled)
        sys.stderr.write(f"\r{step:10}[{bar}] {done}/{total}" + "\n" * (done >= total))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The factory of event loops; None: Python's own."""
    try:
        import uvloop  # noqa: PLC0415, optional: Windows has none
    except ImportError:
        return None
    return uvloop.new_event_loop


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop."""
    # Ctrl-C may come before the loop runs: then the coroutine is closed, and nobody is warned that it never began.
    with contextlib.closing(work), asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(work)


def loop_name() -> str:
    """The library of the running loop: uvloop or asyncio."""
    return type(asyncio.get_running_loop()).__module__.partition(".")[0]


@contextlib.contextmanager
def ending() -> Iterator[None]:
    """Cancel the current task in this block at the first signal; the block then ends without an exception.

    A second SIGTERM changes nothing; a second Ctrl-C does not wait. Where loops do not support signals (Windows),
    Ctrl-C is a KeyboardInterrupt.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    signalled = False

    def end() -> None:
        nonlocal signalled
        if not signalled:
            signalled = True
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
        if not signalled:
            raise
        task.uncancel()
    finally:
        for each in ENDING:
            loop.remove_signal_handler(each)
