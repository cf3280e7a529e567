"""The deal of a day: one game and one deal for everybody, against opponents who answer equal moves alike.

Days are those of UTC, everywhere, numbered from 1970 on. A day's deal is drawn once, the day before, and kept; its
seal is told at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

from bot.core import alone
from bot.core.facts import PLAYING, Player
from bot.core.game import CHANCE, AnyGame
from bot.core.lobby import known_options
from bot.core.opponents import REGULAR
from bot.core.records import make_nonce, seal
from bot.core.results import Result
from bot.core.table import Table

SECONDS = 86_400


class Daily(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of a day's deal: nobody is shown more than its seal before the day has come."""

    game: str
    rules: int
    """The version of the game's rules it was drawn for."""
    seats: int
    nonce: str
    """Opens the seal. The opponents' choices follow from it too, and so are the same for everybody."""
    deal: Any
    """The first move, as in records."""
    seal: str


class DailyStanding(NamedTuple):
    """How somebody did among all who have finished that day's deal."""

    result: Result
    others: int
    """How many others have finished it."""
    worse: int
    """How many of them did not do as well."""
    streak: int
    """How many days in a row they have finished it, this one included."""


class DailyLine(NamedTuple):
    """One line of a server's ranking of a day."""

    rank: int
    name: str
    """Empty if it is not known."""
    result: Result
    streak: int


def sealed(table: Table, now: float) -> bool:
    """Whether others may still play this deal: until the day is over nobody is shown what lay face down."""
    return table.facts.daily >= day_of(now)


def day_of(now: float) -> int:
    """The day it is."""
    return int(now // SECONDS)


def end_of(day: int) -> int:
    """When a day is over: what is finished later does not count, for its seal is opened then."""
    return (day + 1) * SECONDS


def game_of(day: int, games: Mapping[str, AnyGame]) -> AnyGame | None:
    """The game of a day: one after the other, of those that have opponents."""
    able = sorted(key for key, game in games.items() if game.opponent is not None)
    return games[able[day % len(able)]] if able else None


def draw(game: AnyGame, rng: Random) -> Daily:
    """A deal for a day to come."""
    seats, nonce = alone.seats_for(game), make_nonce()
    deal = game.start(seats, known_options(game, {})).chance(rng, None)
    return Daily(
        game=game.key,
        rules=game.version,
        seats=seats,
        nonce=nonce,
        deal=msgspec.to_builtins(deal),
        seal=seal(nonce, deal),
    )


def seated(game: AnyGame, daily: Daily, day: int, person: Player, now: float, *, practice: bool) -> Table:
    """The lobby of a day's deal. It is no server's: the deal is the same everywhere."""
    table = alone.against(game, guild=0, person=person, level=REGULAR, seats=daily.seats, now=now, options={})
    return table.with_facts(daily=day, practice=practice)


def dealt(table: Table, daily: Daily, now: float) -> Table:
    """The table with the deal of the day on it."""
    table.require_lobby()
    state = table.game.start(table.size, table.facts.options)
    ready = table.with_facts(nonce=daily.nonce, rules=table.game.version).but(status=PLAYING, state=state)
    return ready.after(CHANCE, msgspec.convert(daily.deal, table.game.moves), now)


def merit(game: AnyGame, result: Result) -> tuple[int, int]:
    """What results of a day are ordered by, the best first: the place, and of equal places the score."""
    return result.place, result.score if game.lowest_wins else -result.score
