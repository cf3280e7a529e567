"""The event loop: uvloop where it is installed, which takes less of the processor; and what ends it in order."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from bot.workers import ENDING

T = TypeVar("T")


def factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes the loop; None stands for Python's own."""
    try:
        import uvloop  # noqa: PLC0415, optional: Windows has none
    except ImportError:
        return None
    return uvloop.new_event_loop


def run(work: Coroutine[Any, Any, T]) -> T:
    """What this gives, in a loop of its own."""
    with asyncio.Runner(loop_factory=factory()) as runner:
        return runner.run(work)


def name() -> str:
    """Whose loop is running, for the log: uvloop or asyncio."""
    return type(asyncio.get_running_loop()).__module__.partition(".")[0]


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
