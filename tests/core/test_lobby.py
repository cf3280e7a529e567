"""One table before the game: people sit down, choose and start, or give up."""

from random import Random

import msgspec
from msgspec.structs import replace

from bot.core import absence
from bot.core.facts import CLOSED, LOBBY, MARK, PACES, PLAYING, UNSTORED, Log, Player, TableFacts
from bot.core.lobby import (
    LOBBY_LIFE_SECONDS,
    QUEUE,
    SLOW_LOBBY_LIFE_SECONDS,
    add_opponent,
    calls,
    cancel,
    change_team,
    choose,
    complete,
    expires_at,
    free,
    join,
    leave,
    missing,
    next_game,
    numbers,
    remove,
    seat_opponent,
    shuffle,
    start,
    starts_for_all_at,
    teams,
    timed,
    wake,
)
from bot.core.opponents import NAMES as HOUSE_NAMES
from bot.core.records import verify
from bot.tables.tables import written
from tests.kit.seated import GAMES, NAMES, NOW, assert_refused, lobby, lobby_of, play_until, refused, started


def test_the_hosts_chair_passes_on_and_an_empty_lobby_closes():
    table = leave(lobby(), 1)
    assert (table.facts.host, table.users) == (2, (2, 3))
    assert leave(table, 3).facts.host == 2
    assert leave(lobby().with_facts(host=3), 1).facts.host == 3
    assert_refused("not-at-table", leave, table, 1)
    empty = absence.leave(leave(table, 3), 2)
    assert (empty.status, empty.facts.closed) == (CLOSED, "empty")
    assert_refused("finished", join, empty, 1, "Ana")


def test_who_comes_too_late_waits_and_moves_up():
    table = lobby("cappuccino", people=4)
    assert_refused("already-in", join, table, 2, "Bo")
    for user in (5, 6, 7):
        table = join(table, user, str(user))
    assert (table.users, table.names[3], table.queue) == ((1, 2, 3, 4), NAMES[3], (5, 6, 7))
    with refused("already-waiting", place=2):
        join(table, 6, "6")
    table = leave(table, 6)
    assert table.queue == (5, 7)
    table = leave(table, 1)
    assert (table.users, table.queue, table.facts.host) == ((2, 3, 4, 5), (7,), 2)
    assert_refused("not-at-table", leave, table, 1)
    assert start(table, 2, Random(0), NOW).users == (2, 3, 4, 5)
    kept = msgspec.json.decode(msgspec.json.encode(table.facts), type=TableFacts)
    assert kept.waiting == table.facts.waiting
    for user in range(8, 7 + QUEUE):
        table = join(table, user, str(user))
    assert_refused("full", join, table, 99, "late")


def test_options_decide_how_many_seats_there_are():
    table = join(lobby("cappuccino", people=2, two_colours=True), 3, "Chloé")
    assert (numbers(table), free(table), table.queue) == ((2,), 0, (3,))
    table = choose(table, 1, "two_colours", False)
    assert (table.users, table.queue, free(table)) == ((1, 2, 3), (), 1)
    assert free(choose(table, 1, "two_colours", True)) == -1
    assert numbers(lobby(teams=True)) == (4, 6)


def test_how_many_are_missing():
    assert [missing(lobby(people=people)) for people in (1, 2, 3, 4)] == [2, 1, 0, 0]
    assert [missing(lobby(people=people, teams=True)) for people in (1, 3, 4, 5, 6)] == [3, 1, 0, 1, 0]
    with refused("too-few", count=1):
        start(lobby(people=2), 1, Random(0), NOW)
    with refused("option-seats", option="teams", count=3, seats="4/6"):
        start(lobby(people=1, teams=True), 1, Random(0), NOW)
    with refused("option-seats", option="two_colours", count=0):
        start(choose(lobby("cappuccino", people=3), 1, "two_colours", True), 1, Random(0), NOW)


def test_the_host_is_called_once_when_the_last_seat_is_taken():
    table = lobby("cappuccino", people=3)
    assert not table.facts.called
    full = join(table, 4, "Dan")
    assert calls(table, full) == [("full", 1)]
    again = leave(full, 4)
    assert calls(full, again) == []
    assert calls(again, join(again, 4, "Dan")) == []
    queued = join(full, 5, "Eve")
    assert calls(queued, leave(queued, 2)) == [("seat", 5)]
    assert calls(queued, leave(queued, 5)) == []


def test_the_host_sends_somebody_away():
    table = join(lobby("cappuccino", people=4), 5, "Eve")
    after = remove(table, 1, 2)
    assert (after.users, after.queue, after.facts.removed) == ((1, 3, 4, 5), (), (2,))
    with refused("removed", host="Ana"):
        join(after, 2, "Bo")
    assert remove(table, 1, 5).queue == ()
    assert_refused("host-only", remove, table, 2, 3)
    for user in (1, 9):
        assert_refused("nobody-to-remove", remove, table, 1, user)
    assert_refused("already-started", remove, started(), 1, 2)
    following = next_game(started().with_facts(removed=(9,), waiting=table.facts.waiting).close("host"), 1, NOW)
    assert (following.facts.removed, following.facts.waiting) == ((), ()), "the next table is another one"


def test_only_the_host_chooses_and_only_what_there_is():
    table = choose(choose(lobby(), 1, "mode", "picante"), 1, "pace", "free")
    assert table.facts.options == {"mode": "picante", "teams": False}
    assert table.pace is PACES["free"]
    english = start(choose(table, 1, "language", "en"), 1, Random(1), NOW)
    assert english.facts.language == next_game(english.close("host"), 1, NOW).facts.language == "en"
    with refused("host-only", host="Ana"):
        choose(table, 2, "mode", "simple")
    assert_refused("host-only", start, lobby(), 2, Random(0), NOW)
    for key, value in (("mode", "hard"), ("colour", "red"), ("pace", "warp")):
        assert_refused("no-such-option", choose, table, 1, key, value)


def test_people_change_teams():
    table = lobby(people=4, teams=True)
    assert teams(table) == ((0, 2), (1, 3))
    moved = change_team(table, 1)
    assert sorted(moved.users) == [1, 2, 3, 4]
    assert moved.seat_of(1) in (1, 3)
    assert change_team(moved, 1).seat_of(1) in (0, 2)
    assert_refused("no-teams", change_team, lobby(), 1)


def test_seats_are_drawn_anew_by_the_host():
    table = shuffle(lobby(people=6), 1, Random(4))
    assert sorted(table.users) == [1, 2, 3, 4, 5, 6]
    assert table.users != (1, 2, 3, 4, 5, 6)
    assert table.facts.host == 1
    assert shuffle(lobby().with_facts(first=2), 1, Random(4)).facts.first is None
    assert_refused("host-only", shuffle, table, 2, Random(4))


def test_a_slow_lobby_lives_longer_and_a_quicker_pace_leaves_it_half_an_hour():
    table = lobby()
    assert wake(table, NOW + 1799) is table
    gone = wake(table, NOW + 1800)
    assert (gone.status, gone.facts.closed) == (CLOSED, "expired")
    slow = timed(table, choose(table, 1, "pace", "steady"), NOW + 60)
    assert expires_at(slow) == NOW + SLOW_LOBBY_LIFE_SECONDS == NOW + 3 * 24 * 3600
    assert wake(slow, NOW + LOBBY_LIFE_SECONDS) is slow
    quick = timed(slow, choose(slow, 1, "pace", "quick"), NOW + 7200)
    assert expires_at(quick) == NOW + 7200 + LOBBY_LIFE_SECONDS


def test_everybody_may_start_a_minute_after_the_last_seat_was_taken():
    table = lobby("cappuccino", people=3)
    assert timed(table, table, NOW) is table
    full = timed(table, join(table, 4, "Dan"), NOW)
    with refused("start-later", host="Ana", time=f"<t:{round(NOW + 60)}:R>"):
        start(full, 4, Random(0), NOW + 59)
    assert start(full, 4, Random(0), NOW + 60).status == PLAYING
    assert_refused("host-only", start, full, 9, Random(0), NOW + 60)
    left = leave(full, 2)
    assert_refused("host-only", start, left, 4, Random(0), NOW + 60)
    again = timed(left, join(left, 5, "Eve"), NOW + 100)
    assert_refused("start-later", start, again, 4, Random(0), NOW + 159)
    assert starts_for_all_at(next_game(start(full, 1, Random(0), NOW).close("host"), 2, NOW)) == NOW + 60


def test_the_start_deals_and_seals():
    table = started()
    assert (table.status, table.revision, table.log[0].seat) == (PLAYING, 1, -1)
    assert len(table.seal) == 64
    assert table.facts.nonce not in table.record()
    assert verify(table.record().encode(), GAMES) is None
    for act in (lambda: join(table, 9, "x"), lambda: start(table, 1, Random(0), NOW), lambda: leave(table, 2)):
        assert_refused("already-started", act)


def test_a_lobby_is_given_up_by_its_host_or_a_moderator():
    table = lobby()
    for user, moderator, why in ((1, False, "host"), (1, True, "host"), (99, True, "moderator")):
        closed = cancel(table, user, moderator=moderator)
        assert (closed.status, closed.facts.closed) == (CLOSED, why)
    for user in (2, 99):
        assert_refused("close-only", cancel, table, user, moderator=False)
    assert_refused("already-started", cancel, started(), 1, moderator=False)
    assert_refused("finished", cancel, table.close("expired"), 1, moderator=False)


def test_the_people_of_a_table_that_could_not_be_read_can_play_again():
    # Without its log: nobody knows who was first, and its options may be of another time.
    table = started().close("rules")
    bare = replace(table, log=Log(), state=None).with_facts(options={"mode": "fiery"})
    following = next_game(bare, 2, NOW)
    assert following.facts.options == {"mode": "simple", "teams": False}
    assert following.facts.first is None
    kept = replace(bare, row=replace(UNSTORED, revision=7))
    assert written(kept.with_facts(rematch=9))[0].revision == 7, "a log never gets shorter"


# ---- opponents sit down when the host says so, and get up for people


def with_opponents(count: int, game: str = "trio", people: int = 1, **options):
    """A lobby with people and opponents."""
    table = lobby(game, people, **options)
    for _ in range(count):
        table = add_opponent(table, "regular")
    return table


def test_opponents_have_names_of_the_house_and_a_mark_and_numbers_of_their_own():
    table = with_opponents(3)
    assert table.users == (1, -1, -2, -3)
    assert table.people == (1,)
    assert len(set(table.names)) == 4
    assert all(name == f"{MARK} {house}" for name, house in zip(table.names[1:], HOUSE_NAMES, strict=False))
    assert Player(user=4, name=f"{MARK}Odile").marked == "Odile", "nobody else can have the mark"
    two_colours = choose(with_opponents(3, game="cappuccino"), 1, "two_colours", True)
    assert two_colours.users == (1, -1), "opponents get up where an option has no seat for them"


def test_an_opponent_never_has_the_name_of_a_person():
    table = add_opponent(lobby_of(GAMES["trio"], {1: "odile"}), "novice")
    assert table.names[1] == f"{MARK} Firmin"
    table = join(table, 2, "Firmin ")
    assert table.names == ("odile", f"{MARK} Babette", "Firmin ")


def test_only_the_host_asks_for_opponents_and_only_where_there_is_a_seat():
    table = lobby("trio", 2)
    assert_refused("host-only", seat_opponent, table, 2, "expert")
    assert_refused("host-only", complete, table, 2, "expert")
    assert_refused("no-such-option", seat_opponent, table, 1, "genius")
    full = with_opponents(5)
    assert_refused("no-free-seat", seat_opponent, full, 1, "expert")
    assert_refused("already-started", add_opponent, started(), "expert")


def test_completing_a_table_adds_what_is_missing_and_no_more():
    table = complete(lobby("trio", 1), 1, "expert")
    assert table.size == 3
    assert [player.level for player in table.facts.players] == [None, "expert", "expert"]
    assert_refused("nobody-missing", complete, table, 1, "expert")
    teams = complete(lobby("trio", 1, teams=True), 1, "novice")
    assert teams.size == 4


def test_a_person_takes_the_seat_of_the_last_opponent_where_none_is_free():
    table = with_opponents(5)
    table = join(table, 2, "Bo")
    assert table.users == (1, -1, -2, -3, -4, 2)
    assert not table.facts.waiting
    for user in range(3, 7):
        table = join(table, user, f"P{user}")
    assert table.people == table.users
    assert join(table, 9, "Zoé").queue == (9,)


def test_the_host_removes_an_opponent_and_may_add_it_again():
    table = remove(with_opponents(2), 1, -1)
    assert table.users == (1, -2)
    assert table.facts.removed == ()
    assert add_opponent(table, "novice").users == (1, -2, -3)
    assert_refused("nobody-to-remove", remove, table, 1, -1)


def test_a_rematch_keeps_opponents_their_names_and_their_victories():
    table = start(with_opponents(2, game="pinocchio"), 1, Random(2), NOW)
    over = play_until(table, lambda table: table.status != PLAYING)
    again = next_game(over, 1, NOW + 9)
    assert again.status == LOBBY
    assert again.facts.players == tuple(
        Player(user=each.user, name=each.name, level=each.level) for each in over.facts.players
    )
    assert sum(again.facts.wins.values()) == len(over.outcome.winners)
    other = add_opponent(remove(again, 1, -2), "expert")
    assert other.users[-1] == -3, "a newcomer has nobody else's victories"


def test_opponents_are_not_asked_whether_to_stop():
    table = start(with_opponents(2, people=2), 1, Random(2), NOW)
    assert absence.agree_to_end(table, 1).status == PLAYING
    assert absence.agree_to_end(absence.agree_to_end(table, 1), 2).facts.closed == "agreed"
    for people in (table, with_opponents(2, people=2)):
        left = absence.leave(people, 1)
        assert left.facts.host == 2
        closed = absence.leave(left, 2)
        assert (closed.status, closed.facts.closed) == (CLOSED, "empty"), "they never host, nor keep a table open"
