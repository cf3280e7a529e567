"""The daily deal: one game and one deal for everybody, against opponents who answer equal moves alike.

Days are UTC days, numbered from 1970. A day's deal is drawn and stored the day before, and its seal is published at
once.

Channels are invited in the morning, and told in the evening who did how well. The hours are those of a time zone that
moderators choose; a day's deal is a day of UTC all the same. So the invitation comes at the first such hour of the UTC
day, and the ranking at the next such hour after it, which may be the next day.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from bot.core import lobby
from bot.core.facts import PLAYING, Player
from bot.core.game import CHANCE, AnyGame, Seat
from bot.core.lobby import known_options
from bot.core.opponents import REGULAR
from bot.core.records import make_nonce, replayed, seal
from bot.core.results import Result
from bot.core.table import Table
from bot.tables.servers import Server

FEATURE = "daily"
WON, FINISHED, FROZEN, MISSED = "won", "finished", "frozen", "missed"
"""How a day went for a player; a frozen day was missed without ending the streak."""
SEAT: Seat = 0
"""Where people sit who play the deal of the day."""
MAX_SIGNS = 40
EQUAL_SCORE = 0.05
"""A smaller difference from the expert's mean score is not displayed."""
NEW, RUNNING, DONE, GIVEN_UP, SPENT = "new", "running", "done", "given-up", "spent"
"""How far somebody is with today's deal: not begun, in the middle, finished, ended without a result, or erased with
everything else that was stored of them. Each is also the key of its string."""
SECONDS = 86_400
FIRST_DAY = 20_454
"""The first day of 2026, whose deal is number 1."""


class Daily(msgspec.Struct, frozen=True, kw_only=True):
    """A stored daily deal. Before its day only the seal may be shown."""

    game: str
    rules: int
    """The version of the game's rules."""
    seats: int
    nonce: str
    """Opens the seal. It also seeds the opponents, which therefore play the same for everybody."""
    deal: Any
    """The first move, as in records."""
    seal: str


class DailyStory(NamedTuple):
    """How a finished try went, for the player and for those they tell."""

    result: Result
    others: int
    """The number of others who have finished that day's deal."""
    worse: int
    streak: int
    """Days in a row on which they finished the deal, this one included."""
    signs: str
    """One for each round, duel or turn; empty if the table is not stored any more."""
    expert: float | None
    """The expert's mean score with the same deal; None if it is not known by now."""
    verdict: Literal["better", "equal", "below"]
    lowest_wins: bool


class DailyHistory(NamedTuple):
    """A player's days: the streak that is alive, the longest of the last year, and one sign for each recent day."""

    streak: int
    best: int
    saved: bool
    """Whether yesterday was missed and did not end the streak."""
    days: tuple[str, ...]
    """``WON``, ``FINISHED``, ``FROZEN`` or ``MISSED``, the oldest first, today last."""


class DailyLine(NamedTuple):
    """One line of a server's daily ranking."""

    rank: int
    name: str
    """Empty if unknown."""
    result: Result
    streak: int


class DailyTable(msgspec.Struct, frozen=True):
    """Stored with a table of this feature."""

    day: int
    practice: bool = False
    """Whether it is played after the one try that counts."""


def of_table(table: Table) -> DailyTable | None:
    """The day whose deal is played at a table, and whether it counts; None for any other table."""
    return msgspec.convert(table.facts.stored, DailyTable) if table.facts.feature == FEATURE else None


def counts(table: Table) -> bool:
    """Whether it is somebody's one try of a day's deal that counts."""
    found = of_table(table)
    return found is not None and not found.practice


def day_of(now: float) -> int:
    """The number of the day."""
    return int(now // SECONDS)


def end_of(day: int) -> int:
    """The end of a day, when its seal is opened: later results do not count."""
    return (day + 1) * SECONDS


def month_of(day: int) -> tuple[int, int]:
    """The year and month of a day; a player may miss one day in each without losing their streak."""
    date = datetime.fromtimestamp(day * SECONDS, UTC)
    return date.year, date.month


def game_of(day: int, games: Mapping[str, AnyGame]) -> AnyGame | None:
    """The game of a day: the games with opponents take turns, those of skill twice as often as those of luck.

    Not those that draw later than the deal: these draws would differ from table to table.
    """
    able = [games[key] for key in sorted(games) if games[key].opponent is not None and not games[key].draws]
    order = [*able, *(game for game in able if not game.chancy)]
    return order[(day - FIRST_DAY) % len(order)] if able else None


def draw(game: AnyGame, rng: Random) -> Daily:
    """Draw a deal."""
    seats, nonce = lobby.solo_seats(game), make_nonce()
    deal = game.start(seats, known_options(game, {})).chance(rng, None)
    return Daily(
        game=game.key,
        rules=game.version,
        seats=seats,
        nonce=nonce,
        deal=msgspec.to_builtins(deal),
        seal=seal(nonce, deal),
    )


def seated(game: AnyGame, daily: Daily, day: int, person: Player, now: float, *, practice: bool) -> Table:
    """The lobby of a daily deal. It belongs to no server, and the deal is secret until the day is over."""
    # Opponents are named after nobody at the table, and play as their names have it: the same for everybody.
    unnamed = msgspec.structs.replace(person, name="")
    table = lobby.solo_table(game, guild=0, person=unnamed, level=REGULAR, seats=daily.seats, now=now, options={})
    return table.with_facts(
        players=(person, *table.facts.players[1:]),
        feature=FEATURE,
        stored=msgspec.to_builtins(DailyTable(day, practice)),
        ordered=True,
        hints=practice,
        sealed_until=float(end_of(day)),
    )


def dealt(table: Table, daily: Daily, now: float) -> Table:
    """The table started with the daily deal."""
    table.require_lobby()
    state = table.game.start(table.size, table.facts.options)
    ready = table.with_facts(nonce=daily.nonce, rules=table.game.version).but(status=PLAYING, state=state)
    return ready.after(CHANCE, msgspec.convert(daily.deal, table.game.moves), now)


def merit(game: AnyGame, result: Result) -> tuple[int, int]:
    """The sort key of daily results, best first: the place, then the score."""
    return result.place, result.score if game.lowest_wins else -result.score


def verdict(game: AnyGame, result: Result, expert: float | None) -> Literal["better", "equal", "below"]:
    """A result compared with the expert's mean score with the same deal. The last place is always below."""
    if expert is None or result.place == result.seats:
        return "below"
    ahead = expert - result.score if game.lowest_wins else result.score - expert
    if abs(ahead) < EQUAL_SCORE:
        return "equal"
    return "better" if ahead > 0 else "below"


def signs(table: Table) -> str:
    """One sign for each round, duel or turn of the player, from the views of an onlooker."""
    game = table.game
    if game.signs is None or table.state is None:
        return ""
    moves = ((turn.seat, turn.move) for turn in table.log)
    views = [played.after.view(None) for played in replayed(game, table.size, table.facts.options, moves)]
    return "".join(game.signs(views, SEAT)[-MAX_SIGNS:])


# ---- announcements

INVITATION: Literal["invitation"] = "invitation"
RANKING: Literal["ranking"] = "ranking"


class DailyPost(NamedTuple):
    """Something to announce in a server: when, of which day, and what."""

    at: float
    day: int
    what: Literal["invitation", "ranking"]


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """How the last announcement in a server went."""

    tried: float = 0.0
    """When it was about to be posted: it may have arrived, although the next one is not planned yet."""
    refused: bool = False
    """Whether Discord refused it: the journal says so already."""


class DailyTimes(msgspec.Struct, frozen=True, kw_only=True):
    """The channel and hours that moderators have chosen. The two hours differ."""

    channel: int
    morning: int = 8
    evening: int = 20
    zone: str = "Europe/Paris"

    def invitation_at(self, day: int) -> float:
        """When the invitation to a day's deal is due: always on that day."""
        begin = float(end_of(day) - SECONDS)
        found = self._next(self.morning, begin)
        # When clocks are put back, a day of 24 hours may be without that hour.
        return found if found < end_of(day) else begin

    def ranking_at(self, day: int) -> float:
        """When the ranking of a day is due: between its invitation and the next one."""
        return self._next(self.evening, self.invitation_at(day) + 1.0)

    def due(self, now: float) -> DailyPost | None:
        """The last announcement whose time has come; None if it invites to a day that is over."""
        last = max(post for post in self._posts(now) if post.at <= now)
        return last if last.what == RANKING or now < end_of(last.day) else None

    def following(self, now: float) -> tuple[float, float]:
        """When the next invitation and the next ranking come."""
        coming = [post for post in self._posts(now) if post.at > now]
        invitation, ranking = (min(post.at for post in coming if post.what == what) for what in (INVITATION, RANKING))
        return invitation, ranking

    def _posts(self, now: float) -> list[DailyPost]:
        """The announcements of the days around a time."""
        days = range(day_of(now) - 2, day_of(now) + 3)
        return [
            *(DailyPost(self.invitation_at(day), day, INVITATION) for day in days),
            *(DailyPost(self.ranking_at(day), day, RANKING) for day in days),
        ]

    def _next(self, hour: int, after: float) -> float:
        """The first time, from that one on, at which this hour begins in the zone."""
        there = ZoneInfo(self.zone)
        first = datetime.fromtimestamp(after, there).replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
        found = ((first + timedelta(days=more)).timestamp() for more in range(3))
        return next(at for at in found if at >= after)


def times_of(server: Server) -> DailyTimes | None:
    """Where and when a server wants announcements; None: nowhere."""
    return msgspec.convert(server.features.get(FEATURE), DailyTimes | None)


def with_times(server: Server, times: DailyTimes | None) -> Server:
    """The settings of a server with these times."""
    return server.with_feature(FEATURE, None if times is None else msgspec.to_builtins(times))
