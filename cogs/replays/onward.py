"""Solo tables that continue a finished game from one of its positions. They count for nothing."""

from __future__ import annotations

import msgspec

from bot.core.facts import Player
from bot.core.game import Level, Seat
from bot.core.lobby import solo_table
from bot.core.opponents import REGULAR
from bot.core.records import make_nonce
from bot.core.table import Table
from cogs.replays.pages import SCOPE


class Origin(msgspec.Struct, frozen=True):
    """Stored with a table of this feature: the finished game that it continues, and from which position."""

    table: int
    position: int
    only_in: int | None = None
    """The ``film_place`` of that game."""


def origin(table: Table) -> Origin | None:
    """The game that a table continues; None for any other table."""
    return msgspec.convert(table.facts.stored, Origin) if table.facts.feature == SCOPE else None


def film_place(table: Table) -> int | None:
    """The only thread or channel where the film of a table may be posted; None: anywhere."""
    if (found := origin(table)) is not None:
        return found.only_in
    return None if table.public or table.alone else table.place


def continued(table: Table, position: int, seat: Seat, person: Player, guild: int, now: float) -> Table:
    """A solo table for a person in a seat of a finished game, to be given its log; opponents have the other seats."""
    levels: list[Level] = [player.level for player in table.facts.players if player.level is not None]
    level = levels[0] if levels else REGULAR
    options = table.facts.options
    ready = solo_table(table.game, guild=guild, person=person, level=level, seats=table.size, now=now, options=options)
    me, *others = ready.facts.players
    return ready.with_facts(
        players=(*others[:seat], me, *others[seat:]),
        feature=SCOPE,
        stored=msgspec.to_builtins(Origin(table.id, position, film_place(table))),
        counts=False,
        nonce=make_nonce(),
    )
