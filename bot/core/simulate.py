"""Random games and matches between opponents, played to the end without Discord, storage or a clock."""

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
    """A random legal move, mostly calm in challenge windows: where everybody shouts all the time nothing ever ends."""
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
    """One random game: each move with whose it is and the state it leads to. ``player`` chooses for everybody."""
    state = game.start(seats, options)
    while state.to_act:
        seat = rng.choice(sorted(state.to_act))
        move = state.chance(rng) if seat == CHANCE else player(game, state, seat, rng)
        state = state.play(seat, move)
        yield seat, move, state


def settings(game: AnyGame, seats: int | None, options: Mapping[str, Value]) -> list[tuple[int, dict[str, Value]]]:
    """Every number of seats and combination of options that agrees with what was asked for."""
    counts = game.seats if seats is None else (seats,)
    found = [(count, variant) for count in counts for variant in game.variants(count)]
    return [
        (count, variant) for count, variant in found if all(variant[key] == value for key, value in options.items())
    ]


def records(
    game: AnyGame, *, games: int, rng: Random, seats: int | None = None, options: Mapping[str, Value] | None = None
) -> Iterator[str]:
    """So many random games as sealed records, going through all seats and options that were left open."""
    for _, (count, variant) in zip(range(games), cycle(settings(game, seats, options or {})), strict=False):
        moves: list[tuple[Seat, Move]] = []
        outcome: Outcome | None = None
        for seat, move, state in play_out(game, count, variant, rng):
            moves.append((seat, move))
            outcome = state.outcome()
        yield write(game, count, variant, moves, outcome, make_nonce())


MOST_MOVES = 50_000
"""A game that is still going on then has players who will never end it."""
NORMAL = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""


@dataclass(frozen=True)
class Match:
    """Who sits down to how many games of what. The same match gives the same games."""

    game: AnyGame
    seats: int
    options: Mapping[str, Value]
    players: tuple[Player, ...]
    """One for each seat of the first game. In the next everybody sits one seat further."""
    seed: int = 0

    def seated(self, number: int) -> tuple[Player, ...]:
        """Who sits where in a game."""
        turn = number % self.seats
        return self.players[self.seats - turn :] + self.players[: self.seats - turn]


@dataclass(frozen=True)
class MatchGame:
    """What came of one game of a match."""

    wins: tuple[float, ...]
    """The share of the victory of each seat."""
    moves: int
    times: tuple[tuple[Seat, float], ...]
    """Who decided, and how many seconds it took them. Where only one move was legal nothing was decided."""


def play(match: Match, number: int, clock: Callable[[], float]) -> MatchGame:
    """One game of a match. Everybody sits in every seat of the same deal before another one is dealt."""
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
        if moves > MOST_MOVES:
            raise RuntimeError(f"game {number} of {game.key} does not end")
    outcome = state.outcome()
    assert outcome is not None
    share = 1 / len(outcome.winners)
    wins = tuple(share if seat in outcome.winners else 0.0 for seat in range(match.seats))
    return MatchGame(wins, moves, tuple(times))


@dataclass(frozen=True)
class Score:
    """How one kind of player has done."""

    player: Player
    seats: int
    """How many of them sat at the table."""
    share: float
    """The part of all victories that one of them had."""
    low: float
    """The lower end of its 95 % interval."""
    high: float
    seconds: tuple[float, ...]
    """The time of every decision, ascending."""

    @property
    def rate(self) -> float:
        """Decisions a second."""
        total = sum(self.seconds)
        return len(self.seconds) / total if total else 0.0

    @property
    def middle(self) -> float:
        """Half of the decisions took no longer."""
        return median(self.seconds) if self.seconds else 0.0

    @property
    def slow(self) -> float:
        """95 % of the decisions took no longer."""
        return self.seconds[int(0.95 * (len(self.seconds) - 1))] if self.seconds else 0.0


def scores(match: Match, games: Iterable[tuple[int, MatchGame]]) -> list[Score]:
    """How each kind of player has done in the games of these numbers, in the order in which they were named."""
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
    """Wilson's 95 % interval. Shared victories only make it wider than it need be."""
    if not games:
        return 0.0, 1.0
    weight = NORMAL**2 / games
    centre = (share + weight / 2) / (1 + weight)
    half = sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    return centre - half, centre + half


def fill(players: Sequence[Player], seats: int) -> tuple[Player, ...]:
    """A player for every seat: the last one named sits in all that are left."""
    return tuple(players[min(seat, len(players) - 1)] for seat in range(seats))
