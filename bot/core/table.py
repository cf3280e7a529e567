"""One table: people, options, pace, and the log that is the game. Pure values: no Discord, no storage, no clock.

Every change is a method that gives a new table or raises Refusal (the table says no) or Illegal (the rules say no).
``bot.service.tables`` stores what they give; nothing else may.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from math import floor
from operator import eq
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.core.facts import ASLEEP, AUTO_PAUSE, CLOSED, LOBBY, LOBBY_LIFE, OPEN, OVER, PLAYING, Facts, Note
from bot.core.game import CHANCE, Game, Options, Outcome, Path, Seat, State, Value
from bot.core.log import Log, Turn
from bot.core.pace import PACES, Pace
from bot.core.players import Player
from bot.core.records import make_nonce, seal, write
from bot.core.refusal import Refusal
from bot.core.stored import Entry, Row


class OtherRules(ValueError):
    """A log that was written with another version of the game's rules."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What storage last confirmed of a table: only whoever writes to storage asks for it."""

    revision: int = 0
    """How many moves are stored: more than the log has, where the log could not be replayed."""
    shown: int = -1
    wake: float | None = None
    version: int = 0


class Table(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A table at one moment."""

    id: int = 0
    """Its number, given by the storage when it is opened."""
    guild: int
    channel: int
    """The channel it was opened in."""
    thread: int | None = None
    """The thread it is played in, if it has one."""
    game: Game
    status: str = LOBBY
    facts: Facts
    log: Log = msgspec.field(default_factory=Log)
    state: State | None = None
    asked: tuple[int, ...] = ()
    """For each seat, the revision at which its present question was asked."""
    asked_at: tuple[float, ...] = ()
    """The same as the time of that move: by Discord's clock where Discord told us of it."""
    resealed: frozenset[int] = frozenset()
    """The revisions of stored moves that a sealed choice made again has replaced since."""
    kept: Kept = Kept()

    # ---- making one

    @classmethod
    def open(  # noqa: D102
        cls,
        game: Game,
        *,
        guild: int,
        channel: int,
        host: Player,
        options: Mapping[str, Value],
        pace: str,
        now: float,
    ) -> Table:
        # An option may ask for more people than have joined yet: it is judged at the start.
        chosen = _chosen(game, options)
        facts = Facts(host=host.user, players=(host,), options=chosen, pace=pace, created=now, rules=game.version)
        return cls(guild=guild, channel=channel, game=game, facts=facts)

    @classmethod
    def restore(cls, row: Row, entries: Collection[Entry], game: Game) -> Table:
        """A stored table with its state replayed.

        Raises OtherRules if the log is of another version, and whatever the rules or the decoder raise if it does not
        replay. Takes time in proportion to the log, however often a choice was changed in it.
        """
        facts = msgspec.json.decode(row.facts, type=Facts)
        if facts.pace not in PACES:
            raise ValueError(f"no such pace: {facts.pace!a}")
        if row.status == LOBBY:
            # An update may have changed the options; nothing has been played with them yet.
            facts = replace(facts, options=_chosen(game, facts.options))
        table = cls.bare(row, facts, game)
        if len(entries) != row.revision:
            raise ValueError(f"{len(entries)} moves, not {row.revision}")
        if bool(entries) != (row.status in (PLAYING, OVER)) and row.status != CLOSED:
            raise ValueError(f"{len(entries)} moves and {row.status}")
        if not entries:
            return table
        if facts.rules != game.version:
            raise OtherRules(f"log of rules version {facts.rules}, program has {game.version}")
        table = table._replayed(entries)
        if row.status not in (CLOSED, table.status):
            raise ValueError(f"the log says {table.status}, not {row.status}")
        return replace(table, status=row.status)

    @classmethod
    def bare(cls, row: Row, facts: Facts, game: Game) -> Table:
        """A stored table without its log."""
        return cls(guild=row.guild, channel=row.channel, game=game, facts=facts).confirmed(row)

    def _replayed(self, entries: Collection[Entry]) -> Table:
        """The table after these moves, one after the other; its facts stay as they are."""
        decoder = msgspec.json.Decoder(self.game.moves)
        state = self.game.start(self.size, self.facts.options)
        seats = range(self.size)
        asked, asked_at = [0] * self.size, [0.0] * self.size
        legal: list[Collection[Any]] = []
        log: list[Turn] = []
        for revision, entry in enumerate(entries, start=1):
            move = decoder.decode(entry.move)
            state = state.play(entry.seat, move)
            log.append(Turn(entry.seat, move, entry.at))
            before, legal = legal, [state.legal(seat) for seat in seats]
            for seat in seats:
                if _asked_anew(seat, entry.seat, before, legal):
                    asked[seat], asked_at[seat] = revision, entry.at
        return replace(
            self,
            state=state,
            log=Log(log),
            status=PLAYING if state.to_act else OVER,
            asked=tuple(asked),
            asked_at=tuple(asked_at),
        )

    # ---- asking it

    @property
    def place(self) -> int:
        """The thread or channel it is played in."""
        return self.thread or self.channel

    @property
    def size(self) -> int:
        """How many people sit at it."""
        return len(self.facts.players)

    @property
    def revision(self) -> int:
        """How many moves its log has."""
        return len(self.log)

    @property
    def pace(self) -> Pace:
        """How fast it plays."""
        return PACES[self.facts.pace]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What people are called, by seat."""
        return tuple(player.name for player in self.facts.players)

    @cached_property
    def users(self) -> tuple[int, ...]:
        """Who sits at it, by seat."""
        return tuple(player.user for player in self.facts.players)

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
        return self.state.legal(seat) if self.state and self.status == PLAYING else ()

    @cached_property
    def flash_until(self) -> float:
        """Until when everybody looks at what was just revealed; 0 if nothing was, or each looks in their own time."""
        flash = self.state.view(None).flash if self.state and self.log and not self.pace.slow else None
        return self.log[-1].at + flash.seconds if flash else 0.0

    def view(self, seat: Seat | None, now: float) -> Any:
        """What a seat may know at this instant: a reveal whose time is over is gone."""
        assert self.state is not None
        view = self.state.view(seat)
        if view.flash is not None and now >= self.flash_until:
            view = view.without_flash()
        return view

    def reveals(self, since: int) -> list[Any]:
        """What was revealed to everybody after a revision: a slow table shows it to each person once."""
        state, found = self.game.start(self.size, self.facts.options), []
        for revision, turn in enumerate(self.log, start=1):
            state = state.play(turn.seat, turn.move)
            if revision > since and (view := state.view(None)).flash is not None:
                found.append(view)
        return found

    def record(self) -> str:
        """The game so far as a record; the seal's nonce is told only once it is over."""
        moves = ((turn.seat, turn.move) for turn in self.log)
        nonce = self.facts.nonce if self.status != PLAYING else None
        return write(self.game, self.size, self.facts.options, moves, self.outcome, nonce)

    # ---- the lobby

    def join(self, user: int, name: str) -> Table:
        """Somebody takes a seat."""
        self._in_lobby()
        if user in self.users:
            raise Refusal("already-in")
        if self.size >= max(self.game.seats):
            raise Refusal("full")
        return self._facts(players=(*self.facts.players, Player(user=user, name=name)))

    def leave(self, user: int) -> Table:
        """Somebody gives up their seat before the game: the host's chair passes on, an empty table closes."""
        self._in_lobby()
        self._seat(user)
        players = tuple(player for player in self.facts.players if player.user != user)
        if not players:
            return self.close("empty")
        host = self.facts.host if self.facts.host != user else players[0].user
        return self._facts(players=players, host=host, first=None)

    def choose(self, user: int, key: str, value: Value | str) -> Table:
        """The host sets an option (or the pace) before the game."""
        self._in_lobby()
        self._host(user)
        if key == "pace" and value in PACES:
            return self._facts(pace=value)
        option = next((option for option in self.game.options if option.key == key), None)
        if option is None or value not in option.values:
            raise Refusal("no-such-option")
        return self._facts(options={**self.facts.options, key: value})

    def change_team(self, user: int) -> Table:
        """Somebody moves to the next team: they change places with the person there who joined last."""
        self._in_lobby()
        seat, teams = self._seat(user), self.teams()
        if not teams:
            raise Refusal("no-teams")
        mine = next(index for index, team in enumerate(teams) if seat in team)
        other = teams[(mine + 1) % len(teams)][-1]
        players = list(self.facts.players)
        players[seat], players[other] = players[other], players[seat]
        return self._facts(players=tuple(players))

    def shuffle(self, user: int, rng: Random) -> Table:
        """The host draws the seats anew."""
        self._in_lobby()
        self._host(user)
        players = list(self.facts.players)
        rng.shuffle(players)
        return self._facts(players=tuple(players), first=None)

    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each team, if this table plays in teams and is complete."""
        if not self.game.teams or self.obstacle():
            return ()
        return self.game.teams(self.size, self.facts.options)

    def obstacle(self) -> Refusal | None:
        """What keeps this lobby from starting."""
        if self.size not in self.game.seats:
            return Refusal("too-few", count=min(self.game.seats) - self.size)
        for option in self.game.options:
            value = self.facts.options[option.key]
            if not option.fits(value, self.size):
                needed = "/".join(map(str, sorted(option.needs[value])))
                return Refusal("option-seats", option=option.key, seats=needed)
        return None

    def start(self, user: int, rng: Random, now: float) -> Table:
        """The host starts: the deal is drawn and sealed."""
        self._in_lobby()
        self._host(user)
        if obstacle := self.obstacle():
            raise obstacle
        state = self.game.start(self.size, self.facts.options)
        # An update may have come since the lobby was opened.
        facts = replace(self.facts, nonce=make_nonce(), rules=self.game.version)
        table = replace(self, facts=facts, status=PLAYING, state=state)
        return table.after(CHANCE, state.chance(rng, self.facts.first), now)

    # ---- the game

    def play(self, user: int, path: Path, *, painted: int | None, at: float, now: float) -> Table:
        """Somebody makes the move those steps spell.

        ``painted`` is the revision of the page they clicked on (None for a typed command); ``at`` is when they did it.
        """
        seat = self._seat(user)
        self.ready(seat, painted=painted, at=at, now=now)
        try:
            move = self.game.move(path)
        except ValueError:
            raise Refusal("no-such-choice") from None
        if (place := self._sealed_at(seat, path)) is not None:
            return self._reseal(seat, move, place)
        table = self._present(seat).after(seat, move, now, told=at)
        return table._facts(paused=None) if table.facts.paused else table

    def ready(self, seat: Seat, *, painted: int | None, at: float, now: float) -> None:
        """Refuse what cannot be an answer to the question this seat is asked now."""
        if self.status == LOBBY:
            raise Refusal("not-started")
        if self.status != PLAYING:
            raise Refusal("finished")
        stale = self.asked[seat] > painted if painted is not None else _ms(self.asked_at[seat]) > _ms(at)
        if stale:
            raise Refusal("moved-on")
        if self.facts.paused and self.facts.paused != ASLEEP:
            raise Refusal("paused", permissions=self.facts.paused)
        if now < self.flash_until:
            raise Refusal("look-first", seconds=max(1, round(self.flash_until - now)))

    def after(self, seat: Seat, move: Any, at: float, *, told: float | None = None) -> Table:
        """The table one move later. Raises Illegal.

        ``told`` is when the move was made by the clock of Discord, which also stamps the commands that answer it: our
        own may be a little ahead.
        """
        assert self.state is not None
        state = self.state.play(seat, move)
        log = self.log.plus(Turn(seat, move, at))
        seats = range(self.size)
        before = [self.state.legal(other) for other in seats] if self.asked else []
        legal = [state.legal(other) for other in seats]
        fresh = [_asked_anew(other, seat, before, legal) for other in seats]
        asked = tuple(len(log) if fresh[other] else self.asked[other] for other in seats)
        asked_at = tuple((at if told is None else told) if fresh[other] else self.asked_at[other] for other in seats)
        status = PLAYING if state.to_act else OVER
        table = replace(self, state=state, log=log, status=status, asked=asked, asked_at=asked_at)
        newly = (state.to_act - self.state.to_act) or (state.to_act & {seat})
        if not state.to_act:
            return table._facts(deadline=None)
        return table._facts(deadline=table._deadline(at)) if newly else table

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
        return replace(self, state=state, log=log, resealed=self.resealed | {place + 1})

    def _deadline(self, at: float) -> float | None:
        assert self.state is not None
        view = self.state.view(None)
        limit = self.pace.window if self.game.hurry(view) else self.pace.turn
        looking = view.flash.seconds if view.flash and not self.pace.slow else 0
        return None if limit is None else at + limit + looking

    def auto(self) -> tuple[Seat, Any] | None:
        """The next move the table makes by itself: a forced one, or the default of somebody who is away."""
        if (seat := self._auto_seat()) is None:
            return None
        away = self.facts.players[seat].away
        return seat, self.default(seat) if away else next(iter(self.legal(seat)))

    def _auto_seat(self) -> Seat | None:
        if self.facts.paused or not self.to_act or all(player.away for player in self.facts.players):
            return None
        for seat in self.to_act:
            if self.facts.players[seat].away:
                return seat
        if len(self.to_act) == 1:
            seat = self.to_act[0]
            legal = list(self.legal(seat))
            if len(legal) == 1 and self.game.verb(self.game.path(legal[0])[0]).forced:
                return seat
        return None

    def default(self, seat: Seat) -> Any:
        """The move played for somebody whose time is up."""
        assert self.state is not None
        return self.game.default(self.state.view(seat), self.legal(seat))

    def wake_at(self) -> float | None:
        """When the table next needs attention although nobody touches it."""
        if self.status == LOBBY:
            return self.facts.created + LOBBY_LIFE
        if self.status != PLAYING or self.facts.paused:
            return None
        times = [self.facts.deadline] if self.facts.deadline is not None else []
        if self._auto_seat() is not None:
            times.append(self._auto_at())
        return min(times, default=None)

    def _auto_at(self) -> float:
        return max(self.flash_until, self.log[-1].at + AUTO_PAUSE)

    def wake(self, now: float, started: float) -> Table:
        """What time itself does: a lobby expires, a move nobody chooses is played, silence becomes a default.

        ``started`` is when this program came up: nobody loses a turn because the bot was away.
        """
        if self.status == LOBBY:
            return self.close("expired") if now >= self.facts.created + LOBBY_LIFE else self
        if self.status != PLAYING or self.facts.paused:
            return self
        if (auto := self.auto()) and now >= self._auto_at():
            return self.after(*auto, now)
        deadline = self.facts.deadline
        if deadline is None or now < deadline:
            return self
        if deadline < started:
            return self._facts(deadline=started + self.pace.grace)
        table = self
        for seat in self.to_act:
            if table.state and seat in table.state.to_act and table.asked[seat] <= self.revision:
                table = table._absent(seat).after(seat, table.default(seat), now)
        table = table._facts(note=Note(key="timeout", seats=self.to_act, revision=table.revision))
        return table._facts(paused=ASLEEP) if all(player.away for player in table.facts.players) else table

    # ---- coming and going

    def quit(self, user: int) -> Table:
        """Somebody leaves a game that goes on: the table plays for them. When nobody is left it closes."""
        if self.status == LOBBY:
            return self.leave(user)
        self._running()
        seat = self._seat(user)
        if self.facts.players[seat].left:
            raise Refusal("already-left")
        table = self._player(seat, left=True)
        if all(player.left for player in table.facts.players):
            return table.close("empty")
        host = table.facts.host
        if host == user:
            host = next(player.user for player in table.facts.players if not player.left)
        note = Note(key="left", seats=(seat,), revision=self.revision)
        return table._facts(host=host, note=note)._settle_ending()

    def back(self, user: int) -> Table:
        """Somebody who was away is here again."""
        self._running()
        seat = self._seat(user)
        player = self.facts.players[seat]
        if not player.away and not self.facts.paused:
            raise Refusal("never-away")
        note = Note(key="back", seats=(seat,), revision=self.revision) if player.away else self.facts.note
        return self._present(seat)._facts(note=note, paused=None)

    def agree_to_end(self, user: int) -> Table:
        """Somebody agrees to stop without a winner; when everybody who is still there does, the table closes."""
        self._running()
        self._seat(user)
        if user in self.facts.ending:
            raise Refusal("already-agreed")
        return self._facts(ending=(*self.facts.ending, user))._settle_ending()

    def _settle_ending(self) -> Table:
        here = [player.user for player in self.facts.players if not player.left]
        return self.close("agreed") if set(here) <= set(self.facts.ending) else self

    def cancel(self, user: int, *, moderator: bool) -> Table:
        """The host, or a moderator, gives up a lobby. A game that has started in the meantime is left alone."""
        if user != self.facts.host and not moderator:
            raise Refusal("close-only")
        self._in_lobby()
        return self.close("host" if user == self.facts.host else "moderator")

    def close(self, why: str) -> Table:
        """The table is taken away without a result."""
        if self.status not in OPEN:
            raise Refusal("finished")
        return replace(self, status=CLOSED)._facts(closed=why, deadline=None, paused=None)

    def pause(self, why: str) -> Table:
        """The table cannot go on by itself for now."""
        return self._facts(paused=why)

    def resume(self, now: float) -> Table:
        """The obstacle is gone; whoever is waited for gets their time afresh."""
        table = self._facts(paused=None)
        return table._facts(deadline=table._deadline(now)) if table.state and table.status == PLAYING else table

    def rematched(self, number: int | None) -> Table:
        """The next game has been opened; None: it has been taken back."""
        return self._facts(rematch=number)

    def in_thread(self, thread: int | None) -> Table:
        """The table is played in this thread, or in the channel itself."""
        return replace(self, thread=thread)

    def next_game(self, user: int, now: float) -> Table:
        """A fresh lobby with the same people, options and pace, and the next first player."""
        self._seat(user)
        if self.status not in (OVER, CLOSED):
            raise Refusal("not-over")
        players = tuple(Player(user=player.user, name=player.name) for player in self.facts.players)
        first = self.log[0].move.first if self.log else None
        following = (first + 1) % self.size if first is not None else None
        facts = replace(
            self.facts, host=user, players=players, created=now, first=following, rules=self.game.version, nonce="",
            options=_chosen(self.game, self.facts.options), deadline=None, paused=None, ending=(), closed=None,
            rematch=None, note=None,
        )  # fmt: skip
        return Table(guild=self.guild, channel=self.channel, thread=self.thread, game=self.game, facts=facts)

    # ---- storing it

    def stored(self) -> tuple[Row, list[Entry], dict[int, Entry]]:
        """What storage must write to make this table the stored one: new moves, and by revision those replaced."""
        known = self.kept.revision
        row = Row(
            id=self.id,
            guild=self.guild,
            channel=self.channel,
            thread=self.thread,
            game=self.game.key,
            status=self.status,
            # A log never gets shorter; what could not be replayed is not known here.
            revision=max(known, self.revision),
            shown=self.kept.shown,
            wake=self.wake_at(),
            version=self.kept.version,
            facts=msgspec.json.encode(self.facts),
        )
        replaced = {revision: self._entry(revision) for revision in sorted(self.resealed) if revision <= known}
        return row, [self._entry(revision) for revision in range(known + 1, self.revision + 1)], replaced

    def _entry(self, revision: int) -> Entry:
        turn = self.log[revision - 1]
        return Entry(turn.seat, msgspec.json.encode(turn.move), turn.at)

    def confirmed(self, row: Row) -> Table:
        """The same table once storage has written it as this row."""
        kept = Kept(revision=row.revision, shown=row.shown, wake=row.wake, version=row.version)
        return replace(self, id=row.id, thread=row.thread, status=row.status, kept=kept, resealed=frozenset())

    def looks_like(self, before: Table) -> bool:
        """Whether nobody but who moved can see a difference: at most a sealed choice has been made again."""
        return (self.revision, self.status, self.thread, self.facts) == (
            before.revision, before.status, before.thread, before.facts,
        )  # fmt: skip

    # ---- small change

    def _facts(self, **changes: Any) -> Table:
        return replace(self, facts=replace(self.facts, **changes))

    def _player(self, seat: Seat, **changes: Any) -> Table:
        players = list(self.facts.players)
        players[seat] = replace(players[seat], **changes)
        return self._facts(players=tuple(players))

    def _present(self, seat: Seat) -> Table:
        player = self.facts.players[seat]
        return self._player(seat, missed=0, left=False) if player.missed or player.left else self

    def _absent(self, seat: Seat) -> Table:
        return self._player(seat, missed=self.facts.players[seat].missed + 1)

    def _seat(self, user: int) -> Seat:
        seat = self.seat_of(user)
        if seat is None:
            raise Refusal("not-at-table")
        return seat

    def _host(self, user: int) -> None:
        if user != self.facts.host:
            raise Refusal("host-only", host=next(p.name for p in self.facts.players if p.user == self.facts.host))

    def _in_lobby(self) -> None:
        if self.status != LOBBY:
            raise Refusal("already-started" if self.status == PLAYING else "finished")

    def _running(self) -> None:
        if self.status == LOBBY:
            raise Refusal("not-started")
        if self.status != PLAYING:
            raise Refusal("finished")


def _asked_anew(seat: Seat, mover: Seat, before: list[Collection[Any]], legal: list[Collection[Any]]) -> bool:
    """Whether a move asks a seat a new question: it moved itself, or its moves are others; ``before`` starts empty."""
    return seat == mover or not before or not _same(before[seat], legal[seat])


def _same(before: Collection[Any], now: Collection[Any]) -> bool:
    # Most often it is the very same list, made once; if not, most differ in their length or early on.
    return before is now or (len(before) == len(now) and all(map(eq, before, now)))


def _ms(time: float) -> int:
    """A time in the milliseconds Discord's clock counts in: ours is finer, and would call a command too early."""
    return floor(time * 1000)


def _chosen(game: Game, options: Options) -> dict[str, Value]:
    """A value for every option there is: the one chosen, or the default if that is none of them."""
    chosen = {option.key: options.get(option.key) for option in game.options}
    return {
        option.key: value if (value := chosen[option.key]) in option.values else option.values[0]
        for option in game.options
    }
