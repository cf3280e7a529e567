"""The deal of the day: the same for everybody, its expert, its messages, and when channels are told of it."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any
from unittest.mock import AsyncMock
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.core.facts import OVER, PLAYING, Player
from bot.core.opponents import any_move, due
from bot.core.records import canonical, seal
from bot.core.results import Result, results
from bot.core.table import Table
from bot.store.sqlite import SqliteStore
from bot.tables.opponents import Decisions, answer_of, answered, new_request, shown
from bot.testing import fits
from bot.text.strings import Words
from cogs.daily import deal as daily
from cogs.daily.deal import DailyLine, DailyPost, DailyStory, DailyTimes, day_of, end_of
from cogs.daily.pages import ACCEPT, RANKED, invitation, places, ranking, standing, to
from cogs.daily.service import EXPERT, Expert, Reached, mean
from tests.kit.moments import CATALOGUE, UGLY
from tests.kit.stores import opening
from tests.kit.thinkers import HeldThinker, InlineThinker

GAMES = CATALOGUE.games
DAY = 20_774
NAMES = ("Ana", "Odile", "Chloé", "Dimitri", "Éloïse", "Félix", "Gaël")


def begun(game: str, user: int, *, practice: bool = False, deal: Any = None) -> Table:
    """Somebody's table with the deal of the day."""
    deal = deal or daily.draw(GAMES[game], Random(5))
    # Even somebody who is called like an opponent meets the same opponents.
    person = Player(user=user, name=NAMES[user - 1])
    lobby = daily.seated(GAMES[game], deal, DAY, person, 1000.0 + user, practice=practice)
    return daily.dealt(lobby, deal, 1000.0 + user)


def played(table: Table, pause: float, most: int = 60) -> Table:
    """The table after a while: its person takes so long for each of always the same moves; opponents think."""
    rng, now = Random(9), table.log[-1].at
    while table.status == PLAYING and table.revision < most:
        assert table.state is not None
        own = max(now, table.asked_at[0] + pause) if 0 in table.to_act else float("inf")
        move = due(table)
        if (chosen := table.automatic) is not None:
            now = max(now, table.flash_until) + 0.001
            table = table.after(*chosen, now)
        elif move is not None and move.at < own:
            asked = new_request(table, move.seat, move.level, shown(table, move.seat))
            now = max(now, move.at)
            answer = answered({table.game.key: table.game}, Words({}), asked)
            chosen = answer_of(table.game, answer, table.legal(move.seat)).move
            table = table.after(move.seat, chosen, now)
        else:
            now = own
            table = table.after(0, any_move(table.game, table.state, 0, rng), now)
    return table


@cache
def finished() -> Result:
    """Chloé's result of a game of Trio."""
    table = played(begun("trio", 3), 1.0, most=1000)
    assert table.status == OVER
    return results(table)[0]


@pytest.mark.parametrize("game", list(GAMES))
def test_equal_moves_meet_equal_answers(game: str):
    deal = daily.draw(GAMES[game], Random(5))
    hasty, slow = (
        played(begun(game, user, deal=deal, practice=practice), pause)
        for user, pause, practice in ((1, 0.01, False), (2, 300.0, True))
    )
    assert [(turn.seat, turn.move) for turn in hasty.log] == [(turn.seat, turn.move) for turn in slow.log]
    assert any(turn.seat > 0 for turn in hasty.log)


def test_another_day_has_other_answers():
    tables = [played(begun("tripot", 1, deal=daily.draw(GAMES["tripot"], Random(5))), 1.0) for _ in range(4)]
    # The same deal, but each day has a nonce of its own.
    assert len({tuple(map(str, (turn.move for turn in table.log))) for table in tables}) > 1


@pytest.mark.parametrize("game", list(GAMES))
def test_seals_open_when_the_day_is_over(game: str):
    deal = daily.draw(GAMES[game], Random(1))
    table = begun(game, 7, deal=deal)
    assert table.seal == deal.seal == seal(deal.nonce, deal.deal)
    assert canonical(deal.deal) == canonical(table.log[0].move)
    assert table.size == deal.seats
    assert table.guild == 0
    assert {player.level for player in table.facts.players[1:]} == {"regular"}
    end = daily.end_of(DAY)
    assert (end, daily.day_of(end - 0.001), daily.day_of(end)) == (1_794_960_000, DAY, DAY + 1), "days are those of UTC"
    assert table.facts.sealed_until == end


def test_games_come_one_after_the_other():
    twice = [key for key, game in GAMES.items() if not game.chancy]
    found = [game.key for day in range(DAY, DAY + len(GAMES) + len(twice)) if (game := daily.game_of(day, GAMES))]
    assert sorted(found) == sorted([*GAMES, *twice])
    assert all(one != other for one, other in pairwise([*found, found[0]]))
    assert daily.game_of(DAY, {}) is None


@pytest.mark.parametrize(
    ("lowest", "place", "score", "expert", "judged"),
    [
        (False, 1, 30, 25.0, "better"),
        (False, 2, 30, 25.0, "better"),
        (False, 3, 30, 25.0, "below"),  # the last place, whatever the score
        (False, 1, 24, 25.0, "below"),
        (False, 1, 3, 3.0, "equal"),
        (False, 1, 3, 2.9, "better"),
        (True, 1, 3, 4.2, "better"),
        (True, 1, 5, 4.2, "below"),
        (False, 1, 30, None, "below"),
    ],
)
def test_a_score_is_judged_by_the_experts_mean(*, lowest: bool, place: int, score: int, expert: Any, judged: str):
    mine = finished()
    game = dataclasses.replace(GAMES["trio"], lowest_wins=lowest)
    assert daily.verdict(game, replace(mine, place=place, score=score), expert) == judged


def test_places_come_before_scores():
    def result(user: int, place: int, score: int) -> Any:
        return replace(finished(), user=user, place=place, score=score)

    day = [result(1, 2, 5), result(2, 1, 1), result(3, 2, 4), result(4, 2, 5), result(5, 3, 9)]
    game = GAMES["trio"]
    assert not game.lowest_wins
    assert [each.user for each in sorted(day, key=lambda each: daily.merit(game, each))] == [2, 1, 4, 3, 5]
    lowest = dataclasses.replace(game, lowest_wins=True)
    assert [each.user for each in sorted(day, key=lambda each: daily.merit(lowest, each))] == [2, 3, 1, 4, 5]


# ---- the expert


@pytest.fixture
async def store() -> AsyncIterator[SqliteStore]:
    async with opening(SqliteStore(":memory:")) as opened:
        yield opened


@pytest.fixture
def no_blank_is_left() -> None:
    """Errors may be logged here: an expert that cannot think is one."""


def expert(store: Any, thinker: Any = None, tries: int = 2) -> Expert:
    """An expert that thinks here."""
    made = Expert(store, GAMES, Decisions(thinker or InlineThinker(GAMES)), AsyncMock())
    made.tries = tries
    return made


async def score(store: Any, deal: daily.Daily) -> float | None:
    return mean(await store.get(EXPERT, DAY), deal)


async def found(one: Expert, deal: daily.Daily) -> float | None:
    """The days it finds."""
    one.play(DAY, deal)
    await asyncio.wait(one.tasks)
    await asyncio.sleep(0)
    return await score(one._store, deal)


async def test_whoever_works_it_out_finds_the_mean_of_the_same_games_and_works_it_out_once(store):
    game, thinker = GAMES["tripot"], InlineThinker(GAMES)
    deal = daily.draw(game, Random(3))
    first = await found(expert(store, thinker), deal)
    assert {request.level for _, seat, request in thinker.asked if seat == 0} == {"expert"}
    assert {request.level for _, seat, request in thinker.asked if seat} == {"regular"}, "as at everybody's table"
    # Tables that people play have numbers from 1 on.
    assert {table for table, _, _ in thinker.asked} == {0}
    thinker.asked.clear()
    assert await found(expert(store, thinker), deal) == first
    assert thinker.asked == []
    assert await score(store, daily.draw(game, Random(4))) is None, "that is another deal"
    await store.put(EXPERT, DAY, None)
    other = expert(store)
    scores = [(await other._play(game, deal, DAY, number)).score for number in range(2)]
    assert await found(other, deal) == first == sum(scores) / 2


async def test_processes_agree_on_what_the_first_has_stored(store):
    deal = daily.draw(GAMES["tripot"], Random(3))
    first = msgspec.json.encode(Reached(seal=deal.seal, games=2, score=7))

    class Slower(InlineThinker):
        async def think(self, table: int, request: Any) -> bytes:
            await store.put(EXPERT, DAY, first)
            return await super().think(table, request)

    assert await found(expert(store, Slower(GAMES)), deal) == 3.5


async def test_where_nobody_can_think_nothing_is_claimed(store):
    deal = daily.draw(GAMES["trio"], Random(3))
    broken = HeldThinker(GAMES)
    broken.fails = True
    assert await found(expert(store, broken), deal) is None
    stopped = expert(store, HeldThinker(GAMES))
    stopped.play(DAY, deal)
    await asyncio.sleep(0)
    await stopped.finish()
    assert await store.get(EXPERT, DAY) is None
    assert await found(expert(store), deal) is not None


# ---- messages in channels


def result(place: int = 2) -> Result:
    """A result at a table of six."""
    return replace(finished(), user=2**62, seats=6, place=place, won=place == 1)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", list(CATALOGUE.games))
def test_an_invitation_gives_nothing_away(game: str, lang: str):
    deal = daily.draw(CATALOGUE.games[game], Random(3))
    page = invitation(DAY, deal, None, CATALOGUE.words.say("daily", lang))
    words = "\n".join(page.texts())
    assert deal.nonce not in words
    assert to(ACCEPT, DAY) in list(page.ids())
    fits(page)


@pytest.mark.parametrize(("place", "signs"), [(1, "🏆⬜⬜⬜⬜⬜"), (2, "⬜🟨⬜⬜⬜⬜"), (6, "⬜⬜⬜⬜⬜🟧")])
def test_no_place_but_the_first_looks_like_a_success(place: int, signs: str):
    assert places(result(place)) == signs


@pytest.mark.parametrize(("days", "words"), [(1, "🔥 Premier jour"), (6, "🔥 6 jours"), (7, "🎉 **Une semaine")])
def test_a_whole_week_is_celebrated(days: int, words: str):
    story = DailyStory(result(), 0, 0, days, "", None, "below", lowest_wins=False)
    assert words in standing(story, CATALOGUE.words.say("daily", "fr"))


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("over", [False, True])
def test_a_ranking_fits_and_names_nobody_by_number(lang: str, *, over: bool):
    say = CATALOGUE.words.say("daily", lang)
    names = ["", "*" * 32, "@everyone", "<@123>", *UGLY]
    lines = [DailyLine(rank, names[(rank - 1) % len(names)], result(rank % 3 + 1), 1234) for rank in range(1, 11)]
    page = ranking(DAY, lines, 99_990, say, over=over)
    words = "\n".join(page.texts())
    assert str(2**62) not in words
    assert say("somebody") in words
    assert list(page.ids()) == [to(RANKED, DAY)]
    fits(page)
    assert page.pings == ()
    assert ("UTC" in words) is not over


# ---- announcements


ZONES = (
    "UTC", "Europe/Paris", "America/Los_Angeles", "Pacific/Auckland", "Asia/Kolkata", "Pacific/Kiritimati",
    "America/St_Johns", "Australia/Lord_Howe", "Pacific/Pago_Pago",
)  # fmt: skip
hours = st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda pair: pair[0] != pair[1])
chosen = st.builds(
    lambda pair, zone: DailyTimes(channel=1, morning=pair[0], evening=pair[1], zone=zone), hours, st.sampled_from(ZONES)
)
days = st.integers(19_000, 24_000)


def at(text: str) -> float:
    """A time written in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("zone", "date", "invitation", "ranking"),
    [
        ("UTC", "2026-11-17", "2026-11-17T08:00", "2026-11-17T20:00"),
        ("Europe/Paris", "2026-11-17", "2026-11-17T07:00", "2026-11-17T19:00"),
        # The same hour by the clock of the people there, in summer too.
        ("Europe/Paris", "2026-07-17", "2026-07-17T06:00", "2026-07-17T18:00"),
        # Where the evening is the next day of UTC, the ranking is still that of the invitation before it.
        ("America/Los_Angeles", "2026-11-17", "2026-11-17T16:00", "2026-11-18T04:00"),
        ("Asia/Kolkata", "2026-11-17", "2026-11-17T02:30", "2026-11-17T14:30"),
        ("Pacific/Auckland", "2026-11-17", "2026-11-17T19:00", "2026-11-18T07:00"),
    ],
)
def test_hours_are_those_of_the_zone(zone: str, date: str, invitation: str, ranking: str):
    times, day = DailyTimes(channel=1, zone=zone), day_of(at(date))
    assert times.invitation_at(day) == at(invitation)
    assert times.ranking_at(day) == at(ranking)
    assert datetime.fromtimestamp(times.ranking_at(day), ZoneInfo(zone)).hour == 20


@settings(deadline=None)
@given(chosen, days)
def test_an_invitation_comes_on_its_day_and_the_ranking_before_the_next(times: DailyTimes, day: int):
    assert end_of(day) - daily.SECONDS <= times.invitation_at(day) < end_of(day)
    assert times.invitation_at(day) < times.ranking_at(day)
    # Where clocks are put forward or back within the hour, they may come together.
    assert times.ranking_at(day) <= times.invitation_at(day + 1) + 2 * 3600


@settings(deadline=None)
@given(chosen, days, st.integers(0, daily.SECONDS - 1))
def test_something_comes_every_day_and_is_due_then(times: DailyTimes, day: int, second: int):
    now = float(end_of(day) - daily.SECONDS + second)
    following = min(times.following(now))
    assert now < following <= now + daily.SECONDS + 3600
    assert times.due(following - 0.001) in (None, times.due(now))
    due = times.due(following)
    assert due is not None
    assert due.at == following


def test_a_day_goes_by():
    times = DailyTimes(channel=1, zone="UTC")
    day = day_of(at("2026-11-17"))
    invitation = DailyPost(at("2026-11-17T08:00"), day, daily.INVITATION)
    ranking = DailyPost(at("2026-11-17T20:00"), day, daily.RANKING)
    assert times.following(at("2026-11-17T06:00")) == (invitation.at, ranking.at)
    assert times.due(invitation.at) == invitation
    # The bot was off for a while: still told, as long as it is worth anything.
    assert times.due(ranking.at - 60) == invitation
    assert times.due(ranking.at) == ranking
    assert times.due(at("2026-11-18T07:59")) == ranking
    assert times.due(at("2026-11-18T08:00")) == DailyPost(at("2026-11-18T08:00"), day + 1, daily.INVITATION)


def test_an_invitation_is_good_until_its_day_is_over():
    times = DailyTimes(channel=1, zone="America/Los_Angeles")
    day = day_of(at("2026-11-17"))
    assert times.due(at("2026-11-17T23:59")) == DailyPost(at("2026-11-17T16:00"), day, daily.INVITATION)
    assert times.due(at("2026-11-18T00:00")) is None
    assert times.due(at("2026-11-18T05:00")) == DailyPost(at("2026-11-18T04:00"), day, daily.RANKING)
