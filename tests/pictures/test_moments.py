"""Every kind of moment of every game can be drawn, for onlookers and for who must act; languages take turns."""

from itertools import cycle
from typing import Any, get_args, get_type_hints

import pytest

from bot.pictures.kit import theme
from bot.text.strings import LANGUAGES
from cogs.cappuccino.picture import HEIGHTS
from tests.kit.golden import fine
from tests.kit.moments import Setting, every_setting, people_to_act, played
from tests.kit.words import saying

NAMES = ("Ana", "Wolfeschlegelsteinhausen", "李小龍", "محمد علي", "🔥", "W" * 32)
ONLY_WITH = {("cappuccino", "place"): "advanced", ("trio", "exchange"): "teams"}
"""Phases that need an option."""
TALLER = {"cappuccino": HEIGHTS[-1]}
"""Games with pictures that are taller than others."""


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
    assert setting.game.picture
    kinds: dict[Any, Any] = {}
    for state in played(setting).states:
        kinds.setdefault(kind(state.view(None).public), state)
    assert {phase for phase, *_ in kinds} == phases(setting)
    for state, lang in zip(kinds.values(), cycle(LANGUAGES), strict=False):
        for seat in (None, *people_to_act(state)[:1]):
            data = setting.game.picture(state.view(seat), saying(setting.game.key, lang, NAMES))
            fine(data, TALLER.get(setting.game.key, theme.TALLEST))
