"""Fault injection: people play all games while requests, connections and processes fail; then everything must recover.

    TABLEE_FAULT_SEED=17 pytest tests/wire/test_faults.py       that run again
    TABLEE_FAULT_MINUTES=120 pytest tests/wire/test_faults.py   new seeds for two hours
    TABLEE_FAULT_KINDS=drop,kill                                only these kinds of trouble
    TABLEE_FAULT_STEPS=0:12                                     only this part of the plan

A seed determines the plan of faults and the choices of people, but not the exact moment of a kill: a rerun may differ.
"""

import asyncio
import os
import re
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Collection
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.core.facts import PLAYING
from bot.pages.address import Address
from bot.sandbox import Sandbox, World
from bot.sandbox.model.interactions import COMMAND
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.wire import stored
from tests.wire.crowd import Acts, Crowd, spelt
from tests.wire.hall import CATALOGUE, NAMES, ONLOOKER, gathered, judge
from tests.wire.killable_bot import Died, KillableBot
from tests.wire.settled import settle
from tests.wire.shared_time import SharedClock, SharedTime

SPEED = 10.0
"""A second of ours is ten of the bot's and of Discord's: what is tried again after a minute is tried in six seconds."""
CACHE_SECONDS = 0.2
"""People decide by tables that were read at most this long ago."""
UNSURE_SECONDS = 60.0
"""Interactions this long before a kill (in the bot's time) may have been lost with it."""
SEEDS = [int(seed) for seed in os.environ.get("TABLEE_FAULT_SEED", "1,6").split(",")]
"""Between them every kind of fault strikes, both with pictures (an even seed) and without."""
MINUTES = float(os.environ.get("TABLEE_FAULT_MINUTES", "0"))


# ---- what goes wrong

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


class Step(NamedTuple):
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


# ---- the log: every complaint has its reason, and the reason is a trouble that struck

RECORD = re.compile(r"(?:WARNING|ERROR|CRITICAL):([\w.]+):(.*)", re.DOTALL)
GATEWAY = ("gateway drop", "gateway reconnect", "gateway invalidate")
CUT = ("drop", "drop after")
REFUSED = ("error", "error after", "limit")
SLOWING = ("delay", "delay after", "kill", "lock")

EXPECTED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    # discord.py says that it was cut off, with a traceback, and comes back.
    ("discord.client", r"Attempting a reconnect in", GATEWAY),
    ("discord.gateway", r"(WebSocket closed|.*invalidated)", GATEWAY),
    # We wait as we were asked to, and say so.
    ("discord.http", r"We are being rate limited", ("limit",)),
    ("discord.webhook.async_", r"Webhook ID \d+ is rate limited", ("limit",)),
    # The connection was cut, or Discord kept failing: whether it did what it was asked is not known.
    ("bot.client", r"(no word from Discord on|connection lost during)", (*CUT, *REFUSED)),
    # An answer that Discord did not take: it came too late, or the one before had arrived though we were not told.
    ("bot.client.click", r"response not accepted after", (*CUT, *REFUSED, *SLOWING)),
    # Two limits struck one message five times in a row, which is as often as discord.py asks: the player is told.
    ("bot.client.click", r"failed reference=\w+: HTTPException 429 ", ("limit",)),
    # Tried again until it is done.
    ("bot.client.boards", r"board table=\d+: .*; retrying", (*CUT, *REFUSED)),
    ("bot.client.seats", r"seat message not edited", (*CUT, *REFUSED)),
    ("bot.client.seats", r"private message not deleted", (*CUT, *REFUSED)),
    # Not tried again: a ping that comes late helps nobody.
    ("bot.client.boards", r"player not pinged table=\d+", (*CUT, *REFUSED)),
    # An opponent had no time, for ten seconds pass in one here; or its worker was ended.
    (
        "bot.tables.opponents",
        r"a decision failed game=\w+ .*: (TimeoutError|WorkerDied) at ",
        (*SLOWING, "worker kill"),
    ),
    # A picture is not there because its worker is not: the page is text. This traceback is asyncio's and the pool's.
    ("bot.pictures.cache", r"drawing failed", ("worker kill",)),
    # A picture had no time either: twenty seconds are two here, and the machine may be busy.
    ("bot.pictures.cache", r"drawing failed game=\w+ table=\d+: TimeoutError", SLOWING),
)
"""By which logger, beginning how, and which troubles are a reason for it."""
TRACED = ("discord.client", "bot.pictures.cache")
"""Loggers that may write a traceback. Ours log expected errors in one line, so a traceback of ours is a defect."""


def unexplained(log: str, struck: Collection[str]) -> list[str]:
    records = re.split(r"^(?=(?:WARNING|ERROR|CRITICAL):)", log, flags=re.MULTILINE)
    return [record for record in records if record and not _explained(record, struck)]


def _explained(record: str, struck: Collection[str]) -> bool:
    match = RECORD.match(record)
    if match is None:
        return False
    logger, text = match.groups()
    if "Traceback" in text and logger not in TRACED:
        return False
    return any(
        logger.startswith(name) and re.match(pattern, text, re.IGNORECASE) and set(reasons) & set(struck)
        for name, pattern, reasons in EXPECTED
    )


# ---- a run


class Run:
    def __init__(self, seed, folder, sandbox, people, bot):
        self.seed = seed
        self.file = folder / "wire.sqlite3"
        self.sandbox = sandbox
        self.world = sandbox.world
        self.people = people
        self.bot = bot
        self.troubles = Troubles(sandbox, bot, self.file, SPEED)
        self.crowd = Crowd(people[1:], self.glance, CATALOGUE, seed)
        self.acts = Acts(self.world.interactions)
        self.longest = {}
        self._known, self._at = {}, 0.0

    def tables(self):
        """All tables of the database file. Fails if a table or a move that was stored before is missing."""
        found = stored.tables(self.file, CATALOGUE.games)
        for number, before in self.longest.items():
            assert number in found, f"table {number} is lost"
            assert found[number].revision >= before, f"table {number} had {before} moves, now {found[number].revision}"
        self.longest = {number: table.revision for number, table in found.items()}
        return found

    def glance(self):
        if time.monotonic() - self._at > CACHE_SECONDS:
            self._known, self._at = self.tables(), time.monotonic()
        return self._known

    async def storm(self):
        living = [asyncio.create_task(self.crowd.live(person)) for person in self.crowd.people]
        try:
            # Let there be something to disturb.
            while not any(table.status == PLAYING for table in self.glance().values()):  # noqa: ASYNC110, nothing tells us
                await asyncio.sleep(0.05)
            await self.troubles.run(plan(self.seed))
        finally:
            for task in living:
                task.cancel()
            await asyncio.gather(*living, return_exceptions=True)
        for task in living:
            assert task.cancelled(), task.exception()

    async def calm(self):
        """Nothing goes wrong any more: wait until everything is put right, or for so long that it never will be."""
        self.troubles.calm()
        assert self.bot.alive, self.bot.log
        await settle(self.world, self.tables, self.people[1:], CATALOGUE.words)

    async def answered(self):
        """Everybody was answered, save those whom the troubles kept from it."""
        end = time.monotonic() + HANG_TIMEOUT_SECONDS
        while (silent := self.unanswered()) and time.monotonic() < end:  # noqa: ASYNC110, nothing tells us
            await asyncio.sleep(0.1)
        assert not silent, f"not answered, and without a reason: {silent[:5]}"

    def unanswered(self):
        """The interactions that got no answer although nothing kept the bot from giving one."""
        refused = [each for each in self.sandbox.api_server.journal if each.status >= 400]
        hit = {each.path.split("/")[4] for each in refused if each.route.endswith("/callback")}
        found = self.world.interactions
        return [
            (each.id, each.user.global_name, each.data)
            for each in (*found.failed, *found.waiting)
            if each.id not in hit
            and not any(began - UNSURE_SECONDS < each.born < ended for began, ended in self.troubles.away)
        ]

    def doubled(self):
        asked, typed, left = Counter(), set(), set()
        for each in self.acts.all:
            if each.kind == COMMAND:
                typed.add(int(each.user.id))
            elif found := spelt(each.data):
                asked[int(each.user.id), *found] += 1
            elif (address := Address.parse(each.data.get("custom_id", ""))) and address.verb == "quit":
                left.add(address.table)
        found = stored.doubled((table for table in self.tables().values() if table.id not in left), asked)
        return [each for each in found if each[1] not in typed]

    async def kept(self):
        """Every log replays and verifies; nothing anybody was shown is lost, and nothing was done twice."""
        stored.check(self.tables().values(), self.people, CATALOGUE.games)
        assert not (twice := self.doubled()), f"done twice: {twice}"

    async def secret(self):
        await judge(self.people, self.file, crashed=True)

    async def explained(self):
        wrong = unexplained(self.bot.log, self.troubles.counts)
        assert not wrong, f"{len(wrong)} complaints in the log:\n" + "\n".join(wrong[:5])

    def figures(self):
        faults = ", ".join(f"{count} {name}" for name, count in sorted(self.troubles.counts.items()))
        found = self.tables().values()
        games = Counter(table.game.key for table in found)
        moves = sum(table.revision for table in found)
        return f"seed {self.seed}: {len(self.acts.all)} clicks and commands, {moves} moves at {dict(games)}; {faults}"


async def run(folder, seed, say):
    shared = SharedTime.begin(folder / "time", SPEED)
    world = World(clock=SharedClock(shared), answer_within=HANG_TIMEOUT_SECONDS * SPEED)
    async with (
        gathered(folder / "wire.sqlite3", world, (ONLOOKER, *NAMES)) as (sandbox, people),
        KillableBot(sandbox, folder, shared, pictures=seed % 2 == 0, hurry=False) as bot,
    ):
        one = Run(seed, folder, sandbox, list(people.values()), bot)
        wrong = []
        await one.storm()
        for look in (one.calm, one.answered, one.kept, one.secret, one.explained):
            try:
                await look()
            except AssertionError as error:
                wrong.append(f"{look.__name__}: {error}")
        say(one.figures())
        if wrong:
            # Not as an assertion of many lines: pytest would show what it compared, and everybody's cards with it.
            pytest.fail(f"TABLEE_FAULT_SEED={seed}\n" + "\n\n".join(wrong), pytrace=False)


@pytest.fixture
def say(capsys):
    """Write a line to the terminal although pytest captures the output."""

    def write(text):
        with capsys.disabled():
            sys.stdout.write(f"\n{text}\n")

    return write


def new_seeds():
    """Seeds that nobody has tried, until TABLEE_FAULT_MINUTES are over."""
    end = time.monotonic() + MINUTES * 60
    for seed in count(int(time.time())):
        if time.monotonic() > end:
            return
        yield seed


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [new_seeds()] if MINUTES else [[seed] for seed in SEEDS], ids=str)
async def test_everything_goes_wrong_and_then_all_is_well(tmp_path, seeds, say):
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        await run(folder, seed, say)
