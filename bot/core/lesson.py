"""Lessons: a game that is learnt by playing it, with a fixed deal and opponents whose moves are fixed.

A lesson is data in the game's folder and keeps nothing: where somebody is in it is the list of the choices they have
made, and everything else follows from that. What a page may show of a moment is the learner's view and the onlookers';
the state stays here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.core.game import CHANCE, AnyGame, AnyState, Move, Path, Seat, Value

LEARNER: Seat = 0
"""Where the learner sits."""
COMPANY = ("Odile", "Firmin", "Babette", "Anselme", "Célestine")
"""Who sits in the other seats."""
OTHER = "other"
"""What is said to a choice of which a part says nothing in particular."""

Turn = tuple[Seat, Move]
Taken = tuple[int, ...]
"""Which of the good moves was chosen in each part so far; 0 in a part that asks nothing."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One press, as a rule: what happens before it, what the coach says, and which choices go on.

    Its words are the string ``lesson-<key>``: one or two sentences on what has just happened, what to look at and what
    to press. The attribute ``other`` explains a choice that is legal and does not go on. Where one choice goes on, each
    of them names in bold every button that leads to it, in order, as the page labels them.
    """

    key: str
    before: tuple[Turn, ...] = ()
    """What is played before it, the learner's own moves too where the lesson leaps ahead."""
    moves: tuple[Move, ...] = ()
    """The choices that go on; whatever follows must fit all of them. None: there is only something to look at."""
    wrong: Mapping[Path, str] = field(default_factory=dict[Path, str])
    """The beginning of a path that does not go on → the attribute that explains it; the longest beginning counts."""

    def explanation(self, path: Path) -> str:
        """The attribute of this part's string that explains a choice which does not go on."""
        known = (beginning for beginning in self.wrong if path[: len(beginning)] == beginning)
        return self.wrong[best] if (best := max(known, key=len, default=None)) is not None else OTHER


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """How a game is learnt in about two minutes. At its end stands the string ``lesson-end``.

    Five to ten parts, at least four of which ask for a press, and one that shows a flash where the game has any.
    """

    seats: int
    deal: Move
    parts: tuple[Part, ...]
    options: Mapping[str, Value] = field(default_factory=dict[str, Value])


class LessonMoment(NamedTuple):
    """A moment of a lesson: all that the learner may know of it."""

    taken: Taken
    part: Part | None
    """What is asked; None at the end of the lesson."""
    view: Any
    """The learner's."""
    board: Any
    """The onlookers'."""
    legal: Collection[Move]
    """The learner's moves; none where nothing is asked."""
    earlier: tuple[Any, ...] = ()
    """The learner's views after the moves before the last one, since their last press; none where the lesson leaps."""

    @property
    def back(self) -> Taken | None:
        """Where one was before the last press; None at the beginning."""
        return self.taken[:-1] if self.taken else None


def moment(game: AnyGame, taken: Taken) -> LessonMoment | None:
    """The moment that these choices lead to; None if nobody can have made them."""
    lesson = game.lesson
    if lesson is None or len(taken) > len(lesson.parts):
        return None
    state = game.start(lesson.seats, game.complete(lesson.options, lesson.seats)).play(CHANCE, lesson.deal)
    played: list[AnyState] = []
    for part, choice in zip(lesson.parts, taken, strict=False):
        state = _played(state, part.before)[-1]
        if part.moves and choice < len(part.moves):
            state = state.play(LEARNER, part.moves[choice])
        elif part.moves or choice:
            return None
        played = [state] if part.moves else []
    if len(taken) == len(lesson.parts):
        return LessonMoment(taken, None, state.view(LEARNER), state.view(None), ())
    part = lesson.parts[len(taken)]
    played += _played(state, part.before)[1:]
    state = played[-1] if played else state
    leaps = any(seat == LEARNER for seat, _ in part.before)
    earlier = () if leaps else tuple(each.view(LEARNER) for each in played[:-1])
    legal = state.legal(LEARNER) if part.moves else ()
    return LessonMoment(taken, part, state.view(LEARNER), state.view(None), legal, earlier)


def company(lesson: Lesson, name: str) -> tuple[str, ...]:
    """The names of all who sit at a lesson's table, the learner's first."""
    return (name, *COMPANY)[: lesson.seats]


def _played(state: AnyState, turns: tuple[Turn, ...]) -> list[AnyState]:
    """A state, and those after each of these turns."""
    states = [state]
    for seat, move in turns:
        states.append(states[-1].play(seat, move))
    return states
