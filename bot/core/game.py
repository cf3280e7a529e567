"""The contract between the kernel and the games: everything that passes between the two.

A game is pure rules over an immutable state. It never sees Discord or a clock, and a random generator only in
``chance``, ``guess`` and its opponents. The kernel knows no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, Self, TypeVar, get_args

import msgspec

if TYPE_CHECKING:
    from bot.core.lesson import Lesson
    from bot.core.moves import Spelling


class Refusal(Exception):
    """The table refuses: the key of a kernel string (``refusal-<key>``) and its blanks."""

    def __init__(self, key: str, **blanks: Any) -> None:
        super().__init__(key, blanks)
        self.key = key
        self.blanks = blanks


T = TypeVar("T")


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with one item replaced."""
    changed = list(items)  # faster than joining two slices
    changed[index] = item
    return tuple(changed)


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """The tuple without the first such item."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def percent(chance: float) -> int:
    """An estimated chance in per cent, from 1 to 99: an estimate is never certain."""
    return min(99, max(1, round(100 * chance)))


Seat = int
"""A place at the table: 0, 1, 2 … in clockwise order."""
CHANCE: Seat = -1
"""The seat of chance: its deal, and everything it draws later, is a move in the log like any other."""


def first_player(rng: Random, seats: int, first: Seat | None) -> Seat:
    """The first player of a deal: the given one (a rematch), or one drawn by lot."""
    return rng.randrange(seats) if first is None else first


Value = bool | str
"""A value of an option."""
Options = Mapping[str, Value]
"""Every option of a game with its value."""
Path = tuple[str, ...]
"""A move as the steps to choose it: the verb, then one token per step."""
Level = Literal["novice", "regular", "expert"]
"""The strength of an opponent."""
Mood = Literal["hello", "glad", "sorry", "caught", "fooled", "won", "lost"]
"""How an opponent takes an event: caught: its own lie was found out; fooled: it accused somebody wrongly."""


class Style(NamedTuple):
    """How much an opponent lies and doubts: from -1, as rarely as its level allows, to 1."""

    lies: float = 0.0
    doubts: float = 0.0


NO_STYLE = Style()
"""That of stand-ins, of hints, and of opponents whose strength is measured."""


PublicT = TypeVar("PublicT", bound="Public")
OwnT = TypeVar("OwnT")
StateT = TypeVar("StateT", bound="State[Any, Any]")
MoveT = TypeVar("MoveT", bound="Move")
ViewT = TypeVar("ViewT", bound="View[Any, Any]")
ViewT_co = TypeVar("ViewT_co", bound="View[Any, Any]", covariant=True)
ViewT_contra = TypeVar("ViewT_contra", bound="View[Any, Any]", contravariant=True)


def likeliest(chances: Mapping[MoveT, float]) -> dict[MoveT, float]:
    """Moves by their chance, the highest first; ties keep their order."""
    return dict(sorted(chances.items(), key=lambda each: -each[1]))


class Illegal(Exception):
    """The rules refuse a move: the key of a game string (``illegal-<key>``) and its blanks."""

    def __init__(self, key: str, **blanks: Any) -> None:
        super().__init__(key, blanks)
        self.key = key
        self.blanks = blanks

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!a}" for name, value in self.blanks.items())
        return f"{self.key} ({facts})" if facts else self.key


class BadRecord(ValueError):
    """A move of a player that only a hand-written record can contain. The message is shown by the verifier."""


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", gc=False):
    """Base of every move. A subclass names its ``tag``; its fields are exactly those of the public notation.

    They are numbers, words and tuples of them, so the garbage collector need not track moves.
    """


class ChanceMove(Move, frozen=True):
    """Base of everything that chance draws. A later draw, like a roll of dice, names its ``tag`` and what is drawn."""


class Deal(ChanceMove, frozen=True, tag="deal"):
    """Base of chance's first move, the first of every log; a game adds what is drawn."""

    first: Seat


class Flash(msgspec.Struct, frozen=True, kw_only=True):
    """Base of what everybody may see for a few seconds only; a game adds what is shown."""

    seconds: int
    hides: bool = True
    """Whether it is hidden afterwards. If not, it only delays the next move."""


class Public(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all that everybody may know of a state. States and views share the same value."""

    phase: str
    """The phase of play, in a word of the game."""
    flash: Flash | None = None

    @property
    def fleeting(self) -> bool:
        """Whether it shows, besides the flash, something that is hidden again, like cards turned up for a turn."""
        return False


class View(msgspec.Struct, Generic[PublicT, OwnT], frozen=True, kw_only=True):
    """All that a seat may know: the public part and its own. Onlookers (seat ``None``) have no own part."""

    seat: Seat | None
    to_act: tuple[Seat, ...]
    public: PublicT
    own: OwnT | None = None

    @property
    def phase(self) -> str:
        """That of the public part."""
        return self.public.phase

    @property
    def flash(self) -> Flash | None:
        """That of the public part."""
        return self.public.flash

    def without_flash(self) -> Self:
        """The view after the flash has ended."""
        if self.public.flash is None:
            return self
        return msgspec.structs.replace(self, public=msgspec.structs.replace(self.public, flash=None))


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a game: the winners in ascending order, and a score for each seat."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


class Played(NamedTuple, Generic[StateT, MoveT]):
    """One move of a log, or the deal, with the states before and after it."""

    before: StateT
    seat: Seat
    move: MoveT
    after: StateT


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of each seat and of the whole game: the same keys every time, each a non-negative integer."""

    seats: tuple[dict[str, int], ...]
    whole: dict[str, int]


class Deed(NamedTuple):
    """A player's performance in one finished game, for honours."""

    won: bool
    place: int
    """1 for the best."""
    seats: int
    score: int
    figures: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Honour:
    """A notable achievement in one game; the string ``honour-<key>`` names it."""

    key: str
    earned: Callable[[Deed], bool]


class State(Protocol[MoveT, ViewT_co]):
    """An immutable state of a game."""

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats waited for. Several: in any order. Empty: the game is over.

        ``{CHANCE}``: the deal, or later a draw, which the table makes by itself as soon as no flash is shown.
        """
        ...

    def legal(self, seat: Seat) -> Collection[MoveT]:
        """All legal moves of a seat, for ``in`` and ``for``. The only source of legality."""
        ...

    def play(self, seat: Seat, move: MoveT) -> Self:
        """The state after a move. Pure; raises Illegal."""
        ...

    def chance(self, rng: Random, first: Seat | None = None) -> MoveT:
        """Chance's move now. ``first`` sets the first player of a deal (a rematch); otherwise it is drawn too."""
        ...

    def view(self, seat: Seat | None) -> ViewT_co:
        """All that this seat may know; ``None`` for onlookers."""
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
    """For values that not every table can have: the numbers of seats that allow them."""

    def fits(self, value: Value, seats: int) -> bool:
        """Whether this value may be chosen with that number of seats."""
        return value not in self.needs or seats in self.needs[value]


@dataclass(frozen=True, kw_only=True)
class Verb:
    """An action of a player: a subcommand of the game, a button, and the first step of a path."""

    key: str
    steps: tuple[str, ...] = ()
    """Names of the choices that follow, in order: the options of the slash command."""
    command: bool = True
    """Whether the game has a subcommand for it (a verb reached by a shortcut alone has none)."""
    shortcut: str | None = None
    """The top-level command that also does it; games may share one."""
    style: Literal["primary", "secondary", "success", "danger"] = "secondary"
    public: bool = False
    """Whether it is pressed on the public board: neither the choice nor the options are secret."""
    main: bool = False
    """Its first question is the page even while other verbs need steps as well: those are buttons below it."""
    forced: bool = False
    """Whether the table plays it when it is the only legal move of the only seat waited for."""
    repeats: Callable[[Any], int] | None = None
    """For a verb without steps, (view) → how many questions it may answer in this stretch of play, this one included; 0
    once the stretch is over. For several there is a second button, ``verb-<key>.repeated``."""
    sealed: bool = False
    """Whether the choice is secret until everybody has chosen: only then may a seat that is not waited for change it,
    unnoticed by the others."""


class Say(Protocol):
    """The strings of one language, with the names of one table. Games receive it; they never choose a language."""

    lang: str

    def __call__(self, key: str, **blanks: Any) -> str:
        """The game's string of that key (or ``key.attribute``) with its blanks filled."""
        ...

    @property
    def name(self) -> Callable[[Seat], str]:
        """Gives the name of the player in a seat, escaped for a text."""
        ...

    def raw_name(self, seat: Seat) -> str:
        """The name of the player in a seat for a picture: not escaped, not cut."""
        ...

    def names(self, seats: Collection[Seat]) -> str:
        """Several names as a phrase: "Ana, Bo et Chloé"."""
        ...


Part = str | Callable[[], str]
"""A text, or a function that makes it when needed: a board with a picture needs no scene."""


class Sight:
    """A view in words. The kernel lays it out and adds the players waited for, the clock and the buttons."""

    scene: str
    """The table as everybody sees it. It is also the alt text of the picture and says all the picture says."""
    story: str
    """The latest events, in one or two sentences; the same for everybody."""
    hand: str
    """The seat's own situation and what only it knows. Empty for onlookers."""
    note: str
    """One line to read now: what is asked, the score; in a seat's view its task. Also written beside a picture."""
    recap: str
    """The part of the story that is still written, in small, when more has happened. Empty where remembering is the
    game: no card that has been turned back, no announcement that no longer stands."""

    def __init__(
        self, *, title: str, scene: Part, story: Part = "", hand: Part = "", note: Part = "", recap: Part = ""
    ) -> None:
        self.title = title
        """A few words beside the game's name: the round, the mode."""
        self._parts = {"scene": scene, "story": story, "hand": hand, "note": note, "recap": recap}

    def __getattr__(self, name: str) -> str:
        if name.startswith("_") or name not in self._parts:
            raise AttributeError(name)
        part = self._parts[name]
        # Python calls this only for attributes that are missing: from now on the text is there.
        text = vars(self)[name] = part if isinstance(part, str) else part()
        return text


class Face(Protocol[ViewT_contra]):
    """The texts for a view: a game's module ``face``."""

    def sight(self, view: ViewT_contra, say: Say, /) -> Sight:
        """The view in words."""
        ...

    def label(self, view: ViewT_contra, path: Path, say: Say, /) -> str:
        """The label of the last step of ``path`` (at least two steps): at most 80 characters, no markdown."""
        ...


class Cell(msgspec.Struct, frozen=True):
    """A button: the steps it takes (several where the picture shows one thing). It is disabled if impossible now."""

    steps: Path
    label: str = ""
    """Empty: that of the last step (``Face.label``)."""


Grid = Sequence[Sequence[Cell | None]]
"""Rows of at most five; None is an empty place. The kernel adds legal choices that are missing."""


class Choosing(msgspec.Struct, frozen=True):
    """An unfinished choice: the steps taken so far, the verb first, and every button for steps that may follow."""

    steps: Path = ()
    cells: tuple[Cell, ...] = ()

    def label(self, *path: str) -> str | None:
        """The label of the button that leads to these steps, the verb first; None if there is none."""
        return next((cell.label for cell in self.cells if (*self.steps, *cell.steps) == path), None)


NOTHING = Choosing()
"""No choice in progress."""


class Draw(Protocol[ViewT_contra]):
    """Draws a view."""

    def __call__(self, view: ViewT_contra, say: Say, choosing: Choosing = NOTHING, /) -> bytes:
        """A PNG: the public board for an onlooker's view; for a seat's the same board with its hand below it.

        Possible choices are marked with their labels; the steps taken so far are marked differently.
        """
        ...


Emblem = Callable[[Any, tuple[float, float, float, float]], None]
"""(canvas, box) → draws the emblem of a game within the box (left, top, right, bottom)."""


def in_order(_view: Any, _path: Path, _ends: Sequence[Path], _say: Say) -> Grid:
    """The default grid: the kernel lays choices out in rows of five, one step at a time."""
    return ()


def never(_view: Any) -> bool:
    """The default of ``Game.hurry``: the game has no challenge windows."""
    return False


@dataclass(frozen=True, kw_only=True)
class Game(Generic[StateT, MoveT, ViewT]):
    """The contents page of a game."""

    key: str
    seats: tuple[int, ...]
    spelling: Spelling[MoveT]
    """Its moves, and how they are written as paths."""
    view: type[ViewT]
    """The type of its views, ``View[Public, Own]``. Views are sent to worker processes, so every struct in them must be
    decodable (a struct in a union of structs has ``tag=True``)."""
    start: Callable[[int, Options], State[MoveT, ViewT]]
    """(seats, options) → the state before the deal; options are complete."""
    guess: Callable[[ViewT, Random], StateT]
    """(view, rng) → a random full state that this view allows: for opponents and the leak test."""
    default: Callable[[ViewT, Collection[MoveT]], MoveT]
    """(view, legal) → a safe move for a seat whose time is up."""
    verbs: tuple[Verb, ...]
    """In the order in which people should see them."""
    face: Face[ViewT]
    grid: Callable[[ViewT, Path, Sequence[Path], Say], Grid] = in_order
    """(view, steps taken, paths that may follow, say) → the layout of the next choice, as in the picture."""
    picture: Draw[ViewT] | None = None
    """Runs in a worker."""
    emblem: Emblem | None = None
    """The picture of the lobby. Runs in a worker."""
    options: tuple[Option, ...] = ()
    automatic: Callable[[ViewT, Collection[MoveT]], MoveT | None] | None = None
    """(view, legal) → the move the table makes for a seat at once, as no other makes sense; None: ask the player."""
    ahead: Callable[[ViewT], Collection[MoveT]] = lambda _view: ()
    """(view) → the moves of one step that a seat may choose in secret before it is asked."""
    promises: Callable[[ViewT], Collection[Path]] = lambda _view: ()
    """(a seat's view) → what it may promise publicly now; a promise binds nobody and is never in the log. The last step
    is what is promised, the steps before say about what. ``Face.label`` names it: ``promise`` is the first step."""
    kept: Callable[[ViewT, Seat, Path], bool | None] = lambda _view, _seat, _promise: None
    """(onlooker's view, seat, promise) → whether the seat has kept it; None until the rules have shown that."""
    mood: Callable[[Any, Any, Seat], Mood | None] = lambda _before, _after, _seat: None
    """(public part before a move, after it, seat) → how an opponent in that seat takes the move; None: no remark."""
    vow: Callable[[MoveT, float, Random], Path | None] | None = None
    """(an opponent's move, its candour, random generator) → what it promises in public just before it makes the move,
    one of ``promises``; None: nothing. Only asked while something can be promised."""
    hurry: Callable[[ViewT], bool] = never
    """(view) → whether this is a short challenge window rather than a turn."""
    teams: Callable[[int, Options], tuple[tuple[Seat, ...], ...]] | None = None
    """(seats, options) → the seats of each team; empty when everybody plays alone."""
    out: Callable[[ViewT], Collection[Seat]] = lambda _view: ()
    """(onlooker's view) → the seats that the rules have eliminated for good: nobody waits for them, and a person who
    leaves afterwards keeps their rank."""
    standing: Callable[[ViewT], Sequence[int]] | None = None
    """(onlooker's view) → the scores if the game ended now: they rate the remaining people when somebody closes the
    game. None where that would not be fair."""
    hands: bool = True
    """Whether seats ever have secrets."""
    lowest_wins: bool = False
    """Whether a low score is a good one."""
    figures: tuple[str, ...] = ()
    """The keys of a seat's figures in a tally, the most important first; strings ``figure-<key>``."""
    peaks: tuple[str, ...] = ()
    """The figures that are a best value: over several games the highest counts, not the sum."""
    totals: tuple[str, ...] = ()
    """The keys of a tally's figures of the whole game; strings ``total-<key>``."""
    tally: Callable[[int, Iterable[Played[StateT, MoveT]]], Tally] | None = None
    """(seats, log) → the figures of a finished game, in one pass over its log, counted in ``bot.core.records.blank``.
    Results store them: a released key never changes its meaning."""
    honours: tuple[Honour, ...] = ()
    """Shown at the end and on profiles: at most six, the most important first. Results store the keys."""
    opponent: Callable[[Sequence[ViewT], Collection[MoveT], Level, Random], MoveT] | None = None
    """(views, legal, level, rng) → the move of a computer opponent, the same for the same arguments. ``views`` are of
    its seat since the deal, one after every move, flashes included; the last one is now. None: ``default``."""
    styled: Callable[[Sequence[ViewT], Collection[MoveT], Level, Random, Style], MoveT] | None = None
    """Like ``opponent``, for a character with a style of lying and doubting; None: its opponents have none."""
    reason: Callable[[Sequence[ViewT], MoveT, Say], str] | None = None
    """(views, move, say) → one true sentence on why that legal move is good, from these views alone (as for
    ``opponent``). The same arguments give the same words. Runs in a worker."""
    odds: Callable[[Sequence[ViewT], Collection[MoveT]], Mapping[MoveT, float]] | None = None
    """(views, legal) → for each move, the best first, the chance from 0 to 1 that it turns out well, as far as a player
    who remembers all these views can know; empty where no chance decides. The same arguments give the same chances.
    Hints recommend the first move, and replays judge moves by it. Runs in a worker."""
    usual: int | None = None
    """The default number of seats of a solo table; None: the fewest."""
    minutes: int | None = None
    """About how long a solo game takes, for those who choose one."""
    opened: Callable[[StateT], ViewT] | None = None
    """(state) → an onlooker's view with everything face up, for replays of finished games; None where nothing is ever
    hidden. Uncovered secrets are in fields of ``Public`` that are None in play; scene and picture show them."""
    telling: Callable[[Played[StateT, MoveT]], bool] | None = None
    """Whether a move is a highlight: replays link to it, and films hold it longer. None: moves with a flash. The end
    always is one."""
    signs: Callable[[Sequence[ViewT], Seat], Sequence[str]] | None = None
    """(an onlooker's views since the deal; seat) → one emoji for each round, duel or turn of that seat in a finished
    game. It says how they went, and nothing of the deal: others may still play it."""
    chancy: bool = False
    """Whether luck outweighs skill in one game: it is dealt less often where results are compared."""
    aids: tuple[str, ...] = ()
    """Reference cards behind buttons of the board: keys of strings ``aid-<key>`` (with a ``.button``)."""
    lesson: Lesson | None = None
    version: int = 1
    """Incremented when an old log would replay differently."""
    draft: bool = False
    """Whether it is still being written: on the local table only; it may lack tally, lesson, opponent and picture."""

    @property
    def moves(self) -> UnionType:
        """The union of its move structs, chance's deal included."""
        return self.spelling.moves

    @cached_property
    def path(self) -> Callable[[MoveT], Path]:
        """A move → its path. No legal move's path is equal to, or the beginning of, another's."""
        return self.spelling.path

    @cached_property
    def move(self) -> Callable[[Path], MoveT]:
        """A path → its move, legal now or not; ValueError if it spells no move."""
        return self.spelling.move

    @cached_property
    def draws(self) -> bool:
        """Whether chance may draw again after the deal."""
        return any(issubclass(kind, ChanceMove) and not issubclass(kind, Deal) for kind in get_args(self.moves))

    def verb(self, key: str) -> Verb:
        """The verb of that key."""
        return self.verbs[self.order[key]]

    @cached_property
    def order(self) -> dict[str, int]:
        """The index of each verb."""
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
        """Every option with its value, defaults filled in; raises ValueError with the reason."""
        known = {option.key: option for option in self.options}
        for key, value in options.items():
            if key not in known:
                raise ValueError(f"{self.key} has no option {key!a}")
            # `in` would accept 1 for True.
            if not any(type(value) is type(good) and value == good for good in known[key].values):
                raise ValueError(f"option {key} cannot be {value!a}")
            if not known[key].fits(value, seats):
                allowed = ", ".join(map(str, sorted(known[key].needs[value])))
                raise ValueError(f"option {key} can be {value!a} only with {allowed} seats")
        return {key: options.get(key, option.values[0]) for key, option in known.items()}

    def variants(self, seats: int) -> list[dict[str, Value]]:
        """Every combination of options possible with that number of seats, the defaults first."""
        found: list[dict[str, Value]] = [{}]
        for option in self.options:
            fitting = [value for value in option.values if option.fits(value, seats)]
            found = [{**chosen, option.key: value} for chosen in found for value in fitting]
        return found


AnyGame = Game[Any, Any, Any]
"""A game of any kind."""
AnyState = State[Any, Any]
