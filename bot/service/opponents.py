"""Opponents at tables: for every table that waits for one, think, wait for the right moment, and move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from bot.core.game import Level, Seat
from bot.core.refusal import Refusal
from bot.core.rhythm import Due, due
from bot.core.status import ASLEEP
from bot.core.table import Table
from bot.core.thought import Thought, Wording, move_of, shown, thought
from bot.service.tables import Tables, where
from bot.service.thinking import Decisions, NoThought

log = logging.getLogger(__name__)

AT_ONCE = 64
"""Moves replayed before others have their turn: a long log would block the loop."""


LOOK = 30.0
"""Seconds after which whoever waits for the moment of a move looks at the clock again: it may have been set."""


class Work(NamedTuple):
    """A move that is being thought about, or whose time has not come."""

    revision: int
    move: Due
    task: asyncio.Task[None]


class Opponents:
    """Moves for them. What it does is nowhere but in the tables: after a restart it is the same again.

    It thinks outside the table's lock, and what it decided counts only if nothing has happened since.
    """

    def __init__(
        self,
        tables: Tables,
        decisions: Decisions,
        now: Callable[[], float],
        watched: Callable[[Table], bool] = lambda _table: True,
    ) -> None:
        """``watched`` says whether somebody who plays alone looks at their table: it waits while they do not."""
        self._tables = tables
        self._watched = watched
        self._decisions = decisions
        self._now = now
        self._working: dict[int, Work] = {}
        self._stopped = False

    def changed(self, _before: Table, after: Table) -> None:
        """A table has been stored: an opponent may have to move, or no longer."""
        work, move = self._working.get(after.id), due(after)
        if work is not None and (work.revision, work.move) == (after.revision, move):
            return
        if work is not None:
            del self._working[after.id]
            # Not whoever tells us: the move has been made.
            if work.task is not asyncio.current_task():
                work.task.cancel()
        if move is not None and not self._stopped:
            task = asyncio.create_task(self._move(after, move), name="opponent")
            self._working[after.id] = Work(after.revision, move, task)

    def left(self, table: Table) -> None:
        """Another process acts for a table from now on: whatever is to be done there it does."""
        if (work := self._working.pop(table.id, None)) is not None and work.task is not asyncio.current_task():
            work.task.cancel()

    async def finish(self) -> None:
        """Before a stop: move no more. What is left is made after the next start."""
        self._stopped = True
        tasks = {work.task for work in self._working.values()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        self._decisions.close()

    async def _move(self, table: Table, move: Due) -> None:
        """Think and, when the time has come, move. Whatever happens at the table meanwhile cancels this."""
        try:
            loop = asyncio.get_running_loop()
            # By the loop's time too: a clock that is set back makes nobody wait longer.
            end = loop.time() + move.at - max(self._now(), table.log[-1].at)
            chosen = await self._decided(table, move)
            while (left := min(move.at - self._now(), end - loop.time())) > 0:  # noqa: ASYNC110, clocks are set silently
                await asyncio.sleep(min(left, LOOK))
            await self._tables.change(table.id, self._step(table, move, chosen))
        except Refusal:
            log.info("no table to move at any more table=%s", table.id)
        except Exception as error:  # noqa: BLE001, storage, say: the clock comes back to this table
            log.error("an opponent could not move table=%s: %s", table.id, where(error))  # noqa: TRY400
        finally:
            work = self._working.get(table.id)
            if work is not None and work.task is asyncio.current_task():
                del self._working[table.id]

    def _step(self, thought_of: Table, move: Due, chosen: Any) -> Callable[[Table], Table]:
        def step(table: Table) -> Table:
            if table.revision != thought_of.revision or due(table) != move:
                return table
            if table.alone and not self._watched(table):
                return table.pause(ASLEEP)
            try:
                decision = table.default(move.seat) if chosen is None else chosen
                stands_in = "stand-in" if move.seat in table.away else None
                return table.after(move.seat, decision, self._now(), decided_by=stands_in)
            except Exception as error:  # noqa: BLE001, a move that fails must not be tried for ever
                log.error("a move failed table=%s revision=%s: %s", table.id, table.revision, where(error))  # noqa: TRY400
                return table.close("broken")

        return step

    async def _decided(self, table: Table, move: Due) -> Any:
        """The move itself; None if there is no decision: then the game's default is played."""
        asked = await thought_about(table, move.seat, move.level)
        try:
            return await self._decisions.decide(table, move.seat, asked, move_of)
        except NoThought:
            return None


async def thought_about(table: Table, seat: Seat, level: Level, told: Wording | None = None) -> Thought:
    """What whoever thinks is asked about a seat now. A long log is gone through a little at a time."""
    views: list[bytes] = []
    for view in shown(table, seat):
        views.append(view)
        if len(views) % AT_ONCE == 0:
            await asyncio.sleep(0)
    return thought(table, seat, level, views, told)
