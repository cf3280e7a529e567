"""One table: people, options, pace, and the log that is the game. Pure values: no Discord, no storage, no clock.

A change returns a new table or raises Refusal (the table refuses) or Illegal (the rules refuse). This module has the
changes of a running game; ``lobby`` has those before the game, ``absence`` those of leaving and running out of time.
Only ``bot.tables.tables`` may store the result.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from itertools import starmap
from math import floor
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from bot.core.characters import remark_after
from bot.core.facts import (
    ASLEEP,
    CLOSED,
    LOBBY,
    NOBODY,
    OPEN,
    OVER,
    PACES,
    PLAYING,
    UNSTORED,
    DecisionCount,
    Log,
    Look,
    Pace,
    Promise,
    TableFacts,
    TableRow,
    Turn,
)
from bot.core.game import CHANCE, AnyGame, AnyState, Outcome, Path, Refusal, Say, Seat, Sight, Tally, replaced
from bot.core.records import replayed, seal, seal_of_draw, tally, write

MAX_MOMENTS = 8
MAX_UNASKED = 32
"""Callers only ask about the last minute."""
CLOCK_SKEW_SECONDS = 10.0
"""A clock further behind the last move than this was set back: it cannot say how long ago the move was."""
Decider = Literal["person", "stand-in"]
FROM_PLAYERS = ("size", "names", "users", "people", "opponents", "away")
"""Properties that depend only on the players: a table with the same players copies them."""


class _BySeat(dict[Any, Any]):
    """Values by seat, each computed once; cheaper to make than ``functools.cache``."""

    __slots__ = ("_compute",)

    def __init__(self, compute: Callable[[Any], Any]) -> None:
        self._compute = compute

    def __missing__(self, seat: Any) -> Any:
        found = self[seat] = self._compute(seat)
        return found


class Position:
    """Everything derived from one state, each computed once. Tables with the same state share it."""

    __slots__ = ("hidden_view", "legal", "sights", "state", "to_act", "view")

    def __init__(self, state: AnyState) -> None:
        self.state = state
        self.to_act = state.to_act
        self.legal: Callable[[Seat], Collection[Any]] = _BySeat(state.legal).__getitem__
        self.view: Callable[[Seat | None], Any] = _BySeat(state.view).__getitem__
        view = self.view
        self.hidden_view: Callable[[Seat | None], Any] = _BySeat(lambda seat: view(seat).without_flash()).__getitem__
        self.sights: dict[tuple[Any, ...], Sight] = {}
        """Views in words. Keys contain the names: they may change while the state does not."""


class Moment(msgspec.Struct, frozen=True, dict=True):
    """A past moment as onlookers saw it, without its flash."""

    view: Any
    revision: int
    revealed: bool = False
    """Whether it had a flash that is hidden now."""

    @cached_property
    def lines(self) -> dict[str, tuple[Say, str]]:
        """The last recap in each language, with the strings and names it was made with."""
        return {}

    def recap(self, game: AnyGame, say: Say) -> str:
        """In one line. Cached, because it is slow to make."""
        made_with, line = self.lines.get(say.lang, (None, ""))
        if made_with is not say:
            line = game.face.sight(self.view, say).recap.replace("\n", " ")
            self.lines[say.lang] = say, line
        return line


def passes(before: AnyState | Position, after: AnyState | Position) -> bool:
    """Whether a move ends a moment: not while others still answer the same question."""
    return not after.to_act or not after.to_act < before.to_act


def moment(state: AnyState | Position, revision: int) -> Moment:
    """A state as the moment it was at that revision."""
    view = state.view(None)
    return Moment(view.without_flash(), revision, _hides(view))


def _hides(view: Any) -> bool:
    """Whether a view has a flash that is hidden again."""
    return view.flash is not None and view.flash.hides


class Table(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A table at one revision."""

    id: int = 0
    guild: int
    channel: int
    thread: int | None = None
    game: AnyGame
    status: str = LOBBY
    facts: TableFacts
    log: Log = msgspec.field(default_factory=Log)
    state: AnyState | None = None
    asked: tuple[int, ...] = ()
    """By seat, the revision at which its present question was asked."""
    asked_at: tuple[float, ...] = ()
    """By seat, the time of that move: by Discord's clock where Discord reported it."""
    resealed: frozenset[int] = frozenset()
    """Revisions of stored moves that a changed sealed choice has replaced since."""
    past: tuple[Moment, ...] = ()
    unasked: tuple[int, ...] = ()
    """The newest revisions that no player made: by ``automatic``, or by silence where that is consent."""
    row: TableRow = UNSTORED
    """As storage last confirmed it, for code that writes to storage. Where the log could not be replayed, it counts
    more moves."""

    # ---- who sits there

    @property
    def place(self) -> int:
        """The thread or channel it is played in."""
        return self.thread or self.channel

    @cached_property
    def size(self) -> int:
        """The number of players, opponents included."""
        return len(self.facts.players)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Display names by seat."""
        return tuple([player.marked for player in self.facts.players])

    @cached_property
    def users(self) -> tuple[int, ...]:
        """User ids by seat; opponents have negative ones."""
        return tuple([player.user for player in self.facts.players])

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The user ids of people, without opponents and erased users, in the order of their seats."""
        return tuple([user for user in self.users if user > NOBODY])

    @cached_property
    def opponents(self) -> tuple[Seat, ...]:
        """The seats of opponents."""
        return tuple([seat for seat, player in enumerate(self.facts.players) if player.opponent])

    @cached_property
    def away(self) -> tuple[Seat, ...]:
        """The seats of people for whom the table plays at once instead of waiting."""
        return tuple([seat for seat, player in enumerate(self.facts.players) if player.away and not player.opponent])

    @cached_property
    def out(self) -> frozenset[Seat]:
        """The seats that the rules have eliminated for good."""
        return frozenset(self.game.out(self.position.view(None))) if self.state else frozenset()

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats of people who have neither left nor been eliminated."""
        players = enumerate(self.facts.players)
        return tuple([seat for seat, each in players if not (each.left or each.opponent or seat in self.out)])

    @property
    def queue(self) -> tuple[int, ...]:
        """The users on the waiting list, in order."""
        return tuple([player.user for player in self.facts.waiting])

    @property
    def host_name(self) -> str:
        """The name of the host; empty if they were erased."""
        return next((player.name for player in self.facts.players if player.user == self.facts.host), "")

    @property
    def deserted(self) -> bool:
        """Whether no person is present for whom the table would go on by itself."""
        return {*range(self.size)} <= {*self.away, *self.opponents, *self.out}

    @property
    def departed(self) -> tuple[tuple[Seat, int], ...]:
        """Players who left and whose seat was taken: the seat, and the person who sat there first."""
        first: dict[Seat, int] = {}
        for seat, user in self.facts.had:
            first.setdefault(seat, user)
        # Erased users are stored as 0: whether one of them sits there again cannot be known.
        return tuple(
            [
                (seat, user)
                for seat, user in first.items()
                if self.facts.players[seat].taken and (user == NOBODY or user != self.users[seat])
            ]
        )

    @property
    def forfeited(self) -> frozenset[Seat]:
        """The seats whose person counts as having left: last in the result, whatever a stand-in achieved."""
        decisions, had = self.facts.decisions, {*self.facts.had}
        return frozenset(
            seat
            for seat, player in enumerate(self.facts.players)
            if not player.opponent
            and (
                (player.left and not player.retired)
                or (decisions and decisions[seat].forfeited)
                or (not player.taken and (seat, player.user) in had)
            )
        )

    def stood_in(self, seat: Seat) -> bool:
        """Whether a stand-in made the last decision of a seat."""
        decisions = self.facts.decisions
        return bool(decisions) and any(decisions[seat].last[-1:])

    def seat_of(self, user: int) -> Seat | None:
        """The seat of a user; None if they have none."""
        return self.users.index(user) if user in self.users else None

    # ---- which kind of table it is

    @cached_property
    def alone(self) -> bool:
        """Whether one person plays it in a private message and nobody else may see it."""
        return self.facts.alone

    @property
    def public(self) -> bool:
        """Whether everybody who sees its channel may see it (``TableFacts.public``)."""
        return self.facts.public

    def deal_sealed(self, now: float) -> bool:
        """Whether its deal must stay secret for now, even if the game has ended (``TableFacts.sealed_until``)."""
        return now < self.facts.sealed_until

    @cached_property
    def pace(self) -> Pace:
        """How fast it plays."""
        return PACES[self.facts.pace]

    @property
    def rated(self) -> bool:
        """Whether its result changes ratings: at least two people, and no opponents."""
        return self.size >= 2 and not self.alone and not self.opponents

    @property
    def can_idle(self) -> bool:
        """Whether it is closed when nobody moves for days: not if it blocks nobody, or has a running clock."""
        return not self.alone and (self.facts.paused is not None or self.facts.deadline is None)

    @property
    def warned(self) -> bool:
        """Whether its board announces that it will be closed for inactivity."""
        warning = self.facts.idle_warning
        return warning is not None and warning.revision == self.revision and self.can_idle

    # ---- the position, and who may do what

    @cached_property
    def position(self) -> Position:
        """Everything derived from its state."""
        assert self.state is not None
        return Position(self.state)

    @cached_property
    def revision(self) -> int:
        """The number of moves in its log."""
        return len(self.log)

    @cached_property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats waited for, ascending; none while chance is (``waits_for_chance``)."""
        if self.state is None or self.status != PLAYING or self.waits_for_chance:
            return ()
        return tuple(sorted(self.position.to_act))

    @property
    def waits_for_chance(self) -> bool:
        """Whether chance must draw before anybody can move: ``bot.tables.tables`` does it, after a flash."""
        return self.status == PLAYING and self.state is not None and CHANCE in self.position.to_act

    @property
    def silent(self) -> bool:
        """Whether this is a challenge window in which silence is consent."""
        return bool(self.pace.silent and self.to_act and self.game.hurry(self.position.view(None)))

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that must act or lose their turn: nobody while silence is consent."""
        return () if self.silent else self.to_act

    def legal(self, seat: Seat) -> Collection[Any]:
        """The moves a seat may make now."""
        return self.position.legal(seat) if self.state and self.status == PLAYING else ()

    def ahead(self, seat: Seat) -> Collection[Any]:
        """The moves a seat may choose now although it is not asked for them yet."""
        return self.game.ahead(self.position.view(seat)) if self.state and self.status == PLAYING else ()

    def promises(self, seat: Seat) -> Collection[Path]:
        """Everything that a seat may promise now."""
        return self.game.promises(self.position.view(seat)) if self.state and self.status == PLAYING else ()

    @cached_property
    def choosers(self) -> tuple[Seat, ...]:
        """The seats waited for with a choice that is not made on the public board."""
        legal, public = self.legal, self.game.public_moves
        return tuple([seat for seat in self.to_act if not public.issuperset(map(type, legal(seat)))])

    @cached_property
    def automatic(self) -> tuple[Seat, Any] | None:
        """The next move that needs no player: the only sensible one, one chosen ahead, or a standing answer."""
        automatic = self.game.automatic
        chosen: dict[Seat, Path] = {seat: (verb,) for seat, verb in self.facts.standing} | dict(self.facts.ahead)
        if self.state is None or not (chosen or automatic):
            return None
        for seat in self.to_act:
            legal = self.position.legal(seat)
            move = automatic(self.position.view(seat), legal) if automatic else None
            if move is None and seat in chosen:
                move = self.game.move(chosen[seat])
            if move in legal:
                return seat, move
        return None

    def default(self, seat: Seat) -> Any:
        """The move played for a seat whose time is up."""
        return self.game.default(self.position.view(seat), self.legal(seat))

    @property
    def outcome(self) -> Outcome | None:
        """Winners and scores; None until the game is over."""
        return self.state.outcome() if self.state else None

    def view(self, seat: Seat | None, now: float) -> Any:
        """The view of a seat, or of an onlooker, now: without the flash once its time is over."""
        view = self.position.view(seat)
        if view.public.flash is None or self.reveals(now):
            return view
        return self.position.hidden_view(seat)

    def sight(self, view: Any, say: Say) -> Sight:
        """A view of this table in words, made once. All seats share the onlooker's scene and story."""
        hidden = view.flash is None
        key = (view.seat, say.lang, self.names, hidden)
        found = self.position.sights.get(key)
        if found is None:
            found = self.position.sights[key] = self.game.face.sight(view, say)
            if view.seat is not None:
                onlooker = self.position.hidden_view(None) if hidden else self.position.view(None)
                public = self.sight(onlooker, say)
                found.scene, found.story = public.scene, public.story
        return found

    # ---- time

    @cached_property
    def moved_at(self) -> float:
        """The time of the last move; 0 if there is none."""
        return self.log[-1].at if self.revision else 0.0

    @cached_property
    def flash_until(self) -> float:
        """Until when a flash is visible to everybody; 0 if there is none, or if all present people have seen it."""
        if self.seen and not self.unseen:
            return 0.0
        flash = self.position.view(None).public.flash if self.state and self.revision else None
        return self.moved_at + self.pace.look_seconds(flash) if flash else 0.0

    @property
    def seen(self) -> tuple[Seat, ...]:
        """The seats whose players say that they have seen what is revealed now."""
        look = self.facts.look
        return look.seats if look is not None and look.revision == self.revision else ()

    @property
    def unseen(self) -> tuple[Seat, ...]:
        """The seats of present people who have not said that they have seen the reveal."""
        idle = {*self.seen, *self.away}
        return tuple(seat for seat in self.here if seat not in idle)

    def look(self, user: int, now: float) -> Table:
        """A player has seen what is revealed: it is hidden as soon as everybody has, never earlier for the others."""
        seat = self.require_seat(user)
        if not self.blocked(now) or seat not in self.unseen:
            return self
        return self.with_facts(look=Look(self.revision, (*self.seen, seat)))

    def reveals(self, now: float) -> bool:
        """Whether a flash is visible to everybody now. A clock that was set back ends it: otherwise it would block."""
        return self.moved_at - CLOCK_SKEW_SECONDS <= now < self.flash_until

    def blocked(self, now: float) -> bool:
        """Whether nobody may move because a flash is visible; never at a slow pace."""
        return not self.pace.slow and self.reveals(now)

    def deadline_from(self, at: float) -> float | None:
        """The deadline of a question asked at that time."""
        return self._deadline(self.position, at)

    def _deadline(self, position: Position, at: float) -> float | None:
        view, pace = position.view(None), self.pace
        limit = pace.window if self.game.hurry(view) else pace.turn
        if limit is None:
            return None
        return at + limit + (0 if pace.slow else pace.look_seconds(view.public.flash))

    # ---- the log, and summaries of it

    @property
    def moves(self) -> Iterator[tuple[Seat, Any]]:
        """The seat and the move of every entry."""
        return ((turn.seat, turn.move) for turn in self.log)

    def moved_since(self, time: float) -> set[Seat]:
        """The seats that moved, or let their time run out, after a time; automatic moves do not count."""
        found = set[Seat]()
        for back, turn in enumerate(reversed(self.log)):
            if turn.at <= time:
                break
            if self.revision - back not in self.unasked:
                found.add(turn.seat)
        return found

    def recaps(self, say: Say, *, present: bool = False) -> list[tuple[str, int]]:
        """The recaps of the last moments (``present``: and of now), newest first: each line once, with its revision."""
        lines, before = dict[str, int](), ""
        for each in (*self.past, moment(self.position, self.revision)) if present else self.past:
            line = each.recap(self.game, say)
            # A game may repeat a recap for as long as nothing else has happened.
            if line and line != before:
                lines.pop(line, None)
                lines[line] = each.revision
            before = line
        return [*reversed(lines.items())]

    @property
    def may_be_missed(self) -> bool:
        """Whether something was revealed lately that players of a slow table may not have seen."""
        if not self.pace.slow or self.alone or self.status != PLAYING:
            return False
        return any(each.revealed for each in self.past) or _hides(self.position.view(None))

    def revealed(self, since: int) -> dict[int, Any]:
        """Onlookers' views with a flash after a revision, by revision: a slow table shows them to returning players."""
        played = enumerate(replayed(self.game, self.size, self.facts.options, self.moves), start=1)
        views = {revision: each.after.view(None) for revision, each in played if revision > since}
        return {revision: view for revision, view in views.items() if view.flash is not None}

    @cached_property
    def tally(self) -> Tally:
        """The figures of the game so far, from its log."""
        return tally(self.game, self.size, self.facts.options, self.moves)

    @property
    def series(self) -> tuple[int, dict[int, int]]:
        """The number of games the same people have finished, this one included, and the wins of each user."""
        outcome = self.outcome if self.status == OVER else None
        if outcome is None:
            return self.facts.games, self.facts.wins
        won = {*outcome.winners} - self.forfeited
        wins = {user: self.facts.wins.get(user, 0) + (seat in won) for seat, user in enumerate(self.users)}
        return self.facts.games + 1, wins

    @property
    def seal(self) -> str | None:
        """The hash of the sealed deal, public from the start."""
        return seal(self.facts.nonce, self.log[0].move) if self.log else None

    @property
    def draw_seal(self) -> str | None:
        """The hash of the last draw after the deal, public from then on; None if there was none."""
        if not self.game.draws:
            return None
        place = next((place for place in range(len(self.log) - 1, 0, -1) if self.log[place].seat == CHANCE), None)
        return None if place is None else seal_of_draw(self.facts.nonce, place, self.log[place].move)

    def record(self) -> str:
        """The game so far as a record; the seal's nonce is included only once it is over."""
        nonce = self.facts.nonce if self.status != PLAYING else None
        return write(self.game, self.size, self.facts.options, self.moves, self.outcome, nonce)

    def replayed(self, turns: Iterable[Turn]) -> Table:
        """The table after a whole log; its facts stay as they are."""
        state = self.game.start(self.size, self.facts.options)
        asked, asked_at = [0] * self.size, [0.0] * self.size
        legal: list[Collection[Any]] = []
        log: list[Turn] = []
        past: deque[tuple[AnyState, int]] = deque(maxlen=MAX_MOMENTS)
        for revision, turn in enumerate(turns, start=1):
            earlier, state = state, state.play(turn.seat, turn.move)
            if log and passes(earlier, state):
                past.append((earlier, revision - 1))
            log.append(turn)
            before, legal = legal, list(map(state.legal, range(self.size)))
            for seat in _asked_anew(turn.seat, before, legal):
                asked[seat], asked_at[seat] = revision, turn.at
        return self.but(
            state=state,
            log=Log(log),
            status=PLAYING if state.to_act else OVER,
            asked=tuple(asked),
            asked_at=tuple(asked_at),
            past=tuple(starmap(moment, past)),
        )

    # ---- moves

    def play(
        self, user: int, path: Path, *, revision: int | None, at: float, now: float, repeated: bool = False
    ) -> Table:
        """A player makes the move spelt by a path; ``repeated``: and again whenever the same is asked.

        ``revision`` is the revision of the page they clicked on (None for a typed command); ``at`` is when they did it.
        """
        seat = self.require_seat(user)
        self.ready(seat, revision=revision, at=at, now=now)
        try:
            move = self.game.move(path)
        except ValueError:
            raise Refusal("no-such-choice") from None
        if (place := self._sealed_at(seat, path)) is not None:
            return self._reseal(seat, move, place)
        if move not in self.legal(seat) and move in self.ahead(seat):
            return self.with_facts(ahead=(*self._others_ahead(seat), (seat, path)))
        table = self._with_standing_answer(seat, path) if repeated else self
        if user in self.facts.ending:
            # Playing on withdraws consent to stop: otherwise the others could later void a game that they are losing.
            table = table.with_facts(ending=tuple(each for each in table.facts.ending if each != user))
        table = table.present(seat).after(seat, move, now, discord_time=at, decided_by="person")
        if not table.facts.paused:
            return table
        # The deadline passed while the table was paused.
        return table.with_facts(paused=None, deadline=table.deadline_from(now) if table.to_act else None)

    def ready(self, seat: Seat, *, revision: int | None, at: float, now: float) -> None:
        """Raise Refusal if a move made at that time cannot answer the question this seat is asked now."""
        self.require_running()
        # Typed before the question was asked; one asked in the future was asked before the clock was set back.
        too_early = _ms(at) < _ms(self.asked_at[seat]) <= _ms(now)
        if self.asked[seat] > revision if revision is not None else too_early:
            raise Refusal("moved-on")
        if self.facts.paused and self.facts.paused != ASLEEP:
            raise Refusal("paused", permissions=self.facts.paused)
        if self.blocked(now):
            raise Refusal("look-first", seconds=max(1, round(self.flash_until - now)))

    def after(
        self,
        seat: Seat,
        move: Any,
        at: float,
        *,
        discord_time: float | None = None,
        decided_by: Decider | None = None,
    ) -> Table:
        """The table after a move and the automatic moves that follow it. Raises Illegal.

        ``discord_time`` is by Discord's clock, which also stamps the commands that answer the move: ours may be a
        little ahead. ``decided_by`` says who chose the move in a person's seat, if anybody did.
        """
        asked_at = at if discord_time is None else discord_time
        table = self._moved(seat, move, at, asked_at, decided_by)
        while table.flash_until <= at and (chosen := table.automatic) is not None:
            chooser = "person" if chosen[0] in dict(table.facts.ahead) else None
            table = table._moved(*chosen, at, asked_at, chooser)  # noqa: SLF001, a table like this one
            table = table.not_asked(table.revision)
        if self.opponents and not self.facts.muted:
            table = table.with_facts(remark=remark_after(self, table))
        return table

    def not_asked(self, revision: int) -> Table:
        """The table where the move of that revision shows nothing of the player in its seat."""
        return self.but(unasked=(*self.unasked, revision)[-MAX_UNASKED:])

    def _is_decision(self, seat: Seat, move: Any, decided_by: Decider) -> bool:
        """Whether a move counts as a decision: there was a choice, and a stand-in did not merely pass in a window."""
        passed = decided_by == "stand-in" and self.game.hurry(self.position.view(None)) and move == self.default(seat)
        return len(self.legal(seat)) > 1 and not passed

    def _moved(self, seat: Seat, move: Any, at: float, asked_at: float, decided_by: Decider | None) -> Table:
        """The table one move later."""
        assert self.state is not None
        decisions = self.facts.decisions
        if decided_by is not None and self._is_decision(seat, move, decided_by):
            decisions = decisions or (DecisionCount(),) * self.size
            decisions = replaced(decisions, seat, decisions[seat].plus(stood_in=decided_by == "stand-in"))
        before, after, seats = self.position, Position(self.state.play(seat, move)), range(self.size)
        legal_before = list(map(before.legal, seats)) if self.asked else []
        anew = _asked_anew(seat, legal_before, list(map(after.legal, seats)))
        revisions, times = list(self.asked or seats), list(self.asked_at or seats)
        for other in anew:
            revisions[other], times[other] = self.revision + 1, asked_at
        past = self.past
        if self.revision and passes(before, after):
            past = (*past, moment(before, self.revision))[-MAX_MOMENTS:]
        facts = self.facts
        standing, deadline = facts.standing and self._lasting_answers(after), facts.deadline
        ahead = facts.ahead and self._lasting_choices(after, seat)
        promises = facts.promises and self._settled(after)
        if not after.to_act or CHANCE in after.to_act:
            deadline = None
        elif not after.to_act <= before.to_act or not after.to_act.isdisjoint(anew):
            # A shout may end a window and leave the turn to a player who was asked in it: a new question for them.
            deadline = self._deadline(after, at)
        table = self.but(
            state=after.state,
            log=self.log.plus(Turn(seat, move, at)),
            status=PLAYING if after.to_act else OVER,
            facts=replace(
                facts, decisions=decisions, deadline=deadline, standing=standing, ahead=ahead, promises=promises
            ),
            asked=tuple(revisions),
            asked_at=tuple(times),
            past=past,
        )
        vars(table)["position"] = after
        return table

    def _with_standing_answer(self, seat: Seat, path: Path) -> Table:
        """The table where a seat has given this answer to all questions of this stretch of play."""
        repeats = self.game.verb(path[0]).repeats
        if repeats is None or len(path) != 1 or repeats(self.position.view(seat)) < 2:
            raise Refusal("no-such-choice")
        others = (each for each in self.facts.standing if each[0] != seat)
        return self.with_facts(standing=(*others, (seat, path[0])))

    def _lasting_answers(self, position: Position) -> tuple[tuple[Seat, str], ...]:
        """The standing answers whose stretch of play goes on."""
        # A game may have changed since the answer was given.
        repeats = {verb.key: verb.repeats for verb in self.game.verbs if verb.repeats}
        lasting = [each for each in self.facts.standing if each[1] in repeats]
        return tuple([each for each in lasting if repeats[each[1]](position.view(each[0])) > 0])

    def _lasting_choices(self, position: Position, moved: Seat) -> tuple[tuple[Seat, Path], ...]:
        """The moves chosen ahead that can still be made, after a move of one seat."""

        def possible(seat: Seat, path: Path) -> bool:
            move = self.game.move(path)
            return move in position.legal(seat) or move in self.game.ahead(position.view(seat))

        return tuple([each for each in self._others_ahead(moved) if possible(*each)])

    def _others_ahead(self, seat: Seat) -> tuple[tuple[Seat, Path], ...]:
        """The moves chosen ahead by all seats but this one."""
        return tuple([each for each in self.facts.ahead if each[0] != seat])

    def promise(self, seat: Seat, path: Path) -> Table:
        """A seat promises something in public, instead of what it has promised about the same thing."""
        self.require_running()
        if path not in self.promises(seat):
            raise Refusal("no-such-choice")
        made, known, about = Promise(seat, path), self.facts.promises, (seat, path[:-1])
        if made in known:
            return self
        others = [each for each in known if each.kept is not None or (each.seat, each.path[:-1]) != about]
        return self.with_facts(promises=(*others, made))

    def mute(self, *, muted: bool) -> Table:
        """The table where opponents say nothing, or speak again."""
        self.require_running()
        return self.with_facts(muted=muted, remark=None if muted else self.facts.remark)

    def _settled(self, position: Position) -> tuple[Promise, ...]:
        """The promises after a move, with those settled that it shows to be kept or broken."""
        view, found = position.view(None), list[Promise]()
        for each in self.facts.promises:
            kept = self.game.kept(view, each.seat, each.path) if each.kept is None else None
            found.append(each if kept is None else Promise(each.seat, each.path, kept, self.revision + 1))
        return tuple(found)

    def without_choices(self, seat: Seat) -> Table:
        """The table where a seat has chosen nothing ahead, answered nothing in advance and promised nothing."""
        standing = tuple([each for each in self.facts.standing if each[0] != seat])
        promises = tuple([each for each in self.facts.promises if each.seat != seat])
        return self.with_facts(standing=standing, ahead=self._others_ahead(seat), promises=promises)

    def _sealed_at(self, seat: Seat, path: Path) -> int | None:
        """The place in the log of the sealed choice that a seat, no longer waited for, would change by these steps."""
        if seat in self.to_act or not self.game.verb(path[0]).sealed:
            return None
        place = next((place for place in reversed(range(len(self.log))) if self.log[place].seat == seat), None)
        if place is None or not self.game.verb(self.game.path(self.log[place].move)[0]).sealed:
            return None
        return place

    def _reseal(self, seat: Seat, move: Any, place: int) -> Table:
        """The table with a sealed choice changed. Raises Illegal.

        The others must not notice it: revision, times, presence and the length of the log stay as they were.
        """
        assert self.state is not None
        state, earlier = self.state.play(seat, move), self.log[place]
        if earlier.move == move:
            return self
        log = self.log.instead(place, Turn(seat, move, earlier.at))
        return self.but(state=state, log=log, resealed=self.resealed | {place + 1})

    # ---- other changes

    def present(self, seat: Seat) -> Table:
        """The table where the person in a seat is present again. Drops pending requests for the seat."""
        player = self.facts.players[seat]
        if not player.missed and not player.left:
            return self
        asks = tuple(ask for ask in self.facts.asks if ask.seat != seat)
        return self.with_player(seat, missed=0, left=False, retired=False).with_facts(asks=asks)

    def close(self, why: str) -> Table:
        """The table closed before its end; ``bot.core.results`` says whether that leaves results."""
        if self.status not in OPEN:
            raise Refusal("finished")
        consented = tuple(seat for seat, user in enumerate(self.users) if user in self.facts.ending)
        return self.but(status=CLOSED).with_facts(closed=why, consented=consented, deadline=None, paused=None)

    def with_player(self, seat: Seat, **changes: Any) -> Table:
        """The table with these fields of the player in a seat changed."""
        players = self.facts.players
        return self.with_facts(players=replaced(players, seat, replace(players[seat], **changes)))

    def with_facts(self, **changes: Any) -> Table:
        """The table with these facts changed."""
        return self.but(facts=replace(self.facts, **changes))

    def but(self, **changes: Any) -> Table:
        """The table with these fields changed."""
        table = replace(self, **changes)
        computed, derived = vars(self), vars(table)
        if table.facts.players is self.facts.players:
            for name in FROM_PLAYERS:
                if name in computed:
                    derived[name] = computed[name]
        if table.state is self.state and "position" in computed:
            derived["position"] = computed["position"]
        return table

    def looks_like(self, before: Table) -> bool:
        """Whether only the player who moved can see a difference."""
        facts, now = before.facts, self.facts
        # The board says after how many days it will be closed only if it warns of that.
        days = facts.idle_days if self.warned else now.idle_days
        facts = replace(facts, ahead=now.ahead, reminded=now.reminded, idle_days=days)
        same = (self.revision, self.status, self.thread) == (before.revision, before.status, before.thread)
        return same and now == facts

    # ---- refusals

    def require_seat(self, user: int) -> Seat:
        """The seat of a user; raises Refusal if they have none."""
        if user not in self.users:
            raise Refusal("not-at-table")
        return self.users.index(user)

    def require_host(self, user: int) -> None:
        """Raise Refusal if this is not the host."""
        if user != self.facts.host:
            raise Refusal("host-only", host=self.host_name)

    def require_lobby(self) -> None:
        """Raise Refusal if the game has started."""
        if self.status != LOBBY:
            raise Refusal("already-started" if self.status == PLAYING else "finished")

    def require_running(self) -> None:
        """Raise Refusal if no game is being played."""
        if self.status == LOBBY:
            raise Refusal("not-started")
        if self.status != PLAYING:
            raise Refusal("finished")


def _asked_anew(mover: Seat, before: list[Collection[Any]], legal: list[Collection[Any]]) -> list[Seat]:
    """The seats that a move asks a new question: its own, and those whose legal moves changed; all after the deal."""
    return [
        seat
        for seat, now in enumerate(legal)
        # Compared by identity first: most games return the same list again.
        if seat == mover or not before or (before[seat] is not now and tuple(before[seat]) != tuple(now))
    ]


def _ms(time: float) -> int:
    """A time in milliseconds, like Discord's clock: ours is finer, and a command would seem to be too early."""
    return floor(time * 1000)
