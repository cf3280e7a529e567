"""Moments of a table that have gone by: what may still be told of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bot.core.cached import cached
from bot.core.game import AnyGame, AnyState, Say

MOST = 12
"""Moments a table keeps: most of them have nothing to tell later."""


class Moment(msgspec.Struct, frozen=True, dict=True):
    """A moment that has gone by, as onlookers saw it when what was revealed was hidden again."""

    view: Any
    revision: int
    """How many moves had been made."""

    @cached
    def _told(self) -> dict[str, str]:
        return {}

    def recap(self, game: AnyGame, say: Say) -> str:
        """What may still be told of it, in one line; put in words once a language, for that takes a while."""
        if say.lang not in self._told:
            self._told[say.lang] = " ".join(game.face.sight(self.view, say).recap.split("\n"))
        return self._told[say.lang]


def passes(before: AnyState, after: AnyState) -> bool:
    """Whether a move ends a moment: not while the others still answer what was asked of all."""
    return not after.to_act or not after.to_act < before.to_act


def moment(state: AnyState, revision: int) -> Moment:
    """A state as the moment it was after so many moves."""
    return Moment(state.view(None).without_flash(), revision)


class Recaps:
    """What may still be told of some moments in one language. It is put in words as far as somebody reads, once."""

    def __init__(self, moments: Iterable[Moment]) -> None:
        self._unread = list(moments)
        self._lines: dict[str, int] = {}

    def newest_first(self, game: AnyGame, say: Say) -> Iterator[tuple[str, int]]:
        """Each line once, with the revision when it was last so."""
        yield from [*self._lines.items()]
        while self._unread:
            moment = self._unread.pop()
            line = moment.recap(game, say)
            if line and line not in self._lines:
                self._lines[line] = moment.revision
                yield line, moment.revision


def retold(game: AnyGame, moments: Iterable[Moment], since: int, say: Say) -> list[str]:
    """What may still be told of the moments after a revision, a line each, the newest last."""
    found: list[str] = []
    before = ""
    for each in moments:
        line = each.recap(game, say)
        # A game may tell of one thing for as long as nothing else has happened.
        if line and line != before and each.revision > since:
            found.append(line)
        before = line
    return found
