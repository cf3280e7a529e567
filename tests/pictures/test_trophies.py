"""The crown of a winner in pictures."""

from typing import Any

import pytest

from bot.pictures.kit import signs
from bot.text.strings import AWAY
from tests.kit.moments import CATALOGUE
from tests.kit.seated import GAMES, NAMES, play_until, started


@pytest.mark.parametrize("game", GAMES)
def test_only_winners_who_stayed_have_a_crown(game: str, monkeypatch: pytest.MonkeyPatch):
    drawn: list[Any] = []
    crown = signs.crown
    monkeypatch.setattr(signs, "crown", lambda *size: drawn.append(size) or crown(*size))
    table: Any = play_until(started(game, GAMES[game].seats[-1]), lambda table: not table.to_act)
    view, picture = table.position.hidden_view(None), table.game.picture
    names = NAMES[: table.size]
    picture(view, CATALOGUE.words.say(game, "fr", names))
    crowns = len(drawn)
    assert crowns >= len(table.outcome.winners)
    drawn.clear()
    left = table.outcome.winners
    names = tuple(f"{AWAY}{name}" if seat in left else name for seat, name in enumerate(names))
    picture(view, CATALOGUE.words.say(game, "fr", names))
    assert drawn == []
