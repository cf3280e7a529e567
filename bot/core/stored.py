"""What storage keeps of a table, as values: writing a table down, and reading it back."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from bot.core.absence import wake_at
from bot.core.facts import Facts
from bot.core.game import AnyGame
from bot.core.lobby import known_options
from bot.core.log import Turn
from bot.core.pace import PACES
from bot.core.status import CLOSED, LOBBY, OVER, PLAYING
from bot.core.table import Kept, Table

# msgspec crashes when several threads are the first to use a type, and results are rebuilt in threads: made once here.
_FACTS = msgspec.json.Decoder(Facts)


class OtherRules(ValueError):
    """A log that was written with another version of the game's rules."""


class Entry(msgspec.Struct, frozen=True):
    """One move of a log as it is stored: whose, the move as JSON, and when (seconds since 1970)."""

    seat: int
    move: bytes
    at: float


RENAMED = -2
"""What is stored as shown of an ended table whose messages, all posted before, name somebody who has been erased since:
they are edited, and none is posted anew."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One table as it is stored, without its log."""

    id: int = 0
    """Given by the storage when the table is created."""
    guild: int
    channel: int
    """The channel it was opened in."""
    thread: int | None = None
    """The thread it is played in, if it has one."""
    game: str
    status: str
    """``lobby``, ``playing``, ``over`` or ``closed``."""
    revision: int = 0
    """How many moves its log has."""
    shown: int = -1
    """The revision its public board shows; -1: none yet, or one that is not as it should be."""
    wake: float | None = None
    """When the table next needs attention although nobody touches it."""
    version: int = 0
    """Raised by every write that changes the table: whoever writes must have seen the latest."""
    facts: bytes = b"{}"
    shard: int = 0
    """The shard of Discord's whose process acts for it."""


def written(table: Table) -> tuple[Row, list[Entry], dict[int, Entry]]:
    """What storage must write to make this table the stored one: new moves, and by revision those replaced."""
    known = table.kept.revision
    row = Row(
        id=table.id,
        guild=table.guild,
        channel=table.channel,
        thread=table.thread,
        game=table.game.key,
        status=table.status,
        # A log never gets shorter; what could not be replayed is not known here.
        revision=max(known, table.revision),
        shown=table.kept.shown,
        wake=wake_at(table),
        version=table.kept.version,
        facts=msgspec.json.encode(table.facts),
        shard=table.kept.shard,
    )
    entries = [_entry(table, revision) for revision in range(known + 1, table.revision + 1)]
    return row, entries, {revision: _entry(table, revision) for revision in table.resealed if revision <= known}


def _entry(table: Table, revision: int) -> Entry:
    turn = table.log[revision - 1]
    return Entry(turn.seat, msgspec.json.encode(turn.move), turn.at)


def confirm(table: Table, row: Row) -> Table:
    """The same table once storage has written it as this row."""
    confirmed = replace(table, id=row.id, kept=_kept(row), resealed=frozenset())
    # People, log and state are the same: what is known of them need not be worked out twice.
    vars(confirmed).update(vars(table))
    return confirmed


def facts_of(row: Row) -> Facts | None:
    """What is known of a table, as far as it can be read at all."""
    try:
        return _FACTS.decode(row.facts)
    except Exception:  # noqa: BLE001, whatever storage holds
        return None


def bare(row: Row, facts: Facts, game: AnyGame) -> Table:
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


def _kept(row: Row) -> Kept:
    return Kept(revision=row.revision, shown=row.shown, wake=row.wake, version=row.version, shard=row.shard)


def restore(row: Row, entries: Collection[Entry], game: AnyGame) -> Table:
    """A stored table with its state replayed.

    Raises OtherRules if the log is of another version, and whatever the rules or the decoder raise if it does not
    replay. Takes time in proportion to the log, however often a choice was changed in it.
    """
    facts = _FACTS.decode(row.facts)
    if facts.pace not in PACES:
        raise ValueError(f"no such pace: {facts.pace!a}")
    if row.status == LOBBY:
        # An update may have changed the options; nothing has been played with them yet.
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
    """A table as it was before its last move, for whoever did not see that; its facts are those of now."""
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
