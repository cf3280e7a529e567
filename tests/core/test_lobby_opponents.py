"""Opponents in a lobby: they sit down when the host says so, and get up for people."""

from random import Random

from bot.core import absence, lobby
from bot.core.facts import CLOSED, LOBBY, MARK, PLAYING, Player
from bot.core.opponents import NAMES
from tests.kit.seated import GAMES, NOW, assert_refused, lobby_of, play_until, started
from tests.kit.seated import lobby as gathered


def with_opponents(count: int, game: str = "trio", people: int = 1, **options):
    """A lobby with people and opponents."""
    table = gathered(game, people, **options)
    for _ in range(count):
        table = lobby.add_opponent(table, "regular")
    return table


def test_opponents_have_names_of_the_house_and_a_mark_and_numbers_of_their_own():
    table = with_opponents(3)
    assert table.users == (1, -1, -2, -3)
    assert table.people == (1,)
    assert len(set(table.names)) == 4
    assert all(name == f"{MARK} {house}" for name, house in zip(table.names[1:], NAMES, strict=False))
    assert Player(user=4, name=f"{MARK}Odile").marked == "Odile", "nobody else can have the mark"
    two_colours = lobby.choose(with_opponents(3, game="cappuccino"), 1, "two_colours", True)
    assert two_colours.users == (1, -1), "opponents get up where an option has no seat for them"


def test_an_opponent_never_has_the_name_of_a_person():
    table = lobby.add_opponent(lobby_of(GAMES["trio"], {1: "odile"}), "novice")
    assert table.names[1] == f"{MARK} Firmin"
    table = lobby.join(table, 2, "Firmin ")
    assert table.names == ("odile", f"{MARK} Babette", "Firmin ")


def test_only_the_host_asks_for_opponents_and_only_where_there_is_a_seat():
    table = gathered("trio", 2)
    assert_refused("host-only", lobby.seat_opponent, table, 2, "expert")
    assert_refused("host-only", lobby.complete, table, 2, "expert")
    assert_refused("no-such-option", lobby.seat_opponent, table, 1, "genius")
    full = with_opponents(5)
    assert_refused("no-free-seat", lobby.seat_opponent, full, 1, "expert")
    assert_refused("already-started", lobby.add_opponent, started(), "expert")


def test_completing_a_table_adds_what_is_missing_and_no_more():
    table = lobby.complete(gathered("trio", 1), 1, "expert")
    assert table.size == 3
    assert [player.level for player in table.facts.players] == [None, "expert", "expert"]
    assert_refused("nobody-missing", lobby.complete, table, 1, "expert")
    teams = lobby.complete(gathered("trio", 1, teams=True), 1, "novice")
    assert teams.size == 4


def test_a_person_takes_the_seat_of_the_last_opponent_where_none_is_free():
    table = with_opponents(5)
    table = lobby.join(table, 2, "Bo")
    assert table.users == (1, -1, -2, -3, -4, 2)
    assert not table.facts.waiting
    for user in range(3, 7):
        table = lobby.join(table, user, f"P{user}")
    assert table.people == table.users
    assert lobby.join(table, 9, "Zoé").queue == (9,)


def test_the_host_removes_an_opponent_and_may_add_it_again():
    table = lobby.remove(with_opponents(2), 1, -1)
    assert table.users == (1, -2)
    assert table.facts.removed == ()
    assert lobby.add_opponent(table, "novice").users == (1, -2, -3)
    assert_refused("nobody-to-remove", lobby.remove, table, 1, -1)


def test_a_rematch_keeps_opponents_their_names_and_their_victories():
    table = lobby.start(with_opponents(2, game="pinocchio"), 1, Random(2), NOW)
    over = play_until(table, lambda table: table.status != PLAYING)
    again = lobby.next_game(over, 1, NOW + 9)
    assert again.status == LOBBY
    assert again.facts.players == tuple(
        Player(user=each.user, name=each.name, level=each.level) for each in over.facts.players
    )
    assert sum(again.facts.wins.values()) == len(over.outcome.winners)
    other = lobby.add_opponent(lobby.remove(again, 1, -2), "expert")
    assert other.users[-1] == -3, "a newcomer has nobody else's victories"


def test_opponents_are_not_asked_whether_to_stop():
    table = lobby.start(with_opponents(2, people=2), 1, Random(2), NOW)
    assert absence.agree_to_end(table, 1).status == PLAYING
    assert absence.agree_to_end(absence.agree_to_end(table, 1), 2).facts.closed == "agreed"
    for people in (table, with_opponents(2, people=2)):
        left = absence.leave(people, 1)
        assert left.facts.host == 2
        closed = absence.leave(left, 2)
        assert (closed.status, closed.facts.closed) == (CLOSED, "empty"), "they never host, nor keep a table open"
