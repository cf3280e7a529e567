"""Tables as storage rows: conversion in both directions, and erasing people from them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.core import absence, lobby
from bot.core.absence import wake_at
from bot.core.facts import CLOSED, LOBBY, NOBODY, OVER, PACES, PLAYING, TableFacts, Turn
from bot.core.game import AnyGame
from bot.core.lobby import known_options
from bot.core.table import StoredColumns, Table

# msgspec crashes when several threads use a type for the first time, and results are rebuilt in threads.
_FACTS = msgspec.json.Decoder(TableFacts)


Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
UPGRADES: dict[str, Upgrade] = {}
"""By feature, what turns the facts of a table that the version before stored for it into those of this version."""
THIS_VERSION = b'"feature":'
"""In all facts that this version has stored; in a name the quotes would be escaped."""


class OtherRules(ValueError):
    """The log follows another version of the game's rules."""


class MoveRow(msgspec.Struct, frozen=True):
    """One stored move: the seat, the move as JSON, and the time (seconds since 1970)."""

    seat: int
    move: bytes
    at: float


RENAMED = -2
"""The value of ``TableRow.shown`` for an ended table whose messages name an erased user: edit them, post none."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One stored table, without its log."""

    id: int = 0
    """Assigned by storage when the table is created."""
    guild: int
    channel: int
    """The channel it was opened in."""
    thread: int | None = None
    """The thread it is played in, if it has one."""
    game: str
    status: str
    """``lobby``, ``playing``, ``over`` or ``closed``."""
    revision: int = 0
    """The number of moves in its log."""
    shown: int = -1
    """The revision its public board shows; -1: there is no board yet, or it must be rendered again."""
    wake: float | None = None
    """When the clock must next look at the table."""
    version: int = 0
    """Incremented by every write: a writer must have read the latest version."""
    facts: bytes = b"{}"
    shard: int = 0
    """The Discord shard whose process acts for the table."""


def written(table: Table) -> tuple[TableRow, list[MoveRow], dict[int, MoveRow]]:
    """The row to write for a table, its new moves, and its replaced moves by revision."""
    known = table.kept.revision
    row = TableRow(
        id=table.id,
        guild=table.guild,
        channel=table.channel,
        thread=table.thread,
        game=table.game.key,
        status=table.status,
        # The log is empty here if it could not be replayed; the stored one never gets shorter.
        revision=max(known, table.revision),
        shown=table.kept.shown,
        wake=wake_at(table),
        version=table.kept.version,
        facts=msgspec.json.encode(table.facts),
        shard=table.kept.shard,
    )
    entries = [_entry(table.log[place]) for place in range(known, table.revision)]
    replaced = {revision: _entry(table.log[revision - 1]) for revision in table.resealed if revision <= known}
    return row, entries, replaced


def _entry(turn: Turn) -> MoveRow:
    return MoveRow(turn.seat, msgspec.json.encode(turn.move), turn.at)


def confirm(table: Table, row: TableRow) -> Table:
    """The table after storage has written it as this row."""
    confirmed = replace(table, id=row.id, kept=_kept(row), resealed=frozenset())
    # Players, log and state are the same: so is everything computed from them.
    vars(confirmed).update(vars(table))
    return confirmed


def facts_of(row: TableRow) -> TableFacts | None:
    """The facts of a row; None if they cannot be decoded."""
    try:
        return _decoded(row.facts)
    except Exception:  # noqa: BLE001, stored data may be damaged in any way
        return None


def _decoded(facts: bytes) -> TableFacts:
    if UPGRADES and THIS_VERSION not in facts:
        found: dict[str, Any] = msgspec.json.decode(facts)
        for upgrade in UPGRADES.values():
            found = upgrade(found)
        facts = msgspec.json.encode(found)
    return _FACTS.decode(facts)


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
        kept=_kept(row),
    )


def _kept(row: TableRow) -> StoredColumns:
    return StoredColumns(revision=row.revision, shown=row.shown, wake=row.wake, version=row.version, shard=row.shard)


def restore(row: TableRow, entries: Collection[MoveRow], game: AnyGame) -> Table:
    """A stored table with its state replayed, in time proportional to the log.

    Raises OtherRules if the log follows another version of the rules, and any error of the rules or the decoder if it
    cannot be replayed.
    """
    facts = _decoded(row.facts)
    if facts.pace not in PACES:
        raise ValueError(f"no such pace: {facts.pace!a}")
    if row.status == LOBBY:
        # An update may have changed the options of the game.
        facts = replace(facts, options=known_options(game, facts.options))
    table = bare(row, facts, game)
    if len(entries) != row.revision:
        raise ValueError(f"{len(entries)} moves, not {row.revision}")
    if bool(entries) != (row.status in (PLAYING, OVER)) and row.status != CLOSED:
        raise ValueError(f"{len(entries)} moves and {row.status}")
    if not entries:
        return table
    if facts.rules != game.version:
        raise OtherRules(f"log of rules version {facts.rules}, program has {game.version}")
    decoder = game.spelling.decoder
    table = table.replayed(Turn(entry.seat, decoder.decode(entry.move), entry.at) for entry in entries)
    if row.status not in (CLOSED, table.status):
        raise ValueError(f"the log says {table.status}, not {row.status}")
    return table.but(status=row.status)


def before_last(table: Table) -> Table:
    """The table before its last move, with its present facts: for subscribers that missed that move."""
    if not table.log or table.state is None:
        return table
    opened = Table(
        id=table.id,
        guild=table.guild,
        channel=table.channel,
        thread=table.thread,
        game=table.game,
        facts=table.facts,
        kept=table.kept,
    )
    earlier = table.log[:-1]
    return opened.replayed(earlier) if earlier else opened


def people(facts: TableFacts) -> frozenset[int]:
    """All users whose id is in the facts of a table."""
    seated = (player.user for player in (*facts.players, *facts.waiting))
    asking = (ask.user for ask in facts.asks)
    found = {facts.host, *seated, *asking, *facts.ending, *facts.removed, *facts.wins, *(user for _, user in facts.had)}
    return frozenset(user for user in found if user > 0)


def forgotten(facts: TableFacts, users: Collection[int]) -> TableFacts:
    """The facts without these users: their seats remain, without id and name."""
    return replace(
        facts,
        host=NOBODY if facts.host in users else facts.host,
        players=tuple(
            replace(player, user=NOBODY, name="") if player.user in users else player for player in facts.players
        ),
        waiting=tuple(player for player in facts.waiting if player.user not in users),
        asks=tuple(ask for ask in facts.asks if ask.user not in users),
        ending=tuple(user for user in facts.ending if user not in users),
        removed=tuple(user for user in facts.removed if user not in users),
        # Keep the rule that an ex-occupant may not take another seat.
        had=tuple((seat, NOBODY if user in users else user) for seat, user in facts.had),
        wins={user: wins for user, wins in facts.wins.items() if user not in users},
    )


def left_and_forgotten(table: Table, user: int) -> Table:
    """An open table after a user leaves it and is erased from it."""
    if table.status == LOBBY and user in (*table.users, *table.queue):
        table = lobby.leave(table, user)
    elif table.status == PLAYING and (seat := table.seat_of(user)) is not None:
        table = table if table.facts.players[seat].left else absence.leave(table, user)
    return table.but(facts=forgotten(table.facts, (user,)))
