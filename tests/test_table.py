"""One table, as a value: the lobby, the moves, the clock they start. No Discord, no storage, nothing to wait for."""

from __future__ import annotations

from random import Random

import pytest

from bot.facts import (
    CLOSED,
    LOBBY_LIFE,
    OVER,
    PACES,
    PLAYING,
)
from bot.game import Illegal
from bot.records import verify
from bot.table import OtherRules, Table
from tests.seated import GAMES, NAMES, NOW, lobby, play_until, refused, started, step, window

# ---- the lobby


def test_people_join_until_it_is_full():
    table = lobby(people=6)
    assert table.names == NAMES[:6]
    assert table.size == 6
    with refused("full"):
        table.join(7, "Gus")
    with refused("already-in"):
        lobby().join(2, "Bo")


def test_the_hosts_chair_passes_on_and_an_empty_lobby_closes():
    table = lobby().leave(1)
    assert (table.facts.host, table.users) == (2, (2, 3))
    assert table.leave(3).facts.host == 2
    with refused("not-at-table"):
        table.leave(1)
    empty = table.leave(3).quit(2)
    assert (empty.status, empty.facts.closed) == (CLOSED, "empty")
    with refused("finished"):
        empty.join(1, "Ana")


def test_only_the_host_chooses_and_only_what_there_is():
    table = lobby().choose(1, "mode", "picante").choose(1, "pace", "free")
    assert table.facts.options == {"mode": "picante", "teams": False}
    assert table.pace is PACES["free"]
    with refused("host-only", host="Ana"):
        table.choose(2, "mode", "simple")
    for key, value in (("mode", "hard"), ("colour", "red"), ("pace", "warp")):
        with refused("no-such-option"):
            table.choose(1, key, value)


def test_an_obstacle_keeps_it_from_starting():
    with refused("too-few", count=1):
        lobby(people=2).start(1, Random(0), NOW)
    with refused("option-seats", option="teams", seats="4/6"):
        lobby(people=3, teams=True).start(1, Random(0), NOW)
    with refused("host-only"):
        lobby().start(2, Random(0), NOW)
    assert lobby(people=4, teams=True).obstacle() is None


def test_people_change_teams():
    table = lobby(people=4, teams=True)
    assert table.teams() == ((0, 2), (1, 3))
    moved = table.change_team(1)
    assert sorted(moved.users) == [1, 2, 3, 4]
    assert moved.seat_of(1) in (1, 3)
    assert moved.change_team(1).seat_of(1) in (0, 2)
    with refused("no-teams"):
        lobby().change_team(1)


def test_seats_are_drawn_anew_by_the_host():
    table = lobby(people=6).shuffle(1, Random(4))
    assert sorted(table.users) == [1, 2, 3, 4, 5, 6]
    assert table.users != (1, 2, 3, 4, 5, 6)
    assert table.facts.host == 1
    with refused("host-only"):
        table.shuffle(2, Random(4))


def test_a_lobby_expires():
    table = lobby()
    assert table.wake_at() == NOW + LOBBY_LIFE
    assert table.wake(NOW + LOBBY_LIFE - 1, NOW) is table
    gone = table.wake(NOW + LOBBY_LIFE, NOW)
    assert (gone.status, gone.facts.closed, gone.wake_at()) == (CLOSED, "expired", None)


def test_the_start_deals_and_seals():
    table = started()
    assert (table.status, table.revision, table.log[0].seat) == (PLAYING, 1, -1)
    assert len(table.seal) == 64
    assert table.facts.nonce not in table.record()
    assert verify(table.record().encode(), GAMES) is None
    for act in (lambda: table.join(9, "x"), lambda: table.start(1, Random(0), NOW), lambda: table.leave(2)):
        with refused("already-started"):
            act()


# ---- the game


def test_only_who_sits_there_plays_and_only_what_is_legal():
    table = started()
    actor = table.to_act[0]
    other = next(seat for seat in range(3) if seat != actor)
    path = table.game.path(next(iter(table.legal(actor))))
    options = {"painted": 1, "at": NOW, "now": NOW}
    with refused("not-at-table"):
        table.play(99, path, **options)
    with refused("no-such-choice"):
        table.play(table.users[actor], ("dance",), **options)
    with pytest.raises(Illegal):
        table.play(table.users[other], path, **options)
    assert table.play(table.users[actor], path, **options).revision == 2
    with refused("not-started"):
        lobby().play(1, path, **options)


def test_a_late_answer_is_told_that_the_table_moved_on():
    table = started()
    actor = table.to_act[0]
    path = table.game.path(next(iter(table.legal(actor))))
    after = table.play(table.users[actor], path, painted=1, at=NOW, now=NOW + 1)
    for painted, at in ((1, NOW + 5), (None, NOW - 1)):
        with refused("moved-on"):
            after.ready(actor, painted=painted, at=at, now=NOW + 5)
    after.ready(actor, painted=2, at=NOW + 5, now=NOW + 5)
    # Discord's clock and ours need not agree: a command sent after the answer counts, whatever ours says.
    after.ready(actor, painted=None, at=NOW + 0.5, now=NOW + 5)


def test_a_question_stands_while_others_answer_it():
    table = window()
    first, second = table.to_act
    painted, rng = table.revision, Random(0)
    calm = table.game.path(table.default(first))
    after = table.play(table.users[first], calm, painted=painted, at=NOW + 99, now=NOW + 99)
    after.ready(second, painted=painted, at=NOW + 99, now=NOW + 99)
    with refused("moved-on"):
        after.ready(first, painted=painted, at=NOW + 99, now=NOW + 99)
    assert step(after, rng, now=NOW + 100, seat=second).revision == painted + 2


def test_of_two_challengers_one_is_first():
    table = window()
    first, second = table.to_act
    loud = next(move for move in table.legal(first) if move != table.default(first))
    now = max(table.flash_until, table.log[-1].at)
    after = table.play(table.users[first], table.game.path(loud), painted=table.revision, at=now, now=now)
    with refused("moved-on"):
        after.play(table.users[second], table.game.path(loud), painted=table.revision, at=now, now=now)


def test_a_reveal_is_seen_for_a_while_and_nobody_moves_meanwhile():
    table = play_until(started(), lambda table: bool(table.flash_until))
    at, until = table.log[-1].at, table.flash_until
    assert until > at
    assert table.view(None, until - 0.1).flash is not None
    assert table.view(0, until).flash is None
    with refused("look-first"):
        table.ready(table.to_act[0], painted=table.revision, at=at, now=at)
    assert table.wake(until - 0.1, NOW) is table
    assert table.wake_at() == table.facts.deadline, "what hides it again is the board's business"
    table.ready(table.to_act[0], painted=table.revision, at=until, now=until)
    assert table.facts.deadline == at + PACES["quick"].turn + (until - at)


@pytest.mark.parametrize(("pace", "turn", "short"), [("quick", 120, 20), ("steady", 86_400, 28_800)])
def test_turns_and_windows_have_their_time(pace, turn, short):
    table = started("ptipasspass", pace=pace)
    assert table.facts.deadline == NOW + turn
    table = play_until(table, lambda table: len(table.to_act) == 2)
    asked = table.log[-1].at
    assert table.facts.deadline == asked + short + max(0, table.flash_until - asked)
    later = table.play(
        table.users[table.to_act[0]], table.game.path(table.default(table.to_act[0])),
        painted=table.revision, at=asked + 9, now=asked + 9,
    )  # fmt: skip
    assert later.facts.deadline == table.facts.deadline, "an answer gives the others no more time"


def test_without_a_clock_nothing_happens_by_itself():
    table = started(pace="free")
    assert table.facts.deadline is None
    assert table.wake_at() is None
    assert table.wake(NOW + 10**9, NOW) is table


def test_a_finished_game_stays_finished():
    table = play_until(started("tripot", 2), lambda table: table.status == OVER)
    assert table.to_act == ()
    assert table.facts.deadline is None
    assert table.outcome is not None
    assert verify(table.record().encode(), GAMES) is None
    assert f'"nonce":"{table.facts.nonce}"' in table.record()
    assert table.wake_at() is None
    for act in (table.quit, table.back, table.agree_to_end):
        with refused("finished"):
            act(1)
    with refused("finished"):
        table.close("host")
    with refused("finished"):
        table.ready(0, painted=None, at=NOW, now=NOW)


# ---- storing


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_stored_table_is_the_same_table(game):
    table, rng = started(game, max(GAMES[game].seats)), Random(0)
    while table.revision < 13 and (after := step(table, rng)).status == PLAYING:
        table = after
    table = table.pause("x").resume(NOW + 5000).in_thread(77)
    row, entries, _ = table.stored()
    assert (row.revision, len(entries)) == (table.revision, table.revision)
    assert (row.thread, row.wake) == (77, table.wake_at())
    again = Table.restore(row, entries, table.game)
    assert (again.state, again.log) == (table.state, table.log)
    assert (again.asked, again.asked_at) == (table.asked, table.asked_at)
    assert again.facts == table.facts, "also what no move says: a deadline after a pause"
    assert (again.status, again.place) == (PLAYING, 77)
    assert len(step(again, rng).stored()[1]) == 1


def test_a_log_of_other_rules_is_not_replayed():
    row, entries, _ = started()._facts(rules=99).stored()
    with pytest.raises(OtherRules, match="log of rules version 99"):
        Table.restore(row, entries, GAMES["trio"])
