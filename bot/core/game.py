"""What a game must be able to answer: the whole contract between the kernel and the rules.

A game is pure rules over an immutable state. It never sees Discord, a clock or a random generator (except
when it deals). The kernel never sees a rule. Everything that passes between the two is in this module.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

import msgspec

if TYPE_CHECKING:
    from bot.core.lesson import Lesson
    from bot.core.moves import Spelling


class Refusal(Exception):
    """The table says no: a key into the kernel's strings (``refusal-<key>``) and its blanks."""

    def __init__(self, key: str, **blanks: Any) -> None:
        super().__init__(key, blanks)
        self.key = key
        self.blanks = blanks


T = TypeVar("T")


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same tuple but for one item."""
    changed = list(items)  # faster than joining two slices
    changed[index] = item
    return tuple(changed)


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The same tuple after the first such item has left it."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


Seat = int
"""A place at the table: 0, 1, 2 … in clockwise order. Who sits there is the table's business."""

CHANCE: Seat = -1
"""The shuffle is a player too; its move is logged like any other."""

Value = bool | str
"""What an option can be set to."""

Options = Mapping[str, Value]
"""Every option of a game with its value."""

Path = tuple[str, ...]
"""A move spelt as the steps a person takes to choose it: the verb, then one token a step."""

Level = Literal["novice", "regular", "expert"]
"""How well an opponent plays."""


PublicT = TypeVar("PublicT", bound="Public")
OwnT = TypeVar("OwnT")
StateT = TypeVar("StateT", bound="State[Any, Any]")
MoveT = TypeVar("MoveT", bound="Move")
ViewT = TypeVar("ViewT", bound="View[Any, Any]")
ViewT_co = TypeVar("ViewT_co", bound="View[Any, Any]", covariant=True)
ViewT_contra = TypeVar("ViewT_contra", bound="View[Any, Any]", contravariant=True)


class Illegal(Exception):
    """A move the rules refuse: a key into the game's strings (``illegal-<key>``) and the facts to fill its blanks."""

    def __init__(self, key: str, **blanks: Any) -> None:
        super().__init__(key, blanks)
        self.key = key
        self.blanks = blanks

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!a}" for name, value in self.blanks.items())
        return f"{self.key} ({facts})" if facts else self.key


class BadRecord(ValueError):
    """A move that only a hand-written record can hold; its message is for whoever verifies it."""


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", gc=False):
    """Base of every move. A subclass names its ``tag``; its fields are exactly those of the public notation.

    They are numbers, words and tuples of them, so nothing for Python's collector to look through.
    """


class Deal(Move, frozen=True, tag="deal"):
    """Base of chance's move, with which every log begins; a game adds what is drawn."""

    first: Seat


class Flash(msgspec.Struct, frozen=True, kw_only=True):
    """Base of what the whole table may see only for a while; a game adds what is shown."""

    seconds: int
    hides: bool = True
    """Whether it is gone afterwards: what stays in sight only keeps the next one from covering it at once."""


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all that everybody may know of one moment. It is written once: the state holds it, and views show it."""

    phase: str
    """What is being done now, in a word of the game's own."""
    flash: Flash | None = None


class View(msgspec.Struct, Generic[PublicT, OwnT], frozen=True, kw_only=True):
    """All that a seat may know: what is public, and what is its own. An onlooker (``None``) has nothing of its own."""

    seat: Seat | None
    to_act: tuple[Seat, ...]
    public: PublicT
    own: OwnT | None = None

    @property
    def phase(self) -> str:
        """What is being done now."""
        return self.public.phase

    @property
    def flash(self) -> Flash | None:
        """What the whole table may see for a while."""
        return self.public.flash

    def without_flash(self) -> Self:
        """The same view once the time of the flash is over."""
        return msgspec.structs.replace(self, public=msgspec.structs.replace(self.public, flash=None))


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a finished game ended: the winners in ascending order, and a score for each seat."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


class Played(NamedTuple, Generic[StateT, MoveT]):
    """One move of a log with the states around it; the deal is one too."""

    before: StateT
    seat: Seat
    move: MoveT
    after: StateT


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of one game: the same keys in every game of its kind, each a whole number that is never negative."""

    seats: tuple[dict[str, int], ...]
    """For each seat its figures."""
    whole: dict[str, int]
    """Figures of the game as a whole."""


class Deed(NamedTuple):
    """What somebody did in one finished game, as far as honours go by it."""

    won: bool
    place: int
    """1 for the best."""
    seats: int
    score: int
    figures: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Honour:
    """Something worth telling that somebody did in one game; the string ``honour-<key>`` says it."""

    key: str
    earned: Callable[[Deed], bool]


class State(Protocol[MoveT, ViewT_co]):
    """One moment of one game: an immutable value. Its moves are of one type, and so are the views it gives."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """Whom we wait for. Several: at once, in any order. ``{CHANCE}``: the deal. Empty: the game is over."""
        ...

    def legal(self, seat: Seat) -> Collection[MoveT]:
        """All moves of a seat: ask with ``in``, list with ``for``. The one source of legality."""
        ...

    def play(self, seat: Seat, move: MoveT) -> Self:
        """The state after a move. Pure; raises Illegal."""
        ...

    def chance(self, rng: Random, first: Seat | None = None) -> MoveT:
        """Chance's move. ``first`` asks for that first player (a rematch); otherwise it is drawn too."""
        ...

    def view(self, seat: Seat | None) -> ViewT_co:
        """All that this seat may know, made by listing it; ``None`` for onlookers."""
        ...

    def outcome(self) -> Outcome | None:
        """Winners and scores; ``None`` until the game is over."""
        ...


@dataclass(frozen=True, kw_only=True)
class Option:
    """A choice made when a table is opened. The first value is the default."""

    key: str
    values: tuple[Value, ...]
    needs: Mapping[Value, frozenset[int]] = field(default_factory=dict[Value, frozenset[int]])
    """For a value that not every table can have: the numbers of seats that allow it."""

    def fits(self, value: Value, seats: int) -> bool:
        """Whether this value may be chosen at a table of so many seats."""
        return value not in self.needs or seats in self.needs[value]


@dataclass(frozen=True, kw_only=True)
class Verb:
    """Something a player can do: a subcommand of the game, a button, and the first step of a path."""

    key: str
    steps: tuple[str, ...] = ()
    """Names of the choices that follow, in order: the options of the slash command."""
    command: bool = True
    """Whether the game has a subcommand for it (a verb reached by a shortcut alone has none)."""
    shortcut: str | None = None
    """The top-level command that also does it; games may share one."""
    style: Literal["primary", "secondary", "success", "danger"] = "secondary"
    public: bool = False
    """Whether it is pressed on the public board: neither what is chosen nor what may be is anybody's secret."""
    main: bool = False
    """Its first question is the page even while other verbs need steps as well: those are buttons below it."""
    forced: bool = False
    """When it is a seat's only move and the only thing waited for, the table plays it."""
    repeats: Callable[[Any], int] | None = None
    """For a verb without steps, (view) → how many questions it may answer in this stretch of play, the present one
    counted; 0 once the stretch is over. Where there are several, a second button answers all of them: the string
    ``verb-<key>.repeated``."""
    sealed: bool = False
    """A choice kept secret until everybody has chosen; made again, it takes the place of the earlier one in the log.

    Only such a choice may be made by a seat that is not waited for, and nobody else can tell that it was.
    """


class Say(Protocol):
    """The words of one language at one table. Games receive it; they never choose a language."""

    lang: str

    def __call__(self, key: str, **blanks: Any) -> str:
        """The game's string of that key (``key.attribute`` for an attribute) with its blanks filled."""
        ...

    def name(self, seat: Seat) -> str:
        """How the person in a seat is called, safe to put in a text."""
        ...

    def raw_name(self, seat: Seat) -> str:
        """What the person in a seat calls themselves, for a picture: nothing escaped, nothing cut."""
        ...

    def names(self, seats: Collection[Seat]) -> str:
        """Several people as a phrase: "Ana, Bo et Chloé"."""
        ...


Part = str | Callable[[], str]
"""Words, or what makes them: a panel needs no scene, and a board with a picture neither."""


class Sight:
    """A view in words. The kernel lays it out, adds whom we wait for, the clock and the buttons."""

    def __init__(
        self, *, title: str, scene: Part, story: Part = "", hand: Part = "", note: Part = "", recap: Part = ""
    ) -> None:
        self.title = title
        """A few words beside the game's name: the round, the mode."""
        self._scene, self._story, self._hand, self._note, self._recap = scene, story, hand, note, recap

    @cached_property
    def scene(self) -> str:
        """The table as everybody sees it. It is also the alt text of the picture and says all the picture says."""
        return self._scene if isinstance(self._scene, str) else self._scene()

    @cached_property
    def story(self) -> str:
        """The latest events, in one or two sentences."""
        return self._story if isinstance(self._story, str) else self._story()

    @cached_property
    def hand(self) -> str:
        """The seat's own situation and what only it knows. Empty for onlookers."""
        return self._hand if isinstance(self._hand, str) else self._hand()

    @cached_property
    def note(self) -> str:
        """One line that everybody must know now: what is asked, the score. Also written beside a picture."""
        return self._note if isinstance(self._note, str) else self._note()

    @cached_property
    def recap(self) -> str:
        """The part of the story that is still written, in small, when more has happened.

        Empty where remembering is the game: no card that has been turned back, no announcement that no longer stands.
        """
        return self._recap if isinstance(self._recap, str) else self._recap()

    @property
    def words(self) -> tuple[str, ...]:
        """All of it: two sights that say the same are equal."""
        return (self.title, self.scene, self.story, self.hand, self.note, self.recap)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sight) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.title)


class Face(Protocol[ViewT_contra]):
    """How a view is shown in words: a game's module ``face``."""

    def sight(self, view: ViewT_contra, say: Say, /) -> Sight:
        """The view in words."""
        ...

    def label(self, view: ViewT_contra, path: Path, say: Say, /) -> str:
        """The words of the last step of ``path`` (at least two steps): at most 80 characters, no markdown."""
        ...


class Cell(msgspec.Struct, frozen=True):
    """One press: the steps it takes, several where the picture shows them as one thing, and its words.

    Without words of its own it is called what the face calls its last step. One that is not possible now is shown, but
    cannot be pressed: so that things stay where they are.
    """

    steps: Path
    label: str = ""
    stays: bool = False
    """Whether its row is shown even while nothing in it can be pressed."""


Grid = Sequence[Sequence[Cell | None]]
"""Rows of at most five; None is an empty place. The kernel adds what may be chosen and is missing."""


class Choosing(msgspec.Struct, frozen=True):
    """What somebody is choosing: the steps taken so far, the verb first, and every press that is possible now.

    The steps of the presses come after those taken; their labels are, letter by letter, those of the buttons.
    """

    steps: Path = ()
    cells: tuple[Cell, ...] = ()

    def label(self, *path: str) -> str | None:
        """What the press is called that leads to these steps, the verb first; None if there is none."""
        return next((cell.label for cell in self.cells if (*self.steps, *cell.steps) == path), None)


NOTHING = Choosing()
"""Nobody is choosing anything."""


class Draw(Protocol[ViewT_contra]):
    """How a view is shown as a picture."""

    def __call__(self, view: ViewT_contra, say: Say, choosing: Choosing = NOTHING, /) -> bytes:
        """A PNG: the public board for an onlooker's view, the own hand for a seat's.

        What is possible now is marked with its label, and what has been chosen so far is marked otherwise.
        """
        ...


Emblem = Callable[[Any, tuple[float, float, float, float]], None]
"""(canvas, box) → draws what a game is known by within the box (left, top, right, bottom)."""


def in_order(_view: Any, _path: Path, _ends: Sequence[Path], _say: Say) -> Grid:
    """Nothing is said of how choices lie: the kernel lays them out in rows of five, one step at a time."""
    return ()


def no_seats(_view: Any) -> Collection[Seat]:
    """Nobody is ever eliminated from this game."""
    return ()


def never(_view: Any) -> bool:
    """No moment of this game is a challenge window."""
    return False


@dataclass(frozen=True, kw_only=True)
class Game(Generic[StateT, MoveT, ViewT]):
    """The contents page of a game."""

    key: str
    seats: tuple[int, ...]
    spelling: Spelling[MoveT]
    """Its moves, and how people spell them."""
    view: type[ViewT]
    """What its views are, ``View[Public, Own]``: they cross to the process that thinks, so every struct in them can be
    read back from bytes (one of several structs in a field has ``tag=True``)."""
    start: Callable[[int, Options], State[MoveT, ViewT]]
    """(seats, options) → the state before the deal; every option is given."""
    guess: Callable[[ViewT, Random], StateT]
    """(view, rng) → a full state that this view allows, drawn afresh: fair AI players, and the leak test."""
    default: Callable[[ViewT, Collection[MoveT]], MoveT]
    """(view, legal) → the move played for a seat whose time is up: safe, and blind like any player."""
    verbs: tuple[Verb, ...]
    """In the order in which people should see them."""
    face: Face[ViewT]
    grid: Callable[[ViewT, Path, Sequence[Path], Say], Grid] = in_order
    """(view, steps taken, all that may follow them, say) → how the next choice lies, as the picture shows it."""
    picture: Draw[ViewT] | None = None
    """Runs in a worker."""
    pictured: Callable[[ViewT], ViewT] | None = None
    """A view → the same without some of what its picture does not show: what would look the same is not drawn again."""
    emblem: Emblem | None = None
    """What the lobby shows of the game before there is a view. Runs in a worker."""
    options: tuple[Option, ...] = ()
    automatic: Callable[[ViewT, Collection[MoveT]], MoveT | None] | None = None
    """(view, legal) → the move the table makes for a seat at once, because no other could be right; None to ask them.
    It stands in the log like any other."""
    hurry: Callable[[ViewT], bool] = never
    """Whether this moment is a short challenge window rather than a turn."""
    teams: Callable[[int, Options], tuple[tuple[Seat, ...], ...]] | None = None
    """(seats, options) → the seats of each team, or none when everybody plays alone."""
    out: Callable[[ViewT], Collection[Seat]] = no_seats
    """(onlooker's view) → the seats that the rules have eliminated for good: nobody waits for them, and a person who
    leaves after that keeps their place."""
    standing: Callable[[ViewT], Sequence[int]] | None = None
    """(onlooker's view) → what each seat would score if the game ended now, read like the scores of an outcome: how
    people are rated among themselves when somebody closes the game. None where that would not be fair."""
    hands: bool = True
    """Whether a seat ever knows something that the others do not."""
    lowest_wins: bool = False
    """Whether a low score is a good one."""
    figures: tuple[str, ...] = ()
    """The keys of a seat's figures in a tally, the most telling first; strings ``figure-<key>`` say them."""
    peaks: tuple[str, ...] = ()
    """Those of the figures that are the best of a game: over several games the highest is told, not the sum."""
    totals: tuple[str, ...] = ()
    """The keys of a tally's figures of the whole game; strings ``total-<key>`` say them."""
    tally: Callable[[int, Iterable[Played[StateT, MoveT]]], Tally] | None = None
    """(seats, log) → the figures of a finished game, in one pass over its log, counted in ``bot.core.records.blank``.
    Results are kept with them: a key that has been published keeps its meaning."""
    honours: tuple[Honour, ...] = ()
    """What is told of whoever did it, at the end and on their profile: at most six, the most telling first. Results
    keep the keys."""
    opponent: Callable[[Sequence[ViewT], Collection[MoveT], Level, Random], MoveT] | None = None
    """(views, legal, level, rng) → the move of a computer opponent, the same for the same arguments.

    ``views`` is all that its seat has been shown, oldest first: after the deal and after every later move, flashes
    included. The last one is now.
    """
    reason: Callable[[Sequence[ViewT], MoveT, Say], str] | None = None
    """(views, move, say) → why that legal move is worth making, in a sentence: true, and from these views alone, which
    are those an opponent in this seat would get. The same arguments give the same words. Runs in a worker."""
    usual: int | None = None
    """How many sit at a table that one person opens against opponents, unless they say; None: the fewest."""
    opened: Callable[[StateT], ViewT] | None = None
    """(state) → an onlooker's view of it with everything face up; None where nothing is ever hidden.

    Only ``bot.core.replay`` asks for it, and only of games that have ended. What it uncovers is in ``Public``, None in
    play; the scene says it and the picture shows it.
    """
    telling: Callable[[Played[StateT, MoveT]], bool] | None = None
    """Whether people will want to see this move again: replays lead to it, and films hold it longer. None: what is
    shown for a while. The end always is."""
    aids: tuple[str, ...] = ()
    """Reference cards kept one click away on the board: keys of strings ``aid-<key>`` (with a ``.button``)."""
    lesson: Lesson | None = None
    """How it is learnt by playing (``bot.core.lesson``); its words are the strings ``lesson-<key>``."""
    version: int = 1
    """Raised when an old log would replay differently."""

    @property
    def moves(self) -> UnionType:
        """The union of its move structs, chance's deal included: exactly the public notation."""
        return self.spelling.moves

    @cached_property
    def path(self) -> Callable[[MoveT], Path]:
        """A move → its steps. Legal moves of one moment never share a path, and none is the beginning of another."""
        return self.spelling.path

    @cached_property
    def move(self) -> Callable[[Path], MoveT]:
        """The inverse of ``path``, legal now or not; ValueError for steps that spell no move at all."""
        return self.spelling.move

    def verb(self, key: str) -> Verb:
        """The verb of that key."""
        return self.verbs[self.order[key]]

    @cached_property
    def order(self) -> dict[str, int]:
        """Where each verb stands among the verbs."""
        return {verb.key: place for place, verb in enumerate(self.verbs)}

    @cached_property
    def public_verbs(self) -> frozenset[str]:
        """The keys of the verbs that are chosen on the board."""
        return frozenset(verb.key for verb in self.verbs if verb.public)

    @cached_property
    def public_moves(self) -> frozenset[type[Move]]:
        """The kinds of moves that are chosen on the board."""
        return frozenset(kind for kind, verb in self.spelling.verbs.items() if verb in self.public_verbs)

    def complete(self, options: Mapping[str, Value], seats: int) -> dict[str, Value]:
        """Every option with its value, defaults filled in; ValueError says what is not possible."""
        known = {option.key: option for option in self.options}
        for key, value in options.items():
            if key not in known:
                raise ValueError(f"{self.key} has no option {key!a}")
            # A plain `in` would take 1 for True.
            if not any(type(value) is type(good) and value == good for good in known[key].values):
                raise ValueError(f"option {key} cannot be {value!a}")
            if not known[key].fits(value, seats):
                allowed = ", ".join(map(str, sorted(known[key].needs[value])))
                raise ValueError(f"option {key} can be {value!a} only with {allowed} seats")
        return {key: options.get(key, option.values[0]) for key, option in known.items()}

    def variants(self, seats: int) -> list[dict[str, Value]]:
        """Every combination of options possible at so many seats, the defaults first."""
        found: list[dict[str, Value]] = [{}]
        for option in self.options:
            fitting = [value for value in option.values if option.fits(value, seats)]
            found = [{**chosen, option.key: value} for chosen in found for value in fitting]
        return found


AnyGame = Game[Any, Any, Any]
"""A game whose own types are not known: the kernel plays all games alike."""
AnyState = State[Any, Any]
