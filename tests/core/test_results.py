"""What a finished table leaves: places with ties and teams, whom it is rated for, figures and honours."""

from dataclasses import replace as changed
from random import Random

import pytest

from bot.core.facts import OVER
from bot.core.game import Deed, Honour
from bot.core.records import tally
from bot.core.results import honours, names, results
from tests.kit.moments import CATALOGUE
from tests.kit.seated import GAMES, ended_with, play_until, started


def over(game: str = "tripot", people: int = 3, **options):
    """A finished table."""
    return play_until(started(game, people, **options), lambda table: table.status == OVER)


def as_told(table, winners, scores, *left):
    """The table as if it had ended like this, and these seats had left."""
    for seat in left:
        table = table.with_player(seat, left=True)
    return ended_with(table, winners, scores)


def test_a_result_says_who_played_what_when_and_how():
    table = over("tripot", 3).but(id=7)
    found, log = results(table), [(turn.seat, turn.move) for turn in table.log]
    figures = tally(table.game, 3, table.facts.options, log)
    assert [result.user for result in found] == [1, 2, 3]
    for seat, result in enumerate(found):
        assert (result.table, result.seat, result.side, result.seats) == (7, seat, seat, 3)
        assert (result.guild, result.game, result.pace) == (5, "tripot", "quick")
        assert result.options == table.facts.options
        assert result.score == table.outcome.scores[seat]
        assert result.won == (seat in table.outcome.winners)
        assert result.tally == table.tally.seats[seat] == figures.seats[seat]
        assert (result.rated, result.left, result.level) == (True, False, None)
        assert result.finished == table.log[-1].at
        assert result.seconds == table.log[-1].at - table.log[0].at > 0
    assert names(table) == {1: "Ana", 2: "Bo", 3: "Chloé"}


@pytest.mark.parametrize(
    ("game", "winners", "scores", "left", "places"),
    [
        ("tripot", (1,), (5, 9, 5, 2), (), [2, 1, 2, 4]),
        ("tripot", (1, 3), (5, 9, 5, 9), (), [3, 1, 3, 1]),
        ("pinocchio", (0,), (1, 4, 9, 4), (), [1, 2, 4, 2]),
        # The rules name the winners, whatever the scores say.
        ("tripot", (3,), (9, 1, 1, 1), (), [2, 3, 3, 1]),
        # Players who left are last; the others are rated among themselves.
        ("tripot", (2,), (1, 3, 9, 3), (2,), [3, 1, 4, 1]),
    ],
)
def test_places_are_shared_by_who_did_equally_well(game, winners, scores, left, places):
    found = results(as_told(over(game, 4), winners, scores, *left))
    assert [result.place for result in found] == places
    assert [result.won for result in found] == [seat in winners and seat not in left for seat in range(4)]
    assert [result.left for result in found] == [seat in left for seat in range(4)]
    assert all(result.rated for result in found)


def test_a_team_shares_its_place():
    table = over("trio", 4, teams=True)
    teams = table.game.teams(4, table.facts.options)
    scores = tuple(2 if seat in teams[1] else 1 for seat in range(4))
    found = results(as_told(table, teams[1], scores))
    for number, team in enumerate(teams):
        assert {found[seat].side for seat in team} == {number}
        assert {found[seat].place for seat in team} == {2 - number}
        assert {found[seat].won for seat in team} == {number == 1}


def test_a_partner_who_stayed_is_not_last():
    table = over("trio", 4, teams=True)
    teams = table.game.teams(4, table.facts.options)
    gone, partner = teams[0]
    found = results(as_told(table, teams[0], (1, 1, 1, 1), gone))
    assert (found[gone].place, found[partner].place) == (2, 1)
    assert (found[gone].won, found[partner].won) == (False, True)


def test_honours_are_earned_by_who_stayed():
    game = changed(
        GAMES["tripot"],
        honours=(
            Honour(key="won", earned=lambda deed: deed.won),
            Honour(key="any", earned=lambda deed: deed.seats == 3 and deed.figures["pacts"] >= 0),
        ),
    )
    table = as_told(over("tripot", 3).but(game=game), (0,), (9, 1, 1), 2)
    assert honours(table) == [("won", "any"), ("any",), ()]
    assert [result.honours for result in results(table)] == honours(table)
    assert honours(table.but(game=changed(game, honours=()))) == [(), (), ()]


@pytest.mark.parametrize("game", CATALOGUE.games.values(), ids=lambda game: game.key)
def test_honours_go_by_the_figures_a_game_has(game):
    keys = [honour.key for honour in game.honours]
    assert len(keys) == len(set(keys))
    assert set(game.peaks) <= set(game.figures)
    rng, earned = Random(5), set()
    for _ in range(3000):
        figures = {key: rng.choice([0, 0, *range(26)]) for key in game.figures}
        deed = Deed(rng.random() < 0.5, 1, 4, 3, figures)
        earned |= {honour.key for honour in game.honours if honour.earned(deed)}
    assert earned == set(keys)


def test_a_game_with_opponents_is_a_result_but_rated_for_nobody():
    table = over("tripot", 3).with_player(1, user=-1, name="Odile", level="novice")
    found = results(table)
    assert [(result.user, result.level) for result in found] == [(1, None), (None, "novice"), (3, None)]
    assert not any(result.rated for result in found)
    assert not any(result.rated for result in results(table.with_player(2, left=True)))
    assert names(table) == {1: "Ana", 3: "Chloé"}
