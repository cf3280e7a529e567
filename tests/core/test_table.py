"""One table, as a value: the moves and the questions they ask. No Discord, no storage, nothing to wait for."""

import dataclasses
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.core import absence
from bot.core.absence import agree_to_end, come_back, wake, wake_at
from bot.core.facts import OVER, PACES, Log, MoveRow, Turn
from bot.core.game import Illegal
from bot.core.lobby import join, leave, next_game, start
from bot.core.records import verify
from bot.core.table import CLOCK_SKEW_SECONDS, MAX_MOMENTS, Table, moment
from bot.tables.tables import confirm, restore, written
from tests.kit.moments import CATALOGUE, every_setting
from tests.kit.seated import GAMES, NOW, assert_refused, ended_with, lobby, play_until, refused, started, step, window


def plays(table: Table, seat: int, move: Any, now: float | None = None, revision: int | None = None) -> Table:
    """The table after a seat's move, a while after the one before."""
    now = table.log[-1].at + 50.0 if now is None else now
    revision = table.revision if revision is None else revision
    return table.play(table.users[seat], table.game.path(move), revision=revision, at=now, now=now)


def test_only_who_sits_there_plays_and_only_what_is_legal():
    table = started()
    actor = table.to_act[0]
    other = next(seat for seat in range(3) if seat != actor)
    path = table.game.path(next(iter(table.legal(actor))))
    options = {"revision": 1, "at": NOW, "now": NOW}
    assert_refused("not-at-table", table.play, 99, path, **options)
    assert_refused("no-such-choice", table.play, table.users[actor], ("dance",), **options)
    with pytest.raises(Illegal):
        table.play(table.users[other], path, **options)
    assert table.play(table.users[actor], path, **options).revision == 2
    assert_refused("not-started", lobby().play, 1, path, **options)


def test_a_late_answer_is_told_that_the_table_moved_on():
    table = started()
    actor = table.to_act[0]
    path = table.game.path(next(iter(table.legal(actor))))
    after = table.play(table.users[actor], path, revision=1, at=NOW, now=NOW + 1)
    assert after.log[-1].at == NOW + 1, "our clock counts the time"
    for revision, at in ((1, NOW + 5), (None, NOW - 1)):
        assert_refused("moved-on", after.ready, actor, revision=revision, at=at, now=NOW + 5)
    after.ready(actor, revision=2, at=NOW + 5, now=NOW + 5)
    # Discord's clock and ours need not agree: a command sent after the answer counts, whatever ours says.
    after.ready(actor, revision=None, at=NOW + 0.5, now=NOW + 5)


def test_a_question_stands_while_others_answer_it():
    table = window()
    first, second = table.to_act
    revision = table.revision
    after = plays(table, first, table.default(first), NOW + 99)
    after.ready(second, revision=revision, at=NOW + 99, now=NOW + 99)
    assert after.asked_at[second] == table.asked_at[second]
    assert_refused("moved-on", after.ready, first, revision=revision, at=NOW + 99, now=NOW + 99)
    assert step(after, Random(0), now=NOW + 100, seat=second).revision == revision + 2
    # Of two challengers one is first.
    loud = next(move for move in table.legal(first) if move != table.default(first))
    assert_refused("moved-on", plays, plays(table, first, loud, NOW + 99), second, loud, NOW + 99, revision)


def test_a_reveal_is_seen_for_a_while_and_nobody_moves_meanwhile():
    table = play_until(started(), lambda table: bool(table.flash_until))
    at, until = table.log[-1].at, table.flash_until
    assert until > at
    assert table.view(None, until - 0.1).flash is not None
    assert table.view(0, until).flash is None
    for now, seconds in ((until - 5, 5), (until - 0.1, 1)):
        with refused("look-first", seconds=seconds):
            table.ready(table.to_act[0], revision=table.revision, at=at, now=now)
    assert wake(table, until - 0.1, NOW) is table
    assert wake_at(table) == table.facts.deadline, "what hides it again is the board's business"
    table.ready(table.to_act[0], revision=table.revision, at=until, now=until)
    assert table.facts.deadline == at + PACES["quick"].turn + (until - at)


@pytest.mark.parametrize(
    ("pace", "turn", "short"), [("quick", 120, 20), ("relaxed", 600, 120), ("steady", 86_400, 28_800)]
)
def test_turns_and_windows_have_their_time(pace, turn, short):
    table = started("ptipasspass", pace=pace)
    assert table.facts.deadline == NOW + turn
    table = play_until(table, lambda table: len(table.to_act) == 2)
    asked = table.log[-1].at
    assert table.facts.deadline == asked + short + max(0, table.flash_until - asked)
    later = plays(table, table.to_act[0], table.default(table.to_act[0]), asked + 9)
    assert later.facts.deadline == table.facts.deadline, "an answer gives the others no more time"


@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_whoever_is_asked_a_new_question_has_the_whole_time_for_it(setting):
    """Also who was asked something else in the same window: a shout ends it, and the next turn may be theirs."""
    table, rng = started(setting.game.key, setting.seats, **setting.options), Random(4)
    for _ in range(150):
        if table.status == OVER:
            break
        table = step(table, rng, seat=rng.choice(table.to_act))
        if any(table.asked[seat] == table.revision for seat in table.to_act):
            assert table.facts.deadline == table.deadline_from(table.log[-1].at)


def test_a_finished_game_stays_finished():
    table = play_until(started("tripot", 2), lambda table: table.status == OVER)
    assert table.to_act == ()
    assert table.facts.deadline is None
    assert table.outcome is not None
    assert verify(table.record().encode(), GAMES) is None
    assert f'"nonce":"{table.facts.nonce}"' in table.record()
    assert wake_at(table) is None
    for act in (absence.leave, come_back, agree_to_end):
        assert_refused("finished", act, table, 1)
    assert_refused("finished", table.close, "host")
    assert_refused("finished", table.ready, 0, revision=None, at=NOW, now=NOW)


def test_a_typed_command_is_judged_by_discords_clock_to_the_millisecond():
    table = started()
    (actor,) = table.to_act
    path = table.game.path(next(iter(table.legal(actor))))
    told = NOW + 7.123
    after = table.play(table.users[actor], path, revision=1, at=told, now=told)
    for number in range(1000):  # not every millisecond is a number of seconds
        moment = replace(after, asked_at=((NOW * 1000 + number) / 1000,) * 3)
        moment.ready(actor, revision=None, at=(NOW * 1000 + number) / 1000, now=told + 60)
        early = (NOW * 1000 + number - 1) / 1000
        assert_refused("moved-on", moment.ready, actor, revision=None, at=early, now=told + 60)
    row, entries, _ = written(after)
    assert restore(row, entries, table.game).asked_at[actor] == after.asked_at[actor] == told
    # Automatic moves have a time of their own, finer than Discord's.
    table = table.after(actor, table.default(actor), NOW + 5.0007)
    (actor,) = table.to_act
    table.ready(actor, revision=None, at=NOW + 5.0, now=NOW + 60)
    assert_refused("moved-on", table.ready, actor, revision=None, at=NOW + 4.999, now=NOW + 60)


# ---- choices that are sealed


def sealing(people: int = 3) -> Table:
    """A table where everybody seals at once, and one seat has: the seat to act is not the first any more."""
    table = play_until(started("tripot", people), lambda table: table.state.public.phase == "actions")
    return step(table, Random(1), seat=table.to_act[0])


def sealed_by(table: Table) -> tuple[int, list]:
    """The seats that may change their choice, and the other choices."""
    (seat,) = (seat for seat in range(table.size) if seat not in table.to_act and table.legal(seat))
    return seat, [move for move in table.legal(seat) if move != table.log[-1].move]


def test_several_choices_sealed_again_are_all_written():
    """Whether others can tell is asked by the examination (`seals_again_unseen`)."""
    table = sealing(4)
    one, _ = sealed_by(table)
    table = step(table, Random(2))
    two = table.log[-1].seat
    table = confirm(table, written(table)[0])
    after = table
    for seat in (one, two, one):
        earlier = next(turn.move for turn in reversed(after.log) if turn.seat == seat)
        after = plays(after, seat, next(move for move in table.legal(seat) if move != earlier))
    row, _, replaced = written(after)
    assert {entry.seat for entry in replaced.values()} == {one, two}
    assert [turn.at for turn in after.log] == [turn.at for turn in table.log]
    assert (after.asked, after.asked_at, after.facts) == (table.asked, table.asked_at, table.facts)
    assert written(confirm(after, row))[2] == {}, "written once"


def test_a_choice_can_be_changed_as_often_as_one_likes_and_the_log_does_not_grow():
    table = sealing()
    seat, _ = sealed_by(table)
    assert plays(table, seat, table.log[-1].move) is table, "the same choice again changes nothing at all"
    moves = list(table.legal(seat))
    for index in range(500):
        table = plays(table, seat, moves[index % len(moves)])
    row, entries, replaced = written(table)
    assert (len(entries), row.revision, replaced) == (table.revision, table.revision, {})
    restored = restore(row, entries, table.game)
    assert (restored.state, restored.log, restored.asked) == (table.state, table.log, table.asked)
    for _ in range(30):  # and the game goes on
        restored = step(restored, Random(3))
    assert verify(restored.record().encode(), GAMES) is None


def test_a_changed_choice_is_judged_like_any_move():
    table = sealing()
    seat, others = sealed_by(table)
    assert_refused("moved-on", plays, table, seat, others[0], revision=table.revision - 1)
    assert_refused("paused", plays, table.with_facts(paused="send_messages"), seat, others[0])
    with pytest.raises(Illegal):
        plays(table, seat, GAMES["tripot"].move(("commit", "9-attack")))
    with pytest.raises(Illegal):
        plays(table, seat, GAMES["tripot"].move(("resolve", "d0")))


def test_who_is_away_does_not_come_back_by_changing_a_choice_nobody_may_see_changed():
    table = sealing()
    seat, others = sealed_by(table)
    table = table.with_player(seat, missed=9)
    table = table.with_facts(paused="asleep")
    after = plays(table, seat, others[0])
    assert after.facts == table.facts
    assert after.looks_like(table)


def test_a_table_looks_like_another_only_if_nothing_public_has_changed():
    table = sealing()
    assert table.looks_like(table)
    assert not table.but(thread=5).looks_like(table)
    assert not table.close("host").looks_like(table)
    assert not agree_to_end(table, 1).looks_like(table)
    assert not step(table, Random(1)).looks_like(table)


def test_an_old_log_full_of_changed_choices_replays():
    """It is of the time when every changed choice was a move of its own."""
    table = sealing()
    seat, _ = sealed_by(table)
    row, entries, _ = written(table)
    choices = [msgspec.json.encode(move) for move in table.legal(seat)]
    entries += [MoveRow(seat, choices[index % len(choices)], NOW + 100 + index) for index in range(50)]
    restored = restore(replace(row, revision=len(entries)), entries, table.game)
    assert restored.revision == table.revision + 50
    assert restored.asked[seat] == restored.revision
    assert [restored.asked[other] for other in restored.to_act] == [table.asked[other] for other in table.to_act]
    other = next(move for move in restored.legal(seat) if move != restored.log[-1].move)
    changed = plays(restored, seat, other)
    assert list(written(changed)[2]) == [restored.revision]


def test_the_running_score_goes_from_rematch_to_rematch():
    table = started()
    assert table.series == (0, {}), "a game that goes on counts for nobody"
    first = ended_with(table, (0,))
    assert first.series == (1, {1: 1, 2: 0, 3: 0})
    following = next_game(first, 2, NOW)
    second = start(following, 2, Random(1), NOW)
    assert second.series == (1, {1: 1, 2: 0, 3: 0})
    third = next_game(ended_with(second, (1, 2)), 1, NOW)
    assert third.series == (2, {1: 1, 2: 1, 3: 1})
    assert restore(written(third)[0], [], third.game).series == third.series
    stopped = next_game(second.close("agreed"), 1, NOW)
    assert stopped.series == second.series, "a game that was stopped counts for nobody"
    for others in (join(following, 4, "Dan"), join(leave(following, 3), 4, "Dan")):
        assert start(others, 2, Random(1), NOW).series == (0, {}), "other people begin a new score"
    same = start(join(leave(following, 3), 3, "Chloé"), 2, Random(1), NOW)
    assert same.series == second.series


# ---- moves that nobody need make


def answered(table, *, repeated):
    """The table after the first who is waited for has said OK."""
    now = table.log[-1].at + 1
    user = table.users[table.to_act[0]]
    return table.play(user, ("ok",), revision=table.revision, at=now, now=now, repeated=repeated)


def in_window(phase):
    return play_until(
        started("ptipasspass"), lambda table: table.state.public.phase == phase and len(table.to_act) == 2
    )


def test_an_answer_may_be_given_once_for_all_questions_of_a_stretch():
    table = in_window("doublon")
    seat = table.to_act[0]
    once, twice = answered(table, repeated=False), answered(table, repeated=True)
    assert once.log == twice.log
    assert (once.facts.standing, twice.facts.standing) == ((), ((seat, "ok"),))
    for after, waiting in ((once, 2), (twice, 1)):
        announced = answered(after, repeated=False)
        now = announced.log[-1].at + 1
        announced = announced.after(announced.to_act[0], announced.game.move(("announce", "blue")), now)
        assert announced.state.public.phase == "menteur"
        assert len(announced.to_act) == waiting
        assert announced.moved_since(now - 0.5) == {announced.state.public.active}, "nobody else did anything"
        own = play_until(announced, lambda table: table.state.public.active == seat)
        assert own.facts.standing == (), "it lasts until the seat's own turn"
    outdated = table.with_facts(standing=((seat, "aim"),))
    assert answered(outdated, repeated=False).facts.standing == (), "since an update that verb repeats no more"
    # In the last window before a seat's own turn there is nothing to repeat.
    last = play_until(
        started("ptipasspass"),
        lambda table: table.state.public.phase == "menteur" and table.to_act[0] == (table.state.public.active + 1) % 3,
    )
    assert_refused("no-such-choice", answered, last, repeated=True)


def test_a_move_that_nobody_need_make_is_made_with_the_one_before():
    table = started("ptipasspass")
    now = table.log[-1].at + 1
    after = table.after(table.to_act[0], table.game.move(("aim", "blue", "A1")), now)
    assert after.state.public.phase == "announce"
    assert after.revision == table.revision + 3
    assert after.moved_since(now - 0.5) == set(table.to_act)
    assert after.replayed(after.log).asked == after.asked
    # It waits until a reveal was seen.
    table = in_window("menteur")
    eager = table.but(game=dataclasses.replace(table.game, automatic=table.game.default))
    shown = eager.after(eager.to_act[0], eager.game.move(("menteur",)), table.log[-1].at + 1)
    assert shown.revision == table.revision + 1
    (seat,) = shown.to_act
    assert absence.auto(shown) == (seat, shown.default(seat))
    assert wake_at(shown) == shown.flash_until
    assert wake(shown, shown.flash_until - 1, NOW) is shown


@pytest.mark.parametrize("jump", [60.0, 7_200.0, 3 * 86_400.0])
def test_a_clock_that_is_set_back_ends_a_reveal_and_blocks_nobody(jump):
    table = play_until(started(), lambda table: bool(table.flash_until))
    at, seat = table.log[-1].at, table.to_act[0]
    assert table.blocked(at)
    assert table.blocked(at - CLOCK_SKEW_SECONDS), "clocks of several machines differ a little"
    assert not table.blocked(at - jump)
    assert table.view(None, at - jump).flash is None
    table.ready(seat, revision=table.revision, at=at - jump, now=at - jump)
    after = plays(table, seat, table.default(seat), at - jump)
    assert after.facts.deadline is not None
    assert after.facts.deadline <= at - jump + PACES["quick"].turn + 30
    # Nobody is waited for longer because of it.
    table = started()
    early = table.log[-1].at - jump
    again = wake(table, early, early)
    assert again.facts.deadline == early + PACES["quick"].turn
    assert wake(again, early, early) is again
    assert wake(table, table.log[-1].at + 1, NOW) is table


# ---- the moments it remembers, and what it still tells of them


def test_while_others_still_answer_it_is_the_same_moment():
    table, rng = started("ptipasspass", 6), Random(1)
    tables = [table]
    for _ in range(80):
        tables.append(step(tables[-1], rng))
    answered = [(a, b) for a, b in pairwise(tables) if set(b.to_act) < set(a.to_act)]
    assert len(answered) > 10
    assert all(before.past == after.past for before, after in answered)


def test_moments_are_retold_newest_first():
    table, rng = started("cappuccino", 2), Random(1)
    for _ in range(5):
        table = step(table, rng)
    say = CATALOGUE.words.say("cappuccino", "fr", table.names)
    stories = [each.recap(table.game, say) for each in table.past]
    assert [each.revision for each in table.past] == [1, 2, 3, 4, 5]
    assert table.recaps(say) == [*zip(stories, [1, 2, 3, 4, 5], strict=True)][::-1]
    now = moment(table.state, table.revision).recap(table.game, say)
    assert table.recaps(say, present=True) == [(now, 6), *table.recaps(say)]


def test_what_a_game_tells_at_several_moments_is_retold_once_and_not_to_who_knows_it():
    # PtiPassPass recalls the turn before for as long as the present one lasts.
    table, rng = started("ptipasspass", 3), Random(1)
    while len(table.past) < MAX_MOMENTS:
        table = step(table, rng)
    say = CATALOGUE.words.say("ptipasspass", "fr", table.names)
    told = [each.recap(table.game, say) for each in table.past]
    twice = next(place for place in range(1, MAX_MOMENTS) if told[place] and told[place] == told[place - 1])
    first = next(place for place in range(twice) if told[place : twice + 1] == [told[twice]] * (twice + 1 - place))
    assert table.but(past=table.past[: twice + 1]).recaps(say)[0] == (told[twice], table.past[first].revision)


@pytest.mark.parametrize("game", GAMES)
def test_who_sits_there_now_is_named_not_who_did(game: str):
    table, rng = started(game, max(GAMES[game].seats)), Random(2)
    say = CATALOGUE.words.say(game, "fr", table.names)
    while not any(table.names[1] in line for line, _ in table.recaps(say)):
        table = step(table, rng)
    after = table.with_player(1, name="Zoé")
    told = [line for line, _ in after.recaps(CATALOGUE.words.say(game, "fr", after.names))]
    assert any("Zoé" in line for line in told)
    assert not any(table.names[1] in line for line in told)
    assert {lang for each in table.past for lang in each.lines} == {"fr"}, "one recap a language is cached"


# ---- its log is a value, whoever else goes on from it


def turns(count):
    return [Turn(0, number, float(number)) for number in range(count)]


def test_nobody_who_goes_on_changes_what_others_have():
    start = Log(turns(2)).plus(turns(3)[2])
    one, other = start.plus(Turn(1, "one", 0.0)), start.plus(Turn(2, "other", 0.0))
    longer = one.plus(Turn(1, "more", 1.0))
    assert [turn.move for turn in start] == [0, 1, 2]
    assert [turn.move for turn in one] == [0, 1, 2, "one"]
    assert [turn.move for turn in other] == [0, 1, 2, "other"]
    assert [turn.move for turn in longer] == [0, 1, 2, "one", "more"]
    assert (start[-1].move, start[1:]) == (2, tuple(turns(3)[1:]))
    with pytest.raises(IndexError):
        start[3]
    assert start == Log(turns(3)) not in (one, other, Log(turns(4)), turns(3))
    assert hash(start) == hash(Log(turns(3)))
    assert one != other
    assert "one" not in repr(one), "it does not tell its moves"


def test_one_more_move_copies_none_of_those_before():
    logs = [Log()]
    for turn in turns(2000):
        logs.append(logs[-1].plus(turn))
    assert len({id(log._turns) for log in logs}) == 1
    assert [len(log) for log in logs] == [*range(2001)]
