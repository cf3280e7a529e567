"""The deals of the days in storage: drawn a day ahead, one try of each player that counts, rankings, and an expert."""

from __future__ import annotations

import contextlib
import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.client.extensions import BackgroundWork
from bot.core.facts import LOBBY, OPEN, PLAYING, Player
from bot.core.game import AnyGame, Level, Refusal, Seat
from bot.core.opponents import drawn, due
from bot.core.results import Result, results
from bot.core.table import Table
from bot.store import PUT, Store
from bot.tables.opponents import Decisions, NoDecision, decision_request
from bot.tables.tables import Locks, Tables
from cogs.daily import deal as deals

log = logging.getLogger(__name__)

DEAL, EXPERT = "daily-deal", "daily-expert"
"""The kinds of the documents by day: the deal, and the expert's scores."""
CLAIMS, CLAIMS_AT = "daily", "daily-at"
"""The kinds of the documents by user: who has begun a day's deal, and who on a server or shared it there. They go on
with the number of the server, and the day."""
TRIED, TRIED_KEY = "daily-tried", "daily-tried-key"
"""The kinds of the documents that mark used tries, and stay when a person is erased. ``TRIED_KEY`` has a random key by
day; ``TRIED``, followed by the day, a mark by the hash of a user's id with that key. Both are dropped afterwards."""
TRIED_KEY_BYTES = 32
STRIP_DAYS = 30
"""The days on a profile."""
HISTORY_DAYS = 366
"""The days among which the longest streak is looked for."""
FREEZE_DAYS = 32
"""The days before today among which a freeze of this month can have been used."""
LISTED = 10
"""People whom a server's ranking of a day names at most."""
EXPERT_GAMES = 24
"""Games the expert plays with a deal, of which the mean counts. Where moves are about as good, it decides anew."""
LEVEL: Level = "expert"
MOST_MOVES = 5_000
"""A game that takes longer is given up."""


def kind(day: int) -> str:
    """The kind of the documents that say who has begun a day's deal, by user."""
    return f"{CLAIMS} {day}"


def kind_at(guild: int, day: int) -> str:
    """The kind of the documents that say who has begun a day's deal on a server, or shared it there, by user."""
    return f"{CLAIMS_AT} {guild} {day}"


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's one try of a day that counts. How it ended is among the results."""

    table: int
    streak: int = 0
    """How many days in a row they had finished before."""
    frozen: int = 0
    """The last missed day that did not end their streak; 0: none yet."""
    shared: tuple[int, ...] = ()
    """The channels in which its result was posted."""


class Dailies:
    """The deals of the days, and everybody's tries."""

    def __init__(self, tables: Tables, store: Store, now: Callable[[], float]) -> None:
        self._tables = tables
        self._store = store
        self._now = now
        self._locks = Locks[int]()

    def today(self) -> int:
        """The day it is in UTC."""
        return deals.day_of(self._now())

    async def deal(self, day: int) -> deals.Daily | None:
        """The deal of a day; today's and tomorrow's are drawn if need be, an earlier one may never have been."""
        if day > self.today() + 1:
            return None
        async with self._locks.of(day):
            document = await self._store.get(DEAL, day)
            stored = msgspec.json.decode(document, type=deals.Daily) if document else None
            if day < self.today():
                return stored
            game = self._tables.games.get(stored.game) if stored else None
            if stored and game and game.version == stored.rules:
                return stored
            if stored:
                log.warning("the rules have changed since the deal was sealed, so it is drawn anew day=%s", day)
            game = deals.game_of(day, self._tables.games)
            if game is None:
                return None
            drawn = deals.draw(game, self._tables.rng)
            if await self._store.swap(DEAL, day, document, msgspec.json.encode(drawn)):
                return drawn
            # Another process has drawn it meanwhile: there is one deal for everybody.
            document = await self._store.get(DEAL, day)
            return msgspec.json.decode(document, type=deals.Daily) if document else None

    async def require(self, day: int) -> deals.Daily:
        """The same; Refusal where no game has opponents."""
        found = await self.deal(day)
        if found is None:
            raise Refusal("no-opponents")
        return found

    async def begin(self, person: Player, guild: int) -> Table:
        """Somebody's table with today's deal: the one that goes on, their try, or after that another to practise.

        ``guild`` is the server they are on, 0 for none: they are in its ranking.
        """
        day = self.today()
        deal = await self.require(day)
        game = self._tables.games[deal.game]
        # Two clicks at once are two tries otherwise.
        async with self._locks.of(person.user):
            await self._give_up(person.user, day)
            # Before looking for a table: another process may begin the try at any time. A claim is erased with its
            # person; that they have had their try is not.
            practice = await self.state(person.user, day) != deals.NEW
            found = await self.running(person.user, day)
            if found is None:
                ready = deals.seated(game, deal, day, person, self._now(), practice=practice)
                opened = await self._tables.open(ready)
                begun = await self._tables.change(opened.id, lambda table: deals.dealt(table, deal, self._now()))
                found = begun.after
            if deals.counts(found):
                # Also one that was dealt just before the program stopped: it is the try, and not shown to anybody yet.
                claim = await self.claim(person.user, day) or await self._claim(person.user, day, found.id)
                if claim is None or claim.table != found.id:
                    # Their try is another table, begun in another process at the same time, or they were erased since.
                    await self._tables.change(found.id, lambda table: table.close("host"))
                    raise Refusal("busy")
                await self.noted(person.user, day, guild, found.id)
            return found

    async def running(self, user: int, day: int) -> Table | None:
        """Somebody's table with a day's deal that goes on."""
        found = await self._tables.of(user, (PLAYING,))
        return next((table for table in found if _day(table) == day), None)

    async def claim(self, user: int, day: int) -> Claim | None:
        """Somebody's try of a day, if they have begun it."""
        document = await self._store.get(kind(day), user)
        return msgspec.json.decode(document, type=Claim) if document else None

    async def tried(self, user: int, day: int) -> bool:
        """Whether somebody has had their try of a day that is not over, also if they were erased since."""
        key = await self._store.get(TRIED_KEY, day)
        return key is not None and await self._store.get(f"{TRIED} {day}", _hashed(user, key)) is not None

    async def _claim(self, user: int, day: int, table: int) -> Claim | None:
        """Store this table as somebody's try of a day unless they had one; returns what is stored, None if erased."""
        key = await self._store.get(TRIED_KEY, day)
        if key is None:
            await self.drop_tries()
            await self._store.swap(TRIED_KEY, day, None, secrets.token_bytes(TRIED_KEY_BYTES))
            # Another process may have been first: there is one key a day.
            key = await self._store.get(TRIED_KEY, day)
            assert key is not None
        streak, frozen = await self._streak(user, day)
        claim = msgspec.json.encode(Claim(table=table, streak=streak, frozen=frozen))
        # Together: whoever stores the hash has the try, whatever is erased meanwhile.
        also = [(PUT, kind(day), user, claim)]
        await self._store.swap(f"{TRIED} {day}", _hashed(user, key), None, b"1", also=also)
        return await self.claim(user, day)

    async def drop_tries(self) -> None:
        """Remove who has had a try of the days that are over."""
        await self._store.drop_keys(TRIED_KEY, self.today())
        await self._store.drop_kinds(TRIED, self.today())

    async def forget_players(self, until: float) -> None:
        """Remove who played the deals of the days before a time: they say who sat at which table."""
        for kinds in (CLAIMS, CLAIMS_AT):
            await self._store.drop_kinds(kinds, deals.day_of(until))

    async def forget_guild(self, guild: int) -> None:
        """Remove who played on a server."""
        await self._store.drop_kinds(f"{CLAIMS_AT} {guild}")

    async def state(self, user: int, day: int) -> str:
        """How far somebody is with a day's deal, unless they have finished it in time."""
        running = await self.running(user, day)
        if running is not None and deals.counts(running):
            return deals.RUNNING
        if await self.claim(user, day) is not None:
            return deals.GIVEN_UP
        return deals.SPENT if await self.tried(user, day) else deals.NEW

    async def score(self, day: int, deal: deals.Daily) -> float | None:
        """The mean score of an expert with a day's deal, if it is known by now."""
        return mean(await self._store.get(EXPERT, day), deal)

    async def story(self, user: int, day: int) -> deals.DailyStory | None:
        """How somebody's try of a day went; None if they have not finished it in time."""
        claim = await self.claim(user, day)
        deal = await self.deal(day) if claim else None
        game = self._tables.games.get(deal.game) if deal else None
        if claim is None or deal is None or game is None:
            return None
        end = deals.end_of(day)
        results = await self._store.results_at(claim.table)
        mine = next((each for each in results if each.user == user and each.finished < end), None)
        # A deal of a game that is no longer installed was drawn anew, of another game.
        if mine is None or mine.game != game.key:
            return None
        merit, lowest = deals.merit(game, mine), game.lowest_wins
        others, worse = await self._store.beaten(kind(day), end, user, merit, lowest_wins=lowest)
        expert, signs = await self.score(day, deal), ""
        with contextlib.suppress(Refusal):  # The table may not be stored any more.
            signs = deals.signs(await self._tables.get(claim.table))
        verdict = deals.verdict(game, mine, expert)
        return deals.DailyStory(mine, others, worse, claim.streak + 1, signs, expert, verdict, lowest)

    async def ranking(self, day: int, guild: int, without: Collection[int] = ()) -> tuple[list[deals.DailyLine], int]:
        """The best of those who played a day's deal on a server, and how many more there are.

        People who hide from rankings are left out, and so are those in ``without``.
        """
        deal = await self.deal(day)
        game = self._tables.games.get(deal.game) if deal else None
        if game is None:
            return [], 0
        everybody = await self._store.claimed(kind_at(guild, day), deals.end_of(day))
        found = [each for each in everybody if each.user not in without and each.game == game.key]
        found.sort(key=lambda each: (deals.merit(game, each), each.finished))
        merits = [deals.merit(game, each) for each in found]
        users = [each.user or 0 for each in found[:LISTED]]
        names, claims = await self._store.names(users), [await self.claim(user, day) for user in users]
        lines = [
            deals.DailyLine(merits.index(merit) + 1, names.get(user, ""), result, claim.streak + 1 if claim else 1)
            for user, claim, merit, result in zip(users, claims, merits, found, strict=False)
        ]
        return lines, len(found) - len(lines)

    async def set_shared(self, user: int, day: int, channel: int, *, shared: bool = True) -> bool:
        """Store whether a result is posted in a channel; False if that was stored already."""
        changed = False

        def with_channel(document: bytes | None) -> bytes | None:
            nonlocal changed
            claim = msgspec.json.decode(document, type=Claim) if document else None
            changed = claim is not None and (channel in claim.shared) != shared
            if claim is None or not changed:
                return document
            others = tuple(each for each in claim.shared if each != channel)
            return msgspec.json.encode(msgspec.structs.replace(claim, shared=(*others, channel) if shared else others))

        await self._store.change(kind(day), user, with_channel)
        return changed

    async def noted(self, user: int, day: int, guild: int, table: int) -> None:
        """Add somebody's try to a server's ranking."""
        if guild:
            await self._store.put(kind_at(guild, day), user, msgspec.json.encode({"table": table}))

    async def _give_up(self, user: int, day: int) -> None:
        """End somebody's games with the deals of other days, and those that were never dealt."""

        def given_up(table: Table) -> Table:
            # Another process may have dealt meanwhile.
            return table.close("host") if table.status == LOBBY or _day(table) != day else table

        for table in await self._tables.of(user, OPEN):
            if _day(table) is not None:
                with contextlib.suppress(Refusal):
                    await self._tables.change(table.id, given_up)

    async def history(self, user: int) -> deals.DailyHistory | None:
        """Somebody's recent days; None before their first finished deal."""
        today = self.today()
        found = await self._finished(user, today, HISTORY_DAYS)
        if not found:
            return None
        before = found.get(today)
        streak, last = (before[0].streak + 1, before[0].frozen) if before else await self._streak(user, today)
        frozen = {last, *(claim.frozen for claim, _ in found.values())}
        days: list[str] = []
        for day in range(today - STRIP_DAYS + 1, today + 1):
            _, result = found.get(day, (None, None))
            missed = deals.FROZEN if day in frozen else deals.MISSED
            days.append((deals.WON if result.won else deals.FINISHED) if result else missed)
        best = max(streak, *(claim.streak + 1 for claim, _ in found.values()))
        return deals.DailyHistory(streak, best, last == today - 1, tuple(days))

    async def _finished(self, user: int, until: int, days: int) -> dict[int, tuple[Claim, Result]]:
        """Somebody's tries of the days up to that one that ended in time, by day."""
        kinds = {kind(day): day for day in range(until - days + 1, until + 1)}
        found: dict[int, tuple[Claim, Result]] = {}
        for name, (document, result) in (await self._store.claimed_by(user, list(kinds))).items():
            if result.finished < deals.end_of(kinds[name]):
                found[kinds[name]] = msgspec.json.decode(document, type=Claim), result
        return found

    async def _streak(self, user: int, today: int) -> tuple[int, int]:
        """The days in a row that somebody had finished, and the last missed day, one a month, that did not end them."""
        found = await self._finished(user, today - 1, FREEZE_DAYS)
        frozen = max((claim.frozen for claim, _ in found.values()), default=0)
        yesterday = today - 1
        if yesterday in found:
            return found[yesterday][0].streak + 1, frozen
        if yesterday - 1 in found and deals.month_of(frozen) != deals.month_of(yesterday):
            return found[yesterday - 1][0].streak + 1, yesterday
        return 0, frozen


def _day(table: Table) -> int | None:
    found = deals.of_table(table)
    return found.day if found else None


def _hashed(user: int, key: bytes) -> int:
    """A person's number among those who have tried a day's deal: 63 bits of an HMAC-SHA-256."""
    return int.from_bytes(hmac.digest(key, str(user).encode(), "sha256")[:8]) >> 1


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """The results of an expert. Its moves are not stored: the deal stays secret."""

    seal: str
    """The seal of the deal: a deal that was drawn anew is another one."""
    games: int
    score: int
    """The sum of the scores of these games."""


@dataclass(eq=False)
class Expert(BackgroundWork):
    """Plays the deals of days, each once, in the processes that think for opponents.

    Everything follows from the deal, so every process finds the same; the first to store it is believed.
    """

    _store: Store
    _games: Mapping[str, AnyGame]
    _decisions: Decisions
    _played: Callable[[], Awaitable[None]]
    """Called when the score of a day is known."""
    tries: int = EXPERT_GAMES

    def play(self, day: int, deal: deals.Daily) -> None:
        """Work the result out in the background unless it is known; one day at a time."""
        if not self.tasks:
            self.spawn(self._work(day, deal), f"the expert of day={day}")

    async def finish(self) -> None:
        """Stop; the next player of the deal starts it again."""
        for task in self.tasks:
            task.cancel()
        await super().finish()

    async def _work(self, day: int, deal: deals.Daily) -> None:
        document = await self._store.get(EXPERT, day)
        if mean(document, deal) is None:
            game = self._games[deal.game]
            try:
                scores = [(await self._play(game, deal, day, number)).score for number in range(self.tries)]
            except NoDecision:
                log.info("an expert could not play the deal of the day, and tries again later day=%s", day)
                return
            reached = Reached(seal=deal.seal, games=len(scores), score=sum(scores))
            # Another process may have been first: everybody is compared with what it has stored.
            await self._store.swap(EXPERT, day, document, msgspec.json.encode(reached))
            log.info("an expert has played the deal of the day day=%s", day)
        await self._played()

    async def _play(self, game: AnyGame, deal: deals.Daily, day: int, number: int) -> Result:
        """One game of the expert: people move first, then opponents, as at everybody's table. Raises NoDecision."""
        lobby = deals.seated(game, deal, day, Player(user=1, name=LEVEL), 0.0, practice=False)
        table, now = deals.dealt(lobby, deal, 0.0), 0.0
        while table.status == PLAYING and table.revision < MOST_MOVES:
            now = max(now, table.flash_until) + 1.0
            table = table.after(*await self._move(table, number), now)
        if table.status == PLAYING:
            raise NoDecision
        return results(table)[deals.SEAT]

    async def _move(self, table: Table, number: int) -> tuple[Seat, Any]:
        if (alone := table.automatic) is not None:
            return alone
        if deals.SEAT in table.to_act:
            seed = drawn(table, f"expert {number}", table.revision, deals.SEAT).getrandbits(64)
            asked = msgspec.structs.replace(await decision_request(table, deals.SEAT, LEVEL), seed=seed)
            seat = deals.SEAT
        else:
            move = due(table)
            assert move is not None
            seat = move.seat
            asked = await decision_request(table, seat, move.level)
        return seat, (await self._decisions.decide(table, seat, asked)).move


def mean(document: bytes | None, deal: deals.Daily) -> float | None:
    """The expert's mean score in a stored document, if that is about this deal."""
    found = msgspec.json.decode(document, type=Reached) if document else None
    return found.score / found.games if found and found.seal == deal.seal else None
