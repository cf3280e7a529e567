"""One table, as a value: the lobby, the moves, the clock they start. No Discord, no storage, nothing to wait for."""

from __future__ import annotations

import dataclasses
from random import Random
from time import process_time

import msgspec
import pytest
from msgspec.structs import replace

from bot.core.facts import CLOSED, LOBBY_LIFE, OVER, PLAYING
from bot.core.game import Illegal, Option
from bot.core.log import Log
from bot.core.pace import PACES
from bot.core.records import verify
from bot.core.stored import Entry, Row
from bot.core.table import Kept, OtherRules, Table, _same
from tests.kit.seated import GAMES, NAMES, NOW, lobby, play_until, refused, started, step, window

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
    assert lobby()._facts(host=3).leave(1).facts.host == 3
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
    assert lobby()._facts(first=2).shuffle(1, Random(4)).facts.first is None
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


def test_a_typed_command_is_judged_by_discords_clock_to_the_millisecond():
    table = started()
    (actor,) = table.to_act
    path = table.game.path(next(iter(table.legal(actor))))
    told = NOW + 7.123
    after = table.play(table.users[actor], path, painted=1, at=told, now=told)
    for number in range(1000):  # not every millisecond is a number of seconds
        moment = replace(after, asked_at=((NOW * 1000 + number) / 1000,) * 3)
        moment.ready(actor, painted=None, at=(NOW * 1000 + number) / 1000, now=told + 60)
        with refused("moved-on"):
            moment.ready(actor, painted=None, at=(NOW * 1000 + number - 1) / 1000, now=told + 60)
    row, entries, _ = after.stored()
    for asked in (after, Table.restore(row, entries, table.game)):
        assert asked.asked_at[actor] == told
        for late in (0.0, 0.001, 0.002, 60.0):
            asked.ready(actor, painted=None, at=told + late, now=told + 60)
        for early in (0.001, 0.002, 60.0):
            with refused("moved-on"):
                asked.ready(actor, painted=None, at=told - early, now=told + 60)


def test_a_command_typed_in_the_millisecond_of_a_move_of_the_table_counts():
    # What the table plays by itself has a time of its own, finer than Discord's.
    table = started().after(started().to_act[0], started().default(started().to_act[0]), NOW + 5.0007)
    (actor,) = table.to_act
    table.ready(actor, painted=None, at=NOW + 5.0, now=NOW + 60)
    with refused("moved-on"):
        table.ready(actor, painted=None, at=NOW + 4.999, now=NOW + 60)


def test_what_is_told_is_compared_and_what_is_ours_counts_the_time():
    table = started()
    (actor,) = table.to_act
    path = table.game.path(next(iter(table.legal(actor))))
    after = table.play(table.users[actor], path, painted=1, at=NOW + 3, now=NOW + 8)
    assert after.asked_at[actor] == NOW + 3
    assert after.log[-1].at == NOW + 8


def test_who_is_asked_nothing_new_keeps_the_question_they_have():
    table = window()
    first, second = table.to_act
    calm = table.default(first)
    asked, asked_at = table.asked, table.asked_at
    after = table.after(first, calm, NOW + 500, told=NOW + 400)
    assert (after.asked[second], after.asked_at[second]) == (asked[second], asked_at[second])
    assert (after.asked[first], after.asked_at[first]) == (after.revision, NOW + 400)


def test_a_question_is_new_when_any_move_is():
    assert _same((1, 2), [1, 2])
    for other in ([1, 3], [3, 2], [1], [1, 2, 3]):
        assert not _same((1, 2), other)


# ---- choices that are sealed


def sealing(people: int = 3, pace: str = "quick") -> Table:
    """A table where everybody seals at once, and one seat has: the seat to act is not the first any more."""
    table = play_until(started("tripot", people, pace), lambda table: table.state.public.phase == "actions")
    return step(table, Random(1), seat=table.to_act[0])


def sealed_by(table: Table) -> tuple[int, list]:
    """Who may change their choice, and into what others."""
    (seat,) = (seat for seat in range(table.size) if seat not in table.to_act and table.legal(seat))
    return seat, [move for move in table.legal(seat) if move != table.log[-1].move]


def again(table: Table, seat: int, move, *, painted: int | None = None, late: float = 50.0) -> Table:
    """The table after somebody has sealed another choice."""
    now = table.log[-1].at + late
    painted = table.revision if painted is None else painted
    return table.play(table.users[seat], table.game.path(move), painted=painted, at=now, now=now)


def test_a_choice_sealed_again_takes_the_place_of_the_first():
    table = sealing()
    seat, others = sealed_by(table)
    table = table.confirmed(table.stored()[0])
    after = again(table, seat, others[0])
    assert after.revision == table.revision
    assert after.log[:-1] == table.log[:-1]
    assert (after.log[-1].seat, after.log[-1].move, after.log[-1].at) == (seat, others[0], table.log[-1].at)
    assert after.state.view(seat).own.actions == others[0].actions
    assert (after.asked, after.asked_at, after.facts) == (table.asked, table.asked_at, table.facts)
    row, entries, replaced = after.stored()
    assert (row.revision, entries, list(replaced)) == (table.revision, [], [table.revision])
    assert replaced[table.revision].at == table.log[-1].at
    assert after.confirmed(row).stored()[2] == {}, "written once"


def test_it_is_its_own_choice_that_is_replaced_wherever_it_is_in_the_log():
    table = sealing(4)
    seat, others = sealed_by(table)
    place = table.revision
    table = step(table, Random(2))
    table = table.confirmed(table.stored()[0])
    after = again(table, seat, others[1])
    assert list(after.stored()[2]) == [place]
    assert after.log[place - 1].at == table.log[place - 1].at < table.log[-1].at
    assert after.log[place:] == table.log[place:]
    assert after.log[: place - 1] == table.log[: place - 1]
    assert after.state.view(None) == table.state.view(None)


def test_several_choices_sealed_again_are_all_written():
    table = sealing(4)
    one, _ = sealed_by(table)
    table = step(table, Random(2))
    two = table.log[-1].seat
    table = table.confirmed(table.stored()[0])
    after = table
    for seat in (one, two, one):
        earlier = next(turn.move for turn in reversed(after.log) if turn.seat == seat)
        after = again(after, seat, next(move for move in table.legal(seat) if move != earlier))
    assert {entry.seat for entry in after.stored()[2].values()} == {one, two}


class Waiting:
    """A state that waits for these seats, whatever the rules say."""

    def __init__(self, state, *seats: int) -> None:
        self._state = state
        self.to_act = frozenset(seats)

    def __getattr__(self, name: str):
        return getattr(self._state, name)


def test_a_first_choice_is_a_move_even_of_who_is_not_waited_for():
    table = play_until(started("tripot"), lambda table: table.state.public.phase == "actions")
    seat = table.to_act[0]
    early = replace(table, state=Waiting(table.state, *table.to_act[1:]))
    after = again(early, seat, next(iter(table.legal(seat))))
    assert after.log[:-1] == table.log[:]
    asked = replace(after, state=Waiting(after.state, *table.to_act))
    assert again(asked, seat, next(iter(table.legal(seat)))).revision == after.revision + 1, "who is asked anew answers"
    silent = replace(early, log=Log(turn for turn in table.log if turn.seat != seat))
    assert again(silent, seat, next(iter(table.legal(seat))), painted=99).revision == silent.revision + 1


def test_what_is_sealed_again_before_it_was_stored_is_stored_once():
    table = sealing()
    seat, others = sealed_by(table)
    row, entries, replaced = again(table, seat, others[0]).stored()
    assert (len(entries), replaced) == (row.revision, {})
    restored = Table.restore(row, entries, table.game)
    assert restored.log[-1].move == others[0]


def test_the_same_choice_again_changes_nothing_at_all():
    table = sealing()
    seat, _ = sealed_by(table)
    assert again(table, seat, table.log[-1].move) is table


def test_a_choice_can_be_changed_as_often_as_one_likes_and_the_log_does_not_grow():
    table = sealing()
    seat, _ = sealed_by(table)
    moves = list(table.legal(seat))
    for index in range(500):
        table = again(table, seat, moves[index % len(moves)], painted=table.revision)
    row, entries, _ = table.stored()
    assert len(entries) == row.revision == table.revision
    restored = Table.restore(row, entries, table.game)
    assert (restored.state, restored.log, restored.asked) == (table.state, table.log, table.asked)
    for _ in range(30):  # and the game goes on
        restored = step(restored, Random(3))
    assert verify(restored.record().encode(), GAMES) is None


def test_a_changed_choice_is_judged_like_any_move():
    table = sealing()
    seat, others = sealed_by(table)
    with refused("moved-on"):
        again(table, seat, others[0], painted=table.revision - 1)
    with refused("paused"):
        again(table.pause("send_messages"), seat, others[0])
    with pytest.raises(Illegal):
        again(table, seat, GAMES["tripot"].move(("commit", "9-attack")))
    with pytest.raises(Illegal):
        again(table, seat, GAMES["tripot"].move(("resolve", "d0")))


def test_who_is_away_does_not_come_back_by_changing_a_choice_nobody_may_see_changed():
    table = sealing()
    seat, others = sealed_by(table)
    table = table._player(seat, missed=9)
    table = table.pause("asleep")
    after = again(table, seat, others[0])
    assert after.facts == table.facts
    assert after.looks_like(table)


def test_who_is_waited_for_seals_a_move_like_any_other():
    table = sealing()
    after = step(table, Random(1))
    assert after.revision == table.revision + 1
    assert not after.looks_like(table)
    assert after.resealed == frozenset()


def test_a_table_looks_like_another_only_if_nothing_public_has_changed():
    table = sealing()
    assert table.looks_like(table)
    assert not table.in_thread(5).looks_like(table)
    assert not table.close("host").looks_like(table)
    assert not table.agree_to_end(1).looks_like(table)


def old_log(count: int) -> tuple[Row, list[Entry], Table]:
    """A log as it was written when every changed choice was a move of its own."""
    table = sealing()
    seat, _ = sealed_by(table)
    row, entries, _ = table.stored()
    choices = [msgspec.json.encode(move) for move in table.legal(seat)]
    entries += [Entry(seat, choices[index % len(choices)], NOW + 100 + index) for index in range(count)]
    return replace(row, revision=len(entries)), entries, table


def test_an_old_log_full_of_changed_choices_replays():
    row, entries, table = old_log(50)
    restored = Table.restore(row, entries, table.game)
    seat = entries[-1].seat
    assert restored.revision == table.revision + 50
    assert restored.asked[seat] == restored.revision
    assert [restored.asked[other] for other in restored.to_act] == [table.asked[other] for other in table.to_act]
    other = next(move for move in restored.legal(seat) if move != restored.log[-1].move)
    changed = again(restored, seat, other)
    assert list(changed.stored()[2]) == [restored.revision]


def test_replaying_takes_time_in_proportion_to_the_log():
    def seconds(count: int) -> float:
        row, entries, table = old_log(count)
        best = float("inf")
        for _ in range(3):
            begun = process_time()
            Table.restore(row, entries, table.game)
            best = min(best, process_time() - begun)
        return best

    assert seconds(20_000) / seconds(10_000) < 3.5


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


@pytest.mark.parametrize("game", sorted(GAMES))
def test_replaying_asks_the_same_questions_as_playing(game):
    table, rng = started(game, max(GAMES[game].seats)), Random(8)
    for _ in range(60):
        if table.status != PLAYING:
            break
        table = step(table, rng, seat=rng.choice(table.to_act))
        row, entries, _ = table.stored()
        restored = Table.restore(row, entries, table.game)
        assert (restored.asked, restored.asked_at) == (table.asked, table.asked_at)
        assert (restored.status, restored.state) == (table.status, table.state)


def broken_rows() -> dict[str, tuple[Row, list[Entry]]]:
    """Rows that say one thing and logs that say another."""
    row, entries, _ = started().stored()
    over, ended, _ = play_until(started("tripot", 2), lambda table: table.status == OVER).stored()
    begun, _, _ = lobby().stored()

    def but(row: Row, **changes) -> Row:
        return replace(row, **changes)

    return {
        "playing, no moves": (but(row, revision=0), []),
        "playing, moves lost": (row, []),
        "over, no moves": (but(over, revision=0), []),
        "over, one lost": (over, ended[:-1]),
        "over, unfinished": (but(over, revision=len(ended) - 1), ended[:-1]),
        "playing, finished": (but(over, status=PLAYING), ended),
        "a lobby with moves": (but(row, status="lobby"), entries),
        "more moves than it should have": (but(row, revision=0), entries),
        "no such pace": (but(begun, facts=begun.facts.replace(b'"quick"', b'"warp"')), []),
    }


@pytest.mark.parametrize("name", broken_rows())
def test_a_row_that_contradicts_its_log_is_not_restored(name):
    row, entries = broken_rows()[name]
    with pytest.raises(ValueError, match=r"moves|says|pace"):
        Table.restore(row, entries, GAMES[row.game])


def test_a_closed_table_is_restored_with_its_log_and_without():
    for table in (lobby().close("host"), started().close("host")):
        row, entries, _ = table.stored()
        restored = Table.restore(row, entries, table.game)
        assert (restored.status, restored.facts, restored.log) == (CLOSED, table.facts, table.log)


def test_a_lobby_that_outlives_an_update_starts_under_the_new_rules():
    table = lobby()
    row, _, _ = table.stored()
    newer = dataclasses.replace(
        table.game,
        version=table.game.version + 1,
        options=(*table.game.options, Option(key="more", values=(False, True))),
    )
    restored = Table.restore(row, [], newer)
    assert restored.facts.options == {**table.facts.options, "more": False}
    begun = restored.start(1, Random(1), NOW)
    row, entries, _ = begun.stored()
    assert Table.restore(row, entries, newer).state == begun.state


def test_an_option_that_is_gone_becomes_the_default():
    row, _, _ = lobby(mode="picante").stored()
    row = replace(row, facts=row.facts.replace(b'"picante"', b'"fiery"'))
    assert Table.restore(row, [], GAMES["trio"]).facts.options == {"mode": "simple", "teams": False}


def test_what_was_chosen_for_a_game_that_has_begun_or_ended_stays():
    for table in (started(mode="picante"), lobby(mode="picante").close("host")):
        row, entries, _ = table.stored()
        options = tuple(
            dataclasses.replace(option, values=tuple(value for value in option.values if value != "picante"))
            for option in table.game.options
        )
        restored = Table.restore(row, entries, dataclasses.replace(table.game, options=options))
        assert (restored.facts, restored.state) == (table.facts, table.state)


# ---- giving up a lobby


def test_a_lobby_is_given_up_by_its_host_or_a_moderator():
    table = lobby()
    for user, moderator, why in (
        (1, False, "host"),
        (1, True, "host"),
        (2, True, "moderator"),
        (99, True, "moderator"),
    ):
        closed = table.cancel(user, moderator=moderator)
        assert (closed.status, closed.facts.closed) == (CLOSED, why)
    for user in (2, 99):
        with refused("close-only"):
            table.cancel(user, moderator=False)


def test_what_has_started_is_not_cancelled():
    for user, moderator in ((1, False), (99, True)):
        with refused("already-started"):
            started().cancel(user, moderator=moderator)
        with refused("finished"):
            lobby().close("expired").cancel(user, moderator=moderator)
    with refused("close-only"):
        started().cancel(2, moderator=False)


def test_a_rematch_that_could_not_be_shown_is_taken_back():
    table = started().close("host").rematched(12)
    assert table.facts.rematch == 12
    assert table.rematched(None).facts.rematch is None


def test_the_people_of_a_table_that_could_not_be_read_can_play_again():
    # Without its log: nobody knows who was first, and its options may be of another time.
    table = started().close("rules")
    bare = replace(table, log=Log(), state=None)._facts(options={"mode": "fiery"})
    following = bare.next_game(2, NOW)
    assert following.facts.options == {"mode": "simple", "teams": False}
    assert following.facts.first is None
    kept = replace(bare, kept=Kept(revision=7))
    assert kept.rematched(9).stored()[0].revision == 7, "a log never gets shorter"
