"""Tables of the ladder: levels and reference players against one another, from the same views and legal moves."""

import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, cast

from bot.catalogue import walk
from bot.core.game import Value
from bot.core.opponents import LEVELS, Match, Player, Score, interval, play, scores

Script = Callable[[Sequence[Any], Sequence[Any], Random], Any]
"""The move of a reference player, from all views of its seat and its legal moves."""

BEGINNER_MEMORY = 12
"""The number of moves that a beginner remembers."""
HEAD = "| game | seats | player | others | games | wins | 95 % interval | fair | goal | reached | mean ms | worst ms |"
RULE = "|---|---|---|---|---|---|---|---|---|---|---|---|"
TEAMS = ("teams", True)
"""The option with which partners face each other."""
STEPS = (("novice", "random"), ("regular", "novice"), ("expert", "regular"))


@dataclass(frozen=True)
class Row:
    """One player at a table of others, in teams with its like as partner, and the share of victories it should have."""

    seats: int
    player: str
    others: str
    games: int
    option: tuple[str, Value] | None = None
    least: float | None = None
    """The least share that is right; None: the interval must be above the fair share."""
    most: float = 1.0
    """The greatest share that is right."""

    @property
    def own_seats(self) -> range:
        """The seats of the player: one, or those of a pair."""
        return range(0, self.seats, self.seats // 2) if self.option == TEAMS else range(1)

    @property
    def fair(self) -> float:
        """The share of a player, or of a pair, as good as the others."""
        return len(self.own_seats) / self.seats

    def reached(self, score: Score) -> bool:
        """Whether the score is as it should be."""
        return (score.low > self.fair if self.least is None else score.share >= self.least) and score.share <= self.most


def climbs(seats: int, games: int, option: tuple[str, Value] | None = None) -> tuple[Row, ...]:
    """Each level above the one below it."""
    return tuple(Row(seats, better, weaker, games, option) for better, weaker in STEPS)


def beginner(seats: int, games: int, option: tuple[str, Value] | None = None) -> Row:
    """A beginner wins 1.4 to 2 times the fair share against novices."""
    return Row(seats, "beginner", "novice", games, option, least=1.4 / seats, most=2 / seats)


def best(moves: Sequence[Any], worth: Callable[[Any], Any], rng: Random) -> Any:
    """Any of the moves that are worth most."""
    worths = [worth(move) for move in moves]
    most = max(worths)
    return rng.choice([move for move, each in zip(moves, worths, strict=True) if each == most])


def reference(key: str) -> Mapping[str, Script]:
    """The reference players of a game; a beginner is its simple player with a short memory, or its own."""
    found: dict[str, Script] = dict(import_module(f"tests.ladder.{key}").PLAYERS)
    if (simple := found.get("simple")) and "beginner" not in found:
        found["beginner"] = lambda views, legal, rng: simple(views[-BEGINNER_MEMORY - 1 :], legal, rng)
    return found


def rows(key: str) -> tuple[Row, ...]:
    """The rows of the ladder of a game."""
    return import_module(f"tests.ladder.{key}").ROWS


def measure(key: str, row: Row, games: int | None = None, seed: int = 0) -> Score:
    """The score of a row's player; in teams, of its pair."""
    game, scripts = walk().games[key], reference(key)

    def opponent(views: Any, legal: Any, who: Any, rng: Random) -> Any:
        assert game.opponent is not None
        return game.opponent(views, legal, who, rng) if who in LEVELS else scripts[who](views, legal, rng)

    options = game.complete(dict([row.option] if row.option else []), row.seats)
    seated = tuple(row.player if seat in row.own_seats else row.others for seat in range(row.seats))
    players = cast("tuple[Player, ...]", seated)
    match = Match(dataclasses.replace(game, opponent=opponent), row.seats, options, players, seed)
    count = games or row.games
    score = scores(match, ((each, play(match, each, time.process_time)) for each in range(count)))[0]
    share = score.share * len(row.own_seats)
    low, high = interval(share, count)
    return dataclasses.replace(score, share=share, low=low, high=high)


def line(key: str, row: Row, score: Score, games: int) -> str:
    """A measured row as a line of a Markdown table."""
    name = f"{key}, {row.option[0]}" if row.option else key
    goal = "> fair" if row.least is None else f"≥ {row.least:.0%}"
    goal += f", ≤ {row.most:.0%}" if row.most < 1 else ""
    mean = sum(score.seconds) / len(score.seconds) if score.seconds else 0.0
    return (
        f"| {name} | {row.seats} | {row.player} | {row.others} | {games} | {score.share:.1%} "
        f"| {score.low:.1%} to {score.high:.1%} | {row.fair:.1%} | {goal} | {'yes' if row.reached(score) else 'no'} "
        f"| {mean * 1000:.1f} | {max(score.seconds, default=0.0) * 1000:.1f} |"
    )
