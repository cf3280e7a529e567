"""Tables: the only way to change one is lock, load, change, store, notify.

Every table has a home: the process that caches it and acts for it. Every server belongs to one shard and every shard to
one process, so a table's home is that of its server; the home of a solo table is wherever its person plays it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import KW_ONLY, InitVar, dataclass
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec
from cachetools import LRUCache
from msgspec.structs import replace

from bot.core import absence, lobby, results
from bot.core.facts import (
    ASLEEP,
    CLOSED,
    LOBBY,
    OPEN,
    OVER,
    PACES,
    PLAYING,
    RENAMED,
    Log,
    MoveRow,
    TableFacts,
    TableRow,
    Turn,
    decode_facts,
    facts_of,
)
from bot.core.game import CHANCE, AnyGame, Illegal, Refusal
from bot.core.opponents import drawn
from bot.core.table import Table
from bot.store import Conflict, Store, Unavailable
from bot.store.statements import MISSED, TABLE
from bot.workers import code_path

log = logging.getLogger(__name__)

CACHED_TABLES = 2_000
"""Tables in memory; any other is replayed from its log when it is needed."""
ATTEMPTS = 4
LONG = 500
"""Moves of a game whose figures are counted in a thread: 6,000 of them would block the loop for 35 ms."""

Step = Callable[[Table], Table]


class Changed(NamedTuple):
    """A table that has been stored: as it was, and as it is now."""

    before: Table
    after: Table
    ours: bool = True
    """Whether this process acts for the table."""
    local: bool = True
    """Whether this process has stored it."""

    @property
    def ended(self) -> bool:
        """Whether the table has just ended."""
        return self.after.status not in OPEN and self.before.status in OPEN

    @property
    def paused(self) -> bool:
        """Whether the table has just been paused because the bot lacks a permission."""
        return self.after.facts.paused not in (None, ASLEEP, self.before.facts.paused)

    @property
    def with_computer(self) -> bool:
        """Whether the computer plays, or has just played, for a seat."""
        return any((self.after.opponents, self.after.away, self.before.opponents, self.before.away))

    @property
    def slow(self) -> bool:
        """Whether people at this table come and go: nobody need be looking."""
        return self.after.pace.slow and not self.after.alone


class Left(NamedTuple):
    """A table that another process acts for from now on."""

    table: Table


class UnreadableTable(NamedTuple):
    """A table that was closed because neither its people nor its game can be read: only its row is known."""

    row: TableRow


Event = Changed | Left | UnreadableTable
Subscriber = Callable[[Event], None]
"""Must not block."""


class Home:
    """Answers which tables this process acts for."""

    def __init__(self, fleet: Store | None = None) -> None:
        """``fleet`` is storage that other processes use too: a table is at home where its server's shard is.

        None: this process acts for all tables.
        """
        self._fleet = fleet

    @property
    def listening(self) -> bool:
        """Whether this process receives what others write; otherwise its cache may be stale."""
        return self._fleet is None or self._fleet.notified

    def owns(self, table: Table) -> bool:
        """Whether this process acts for a stored table."""
        return self._fleet is None or self._fleet.at_home(table.row.shard)

    def shard_of(self, table: Table) -> int:
        """The shard to store with a table; a solo table keeps the shard it was last played on."""
        if self._fleet is None or (table.alone and table.id):
            return table.row.shard
        here = self.shard_here(table.guild) if table.alone else None
        return self._fleet.shards.shard_of(table.guild) if here is None else here

    def shard_here(self, guild: int) -> int | None:
        """A shard of this process for a solo table, that of the server if possible; None if there is none."""
        if self._fleet is None:
            return None
        shards = self._fleet.shards
        return next((shard for shard in (shards.shard_of(guild), shards.first) if self._fleet.at_home(shard)), None)


K = TypeVar("K", bound=Hashable)


class Locks(Generic[K]):
    """Locks by key. A lock that nobody holds or waits for is garbage-collected."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: K) -> asyncio.Lock:
        """The lock of that key, for ``async with``."""
        return self._locks.setdefault(key, asyncio.Lock())

    def taken(self, key: K) -> bool:
        """Whether somebody holds the lock of that key."""
        lock = self._locks.get(key)
        return lock is not None and lock.locked()


class OtherRules(ValueError):
    """The log follows another version of the game's rules."""


class NoGame(LookupError):
    """The game of a stored table is not here any more."""


@dataclass(eq=False)
class Tables:
    """Every table, by its number. A table that another process has written is loaded again where it is at home."""

    store: Store
    games: Mapping[str, AnyGame]
    _: KW_ONLY
    now: Callable[[], float]
    rng: Random
    home: InitVar[Home | None] = None

    def __post_init__(self, home: Home | None) -> None:
        self.started = self.now()
        self._home = home or Home(self.store)
        self._cache: LRUCache[int, Table] = LRUCache(CACHED_TABLES)
        self._locks = Locks[int]()
        self._subscribers: list[Subscriber] = []
        self._following: set[asyncio.Task[None]] = set()
        self.store.subscribe(TABLE, self._written_elsewhere)
        self._missed = 0
        self.store.subscribe(MISSED, self._miss)

    def subscribe(self, subscriber: Subscriber, only: property | None = None) -> None:
        """Notify of every event, in the order of subscription.

        ``only`` is a property of ``Changed`` that must be true for changes.
        """
        wanted = only.fget if only is not None else None

        def filtered(event: Event) -> None:
            if wanted is None or not isinstance(event, Changed) or wanted(event):
                subscriber(event)

        self._subscribers.append(subscriber if wanted is None else filtered)

    def on_change(self, callback: Callable[[Table, Table], None], only: property | None = None) -> None:
        """Call with (before, after) for every change of a table that this process acts for; ``only`` as above."""

        def subscriber(event: Event) -> None:
            if isinstance(event, Changed) and event.ours:
                callback(event.before, event.after)

        self.subscribe(subscriber, only)

    @property
    def cached(self) -> int:
        """How many tables are in memory."""
        return len(self._cache)

    async def open(self, table: Table) -> Table:
        """Store a new table."""
        row = replace(written(table)[0], shard=self._home.shard_of(table))
        row = await self.store.create(row, table.people)
        return self._keep(confirm(table, row))

    async def get(self, number: int) -> Table:
        """A table as it is; Refusal if there is none."""
        if (table := self._cached(number)) is not None:
            return table
        async with self._locks.of(number):
            return await self._load(number)

    async def of(self, user: int, statuses: Sequence[str]) -> list[Table]:
        """The tables somebody sits at, with one of these statuses, oldest first; those that cannot be read left out."""
        return await self._readable([row.id for row in await self.store.of_user(user, statuses)], statuses)

    async def in_place(self, place: int, statuses: Sequence[str]) -> list[Table]:
        """The tables opened in a channel or played in a thread, without solo tables; see ``of``."""
        found = [row.id for row in await self.store.in_place(place, statuses)]
        return await self._readable(found, statuses, alone=False)

    async def of_or_in(self, user: int, place: int, statuses: Sequence[str]) -> list[Table]:
        """The tables that ``of`` or ``in_place`` finds, without solo tables."""
        found = await self.store.of_user_or_in_place(user, place, statuses)
        return await self._readable(found, statuses, alone=False)

    async def in_guild(self, guild: int, statuses: Sequence[str]) -> list[Table]:
        """The tables of a server, without solo tables; see ``of``."""
        found = [row.id for row in await self.store.in_guild(guild, statuses)]
        return await self._readable(found, statuses, alone=False)

    async def _readable(self, numbers: list[int], statuses: Sequence[str], *, alone: bool = True) -> list[Table]:
        """Those of these tables that can be read; with solo tables if ``alone``."""
        found: list[Table] = []
        for number in numbers:
            try:
                table = await self.get(number)
            except Refusal:
                continue
            # Reading it may just have closed it.
            if table.status in statuses and (alone or not table.alone):
                found.append(table)
        return found

    async def change(self, table: Table | int, step: Step) -> Changed:
        """Apply a step to the newest version of a table and store the result.

        Raises what the step raises, and then nothing has changed. A step that returns its table unchanged stores
        nothing.
        """
        number, known = (table, None) if isinstance(table, int) else (table.id, table)
        async with self._locks.of(number):
            for _ in range(ATTEMPTS):
                before = await self._newest(number, known)
                after = step(before)
                if after is before:
                    return Changed(before, before)
                after = self._with_draws(after)
                if after.status == CLOSED and before.status != CLOSED:
                    after = after.with_facts(closed_at=self.now())
                row, entries, replaced = written(after)
                if row.shard != (shard := self._home.shard_of(after)):
                    row = replace(row, shard=shard)
                users = after.people if after.people != before.people else None
                # Results are stored in the same write as the end of the game.
                ended = await self._ended(after) if after.status not in OPEN and before.status in OPEN else {}
                try:
                    row = await self.store.save(row, entries=entries, replaced=replaced, users=users, **ended)
                except Conflict:
                    # Another process stored a move first: apply the step again to what is stored now.
                    self._cache.pop(number, None)
                    known = None
                    continue
                except BaseException:
                    # The write may or may not have succeeded.
                    self._cache.pop(number, None)
                    raise
                return self._notify(before, self._keep(confirm(after, row)))
        raise Refusal("busy")

    def _with_draws(self, table: Table) -> Table:
        """The table after everything that chance draws now: not while a flash is shown."""
        while table.waits_for_chance and not table.blocked(now := self.now()):
            assert table.state is not None
            # At an ordered table everybody gets the same draws, in the same order.
            count = sum(turn.seat == CHANCE for turn in table.log)
            rng = drawn(table, "chance", count, CHANCE) if table.facts.ordered else self.rng
            table = table.after(CHANCE, table.state.chance(rng), now)
        return table

    async def _newest(self, number: int, known: Table | None) -> Table:
        """The newest version of a table, whose lock is held: the known one if the cache still has it."""
        if known is not None and self._cache.get(number) is known and self._home.listening:
            return known
        return await self._load(number)

    async def try_change(self, table: Table, step: Step) -> Table:
        """The table after a step that no answer depends on; unchanged, and a line in the log, if it cannot be stored.

        Raises what the step raises.
        """
        try:
            return (await self.change(table, step)).after
        except Refusal:
            raise
        except Exception as error:  # noqa: BLE001, a full disk: players who only look are answered all the same
            log.warning("change not stored table=%s: %s", table.id, error_summary(error))
            return await self.get(table.id)

    async def _ended(self, table: Table) -> dict[str, Any]:
        """The results and names that are stored with the end of a game."""
        try:
            if table.revision > LONG and table.status == OVER:
                await asyncio.to_thread(lambda: table.tally)
            return {"results": results.results(table), "names": results.names(table)}
        except Exception as error:  # noqa: BLE001, whatever figures a game cannot make, its last move is played
            log.error("no results table=%s: %s", table.id, error_summary(error))  # noqa: TRY400, a traceback ends with the message
            return {}

    async def wake(self, number: int) -> Table | None:
        """Apply what is due at a table now; None if there is no such table, or it cannot be read."""
        try:
            return (await self.change(number, self._awake)).after
        except Refusal:
            return None

    async def clock_set_back(self) -> None:
        """Recompute the deadlines of cached tables after the clock was set back."""
        for number in list(self._cache):
            table = self._cache.get(number)
            if table is not None and table.status == PLAYING and table.row.wake is not None:
                await self.wake(number)

    def _awake(self, table: Table) -> Table:
        try:
            now = self.now()
            after = lobby.wake(table, now) if table.status == LOBBY else absence.wake(table, now, self.started)
        except Exception as error:  # noqa: BLE001, a default move that fails must not be tried for ever
            log.error("default move failed table=%s revision=%s: %s", table.id, table.revision, error_summary(error))  # noqa: TRY400, a traceback ends with the message
            return table.close("broken")
        # The claim has moved the stored wake time: write the right one back even if nothing is due.
        return after if after is not table else table.but()

    async def adopt(self, table: Table) -> Table:
        """The table; a solo table that another process acted for is this process's from now on."""
        if not table.alone or table.status not in OPEN or self._home.owns(table):
            return table
        if (shard := self._home.shard_here(table.guild)) is None:
            return table
        return await self.try_change(table, lambda table: table.but(row=replace(table.row, shard=shard)))

    def forget(self, number: int) -> None:
        """Drop a table from the cache."""
        self._cache.pop(number, None)

    def _cached(self, number: int) -> Table | None:
        """A table from the cache: only one this process acts for, and only while it receives what others write."""
        table = self._cache.get(number)
        return table if table is not None and self._home.listening and self._home.owns(table) else None

    async def _load(self, number: int) -> Table:
        if (table := self._cached(number)) is not None:
            return table
        for _ in range(ATTEMPTS):
            missed = self._missed
            # Errors of storage are raised to the caller; only unreadable data closes a table.
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
                log.info("another process wrote it first table=%s", number)
        raise Refusal("busy")

    def _restored(self, row: TableRow, entries: Sequence[MoveRow]) -> Table:
        game = self.games.get(row.game)
        if game is None:
            raise NoGame(row.game)
        return restore(row, entries, game)

    async def _bury(self, row: TableRow, error: Exception) -> Table:
        """Close a stored table that cannot be read, without a loser; returns it without its log.

        Raises Refusal if its people or its game are not known: then there is nothing that could be a Table.
        """
        game, facts = self.games.get(row.game), facts_of(row)
        if facts is not None and facts.pace not in PACES:
            facts = replace(facts, pace="quick")
        # A game that ended under older rules keeps its result, which its board shows.
        ended = row.status == OVER and row.shown in (row.revision, RENAMED) and isinstance(error, OtherRules)
        buried = replace(row, wake=None)
        after = facts
        if row.status != CLOSED and not ended:
            if facts is not None:
                why = "rules" if isinstance(error, OtherRules | NoGame) else "broken"
                after = replace(facts, closed=why, deadline=None, paused=None)
            # Unreadable facts stay stored for inspection.
            facts_stored = row.facts if after is None else msgspec.json.encode(after)
            buried = replace(buried, status=CLOSED, facts=facts_stored)
        news = buried.status != row.status
        if buried != row:
            try:
                buried = await self.store.save(buried)
            except (Conflict, Unavailable):
                raise
            except Exception as failure:  # noqa: BLE001, a full disk: people's other tables are shown all the same
                log.error("unreadable, and not closed yet table=%s: %s", row.id, error_summary(failure))  # noqa: TRY400
                raise Refusal("lost-table") from None
        if news:
            log.error("cannot be read, so it is closed table=%s game=%s: %s", row.id, row.game, error_summary(error))
        if game is None or facts is None or after is None:
            if news:
                self._publish(UnreadableTable(buried))
            raise Refusal("lost-table")
        before, table = bare(row, facts, game), bare(buried, after, game)
        if news:
            self._notify(before, table)
        return table

    def _keep(self, table: Table) -> Table:
        if self._home.owns(table):
            self._cache[table.id] = table
        else:
            self._cache.pop(table.id, None)
        return table

    def _notify(self, before: Table, after: Table) -> Changed:
        log.info("stored table=%s revision=%s guild=%s status=%s", after.id, after.revision, after.guild, after.status)
        changed = Changed(before, after, ours=self._home.owns(after))
        self._publish(changed)
        return changed

    def _publish(self, event: Event) -> None:
        for subscriber in self._subscribers:
            subscriber(event)

    # ---- other processes

    def _miss(self, _: Any) -> None:
        """Notifications were missed: the cache may be stale."""
        self._missed += 1
        self._cache.clear()

    def _written_elsewhere(self, said: Any) -> None:
        number, version, shard = said
        if self.store.at_home(shard):
            task = asyncio.create_task(self._follow(number, version), name="written elsewhere")
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    async def _follow(self, number: int, version: int) -> None:
        """Another process has written a table of ours: load it and notify subscribers."""
        try:
            async with self._locks.of(number):
                before = self._cache.get(number)
                if before is not None and before.row.version >= version:
                    return
                self._cache.pop(number, None)
                try:
                    after = await self._load(number)
                except Refusal:
                    after = None
            if after is not None and _only_rewritten(before, after):
                return
            if after is not None and self._home.owns(after):
                log.info("written elsewhere table=%s revision=%s", number, after.revision)
                self._publish(Changed(before or before_last(after), after, local=False))
            elif known := before or after:
                self._publish(Left(known))
        except Exception as error:  # noqa: BLE001, whatever it is, the table is not remembered any more
            log.error("cannot follow table=%s: %s", number, error_summary(error))  # noqa: TRY400


def _only_rewritten(before: Table | None, after: Table) -> bool:
    """Whether an ended, shown table was only rewritten, because its players were erased.

    Its board may be years old, and would be posted anew.
    """
    ended = after.status not in OPEN and after.row.shown in (after.row.revision, RENAMED)
    return ended and (before is None or before.status == after.status)


def error_summary(error: Exception) -> str:
    """An error for the log: its kind and code path, without its message, which may contain a card or a token."""
    kind = error.key if isinstance(error, Illegal) else type(error).__name__
    # Errors of Discord and of databases are identified by numbers.
    numbers = (getattr(error, name, None) for name in ("status", "code"))
    return f"{' '.join([kind, *(str(each) for each in numbers if isinstance(each, int))])} at {code_path(error)}"


async def attempted(what: str, write: Awaitable[object]) -> bool:
    """Await a write that no answer depends on: False, and a line in the log, if it fails."""
    try:
        await write
    except Exception as error:  # noqa: BLE001, a full disk, storage that is away
        log.warning("not stored: %s: %s", what, error_summary(error))
        return False
    return True


# ---- tables and their rows


def written(table: Table) -> tuple[TableRow, list[MoveRow], dict[int, MoveRow]]:
    """The row to write for a table, its new moves, and its replaced moves by revision."""
    known = table.row.revision
    row = replace(
        table.row,
        id=table.id,
        guild=table.guild,
        channel=table.channel,
        thread=table.thread,
        game=table.game.key,
        status=table.status,
        # The log is empty here if it could not be replayed; the stored one never gets shorter.
        revision=max(known, table.revision),
        wake=lobby.expires_at(table) if table.status == LOBBY else absence.wake_at(table),
        facts=msgspec.json.encode(table.facts),
    )
    entries = [_entry(table.log[place]) for place in range(known, table.revision)]
    replaced = {revision: _entry(table.log[revision - 1]) for revision in table.resealed if revision <= known}
    return row, entries, replaced


def _entry(turn: Turn) -> MoveRow:
    return MoveRow(turn.seat, msgspec.json.encode(turn.move), turn.at)


def confirm(table: Table, row: TableRow) -> Table:
    """The table after storage has written it as this row."""
    confirmed = replace(table, id=row.id, row=row, resealed=frozenset())
    # Players, log and state are the same: so is everything computed from them.
    vars(confirmed).update(vars(table))
    return confirmed


def bare(row: TableRow, facts: TableFacts, game: AnyGame) -> Table:
    """A stored table without its log."""
    return Table(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        thread=row.thread,
        game=game,
        status=row.status,
        facts=facts,
        row=row,
    )


def restore(row: TableRow, entries: Collection[MoveRow], game: AnyGame) -> Table:
    """A stored table with its state replayed, in time proportional to the log.

    Raises OtherRules if the log follows another version of the rules, and any error of the rules or the decoder if it
    cannot be replayed.
    """
    facts = decode_facts(row.facts)
    if facts.pace not in PACES:
        raise ValueError(f"no such pace: {facts.pace!a}")
    if row.status == LOBBY:
        # An update may have changed the options of the game.
        facts = replace(facts, options=lobby.known_options(game, facts.options))
    table = bare(row, facts, game)
    if len(entries) != row.revision:
        raise ValueError(f"{len(entries)} moves, not {row.revision}")
    if bool(entries) != (row.status in (PLAYING, OVER)) and row.status != CLOSED:
        raise ValueError(f"{len(entries)} moves and {row.status}")
    if not entries:
        return table
    if facts.rules != game.version:
        raise OtherRules(f"log of rules version {facts.rules}, program has {game.version}")
    spelling = game.spelling
    # No two deals are equal, and they are large.
    moves = ((spelling.decoder.decode if entry.seat == CHANCE else spelling.decode)(entry.move) for entry in entries)
    table = table.replayed(Turn(entry.seat, move, entry.at) for entry, move in zip(entries, moves, strict=True))
    if row.status not in (CLOSED, table.status):
        raise ValueError(f"the log says {table.status}, not {row.status}")
    return table.but(status=row.status)


def before_last(table: Table) -> Table:
    """The table before its last move, with its present facts: for subscribers that missed that move."""
    if not table.log or table.state is None:
        return table
    earlier = table.log[:-1]
    if not earlier:
        return replace(table, status=LOBBY, log=Log(), state=None, asked=(), asked_at=(), past=(), unasked=())
    return table.replayed(earlier)
