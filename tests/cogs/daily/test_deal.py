"""The deal of a day: the same for everybody, and opponents who answer equal moves alike, however fast one is."""

import dataclasses
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.core.facts import OVER, PLAYING, Player
from bot.core.opponents import any_move, due
from bot.core.records import canonical, seal
from bot.core.results import Result, results
from bot.core.table import Table
from bot.tables.opponents import answer_of, answered, new_request, shown
from bot.text.strings import Words
from cogs.daily import deal as daily
from tests.kit.house import CATALOGUE

GAMES = CATALOGUE.games
DAY = 20_774
NAMES = ("Ana", "Odile", "Chloé", "Dimitri", "Éloïse", "Félix", "Gaël")


def begun(game: str, user: int, *, practice: bool = False, deal: Any = None) -> Table:
    """Somebody's table with the deal of the day."""
    deal = deal or daily.draw(GAMES[game], Random(5))
    # Even somebody who is called like an opponent meets the same opponents.
    person = Player(user=user, name=NAMES[user - 1])
    lobby = daily.seated(GAMES[game], deal, DAY, person, 1000.0 + user, practice=practice)
    return daily.dealt(lobby, deal, 1000.0 + user)


def played(table: Table, pause: float, most: int = 60) -> Table:
    """The table after a while: its person takes so long for each of always the same moves; opponents think."""
    rng, now = Random(9), table.log[-1].at
    while table.status == PLAYING and table.revision < most:
        assert table.state is not None
        own = max(now, table.asked_at[0] + pause) if 0 in table.to_act else float("inf")
        move = due(table)
        if (chosen := table.automatic) is not None:
            now = max(now, table.flash_until) + 0.001
            table = table.after(*chosen, now)
        elif move is not None and move.at < own:
            asked = new_request(table, move.seat, move.level, shown(table, move.seat))
            now = max(now, move.at)
            answer = answered({table.game.key: table.game}, Words({}), asked)
            chosen = answer_of(table.game, answer, table.legal(move.seat)).move
            table = table.after(move.seat, chosen, now)
        else:
            now = own
            table = table.after(0, any_move(table.game, table.state, 0, rng), now)
    return table


@cache
def finished() -> Result:
    """Chloé's result of a game of Trio."""
    table = played(begun("trio", 3), 1.0, most=1000)
    assert table.status == OVER
    return results(table)[0]


@pytest.mark.parametrize("game", list(GAMES))
def test_equal_moves_meet_equal_answers(game: str):
    deal = daily.draw(GAMES[game], Random(5))
    hasty, slow = (
        played(begun(game, user, deal=deal, practice=practice), pause)
        for user, pause, practice in ((1, 0.01, False), (2, 300.0, True))
    )
    assert [(turn.seat, turn.move) for turn in hasty.log] == [(turn.seat, turn.move) for turn in slow.log]
    assert any(turn.seat > 0 for turn in hasty.log)


def test_another_day_has_other_answers():
    tables = [played(begun("tripot", 1, deal=daily.draw(GAMES["tripot"], Random(5))), 1.0) for _ in range(4)]
    # The same deal, but each day has a nonce of its own.
    assert len({tuple(map(str, (turn.move for turn in table.log))) for table in tables}) > 1


@pytest.mark.parametrize("game", list(GAMES))
def test_seals_open(game: str):
    deal = daily.draw(GAMES[game], Random(1))
    table = begun(game, 7, deal=deal)
    assert table.seal == deal.seal == seal(deal.nonce, deal.deal)
    assert canonical(deal.deal) == canonical(table.log[0].move)
    assert table.size == deal.seats
    assert table.guild == 0
    assert {player.level for player in table.facts.players[1:]} == {"regular"}


def test_games_come_one_after_the_other():
    twice = [key for key, game in GAMES.items() if not game.chancy]
    found = [game.key for day in range(DAY, DAY + len(GAMES) + len(twice)) if (game := daily.game_of(day, GAMES))]
    assert sorted(found) == sorted([*GAMES, *twice])
    assert all(one != other for one, other in pairwise([*found, found[0]]))
    assert daily.game_of(DAY, {}) is None


@pytest.mark.parametrize(
    ("lowest", "place", "score", "expert", "judged"),
    [
        (False, 1, 30, 25.0, "better"),
        (False, 2, 30, 25.0, "better"),
        (False, 3, 30, 25.0, "below"),  # the last place, whatever the score
        (False, 1, 24, 25.0, "below"),
        (False, 1, 3, 3.0, "equal"),
        (False, 1, 3, 2.9, "better"),
        (True, 1, 3, 4.2, "better"),
        (True, 1, 5, 4.2, "below"),
        (False, 1, 30, None, "below"),
    ],
)
def test_a_score_is_judged_by_the_experts_mean(*, lowest: bool, place: int, score: int, expert: Any, judged: str):
    mine = finished()
    game = dataclasses.replace(GAMES["trio"], lowest_wins=lowest)
    assert daily.verdict(game, replace(mine, place=place, score=score), expert) == judged


def test_days_are_those_of_utc():
    assert daily.end_of(DAY) == 1_794_960_000
    assert daily.day_of(daily.end_of(DAY) - 0.001) == DAY
    assert daily.day_of(daily.end_of(DAY)) == DAY + 1


def test_places_come_before_scores():
    def result(user: int, place: int, score: int) -> Any:
        return replace(finished(), user=user, place=place, score=score)

    day = [result(1, 2, 5), result(2, 1, 1), result(3, 2, 4), result(4, 2, 5), result(5, 3, 9)]
    game = GAMES["trio"]
    assert not game.lowest_wins
    assert [each.user for each in sorted(day, key=lambda each: daily.merit(game, each))] == [2, 1, 4, 3, 5]
    lowest = dataclasses.replace(game, lowest_wins=True)
    assert [each.user for each in sorted(day, key=lambda each: daily.merit(lowest, each))] == [2, 3, 1, 4, 5]


def test_a_deal_is_secret_until_its_day_is_over():
    table = begun("trio", 3)
    assert table.deal_sealed(daily.end_of(DAY) - 1)
    assert not table.deal_sealed(daily.end_of(DAY))
