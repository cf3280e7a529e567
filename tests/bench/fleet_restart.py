"""How long anybody waits while one of four processes is replaced, and while one is killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import Iterator
from typing import NamedTuple

from bot.core.shards import Shards
from tests.bench.fleet_house import SHARDS, THINKING, WARM, House, Waits, house
from tests.bench.report import Line
from tests.wire.processes import Bot, bots

GOAL = 1.0


class Silence(NamedTuple):
    """The longest anybody waited for an answer: in the servers of the process that was replaced, and elsewhere."""

    own: float
    others: float
    unanswered: int
    elsewhere: int
    """Unanswered in servers of other processes."""
    twice: int

    def __str__(self) -> str:
        return (
            f"its servers: longest {self.own * 1e3:.0f} ms, {self.unanswered} unanswered; others: longest "
            f"{self.others * 1e3:.0f} ms, {self.elsewhere} unanswered; {self.twice} answered twice"
        )


STARTED = re.compile(r"^([-\d]+ [\d:]+),(\d+) .* started process=(\d+) shards=(\S+)", re.MULTILINE)


async def restart(server: str) -> tuple[Waits, Silence, Silence]:
    """Usual waits; those while all processes are replaced, one after the other; and those while one is killed."""
    async with house(server, "restart") as home:
        fleet = Bot(home.sandbox, home.environment(), home.folder / "fleet.log", "fleet", "--processes", "4")
        fleet.start()
        try:
            await fleet.ready(Shards(0, SHARDS - 1, SHARDS))
            for party in home.parties:
                party.thinking, party.impatience = THINKING * 2, 3.0
            home.live()
            await home.begun()
            home.acts.clear()
            await asyncio.sleep(WARM)
            usual = Waits.of(home.acts)

            home.acts.clear()
            known = len(fleet.log)
            fleet.signal(signal.SIGHUP)
            await _says(fleet, "update is done")
            # Each was being replaced from when its successor was started until the next one's was.
            begun = [(_moment(*each[:2]), Shards.parse(each[3])) for each in STARTED.findall(fleet.log[known:])]
            ends = [*(at for at, _ in begun[1:]), time.time()]
            turns = [(at, end, shards) for (at, shards), end in zip(begun, ends, strict=True)]
            replaced = _silence(home, turns)

            home.acts.clear()
            running = bots(fleet.pid)
            chosen = max(running)
            began = time.time()
            os.kill(running[chosen], signal.SIGKILL)
            await _says(fleet, f" {await _successor(fleet, chosen, running)} INFO bot.fleet.hand_over taken over")
            await asyncio.sleep(WARM / 2)
            killed = _silence(home, [(began, time.time(), Shards.parse(chosen))])
            await home.rest()
        finally:
            await fleet.end()
        return usual, replaced, killed


def _moment(text: str, thousandths: str) -> float:
    return time.mktime(time.strptime(text, "%Y-%m-%d %H:%M:%S")) + int(thousandths) / 1e3


async def _says(fleet: Bot, text: str) -> None:
    async with asyncio.timeout(300):
        while text not in fleet.log:  # noqa: ASYNC110, nothing tells us
            await asyncio.sleep(0.1)


async def _successor(fleet: Bot, shards: str, before: dict[str, int]) -> int:
    async with asyncio.timeout(300):
        while bots(fleet.pid).get(shards, before[shards]) == before[shards]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return bots(fleet.pid)[shards]


def _silence(home: House, turns: list[tuple[float, float, Shards]]) -> Silence:
    """Who waited how long while processes were away: those of the servers concerned at that time, and all others."""
    own, others = [], []
    for act in home.acts:
        for began, ended, shards in turns:
            if began <= act.at < ended:
                (own if shards.holds(act.guild) else others).append(act)
    twice = home.sandbox.control.stats()["answered_twice"]
    return Silence(
        max((act.took for act in own), default=0.0),
        max((act.took for act in others), default=0.0),
        sum(act.outcome in ("silence", "failed") for act in own),
        sum(act.outcome in ("silence", "failed") for act in others),
        len(twice),
    )


def lines(server: str) -> Iterator[Line]:
    """How long people wait."""
    usual, replaced, killed = asyncio.run(restart(server))
    longest = f"longest {usual.longest * 1e3:.0f} ms"
    yield "a click at four processes while nothing happens", "", f"{usual}, {longest}", True
    goal = f"≤ {GOAL:.0f} s, none unanswered"
    held = replaced.own <= GOAL and not replaced.unanswered + replaced.elsewhere + replaced.twice
    yield "a click while one of four processes is replaced", goal, str(replaced), held
    yield "the same while it is killed and started again", "", str(killed), True
