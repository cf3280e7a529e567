"""Computer opponents: how one is asked for a move, what it is called, when its move is due, and simulated games.

An opponent gets the views of its seat since the deal, its legal moves and a level. It never gets the state, so it knows
no more than a person with a good memory.

It moves after a pause that depends neither on its decision nor on how long that took: the pause is drawn from the
seal's nonce, the question and the seat, and is the same after a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import cycle
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Any, Literal, NamedTuple, get_args

from bot.core.characters import CHARACTERS
from bot.core.facts import MARK, PLAYING
from bot.core.game import CHANCE, NO_STYLE, AnyGame, AnyState, Level, Move, Outcome, Seat, Style, Value, View, never
from bot.core.records import make_nonce, write
from bot.core.table import Table

LEVELS: tuple[Level, ...] = get_args(Level)
REGULAR: Level = "regular"
"""The level of stand-ins, and of opponents where nobody chose one."""

Player = Level | Literal["random", "default"]
"""A level, or a player to measure levels against: a random legal move, or always the game's default."""
PLAYERS: tuple[Player, ...] = (*LEVELS, "random", "default")
CALM_PROBABILITY = 0.9
"""How often a random player lets a challenge window pass."""

NAMES = (
    *(character.name for character in CHARACTERS),
    "Marcel",
    "Suzon",
    "Gaspard",
    "Lucette",
    "Honoré",
    "Paulette",
    "Séraphin",
    "Colette",
    "Basile",
    "Mireille",
    "Octave",
)

TURN_SECONDS = (1.5, 3.5)
"""Shortest and longest pause before an opponent's turn: people can follow, and nobody waits long."""
SOLO_TURN_SECONDS = (0.8, 1.6)
"""The same at a solo table: as fast as one person can follow and one message may be edited."""
LAST_TO_ANSWER_SECONDS = (0.4, 1.2)
"""The same where only opponents are still waited for, after the people or in a challenge window."""
PEOPLE_FIRST = 0.3
"""The part of a challenge window before any opponent answers: 6 seconds of 20."""
OVERDUE_SECONDS = 3.0
"""How long after its time a missing move is made by the clock, after a restart."""

MAX_MOVES = 50_000
"""A longer simulated game has players who will never end it."""
Z_95 = NormalDist().inv_cdf(0.975)


# ---- deciding


class ViewHistory:
    """The views of some seats since the deal, oldest first: one more for each seat with every move."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        self._views: dict[Seat, list[View[Any, Any]]] = {seat: [] for seat in seats}

    def add(self, state: AnyState) -> None:
        """Add the views of the state after the deal, or after a move."""
        for seat, views in self._views.items():
            views.append(state.view(seat))

    def of(self, seat: Seat) -> Sequence[View[Any, Any]]:
        """The views of a seat; the last one is now. The list itself, not a copy: it grows."""
        return self._views[seat]


def choose(
    game: AnyGame,
    views: Sequence[View[Any, Any]],
    legal: Collection[Move],
    player: Player,
    rng: Random,
    style: Style = NO_STYLE,
) -> Move:
    """A player's move; the only one where only one is legal. A game without opponents plays its default for them."""
    # A tuple: a collection made by the rules could hold more than the moves.
    moves = tuple(legal)
    if len(moves) == 1:
        return moves[0]
    if player == "random" and not (game.hurry(views[-1]) and rng.random() < CALM_PROBABILITY):
        return rng.choice(moves)
    if player in ("default", "random") or game.opponent is None:
        return game.default(views[-1], moves)
    if style != NO_STYLE and game.styled is not None:
        return game.styled(views, moves, player, rng, style)
    return game.opponent(views, moves, player, rng)


def advise(
    game: AnyGame, views: Sequence[View[Any, Any]], legal: Collection[Move], rng: Random
) -> tuple[Move, dict[Move, float]]:
    """The move to recommend, and the odds of all moves, best first. Where no chance decides, it is an expert's."""
    moves = tuple(legal)
    odds = dict(game.odds(views, moves)) if game.odds is not None and len(moves) > 1 else {}
    return next(iter(odds), None) or choose(game, views, moves, "expert", rng), odds


# ---- who plays a seat


def level_of(table: Table, seat: Seat) -> Level | None:
    """The level at which a computer plays a seat: an opponent, or a stand-in for a person who is away; else None."""
    if seat in table.opponents:
        return table.facts.players[seat].level
    return REGULAR if seat in table.away else None


def opponent_name(taken: Collection[str]) -> str:
    """A name for a new opponent that nobody at the table has."""
    free = _free_names(taken)
    return free[0] if free else f"{NAMES[0]} {len(taken)}"


def stand_in_name(table: Table, seat: Seat) -> str:
    """The name of the stand-in of a seat: another one for every seat, and none that is at the table."""
    free = _free_names([player.name for player in table.facts.players])
    return f"{MARK} {free[seat % len(free)]}"


def _free_names(taken: Collection[str]) -> list[str]:
    known = {name.casefold().strip() for name in taken}
    return [name for name in NAMES if name.casefold() not in known]


def last_person(table: Table) -> Seat | None:
    """The seat of the last move that a person made."""
    moved = (turn.seat for turn in reversed(table.log) if turn.seat != CHANCE)
    return next((seat for seat in moved if level_of(table, seat) is None), None)


# ---- when it moves


class OpponentMove(NamedTuple):
    """The next move that a computer makes, and when."""

    seat: Seat
    level: Level
    at: float


def due(table: Table) -> OpponentMove | None:
    """The next move that a computer makes unless somebody else moves first; None if there is none for now.

    In a challenge window without a clock opponents wait until all people have answered. At an ``ordered`` table they
    always do, and then answer by seat: how fast somebody thinks must not change how the opponents play.
    """
    if table.status != PLAYING or table.facts.paused:
        return None
    levels: dict[Seat, Level] = {seat: level for seat in table.to_act if (level := level_of(table, seat))}
    if not levels or table.deserted or table.automatic is not None:
        return None
    people = len(levels) < len(table.to_act)
    if table.facts.ordered:
        if people:
            return None
        levels = dict([next(iter(levels.items()))])
    times = ((_due_at(table, seat, people=people), seat) for seat in levels)
    first = min(((at, seat) for at, seat in times if at is not None), default=None)
    return OpponentMove(first[1], levels[first[1]], first[0]) if first else None


def drawn(table: Table, what: str, revision: int, seat: Seat) -> Random:
    """A random generator for one seat at one revision, always the same; it does not give the nonce away."""
    return Random(int.from_bytes(sha256(f"{what} {table.facts.nonce} {revision} {seat}".encode()).digest()))


def _due_at(table: Table, seat: Seat, *, people: bool) -> float | None:
    """The time of a seat's move; None: only after the people. ``people``: a person is waited for too."""
    asked = table.asked[seat]
    rng = drawn(table, "pause", asked, seat)
    turn = rng.uniform(*(SOLO_TURN_SECONDS if table.alone else TURN_SECONDS))
    last = rng.uniform(*LAST_TO_ANSWER_SECONDS)
    start = table.log[asked - 1].at
    at = start + turn
    hurry = table.game.hurry(table.position.view(None))
    if not people:
        answers = [each.at for each in table.log[asked:] if each.seat != CHANCE and level_of(table, each.seat) is None]
        if hurry:
            at = (answers[-1] if answers else start) + last
        elif answers:
            at = min(at, answers[-1] + last)
    elif hurry:
        window, deadline = table.pace.window, table.facts.deadline
        if window is None or deadline is None:
            return None
        # The deadline already includes the time of the flash.
        at = deadline - (1 - PEOPLE_FIRST) * window + turn
    return max(table.flash_until, at)


# ---- simulated games: random ones, and matches between opponents


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


def play(match: Match, number: int, clock: Callable[[], float], most: int = MAX_MOVES) -> MatchGame:
    """Play one game of a match. Everybody plays every seat of a deal before the next. Raises RuntimeError."""
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
            if not moves:
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
        if moves > most:
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
    """Of all victories, for one of them; with the ends of its 95 % interval."""
    low: float
    high: float
    seconds: tuple[float, ...]
    """Of every decision, ascending."""


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
