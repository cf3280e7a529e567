"""Every kind of moment of every game can be drawn, for onlookers and for who must act; languages take turns."""

from itertools import cycle
from typing import Any, get_args, get_type_hints

import pytest

from bot.pages.question import offered, seat_question
from bot.pictures.kit import signs
from bot.testing.examination import some_steps
from bot.text.strings import AWAY, LANGUAGES
from tests.kit.golden import drawn
from tests.kit.moments import Setting, each_game, every_setting, moments, people_to_act, played, table_at, when
from tests.kit.seated import GAMES, play_until, started
from tests.kit.words import saying

NAMES = ("Ana", "Wolfeschlegelsteinhausen", "李小龍", "محمد علي", "🔥", "W" * 32)
ONLY_WITH = {("cappuccino", "place"): "advanced", ("trio", "exchange"): "teams"}
"""Phases that need an option."""
MOST_KINDS = 20
"""Kinds of moments drawn of one game: some have fifty that differ by one number."""
MARKING = {"cappuccino", "ptipasspass", "tripot"}
"""Games with pictures that mark what their player may choose."""


def kind(public: Any) -> tuple[Any, ...]:
    """A key for positions that look alike: the phase, the fields that are set, and short lengths."""
    values = [getattr(public, name) for name in public.__struct_fields__]
    few = (len(value) if isinstance(value, tuple) and len(value) <= 3 else None for value in values)
    return public.phase, *((type(value), bool(value)) for value in values), *few


def phases(setting: Setting) -> set[str]:
    """The phases of a game with these options."""
    public = setting.game.start(setting.seats, setting.options).view(None).public
    every = get_args(get_type_hints(type(public))["phase"])
    return {each for each in every if setting.options.get(ONLY_WITH.get((setting.game.key, each), ""), True)}


@pytest.mark.parametrize("setting", [each for each in every_setting() if each.game.picture], ids=str)
def test_it_is_drawn_for_everybody(setting: Setting):
    kinds: dict[Any, Any] = {}
    for state in played(setting).states:
        kinds.setdefault(kind(state.view(None).public), state)
    assert {phase for phase, *_ in kinds} == phases(setting)
    # Other options and numbers of seats have other games: a kind that is left out here is drawn there.
    some = list(kinds.values())[:: len(kinds) // MOST_KINDS + 1]
    for state, lang in zip(some, cycle(LANGUAGES), strict=False):
        for seat in (None, *people_to_act(state)[:1]):
            drawn(setting.game, state.view(seat), lang=lang, names=NAMES)


@pytest.mark.parametrize("setting", [each for each in each_game() if each.game.key in MARKING], ids=str)
def test_what_can_be_chosen_is_marked(setting: Setting):
    assert setting.game.picture
    game, say, different = played(setting), saying(setting.game.key, "fr", NAMES), 0
    for index in moments(game, 6):
        table = table_at(game, index, NAMES)
        for seat in people_to_act(game.states[index])[:1]:
            now = when(table)[-1]
            view = table.view(seat, now)
            choices = [offered(seat_question(table, seat, view, say, steps)) for steps in some_steps(table, seat)]
            marked = {setting.game.picture(view, say, choice) for choice in choices if choice.cells}
            different = max(different, len(marked - {setting.game.picture(view, say)}))
    assert different > 1, "after a step something else is marked"


@pytest.mark.parametrize("game", GAMES)
def test_only_winners_who_stayed_have_a_crown(game: str, monkeypatch: pytest.MonkeyPatch):
    drawn: list[Any] = []
    crown = signs.crown
    monkeypatch.setattr(signs, "crown", lambda *size: drawn.append(size) or crown(*size))
    table: Any = play_until(started(game, GAMES[game].seats[-1]), lambda table: not table.to_act)
    view, picture = table.position.hidden_view(None), table.game.picture
    names = NAMES[: table.size]
    picture(view, saying(game, "fr", names))
    crowns = len(drawn)
    assert crowns >= len(table.outcome.winners)
    drawn.clear()
    left = table.outcome.winners
    names = tuple(f"{AWAY}{name}" if seat in left else name for seat, name in enumerate(names))
    picture(view, saying(game, "fr", names))
    assert drawn == []
