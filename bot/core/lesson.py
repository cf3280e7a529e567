"""Interactive lessons: a game with a fixed deal and fixed moves of the opponents.

A lesson is data in the game's folder and stores nothing: a learner's progress is the list of choices they have made.
Pages get the learner's view and the onlookers' view, never the state.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.core.game import CHANCE, AnyGame, AnyState, Move, Path, Seat, Value

LEARNER: Seat = 0
OPPONENT_NAMES = ("Odile", "Firmin", "Babette", "Anselme", "Célestine")
OTHER = "other"
"""The attribute that explains every choice without an explanation of its own."""

Turn = tuple[Seat, Move]
Taken = tuple[int, ...]
"""The index of the good move chosen in each part so far; 0 in a part that asks nothing."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One step of a lesson, usually one press: moves before it, the text, and the choices that continue.

    Its text is the string ``lesson-<key>``: one or two sentences on what has just happened, what to look at and what to
    press. The attribute ``other`` explains a legal choice that does not continue. If exactly one choice continues, each
    of these texts names in bold every button that leads to it, in order, as the page labels them.
    """

    key: str
    before: tuple[Turn, ...] = ()
    """Moves played before it, including the learner's own where the lesson skips ahead."""
    moves: tuple[Move, ...] = ()
    """The choices that continue; later parts must work after any of them. Empty: there is nothing to choose."""
    wrong: Mapping[Path, str] = field(default_factory=dict[Path, str])
    """The beginning of a path that does not continue → the attribute that explains it; the longest match wins."""

    def explanation(self, path: Path) -> str:
        """The attribute of this part's string that explains a choice that does not continue."""
        known = (beginning for beginning in self.wrong if path[: len(beginning)] == beginning)
        return self.wrong[best] if (best := max(known, key=len, default=None)) is not None else OTHER


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A lesson of about two minutes; it ends with the string ``lesson-end``.

    It has five to ten parts: at least four ask for a press, and one shows a flash if the game has any.
    """

    seats: int
    deal: Move
    parts: tuple[Part, ...]
    options: Mapping[str, Value] = field(default_factory=dict[str, Value])


class LessonMoment(NamedTuple):
    """A point in a lesson, with all that the learner may know."""

    taken: Taken
    part: Part | None
    """None at the end of the lesson."""
    view: Any
    board: Any
    """The onlookers' view."""
    legal: Collection[Move]
    """The learner's; empty where nothing is asked."""

    @property
    def back(self) -> Taken | None:
        """The choices before the last press; None at the beginning."""
        return self.taken[:-1] if self.taken else None


def moment(game: AnyGame, taken: Taken) -> LessonMoment | None:
    """The point that these choices lead to; None if they are impossible."""
    lesson = game.lesson
    if lesson is None or len(taken) > len(lesson.parts):
        return None
    state = game.start(lesson.seats, game.complete(lesson.options, lesson.seats)).play(CHANCE, lesson.deal)
    for part, choice in zip(lesson.parts, taken, strict=False):
        state = _played(state, part.before)
        if part.moves and choice < len(part.moves):
            state = state.play(LEARNER, part.moves[choice])
        elif part.moves or choice:
            return None
    if len(taken) == len(lesson.parts):
        return LessonMoment(taken, None, state.view(LEARNER), state.view(None), ())
    part = lesson.parts[len(taken)]
    state = _played(state, part.before)
    legal = state.legal(LEARNER) if part.moves else ()
    return LessonMoment(taken, part, state.view(LEARNER), state.view(None), legal)


def seat_names(lesson: Lesson, name: str) -> tuple[str, ...]:
    """The names at a lesson's table, the learner's first."""
    return (name, *OPPONENT_NAMES)[: lesson.seats]


def _played(state: AnyState, turns: tuple[Turn, ...]) -> AnyState:
    for seat, move in turns:
        state = state.play(seat, move)
    return state
