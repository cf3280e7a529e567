"""Game records: one line of JSON that replays without a random generator. Reading, writing, verifying.

The notation is public and stable; see docs/records.md.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, BinaryIO, Literal

import msgspec

from bot.core.game import CHANCE, AnyGame, Illegal, Move, Options, Outcome, Played, Seat, Tally, Value
from bot.core.moves import fault

FORMAT = "tablee/1"
SIZE = 4_000_000
"""The largest record in bytes. The longest games need about ten thousand."""
_LIMIT = 120


class Unreadable(Exception):
    """The line is not a record."""


class _Frame(msgspec.Struct, forbid_unknown_fields=True):
    """A record as it is written; a seal that is null is a fault."""

    format: Literal["tablee/1"]
    game: str
    seats: int
    options: dict[str, Any]
    moves: Annotated[list[Any], msgspec.Meta(min_length=1)]
    outcome: Any
    seal: Any = msgspec.UNSET


class _Seal(msgspec.Struct, forbid_unknown_fields=True):
    nonce: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
    sha256: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    draws: list[str] | msgspec.UnsetType = msgspec.UNSET


@dataclass(frozen=True)
class Fault:
    """An error in a record: where (``move 17``, ``outcome``, ``seal``, ``time``; empty: the whole line), and why."""

    where: str
    reason: str


@dataclass(frozen=True)
class Record:
    """A parsed record whose moves, outcome and seal have not been checked yet."""

    game: AnyGame
    seats: int
    options: dict[str, Value]
    moves: Sequence[Any]
    outcome: Any
    seal: Any


class Verified(Record):
    """A record that has passed every check, with its moves as values; ``seal`` is the hash that was posted, or None."""


def make_nonce() -> str:
    """A random nonce for a seal: 32 hex digits."""
    return secrets.token_hex(16)


def seal(nonce: str, deal: Move) -> str:
    """The SHA-256 that is posted when a game starts: of the nonce's bytes and the deal as canonical JSON."""
    return hashlib.sha256(bytes.fromhex(nonce) + canonical(deal).encode()).hexdigest()


def seal_of_draw(nonce: str, index: int, draw: Any) -> str:
    """The SHA-256 that is posted with a later draw, with its index in ``moves``, so that equal draws differ."""
    return hashlib.sha256(bytes.fromhex(nonce) + canonical([index, draw]).encode()).hexdigest()


def canonical(sealed: Any) -> str:
    """A deal, or a draw with its index, as canonical JSON for its seal; also an outcome, to compare it."""
    return json.dumps(msgspec.to_builtins(sealed), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def write(
    game: AnyGame,
    seats: int,
    options: Mapping[str, Value],
    moves: Iterable[tuple[Seat, Move]],
    outcome: Outcome | None,
    nonce: str | None = None,
) -> str:
    """A game as a record: one line without its line feed, with a seal if a nonce is given."""
    played = [[seat, msgspec.to_builtins(move)] for seat, move in moves]
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": game.key,
        "seats": seats,
        "options": dict(options),
        "moves": played,
        "outcome": msgspec.to_builtins(outcome),
    }
    if nonce:
        deal = msgspec.convert(played[0][1], game.moves)
        draws = _draw_seals(nonce, played)
        record["seal"] = {"nonce": nonce, "sha256": seal(nonce, deal)} | ({"draws": draws} if draws else {})
    return msgspec.json.encode(record).decode()


def read(line: bytes, games: Mapping[str, AnyGame]) -> Record:
    """Parse a record; raises Unreadable with the reason."""
    try:
        frame = msgspec.convert(_parse(line), _Frame)
        if frame.game not in games:
            raise Unreadable(f"unknown game {frame.game[:_LIMIT]!a}")
        game = games[frame.game]
        if frame.seats not in game.seats:
            raise Unreadable(f"{game.key} is not played with so many seats")
        options = game.complete(frame.options, frame.seats)
    except (msgspec.ValidationError, ValueError) as error:
        raise Unreadable(_reason(error)) from None
    return Record(game, frame.seats, options, frame.moves, frame.outcome, frame.seal)


def lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a source; only the beginning of one that is too long for a record."""
    while line := source.readline(SIZE + 1):
        rest = line
        while not rest.endswith(b"\n") and (rest := source.readline(SIZE)):
            pass
        yield line.removesuffix(b"\n")


def verify(line: bytes, games: Mapping[str, AnyGame]) -> Fault | None:
    """The first fault of a record in the order parsing, moves, outcome, seal; None if it is valid."""
    found = check(line, games)
    return found if isinstance(found, Fault) else None


def check(
    line: bytes, games: Mapping[str, AnyGame], within_time: Callable[[], bool] = lambda: True
) -> Verified | Fault:
    """The verified record, or its first fault in the same order.

    ``within_time`` is called before every move; when it returns False, that is a fault too.
    """
    try:
        return _checked(read(line, games), within_time)
    except Unreadable as error:
        return Fault("", str(error))
    except RecursionError:
        return Fault("", "nested too deeply")


def _checked(record: Record, within_time: Callable[[], bool]) -> Verified | Fault:
    state = record.game.start(record.seats, record.options)
    moves: list[tuple[Seat, Move]] = []
    for index, entry in enumerate(record.moves):
        if not within_time():
            return Fault("time", "checking it takes too long")
        try:
            seat, move = _read_move(record.game, entry)
            if reason := fault(state, record.seats, seat, move):
                return Fault(f"move {index}", reason)
            state = state.play(seat, move)
        except (Illegal, ValueError) as error:
            return Fault(f"move {index}", str(error)[: 2 * _LIMIT])
        moves.append((seat, move))
    expected = state.outcome()
    # As text: in Python 1.0 and True equal 1.
    if canonical(record.outcome) != canonical(expected):
        return Fault("outcome", f"the moves give {msgspec.json.encode(expected).decode()}")
    if (reason := _seal_fault(record)) is not None:
        return Fault("seal", reason)
    sealed = None if record.seal is msgspec.UNSET else record.seal["sha256"]
    return Verified(record.game, record.seats, record.options, tuple(moves), expected, sealed)


def _read_move(game: AnyGame, entry: Any) -> tuple[Seat, Move]:
    """The seat and move of an entry; raises ValueError with the reason."""
    match entry:
        case [seat, dict() as raw] if type(seat) is int:
            pass
        case _:
            raise ValueError("an entry is [seat, move]")
    try:
        return seat, msgspec.convert(raw, game.moves)
    except msgspec.ValidationError as error:
        raise ValueError(_reason(error)) from None


def _seal_fault(record: Record) -> str | None:
    if record.seal is msgspec.UNSET:
        return None
    try:
        given = msgspec.convert(record.seal, _Seal)
    except msgspec.ValidationError as error:
        return _reason(error)
    if seal(given.nonce, msgspec.convert(record.moves[0][1], record.game.moves)) != given.sha256:
        return "the deal is not the one that was sealed"
    if (_draw_seals(given.nonce, record.moves) or msgspec.UNSET) != given.draws:
        return "a draw is not the one that was sealed"
    return None


def _draw_seals(nonce: str, entries: Sequence[Any]) -> list[str]:
    """The seals of all draws after the deal, in order; entries are ``[seat, move]`` as JSON."""
    later = enumerate(entries[1:], start=1)
    return [seal_of_draw(nonce, index, move) for index, (seat, move) in later if seat == CHANCE]


def _parse(line: bytes) -> Any:
    if len(line) > SIZE:
        raise Unreadable(f"longer than {SIZE} bytes")
    try:
        return json.loads(line.decode(), object_pairs_hook=_unique)
    except UnicodeDecodeError:
        raise Unreadable("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise Unreadable(f"not JSON: {error.msg} at character {error.pos}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable(f"key {key[:_LIMIT]!a} stands twice")
        found[key] = value
    return found


def _reason(error: Exception) -> str:
    """An error in a few ASCII characters: safe for a terminal."""
    return ascii(str(error))[1:-1][:_LIMIT]


def tally(game: AnyGame, seats: int, options: Options, moves: Iterable[tuple[Seat, Move]]) -> Tally:
    """The figures of a game from its moves, the deal first, in time proportional to the log."""
    if game.tally is None:
        return Tally(tuple({} for _ in range(seats)), {})
    return game.tally(seats, replayed(game, seats, options, moves))


def replayed(
    game: AnyGame, seats: int, options: Options, moves: Iterable[tuple[Seat, Move]]
) -> Iterator[Played[Any, Any]]:
    """Each move with the states before and after it."""
    state = game.start(seats, options)
    for seat, move in moves:
        after = state.play(seat, move)
        yield Played(state, seat, move, after)
        state = after


def blank(keys: Iterable[str], seats: int) -> tuple[dict[str, int], ...]:
    """Every seat's figures, all zero."""
    first = dict.fromkeys(keys, 0)
    return tuple(dict(first) for _ in range(seats))
