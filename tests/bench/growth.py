"""Costs that must stay flat.

Finding a person's open tables, which every slash command does: people with no, some and very many finished games sit at
a few open tables each, in one database. And the CPU of a move, played and replayed, at the beginning and at the end of
a long log: PtiPassPass with random players who never win.
"""

import asyncio
import time
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any, NamedTuple

import asyncpg
from msgspec.structs import replace

from bot.catalogue import walk
from bot.core.facts import OPEN, OVER, PLAYING, MoveRow, TableRow
from bot.core.game import AnyGame
from bot.core.lobby import start
from bot.core.opponents import any_move
from bot.core.table import Table
from bot.store import Store, from_url
from bot.tables.tables import restore, written
from tests.bench import rig
from tests.bench.profiles import batched
from tests.bench.report import Line

GOAL_SECONDS = 0.002
FLAT = 1.5
"""The most that finding may take with very many finished games, relative to none. Reading all of them takes ten times
as long."""
FLAT_LOG = 1.25
"""The most that a move may cost at the end of a log, relative to its beginning. Copying the log makes it 1.6."""
FINISHED = (0, 2_000, 20_000)
SEATED, OTHERS, STRANGERS = 3, 2_000, range(1_000, 3_000)
"""Open tables of each person, open tables of others, and the ids of the others."""
AT_ONCE = 1_000
ASKED = 400
"""Queries for each person."""
MOVES, SPAN = 6_000, 1_000
"""The length of a log, and of its beginning and its end: several rounds of the game each."""
GAME, GAMES, ROUNDS, SEATS, HOST = "ptipasspass", 6, 5, 3, 1_000

Choice = tuple[int, Any, float]
"""Seat, move and time."""


class Finding(NamedTuple):
    """Seconds to find the open tables of a person with so many finished games."""

    finished: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.finished:,} finished {self.seconds * 1e3:.2f} ms"


class Growth(NamedTuple):
    """CPU seconds of a move at the beginning of a log and at its end."""

    beginning: float
    end: float

    @property
    def ratio(self) -> float:
        """The end relative to the beginning."""
        return self.end / self.beginning

    def __str__(self) -> str:
        return f"×{self.ratio:.2f} ({self.beginning * 1e6:.1f} µs; {self.end * 1e6:.1f} µs)"


async def fill(address: str, finished: tuple[int, ...]) -> None:
    """Fill an empty database; person 1, 2, … has finished so many games."""
    store, rng, new = from_url(address), Random(1), TableRow(guild=1, channel=2, game=GAME, status=PLAYING)
    await store.open()

    async def play(*people: int, over: bool) -> None:
        row = await store.create(new, [*people, *rng.sample(STRANGERS, 2)])
        if over:
            await store.save(replace(row, status=OVER))

    tables = [play(over=False) for _ in range(OTHERS)]
    for person, games in enumerate(finished, 1):
        tables += [play(person, over=number < games) for number in range(games + SEATED)]
    rng.shuffle(tables)
    for some in batched(tables, AT_ONCE):
        await asyncio.gather(*some)
    await store.close()
    if address.startswith("postgres"):
        connection = await asyncpg.connect(address)
        await connection.execute("VACUUM ANALYZE")  # as autovacuum does
        await connection.close()


async def finding(address: str, finished: tuple[int, ...] = FINISHED) -> list[Finding]:
    """Measure each person in turn, in a database that is empty before."""
    await fill(address, finished)
    store, took = from_url(address), [list[float]() for _ in finished]
    await store.open()
    for _ in range(ASKED):
        for person, seconds in enumerate(took, 1):
            seconds.append(await _asked(store, person))
    await store.close()
    return [Finding(games, median(seconds)) for games, seconds in zip(finished, took, strict=True)]


async def _asked(store: Store, person: int) -> float:
    began = time.perf_counter()
    found = await store.of_user(person, OPEN)
    took = time.perf_counter() - began
    assert len(found) == SEATED, "a table is lost"
    return took


def long_game(game: AnyGame, moves: int, rng: Random) -> tuple[Table, list[Choice]]:
    """Return a table after the deal, and the choices that make its log so long."""
    dealt = table = start(rig.full_lobby(game, 1, SEATS, 0.0, HOST), HOST, rng, 0.0)
    choices: list[Choice] = []
    while table.revision < moves:
        assert table.state is not None
        seat = rng.choice(table.to_act)
        # Later than any reveal.
        choice = seat, any_move(game, table.state, seat, rng), table.log[-1].at + 10.0
        # Skip moves that end the game.
        if (later := table.after(*choice)).to_act:
            table = later
            choices.append(choice)
    return dealt, choices


def played(table: Table, choices: list[Choice], span: int) -> tuple[Table, Growth]:
    """Return the table after all choices, and the costs of the first and the last ``span``."""
    costs: list[float] = []
    for some in (choices[:span], choices[span:-span], choices[-span:]):
        before, began = table.revision, time.process_time()
        for choice in some:
            table = table.after(*choice)
        costs.append((time.process_time() - began) / (table.revision - before))
    return table, Growth(costs[0], costs[-1])


class TimedLog(list[MoveRow]):
    """A stored log that records the time whenever ``span`` moves of it have been read."""

    def __init__(self, entries: list[MoveRow], span: int) -> None:
        super().__init__(entries)
        self.span, self.times = span, list[float]()

    def __iter__(self) -> Iterator[MoveRow]:
        """Yield every move."""
        for place, entry in enumerate(super().__iter__()):
            if place % self.span == 0:
                self.times.append(time.process_time())
            yield entry


def replayed(table: Table, span: int) -> Growth:
    """Return the costs of the first and the last ``span`` moves when a log is read back from storage."""
    row, entries, _ = written(table)
    log = TimedLog(entries, span)
    assert restore(row, log, table.game).state == table.state, "the replay differs"
    costs = [(after - before) / span for before, after in pairwise(log.times)]
    return Growth(costs[0], costs[-1])


def growing(moves: int = MOVES, span: int = SPAN, games: int = GAMES, rounds: int = ROUNDS) -> tuple[Growth, Growth]:
    """Return the costs of a move, played and replayed: the least of some rounds, averaged over the games."""
    game, rng, found = walk().games[GAME], Random(1), (list[Growth](), list[Growth]())
    for _ in range(games):
        dealt, choices = long_game(game, moves, rng)
        tries = [played(dealt, choices, span) for _ in range(rounds)]
        found[0].append(_least([growth for _, growth in tries]))
        found[1].append(_least([replayed(table, span) for table, _ in tries]))
    by_play, by_replay = (Growth(*(sum(costs) / games for costs in zip(*each, strict=True))) for each in found)
    return by_play, by_replay


def _least(tries: list[Growth]) -> Growth:
    return Growth(*map(min, zip(*tries, strict=True)))


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    finished = (0, 500, 5_000) if quick else FINISHED
    for storage, address in rig.storages(fsync=False):
        what, goal = f"finding a person's open tables, {storage}", f"≤ {GOAL_SECONDS * 1e3:.0f} ms, flat (≤ ×{FLAT})"
        found = asyncio.run(finding(address, finished))
        ratio = found[-1].seconds / found[0].seconds
        kept = ratio <= FLAT and max(each.seconds for each in found) <= GOAL_SECONDS
        yield what, goal, f"×{ratio:.2f}; {'; '.join(map(str, found))}", kept
    for what, growth in zip(("playing", "replaying"), growing(rounds=2 if quick else ROUNDS), strict=True):
        name = f"{what} a move at the end of a log of {MOVES:,} moves / at its beginning"
        yield name, f"flat (≤ ×{FLAT_LOG})", str(growth), growth.ratio <= FLAT_LOG
