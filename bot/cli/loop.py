"""The event loop: uvloop if it is installed, which needs less CPU; and signals that end it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from bot.workers import ENDING

T = TypeVar("T")


def factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The factory of event loops; None: Python's own."""
    try:
        import uvloop  # noqa: PLC0415, optional: Windows has none
    except ImportError:
        return None
    return uvloop.new_event_loop


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop."""
    with asyncio.Runner(loop_factory=factory()) as runner:
        return runner.run(work)


def name() -> str:
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
