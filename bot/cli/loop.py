"""The event loop: uvloop where it is installed, which takes less of the processor, otherwise Python's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

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
