"""The daily deal: one game and one deal for everybody, against opponents who answer equal moves alike.

Days are UTC days, numbered from 1970. A day's deal is drawn and stored the day before, and its seal is published at
once.
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
    """A stored daily deal. Before its day only the seal may be shown."""

    game: str
    rules: int
    """The version of the game's rules."""
    seats: int
    nonce: str
    """Opens the seal. It also seeds the opponents, which therefore play the same for everybody."""
    deal: Any
    """The first move, as in records."""
    seal: str


class DailyStanding(NamedTuple):
    """A player's result among all who have finished that day's deal."""

    result: Result
    others: int
    """The number of others who have finished it."""
    worse: int
    """The number of those with a worse result."""
    streak: int
    """Days in a row on which they finished the deal, this one included."""


class DailyLine(NamedTuple):
    """One line of a server's daily ranking."""

    rank: int
    name: str
    """Empty if unknown."""
    result: Result
    streak: int


def sealed(table: Table, now: float) -> bool:
    """Whether others may still play this deal: hidden cards stay hidden until the day is over."""
    return table.facts.daily >= day_of(now)


def day_of(now: float) -> int:
    """The number of the day."""
    return int(now // SECONDS)


def end_of(day: int) -> int:
    """The end of a day, when its seal is opened: later results do not count."""
    return (day + 1) * SECONDS


def game_of(day: int, games: Mapping[str, AnyGame]) -> AnyGame | None:
    """The game of a day: the games with opponents take turns."""
    able = sorted(key for key, game in games.items() if game.opponent is not None)
    return games[able[day % len(able)]] if able else None


def draw(game: AnyGame, rng: Random) -> Daily:
    """Draw a deal."""
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
    """The lobby of a daily deal. It belongs to no server."""
    table = alone.against(game, guild=0, person=person, level=REGULAR, seats=daily.seats, now=now, options={})
    return table.with_facts(daily=day, practice=practice)


def dealt(table: Table, daily: Daily, now: float) -> Table:
    """The table started with the daily deal."""
    table.require_lobby()
    state = table.game.start(table.size, table.facts.options)
    ready = table.with_facts(nonce=daily.nonce, rules=table.game.version).but(status=PLAYING, state=state)
    return ready.after(CHANCE, msgspec.convert(daily.deal, table.game.moves), now)


def merit(game: AnyGame, result: Result) -> tuple[int, int]:
    """The sort key of daily results, best first: the place, then the score."""
    return result.place, result.score if game.lowest_wins else -result.score
