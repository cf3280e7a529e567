"""What storage keeps of a table, as values: writing a table down, and reading it back."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from bot.core import absence, lobby
from bot.core.absence import wake_at
from bot.core.facts import CLOSED, LOBBY, NOBODY, OVER, PACES, PLAYING, Facts, Player, Turn
from bot.core.game import AnyGame
from bot.core.lobby import known_options
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


def people(facts: Facts) -> frozenset[int]:
    """Everybody whose number is in what is kept of a table."""
    seated = (player.user for player in (*facts.players, *facts.waiting))
    asking = (ask.user for ask in facts.asks)
    found = {facts.host, *seated, *asking, *facts.ending, *facts.removed, *facts.wins, *(user for _, user in facts.had)}
    return frozenset(user for user in found if user > 0)


def forgotten(facts: Facts, users: Collection[int]) -> Facts:
    """The same without these people: their seats stay, and are somebody's."""
    return replace(
        facts,
        host=NOBODY if facts.host in users else facts.host,
        players=tuple(_nameless(player) if player.user in users else player for player in facts.players),
        waiting=tuple(player for player in facts.waiting if player.user not in users),
        asks=tuple(ask for ask in facts.asks if ask.user not in users),
        ending=tuple(user for user in facts.ending if user not in users),
        removed=tuple(user for user in facts.removed if user not in users),
        # That somebody knows what was in a seat stays: another one is not for them, whoever they are.
        had=tuple((seat, NOBODY if user in users else user) for seat, user in facts.had),
        wins={user: wins for user, wins in facts.wins.items() if user not in users},
    )


def left_and_forgotten(table: Table, user: int) -> Table:
    """An open table that somebody leaves for good, and that does not remember them."""
    if table.status == LOBBY and user in (*table.users, *table.queue):
        table = lobby.leave(table, user)
    elif table.status == PLAYING and (seat := table.seat_of(user)) is not None:
        table = table if table.facts.players[seat].left else absence.leave(table, user)
    return table.but(facts=forgotten(table.facts, (user,)))


def _nameless(player: Player) -> Player:
    return replace(player, user=NOBODY, name="")
