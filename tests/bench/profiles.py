"""Profiles, rankings and lists of games with very many games.

Finished tables are written straight into a SQLite file: servers of all sizes,
people who play now and then and people who play every day. Then the queries of the commands are timed.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from bot.catalogue import walk
from bot.core.results import ALL_TIME, Standing
from bot.store import Store
from bot.store.results import COLUMNS, STANDING, row_of
from cogs.profiles.service import Counting, Profiles, season_of
from tests.bench.report import Line, Times
from tests.kit.stores import make, opened

GOAL_SECONDS = 0.050
TABLES, PEOPLE, SERVERS = 1_000_000, 100_000, 1_000
GAMES = tuple(sorted(walk().games))
YEARS = 3 * 365 * 24 * 3600.0
NOW = 1_790_000_000.0
ASKED = 400
BATCH = 20_000
INDICES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
TABLE = ("id", "guild", "channel", "game", "status", "revision", "shown", "version", "facts")


class World:
    """People and servers: the first servers are the largest, and in each some people play much more than others."""

    def __init__(self, tables: int, people: int) -> None:
        self.tables, self.people = tables, people
        self.servers = max(1, min(SERVERS, people // 100))
        self._rng = Random(1)
        self.standings: dict[tuple[int, str, int, int], list[int]] = {}

    def someone(self, guild: int, rng: Random) -> int:
        """Return a random person of a server."""
        low, high = (round(self.people * (each / self.servers) ** (1 / 3)) for each in (guild, guild + 1))
        return 1 + low + int((high - low) * rng.random() ** 3)

    def rows(self) -> Iterator[tuple[tuple[Any, ...], list[tuple[Any, ...]]]]:
        """Yield every table with its results."""
        rng, step = self._rng, YEARS / self.tables
        tally, values = '{"near":2,"misses":4,"stolen":1,"first_sight":1}', list(COLUMNS.values())
        for number in range(1, self.tables + 1):
            guild = int(self.servers * rng.random() ** 3)
            game, seats, ended = rng.choice(GAMES), rng.randint(2, 5), NOW - YEARS + number * step
            users = {self.someone(guild, rng) for _ in range(seats)}
            made: list[tuple[Any, ...]] = []
            for seat, user in enumerate(users):
                row = {
                    "table_id": number, "seat": seat, "user_id": user, "level": None, "guild": guild, "game": game,
                    "seats": len(users), "side": seat, "place": seat + 1, "score": 9 - seat, "won": seat == 0,
                    "has_left": False, "rated": len(users) > 1, "tally": tally, "honours": "[]", "pace": "quick",
                    "options": "{}", "finished": ended, "seconds": 900.0, "taken": False, "unfinished": False,
                }  # fmt: skip
                made.append(tuple(row[name] for name in values))
                for season in (ALL_TIME, season_of(ended)):
                    count = self.standings.setdefault((guild, game, season, user), [0, 0])
                    count[0] += 1
                    count[1] += seat == 0
            yield (number, guild, guild, game, "over", 40, 40, 41, b"{}"), made

    def standing_rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the standings that follow from the results; the ratings are made up."""
        for (guild, game, season, user), (games, wins) in self.standings.items():
            mu, sigma = 25 + 10 * (wins / games - 0.3) + user % 7, max(1.5, 8 - games / 3)
            made = Standing(
                guild=guild, game=game, season=season, user=user, games=games, wins=wins, rated=games,
                rated_wins=wins, mu=mu, sigma=sigma, tally={"near": 2 * games, "misses": 4 * games},
            )  # fmt: skip
            yield row_of(made)


def fill(file: Path, world: World) -> None:
    """Write a world into a database that has the schema and no rows."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -400000")
    # Creating indices at the end takes a tenth of the time.
    indices = connection.execute(INDICES).fetchall()
    for name, _ in indices:
        connection.execute(f"DROP INDEX {name}")
    connection.execute("BEGIN")
    rows = world.rows()
    while some := list(islice(rows, BATCH)):
        connection.executemany(_insert("tables", TABLE), [t for t, _ in some])
        connection.executemany(_insert("results", COLUMNS.values()), [row for _, made in some for row in made])
    connection.executemany(_insert("standings", STANDING.values()), sorted(world.standing_rows()))
    called = ((user, b"Somebody") for user in range(1, world.people + 1))
    connection.executemany("INSERT INTO documents VALUES ('name', ?, ?)", called)
    for _, made in indices:
        connection.execute(made)
    connection.execute("COMMIT")
    connection.close()


def _insert(table: str, names: Any) -> str:
    names = list(names)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608


async def ask(store: Store, world: World, times: int = ASKED) -> dict[str, Times]:
    """Time the queries, for people who play much as well as for others."""
    profiles, rng = Profiles(store, Counting(store, {}), lambda: NOW), Random(2)
    took: dict[str, list[float]] = {"/profil": [], "/classement": [], "/parties": []}
    for number in range(times):
        guild = int(world.servers * rng.random() ** 3) if number % 4 else 0
        user, game = world.someone(guild, rng), rng.choice(GAMES)
        season = rng.choice([ALL_TIME, season_of(NOW - 1)])

        began = time.perf_counter()
        await profiles.profile(user, guild, "Somebody")
        took["/profil"].append(time.perf_counter() - began)

        began = time.perf_counter()
        page = await profiles.page_of(guild, game, season, user)
        await profiles.ranking(guild, game, season, page or 0)
        took["/classement"].append(time.perf_counter() - began)

        began = time.perf_counter()
        first = await store.results_of(user, None, 10)
        await store.results_of(user, first[-1].table if first else None, 10)
        took["/parties"].append(time.perf_counter() - began)
    return {what: Times.of(seconds) for what, seconds in took.items()}


async def measure(tables: int, people: int = PEOPLE) -> dict[str, Times]:
    """Fill a file and time the queries."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        file, world = Path(folder) / "bench.sqlite3", World(tables, people)
        await make(f"sqlite:///{file}")
        fill(file, world)
        async with opened(f"sqlite:///{file}") as store:
            return await ask(store, world)


def lines(*, quick: bool) -> Iterator[Line]:
    """Yield the lines of the table."""
    tables = 20_000 if quick else TABLES
    for what, times in asyncio.run(measure(tables)).items():
        p50, p95, longest = (f"{1e3 * each:.1f} ms" for each in (times.p50, times.p95, times.longest))
        name, goal = f"{what}, {tables:,} finished tables", f"p95 ≤ {GOAL_SECONDS * 1e3:.0f} ms"
        yield name, goal, f"p50 {p50}, p95 {p95}, ≤ {longest}", times.p95 <= GOAL_SECONDS
