"""Tables: the only way to change one is lock, load, change, store, notify.

Every table has a home: the process that caches it and acts for it. Every server belongs to one shard and every shard to
one process, so a table's home is that of its server; the home of a solo table is wherever its person plays it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.core import absence, results
from bot.core.facts import CLOSED, OPEN, OVER, PACES, PLAYING
from bot.core.game import AnyGame, Illegal, Refusal
from bot.core.stored import RENAMED, Entry, OtherRules, Row, bare, before_last, confirm, facts_of, restore, written
from bot.core.table import Table
from bot.locks import Locks
from bot.recent import Recent
from bot.store import Conflict, Store, Unavailable
from bot.store.statements import MISSED, TABLE
from bot.workers import code_path


class Homes:
    """Tells what is at home here."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def has(self, table: Table) -> bool:
        """Whether a stored table is at home here."""
        return self._store.at_home(table.kept.shard)

    def of(self, table: Table) -> int:
        """The shard whose process acts for a table once it is written."""
        if not table.alone:
            return self._store.shards.shard_of(table.guild)
        if table.id:
            return table.kept.shard
        here = self.here(table.guild)
        return self._store.shards.shard_of(table.guild) if here is None else here

    def here(self, guild: int) -> int | None:
        """A shard of ours, that of a server if it is one; None if we act for nobody any more."""
        shards = self._store.shards
        return next((shard for shard in (shards.shard_of(guild), shards.first) if self._store.at_home(shard)), None)


log = logging.getLogger(__name__)

HOT = 2_000
"""Tables kept in memory; a colder one is replayed from its log when somebody touches it."""
TRIES = 4
LONG = 500
"""Moves of a game whose figures are counted in a thread: 6,000 of them would block the loop for 35 ms."""

Step = Callable[[Table], Table]
Watcher = Callable[[Table, Table], None]
"""Told (before, after) of a stored change. Must not wait."""
LeavingWatcher = Callable[[Table], None]
"""Told of every table that another process acts for from now on. Must not wait."""
LostWatcher = Callable[[Row], None]
"""Told of every table that was closed because not even its people could be read. Must not wait."""


class NoGame(LookupError):
    """The game of a stored table is not here any more."""


class Tables:
    """Every table, by its number.

    Every table is at home in one process, which remembers it and acts for it. Others may write it too: then its home is
    told, and acts. What one person plays alone is at home wherever they play it.
    """

    def __init__(self, store: Store, games: Mapping[str, AnyGame], *, now: Callable[[], float], rng: Random) -> None:
        self.store = store
        self.games = games
        self.now = now
        self.rng = rng
        self.started = now()
        self._homes = Homes(store)
        self._hot: Recent[int, Table] = Recent(HOT)
        self._locks = Locks[int]()
        self._watchers: list[Watcher] = []
        self._writers: list[Watcher] = []
        self._lost_watchers: list[LostWatcher] = []
        self._leaving_watchers: list[LeavingWatcher] = []
        self._following: set[asyncio.Task[None]] = set()
        store.hear(TABLE, self._written_elsewhere)
        self._missed = 0
        store.hear(MISSED, self._miss)

    def watch(self, watcher: Watcher) -> None:
        """Be told of every stored change of the tables that are at home here, whoever has stored it."""
        self._watchers.append(watcher)

    def watch_writing(self, watcher: Watcher) -> None:
        """Be told of every change that was stored here, wherever the table is at home."""
        self._writers.append(watcher)

    def watch_leaving(self, watcher: LeavingWatcher) -> None:
        """Be told of every table that leaves us."""
        self._leaving_watchers.append(watcher)

    @property
    def hot(self) -> int:
        """How many tables are in memory."""
        return len(self._hot)

    def watch_lost(self, watcher: LostWatcher) -> None:
        """Be told, once, of every table that was closed although there is no Table to show."""
        self._lost_watchers.append(watcher)

    async def open(self, table: Table) -> Table:
        """Keep a new table."""
        row = replace(written(table)[0], shard=self._homes.of(table))
        row = await self.store.create(row, table.people)
        return self._keep(confirm(table, row))

    async def get(self, number: int) -> Table:
        """A table as it is; Refusal if there is none."""
        if (table := self._remembered(number)) is not None:
            return table
        async with self._locks.of(number):
            return await self._load(number)

    async def of(self, user: int, statuses: Sequence[str]) -> list[Table]:
        """The tables somebody sits at, with one of these statuses, oldest first; those that cannot be read left out."""
        return await self._readable(await self.store.of_user(user, statuses), statuses)

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[Table]:
        """The tables opened in a channel or played in a thread; see ``of``."""
        return await self._readable(await self.store.in_place(place, statuses), statuses)

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[Table]:
        """The tables of a server; see ``of``."""
        return await self._readable(await self.store.in_guild(guild, statuses), statuses)

    async def _readable(self, rows: Sequence[Row], statuses: Sequence[str]) -> list[Table]:
        found: list[Table] = []
        for row in rows:
            try:
                table = await self.get(row.id)
            except Refusal:
                continue
            # Reading it may just have closed it.
            if table.status in statuses:
                found.append(table)
        return found

    async def change(self, number: int, step: Step) -> Table:
        """The table after a step, stored. Raises what the step raises, and then nothing has changed."""
        async with self._locks.of(number):
            for _ in range(TRIES):
                before = await self._load(number)
                after = step(before)
                if after is before:
                    return before
                if after.status == CLOSED and before.status != CLOSED:
                    after = after.with_facts(closed_at=self.now())
                row, entries, replaced = written(after)
                if row.shard != (home := self._homes.of(after)):
                    row = replace(row, shard=home)
                users = after.people if after.people != before.people else None
                # Results are stored in the same write as the end of the game.
                ended = await self._ended(after) if after.status not in OPEN and before.status in OPEN else {}
                try:
                    row = await self.store.save(row, entries=entries, replaced=replaced, users=users, **ended)
                except Conflict:
                    # Another process moved first: forget what we knew and judge the same request anew.
                    self._hot.pop(number)
                    continue
                except BaseException:
                    # It may or may not have been written: storage knows.
                    self._hot.pop(number)
                    raise
                after = self._keep(confirm(after, row))
                self._tell(before, after)
                return after
        raise Refusal("busy")

    async def try_change(self, number: int, step: Step) -> Table:
        """The table after a step that no answer depends on; as it is, and a line in the log, if it cannot be stored.

        Raises what the step raises.
        """
        try:
            return await self.change(number, step)
        except Refusal:
            raise
        except Exception as error:  # noqa: BLE001, a full disk: whoever only looks is answered all the same
            log.warning("not stored, so it stays as it was table=%s: %s", number, where(error))
            return await self.get(number)

    async def _ended(self, table: Table) -> dict[str, Any]:
        """The results and names that are stored with the end of a game."""
        try:
            if table.revision > LONG and table.status == OVER:
                await asyncio.to_thread(lambda: table.tally)
            return {"results": results.results(table), "names": results.names(table)}
        except Exception as error:  # noqa: BLE001, whatever figures a game cannot make, its last move is played
            log.error("no results table=%s: %s", table.id, where(error))  # noqa: TRY400, a traceback ends with the message
            return {}

    async def wake(self, number: int, idle_days: int | None = None) -> Table | None:
        """Let time do what it does at a table; None if there is no such table, or none that could be read.

        ``idle_days`` is the server's setting now, if it is known.
        """

        def step(table: Table) -> Table:
            return self._awake(table if idle_days is None else absence.with_idle_days(table, idle_days))

        try:
            return await self.change(number, step)
        except Refusal:
            return None

    async def clock_set_back(self) -> None:
        """Let the tables in memory work out anew until when they wait, after the clock was set back."""
        for number in list(self._hot):
            table = self._hot.get(number)
            if table is not None and table.status == PLAYING and table.kept.wake is not None:
                await self.wake(number)

    def _awake(self, table: Table) -> Table:
        try:
            after = absence.wake(table, self.now(), self.started)
        except Exception as error:  # noqa: BLE001, a default move that fails must not be tried for ever
            log.error("default move failed table=%s revision=%s: %s", table.id, table.revision, where(error))  # noqa: TRY400, a traceback ends with the message
            return table.close("broken")
        # A claim has moved the stored wake: even when nothing happens the right one must be written back.
        return after if after is not table else table.but()

    async def adopt(self, table: Table) -> Table:
        """Somebody plays here: what they play alone is at home here from now on."""
        if not table.alone or table.status not in OPEN or self._homes.has(table):
            return table
        if (shard := self._homes.here(table.guild)) is None:
            return table
        return await self.try_change(table.id, lambda table: table.but(kept=replace(table.kept, shard=shard)))

    def forget(self, number: int) -> None:
        """Drop what is remembered of a table; storage has it."""
        self._hot.pop(number)

    def _remembered(self, number: int) -> Table | None:
        """A table from memory: only one that is at home here, and only while we would hear that others write it."""
        table = self._hot.get(number)
        return table if table is not None and self.store.hears and self.store.at_home(table.kept.shard) else None

    async def _load(self, number: int) -> Table:
        if (table := self._remembered(number)) is not None:
            return table
        for _ in range(TRIES):
            missed = self._missed
            # What storage raises is not the table's fault: it goes on to whoever asked, and nothing is closed.
            found = await self.store.load(number)
            if found is None:
                raise Refusal("no-table")
            try:
                table = self._restored(*found)
                return self._keep(table) if missed == self._missed else table
            except MemoryError:
                raise
            except Exception as error:  # noqa: BLE001, whatever is wrong with one table concerns that table alone
                fault = error
            try:
                return self._keep(await self._bury(found[0], fault))
            except Conflict:
                log.info("somebody else wrote it first table=%s", number)
        raise Refusal("busy")

    def _restored(self, row: Row, entries: Sequence[Entry]) -> Table:
        game = self.games.get(row.game)
        if game is None:
            raise NoGame(row.game)
        return restore(row, entries, game)

    async def _bury(self, row: Row, error: Exception) -> Table:
        """Close a stored table that cannot be read, without a loser; gives it without its log.

        Raises Refusal if its people or its game are not known: then there is nothing that could be a Table.
        """
        game, facts = self.games.get(row.game), facts_of(row)
        if facts is not None and facts.pace not in PACES:
            facts = replace(facts, pace=next(iter(PACES)))
        # What has ended under older rules keeps its end: its board shows it.
        ended = row.status == OVER and row.shown in (row.revision, RENAMED) and isinstance(error, OtherRules)
        buried = replace(row, wake=None)
        after = facts
        if row.status != CLOSED and not ended:
            if facts is not None:
                why = "rules" if isinstance(error, OtherRules | NoGame) else "broken"
                after = replace(facts, closed=why, deadline=None, paused=None)
            # What cannot be read is left for somebody to look at.
            kept = row.facts if after is None else msgspec.json.encode(after)
            buried = replace(buried, status=CLOSED, facts=kept)
        news = buried.status != row.status
        if buried != row:
            try:
                buried = await self.store.save(buried)
            except (Conflict, Unavailable):
                raise
            except Exception as failure:  # noqa: BLE001, a full disk: people's other tables are shown all the same
                log.error("unreadable, and not closed yet table=%s: %s", row.id, where(failure))  # noqa: TRY400
                raise Refusal("lost-table") from None
        if news:
            log.error("cannot be read, so it is closed table=%s game=%s: %s", row.id, row.game, where(error))
        if game is None or facts is None or after is None:
            for watcher in self._lost_watchers if news else ():
                watcher(buried)
            raise Refusal("lost-table")
        before, table = bare(row, facts, game), bare(buried, after, game)
        if news:
            self._tell(before, table)
        return table

    def _keep(self, table: Table) -> Table:
        if self._homes.has(table):
            self._hot[table.id] = table
        else:
            self._hot.pop(table.id)
        return table

    def _tell(self, before: Table, after: Table) -> None:
        log.info("stored table=%s revision=%s guild=%s status=%s", after.id, after.revision, after.guild, after.status)
        for watcher in self._writers:
            watcher(before, after)
        if self._homes.has(after):
            for watcher in self._watchers:
                watcher(before, after)

    # ---- other processes

    def _miss(self, _: Any) -> None:
        """Others may have written anything meanwhile."""
        self._missed += 1
        self._hot.clear()

    def _written_elsewhere(self, said: Any) -> None:
        number, version, shard = said
        if self.store.at_home(shard):
            task = asyncio.create_task(self._follow(number, version), name="written elsewhere")
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    async def _follow(self, number: int, version: int) -> None:
        """Another process has written a table of ours: look at it, and act for it, or no longer."""
        try:
            async with self._locks.of(number):
                before = self._hot.get(number)
                if before is not None and before.kept.version >= version:
                    return
                self._hot.pop(number)
                try:
                    after = await self._load(number)
                except Refusal:
                    after = None
            if after is not None and _only_rewritten(before, after):
                return
            if after is not None and self._homes.has(after):
                log.info("written elsewhere table=%s revision=%s", number, after.revision)
                before = before or before_last(after)
                for watcher in self._watchers:
                    watcher(before, after)
            elif known := before or after:
                for leaving in self._leaving_watchers:
                    leaving(known)
        except Exception as error:  # noqa: BLE001, whatever it is, the table is not remembered any more
            log.error("cannot follow table=%s: %s", number, where(error))  # noqa: TRY400


def _only_rewritten(before: Table | None, after: Table) -> bool:
    """Whether a table had ended and been shown already: it has forgotten its people since, and nothing happened there.

    Its board may be years old, and would be posted anew.
    """
    ended = after.status not in OPEN and after.kept.shown in (after.kept.revision, RENAMED)
    return ended and (before is None or before.status == after.status)


def where(error: Exception) -> str:
    """An error for the log: its kind, and the way to it. Its message may name somebody's card, or hold a token."""
    kind = error.key if isinstance(error, Illegal) else type(error).__name__
    # Discord's refusals, and those of databases, are told apart by numbers.
    numbers = (getattr(error, name, None) for name in ("status", "code"))
    return f"{' '.join([kind, *(str(each) for each in numbers if isinstance(each, int))])} at {code_path(error)}"


async def attempted(what: str, write: Awaitable[object]) -> bool:
    """Await a write that no answer depends on: False, and a line in the log, if it fails."""
    try:
        await write
    except Exception as error:  # noqa: BLE001, a full disk, storage that is away
        log.warning("not stored: %s: %s", what, where(error))
        return False
    return True


class SharedTables:
    """Every table but those that one person plays alone."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.store = tables.store
        self.games = tables.games
        self.rng = tables.rng

    def watch(self, watcher: Watcher) -> None:
        """Be told of every stored change."""
        self._tables.watch(lambda before, after: None if after.alone else watcher(before, after))

    async def open(self, table: Table) -> Table:
        """Keep a new table."""
        return await self._tables.open(_checked(table))

    async def get(self, number: int) -> Table:
        """A table as it is; Refusal if there is none."""
        return _checked(await self._tables.get(number))

    async def change(self, number: int, step: Step) -> Table:
        """See ``Tables.change``."""
        return await self._tables.change(number, lambda table: step(_checked(table)))

    async def of(self, user: int, statuses: Sequence[str]) -> list[Table]:
        """See ``Tables.of``."""
        return _shared(await self._tables.of(user, statuses))

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[Table]:
        """See ``Tables.in_place``."""
        return _shared(await self._tables.in_place(place, statuses))

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[Table]:
        """See ``Tables.in_guild``."""
        return _shared(await self._tables.in_guild(guild, statuses))


def _checked(table: Table) -> Table:
    if table.alone:
        raise Refusal("no-table")
    return table


def _shared(tables: Iterable[Table]) -> list[Table]:
    return [table for table in tables if not table.alone]
