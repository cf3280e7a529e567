"""Results of a table: places with ties and teams, rated seats, figures and honours.

Also who has left a rated game: by a button, by closing it, by letting a stand-in play; and who is rated how after that.
"""

from dataclasses import replace as changed
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import absence
from bot.core.facts import CLOSED, OVER, DecisionCount, forgotten
from bot.core.game import Deed, Honour
from bot.core.lobby import start
from bot.core.records import tally
from bot.core.results import ALL_TIME, honours, leavers, names, results
from cogs.profiles.service import count
from tests.kit.knockout import KNOCKOUT
from tests.kit.moments import CATALOGUE
from tests.kit.seated import GAMES, NOW, OneMove, assert_refused, away, ended_with, lobby_of, play_until, started, step
from tests.kit.seated import window as window_of


def ended(table):
    """Play on at random until the game is over."""
    return play_until(table, lambda table: table.status == OVER)


def over(game: str = "tripot", people: int = 3, **options):
    """A finished table."""
    return ended(started(game, people, **options))


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


def test_a_team_shares_its_place_unless_one_has_left():
    table = over("trio", 4, teams=True)
    teams = table.game.teams(4, table.facts.options)
    scores = tuple(2 if seat in teams[1] else 1 for seat in range(4))
    found = results(as_told(table, teams[1], scores))
    for number, team in enumerate(teams):
        assert {found[seat].side for seat in team} == {number}
        assert {found[seat].place for seat in team} == {2 - number}
        assert {found[seat].won for seat in team} == {number == 1}
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


# ---- leaving and closing

LATER = NOW + 50_000


def closed(table):
    """A closed table as the service stores it."""
    assert table.status == CLOSED
    return table.with_facts(closed_at=LATER)


def rated_users(table):
    """The rated seats, with their places."""
    return {result.user: result.place for result in results(table) if result.rated}


def test_whoever_plays_on_no_longer_agrees_to_stop():
    table = absence.agree_to_end(started("pinocchio", 2), 1)
    while table.to_act != (0,):
        table = step(table, Random(1))
    assert table.facts.ending == (1,), "the other's moves change nothing"
    table = step(table, Random(1))
    assert table.facts.ending == ()
    assert absence.agree_to_end(table, 2).status != CLOSED, "a game that is nearly lost cannot be voided alone"


def knockout(people: int = 3):
    """A game with elimination, seat 0 to move."""
    table = lobby_of(KNOCKOUT, {number + 1: f"P{number}" for number in range(people)})
    return start(table.with_facts(first=0), 1, Random(1), NOW)


def plays(table, *path):
    """A move of the seat that is waited for."""
    (seat,) = table.to_act
    at = table.log[-1].at + 1
    return table.play(table.users[seat], path, revision=table.revision, at=at, now=at)


# ---- closing


def test_the_host_who_closes_a_rated_game_is_last_and_the_others_are_rated_by_their_standing():
    table = play_until(started("pinocchio", 3), lambda table: sum(table.state.public.noses[1:]) == 1)
    noses = table.state.public.noses
    table = closed(absence.close(table, 1))
    better, worse = sorted((2, 3), key=lambda user: noses[user - 1])
    assert rated_users(table) == {1: 3, better: 1, worse: 2}
    found = results(table)
    assert [result.left for result in found] == [True, False, False]
    assert not any(result.won or result.honours or result.tally for result in found)
    assert all(result.unfinished and result.finished == LATER for result in found)


def agreed(table, *users):
    """The table after these have agreed to stop."""
    for user in users:
        table = absence.agree_to_end(table, user)
    return table


THREE, LEFT = started("pinocchio", 3), absence.leave(started("pinocchio", 3), 3)
LEFT_TO_ONE = absence.leave(started("pinocchio", 2), 1)


def taken(table=THREE):
    """A table where somebody else has taken the seat of who left."""
    return absence.accept(absence.ask(absence.leave(table, 2), 9, "Zoé", 1), 1, 9, NOW)


CLOSED_BY = {
    "who closes a game without a standing is last": (absence.close(started("cappuccino", 3), 1), {1: 3}),
    "everybody had agreed but who closes": (absence.close(agreed(THREE, 2, 3), 1), {}),
    "everybody has agreed": (agreed(THREE, 2, 3, 1), {}),
    "a moderator voids it, also for somebody who had left": (absence.close(LEFT, 99), {}),
    "a moderator who sits there does not": (absence.close(LEFT, 2), {1: 1, 2: 3, 3: 3}),
    "nor one whose seat was taken": (absence.close(taken(), 2), {1: 1, 2: 4, 3: 1}),
    "nor do they save who left when the others agreed": (absence.close(agreed(LEFT, 1), 2), {3: 3}),
    "there is an opponent": (absence.close(THREE.with_player(1, user=-1, level="novice"), 1), {}),
    "it has not begun": (absence.close(lobby_of(GAMES["pinocchio"], {1: "Ana", 2: "Bo"}), 1), {}),
    "who agreed before leaving has agreed": (agreed(absence.leave(agreed(THREE, 2), 2), 1, 3), {}),
    "who stays alone may agree": (absence.agree_to_end(LEFT_TO_ONE, 2), {1: 2}),
    "or close it": (absence.close(LEFT_TO_ONE, 2), {1: 2}),
    "or leave": (absence.leave(LEFT_TO_ONE, 2), {1: 2}),
}


@pytest.mark.parametrize("name", CLOSED_BY)
def test_who_is_rated_when_a_game_is_closed(name):
    table, rated = CLOSED_BY[name]
    assert rated_users(closed(table)) == rated
    assert bool(results(closed(table))) == bool(rated)
    assert results(table) == (), "a table closed before the time was stored leaves nothing"
    standings = {}
    count(standings, results(closed(table)), 20264, ())
    assert {user for season, user in standings if season == ALL_TIME} == rated.keys(), "a stopped game is no game"


def test_closing_counts_unless_the_others_have_agreed():
    assert absence.closing_counts(taken(), 2)
    assert not absence.closing_counts(agreed(THREE, 2, 3), 1)
    assert not absence.closing_counts(agreed(LEFT, 1), 2)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_standing_is_read_like_the_scores_at_the_end(game):
    if game.standing is None:
        return
    table = started(game.key, min(game.seats), seed=2)
    while table.status != OVER:
        assert len(game.standing(table.state.view(None))) == table.size
        table = step(table, Random(table.revision))
    assert tuple(game.standing(table.state.view(None))) == table.outcome.scores


def test_erasing_somebody_changes_nothing_for_the_others_of_a_closed_game():
    table = absence.leave(agreed(started("pinocchio", 4), 2), 2)
    table = closed(agreed(absence.leave(table, 4), 1, 3))
    assert rated_users(table) == {4: 4}
    for erased in (1, 2, 3):
        again = table.but(facts=forgotten(table.facts, (erased,)))
        assert rated_users(again) == {4: 4}
        assert leavers(again) == {3}


# ---- leaving


def test_whoever_left_is_last_also_when_somebody_takes_the_seat():
    table = taken(started("pinocchio", 3).with_facts(decisions=(DecisionCount(4, 4, (True,) * 3),) * 3))
    assert table.facts.decisions[1] == DecisionCount(), "whoever takes a seat begins to be counted anew"
    assert table.facts.decisions[0].forfeited
    table = ended(taken())
    assert table.series[0] == 1, "other people: a new series"
    found = results(table)
    assert [(result.seat, result.user) for result in found] == [(0, 1), (1, 9), (2, 3), (3, 2)]
    assert [result.rated for result in found] == [True, False, True, True]
    assert [result.taken for result in found] == [False, True, False, False]
    assert [result.left for result in found] == [False, False, False, True]
    assert found[3].place == 4 > max(result.place for result in found[:3])
    assert (found[3].won, found[3].honours, found[3].tally) == (False, (), {})


def test_whoever_sits_down_again_in_a_seat_that_was_taken_has_left():
    table = absence.leave(taken(), 9)
    table = ended(absence.accept(absence.ask(table, 2, "Bo", 1), 1, 2, NOW))
    found = results(table)
    assert [(result.user, result.left, result.rated) for result in found] == [
        (1, False, True), (2, True, True), (3, False, True),
    ]  # fmt: skip
    erased = results(table.but(facts=forgotten(table.facts, (2,))))
    assert [(each.seat, each.place, each.left) for each in erased] == [
        (each.seat, each.place, each.left) for each in found
    ], "erasing them adds no other loser"
    table = taken()
    last = results(ended(table.but(facts=forgotten(table.facts, (2,)))))[-1]
    assert (last.user, last.level, last.left, last.place) == (None, None, True, 4), "who was erased is nobody"


# ---- stand-ins


def test_silence_is_a_stand_ins_decision_and_a_window_is_not():
    assert plays(knockout(), "pass").facts.decisions[0] == DecisionCount(1, 0, (False,)), "one's own"
    forced = knockout(2).but(state=OneMove(knockout(2).state))
    assert plays(forced, "pass").facts.decisions == (), "there was nothing to decide"
    table = started("pinocchio", 2)
    (seat,) = table.to_act
    assert len(table.legal(seat)) > 1
    late = absence.wake(table, table.facts.deadline + 1, NOW)
    assert late.facts.decisions[seat] == DecisionCount(1, 1, (True,))
    answered = window_of(3)
    silent = absence.wake(answered, answered.facts.deadline + 1, NOW)
    assert silent.revision > answered.revision
    assert silent.facts.decisions == answered.facts.decisions
    seat = answered.to_act[0]
    for move in answered.legal(seat):
        decisions = answered.after(seat, move, answered.log[-1].at + 60, decided_by="stand-in").facts.decisions
        if move == answered.default(seat):
            assert decisions == answered.facts.decisions, "nor is a stand-in's silence"
        else:
            assert decisions[seat].stood_in == 1


@given(st.lists(st.booleans(), max_size=40))
def test_more_than_a_quarter_or_the_last_three_forfeit(made):
    decisions = DecisionCount()
    for stood_in in made:
        decisions = decisions.plus(stood_in=stood_in)
    expected = sum(made) / max(1, len(made)) > 0.25 or (len(made) >= 3 and all(made[-3:]))
    assert decisions.forfeited == expected


def test_whoever_a_stand_in_finished_for_is_last_and_has_not_won():
    table = ended(started("pinocchio", 3))
    best = table.outcome.winners[0]
    decisions = tuple(DecisionCount(12, 3, (True,) * 3 if seat == best else (False,)) for seat in range(3))
    table = table.with_facts(decisions=decisions)
    found = results(table)
    assert (found[best].left, found[best].won, found[best].place, found[best].honours) == (True, False, 3, ())
    assert all(result.rated for result in found)
    assert [result.left for result in found].count(True) == 1
    assert table.series[1][table.users[best]] == 0
    assert best in table.outcome.winners, "the record says what the rules say"


# ---- elimination


def test_whoever_is_eliminated_and_leaves_keeps_their_place():
    table = plays(knockout(4), "knock", "2")
    table = absence.leave(table, 3)
    assert 2 not in table.here
    table = plays(plays(table, "knock", "3"), "knock", "1")
    assert table.status == OVER
    found = results(table)
    assert [(result.place, result.left) for result in found] == [(1, False), (2, False), (4, False), (3, False)]
    assert found[0].won
    assert all(result.rated for result in found)


def test_whoever_left_before_being_eliminated_is_last():
    table = absence.leave(knockout(3), 2)
    table = plays(table, "knock", "2")
    table = plays(table.after(1, table.default(1), table.log[-1].at + 1), "knock", "1")
    assert [(result.place, result.left) for result in results(table)] == [(1, False), (3, True), (2, False)]


def test_nobody_waits_for_the_eliminated():
    table = plays(knockout(3), "knock", "2")
    assert absence.vacant(absence.leave(table, 3)) == []
    assert_refused("seat-not-free", absence.ask, absence.leave(table, 3), 9, "Zoé", 2)
    assert agreed(table, 1, 2).facts.closed == "agreed"
    watched = plays(knockout(3), "knock", "2")
    assert away(watched, 0, 1).deserted
    assert not away(watched, 0).deserted
