"""The only door that changes a table: lock → look → change → store → tell."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from weakref import WeakValueDictionary

import msgspec

from bot.facts import CLOSED, OPEN, Facts, Refusal
from bot.game import Game, Illegal
from bot.store import Conflict, Row, Store
from bot.table import Table

log = logging.getLogger(__name__)

HOT = 2_000
"""Tables kept in memory; a colder one is replayed from its log when somebody touches it."""
TRIES = 4

Step = Callable[[Table], Table]
Watcher = Callable[[Table, Table], None]
"""Told (before, after) of every stored change. Must not wait."""


class Tables:
    """Every table, by its number."""

    def __init__(self, store: Store, games: Mapping[str, Game], *, now: Callable[[], float], rng: Random) -> None:
        self.store = store
        self.games = games
        self.now = now
        self.rng = rng
        self.started = now()
        self._hot: OrderedDict[int, Table] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._watchers: list[Watcher] = []

    def watch(self, watcher: Watcher) -> None:
        """Be told of every stored change."""
        self._watchers.append(watcher)

    async def open(self, table: Table) -> Table:
        """Keep a new table."""
        row, _ = table.stored(self.now())
        row = await self.store.create(row, table.users)
        return self._keep(replace(table, row=row))

    async def get(self, number: int) -> Table:
        """A table as it is; Refusal if there is none."""
        if (table := self._hot.get(number)) is not None:
            self._hot.move_to_end(number)
            return table
        async with self._lock(number):
            return await self._load(number)

    async def change(self, number: int, step: Step) -> Table:
        """The table after a step, stored. Raises what the step raises, and then nothing has changed."""
        async with self._lock(number):
            for _ in range(TRIES):
                before = await self._load(number)
                after = step(before)
                if after is before:
                    return before
                row, entries = after.stored(self.now())
                users = after.users if after.users != before.users else None
                try:
                    row = await self.store.save(row, entries=entries, users=users)
                except Conflict:
                    # Another process moved first: forget what we knew and judge the same request anew.
                    self._hot.pop(number, None)
                    continue
                except BaseException:
                    # It may or may not have been written: storage knows.
                    self._hot.pop(number, None)
                    raise
                after = self._keep(replace(after, row=row))
                self._tell(before, after)
                return after
        raise Refusal("busy")

    async def wake(self, number: int) -> Table | None:
        """Let time do what it does at a table; gives it back if somebody must be told."""
        async with self._lock(number):
            try:
                before = await self._load(number)
            except Refusal:
                return None
        try:
            return await self.change(number, lambda table: self._awake(table, before))
        except Refusal:
            return None

    def _awake(self, table: Table, before: Table) -> Table:
        try:
            after = table.wake(self.now(), self.started)
        except Exception as error:  # noqa: BLE001, a default move that fails must not be tried for ever
            log.error("default move failed table=%s revision=%s: %s", before.id, before.revision, where(error))  # noqa: TRY400, a traceback ends with the message
            return table.close("broken")
        # A claim has moved the stored wake: even when nothing happens the right one must be written back.
        return after if after is not table else replace(table)

    def forget(self, number: int) -> None:
        """Drop what is remembered of a table; storage has it."""
        self._hot.pop(number, None)

    async def _load(self, number: int) -> Table:
        if (table := self._hot.get(number)) is not None:
            self._hot.move_to_end(number)
            return table
        found = await self.store.load(number)
        if found is None:
            raise Refusal("no-table")
        row, entries = found
        game = self.games.get(row.game)
        if game is None:
            raise Refusal("no-game", game=row.game)
        try:
            return self._keep(Table.restore(row, entries, game))
        except (Illegal, ValueError) as error:
            log.error("log no longer replays table=%s game=%s: %s", row.id, row.game, where(error))  # noqa: TRY400
            return await self._bury(row, game)

    async def _bury(self, row: Row, game: Game) -> Table:
        """A stored table that no longer replays is closed without a loser."""
        facts = msgspec.json.decode(row.facts, type=Facts)
        table = Table(row=row, facts=facts, game=game, status=row.status, thread=row.thread)
        if row.status in OPEN:
            facts = msgspec.structs.replace(facts, closed="rules", deadline=None, paused=None)
            row = msgspec.structs.replace(row, status=CLOSED, wake=None, facts=msgspec.json.encode(facts))
            row = await self.store.save(row)
            table = replace(table, row=row, facts=facts, status=CLOSED)
            self._tell(table, table)
        return self._keep(table)

    def _keep(self, table: Table) -> Table:
        self._hot[table.id] = table
        self._hot.move_to_end(table.id)
        while len(self._hot) > HOT:
            self._hot.popitem(last=False)
        return table

    def _lock(self, number: int) -> asyncio.Lock:
        # It lives as long as somebody holds it or waits for it, not longer.
        return self._locks.setdefault(number, asyncio.Lock())

    def _tell(self, before: Table, after: Table) -> None:
        log.info(
            "stored table=%s revision=%s guild=%s status=%s", after.id, after.revision, after.row.guild, after.status
        )
        for watcher in self._watchers:
            watcher(before, after)


def where(error: Exception) -> str:
    """An error of the rules for the log: its kind and place. Its message may name somebody's card."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    kind = error.key if isinstance(error, Illegal) else type(error).__name__
    return f"{kind} at {last.name}, line {last.lineno}"
