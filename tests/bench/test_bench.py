"""The benches measure the values they name; tests/test_contributing.py holds the counts of a click."""

from random import Random

from tests.bench import presses, requests, server
from tests.kit.moments import CATALOGUE


def test_where_silence_is_consent_only_players_who_shout_press():
    flash, quick = (presses.play("ptipasspass", pace, Random(7)) for pace in ("flash", "quick"))
    assert flash.a_move <= 200 / 300 < 1 < quick.a_move


def test_requests_of_a_whole_game_are_counted(monkeypatch):
    monkeypatch.setattr(requests, "THINKING_SECONDS", (0.5, 1.0))
    found = requests.measure(CATALOGUE.games["trio"], games=1)
    assert found.counts[requests.AFTER_MOVE][server.CALLBACK] == found.moves > 0
    # A reveal is hidden by an edit of its own, unless the next move edits the board first.
    assert found.reveals > 0
    assert found.counts[requests.LATER]["edit"] > 0
