"""The moments a table remembers of itself, and what it still tells of them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from bot.core.facts import PLAYING
from bot.core.past import MOST, moment
from tests.kit.moments import CATALOGUE
from tests.kit.seated import GAMES, started, step


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_read_back_remembers_the_same(game: str):
    table, rng = started(game, max(GAMES[game].seats)), Random(2)
    assert table.past == (), "nothing has gone by when the cards are dealt"
    for _ in range(60):
        if table.status != PLAYING:
            break
        table = step(table, rng)
        assert table.replayed(table.log).past == table.past
    assert len(table.past) == MOST
    assert all(each.view.flash is None and each.view.seat is None for each in table.past)


def test_the_last_moment_is_the_one_before():
    table, rng = started("cappuccino", 2), Random(1)
    for _ in range(5):
        before, table = table, step(table, rng)
        assert table.past == (*before.past, moment(before.state))


def test_while_others_still_answer_it_is_the_same_moment():
    table, rng = started("ptipasspass", 6), Random(1)
    tables = [table]
    for _ in range(80):
        tables.append(step(tables[-1], rng))
    answered = [(a, b) for a, b in pairwise(tables) if set(b.to_act) < set(a.to_act)]
    assert len(answered) > 10
    assert all(before.past == after.past for before, after in answered)


def test_a_moment_is_put_in_words_once_a_language():
    table = step(started("cappuccino", 2), Random(1))
    (before,) = table.past
    said: list[str] = []

    class Face:
        """Counts how often it is asked."""

        def sight(self, view, say):
            """The view in words."""
            said.append(say.lang)
            return table.game.face.sight(view, say)

    class Counted:
        """As much of a game as its face."""

        face = Face()

    for lang in ("fr", "fr", "en", "en", "fr"):
        say = CATALOGUE.words.say("cappuccino", lang, table.names)
        assert before.recap(Counted(), say) == table.game.face.sight(before.view, say).recap != ""
    assert said == ["fr", "en"]
