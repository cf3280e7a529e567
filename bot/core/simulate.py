"""Simulated games: random ones, and matches between opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from math import sqrt
from random import Random
from statistics import median

from bot.core.game import CHANCE, AnyGame, AnyState, Move, Outcome, Seat, Value, never
from bot.core.opponents import CALM_PROBABILITY, Player, ViewHistory, choose
from bot.core.records import make_nonce, write


def any_move(game: AnyGame, state: AnyState, seat: Seat, rng: Random) -> Move:
    """A random legal move; mostly a pass in challenge windows, or games would not end."""
    legal = state.legal(seat)
    if rng.random() < CALM_PROBABILITY and game.hurry is not never and game.hurry(view := state.view(seat)):
        return game.default(view, legal)
    return rng.choice(tuple(legal))


def play_out(
    game: AnyGame,
    seats: int,
    options: Mapping[str, Value],
    rng: Random,
    player: Callable[[AnyGame, AnyState, Seat, Random], Move] = any_move,
) -> Iterator[tuple[Seat, Move, AnyState]]:
    """One random game: the seat, the move and the state after it. ``player`` chooses for every seat."""
    state = game.start(seats, options)
    while state.to_act:
        seat = rng.choice(sorted(state.to_act))
        move = state.chance(rng) if seat == CHANCE else player(game, state, seat, rng)
        state = state.play(seat, move)
        yield seat, move, state


def settings(game: AnyGame, seats: int | None, options: Mapping[str, Value]) -> list[tuple[int, dict[str, Value]]]:
    """Every number of seats and combination of options that match the given ones."""
    counts = game.seats if seats is None else (seats,)
    found = [(count, variant) for count in counts for variant in game.variants(count)]
    return [
        (count, variant) for count, variant in found if all(variant[key] == value for key, value in options.items())
    ]


def records(
    game: AnyGame, *, games: int, rng: Random, seats: int | None = None, options: Mapping[str, Value] | None = None
) -> Iterator[str]:
    """Random games as sealed records, cycling through all seats and options that were not given."""
    for _, (count, variant) in zip(range(games), cycle(settings(game, seats, options or {})), strict=False):
        moves: list[tuple[Seat, Move]] = []
        outcome: Outcome | None = None
        for seat, move, state in play_out(game, count, variant, rng):
            moves.append((seat, move))
            outcome = state.outcome()
        yield write(game, count, variant, moves, outcome, make_nonce())


MAX_MOVES = 50_000
"""A longer game has players who will never end it."""
Z_95 = 1.959964
"""Standard deviations around the mean that contain 95 % of a normal distribution."""


@dataclass(frozen=True)
class Match:
    """The settings of a series of games. The same match gives the same games."""

    game: AnyGame
    seats: int
    options: Mapping[str, Value]
    players: tuple[Player, ...]
    """One for each seat of the first game; everybody moves one seat on for the next game."""
    seed: int = 0

    def seated(self, number: int) -> tuple[Player, ...]:
        """The players of a game, by seat."""
        turn = number % self.seats
        return self.players[self.seats - turn :] + self.players[: self.seats - turn]


@dataclass(frozen=True)
class MatchGame:
    """The result of one game of a match."""

    wins: tuple[float, ...]
    """By seat, its share of the victory."""
    moves: int
    times: tuple[tuple[Seat, float], ...]
    """The seat and the seconds of each decision between several legal moves."""


def play(match: Match, number: int, clock: Callable[[], float]) -> MatchGame:
    """Play one game of a match. Everybody plays every seat of the same deal before the next deal."""
    game, players = match.game, match.seated(number)
    rng = Random(f"deal {match.seed} {number // match.seats}")
    state = game.start(match.seats, match.options)
    shown = ViewHistory(range(match.seats))
    times: list[tuple[Seat, float]] = []
    moves = 0
    while state.to_act:
        seat = rng.choice(sorted(state.to_act))
        if seat == CHANCE:
            move = state.chance(rng)
            rng = Random(f"game {match.seed} {number}")
        else:
            legal, dice = state.legal(seat), Random(rng.getrandbits(64))
            before = clock()
            move = choose(game, shown.of(seat), legal, players[seat], dice)
            if len(legal) > 1:
                times.append((seat, clock() - before))
        state = state.play(seat, move)
        shown.add(state)
        moves += 1
        if moves > MAX_MOVES:
            raise RuntimeError(f"game {number} of {game.key} does not end")
    outcome = state.outcome()
    assert outcome is not None
    share = 1 / len(outcome.winners)
    wins = tuple(share if seat in outcome.winners else 0.0 for seat in range(match.seats))
    return MatchGame(wins, moves, tuple(times))


@dataclass(frozen=True)
class Score:
    """The score of one kind of player in a match."""

    player: Player
    seats: int
    """The number of them at the table."""
    share: float
    """The share of all victories that one of them had."""
    low: float
    """The lower end of the 95 % interval."""
    high: float
    seconds: tuple[float, ...]
    """The duration of every decision, ascending."""

    @property
    def rate(self) -> float:
        """Decisions per second."""
        total = sum(self.seconds)
        return len(self.seconds) / total if total else 0.0

    @property
    def middle(self) -> float:
        """The median duration of a decision."""
        return median(self.seconds) if self.seconds else 0.0

    @property
    def slow(self) -> float:
        """The 95th percentile of the durations."""
        return self.seconds[int(0.95 * (len(self.seconds) - 1))] if self.seconds else 0.0


def scores(match: Match, games: Iterable[tuple[int, MatchGame]]) -> list[Score]:
    """The score of each kind of player in these games, in the order of ``match.players``."""
    kinds = list(dict.fromkeys(match.players))
    wins = dict.fromkeys(kinds, 0.0)
    times: dict[Player, list[float]] = {player: [] for player in kinds}
    total = 0
    for number, played in games:
        seated = match.seated(number)
        total += 1
        for player, won in zip(seated, played.wins, strict=True):
            wins[player] += won
        for seat, seconds in played.times:
            times[seated[seat]].append(seconds)
    found: list[Score] = []
    for player in kinds:
        sitting = match.players.count(player)
        share = wins[player] / sitting / total if total else 0.0
        low, high = interval(share, total)
        found.append(Score(player, sitting, share, low, high, tuple(sorted(times[player]))))
    return found


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval. Shared victories make it wider than necessary."""
    if not games:
        return 0.0, 1.0
    weight = Z_95**2 / games
    centre = (share + weight / 2) / (1 + weight)
    half = sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    return centre - half, centre + half


def fill(players: Sequence[Player], seats: int) -> tuple[Player, ...]:
    """A player for every seat: the last one fills all remaining seats."""
    return tuple(players[min(seat, len(players) - 1)] for seat in range(seats))
