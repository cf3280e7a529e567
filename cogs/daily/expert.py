"""How far an expert comes with the deal of a day, against everybody's opponents: worked out once and stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core.facts import PLAYING, Player
from bot.core.game import AnyGame, Level, Seat
from bot.core.opponents import drawn, due
from bot.core.results import Result, results
from bot.core.table import Table
from bot.store import Store
from bot.tables.opponents import Decisions, NoThought, move_of, thought_about
from bot.tables.tables import error_summary
from cogs.daily.deal import Daily, dealt, merit, seated

log = logging.getLogger(__name__)

EXPERT = "daily-expert"
"""The kind of the documents that say how far an expert came, by the number of the day."""
EXPERT_GAMES = 8
"""Games the expert plays, of which the best counts. Where moves are about as good, it decides anew in each."""
LEVEL: Level = "expert"
SEAT: Seat = 0
"""Where people sit who play the deal of the day."""
MOST_MOVES = 5_000
"""A game that takes longer is given up."""


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an expert. Its moves are not stored: the deal stays secret."""

    seal: str
    """The seal of the deal: a deal that was drawn anew is another one."""
    place: int
    seats: int
    score: int


class Expert:
    """Plays the deals of days, each once, in the processes that think for opponents.

    Everything follows from the deal, so every process finds the same.
    """

    def __init__(self, store: Store, games: Mapping[str, AnyGame], decisions: Decisions) -> None:
        self.tries = EXPERT_GAMES
        self._store = store
        self._games = games
        self._decisions = decisions
        self._task: asyncio.Task[None] | None = None

    async def reached(self, day: int, deal: Daily) -> Reached | None:
        """The result of an expert with a day's deal, if it is known by now."""
        document = await self._store.get(EXPERT, day)
        found = msgspec.json.decode(document, type=Reached) if document else None
        return found if found is not None and found.seal == deal.seal else None

    def start(self) -> None:
        """Nothing to begin: the expert plays when somebody has played."""

    def play(self, day: int, deal: Daily) -> None:
        """Work the result out in the background unless it is known; one day at a time."""
        if self._task is None:
            self._task = asyncio.create_task(self._work(day, deal), name="expert")
            self._task.add_done_callback(self._done)

    async def finish(self) -> None:
        """Stop; the next player of the deal starts it again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _done(self, _task: asyncio.Task[None]) -> None:
        self._task = None

    async def _work(self, day: int, deal: Daily) -> None:
        try:
            game = self._games[deal.game]
            if await self.reached(day, deal) is not None:
                return
            found = [await self._played(game, deal, day, number) for number in range(self.tries)]
            best = min(found, key=lambda result: merit(game, result))
            reached = Reached(seal=deal.seal, place=best.place, seats=best.seats, score=best.score)
            await self._store.put(EXPERT, day, msgspec.json.encode(reached))
            log.info("an expert has played the deal of the day day=%s", day)
        except NoThought:
            log.info("an expert could not play the deal of the day, and tries again later day=%s", day)
        except Exception as error:  # noqa: BLE001, it is tried again when somebody plays next
            log.error("an expert fails at the deal of the day day=%s: %s", day, error_summary(error))  # noqa: TRY400

    async def _played(self, game: AnyGame, deal: Daily, day: int, number: int) -> Result:
        """One game of the expert: people move first, then opponents, as at everybody's table. Raises NoThought."""
        lobby = seated(game, deal, day, Player(user=1, name=LEVEL), 0.0, practice=False)
        table, now = dealt(lobby, deal, 0.0), 0.0
        while table.status == PLAYING and table.revision < MOST_MOVES:
            now = max(now, table.flash_until) + 1.0
            table = table.after(*await self._move(table, day, number), now)
        if table.status == PLAYING:
            raise NoThought
        return results(table)[SEAT]

    async def _move(self, table: Table, day: int, number: int) -> tuple[Seat, Any]:
        if (alone := table.automatic) is not None:
            return alone
        if SEAT in table.to_act:
            seed = drawn(table, f"expert {number}", table.revision, SEAT).getrandbits(64)
            asked = msgspec.structs.replace(await thought_about(table, SEAT, LEVEL), seed=seed)
            seat = SEAT
        else:
            move = due(table)
            assert move is not None
            seat = move.seat
            asked = await thought_about(table, seat, move.level)
        # Tables have positive numbers: a day takes its turns beside them.
        return seat, await self._decisions.decide(table, seat, asked, move_of, number=-day)
