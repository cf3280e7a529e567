"""The game at a table: the time of a reveal, and moves the table plays by itself."""

from bot.core.absence import auto
from bot.core.table import Table
from bot.pages.board import board
from bot.pages.question import paths, question
from cogs.tripot.game import GAME
from tests.cogs.tripot.moves import duel
from tests.cogs.tripot.tabletop import dealt
from tests.kit.moments import CATALOGUE, Setting, played, table_at


def tables(key: str, seats: int) -> list[Table]:
    """A quick table of that game after every move."""
    game = CATALOGUE.games[key]
    random = played(Setting(game, seats, game.variants(seats)[0]))
    return [table_at(random, index).with_facts(pace="quick") for index in range(1, len(random.states))]


def board_of(table: Table) -> str:
    """All that the board says while something is revealed."""
    page = board(table, CATALOGUE.words.say(table.game.key, "fr", table.names), table.log[-1].at)
    return "\n".join(page.texts())


def revealing(key: str, seats: int) -> list[Table]:
    """The tables with a current reveal and a player to act."""
    return [table for table in tables(key, seats) if table.flash_until and table.to_act]


def test_a_reveal_does_not_say_that_it_hides_for_it_does_not():
    assert revealing("tripot", 3)
    assert not any("se cache" in board_of(table) for table in revealing("tripot", 3))
    assert all("se cache" in board_of(table) for table in revealing("trio", 3)), "as those that do, say"


def test_the_last_card_plays_itself():
    last = [table for table in tables("tripot", 3) if table.state.public.phase == "answer"]
    forced = [table for table in last if len(set(table.state.public.hands[table.to_act[0]])) == 1]
    assert forced
    for table in last:
        assert (auto(table) is not None) == (table in forced)


def test_the_last_duel_needs_no_press():
    met = duel(duel(duel(dealt(3), 0, 1, (4, 2)), 1, 0, (1, 5)), 2, 0, (3, 3))
    legal, say = list(paths(GAME, met.legal(0))), CATALOGUE.words.say("tripot", "fr", ("Ana", "Bo", "Chloé"))
    asked = question(GAME, met.view(0), legal, say, ("commit", "0-attack"))
    assert [press.path for press in asked.possible] == [
        ("commit", "0-attack", "1-cooperate", "2-defend"),
        ("commit", "0-attack", "1-defend", "2-cooperate"),
    ]
