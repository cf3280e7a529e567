"""When channels are told of the deal of the day: by the moderators' clock, wherever they live, each day once."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.daily.deal import INVITATION, RANKING, SECONDS, Announced, DailyPost, DailyTimes, day_of, end_of

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
    assert end_of(day) - SECONDS <= times.invitation_at(day) < end_of(day)
    assert times.invitation_at(day) < times.ranking_at(day)
    # Where clocks are put forward or back within the hour, they may come together.
    assert times.ranking_at(day) <= times.invitation_at(day + 1) + 2 * 3600


@settings(deadline=None)
@given(chosen, days, st.integers(0, SECONDS - 1))
def test_who_has_just_chosen_is_told_nothing_before_the_next_time(times: DailyTimes, day: int, second: int):
    now = float(end_of(day) - SECONDS + second)
    told = times.past(now)
    assert times.due(now, told) is None
    following = min(times.following(now))
    assert now < following <= now + SECONDS + 3600
    assert times.due(following - 0.001, told) is None


@settings(deadline=None)
@given(chosen, days, st.lists(st.floats(0.0, 2.0), min_size=1, max_size=12))
def test_nothing_is_told_twice_however_often_and_late_one_wakes(times: DailyTimes, day: int, sleeps: list[float]):
    now = float(end_of(day) - SECONDS)
    told, said = times.past(now), list[DailyPost]()
    for sleep in sleeps:
        now += sleep * SECONDS
        if (due := times.due(now, told)) is not None:
            said.append(due)
            told = told.after(due, refused=False)
        assert times.due(now, told) is None
    assert len(said) == len(set(said))
    assert [due.day for due in said if due.what == INVITATION] == sorted(
        {due.day for due in said if due.what == INVITATION}
    )


def test_a_day_goes_by():
    times = DailyTimes(channel=1, zone="UTC")
    day = day_of(at("2026-11-17"))
    told = times.past(at("2026-11-17T06:00"))
    assert told == Announced(invited=day - 1, ranked=day - 1)
    assert min(times.following(at("2026-11-17T06:00"))) == at("2026-11-17T08:00")
    assert times.due(at("2026-11-17T08:00"), told) == DailyPost(INVITATION, day)
    # The bot was off for a while: still told, as long as it is worth anything.
    assert times.due(at("2026-11-17T19:59"), told) == DailyPost(INVITATION, day)
    assert times.due(at("2026-11-17T20:00"), told) == DailyPost(RANKING, day)
    assert times.due(at("2026-11-18T07:59"), told) == DailyPost(RANKING, day)
    assert times.due(at("2026-11-18T08:00"), told) == DailyPost(INVITATION, day + 1)


def test_an_invitation_is_good_until_its_day_is_over():
    times = DailyTimes(channel=1, zone="America/Los_Angeles")
    day = day_of(at("2026-11-17"))
    told = times.past(at("2026-11-17T06:00"))
    assert times.due(at("2026-11-17T23:59"), told) == DailyPost(INVITATION, day)
    assert times.due(at("2026-11-18T00:00"), told) is None
    assert times.due(at("2026-11-18T05:00"), told) == DailyPost(RANKING, day)
