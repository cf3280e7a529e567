"""The moments a table remembers of itself, and what it still tells of them."""

from itertools import pairwise
from random import Random

import pytest

from bot.core.table import MAX_MOMENTS, moment
from tests.kit.moments import CATALOGUE
from tests.kit.seated import GAMES, started, step


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
