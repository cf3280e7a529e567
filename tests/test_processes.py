"""Child processes are asked one thing at a time, and replaced when they die."""

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.workers import ENDING, Processes, WorkerDied, WorkerFailed
from tests.kit.words import ROOT
from tests.workers import GUARD, Echo, Sluggish, Stillborn


@asynccontextmanager
async def echoes(count: int = 1, **how: Any) -> AsyncIterator[Processes]:
    """Processes that are closed at the end."""
    processes = Processes(count, Echo, "hello", *how.values())
    try:
        async with asyncio.timeout(GUARD):
            yield processes
    finally:
        processes.close()


async def test_they_answer_what_they_are_asked_in_processes_of_their_own():
    async with echoes() as processes:
        assert await asyncio.gather(*map(processes.ask, ("a", "b", "c"))) == ["hello a", "hello b", "hello c"]
        assert await processes.ask("what") == ["a", "b", "c"], "one process, in the order they were asked"
        assert await processes.ask("who") != os.getpid()
        larger_than_a_socket_holds = os.urandom(3_000_000)
        assert await processes.ask(larger_than_a_socket_holds) == larger_than_a_socket_holds


async def test_several_are_asked_at_the_same_time_and_no_more_than_allowed():
    async with echoes(2) as processes:
        processes.start()
        processes.start()
        assert len(processes._all) == 2
        waiting = [asyncio.create_task(processes.ask("sleep")) for _ in range(2)]
        await asyncio.sleep(0)
        third = asyncio.create_task(processes.ask("who"))
        await asyncio.sleep(0)
        assert len(processes._all) == 2
        waiting[0].cancel()
        assert await third
        assert len(processes._all) == 2
        waiting[1].cancel()


async def test_of_an_error_only_its_type_and_code_path_cross():
    async with echoes() as processes:
        who = await processes.ask("who")
        with pytest.raises(WorkerFailed, match=r"^ValueError at answer, line \d+ < _serve, line \d+$"):
            await processes.ask("fail")
        assert await processes.ask("who") == who, "it goes on"
        # An answer that does not unpickle.
        with pytest.raises(WorkerFailed, match=r"^ValueError$"):
            await processes.ask("riddle", timeout=GUARD)
        assert await processes.ask("a") == "hello a"


async def test_one_that_dies_is_replaced():
    async with echoes() as processes:
        who = await processes.ask("who")
        with pytest.raises(WorkerDied):
            await processes.ask("die")
        assert (other := await processes.ask("who")) != who
        (child,) = processes._all
        child.process.kill()
        child.process.join()
        assert await processes.ask("who") not in (who, other), "also one that died while it was not asked"


async def test_one_that_cannot_start_is_not_waited_for():
    processes = Processes(1, Stillborn)
    async with asyncio.timeout(GUARD):
        with pytest.raises(WorkerDied):
            await processes.ask("who")
    assert not processes._all


async def test_one_that_never_starts_times_out(monkeypatch):
    monkeypatch.setattr("bot.workers.START_TIMEOUT_SECONDS", 0.1)
    processes = Processes(1, Sluggish)
    async with asyncio.timeout(GUARD):
        asked = [asyncio.create_task(processes.ask("who")) for _ in range(2)]
        for each in asked:
            with pytest.raises(TimeoutError):
                await each
    assert not processes._all, "nobody waits for it, nor for their turn"


async def test_one_that_is_too_slow_or_no_longer_waited_for_is_killed():
    async with echoes() as processes:
        for cancel in (False, True):
            who = await processes.ask("who")
            (child,) = processes._all
            asked = asyncio.create_task(processes.ask("sleep", timeout=None if cancel else 0.01))
            await asyncio.sleep(0)
            if cancel:
                asked.cancel()
            with pytest.raises(asyncio.CancelledError if cancel else TimeoutError):
                await asked
            child.process.join(GUARD)
            assert not child.process.is_alive()
            assert await processes.ask("who", timeout=GUARD) != who


async def test_a_pool_is_closed_before_a_question_is_cancelled():
    async with echoes() as processes:
        await processes.ask("who")
        asked = asyncio.create_task(processes.ask("sleep"))
        for _ in range(5):
            await asyncio.sleep(0)
        processes.close()
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked


async def test_starting_does_not_count_as_slow():
    async with echoes() as processes:
        # No process is made within a hundredth of a second.
        with contextlib.suppress(TimeoutError):
            await processes.ask("a", timeout=0.01)
        assert all(child.started for child in processes._all)


async def test_they_prepare_themselves_while_nobody_asks_and_answer_first():
    async with echoes(chores=3) as processes:
        assert await processes.ask("a") == "hello a"
        done = await processes.ask("what")
        assert done[0] == "a", "who started it does not wait for what it prepares"
        while (done := await processes.ask("what")).count("chore") < 3:
            pass
        assert await processes.ask("what") == done


async def test_all_can_be_started_to_prepare_and_closed():
    async with echoes(2, chores=2) as processes:
        processes.start()
        children = list(processes._all)
        for child in children:
            processes._idle = [child]
            while await processes.ask("what") != ["chore", "chore"]:
                pass
        processes.close()
        for child in children:
            child.process.join(GUARD)
            assert not child.process.is_alive()
        assert not processes._all


BOT = """
import asyncio, os, signal
from bot.workers import Processes
from tests.workers import Echo

async def main():
    processes = Processes(1, Echo, "hello")
    print(await processes.ask("who"), flush=True)
    {rest}

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.parametrize(
    "rest",
    ["pass", "raise SystemExit", "os.kill(os.getpid(), signal.SIGKILL)", "asyncio.create_task(processes.ask('sleep'))"],
)
def test_they_end_with_the_bot_however_it_ends(rest: str, tmp_path: Path):
    script = tmp_path / "main.py"
    script.write_text(BOT.format(rest=rest))
    way = os.environ | {"PYTHONPATH": str(ROOT)}
    # The worker has the same standard output: it is open for as long as either process lives.
    done = subprocess.run([sys.executable, script], env=way, stdout=subprocess.PIPE, timeout=GUARD, check=False)
    assert int(done.stdout) > 0


CHILD = """
import os, signal
from bot.workers import leave_to_parent
leave_to_parent()
os.kill(os.getpid(), signal.{name})
print("still here")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends a process of Windows at once")
@pytest.mark.parametrize("name", [each.name for each in ENDING])
def test_a_child_does_not_end_with_a_signal_to_the_group(name):
    code = CHILD.format(name=name)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "still here\n"
