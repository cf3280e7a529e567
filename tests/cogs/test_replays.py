"""Replays: positions as they were, their pages and films, turning points, and nothing of a game still played."""

import io
import re
from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageSequence

from bot.core.facts import CLOSED, LOBBY, PLAYING, Log
from bot.core.game import CHANCE, Refusal
from bot.core.opponents import advise
from bot.core.records import Fault, Verified, check, write
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.page import Buttons, Menu, Picture, Text
from bot.pages.seat import seat_page
from bot.pictures.cache import alt
from bot.testing import fits
from bot.text.strings import LANGUAGES
from cogs.replays import film as films
from cogs.replays import replay as replays
from cogs.replays.film import draw, film, lines, plan
from cogs.replays.pages import asked, judge_button, onward_button, spelt, viewer
from cogs.replays.replay import OPENED, JobFailed, Jobs, Replay, TurningPoint, of_log, of_record, turning_points
from tests.kit.golden import pixels
from tests.kit.moments import CATALOGUE, START, Played, Setting, each_game, every_setting, moments, played, table_at
from tests.kit.pages import NOT_DRAWN
from tests.kit.words import NAMES, ROOT

GAMES = each_game()
WORDS = CATALOGUE.words


def ended(game: Played) -> Table:
    """The table of a game that is over."""
    return table_at(game, len(game.moves), NAMES)


def replay_of(setting: Setting) -> Replay:
    return Replay(ended(played(setting)))


@pytest.fixture(params=GAMES, ids=str, scope="module")
def game(request) -> Played:
    return played(request.param)


def test_every_position_is_the_one_that_was_played(game):
    seen = Replay(ended(game))
    assert seen.length == len(game.moves)
    # Forwards, backwards, and by leaps: whatever is kept, the state is the same.
    some = [*range(1, min(seen.length, 80) + 1), *range(min(seen.length, 80), 0, -1), seen.length, 1, seen.length // 2]
    for position in filter(None, some):
        assert seen.state(position) == game.states[position]
        for eyes in (None, *range(seen.size)):
            assert seen.view(position, eyes) == game.states[position].view(eyes)


def test_a_step_in_a_long_game_replays_few_moves(monkeypatch):
    long = max((played(setting, seed) for setting in GAMES for seed in (1, 2)), key=lambda game: len(game.moves))
    assert len(long.moves) > 4 * replays.EVERY
    seen = Replay(ended(long))
    assert seen.moments
    kind, replayed = type(long.states[0]), []
    play = kind.play
    monkeypatch.setattr(kind, "play", lambda *given: replayed.append(given) or play(*given))
    for position in (seen.length // 2, seen.length // 2 + 1, seen.length // 2, seen.length, 1):
        replayed.clear()
        assert seen.state(position) == long.states[position]
        assert len(replayed) < replays.EVERY


def test_key_moments_ascend_and_end_with_the_end(game):
    seen = Replay(ended(game))
    places = list(seen.moments)
    assert all(one < other for one, other in pairwise(places))
    assert places[0] > 1
    assert places[-1] == seen.length
    assert all(view == game.states[place].view(None) for place, view in seen.moments.items())
    if game.setting.game.telling is None:
        flashes = [place for place, state in enumerate(game.states) if place > 1 and state.view(None).flash]
        assert places == sorted({*flashes, seen.length})


def test_a_game_that_is_played_has_no_replay(game):
    for index in (1, len(game.moves) // 2, len(game.moves) - 1):
        table = table_at(game, index)
        assert table.status == PLAYING
        with pytest.raises(Refusal, match="not-over"):
            Replay(table)
    lobby = replace(table, status=LOBBY, state=None, log=Log())
    with pytest.raises(Refusal, match="not-over"):
        Replay(lobby)
    with pytest.raises(Refusal, match="nothing-to-see"):
        Replay(replace(lobby, status=CLOSED))
    assert Replay(replace(table, status=CLOSED)).length == table.revision


def test_only_replays_ask_for_what_lies_face_down():
    """No other module mentions it: whoever has a table that is played cannot come by it."""

    def users(words: str) -> set[str]:
        files = [file for folder in ("bot", "cogs") for file in (ROOT / folder).rglob("*.py")]
        return {file.relative_to(ROOT).as_posix() for file in files if re.search(words, file.read_text("utf-8"))}

    assert users(r"game\.opened\(") == {"cogs/replays/replay.py"}
    games = {f"cogs/{key}/game.py" for key, game in CATALOGUE.games.items() if game.opened}
    assert users(r"\.rules import (?:.*|\([^()]*)\bopened\b") == {*games, "bot/skeleton/game.py"}
    assert users(r"(?<!def )(?<![.\w])opened\(") == set()


def test_nobody_is_shown_as_away_in_a_replay(game):
    table = ended(game).with_player(0, left=True).with_facts(paused="asleep", ending=(1,))
    then = Replay(table).then(1)
    assert not any(player.away for player in then.facts.players)
    assert then.facts.paused is None
    assert then.names == table.names


# ---- records


def record_of(game: Played) -> bytes:
    setting = game.setting
    outcome = game.states[-1].outcome()
    return write(setting.game, setting.seats, setting.options, game.moves, outcome, "5" * 32).encode()


def replay_of_record(found: Verified) -> Replay:
    return of_log(CATALOGUE.games, of_record(found, WORDS.say("replays", "fr")))


def test_a_record_that_is_good_is_the_same_replay(game):
    found = check(record_of(game), CATALOGUE.games)
    assert isinstance(found, Verified)
    assert found.seal
    assert found.outcome == game.states[-1].outcome()
    seen, table = replay_of_record(found), Replay(ended(game))
    assert seen.names == tuple(f"Joueur {seat + 1}" for seat in range(seen.size))
    for position in (1, seen.length // 2, seen.length):
        assert seen.view(position, OPENED) == table.view(position, OPENED)


def test_checking_stops_when_patience_does():
    asked = iter([True, True, False])
    game = played(GAMES[0])
    found = check(record_of(game), CATALOGUE.games, lambda: next(asked))
    assert found == Fault("time", "checking it takes too long")


def test_a_record_without_an_end_can_be_seen_too():
    game = played(GAMES[0])
    setting = game.setting
    half = game.moves[: len(game.moves) // 2]
    line = write(setting.game, setting.seats, setting.options, half, None).encode()
    found = check(line, CATALOGUE.games)
    assert isinstance(found, Verified)
    assert found.seal is None
    assert replay_of_record(found).then(len(half)).status == PLAYING
    deal = check(write(setting.game, setting.seats, setting.options, game.moves[:1], None).encode(), CATALOGUE.games)
    assert isinstance(deal, Verified)
    assert list(replay_of_record(deal).moments) == [1], "a deal alone is one position"


# ---- pages


BASES = (Address("replay", 2**62), Address("review", 0, 0, ("f" * 12,)))


@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_every_position_fits_into_a_message(setting):
    game = played(setting)
    replay = Replay(table_at(game, len(game.moves)))
    for position, lang, eyes in product(moments(game, 4), LANGUAGES, (OPENED, None, replay.size - 1)):
        say = WORDS.say(setting.game.key, lang, replay.names)
        for base in BASES:
            more = [judge_button(base, position, eyes, say), onward_button(base, position, eyes, say)]
            turning, long = [TurningPoint(position, 0, 0.5)], {"notice": "x" * 300, "judged": "x" * 600}
            fits(viewer(replay, position, eyes, say, base, turning=turning, more=more, **long))
        sight = setting.game.face.sight(replay.view(position, eyes), say)
        drawn = Picture("table.png", alt(sight.scene), NOT_DRAWN)
        fits(viewer(replay, position, eyes, say, BASES[0], picture=drawn))


def test_as_bo_saw_it_is_what_bo_had_before_him(game):
    """The texts of each seat message at every kind of moment, and the input of its picture."""
    replay = Replay(ended(game))
    for position in moments(game, 14):
        # The table as it was then, without later moves.
        live = table_at(game, position)
        live = replace(live, facts=replace(live.facts, deadline=None))
        now = START + position - 1
        for lang in LANGUAGES:
            say = WORDS.say(live.game.key, lang, live.names)
            for seat in range(live.size):
                view = live.view(seat, now)
                sight = live.game.face.sight(view, say)
                for picture in (None, Picture("seat.png", "x", NOT_DRAWN)):
                    page = viewer(replay, position, seat, say, BASES[0], picture=picture).blocks
                    shown = seat_page(live, seat, say, now, picture=picture).blocks
                    assert (page[0], page[2]) == shown[:2], "the title, and the board with the hand"
                    texts = [block.text for block in page[3:] if isinstance(block, Text)]
                    assert texts == ([sight.story] if sight.story else []), "no question, no second score"


def test_eyes_and_positions_are_read_back_from_where_they_are_spelt():
    replay = replay_of(GAMES[0])
    base = Address("replay", 7)
    for eyes in (OPENED, None, 0, replay.size - 1):
        address = Address("replay", 7, 40, (spelt(eyes), "on"))
        again = Address.parse(str(address))
        assert again is not None
        assert asked(again, base, replay) == (40, eyes)
    menu = Address("replay", 7, 40, ("s1", "~k")).extended(["p12"])
    assert menu is not None
    assert asked(menu, base, replay) == (12, 1)
    assert asked(base, base, replay) == (1, OPENED)
    assert asked(base._replace(revision=10**9), base, replay) == (replay.length, OPENED)


@pytest.mark.parametrize("path", [("q",), ("s",), ("s-1",), ("s7",), ("s99",), ("opened",), ("~e",)])
def test_eyes_that_were_made_up_are_nobodys(path):
    with pytest.raises(Refusal, match="old-message"):
        asked(Address("replay", 7, 3, path), Address("replay", 7), replay_of(GAMES[0]))


def test_one_can_go_everywhere_from_anywhere(game):
    replay = Replay(ended(game))
    say = WORDS.say(replay.game.key, "fr", replay.names)
    rng = Random(4)
    for position in {1, 2, replay.length, *(rng.randint(1, replay.length) for _ in range(5))}:
        page = viewer(replay, position, None, say, BASES[0])
        buttons = [each for block in page.blocks if isinstance(block, Buttons) for each in block.buttons]
        steps = {button.label: (Address.parse(button.id), button.disabled) for button in buttons}
        for label, to in (("⏮", 1), ("◀", position - 1), ("▶", position + 1), ("⏭", replay.length)):
            address, disabled = steps[label]
            assert address is not None
            assert address.revision == replay.clamped(to)
            assert disabled == (address.revision == position)
        menus = [block for block in page.blocks if isinstance(block, Menu)]
        assert len(menus) == (2 if replay.game.opened else 1)
        offered = [int(choice.value[1:]) for choice in menus[-1].choices]
        before = [place for place in replay.moments if place <= position][-1:]
        after = [place for place in replay.moments if place > position][:1]
        assert {*before, *after} <= {*offered} <= {*replay.moments}, "the nearest ones on both sides are offered"


# ---- films


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    film = ImageSequence.Iterator(Image.open(io.BytesIO(data)))
    return [(each.convert("RGB"), each.info["duration"]) for each in film]


@given(st.integers(1, 5000) | st.integers(1, 60), st.data())
def test_a_plan_is_in_order_in_time_and_holds_what_matters(length, data):
    inner = st.sets(st.integers(2, max(2, length)), max_size=60)
    moments = {*(place for place in data.draw(inner) if place <= length), length}
    found = plan(length, moments)
    places = list(found)
    assert places[0] == 1
    assert places[-1] == length
    assert all(one < other for one, other in pairwise(places))
    assert films.TITLE_MS + sum(found.values()) + films.RESULT_MS <= films.FILM_LIMIT_MS
    assert all(time % 10 == 0 and time >= films.CAPTION_MS for time in found.values())
    assert found[length] == films.LAST_MS or length == 1
    times = sorted((found[place] for place in places[1:-1] if place in moments), reverse=True)
    held = times[: films.MOMENTS]
    assert len(held) == min(films.MOMENTS, len([place for place in moments if 1 < place < length]))
    others = times[films.MOMENTS :] + [found[place] for place in places[1:-1] if place not in moments]
    assert not held or not others or min(held) >= max(others)


@pytest.mark.parametrize("setting", GAMES, ids=str)
def test_every_game_is_a_film_within_its_limits(setting):
    replay, told = replay_of(setting), list[tuple[int, int]]()
    say = WORDS.say(setting.game.key, "fr", NAMES)
    data = film(replay, say, 0, outcome=replay.outcome, report=told.append)
    times = plan(replay.length, replay.moments)
    views = [replay.view(place, 0) for place in times]
    assert data.startswith(b"GIF89a")
    assert len(data) <= 8_000_000, "every server of Discord accepts it"
    assert told == [(done, len(views)) for done in range(len(views) + 1)]
    found = frames(data)
    assert sum(time for _, time in found) == films.TITLE_MS + sum(times.values()) + films.RESULT_MS
    assert min(time for _, time in found) >= films.CAPTION_MS
    assert (found[0][1], found[-1][1]) == (films.TITLE_MS, films.RESULT_MS)
    # Before the result is the picture of the end, with its caption.
    assert found[-2][1] >= films.LAST_MS
    last = pixels(setting.game.picture(views[-1], say))
    inside = (40, 40, last.width - 40, last.height - 40)
    assert found[-2][0].crop(inside).tobytes() == last.crop(inside).tobytes()
    for view in views:
        caption = lines(setting.game.face.sight(view, say).story, 672, 26)
        assert found[0][0].height >= last.height + 36 * len(caption), "no line of a caption is cut"
        assert "…" not in "".join(caption)


@pytest.mark.parametrize("game", CATALOGUE.games)
def test_the_title_of_a_low_board_cuts_no_emblem(game):
    title = films._title(CATALOGUE.games[game], WORDS.say(game, "fr", NAMES), 2, 414)
    assert title.crop((0, 0, title.width, 1)).convert("RGB").getcolors(1)


def test_a_result_names_no_winner_who_had_left_and_a_closed_game_has_none():
    game = played(GAMES[0])
    table = ended(game)
    (winner, *_) = table.outcome.winners
    players = list(table.facts.players)
    players[winner] = msgspec.structs.replace(players[winner], left=True)
    assert winner not in Replay(table.with_facts(players=tuple(players))).outcome.winners
    assert Replay(table_at(game, 3, NAMES).close("host")).outcome is None


# ---- the worker


@pytest.fixture
def jobs() -> Iterator[Jobs[bytes]]:
    jobs = Jobs[bytes](CATALOGUE.package, {})
    yield jobs
    jobs.close()


def question_of(replay: Replay) -> tuple[Any, ...]:
    return replay.content, replay.outcome, "fr", OPENED, ()


async def test_a_worker_draws_what_would_be_drawn_here_once_and_reports_it(jobs):
    setting = GAMES[-1]
    replay = replay_of(setting)
    job = jobs.start("film", draw, *question_of(replay))
    data = await job.answer()
    assert data == film(replay, WORDS.say(setting.game.key, "fr", replay.names), outcome=replay.outcome)
    assert job.progress == (len(plan(replay.length, replay.moments)),) * 2
    assert jobs.answers == {"film": data}
    assert not jobs.running


async def test_a_worker_that_takes_too_long_is_ended_and_fails_alone(jobs, monkeypatch):
    first = jobs.start("first", draw, *question_of(replay_of(GAMES[0])))
    monkeypatch.setattr(replays, "JOB_TIMEOUT_SECONDS", 0.0)
    with pytest.raises(JobFailed):
        await first.answer()
    assert not jobs._processes._all
    assert not jobs.answers
    monkeypatch.undo()
    assert (await jobs.start("second", draw, *question_of(replay_of(GAMES[0]))).answer()).startswith(b"GIF")


async def test_so_many_films_wait_and_no_more(jobs, monkeypatch):
    monkeypatch.setattr(jobs._processes, "ask", AsyncMock(return_value=b"GIF"))
    waiting = [jobs.start(key, draw) for key in range(replays.MOST_JOBS)]
    with pytest.raises(Refusal):
        jobs.start("more", draw)
    assert [await job.answer() for job in waiting] == [b"GIF"] * replays.MOST_JOBS
    jobs.start("more", draw)


async def test_who_waits_for_a_film_when_the_bot_stops_is_told(jobs):
    job = jobs.start("film", draw)
    jobs.close()
    with pytest.raises(JobFailed):
        await job.answer()


# ---- turning points


JUDGED = [game.key for game in CATALOGUE.games.values() if game.odds]


@pytest.mark.parametrize("key", JUDGED)
def test_turning_points_are_the_greatest_losses_by_what_each_seat_was_shown(key, monkeypatch):
    monkeypatch.setattr(replays, "MOST_JUDGED", 30)
    setting = every_setting(key)[0]
    game, moves = played(setting), played(setting).moves
    content = replays.ReplayLog(key, NAMES[: setting.seats], setting.options, moves)
    found = turning_points(CATALOGUE, None, content)
    losses = {}
    for place, (seat, move) in enumerate(moves, start=1):
        if seat != CHANCE and place > len(moves) - 30 and len(legal := list(game.states[place - 1].legal(seat))) > 1:
            _, odds = advise(setting.game, game.shown(seat, place - 1), legal, Random(1))
            if move in odds:
                losses[place] = odds[next(iter(odds))] - odds[move]
    assert found
    assert max(losses.values()) == max(point.loss for point in found)
    for point in found:
        assert point == TurningPoint(point.position, moves[point.position - 1][0], losses[point.position])
    for place, loss in losses.items():
        greater = [point for point in found if point.loss >= loss]
        near = any(abs(place - point.position) <= 2 * setting.seats for point in greater)
        assert near or len(greater) == replays.MOST_POINTS or loss < replays.LEAST_LOSS
    assert len(found) <= replays.MOST_POINTS
    assert found == turning_points(CATALOGUE, None, content)
