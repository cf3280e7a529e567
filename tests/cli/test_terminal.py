"""The event loop: uvloop if it is installed, and signals that end the program."""

import asyncio
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from unittest.mock import Mock

import pytest

from bot.cli import terminal
from tests.kit.words import ROOT

signals = pytest.mark.skipif(sys.platform == "win32", reason="loops of Windows do not support signals")
HANGS = 120
BEST = "uvloop" if find_spec("uvloop") else "asyncio"


def test_the_best_loop_there_is_is_used(monkeypatch):
    async def running() -> str:
        return terminal.loop_name()

    assert terminal.run(running()) == BEST
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert terminal.run(running()) == "asyncio"


@signals
@pytest.mark.parametrize("without", [True, False], ids=["without uvloop", "as installed"])
def test_the_local_table_runs_says_in_which_loop_and_ends_in_order(without, tmp_path):
    if without:
        (tmp_path / "uvloop.py").write_text("raise ImportError\n")
    hidden = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "run", "--port", "0"],
        cwd=tmp_path, env=environment | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout.readline().startswith(b"No DISCORD_TOKEN")
            process.send_signal(signal.SIGINT)
            _, wrong = process.communicate(timeout=HANGS)
        finally:
            process.kill()
    assert (process.returncode, wrong) == (0, b"")
    assert f"loop={'asyncio' if without else BEST}" in (tmp_path / "data" / "local.log").read_text("utf-8")


async def at_work(done, *numbers):
    """Run until a signal cancels it, and take some time to end."""
    try:
        for number in numbers:
            os.kill(os.getpid(), number)
        await asyncio.Event().wait()
    finally:
        for _ in range(10):
            await asyncio.sleep(0)
        done.append("in order")


@signals
@pytest.mark.parametrize("numbers", [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGTERM, signal.SIGTERM)], ids=str)
async def test_a_signal_ends_the_block_in_order(numbers):
    done, before = [], signal.getsignal(signal.SIGTERM)
    with terminal.ending():
        assert signal.getsignal(signal.SIGTERM) is not before
        await at_work(done, *numbers)
    assert done == ["in order"]
    assert signal.getsignal(signal.SIGTERM) is before
    # The task is not cancelled any more.
    await asyncio.sleep(0)
    assert asyncio.current_task().cancelling() == 0


@signals
async def test_a_second_ctrl_c_does_not_wait():
    async def stuck():
        with terminal.ending():
            try:
                os.kill(os.getpid(), signal.SIGINT)
                await asyncio.Event().wait()
            finally:
                os.kill(os.getpid(), signal.SIGINT)
                await asyncio.Event().wait()

    with pytest.raises(KeyboardInterrupt):
        await stuck()


async def test_another_cancellation_is_raised():
    async def waiting():
        with terminal.ending():
            await asyncio.Event().wait()

    task = asyncio.create_task(waiting())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_the_block_runs_where_loops_do_not_support_signals(monkeypatch):
    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", Mock(side_effect=NotImplementedError))
    done = []
    with terminal.ending():
        done.append("ran")
    assert done == ["ran"]
