"""Games that have ended, seen again: any position as it was then, and nothing of a game that is still played."""

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

from bot.core.facts import CLOSED, LOBBY, PLAYING, Log
from bot.core.game import Refusal
from bot.core.records import Fault, Verified, check, write
from cogs.replays.replay import EVERY, OPENED, Replay, of_log, of_record
from tests.kit.moments import CATALOGUE, Played, each_game, played, table_at
from tests.kit.words import ROOT

GAMES = each_game()


def ended(game: Played, names=("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")):
    """The table of a game that is over."""
    return table_at(game, len(game.moves), names)


@pytest.fixture(params=GAMES, ids=str, scope="module")
def game(request) -> Played:
    return played(request.param)


def test_every_position_is_the_one_that_was_played(game):
    seen = Replay(ended(game))
    assert seen.length == len(game.moves)
    # Forwards, backwards, and by leaps: whatever is kept, the state is the same.
    some = [*range(1, min(seen.length, 80) + 1), *range(min(seen.length, 80), 0, -1), seen.length, 1, seen.length // 2]
    for position in filter(None, some):
        assert seen.state(position) == game.states[position]
        for eyes in (None, *range(seen.size)):
            assert seen.view(position, eyes) == game.states[position].view(eyes)


def test_a_step_in_a_long_game_replays_few_moves():
    long = max((played(setting, seed) for setting in GAMES for seed in (1, 2)), key=lambda game: len(game.moves))
    assert len(long.moves) > 4 * EVERY
    seen = Replay(ended(long))
    assert seen.moments
    counted = 0

    class Counting:
        """A state that tells how often it was played on."""

        def __init__(self, state):
            self.state = state

        def play(self, seat, move):
            nonlocal counted
            counted += 1
            return Counting(self.state.play(seat, move))

    seen._states = {place: Counting(state) for place, state in seen._states.items()}
    for position in (seen.length // 2, seen.length // 2 + 1, seen.length // 2, seen.length, 1):
        counted = 0
        assert seen.state(position).state == long.states[position]
        assert counted < EVERY


def test_key_moments_ascend_and_end_with_the_end(game):
    seen = Replay(ended(game))
    places = list(seen.moments)
    assert all(one < other for one, other in pairwise(places))
    assert places[0] > 1
    assert places[-1] == seen.length
    assert all(view == game.states[place].view(None) for place, view in seen.moments.items())
    if game.setting.game.telling is None:
        flashes = [place for place, state in enumerate(game.states) if place > 1 and state.view(None).flash]
        assert places == sorted({*flashes, seen.length})


@pytest.mark.parametrize("setting", GAMES, ids=str)
def test_a_game_that_is_played_has_no_replay(setting):
    game = played(setting)
    for index in (1, len(game.moves) // 2, len(game.moves) - 1):
        table = table_at(game, index)
        assert table.status == PLAYING
        with pytest.raises(Refusal, match="not-over"):
            Replay(table)
    lobby = replace(table, status=LOBBY, state=None, log=Log())
    with pytest.raises(Refusal, match="not-over"):
        Replay(lobby)
    with pytest.raises(Refusal, match="nothing-to-see"):
        Replay(replace(lobby, status=CLOSED))
    assert Replay(replace(table, status=CLOSED)).length == table.revision


def test_only_replays_ask_for_what_lies_face_down():
    """No other module mentions it: whoever has a table that is played cannot come by it."""

    def users(words: str) -> set[str]:
        files = [file for folder in ("bot", "cogs") for file in (ROOT / folder).rglob("*.py")]
        return {file.relative_to(ROOT).as_posix() for file in files if re.search(words, file.read_text("utf-8"))}

    assert users(r"game\.opened\(") == {"cogs/replays/replay.py"}
    games = {f"cogs/{key}/game.py" for key, game in CATALOGUE.games.items() if game.opened}
    assert users(r"\.rules import (?:.*|\([^()]*)\bopened\b") == {*games, "bot/skeleton/game.py"}
    assert users(r"(?<!def )(?<![.\w])opened\(") == set()


def test_nobody_is_shown_as_away_in_a_replay(game):
    table = ended(game).with_player(0, left=True).with_facts(paused="asleep", ending=(1,))
    then = Replay(table).then(1)
    assert not any(player.away for player in then.facts.players)
    assert then.facts.paused is None
    assert then.names == table.names


# ---- records


def record_of(game: Played) -> bytes:
    setting = game.setting
    outcome = game.states[-1].outcome()
    return write(setting.game, setting.seats, setting.options, game.moves, outcome, "5" * 32).encode()


def replay_of(found: Verified) -> Replay:
    return of_log(CATALOGUE.games, of_record(found, CATALOGUE.words.say("replays", "fr")))


def test_a_record_that_is_good_is_the_same_replay(game):
    found = check(record_of(game), CATALOGUE.games)
    assert isinstance(found, Verified)
    assert found.seal
    assert found.outcome == game.states[-1].outcome()
    seen, table = replay_of(found), Replay(ended(game))
    assert seen.names == tuple(f"Joueur {seat + 1}" for seat in range(seen.size))
    for position in (1, seen.length // 2, seen.length):
        assert seen.view(position, OPENED) == table.view(position, OPENED)


def test_checking_stops_when_patience_does():
    asked = iter([True, True, False])
    game = played(GAMES[0])
    found = check(record_of(game), CATALOGUE.games, lambda: next(asked))
    assert found == Fault("time", "checking it takes too long")


def test_a_record_without_an_end_can_be_seen_too():
    game = played(GAMES[0])
    setting = game.setting
    half = game.moves[: len(game.moves) // 2]
    line = write(setting.game, setting.seats, setting.options, half, None).encode()
    found = check(line, CATALOGUE.games)
    assert isinstance(found, Verified)
    assert found.seal is None
    assert replay_of(found).then(len(half)).status == PLAYING
    deal = check(write(setting.game, setting.seats, setting.options, game.moves[:1], None).encode(), CATALOGUE.games)
    assert isinstance(deal, Verified)
    assert list(replay_of(deal).moments) == [1], "a deal alone is one position"
