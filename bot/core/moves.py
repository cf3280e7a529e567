"""Moves as paths (the steps to choose them) and back, derived from the fields of the moves.

A path is the verb and one token per field, in order: words as they are, numbers in digits, and a field annotated with
``spelt("s")`` with that letter in front (``s2`` for a seat). A game can define its own spelling for a kind of move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import UnionType
from typing import Any, Generic, TypeVar, get_args

import msgspec

from bot.core.game import CHANCE, AnyState, ChanceMove, Deal, Move, MoveT, Path, Seat

SPELLING_CACHE_SIZE = 2_000
DECODED_CACHE_SIZE = 5_000
MAX_DIGITS = 4
"""Digits of the longest number in a step; a longer one was not written by us."""


def spelt(letter: str) -> msgspec.Meta:
    """An annotation for a number of a move: this letter precedes it in a step."""
    return msgspec.Meta(extra={"letter": letter})


@dataclass(frozen=True)
class OwnSpelling:
    """A game's own spelling of a kind of move: move → path, and path → move or ValueError."""

    verb: str
    spell: Callable[[Any], Path]
    read: Callable[[Path], Any]


class Spelling(Generic[MoveT]):
    """The spelling of all moves of one game except those of chance, which no player chooses.

    ``typed`` normalises paths that people type: path → path, or ValueError.
    """

    def __init__(
        self, moves: UnionType, own: Mapping[type[Move], OwnSpelling], typed: Callable[[Path], Path] | None = None
    ) -> None:
        self.moves = moves
        self.decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(moves)
        """Decodes stored moves. Created once, because several threads use it."""
        self.decode: Callable[[bytes], Any] = lru_cache(DECODED_CACHE_SIZE)(self.decoder.decode)
        """The same for moves of players: equal moves of all tables are one object."""
        self._typed = typed
        self._own = own
        self._readers = {each.verb: each.read for each in own.values()}
        self._steps: dict[type[Move], tuple[str, tuple[str | None, ...]]] = {}
        for kind in get_args(moves):
            config = msgspec.inspect.type_info(kind)
            assert isinstance(config, msgspec.inspect.StructType)
            if kind not in own and not issubclass(kind, ChanceMove):
                self._steps[kind] = (str(config.tag), tuple(_letter(field.type) for field in config.fields))
        self._kinds = {verb: kind for kind, (verb, _) in self._steps.items()}
        self.verbs = {kind: verb for verb, kind in self._kinds.items()} | {
            kind: each.verb for kind, each in own.items()
        }
        self.path: Callable[[MoveT], Path] = lru_cache(SPELLING_CACHE_SIZE)(self._path)
        """A player's move as a path; ValueError for chance's."""
        self.move: Callable[[Path], MoveT] = lru_cache(SPELLING_CACHE_SIZE)(self._move)
        """The move that a path spells, legal now or not; ValueError if it spells none."""

    def _path(self, move: MoveT) -> Path:
        kind = type(move)
        if kind in self._own:
            return self._own[kind].spell(move)
        if kind not in self._steps:
            raise ValueError("nobody chooses what chance draws")
        verb, letters = self._steps[kind]
        fields = zip(msgspec.structs.astuple(move), letters, strict=True)
        return (verb, *[value if letter is None else f"{letter}{value}" for value, letter in fields])

    def _move(self, path: Path) -> MoveT:
        if self._typed:
            path = self._typed(path)
        verb = path[0] if path else ""
        found = self._readers[verb](path) if verb in self._readers else self._read(verb, path[1:])
        # A number can be written in many ways: only the canonical spelling is accepted.
        if self.path(found) != path:
            raise ValueError(f"no move is spelt {'.'.join(path)!a}")
        return found

    def _read(self, verb: str, tokens: Path) -> Any:
        kind = self._kinds.get(verb)
        letters = self._steps[kind][1] if kind else ()
        if kind is None or len(tokens) != len(letters):
            raise ValueError(f"no move begins with {verb!a} and has {len(tokens)} steps")
        values = [_value(token, letter) for token, letter in zip(tokens, letters, strict=True)]
        fields = dict(zip(kind.__struct_encode_fields__, values, strict=True))
        try:
            return msgspec.convert(fields | {"kind": verb}, kind)
        except msgspec.ValidationError as error:
            raise ValueError(ascii(str(error))) from None


def number(token: str) -> int:
    """The number in a step: a few ASCII digits."""
    if 0 < len(token) <= MAX_DIGITS and token.isascii() and token.isdecimal():
        return int(token)
    raise ValueError(f"{token[:20]!a} is not a number")


def _letter(field: Any) -> str | None:
    """The letter before a field's number; None for a field of words."""
    if isinstance(field, msgspec.inspect.Metadata):
        return (field.extra or {}).get("letter", "")
    return "" if isinstance(field, msgspec.inspect.IntType) else None


def _value(token: str, letter: str | None) -> Any:
    if letter is None:
        return token
    if not token.startswith(letter):
        raise ValueError(f"{token[:20]!a} does not begin with {letter!a}")
    return number(token.removeprefix(letter))


DealT = TypeVar("DealT", bound=Deal)
ChanceT = TypeVar("ChanceT", bound=ChanceMove)


class Draws(Collection[ChanceT]):
    """All legal outcomes of a later draw: ``in`` accepts every one, iteration yields the example only.

    ``fault`` says what is wrong with a draw of that kind, or None.
    """

    def __init__(self, example: ChanceT, fault: Callable[[ChanceT], str | None]) -> None:
        self._example = example
        self._fault = fault

    def fault(self, draw: ChanceMove) -> str | None:
        """Why a draw is not legal now, in English; None if it is."""
        return self._fault(draw) if isinstance(draw, type(self._example)) else "chance draws something else now"

    def __contains__(self, draw: object) -> bool:
        return isinstance(draw, ChanceMove) and self.fault(draw) is None

    def __iter__(self) -> Iterator[ChanceT]:
        return iter((self._example,))

    def __len__(self) -> int:
        return 1


class Deals(Collection[DealT]):
    """All legal deals of a table: ``in`` accepts every one, iteration yields one for each first player.

    ``example`` returns a legal deal for a first player; ``drawn`` says what is wrong with the rest of a deal, or None.
    """

    def __init__(
        self,
        kind: type[DealT],
        seats: int,
        example: Callable[[Seat], DealT],
        drawn: Callable[[DealT], str | None] = lambda _deal: None,
    ) -> None:
        self.seats = seats
        self._kind = kind
        self._example = example
        self._drawn = drawn

    def fault(self, deal: DealT) -> str | None:
        """Why a deal is not legal, in English; None if it is."""
        if not 0 <= deal.first < self.seats:
            return f"the first player must be a seat from 0 to {self.seats - 1}"
        return self._drawn(deal)

    def __contains__(self, deal: object) -> bool:
        return isinstance(deal, self._kind) and self.fault(deal) is None

    def __iter__(self) -> Iterator[DealT]:
        return map(self._example, range(self.seats))

    def __len__(self) -> int:
        return self.seats


def bad_record(*_given: object) -> None:
    """Nothing: records are checked before the rules see a move. Packages made for 1.0 still call it."""


def fault(state: AnyState, seats: int, seat: Seat, move: Move) -> str | None:
    """Why only a record written by hand can have this move now; None if the rules must play or refuse it."""
    if not state.to_act:
        return "the game is over"
    if seat != CHANCE and not 0 <= seat < seats:
        return f"there is no seat {seat}"
    if isinstance(move, ChanceMove) != (seat == CHANCE):
        return "only chance deals, and it does nothing else"
    drawn = state.legal(CHANCE) if CHANCE in state.to_act else ()
    if isinstance(drawn, Deals):
        return drawn.fault(move) if isinstance(move, Deal) else "the game has not been dealt"
    if isinstance(move, Deal):
        return "the game has been dealt already"
    if isinstance(move, ChanceMove):
        return drawn.fault(move) if isinstance(drawn, Draws) else "chance draws nothing now"
    return None
