"""Costs that must stay flat.

Finding a person's open tables, which every slash command does: people with no, some and very many finished games sit at
a few open tables each, in one database. And the CPU of a move, played and replayed, at the beginning and at the end of
a long log: PtiPassPass with random players who never win.
"""

import asyncio
import time
from collections.abc import Iterator
from random import Random
from statistics import mean, median
from typing import Any

import asyncpg
from msgspec.structs import replace

from bot.catalogue import walk
from bot.core.facts import OPEN, OVER, PLAYING, TableRow
from bot.core.game import AnyGame
from bot.core.lobby import start
from bot.core.opponents import any_move
from bot.core.table import Table
from bot.tables.tables import restore, written
from tests.bench import rig
from tests.bench.report import Line, timed
from tests.kit.stores import opened

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
Costs = tuple[float, float]
"""CPU seconds of a move at the beginning of a log and at its end."""


async def fill(address: str, finished: tuple[int, ...]) -> None:
    """Fill an empty database; person 1, 2, … has finished so many games."""
    rng, new = Random(1), TableRow(guild=1, channel=2, game=GAME, status=PLAYING)

    async def play(*people: int, over: bool) -> None:
        row = await store.create(new, [*people, *rng.sample(STRANGERS, 2)])
        if over:
            await store.save(replace(row, status=OVER))

    async with opened(address) as store:
        tables = [play(over=False) for _ in range(OTHERS)]
        for person, games in enumerate(finished, 1):
            tables += [play(person, over=number < games) for number in range(games + SEATED)]
        rng.shuffle(tables)
        for place in range(0, len(tables), AT_ONCE):
            await asyncio.gather(*tables[place : place + AT_ONCE])
    if address.startswith("postgres"):
        connection = await asyncpg.connect(address)
        await connection.execute("VACUUM ANALYZE")  # as autovacuum does
        await connection.close()


async def finding(address: str, finished: tuple[int, ...]) -> list[float]:
    """Return the seconds to find the open tables of each person, in a database that is empty before."""
    await fill(address, finished)
    took = [list[float]() for _ in finished]
    async with opened(address) as store:
        for _ in range(ASKED):
            for person, seconds in enumerate(took, 1):
                began = time.perf_counter()
                found = await store.of_user(person, OPEN)
                seconds.append(time.perf_counter() - began)
                assert len(found) == SEATED, "a table is lost"
    return [median(seconds) for seconds in took]


def long_game(game: AnyGame, rng: Random) -> tuple[Table, list[Choice]]:
    """Return a table after the deal, and the choices that make its log ``MOVES`` long."""
    dealt = table = start(rig.full_lobby(game, 1, SEATS, 0.0, HOST), HOST, rng, 0.0)
    choices: list[Choice] = []
    while table.revision < MOVES:
        assert table.state is not None
        seat = rng.choice(table.to_act)
        # Later than any reveal.
        choice = seat, any_move(game, table.state, seat, rng), table.log[-1].at + 10.0
        # Skip moves that end the game.
        if (later := table.after(*choice)).to_act:
            table = later
            choices.append(choice)
    return dealt, choices


def played(table: Table, choices: list[Choice]) -> tuple[Table, Costs]:
    """Return the table after all choices, and the costs of the first and the last ``SPAN``."""
    costs: list[float] = []
    for some in (choices[:SPAN], choices[SPAN:-SPAN], choices[-SPAN:]):
        before, began = table.revision, time.process_time()
        for choice in some:
            table = table.after(*choice)
        costs.append((time.process_time() - began) / (table.revision - before))
    return table, (costs[0], costs[-1])


def replayed(table: Table, moves: int) -> float:
    """Return the CPU seconds to read a log of so many moves back from storage."""
    row, entries, _ = written(table)
    return timed(lambda: restore(replace(row, revision=moves), entries[:moves], table.game))[0]


def growing(rounds: int) -> tuple[Costs, Costs]:
    """Return the costs of a move, played and replayed: the least of some rounds, averaged over the games."""
    game, rng, found = walk().games[GAME], Random(1), list[tuple[float, ...]]()
    for _ in range(GAMES):
        dealt, choices = long_game(game, rng)
        tries = [played(dealt, choices) for _ in range(rounds)]
        costs = [
            (*by_play, *(replayed(table, moves) for moves in (SPAN, MOVES - SPAN, MOVES))) for table, by_play in tries
        ]
        found.append(tuple(map(min, zip(*costs, strict=True))))
    beginning, end, short, long, longest = map(mean, zip(*found, strict=True))
    return (beginning, end), (short / SPAN, (longest - long) / SPAN)


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    finished = (0, 500, 5_000) if quick else FINISHED
    for storage, address in rig.storages(fsync=False):
        what, goal = f"finding a person's open tables, {storage}", f"≤ {GOAL_SECONDS * 1e3:.0f} ms, flat (≤ ×{FLAT})"
        found = asyncio.run(finding(address, finished))
        ratio = found[-1] / found[0]
        each = [f"{games:,} finished {took * 1e3:.2f} ms" for games, took in zip(finished, found, strict=True)]
        yield what, goal, f"×{ratio:.2f}; {'; '.join(each)}", ratio <= FLAT and max(found) <= GOAL_SECONDS
    for what, (beginning, end) in zip(("playing", "replaying"), growing(2 if quick else ROUNDS), strict=True):
        name = f"{what} a move at the end of a log of {MOVES:,} moves / at its beginning"
        measured = f"×{end / beginning:.2f} ({beginning * 1e6:.1f} µs; {end * 1e6:.1f} µs)"
        yield name, f"flat (≤ ×{FLAT_LOG})", measured, end / beginning <= FLAT_LOG
