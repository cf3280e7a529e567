"""Ordinary requests a move: ``python -m tests.bench.requests [games] [game …]``.

Discord allows the whole bot 50 ordinary requests a second; interaction callbacks and requests by interaction token do
not count. Whole games with every seat message open are played by people who choose as regular opponents do and think
for a few seconds before each move, by a clock that runs ahead. They click in their seat messages.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from bot.app import App
from bot.catalogue import walk
from bot.core.facts import PLAYING
from bot.core.game import AnyGame
from bot.core.opponents import ViewHistory, choose
from bot.pages.address import Address
from bot.pages.question import PLAY
from tests.bench import rig
from tests.bench.moves import People, deal
from tests.bench.report import Line, report
from tests.bench.rig import FIRST_CHANNEL
from tests.bench.server import BY_TOKEN, CALLBACK

GOAL = 1.0
GAMES = 3
MOST_SEATS = 4
THINKING_SECONDS = (2.0, 14.0)
HURRY_SECONDS = (0.5, 3.0)
"""The same where several people may answer a challenge."""
AFTER_MOVE_SECONDS = 1.0
AFTER_MOVE, LATER = "after a move", "later"
"""Causes of requests. Later is when a reveal ends, after a move of the table itself, or after the end."""
FREE = (CALLBACK, BY_TOKEN)
STEP_SECONDS = 0.25
"""The clock runs ahead in steps; between them everything that is due runs."""
STEP_WAIT_SECONDS = 0.002


class Games:
    """Whole games at one table, and the requests they cause."""

    def __init__(self, app: App, wire: rig.Wire, rng: Random) -> None:
        self._app, self._wire, self._rng = app, wire, rng
        self._people = People(wire, rng)
        self.moves = 0
        self.reveals = 0
        """Moves that showed something for a few seconds."""
        self.counts = {AFTER_MOVE: Counter[str](), LATER: Counter[str]()}
        """By cause and kind."""

    async def play(self, game: AnyGame, seats: int) -> None:
        """Play one game to its end."""
        (number,) = await deal(self._app, 1, self._rng, game=game.key, seats=seats)
        for payload in self._people.open_seat_messages(await self._app.tables.get(number)):
            await self._click(payload)
        views = ViewHistory(range(seats))
        while (table := await self._app.tables.get(number)).status == PLAYING:
            hurries = table.state is not None and game.hurry(table.state.view(None))
            with self._counted(LATER):
                await self._wait(self._rng.uniform(*(HURRY_SECONDS if hurries else THINKING_SECONDS)))
                while (table := await self._app.tables.get(number)).blocked(self._app.now()):
                    await self._wait(STEP_SECONDS)
            if not table.to_act:
                continue  # The table has played a forced move, which ended the game.
            assert table.state is not None
            views.add(table.state)
            seat = self._rng.choice(sorted(table.to_act))
            move = choose(game, views.of(seat), table.legal(seat), "regular", self._rng)
            address = Address(PLAY, number, table.revision, game.path(move))
            with self._counted(AFTER_MOVE):
                await self._click(self._people.click(table, table.users[seat], address))
            after = await self._app.tables.get(number)
            assert after.revision > table.revision, "a move is lost"
            self.moves += 1
            self.reveals += after.reveals(self._app.now() - AFTER_MOVE_SECONDS)
        with self._counted(LATER):
            await self._wait(30.0)

    @contextmanager
    def _counted(self, cause: str) -> Iterator[None]:
        before = self._wire.seen.requests.copy()
        yield
        self.counts[cause] += self._wire.seen.requests - before

    async def _click(self, payload: dict[str, Any]) -> None:
        answered = self._wire.waiting[int(payload["id"])] = asyncio.get_running_loop().create_future()
        rig.receive(self._app.bot, payload)
        await answered
        await self._wait(AFTER_MOVE_SECONDS)

    async def _wait(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / STEP_SECONDS))):
            self._wire.clock.offset += STEP_SECONDS
            await asyncio.sleep(STEP_WAIT_SECONDS)
            # Storage does not run ahead: without this a commit would seem to take seconds on a busy machine.
            await self._app.tables.store.put("bench", 0, b"")

    def _each(self, *kinds: str) -> float:
        return sum(counter[kind] for counter in self.counts.values() for kind in kinds) / self.moves

    @property
    def a_move(self) -> float:
        """Ordinary requests a move."""
        return sum(counter.total() for counter in self.counts.values()) / self.moves - self._each(*FREE)

    def __str__(self) -> str:
        parts = []
        for cause, counter in self.counts.items():
            kinds = [f"{kind} {count / self.moves:.2f}" for kind, count in sorted(counter.items()) if kind not in FREE]
            parts += [f"{cause}: {', '.join(kinds)}"] if kinds else []
        return (
            f"{self.a_move:.2f} ({'; '.join(parts)}); free: {self._each(CALLBACK):.2f} callbacks, "
            f"{self._each(BY_TOKEN):.2f} by token; {self.moves} moves, {self.reveals} with a reveal"
        )


def measure(game: AnyGame, games: int = GAMES) -> Games:
    """Play so many games."""

    async def play(wire: rig.Wire) -> Games:
        async with rig.running(None, wire, [FIRST_CHANNEL]) as app:
            found = Games(app, wire, Random(7))
            for _ in range(games):
                await found.play(game, min(MOST_SEATS, max(game.seats)))
        return found

    return rig.run_ahead(play)


def lines(*, quick: bool = False, games: int = GAMES, keys: Collection[str] = ()) -> Iterator[Line]:
    """Yield the lines of the table, for these games or for all."""
    for key, game in walk().games.items():
        if not keys or key in keys:
            found = measure(game, 1 if quick else games)
            yield f"ordinary requests a move, {key}", f"≤ {GOAL:.0f}", str(found), found.a_move <= GOAL


if __name__ == "__main__":
    given = sys.argv[1:]
    count = next((int(text) for text in given if text.isdigit()), GAMES)
    raise SystemExit(report(lines(games=count, keys=[text for text in given if not text.isdigit()])))
