"""Films: their positions and durations, their limits, and their worker."""

import asyncio
import io
from itertools import pairwise
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageSequence

from bot.core.game import Refusal
from cogs.replays import film as module
from cogs.replays import replay as jobs
from cogs.replays.film import (
    CAPTION_MS,
    FILM_LIMIT_MS,
    LAST_MS,
    MOMENTS,
    RESULT_MS,
    SIZE_LIMIT,
    TITLE_MS,
    draw,
    film,
    lines,
    plan,
    script,
)
from cogs.replays.replay import OPENED, JobFailed, Jobs, Replay
from tests.kit.moments import CATALOGUE, each_game, played, table_at

NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")
WORDS = CATALOGUE.words


def replay_of(setting):
    game = played(setting)
    return Replay(table_at(game, len(game.moves), NAMES))


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    return [
        (each.convert("RGB"), each.info["duration"]) for each in ImageSequence.Iterator(Image.open(io.BytesIO(data)))
    ]


@given(st.integers(1, 5000) | st.integers(1, 60), st.data())
def test_a_plan_is_in_order_in_time_and_holds_what_matters(length, data):
    inner = st.sets(st.integers(2, max(2, length)), max_size=60)
    moments = {*(place for place in data.draw(inner) if place <= length), length}
    found = plan(length, moments)
    places = list(found)
    assert places[0] == 1
    assert places[-1] == length
    assert all(one < other for one, other in pairwise(places))
    assert TITLE_MS + sum(found.values()) + RESULT_MS <= FILM_LIMIT_MS
    assert all(time % 10 == 0 and time >= CAPTION_MS for time in found.values())
    assert found[length] == LAST_MS or length == 1
    times = sorted((found[place] for place in places[1:-1] if place in moments), reverse=True)
    held = times[:MOMENTS]
    assert len(held) == min(MOMENTS, len([place for place in moments if 1 < place < length]))
    others = times[MOMENTS:] + [found[place] for place in places[1:-1] if place not in moments]
    assert not held or not others or min(held) >= max(others)


@pytest.mark.parametrize("setting", each_game(), ids=str)
def test_every_game_is_a_film_within_its_limits(setting):
    replay = replay_of(setting)
    for eyes in (None, 0, OPENED):
        wanted = script(replay, eyes)
        places = plan(replay.length, replay.moments)
        assert [shot.view for shot in wanted.shots] == [replay.view(place, eyes) for place in places]
    say, told = WORDS.say(setting.game.key, "fr", NAMES), list[int]()
    data = film(setting.game, say, wanted, told.append)
    assert data.startswith(b"GIF89a")
    assert len(data) <= SIZE_LIMIT
    assert told == list(range(1, len(wanted.shots) + 1))
    found = frames(data)
    assert sum(time for _, time in found) == TITLE_MS + sum(shot.time for shot in wanted.shots) + RESULT_MS
    assert min(time for _, time in found) >= CAPTION_MS
    assert (found[0][1], found[-1][1]) == (TITLE_MS, RESULT_MS)
    # Before the result is the picture of the end, with its caption.
    assert found[-2][1] >= LAST_MS
    last = Image.open(io.BytesIO(setting.game.picture(wanted.shots[-1].view, say)))
    shown = found[-2][0].crop((40, 40, last.width - 40, last.height - 40))
    assert (
        shown.tobytes()
        == last.convert("RGBA").convert("RGB").crop((40, 40, last.width - 40, last.height - 40)).tobytes()
    )
    for shot in wanted.shots:
        caption = lines(setting.game.face.sight(shot.view, say).story, 672, 26)
        assert found[0][0].height >= last.height + 36 * len(caption), "no line of a caption is cut"
        assert "…" not in "".join(caption)


@pytest.mark.parametrize("game", CATALOGUE.games)
def test_the_title_of_a_low_board_cuts_no_emblem(game):
    title = module._title(CATALOGUE.games[game], WORDS.say(game, "fr", NAMES), 2, 414)
    assert title.crop((0, 0, title.width, 1)).convert("RGB").getcolors(1)


def test_a_result_names_no_winner_who_had_left_and_a_closed_game_has_none():
    game = played(each_game()[0])
    table = table_at(game, len(game.moves), NAMES)
    (winner, *_) = table.outcome.winners
    players = list(table.facts.players)
    players[winner] = msgspec.structs.replace(players[winner], left=True)
    assert winner not in script(Replay(table.with_facts(players=tuple(players)))).outcome.winners
    assert script(Replay(table_at(game, 3, NAMES).close("host"))).outcome is None


def test_a_film_that_would_be_too_large_loses_frames_but_not_its_length(monkeypatch):
    setting = each_game()[0]
    wanted = script(replay_of(setting))
    wanted = wanted._replace(shots=wanted.shots[:12])
    say = WORDS.say(setting.game.key, "en", NAMES)
    whole = film(setting.game, say, wanted)
    monkeypatch.setattr(module, "SIZE_LIMIT", len(whole) // 3)
    small = film(setting.game, say, wanted)
    assert len(small) <= len(whole) // 3
    assert sum(time for _, time in frames(small)) == sum(time for _, time in frames(whole))
    assert frames(small)[-1][0].tobytes() == frames(whole)[-1][0].tobytes()


# ---- the worker


def question_of(replay: Replay) -> tuple[Any, ...]:
    return replay.content, replay.outcome, "fr", OPENED, ()


async def test_a_worker_draws_what_would_be_drawn_here_once_and_reports_it():
    setting = each_game()[-1]
    replay = replay_of(setting)
    films = Jobs[bytes](CATALOGUE.package, {})
    job = films.start("film", draw, *question_of(replay))
    data = await job.answer()
    wanted = script(replay)
    assert data == film(setting.game, WORDS.say(setting.game.key, "fr", replay.names), wanted)
    assert job.progress == (len(wanted.shots), len(wanted.shots))
    assert films.answers == {"film": data}
    assert not films.running
    films.close()


async def test_a_worker_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(jobs, "JOB_TIMEOUT_SECONDS", 0.0)
    films = Jobs[bytes](CATALOGUE.package, {})
    with pytest.raises(JobFailed):
        await films.start("film", draw, *question_of(replay_of(each_game()[0]))).answer()
    assert not films._processes._all
    assert not films.answers


async def test_a_worker_that_dies_fails_alone():
    films = Jobs[bytes](CATALOGUE.package, {})
    first, second = (films.start(key, draw, *question_of(replay_of(each_game()[0]))) for key in range(2))
    while first.progress == (0, 0):  # noqa: ASYNC110, a process tells it
        await asyncio.sleep(0.01)
    assert second.progress == (0, 0)
    next(iter(films._processes._all)).process.kill()
    with pytest.raises(JobFailed):
        await first.answer()
    assert (await second.answer()).startswith(b"GIF")


async def test_so_many_films_wait_and_no_more(monkeypatch):
    films = Jobs[bytes](CATALOGUE.package, {})
    monkeypatch.setattr(films._processes, "ask", AsyncMock(return_value=b"GIF"))
    waiting = [films.start(key, draw) for key in range(jobs.MOST_JOBS)]
    with pytest.raises(Refusal):
        films.start("more", draw)
    assert [await job.answer() for job in waiting] == [b"GIF"] * jobs.MOST_JOBS
    films.start("more", draw)
    films.close()


async def test_who_waits_for_a_film_when_the_bot_stops_is_told():
    films = Jobs[bytes](CATALOGUE.package, {})
    job = films.start("film", draw)
    films.close()
    with pytest.raises(JobFailed):
        await job.answer()
