"""When opponents move: after a pause nobody can read anything from, after people, and without a needless second."""

from random import Random

import pytest

from bot.core.absence import wake, wake_at, warns_at
from bot.core.lobby import add_opponent, start
from bot.core.opponents import LAST_TO_ANSWER_SECONDS, OVERDUE_SECONDS, PEOPLE_FIRST, TURN_SECONDS, due, last_person
from tests.kit.seated import GAMES, NOW, away, lobby, play_until, started


def mixed(game: str = "trio", people: int = 1, opponents: int = 2, pace: str = "quick", seed: int = 1):
    """A table of people and opponents, the cards just dealt."""
    table = lobby(game, people, pace)
    for _ in range(opponents):
        table = add_opponent(table, "regular")
    return start(table, 1, Random(seed), NOW)


def until_due(table):
    """The table when an opponent is the next to move."""
    return play_until(table, lambda table: due(table) is not None)


def opponents_only(table):
    """Whether nobody but opponents is waited for."""
    return bool(table.to_act) and all(table.facts.players[seat].opponent for seat in table.to_act)


def test_a_turn_takes_a_pause_that_the_same_table_draws_again():
    pauses = set()
    for seed in range(12):
        table = until_due(mixed(seed=seed))
        move = due(table)
        asked_at = table.log[table.asked[move.seat] - 1].at
        assert TURN_SECONDS[0] <= move.at - asked_at <= TURN_SECONDS[1] or move.at == table.flash_until
        assert move.at >= table.flash_until
        assert due(table.but()) == move, "a restart changes nothing"
        pauses.add(move.at - asked_at)
    assert len(pauses) > 6
    assert wake_at(table) == due(table).at + OVERDUE_SECONDS, "storage remembers the move"
    assert wake(table, wake_at(table), NOW) is table, "time itself does not move for who can think"


def window(people: int, opponents: int):
    """A challenge window in which people and opponents are asked."""
    return play_until(
        mixed("ptipasspass", people, opponents),
        lambda table: (
            len(table.to_act) == people + opponents - 1 and not table.facts.players[table.log[-1].seat].opponent
        ),
    )


def test_in_a_challenge_window_people_come_first():
    table = window(2, 2)
    opened = table.facts.deadline - table.pace.window
    assert due(table).at >= opened + PEOPLE_FIRST * table.pace.window + TURN_SECONDS[0]
    assert due(table).at < table.facts.deadline


def test_when_all_people_have_answered_opponents_do_in_a_moment_and_not_one_after_the_other():
    table = window(2, 3)
    (person,) = [seat for seat in table.to_act if not table.facts.players[seat].opponent]
    at = max(table.flash_until, table.log[-1].at + 2)
    path = table.game.path(table.default(person))
    table = table.play(table.users[person], path, revision=table.revision, at=at, now=at)
    answered = 0
    while len(table.to_act) == 3 - answered and opponents_only(table):
        move = due(table)
        assert at + LAST_TO_ANSWER_SECONDS[0] <= move.at <= at + LAST_TO_ANSWER_SECONDS[1]
        table = table.after(move.seat, table.default(move.seat), move.at)
        answered += 1
    assert answered == 3


def test_a_window_that_only_opponents_are_asked_in_is_short():
    table = window(1, 3)
    assert opponents_only(table)
    base = max(table.log[-1].at, table.flash_until - LAST_TO_ANSWER_SECONDS[0])
    assert due(table).at <= max(base + LAST_TO_ANSWER_SECONDS[1], table.flash_until)


def test_without_a_clock_opponents_wait_for_all_people_in_a_window():
    table = play_until(
        mixed("ptipasspass", 2, 2, pace="free"),
        lambda table: len(table.to_act) == 3 and not opponents_only(table),
    )
    assert due(table) is None
    assert wake_at(table) == warns_at(table)


def test_nobody_moves_where_nobody_is():
    table = until_due(mixed())
    assert due(table.with_facts(paused="send_messages")) is None
    assert due(table.with_player(0, left=True)) is None
    assert due(table.with_player(0, missed=1)) is None
    assert due(started()) is None
    assert due(play_until(mixed(), lambda table: 0 in table.to_act)) is None, "people are never moved for"


def test_silence_of_an_opponent_is_nobodys_absence():
    table = until_due(mixed())
    after = wake(table, table.facts.deadline, NOW)
    assert after.revision > table.revision
    assert after.facts.note is None
    assert not any(player.missed for player in after.facts.players)
    assert after.facts.paused is None


def test_who_moved_last_is_a_person_however_often_opponents_have_moved_since():
    table = mixed(pace="steady")
    assert last_person(table) is None, "nobody has moved"
    moved = play_until(table, lambda table: any(turn.seat == 0 for turn in table.log) and table.log[-1].seat != 0)
    assert last_person(moved) == 0
    assert last_person(away(moved, 0)) is None, "a computer plays for them"


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if game.opponent])
@pytest.mark.parametrize("pace", ["quick", "steady"])
def test_when_something_happens_tells_nothing_of_what_is_hidden(game: str, pace: str):
    """Whatever onlookers cannot know may be otherwise: opponents, and the table itself, move at the same times."""
    compared, seats = 0, max(3, GAMES[game].seats[0])
    for people in range(1, seats):
        for seed in range(3):
            table, rng = mixed(game, people, seats - people, pace, seed), Random(seed)
            for _ in range(40):
                if not table.to_act:
                    break
                seat, hidden = rng.choice(table.to_act), table.but(state=table.game.guess(table.state.view(None), rng))
                assert (due(hidden), wake_at(hidden)) == (due(table), wake_at(table))
                move = rng.choice(list(table.legal(seat)))
                at = max(table.log[-1].at + rng.uniform(0, 3), table.flash_until)
                table, before = table.after(seat, move, at), hidden
                if move not in before.state.legal(seat):
                    continue
                hidden = before.after(seat, move, at)
                if (hidden.revision, hidden.state.view(None)) == (table.revision, table.state.view(None)):
                    compared += 1
                    assert (due(hidden), wake_at(hidden)) == (due(table), wake_at(table))
    assert compared > 50
