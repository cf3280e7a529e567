"""The event loop: uvloop if it is installed, and signals that end the program; progress bars."""

import asyncio
import gc
import os
import signal
import sys
from unittest.mock import Mock

import pytest

from bot.cli import local, terminal
from bot.cli.settings import Settings
from bot.sandbox import Sandbox, World
from tests.cli.conftest import BEST
from tests.kit.moments import CATALOGUE

signals = pytest.mark.skipif(sys.platform == "win32", reason="loops of Windows do not support signals")


def test_the_best_loop_there_is_is_used(monkeypatch):
    async def running() -> str:
        return terminal.loop_name()

    assert terminal.run(running()) == BEST
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert terminal.run(running()) == "asyncio"


def test_ctrl_c_before_anything_runs_is_no_traceback(monkeypatch, tell):
    monkeypatch.setattr("bot.__main__.resolve_name", Mock(side_effect=KeyboardInterrupt))
    assert tell("games") == (terminal.INTERRUPTED, [], "")
    work = asyncio.sleep(0)
    monkeypatch.setattr(asyncio, "Runner", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        terminal.run(work)
    with pytest.raises(RuntimeError, match="cannot reuse already awaited"):
        work.send(None)


class SlowClient:
    def __init__(self) -> None:
        self._closed = asyncio.Event()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_error):
        self._closed.set()
        await asyncio.sleep(0)

    async def start(self, _token):
        """Fail as discord.py does when it is closed meanwhile."""
        await self._closed.wait()
        raise RuntimeError("Session is closed")

    async def wait_until_ready(self):
        """Never."""
        await asyncio.Event().wait()


async def test_ctrl_c_while_the_local_table_logs_in_is_no_traceback(monkeypatch, tmp_path):
    monkeypatch.setenv("TABLEE_HOME", str(tmp_path))
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(local, "App", Mock(return_value=Mock(bot=SlowClient())))
    monkeypatch.setattr(local, "_log_to", Mock())
    monkeypatch.setattr(local, "point_at", Mock())
    wrong = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: wrong.append(context))
    sandbox = Sandbox(World(), 1, Mock(), Mock(), Mock(), Mock())
    playing = asyncio.create_task(local._play(CATALOGUE, sandbox, Settings(), asyncio.Event()))
    while not local.App.called:  # noqa: ASYNC110, the database is opened before
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    playing.cancel()
    await asyncio.wait([playing])
    del playing
    gc.collect()
    assert wrong == []


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
    with terminal.ending():
        ran = True
    assert ran


def test_a_bar_for_who_is_watching(monkeypatch, capsys):
    terminal.show_progress("results", 1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    terminal.show_progress("results", 1, 2)
    terminal.show_progress("standings", 0, 0)
    assert capsys.readouterr().err == f"\rresults   [{'█' * 15}{'·' * 15}] 1/2\rstandings [{'·' * 30}] 0/0\n"
