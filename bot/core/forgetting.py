"""Taking people out of what is kept of a table: the game stays, without their number and name."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from bot.core import absence, lobby
from bot.core.facts import Facts
from bot.core.players import NOBODY, Player
from bot.core.status import LOBBY, PLAYING
from bot.core.table import Table


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
