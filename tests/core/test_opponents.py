"""Opponents: what they are told, that they are fair at every table, and that the arena counts rightly.

Against people with extreme habits they never raise, and always choose a legal move. Random players rarely bring a game
to its edges: somebody far ahead, an empty hand, a token stolen twice. People who always do the same thing do.
"""

import dataclasses
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest

from bot.core.game import CHANCE, Path
from bot.core.opponents import LEVELS, Match, ViewHistory, choose, interval, play, scores
from bot.testing import examination
from tests.core.test_every_game import leaking
from tests.kit.moments import CATALOGUE, Setting, each_game, every_setting, played

PLAYING = [setting for setting in every_setting() if setting.game.opponent]
EACH = each_game()
FEWEST = [setting for setting in PLAYING if setting.seats == min(setting.game.seats)]
CALLS = count()


def blind(_views, legal, _level, rng):
    """The simplest opponent there can be."""
    return rng.choice(legal)


def with_opponent(setting: Setting, opponent) -> Setting:
    return dataclasses.replace(setting, game=dataclasses.replace(setting.game, opponent=opponent))


# ---- every game's opponents


@pytest.mark.parametrize("setting", [setting for setting in PLAYING if setting in FEWEST or setting in EACH], ids=str)
def test_opponents_of_all_levels_play_to_the_end(setting):
    """With all options where the fewest sit, and with the usual options where the most do.

    Experts, who think longest, sit where the options are usual and the fewest sit.
    """
    levels = LEVELS if setting.seats >= len(LEVELS) else (LEVELS[0], LEVELS[-1])
    expert = setting in FEWEST and setting.options == setting.game.variants(setting.seats)[0]
    examination.has_opponents_that_end(setting, levels if expert else LEVELS[:2])


@pytest.mark.parametrize(
    ("setting", "level"),
    [
        (setting, level)
        for place, setting in enumerate(PLAYING)
        for level in (LEVELS if setting in EACH else [LEVELS[place % len(LEVELS)]])
    ],
    ids=str,
)
def test_opponents_know_only_what_they_are_shown(setting, level):
    examination.has_fair_opponents(played(setting), level)


@pytest.mark.parametrize("setting", [setting for setting in EACH if setting.game.opponent], ids=str)
def test_opponents_are_asked_again_in_other_logs_where_anything_is_hidden(setting):
    game = dataclasses.replace(played(setting), setting=with_opponent(setting, blind))
    assert bool(examination.has_fair_opponents(game, "novice", most=8)) == setting.game.hands


# ---- the examination can fail


@pytest.mark.parametrize(
    "opponent",
    [
        lambda _views, legal, _level, _rng: legal[next(CALLS) % len(legal)],
        lambda _views, _legal, _level, _rng: None,
        lambda views, legal, _level, _rng: legal[id(views[-1]) // 16 % len(legal)],
        lambda views, legal, _level, _rng: views.pop() and legal[0],
    ],
    ids=["counts", "illegal", "identity", "forgets"],
)
def test_an_opponent_that_is_not_fair_is_caught(opponent):
    setting = next(setting for setting in EACH if setting.game.key == "pinocchio")
    game = dataclasses.replace(played(setting), setting=with_opponent(setting, opponent))
    with pytest.raises(AssertionError):
        examination.has_fair_opponents(game, "novice", most=12)


def test_an_opponent_that_is_told_a_secret_is_caught():
    setting = next(setting for setting in EACH if setting.game.key == "pinocchio")
    _, game = leaking(with_opponent(setting, blind), "view")
    with pytest.raises(AssertionError):
        examination.has_fair_opponents(game, "novice")


def test_opponents_that_never_end_or_move_illegally_are_caught(monkeypatch):
    last = played(EACH[0]).moves[-1][1]
    with pytest.raises(AssertionError, match="opponents"):
        examination.has_opponents_that_end(with_opponent(EACH[0], lambda *_: last), LEVELS)
    monkeypatch.setattr(examination, "OPPONENTS_MOST_MOVES", 5)
    with pytest.raises(AssertionError, match="does not end"):
        examination.has_opponents_that_end(with_opponent(EACH[0], blind), LEVELS)


# ---- what they are told


@pytest.mark.parametrize("setting", EACH, ids=str)
def test_views_kept_as_the_game_goes_on_are_those_of_the_log(setting):
    game = played(setting)
    kept = ViewHistory([0, 1])
    for state in game.states[1:]:
        kept.add(state)
    for seat in (0, 1):
        assert kept.of(seat) == game.shown(seat, len(game.moves))
    assert len(kept.of(0)) == len(game.moves)


def test_a_game_without_opponents_has_players_that_play_its_default_or_at_random():
    setting = next(setting for setting in EACH if setting.game.key == "ptipasspass")
    game = dataclasses.replace(setting.game, opponent=None)
    for state in played(setting).states[1:60]:
        for seat in state.to_act:
            legal = tuple(state.legal(seat))
            for player in ("default", "expert"):
                found = choose(game, [state.view(seat)], legal, player, Random(1))
                assert found == game.default(state.view(seat), legal)
            assert choose(game, [state.view(seat)], legal, "random", Random(1)) in legal
    tripot = CATALOGUE.games["tripot"]
    assert choose(tripot, [], ["only"], "expert", Random(1)) == "only"  # pyright: ignore[reportArgumentType]


# ---- the arena


def match(key="tripot", seats=3, players=("default", "random"), **given) -> Match:
    game = CATALOGUE.games[key]
    return Match(game, seats, game.variants(seats)[0], (*players, *players[-1:] * (seats - len(players))), **given)


def test_a_match_is_the_same_again_and_another_seed_another():
    ticks = count()
    found = [[play(match(seed=seed), number, lambda: next(ticks)) for number in range(4)] for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
    for game in found[0]:
        assert sum(game.wins) == pytest.approx(1)
        assert 0 < len(game.times) < game.moves
        assert {seconds for _, seconds in game.times} == {1}


def test_scores_count_each_kind_of_player():
    ticks = count()
    one = match()
    games = [(number, play(one, number, lambda: next(ticks))) for number in range(9)]
    default, random = scores(one, games)
    assert (default.player, default.seats, random.player, random.seats) == ("default", 1, "random", 2)
    won = sum(game.wins[number % 3] for number, game in games)
    assert default.share == pytest.approx(won / 9)
    assert default.share + 2 * random.share == pytest.approx(1)
    assert default.low < default.share < default.high
    assert set(default.seconds) == {1}
    assert len(default.seconds) + len(random.seconds) == sum(len(game.times) for _, game in games)


def test_the_interval_is_wilsons():
    assert interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert interval(0.0, 0) == (0.0, 1.0)


def test_a_match_that_does_not_end_is_an_error():
    with pytest.raises(RuntimeError, match="does not end"):
        play(match(), 0, lambda: 0.0, most=3)


# ---- people with extreme habits

MOST_MOVES = 120
"""A game is left after so many moves: where everybody challenges everything it may take thousands."""

HABITS: dict[str, Callable[[list[Path], Path, Random], Path]] = {
    "first": lambda paths, _others, _rng: paths[0],
    "last": lambda paths, _others, _rng: paths[-1],
    "mirror": lambda paths, others, rng: max(paths, key=lambda path: (len({*path} & {*others}), rng.random())),
    "random": lambda paths, _others, rng: rng.choice(paths),
}
"""The move of a person by the paths of their legal ones and the last path of anybody else.

Moves are listed calm ones first: the first habit lets everything pass and always announces the same, which is mostly
a lie; the last one doubts and attacks.
"""

CASES = [(setting, [*HABITS][place % len(HABITS)]) for place, setting in enumerate(PLAYING)]
"""One habit for each setting: every habit meets some setting of every game."""


@pytest.mark.parametrize(("setting", "habit"), CASES, ids=str)
def test_opponents_always_have_a_legal_move(setting, habit):
    check_opponents(setting, habit, 0)


def check_opponents(setting: Setting, habit: str, number: int) -> None:
    """Play a game of one opponent against people of one habit, and ask all levels at some of its decisions."""
    game, rng = setting.game, Random(f"{setting} {habit} {number}")
    seat = rng.randrange(setting.seats)
    state, shown = game.start(setting.seats, setting.options), ViewHistory([seat])
    last: Path = ()
    decisions: list[tuple[int, tuple[Any, ...]]] = []
    for _ in range(MOST_MOVES):
        if not state.to_act:
            break
        mover = rng.choice(sorted(state.to_act))
        legal = state.legal(mover)
        if mover == CHANCE:
            move = state.chance(rng)
        elif mover == seat:
            decisions.append((len(shown.of(seat)), tuple(legal)))
            move = choose(game, shown.of(seat), legal, "regular", rng)
        else:
            last = HABITS[habit]([game.path(each) for each in legal], last, rng)
            move = game.move(last)
        assert move in legal
        state = state.play(mover, move)
        shown.add(state)
    say = CATALOGUE.words.say(game.key, "fr", tuple(f"P{each}" for each in range(setting.seats)))
    asked = [each for each in decisions if len(each[1]) > 1]
    # All levels at the last decision, where somebody may be far ahead, and one of them at any other.
    questions = [(level, each) for each in asked[-1:] for level in LEVELS]
    questions += [(rng.choice(LEVELS), each) for each in rng.sample(asked, min(1, len(asked)))]
    for level, (revision, moves) in questions:
        views = shown.of(seat)[:revision]
        move = choose(game, views, moves, level, rng)
        assert move in moves, level
        assert game.reason is None or game.reason(views, move, say)


def test_an_expert_far_ahead_at_pinocchio_judges_the_last_card():
    """Its share of the others' hopes was divided by their sum, which rounding had made 0."""
    setting = next(each for each in PLAYING if each.game.key == "pinocchio")
    for number in range(12):
        check_opponents(setting, "first", number)
