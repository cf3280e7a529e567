"""Opponents talk now and then, in every language, and what they say follows from what everybody sees."""

import re
from itertools import pairwise
from random import Random
from typing import get_args

import pytest

from bot.core.characters import CHARACTERS, REMARK_GAP, WAYS, remark_after
from bot.core.facts import OVER, Player
from bot.core.game import CHANCE, Level, Mood, Style
from bot.core.lobby import solo_seats, solo_table, start
from bot.core.opponents import ViewHistory, any_move, choose
from bot.core.table import Table
from bot.text.strings import LANGUAGES
from tests.kit.moments import CATALOGUE


def play(game: str, seed: int, *, muted: bool = False) -> list[Table]:
    """A random solo game: the table after every move."""
    rng, rules = Random(f"{game} {seed}"), CATALOGUE.games[game]
    seats, person = solo_seats(rules), Player(user=1, name="Ana")
    lobby = solo_table(rules, guild=0, person=person, level="regular", seats=seats, now=0.0, options={})
    tables = [start(lobby.but(id=seed).with_facts(muted=muted), person.user, rng, 0.0)]
    while tables[-1].status != OVER:
        now, at = tables[-1], float(1_000 * len(tables))
        seat = rng.choice(now.to_act)
        tables.append(now.after(seat, any_move(now.game, now.state, seat, rng), at))
    return tables


@pytest.mark.parametrize("game", CATALOGUE.games)
def test_remarks_are_rare_public_and_can_be_silenced(game: str):
    moods, rng = set[Mood](), Random(game)
    for seed in range(1, 4):
        tables = play(game, seed)
        said = list(dict.fromkeys(table.facts.remark for table in tables if table.facts.remark))
        moods |= {remark.mood for remark in said}
        assert all(tables[0].facts.players[remark.seat].opponent for remark in said)
        gaps = [later.revision - sooner.revision for sooner, later in pairwise(said)]
        assert all(gap >= REMARK_GAP for gap in gaps[:-1]), "only the last word may follow another soon"
        for before, after in pairwise(tables[:60]):
            redealt = after.but(state=after.game.guess(after.position.view(None), rng))
            assert remark_after(before, redealt) == remark_after(before, after), "a remark must be no tell"
        assert not any(table.facts.remark for table in play(game, seed, muted=True))
    assert moods & {"won", "lost"}
    assert "hello" in moods
    assert moods & {"glad", "sorry", "caught", "fooled"}, "nothing in the game is worth a remark"


@pytest.mark.parametrize("game", [key for key, game in CATALOGUE.games.items() if game.styled])
@pytest.mark.parametrize("level", ["novice", "regular"])
def test_a_style_shows_in_the_moves(game: str, level: Level):
    rules, moves = CATALOGUE.games[game], dict[float, int]()
    for bold in (-1.0, 1.0):
        # Doubts are those moves of a window that are not its default.
        rng, moves[bold] = Random(game), 0
        for _ in range(3):
            state, seen = rules.start(3, rules.complete({}, 3)), ViewHistory(range(3))
            while state.to_act and len(seen.of(0)) < 150:
                seat = min(state.to_act)
                if seat == CHANCE:
                    move = state.chance(rng)
                else:
                    legal, style = state.legal(seat), Style(lies=bold, doubts=bold)
                    move = choose(rules, seen.of(seat), legal, level, rng, style)
                    asked = len(legal) > 1 and len(legal) < 3
                    moves[bold] += asked and move != rules.default(seen.of(seat)[-1], legal)
                state = state.play(seat, move)
                seen.add(state)
    assert moves[1.0] > moves[-1.0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_character_has_its_own_words_for_every_mood(lang: str):
    say = CATALOGUE.words.say("trio", lang)
    ways = range(1, WAYS + 1)
    lines = [say(f"talk-{each.key}-{mood}", way=way) for each in CHARACTERS for mood in get_args(Mood) for way in ways]
    assert len({*lines}) == len(lines)
    assert all(0 < len(line) <= 60 for line in lines)
    # They speak at every game, and not every game has cards.
    assert not [line for line in lines if re.search("card|carte|cup|gobelet|token|jeton", line)]
