"""What a thinking process is told of a table, as bytes: nothing else crosses, so nothing else can be known there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from bot.core.game import CHANCE, AnyGame, Level, Seat, View
from bot.core.opponent import choose
from bot.core.rhythm import drawn
from bot.core.table import Table

_ENCODER = msgspec.msgpack.Encoder()


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """A question to an opponent. The same thought has the same answer."""

    game: str
    views: tuple[bytes, ...]
    """All its seat has been shown, oldest first."""
    legal: bytes
    level: Level
    seed: int


def shown(table: Table, seat: Seat) -> Iterator[bytes]:
    """What a seat has been shown since the deal, one view after the other: who has others waiting takes a few at once.

    Takes time in proportion to the log.
    """
    state = table.game.start(table.size, table.facts.options)
    for turn in table.log:
        state = state.play(turn.seat, turn.move)
        yield _ENCODER.encode(state.view(seat))


def thought(table: Table, seat: Seat, level: Level, views: Iterable[bytes]) -> Thought:
    """What an opponent in a seat is asked now; ``views`` is what the seat has been shown."""
    seed = drawn(table, "thought", table.revision, seat).getrandbits(64)
    legal = _ENCODER.encode(list(table.legal(seat)))
    return Thought(game=table.game.key, views=tuple(views), legal=legal, level=level, seed=seed)


def decided(game: AnyGame, asked: Thought) -> bytes:
    """An opponent's move, in the process that thinks."""
    decoder = msgspec.msgpack.Decoder(_view_type(game))
    views = [decoder.decode(view) for view in asked.views]
    moves: Any = game.moves
    legal: list[Any] = msgspec.msgpack.decode(asked.legal, type=list[moves])
    return _ENCODER.encode(choose(game, views, legal, asked.level, Random(asked.seed)))


def move_of(game: AnyGame, answer: bytes, legal: Collection[Any]) -> Any:
    """The move an answer spells; ValueError if it is none of those that are legal."""
    move = msgspec.msgpack.decode(answer, type=game.moves)
    if move not in legal:
        raise ValueError("an opponent chose what it may not")
    return move


def _view_type(game: AnyGame) -> Any:
    """What the views of a game are, from one that it gives itself."""
    seats = game.seats[0]
    state = game.start(seats, game.variants(seats)[0])
    view = state.play(CHANCE, state.chance(Random(0))).view(0)
    return View[type(view.public), type(view.own)]
