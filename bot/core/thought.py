"""What a thinking process is told of a table, as bytes: nothing else crosses, so nothing else can be known there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from bot.core.game import AnyGame, Level, Say, Seat
from bot.core.opponent import choose
from bot.core.rhythm import drawn
from bot.core.table import Table

_ENCODER = msgspec.msgpack.Encoder()


class Wording(msgspec.Struct, frozen=True, kw_only=True):
    """In which words a reason is told: the language, and what everybody is called."""

    lang: str
    names: tuple[str, ...]


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """A question to an opponent. The same thought has the same answer."""

    game: str
    views: tuple[bytes, ...]
    """All its seat has been shown, oldest first."""
    legal: bytes
    level: Level
    seed: int
    told: Wording | None = None
    """For a hint: the answer says why too."""


def shown(table: Table, seat: Seat) -> Iterator[bytes]:
    """What a seat has been shown since the deal, one view after the other: who has others waiting takes a few at once.

    Takes time in proportion to the log.
    """
    state = table.game.start(table.size, table.facts.options)
    for turn in table.log:
        state = state.play(turn.seat, turn.move)
        yield _ENCODER.encode(state.view(seat))


def thought(table: Table, seat: Seat, level: Level, views: Iterable[bytes], told: Wording | None = None) -> Thought:
    """What an opponent in a seat is asked now; ``views`` is what the seat has been shown."""
    seed = drawn(table, "thought", table.revision, seat).getrandbits(64)
    legal = _ENCODER.encode(list(table.legal(seat)))
    return Thought(game=table.game.key, views=tuple(views), legal=legal, level=level, seed=seed, told=told)


def decided(game: AnyGame, asked: Thought) -> bytes:
    """An opponent's move, in the process that thinks."""
    return _ENCODER.encode(_chosen(game, asked, _views(game, asked)))


def advised(game: AnyGame, asked: Thought, say: Say) -> bytes:
    """A move and why it is worth making, in the process that thinks."""
    assert game.reason is not None
    views = _views(game, asked)
    move = _chosen(game, asked, views)
    return _ENCODER.encode((move, game.reason(views, move, say)))


def _views(game: AnyGame, asked: Thought) -> list[Any]:
    decoder = msgspec.msgpack.Decoder(game.view)
    return [decoder.decode(view) for view in asked.views]


def _chosen(game: AnyGame, asked: Thought, views: list[Any]) -> Any:
    legal: list[Any] = msgspec.msgpack.decode(asked.legal, type=list[game.moves])  # type: ignore[name-defined]
    return choose(game, views, legal, asked.level, Random(asked.seed))


def move_of(game: AnyGame, answer: bytes, legal: Collection[Any]) -> Any:
    """The move an answer spells; ValueError if it is none of those that are legal."""
    move = msgspec.msgpack.decode(answer, type=game.moves)
    if move not in legal:
        raise ValueError("an opponent chose what it may not")
    return move


def advice_of(game: AnyGame, answer: bytes, legal: Collection[Any]) -> tuple[Any, str]:
    """The move a hint names, and why; ValueError if it is none of those that are legal."""
    move, reason = msgspec.msgpack.decode(answer, type=tuple[game.moves, str])  # type: ignore[name-defined]
    if move not in legal:
        raise ValueError("a hint names what may not be done")
    return move, reason
