"""Results of a game: for each seat its player, rank, score and figures.

A game that ended by its rules has a result for each seat, and one for each player who left and whose seat was taken. A
rated game that was closed before its end has results only if somebody counts as having left it. Storage counts them
into standings: the statistics of a player in one game on one server.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bot.core.facts import CLOSED
from bot.core.game import Deed, Level, Seat, Value
from bot.core.table import Table

MU, SIGMA = 25.0, 25.0 / 3
"""The rating of a new player, and its uncertainty."""
SURE = 7.0
"""A rating with a larger sigma is provisional."""
ENOUGH = 5
"""A rating from fewer rated games is provisional."""
ALL_TIME = 0
"""The season that never ends."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one seat."""

    table: int
    seat: Seat
    """``seats`` and above: players who left and whose seat another person took."""
    user: int | None
    """None for an opponent and for an erased user."""
    level: Level | None = None
    """Of an opponent; None for a person."""
    guild: int
    game: str
    seats: int
    side: int
    """The number of its team; its own seat where everybody plays alone."""
    place: int
    """1 for the best; equal results share a place, and so does a team."""
    score: int
    won: bool
    left: bool
    """Whether the player counts as having left: last, whatever a stand-in achieved."""
    rated: bool
    tally: dict[str, int]
    honours: tuple[str, ...] = ()
    pace: str
    options: dict[str, Value]
    finished: float
    """When the last move was made, or the table closed."""
    seconds: float
    """Duration from the deal to the end."""
    taken: bool = False
    """Whether the player took over the seat during the game: nobody is rated against them."""
    unfinished: bool = False
    """Whether the table was closed before the end: there are no winners and no figures."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A player's statistics in one game on one server, in one season or of all time."""

    guild: int
    game: str
    season: int
    """``ALL_TIME``, or a year and its quarter: 20264 is the last one of 2026."""
    user: int
    games: int = 0
    wins: int = 0
    rated: int = 0
    rated_wins: int = 0
    mu: float = MU
    sigma: float = SIGMA
    tally: dict[str, int] = {}
    """The sum of each figure over all games."""
    best: dict[str, int] = {}
    """The highest of each figure in one game."""
    honours: dict[str, int] = {}

    @property
    def points(self) -> int:
        """The displayed rating: a conservative estimate. Everybody begins at 1000."""
        return 1000 + round(40 * (self.mu - 3 * self.sigma))

    @property
    def provisional(self) -> bool:
        """Whether the rating is still uncertain."""
        return self.rated < ENOUGH or self.sigma > SURE


class Rated(NamedTuple):
    """A rated game of a user."""

    table: int
    user: int
    finished: float


class RankingLine(NamedTuple):
    """A line of a ranking."""

    rank: int
    name: str
    standing: Standing


class Meeting(NamedTuple):
    """A player's record against one other person in their latest games."""

    user: int
    name: str
    games: int
    ahead: int
    """How often the other was ahead."""
    behind: int


class Alone(NamedTuple):
    """A player's finished games alone in one game, against opponents of one level."""

    game: str
    level: Level
    games: int
    wins: int


COUNTED_CLOSINGS = frozenset({"host", "player", "agreed", "empty", "abandoned"})
"""Reasons for closing a table (``TableFacts.closed``) after which players who left are rated; others void the game."""

NO_NAMES: Mapping[int, str] = {}


def results(table: Table) -> tuple[Result, ...]:
    """The results of an ended table: by seat, then departed players; empty if the game is void or does not count.

    A table closed before its end has none unless somebody counts as having left it. The others are rated by
    ``Game.standing``, if the game has it; not if they all agreed to stop.
    """
    outcome = table.outcome
    gone = table.forfeited if outcome else leavers(table)
    if not table.facts.counts or (outcome is None and (_void(table) or not (gone or table.departed))):
        return ()
    winners, scores = (outcome.winners, outcome.scores) if outcome else ((), _standing(table))
    places = _places(table, winners, scores or (0,) * table.size, gone)
    earned = honours(table)
    seated = [
        msgspec.structs.replace(
            _result(table, seat, places[seat]),
            score=scores[seat] if scores else 0,
            won=seat in winners and seat not in gone,
            left=seat in gone,
            rated=table.rated and not player.taken and (seat in gone or scores is not None),
            tally=table.tally.seats[seat] if outcome else {},
            honours=earned[seat],
        )
        for seat, player in enumerate(table.facts.players)
    ]
    return (*seated, *_departed(table))


def _standing(table: Table) -> Sequence[int] | None:
    """The scores of a game that was closed; None if it rates only those who left."""
    standing = table.game.standing
    return None if standing is None or _agreed(table) else standing(table.position.view(None))


def leavers(table: Table) -> frozenset[Seat]:
    """The seats whose people are rated as having left a game closed before its end."""
    if _void(table):
        return frozenset()
    return table.forfeited.difference(table.facts.consented) if _agreed(table) else table.forfeited


def _void(table: Table) -> bool:
    """Whether a table closed before its end is not rated, whoever has left it."""
    facts = table.facts
    return facts.closed not in COUNTED_CLOSINGS or facts.closed_at is None or not table.rated or table.state is None


def honours(table: Table) -> list[tuple[str, ...]]:
    """By seat, the honours earned in a finished game by players who stayed; none where it does not count."""
    outcome, players = table.outcome, table.facts.players
    found: list[tuple[str, ...]] = [()] * table.size
    if outcome is None or table.size < 2 or not table.game.honours or not table.facts.counts:
        return found
    forfeited = table.forfeited
    places = _places(table, outcome.winners, outcome.scores, forfeited)
    for seat, player in enumerate(players):
        if seat not in forfeited and not player.taken:
            won, figures = seat in outcome.winners, table.tally.seats[seat]
            deed = Deed(won, places[seat], table.size, outcome.scores[seat], figures)
            found[seat] = tuple(honour.key for honour in table.game.honours if honour.earned(deed))
    return found


def names(table: Table) -> dict[int, str]:
    """The names of the people at a table, by user id."""
    return {player.user: player.name for player in table.facts.players if player.user > 0}


def _agreed(table: Table) -> bool:
    """Whether everybody still in the game agreed to stop."""
    return {*table.here} <= {*table.facts.consented}


def _departed(table: Table) -> list[Result]:
    """The results of players who left and whose seat was taken: the last place, below everybody at the table."""
    place = _last(table)
    return [
        msgspec.structs.replace(
            _result(table, seat, place),
            seat=table.size + number,
            user=user if user > 0 else None,
            level=None,
            left=True,
            rated=table.rated,
            taken=False,
        )
        for number, (seat, user) in enumerate(table.departed)
    ]


def _result(table: Table, seat: Seat, place: int) -> Result:
    """The result of a seat in that place, without score, figures and rating."""
    player, unfinished = table.facts.players[seat], table.status == CLOSED
    ended = (table.facts.closed_at or 0.0) if unfinished else table.log[-1].at
    return Result(
        table=table.id,
        seat=seat,
        user=player.user if player.user > 0 else None,
        level=player.level,
        # Solo games belong to no server.
        guild=0 if table.alone else table.guild,
        game=table.game.key,
        seats=table.size,
        side=_sides(table)[seat],
        place=place,
        score=0,
        won=False,
        left=False,
        rated=False,
        tally={},
        pace=table.facts.pace,
        options=table.facts.options,
        finished=ended,
        seconds=ended - table.log[0].at,
        taken=player.taken,
        unfinished=unfinished,
    )


def _sides(table: Table) -> list[int]:
    teams = table.game.teams(table.size, table.facts.options) if table.game.teams else ()
    found = list(range(table.size))
    for number, team in enumerate(teams):
        for seat in team:
            found[seat] = number
    return found


def _last(table: Table) -> int:
    """The shared place of everybody who left: after all sides."""
    return len(set(_sides(table))) + len(table.departed)


def _places(table: Table, winners: Collection[Seat], scores: Sequence[int], gone: Collection[Seat]) -> list[int]:
    """By seat, its place: winners first, then the better score; players who left share the last one."""
    sides = _sides(table)
    better = 1 if table.game.lowest_wins else -1
    merits: dict[int, tuple[bool, int]] = {}
    for seat, side in enumerate(sides):
        lost, score = merits.get(side, (True, 0))
        merits[side] = (lost and seat not in winners, score + better * scores[seat])
    # A side that everybody left takes no place.
    stayed = {side: merits[side] for seat, side in enumerate(sides) if seat not in gone}
    return [
        _last(table) if seat in gone else 1 + sum(other < stayed[side] for other in stayed.values())
        for seat, side in enumerate(sides)
    ]
