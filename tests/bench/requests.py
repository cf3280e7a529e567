"""Ordinary requests a move: ``python -m tests.bench.requests [games] [game …]``.

Discord allows the whole bot 50 ordinary requests a second; interaction callbacks and requests by interaction token do
not count. Whole games with every seat message open are played by people who choose as regular opponents do and think
for a few seconds before each move, by a clock that runs ahead. They click in their seat messages.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from bot.core.facts import PLAYING
from bot.core.game import AnyGame
from bot.core.lobby import start
from bot.core.opponents import ViewHistory, choose
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.question import PLAY
from tests.bench import rig
from tests.bench.report import Line, report
from tests.bench.rig import FIRST_CHANNEL, FIRST_USER
from tests.bench.server import BY_TOKEN, CALLBACK, snowflake

GOAL = 1.0
GAMES = 3
MOST_SEATS = 4
PACE = "relaxed"
THINKING_SECONDS = (2.0, 14.0)
HURRY_SECONDS = (0.5, 3.0)
"""The same where several people may answer a challenge."""
AFTER_MOVE_SECONDS = 1.0
CAUSES = ("after a move", "after a move of the table itself", "later")
"""Later is when a reveal ends, or after the end."""
FREE = (CALLBACK, BY_TOKEN)
STEP_SECONDS = 0.25
"""The clock runs ahead in steps; between them everything that is due runs."""
STEP_WAIT_SECONDS = 0.002
LAYOUT = 1 << 15


class Requests(NamedTuple):
    """Requests of whole games."""

    key: str
    seats: int
    games: int
    moves: int
    reveals: int
    """Moves that showed something for a few seconds."""
    counts: dict[str, Counter[str]]
    """By cause and kind."""

    def _each(self, *kinds: str) -> float:
        return sum(counter[kind] for counter in self.counts.values() for kind in kinds) / self.moves

    @property
    def a_move(self) -> float:
        """Ordinary requests a move."""
        return sum(counter.total() for counter in self.counts.values()) / self.moves - self._each(CALLBACK, BY_TOKEN)

    def __str__(self) -> str:
        parts = []
        for cause, counter in self.counts.items():
            kinds = [f"{kind} {count / self.moves:.2f}" for kind, count in sorted(counter.items()) if kind not in FREE]
            parts += [f"{cause}: {', '.join(kinds)}"] if kinds else []
        return (
            f"{self.a_move:.2f} ({'; '.join(parts)}); free: {self._each(CALLBACK):.2f} callbacks, "
            f"{self._each(BY_TOKEN):.2f} by token; {self.moves} moves, {self.reveals} with a reveal, "
            f"{self.games} games of {self.seats}"
        )


class Players:
    """The people at one table."""

    def __init__(self, bot: rig.Running, wire: rig.Wire, clock: rig.Clock, rng: Random) -> None:
        self._bot, self._wire, self._clock, self._rng = bot, wire, clock, rng
        self._seat_messages: dict[int, int] = {}
        self.moves = self.reveals = 0
        self.counts = {cause: Counter[str]() for cause in CAUSES}

    async def play(self, game: AnyGame, seats: int) -> None:
        """Play one game to its end."""
        lobby = rig.full_lobby(game, FIRST_CHANNEL, seats, self._bot.now(), FIRST_USER, PACE)
        number = (await self._bot.tables.open(lobby)).id
        now = self._bot.now()
        table = (await self._bot.tables.change(number, lambda table: start(table, FIRST_USER, self._rng, now))).after
        await self._wait(2.0)
        self._seat_messages = {person: snowflake() for person in table.users}
        for person in table.users:
            await self._click(table, person, str(Address("hand", number, table.revision)))
        views = ViewHistory(range(seats))
        while (table := await self._bot.tables.get(number)).status == PLAYING:
            hurries = table.state is not None and game.hurry(table.state.view(None))
            await self._think(number, self._rng.uniform(*(HURRY_SECONDS if hurries else THINKING_SECONDS)))
            while (table := await self._bot.tables.get(number)).blocked(self._bot.now()):
                await self._think(number, STEP_SECONDS)
            if not table.to_act:
                continue  # The table has played a forced move, which ended the game.
            assert table.state is not None
            views.add(table.state)
            seat = self._rng.choice(sorted(table.to_act))
            move = choose(game, views.of(seat), table.legal(seat), "regular", self._rng)
            address = str(Address(PLAY, number, table.revision, game.path(move)))
            before = Counter(self._wire.seen.requests)
            await self._click(table, table.users[seat], address)
            self.counts[CAUSES[0]] += self._wire.seen.requests - before
            after = await self._bot.tables.get(number)
            assert after.revision > table.revision, "a move is lost"
            self.moves += 1
            self.reveals += after.reveals(self._bot.now() - AFTER_MOVE_SECONDS)
        await self._think(number, 30.0)

    async def _click(self, table: Table, person: int, address: str) -> None:
        board = self._wire.seen.boards[table.place]
        shown = self._wire.seen.components.get(board, [])
        body: dict[str, Any] = {"components": shown, "flags": LAYOUT}
        on = self._seat_messages[person]
        payload = rig.click(table.place, person, address, on, body, private=True, at=self._clock())
        number = int(payload["id"])
        self._wire.clicked[number] = on
        answered = self._wire.waiting[number] = asyncio.get_running_loop().create_future()
        rig.receive(self._bot.client, payload)
        await answered
        await self._wait(AFTER_MOVE_SECONDS)

    async def _think(self, number: int, seconds: float) -> None:
        """Wait; count requests that follow a move of the table itself apart from those that hide a reveal."""
        revision, own_move = (await self._bot.tables.get(number)).revision, -AFTER_MOVE_SECONDS
        for step in range(max(1, round(seconds / STEP_SECONDS))):
            before = Counter(self._wire.seen.requests)
            await self._wait(STEP_SECONDS)
            if (table := await self._bot.tables.get(number)).revision != revision:
                revision, own_move = table.revision, step * STEP_SECONDS
            follows = step * STEP_SECONDS - own_move < AFTER_MOVE_SECONDS
            self.counts[CAUSES[1] if follows else CAUSES[2]] += self._wire.seen.requests - before

    async def _wait(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / STEP_SECONDS))):
            self._clock.offset += STEP_SECONDS
            await asyncio.sleep(STEP_WAIT_SECONDS)
            # Storage does not run ahead: without this a commit would seem to take seconds on a busy machine.
            await self._bot.tables.store.put("bench", 0, b"")


async def _measure(clock: rig.Clock, game: AnyGame, games: int) -> Requests:
    wire, seats = rig.Wire(clock), min(MOST_SEATS, max(game.seats))
    async with rig.running(None, wire, [FIRST_CHANNEL]) as bot:
        players = Players(bot, wire, clock, Random(7))
        for _ in range(games):
            await players.play(bot.catalogue.games[game.key], seats)
    return Requests(game.key, seats, games, players.moves, players.reveals, players.counts)


def measure(game: AnyGame, games: int = GAMES) -> Requests:
    """Play so many games."""
    clock = rig.Clock()
    with asyncio.Runner(loop_factory=lambda: rig.ShiftedLoop(clock)) as runner:
        return runner.run(_measure(clock, game, games))


def lines(*, quick: bool = False, games: int = GAMES, keys: Iterable[str] = ()) -> Iterator[Line]:
    """Yield the lines of the table, for these games or for all."""
    for game in rig.games().values():
        if not keys or game.key in keys:
            found = measure(game, 1 if quick else games)
            yield f"ordinary requests a move, {game.key}", f"≤ {GOAL:.0f}", str(found), found.a_move <= GOAL


if __name__ == "__main__":
    given = sys.argv[1:]
    count = next((int(text) for text in given if text.isdigit()), GAMES)
    named = rig.games().keys() & set(given)
    raise SystemExit(report(lines(games=count, keys=named)))
