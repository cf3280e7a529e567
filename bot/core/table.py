"""One table: people, options, pace, and the log that is the game. Pure values: no Discord, no storage, no clock.

Every change gives a new table or raises Refusal (the table says no) or Illegal (the rules say no). Here are the changes
of a game that is played; ``lobby`` has those before it, and ``absence`` those when people are not there.
``bot.tables.tables`` stores what they give; nothing else may.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import starmap
from math import floor
from operator import eq
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from bot.core.facts import (
    ASLEEP,
    CLOSED,
    LOBBY,
    NOBODY,
    OPEN,
    OVER,
    PACES,
    PLAYING,
    DecisionCount,
    Facts,
    Log,
    Pace,
    Turn,
)
from bot.core.game import AnyGame, AnyState, Outcome, Path, Refusal, Say, Seat, Tally, replaced
from bot.core.records import seal, tally, write

MOST = 12
"""Moments a table keeps: most of them have nothing to tell later."""


class Moment(msgspec.Struct, frozen=True, dict=True):
    """A moment that has gone by, as onlookers saw it when what was revealed was hidden again."""

    view: Any
    revision: int
    """How many moves had been made."""

    @cached_property
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


def moment(state: AnyState | Position, revision: int) -> Moment:
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


OF_PEOPLE = {"names", "users", "people", "opponents", "away"}
"""What follows from who sits at a table alone: worked out once, not anew with every move."""
CLOCK_SKEW_SECONDS = 10.0
"""A clock that is further behind the last move than this was set back: it cannot say how long ago the move was."""
UNASKED = 32
"""So many moves that the table made by itself are known as such: those of the last minute are asked for."""


class Position:
    """What follows from one state, each worked out once: the legal moves of every seat, and every view."""

    __slots__ = ("_legal", "_views", "state", "to_act")

    def __init__(self, state: AnyState) -> None:
        self.state = state
        self.to_act = state.to_act
        self._legal: dict[Seat, Collection[Any]] = {}
        self._views: dict[Seat | None, Any] = {}

    def legal(self, seat: Seat) -> Collection[Any]:
        """The moves the rules allow a seat."""
        if (found := self._legal.get(seat)) is None:
            found = self._legal[seat] = self.state.legal(seat)
        return found

    def view(self, seat: Seat | None) -> Any:
        """What a seat, or an onlooker, may know, with what is revealed for a moment."""
        if (found := self._views.get(seat)) is None:
            found = self._views[seat] = self.state.view(seat)
        return found


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What storage last confirmed of a table: only whoever writes to storage asks for it."""

    revision: int = 0
    """How many moves are stored: more than the log has, where the log could not be replayed."""
    shown: int = -1
    wake: float | None = None
    version: int = 0
    shard: int = 0
    """Whose process acts for it."""


class Table(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A table at one moment."""

    id: int = 0
    """Its number, given by the storage when it is opened."""
    guild: int
    channel: int
    """The channel it was opened in."""
    thread: int | None = None
    """The thread it is played in, if it has one."""
    game: AnyGame
    status: str = LOBBY
    facts: Facts
    log: Log = msgspec.field(default_factory=Log)
    state: AnyState | None = None
    asked: tuple[int, ...] = ()
    """For each seat, the revision at which its present question was asked."""
    asked_at: tuple[float, ...] = ()
    """The same as the time of that move: by Discord's clock where Discord told us of it."""
    resealed: frozenset[int] = frozenset()
    """The revisions of stored moves that a sealed choice made again has replaced since."""
    past: tuple[Moment, ...] = ()
    """The last moments before this one, oldest first."""
    unasked: tuple[int, ...] = ()
    """The newest revisions that nobody made: moves the table made by itself."""
    kept: Kept = Kept()

    # ---- asking it

    @property
    def place(self) -> int:
        """The thread or channel it is played in."""
        return self.thread or self.channel

    @property
    def size(self) -> int:
        """How many sit at it, opponents included."""
        return len(self.facts.players)

    @cached_property
    def alone(self) -> bool:
        """Whether one person plays it in their private panel, and nobody else may ever see it."""
        return self.facts.alone

    @property
    def public(self) -> bool:
        """Whether everybody who sees its channel may see it (``Facts.public``)."""
        return self.facts.public

    @property
    def trial(self) -> bool:
        """Whether it is somebody's one try of a day's deal that counts."""
        return bool(self.facts.daily) and not self.facts.practice

    @cached_property
    def revision(self) -> int:
        """How many moves its log has."""
        return len(self.log)

    @cached_property
    def pace(self) -> Pace:
        """How fast it plays."""
        return PACES[self.facts.pace]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What everybody is called, by seat."""
        return tuple([player.marked for player in self.facts.players])

    @cached_property
    def users(self) -> tuple[int, ...]:
        """Who sits at it, by seat; opponents have negative numbers."""
        return tuple([player.user for player in self.facts.players])

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The people at it, in the order of their seats, without opponents: whom Discord knows."""
        return tuple([user for user in self.users if user > NOBODY])

    @cached_property
    def opponents(self) -> tuple[Seat, ...]:
        """The seats of opponents."""
        return tuple([seat for seat, player in enumerate(self.facts.players) if player.opponent])

    @cached_property
    def away(self) -> tuple[Seat, ...]:
        """The seats of people for whom it plays at once instead of waiting."""
        return tuple([seat for seat, player in enumerate(self.facts.players) if player.away and not player.opponent])

    @cached_property
    def out(self) -> frozenset[Seat]:
        """The seats that the rules have eliminated for good."""
        return frozenset(self.game.out(self.position.view(None))) if self.state else frozenset()

    @property
    def here(self) -> tuple[Seat, ...]:
        """The seats of people who have neither left nor been eliminated: those whom the game still needs."""
        players = enumerate(self.facts.players)
        return tuple([seat for seat, each in players if not (each.left or each.opponent or seat in self.out)])

    @property
    def rated(self) -> bool:
        """Whether its result changes ratings: at least two people, and nobody else."""
        return self.size >= 2 and not self.alone and not self.opponents

    @property
    def can_idle(self) -> bool:
        """Whether it is closed when nobody moves for days.

        One that somebody plays alone waits for them: it blocks nobody. While a clock runs, a late move is made for
        people, and where nobody comes back the table falls asleep.
        """
        return not self.alone and (self.facts.paused is not None or self.facts.deadline is None)

    @property
    def warned(self) -> bool:
        """Whether its board announces that it will be closed because nobody has moved for long."""
        warning = self.facts.idle_warning
        return self.can_idle and warning is not None and warning.revision == self.revision

    @property
    def departed(self) -> tuple[tuple[Seat, int], ...]:
        """Who left the game and had their seat taken: the seat, and the person who sat there first."""
        first: dict[Seat, int] = {}
        for seat, user in self.facts.had:
            first.setdefault(seat, user)
        # Erased users are stored as 0: by that number nobody can tell whether they sit there again.
        return tuple(
            [
                (seat, user)
                for seat, user in first.items()
                if self.facts.players[seat].taken and (user == NOBODY or user != self.users[seat])
            ]
        )

    @property
    def forfeited(self) -> frozenset[Seat]:
        """The seats whose person counts as having left: last in the result, whatever was played for them.

        They left and did not come back before somebody took the seat, or a stand-in made too many of their decisions.
        """
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

    @property
    def deserted(self) -> bool:
        """Whether no person is there for whom it would go on by itself."""
        if not self.out:
            return len(self.away) + len(self.opponents) == self.size
        return {*range(self.size)} <= {*self.away, *self.opponents, *self.out}

    @property
    def queue(self) -> tuple[int, ...]:
        """Who waits for a seat, in order."""
        return tuple(player.user for player in self.facts.waiting)

    @cached_property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats waited for, ascending."""
        return tuple(sorted(self.state.to_act)) if self.state and self.status == PLAYING else ()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return self.state.outcome() if self.state else None

    @property
    def seal(self) -> str | None:
        """The hash of the sealed deal, public from the start."""
        return seal(self.facts.nonce, self.log[0].move) if self.log else None

    def seat_of(self, user: int) -> Seat | None:
        """Where somebody sits."""
        return self.users.index(user) if user in self.users else None

    def legal(self, seat: Seat) -> Collection[Any]:
        """The moves a seat may make now."""
        return self.position.legal(seat) if self.state and self.status == PLAYING else ()

    @cached_property
    def choosers(self) -> tuple[Seat, ...]:
        """The seats waited for with a choice that is not made on the public board."""
        public, verbs = self.game.public_verbs, self.game.spelling.verbs
        asked = [(seat, self.legal(seat)) for seat in self.to_act]
        return tuple([seat for seat, legal in asked if any(verbs[kind] not in public for kind in {*map(type, legal)})])

    def moved_since(self, time: float) -> set[Seat]:
        """Who has made a move since then, or silence for them; not those for whom the table made it unasked."""
        found = set[Seat]()
        for back, turn in enumerate(reversed(self.log)):
            if turn.at <= time:
                break
            if self.revision - back not in self.unasked:
                found.add(turn.seat)
        return found

    @cached_property
    def automatic(self) -> tuple[Seat, Any] | None:
        """The next move that nobody need make: the only one that can be right, or an answer given once for all."""
        standing, alone = dict(self.facts.standing), self.game.automatic
        if self.state is None or not (standing or alone):
            return None
        for seat in self.to_act:
            legal = self.position.legal(seat)
            move = alone(self.position.view(seat), legal) if alone else None
            if move is None and seat in standing:
                move = self.game.move((standing[seat],))
            if move in legal:
                return seat, move
        return None

    @cached_property
    def flash_until(self) -> float:
        """Until when everybody can see what was just revealed; 0 if nothing was."""
        flash = self.position.view(None).flash if self.state and self.revision else None
        return self.log[-1].at + flash.seconds if flash else 0.0

    def precedes(self, now: float) -> bool:
        """Whether the last move was made before now, as it must be unless a clock was set back since."""
        return not self.log or self.log[-1].at - CLOCK_SKEW_SECONDS <= now

    def reveals(self, now: float) -> bool:
        """Whether everybody can see at this instant what was just revealed.

        A clock that was set back ends a reveal: otherwise it would last, and nobody could move, until that time comes
        again.
        """
        return now < self.flash_until and self.precedes(now)

    def blocked(self, now: float) -> bool:
        """Whether nobody may move now, because everybody looks; never where people come by in their own time."""
        return not self.pace.slow and self.reveals(now)

    def view(self, seat: Seat | None, now: float) -> Any:
        """What a seat may know at this instant: a reveal whose time is over is gone."""
        assert self.state is not None
        view = self.position.view(seat)
        if view.flash is not None and not self.reveals(now):
            view = view.without_flash()
        return view

    @cached_property
    def position(self) -> Position:
        """What follows from its state. Tables with the same state share it."""
        assert self.state is not None
        return Position(self.state)

    def recaps(self, say: Say) -> Iterator[tuple[str, int]]:
        """What may still be told of the last moments, newest first: each line once, with its revision."""
        if say.lang not in self._recaps:
            self._recaps[say.lang] = Recaps(self.past)
        return self._recaps[say.lang].newest_first(self.game, say)

    @cached_property
    def _recaps(self) -> dict[str, Recaps]:
        return {}

    def revealed(self, since: int) -> dict[int, Any]:
        """What was revealed to everybody after a revision, by its own: a slow table shows it to who was away."""
        state, found = self.game.start(self.size, self.facts.options), dict[int, Any]()
        for revision, turn in enumerate(self.log, start=1):
            state = state.play(turn.seat, turn.move)
            if revision > since and (view := state.view(None)).flash is not None:
                found[revision] = view
        return found

    @cached_property
    def tally(self) -> Tally:
        """The figures of the game so far, from its log."""
        moves = ((turn.seat, turn.move) for turn in self.log)
        return tally(self.game, self.size, self.facts.options, moves)

    @property
    def series(self) -> tuple[int, dict[int, int]]:
        """How many games the same people have finished, this one included, and how many each of them has won."""
        outcome = self.outcome if self.status == OVER else None
        if outcome is None:
            return self.facts.games, self.facts.wins
        won = {*outcome.winners} - self.forfeited
        wins = {user: self.facts.wins.get(user, 0) + (seat in won) for seat, user in enumerate(self.users)}
        return self.facts.games + 1, wins

    def record(self) -> str:
        """The game so far as a record; the seal's nonce is told only once it is over."""
        moves = ((turn.seat, turn.move) for turn in self.log)
        nonce = self.facts.nonce if self.status != PLAYING else None
        return write(self.game, self.size, self.facts.options, moves, self.outcome, nonce)

    # ---- the game

    def replayed(self, turns: Iterable[Turn]) -> Table:
        """The table after a whole log; its facts stay as they are."""
        state = self.game.start(self.size, self.facts.options)
        asked, asked_at = [0] * self.size, [0.0] * self.size
        legal: list[Collection[Any]] = []
        log: list[Turn] = []
        past: deque[tuple[AnyState, int]] = deque(maxlen=MOST)
        for revision, turn in enumerate(turns, start=1):
            earlier, state = state, state.play(turn.seat, turn.move)
            if log and passes(earlier, state):
                past.append((earlier, revision - 1))
            log.append(turn)
            before, legal = legal, [state.legal(seat) for seat in range(self.size)]
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

    def play(
        self, user: int, path: Path, *, painted: int | None, at: float, now: float, repeated: bool = False
    ) -> Table:
        """Somebody makes the move those steps spell; ``repeated``: and again whenever they are asked the like.

        ``painted`` is the revision of the page they clicked on (None for a typed command); ``at`` is when they did it.
        """
        seat = self.require_seat(user)
        self.ready(seat, painted=painted, at=at, now=now)
        try:
            move = self.game.move(path)
        except ValueError:
            raise Refusal("no-such-choice") from None
        if (place := self._sealed_at(seat, path)) is not None:
            return self._reseal(seat, move, place)
        table = self._promised(seat, path) if repeated else self
        if user in self.facts.ending:
            # Playing on withdraws it: otherwise a later answer of the others could void a game that they are losing.
            table = table.with_facts(ending=tuple(each for each in table.facts.ending if each != user))
        table = table.present(seat).after(seat, move, now, told=at, decided_by="person")
        if not table.facts.paused:
            return table
        # What time there was ran out while the table slept.
        return table.with_facts(paused=None, deadline=table.deadline_from(now) if table.to_act else None)

    def ready(self, seat: Seat, *, painted: int | None, at: float, now: float) -> None:
        """Refuse what cannot be an answer to the question this seat is asked now."""
        self.require_running()
        stale = self.asked[seat] > painted if painted is not None else _ms(self.asked_at[seat]) > _ms(at)
        if stale:
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
        told: float | None = None,
        decided_by: Literal["person", "stand-in"] | None = None,
    ) -> Table:
        """The table after a move, and after those that nobody need make then. Raises Illegal.

        ``told`` is when the move was made by the clock of Discord, which also stamps the commands that answer it: our
        own may be a little ahead. ``decided_by`` says who chose the move in a person's seat, if anybody did.
        """
        table = self._moved(seat, move, at, told)
        if (
            decided_by is not None
            and len(self.legal(seat)) > 1
            and not (decided_by == "stand-in" and self._is_silence(seat, move))
        ):
            decisions = self.facts.decisions or (DecisionCount(),) * self.size
            counted = decisions[seat].plus(stood_in=decided_by == "stand-in")
            table = table.with_facts(decisions=replaced(decisions, seat, counted))
        while table.flash_until <= at and (chosen := table.automatic) is not None:
            table = table._moved(*chosen, at, told)  # noqa: SLF001, a table like this one
            table = table.but(unasked=(*table.unasked, table.revision)[-UNASKED:])
        return table

    def _is_silence(self, seat: Seat, move: Any) -> bool:
        """Whether a move in a challenge window is the one that is made for those who do not answer."""
        return self.game.hurry(self.position.view(None)) and move == self.default(seat)

    def _promised(self, seat: Seat, path: Path) -> Table:
        """The table where a seat has given this answer to all questions of this stretch of play."""
        assert self.state is not None
        repeats = self.game.verb(path[0]).repeats
        if repeats is None or len(path) != 1 or repeats(self.position.view(None)) < 2:
            raise Refusal("no-such-choice")
        others = (each for each in self.facts.standing if each[0] != seat)
        return self.with_facts(standing=(*others, (seat, path[0])))

    def _moved(self, seat: Seat, move: Any, at: float, told: float | None) -> Table:
        """The table one move later; answers given for a stretch of play that is over are forgotten."""
        assert self.state is not None
        state = self.state.play(seat, move)
        log = self.log.plus(Turn(seat, move, at))
        seats = range(self.size)
        position = Position(state)
        before = [self.position.legal(other) for other in seats] if self.asked else []
        asked, asked_at = list(self.asked or seats), list(self.asked_at or seats)
        anew = _asked_anew(seat, before, [position.legal(other) for other in seats])
        for other in anew:
            asked[other], asked_at[other] = self.revision + 1, at if told is None else told
        past = (
            (*self.past, moment(self.position, self.revision))[-MOST:]
            if self.revision and passes(self.state, state)
            else self.past
        )
        facts = self.facts
        if facts.standing:
            view = position.view(None)
            lasting = (each for each in facts.standing if self._lasts(each[1], view))
            facts = replace(facts, standing=tuple(lasting))
        if not state.to_act:
            facts = replace(facts, deadline=None)
        elif not state.to_act <= self.state.to_act or not state.to_act.isdisjoint(anew):
            # A shout may end a window and leave the turn to somebody who was asked in it: theirs is a new question.
            facts = replace(facts, deadline=self._deadline(position, at))
        table = self.but(
            state=state,
            log=log,
            status=PLAYING if state.to_act else OVER,
            facts=facts,
            asked=tuple(asked),
            asked_at=tuple(asked_at),
            past=past,
        )
        vars(table)["position"] = position
        return table

    def _lasts(self, verb: str, view: Any) -> bool:
        repeats = self.game.verb(verb).repeats
        return repeats is not None and repeats(view) > 0

    def _sealed_at(self, seat: Seat, path: Path) -> int | None:
        """Where in the log the choice is that a seat, no longer waited for, would change by these steps."""
        if seat in self.to_act or not self.game.verb(path[0]).sealed:
            return None
        place = next((place for place in reversed(range(len(self.log))) if self.log[place].seat == seat), None)
        if place is None or not self.game.verb(self.game.path(self.log[place].move)[0]).sealed:
            return None
        return place

    def _reseal(self, seat: Seat, move: Any, place: int) -> Table:
        """The table with a sealed choice made again. Raises Illegal.

        The new one takes the place of the old one in the log, so that the revision, the times and all that others see
        stay as they were, and the log does not grow. For the same reason it does not bring back who was away.
        """
        assert self.state is not None
        state = self.state.play(seat, move)
        earlier = self.log[place]
        if earlier.move == move:
            return self
        log = self.log.instead(place, Turn(seat, move, earlier.at))
        return self.but(state=state, log=log, resealed=self.resealed | {place + 1})

    def deadline_from(self, at: float) -> float | None:
        """Until when people may think who are asked at that time."""
        assert self.state is not None
        return self._deadline(self.position, at)

    def _deadline(self, position: Position, at: float) -> float | None:
        view = position.view(None)
        limit = self.pace.window if self.game.hurry(view) else self.pace.turn
        looking = view.flash.seconds if view.flash and not self.pace.slow else 0
        return None if limit is None else at + limit + looking

    def default(self, seat: Seat) -> Any:
        """The move played for somebody whose time is up."""
        assert self.state is not None
        return self.game.default(self.position.view(seat), self.legal(seat))

    def close(self, why: str) -> Table:
        """The table is closed before its end; ``bot.core.results`` says whether that leaves results."""
        if self.status not in OPEN:
            raise Refusal("finished")
        consented = tuple(seat for seat, user in enumerate(self.users) if user in self.facts.ending)
        return self.but(status=CLOSED).with_facts(closed=why, consented=consented, deadline=None, paused=None)

    def pause(self, why: str) -> Table:
        """The table cannot go on by itself for now."""
        return self.with_facts(paused=why)

    def rematched(self, number: int | None) -> Table:
        """The next game has been opened; None: it has been taken back."""
        return self.with_facts(rematch=number)

    def in_thread(self, thread: int | None) -> Table:
        """The table is played in this thread, or in the channel itself."""
        return self.but(thread=thread)

    def looks_like(self, before: Table) -> bool:
        """Whether nobody but who moved can see a difference.

        At most a sealed choice has been made again, people have been reminded that they are waited for, or the table
        will wait for another number of days, which its board does not say yet.
        """
        facts = before.facts
        if self.facts.reminded != facts.reminded:
            facts = replace(facts, reminded=self.facts.reminded)
        if self.facts.idle_days != facts.idle_days and not self.warned:
            facts = replace(facts, idle_days=self.facts.idle_days)
        return (self.revision, self.status, self.thread, self.facts) == (
            before.revision, before.status, before.thread, facts,
        )  # fmt: skip

    # ---- a table that differs in something

    def but(self, **changes: Any) -> Table:
        """The same table but for these fields."""
        table, known = replace(self, **changes), vars(self)
        if table.facts.players is self.facts.players:
            vars(table).update({name: known[name] for name in OF_PEOPLE & known.keys()})
        elif table.names != self.names:
            # What was put in words names who sat there before.
            table = replace(table, past=tuple([Moment(each.view, each.revision) for each in table.past]))
        if table.past is self.past:
            vars(table)["_recaps"] = self._recaps
        if table.state is self.state and "position" in known:
            vars(table)["position"] = known["position"]
        return table

    def with_facts(self, **changes: Any) -> Table:
        """The same table but for these facts."""
        return self.but(facts=replace(self.facts, **changes))

    def with_player(self, seat: Seat, **changes: Any) -> Table:
        """The same table but for what is known of the person in a seat."""
        players = self.facts.players
        return self.with_facts(players=replaced(players, seat, replace(players[seat], **changes)))

    def present(self, seat: Seat) -> Table:
        """The same table with somebody in that seat who is there."""
        player = self.facts.players[seat]
        if not player.missed and not player.left:
            return self
        table = self.with_player(seat, missed=0, left=False, retired=False)
        # Whoever hoped for the seat hopes no more.
        asks = tuple(ask for ask in self.facts.asks if ask.seat != seat)
        return table.with_facts(asks=asks) if asks != self.facts.asks else table

    # ---- what it refuses

    def require_seat(self, user: int) -> Seat:
        """Where somebody sits; Refusal if they do not."""
        seat = self.seat_of(user)
        if seat is None:
            raise Refusal("not-at-table")
        return seat

    def require_host(self, user: int) -> None:
        """Refusal if this is not the host."""
        if user != self.facts.host:
            raise Refusal("host-only", host=next(p.name for p in self.facts.players if p.user == self.facts.host))

    def require_lobby(self) -> None:
        """Refusal if the game has started."""
        if self.status != LOBBY:
            raise Refusal("already-started" if self.status == PLAYING else "finished")

    def require_running(self) -> None:
        """Refusal if no game is being played."""
        if self.status == LOBBY:
            raise Refusal("not-started")
        if self.status != PLAYING:
            raise Refusal("finished")


def _asked_anew(mover: Seat, before: list[Collection[Any]], legal: list[Collection[Any]]) -> list[Seat]:
    """Whom a move asks a new question: who made it, and whose moves are others; ``before`` starts empty."""
    return [
        seat
        for seat, now in enumerate(legal)
        # Most often it is the very same list, made once.
        if seat == mover or not before or (before[seat] is not now and not _same(before[seat], now))
    ]


def _same(before: Collection[Any], now: Collection[Any]) -> bool:
    # Most that are not the same differ in their length or early on.
    return len(before) == len(now) and all(map(eq, before, now))


def _ms(time: float) -> int:
    """A time in the milliseconds Discord's clock counts in: ours is finer, and would call a command too early."""
    return floor(time * 1000)
