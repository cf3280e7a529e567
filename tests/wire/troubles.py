"""Plans of faults, drawn from a seed, and their execution.

TABLEE_FAULT_KINDS=drop,kill    only these kinds of trouble
TABLEE_FAULT_STEPS=0:12         only this part of the plan
"""

import asyncio
import os
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.sandbox import Sandbox
from tests.wire.killable_bot import Died, KillableBot

KINDS = ("delay", "limit", "error", "lost error", "drop", "lost drop", "late", "gateway", "worker", "lock", "kill")
WEIGHTS = (5, 3, 4, 2, 4, 4, 2, 2, 2, 2, 2)
NOTHING = "nothing"
CALLBACK = "/callback"
ROUTES = (
    "", "", CALLBACK, "POST /webhooks", "PATCH /webhooks", r"POST /channels/\{channel_id\}/messages$",
    "PATCH /channels", "PATCH /channels", "DELETE /channels", "threads",
)  # fmt: skip
STEPS = 28
SLOWEST = 4.0
"""Seconds an answer takes at most."""


@dataclass(frozen=True)
class Step:
    pause: float
    kind: str
    facts: dict[str, Any]


def plan(seed: int) -> list[Step]:
    rng = Random(f"troubles {seed}")
    wanted = os.environ.get("TABLEE_FAULT_KINDS", ",".join(KINDS)).split(",")
    first, _, last = os.environ.get("TABLEE_FAULT_STEPS", f"0:{STEPS}").partition(":")
    # Drawn in full whatever is wanted: what remains must be what it was, and as long.
    steps = [_draw(rng) for _ in range(STEPS)]
    chosen = range(STEPS)[int(first) : int(last)]
    return [
        step if number in chosen and step.kind in wanted else Step(step.pause, NOTHING, {})
        for number, step in enumerate(steps)
    ]


def _draw(rng: Random) -> Step:
    [kind] = rng.choices(KINDS, WEIGHTS)
    pause, times = rng.uniform(0.05, 0.5), rng.randint(1, 4)
    facts: dict[str, Any] = {"route": rng.choice(ROUTES), "times": times, "after": kind.startswith("lost")}
    if kind == "delay":
        facts |= {"seconds": rng.uniform(0, SLOWEST), "times": 4 * times, "after": rng.random() < 0.5}
    elif kind == "limit":
        facts |= {"seconds": rng.uniform(0.1, 3)}
    elif kind in ("error", "lost error"):
        facts |= {"status": rng.choice((500, 502, 503, 504))}
    elif kind == "late":
        # Discord has given up waiting for the answer.
        facts = {"route": CALLBACK, "times": times, "code": 10062}
    elif kind == "gateway":
        facts = {"action": rng.choice(("drop", "reconnect", "invalidate"))}
    elif kind == "lock":
        facts = {"seconds": rng.uniform(0.1, 0.8)}
    elif kind in ("kill", "worker"):
        facts = {}
    return Step(pause, kind, facts)


class Troubles:
    """Executes a plan, counts the faults, and records when the bot could not answer."""

    def __init__(self, sandbox: Sandbox, bot: KillableBot, file: Path, speed: float) -> None:
        self._sandbox = sandbox
        self._bot = bot
        self._file = file
        self._speed = speed
        self.counts: Counter[str] = Counter()
        self.away: list[tuple[float, float]] = []
        """When the bot could not hear, from and to, by the sandbox's clock."""

    async def run(self, steps: list[Step]) -> None:
        for step in steps:
            await asyncio.sleep(step.pause)
            await self._do(step.kind, step.facts)

    async def _start(self) -> None:
        """Restart the bot until it connects: while faults are active, it may exit at start."""
        while True:
            try:
                await self._bot.start()
            except Died:
                self.counts["start in vain"] += 1
            else:
                return

    def calm(self) -> None:
        self._sandbox.control.clear_faults()
        self.counts.update(self._sandbox.faults.struck)

    async def _do(self, kind: str, facts: dict[str, Any]) -> None:
        now = self._sandbox.world.clock.now
        if kind == NOTHING:
            return
        if kind == "kill":
            began = now()
            self._bot.kill()
            self.counts["kill"] += 1
            await self._start()
            self.away.append((began, now()))
        elif kind == "worker":
            self.counts["worker kill"] += self._bot.kill_workers()
        elif kind == "gateway":
            self.counts[f"gateway {facts['action']}"] += 1
            began, known = now(), self._sandbox.gateway_server.identified
            await self._sandbox.control.gateway(facts["action"])
            # discord.py waits a few seconds before it comes back; what happens meanwhile is lost with the session.
            while facts["action"] == "invalidate" and self._sandbox.gateway_server.identified == known:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            self.away.append((began, now()))
        elif kind == "lock":
            self.counts["lock"] += 1
            with closing(sqlite3.connect(self._file, isolation_level=None, timeout=60)) as connection:
                connection.execute("BEGIN EXCLUSIVE")
                await asyncio.sleep(facts["seconds"])
                connection.execute("ROLLBACK")
        else:
            kind = {"lost error": "error", "lost drop": "drop", "late": "error"}.get(kind, kind)
            # Waiting is done here, in real seconds; what a 429 asks for is done there, in the bot's.
            slow = {"seconds": facts["seconds"] / self._speed} if kind == "delay" else {}
            self._sandbox.control.fault(**{"kind": kind, **facts, **slow})
