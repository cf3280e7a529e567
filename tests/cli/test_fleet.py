"""The fleet keeps its processes running, renews them in turn, and ends with all of them."""

import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager

import pytest

from bot.core.shards import Shards
from bot.fleet import supervisor
from bot.fleet.supervisor import Fleet, divided
from tests.kit.words import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a fleet needs signals")

HANGS = 120
PARTS = [Shards(0, 1, 4), Shards(2, 3, 4)]


@pytest.mark.parametrize(
    ("shards", "processes", "parts"),
    [
        ("0-15/16", 4, ["0-3/16", "4-7/16", "8-11/16", "12-15/16"]),
        ("0-6/7", 3, ["0-1/7", "2-3/7", "4-6/7"]),
        ("0-0/1", 4, ["0-0/1"]),
        ("32-63/64", 2, ["32-47/64", "48-63/64"]),
        ("0-1/2", 1, ["0-1/2"]),
    ],
)
def test_shards_are_divided_as_equally_as_possible(shards, processes, parts):
    assert [str(part) for part in divided(Shards.parse(shards), processes)] == parts

    every = divided(Shards(0, 62, 63), processes)
    assert [number for part in every for number in part.numbers] == list(range(63))
    assert len(every) == processes


class Watched:
    def __init__(self, folder, running, fleet=None):
        self._log = folder / "log"
        self.running = running
        self.fleet = fleet

    def lines(self, word, shards=""):
        text = self._log.read_text("utf-8") if self._log.exists() else ""
        return [found for line in text.splitlines() if (found := line.split())[0] == word and shards in found[1]]

    async def until(self, word, times, shards=""):
        async with asyncio.timeout(HANGS):
            while len(found := self.lines(word, shards)) < times:
                assert not self.running.done(), await self.running
                await asyncio.sleep(0.01)
        return found

    async def end(self):
        self.running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await self.running


@asynccontextmanager
async def watched(folder):
    fleet = Fleet(PARTS, metrics_port=9100)
    it = Watched(folder, asyncio.create_task(fleet.run()), fleet)
    try:
        yield it
    finally:
        if not it.running.done():
            await it.end()


@pytest.fixture(autouse=True)
def pretended(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(supervisor, "COMMAND", [sys.executable, str(ROOT / "tests" / "cli" / "pretend_member.py")])
    monkeypatch.setattr(supervisor, "RESTART_SECONDS", (0.0, 0.05))


@pytest.fixture
async def it(pretended, tmp_path):
    async with watched(tmp_path) as watching:
        yield watching


def alive(number: str) -> bool:
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    return True


async def test_one_that_cannot_be_started_again_at_once_does_not_end_the_others(it, tmp_path, monkeypatch):
    serving = await it.until("serving", 2)
    command, tries = supervisor.COMMAND, list[int]()
    missing = [str(tmp_path / "python")]
    monkeypatch.setattr(supervisor, "COMMAND", missing)
    it.fleet.update()
    async with asyncio.timeout(HANGS):
        await it.fleet.updating
    start = it.fleet._started

    async def counted(group, *, standby):
        tries.append(group.index)
        return await start(group, standby=standby)

    it.fleet._started = counted
    os.kill(int(next(number for _, shards, number in serving if shards == "2-3/4")), signal.SIGKILL)
    async with asyncio.timeout(HANGS):
        while len(tries) < 3:
            assert not it.running.done()
            await asyncio.sleep(0.01)
    monkeypatch.setattr(supervisor, "COMMAND", command)
    await it.until("serving", 2, "2-3/4")
    assert [alive(number) for _, shards, number in serving if shards == "0-1/4"] == [True]


async def test_one_that_is_killed_is_started_again_and_again_and_the_others_go_on(it, tmp_path):
    serving = await it.until("serving", 2)
    killed = next(number for _, shards, number in serving if shards == "2-3/4")
    for times in (2, 3):
        os.kill(int(killed), signal.SIGKILL)
        *_, (_, _, killed) = await it.until("serving", times, "2-3/4")
    assert {how for _, _, _, how, _ in it.lines("started", "2-3/4")[1:]} == {"standby"}
    (tmp_path / "fails").write_text("1", "utf-8")
    os.kill(int(killed), signal.SIGKILL)
    await it.until("started", 5, "2-3/4")
    (tmp_path / "fails").unlink()
    await it.until("serving", 4, "2-3/4")
    assert len(it.lines("started", "0-1/4")) == 1


async def test_an_update_replaces_all_and_the_first_shard_comes_last(it):
    before = await it.until("serving", 2)
    found = sorted((shards, how, port) for _, shards, _, how, port in it.lines("started"))
    assert found == [("0-1/4", "first", "9100"), ("2-3/4", "first", "9101")]
    it.fleet.update()
    it.fleet.update()
    after = (await it.until("serving", 4))[2:]
    await asyncio.wait([it.fleet.updating])
    assert [shards for _, shards, _ in after] == ["2-3/4", "0-1/4"]
    assert len(it.lines("left")) == 2
    assert len(it.lines("started")) == 4
    assert not any(alive(number) for _, _, number in before)
    # The fleet replaces a process that took over, as any other, and ends it at its own end.
    os.kill(int(after[0][2]), signal.SIGKILL)
    after = (await it.until("serving", 5))[3:]
    await it.end()
    assert len(it.lines("left")) == 4
    assert not any(alive(number) for _, _, number in after)


async def test_an_update_that_cannot_go_on_leaves_everybody_alone_and_nobody_behind(it, tmp_path, monkeypatch):
    serving = await it.until("serving", 2)
    (tmp_path / "fails").write_text("1", "utf-8")
    it.fleet.update()
    await asyncio.wait([it.fleet.updating])
    assert len(it.lines("started")) == 3
    (tmp_path / "fails").unlink()
    (tmp_path / "mute").touch()
    with monkeypatch.context() as impatient:
        for name, seconds in (("CONNECT_SECONDS", 0.2), ("CONNECT_SECONDS_PER_SHARD", 0.0), ("END_SECONDS", 1.0)):
            impatient.setattr(supervisor, name, seconds)
        it.fleet.update()
        await asyncio.wait([it.fleet.updating])
    assert (len(it.lines("serving")), it.lines("left")) == (2, [])
    assert all(alive(number) for _, _, number in serving)
    assert not it.running.done()
    started = len(it.lines("started"))
    it.fleet.update()
    everybody = await it.until("started", started + 1)
    await it.end()
    assert not any(alive(number) for _, _, number, *_ in everybody)


async def test_a_process_that_does_not_end_is_killed(it, monkeypatch):
    monkeypatch.setattr(supervisor, "END_SECONDS", 0.5)
    serving = await it.until("serving", 2)
    stuck = next(number for _, shards, number in serving if shards == "2-3/4")
    os.kill(int(stuck), signal.SIGSTOP)
    assert await it.fleet._renew(it.fleet._groups[1])
    assert not alive(stuck)
    # It reports the state before it writes to the log.
    *_, (_, _, successor) = await it.until("serving", 2, "2-3/4")
    os.kill(int(successor), signal.SIGSTOP)
    await it.end()
    assert not alive(successor)


async def test_a_process_that_dies_during_the_update_has_its_successor(it, monkeypatch):
    serving = await it.until("serving", 2)
    last = next(number for _, shards, number in serving if shards == "2-3/4")
    says = supervisor.Member.reports

    async def killed_meanwhile(member, word):
        if word == supervisor.STANDBY:
            os.kill(int(last), signal.SIGKILL)
            await it.until("serving", 2, "2-3/4")
        return await says(member, word)

    monkeypatch.setattr(supervisor.Member, "reports", killed_meanwhile)
    assert await it.fleet._renew(it.fleet._groups[1])
    assert len(it.lines("started", "2-3/4")) == 2


async def test_one_that_is_killed_before_it_serves_is_started_again(it):
    (_, shards, number, *_), *_ = await it.until("started", 1)
    os.kill(int(number), signal.SIGKILL)
    await it.until("started", 2, shards)
    await it.until("serving", 2)


async def test_a_process_that_cannot_start_at_first_ends_the_fleet(tmp_path):
    (tmp_path / "fails").write_text("2", "utf-8")
    async with watched(tmp_path) as it:
        assert await it.running == 2


async def test_processes_end_with_a_fleet_that_is_killed(tmp_path):
    code = (
        "import asyncio; from bot.core.shards import Shards\n"
        f"from bot.fleet import supervisor; supervisor.COMMAND = {supervisor.COMMAND!r}\n"
        f"asyncio.run(supervisor.Fleet({PARTS!r}, None).run())"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code)
    it = Watched(tmp_path, asyncio.get_running_loop().create_future())
    try:
        serving = await it.until("serving", 2)
    finally:
        process.kill()
        await process.wait()
    await it.until("left", 2)
    async with asyncio.timeout(HANGS):
        while any(alive(number) for _, _, number in serving):  # noqa: ASYNC110, the system tells nobody
            await asyncio.sleep(0.01)
