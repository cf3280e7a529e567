"""What remains of a finished game: for each seat who sat there, the place it took, its score and its figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bot.core.game import Deed, Level, Outcome, Seat, Value
from bot.core.table import Table


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended for one seat."""

    table: int
    seat: Seat
    user: int | None
    """Who sat there; None for an opponent, and for somebody who is not to be remembered."""
    level: Level | None = None
    """How well the opponent plays who sat there; None for a person."""
    guild: int
    game: str
    seats: int
    """How many sat at the table."""
    side: int
    """The team it played for; its own seat where everybody plays alone."""
    place: int
    """1 for the best; who did equally well shares a place, and so does a team."""
    score: int
    won: bool
    left: bool
    """Whether they left before the end: they are last, whatever was played for them."""
    rated: bool
    """Whether it changes this seat's rating."""
    tally: dict[str, int]
    """The seat's figures, by the keys of ``Game.figures``."""
    honours: tuple[str, ...] = ()
    """What was earned in this game, by the keys of ``Game.honours``."""
    pace: str
    options: dict[str, Value]
    finished: float
    """When the last move was made, in seconds since 1970."""
    seconds: float
    """How long the game took from the deal to the last move."""


NO_NAMES: Mapping[int, str] = {}
NO_RESULTS: Sequence[Result] = ()


def results(table: Table) -> tuple[Result, ...]:
    """What remains of a finished game, a result a seat."""
    outcome, players = table.outcome, table.facts.players
    assert outcome is not None
    rated, places, sides = _rated(table), _places(table, outcome), _sides(table)
    earned = honours(table)
    return tuple(
        Result(
            table=table.id,
            seat=seat,
            user=player.user if player.user > 0 else None,
            level=player.level,
            # What somebody plays alone is theirs, and no server's.
            guild=0 if table.alone else table.guild,
            game=table.game.key,
            seats=table.size,
            side=sides[seat],
            place=places[seat],
            score=outcome.scores[seat],
            won=seat in outcome.winners and not player.left,
            left=player.left,
            rated=rated[seat],
            tally=table.tally.seats[seat],
            honours=earned[seat],
            pace=table.facts.pace,
            options=table.facts.options,
            finished=table.log[-1].at,
            seconds=table.log[-1].at - table.log[0].at,
        )
        for seat, player in enumerate(players)
    )


def honours(table: Table) -> list[tuple[str, ...]]:
    """By seat the honours earned in a finished game, by those who stayed; a table of one has none to give."""
    outcome, players = table.outcome, table.facts.players
    assert outcome is not None
    found: list[tuple[str, ...]] = [()] * table.size
    if table.size < 2 or not table.game.honours:
        return found
    places = _places(table, outcome)
    for seat, player in enumerate(players):
        if not player.left and not player.taken:
            won, figures = seat in outcome.winners, table.tally.seats[seat]
            deed = Deed(won, places[seat], table.size, outcome.scores[seat], figures)
            found[seat] = tuple(honour.key for honour in table.game.honours if honour.earned(deed))
    return found


def names(table: Table) -> dict[int, str]:
    """What the people at a table are called."""
    return {player.user: player.name for player in table.facts.players if player.user > 0}


def _rated(table: Table) -> list[bool]:
    """For which seats a game is rated: for all, or if somebody left for those who did.

    The others played against nobody in that seat, which says little of them. But leaving must not save a rating.
    Where opponents sit, or where somebody took a seat over in the middle, it is rated for nobody.
    """
    players = table.facts.players
    if table.size < 2 or table.alone or any(player.opponent or player.taken for player in players):
        return [False] * table.size
    if any(player.left for player in players):
        return [player.left for player in players]
    return [True] * table.size


def _sides(table: Table) -> list[int]:
    teams = table.game.teams(table.size, table.facts.options) if table.game.teams else ()
    found = list(range(table.size))
    for number, team in enumerate(teams):
        for seat in team:
            found[seat] = number
    return found


def _places(table: Table, outcome: Outcome) -> list[int]:
    """By seat the place it took: winners first, then the better score; whoever left shares the last one."""
    sides, players = _sides(table), table.facts.players
    better = 1 if table.game.lowest_wins else -1
    scores: dict[int, tuple[bool, int]] = {}
    for seat, player in enumerate(players):
        if not player.left:
            lost, score = scores.get(sides[seat], (True, 0))
            scores[sides[seat]] = (lost and seat not in outcome.winners, score + better * outcome.scores[seat])
    last = len(set(sides))
    return [
        last if player.left else 1 + sum(other < scores[sides[seat]] for other in scores.values())
        for seat, player in enumerate(players)
    ]
