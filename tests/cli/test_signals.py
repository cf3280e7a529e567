"""A signal ends what is going on, and lets it end in order."""

import asyncio
import os
import signal
import sys
from unittest.mock import Mock

import pytest

from bot.cli.loop import ending
from bot.workers import ENDING

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="loops of Windows do not heed signals")


async def at_work(done, *numbers):
    """Something that would go on for ever; it is told to end, and takes its time to."""
    try:
        for number in numbers:
            os.kill(os.getpid(), number)
        await asyncio.Event().wait()
    finally:
        for _ in range(10):
            await asyncio.sleep(0)
        done.append("in order")


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
async def test_a_signal_ends_the_block_in_order(number):
    done = []
    with ending():
        await at_work(done, number)
    assert done == ["in order"]
    # Whoever comes after is not cancelled any more.
    await asyncio.sleep(0)
    assert asyncio.current_task().cancelling() == 0


async def test_a_second_signal_changes_nothing():
    done = []
    with ending():
        await at_work(done, signal.SIGTERM, signal.SIGTERM)
    assert done == ["in order"]


async def test_a_second_ctrl_c_does_not_wait():
    async def stuck():
        with ending():
            try:
                os.kill(os.getpid(), signal.SIGINT)
                await asyncio.Event().wait()
            finally:
                os.kill(os.getpid(), signal.SIGINT)
                await asyncio.Event().wait()

    with pytest.raises(KeyboardInterrupt):
        await stuck()


async def test_whoever_else_cancels_is_heeded():
    async def waiting():
        with ending():
            await asyncio.Event().wait()

    task = asyncio.create_task(waiting())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_afterwards_signals_are_what_they_were():
    before = signal.getsignal(signal.SIGTERM)
    with ending():
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


async def test_without_heeding_loops_the_block_runs_all_the_same(monkeypatch):
    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", Mock(side_effect=NotImplementedError))
    done = []
    with ending():
        done.append("ran")
    assert done == ["ran"]
