"""Every moment of every game is a picture that people may get, whoever looks and in whatever language."""

from itertools import product
from typing import Any, get_args, get_type_hints

import pytest

from bot.text.strings import LANGUAGES
from tests.kit.golden import fine
from tests.kit.moments import Setting, every_setting, people_to_act, played
from tests.kit.words import saying

NAMES = ("Ana", "Wolfeschlegelsteinhausen", "李小龍", "محمد علي", "🔥", "W" * 32)
ONLY_WITH = {("cappuccino", "place"): "advanced", ("trio", "exchange"): "teams"}
"""Phases that come up with an option alone."""


def kind(public: Any) -> tuple[Any, ...]:
    """What of a position makes it look another: the phase, what there is at all, and how many of what there is few."""
    values = [getattr(public, name) for name in public.__struct_fields__]
    few = (len(value) if isinstance(value, tuple) and len(value) <= 3 else None for value in values)
    return public.phase, *((type(value), bool(value)) for value in values), *few


def phases(setting: Setting) -> set[str]:
    """Those that a game can come to."""
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
    for state, lang in product(kinds.values(), LANGUAGES):
        for seat in {None, 0, setting.seats - 1, *people_to_act(state)[:1]}:
            fine(setting.game.picture(state.view(seat), saying(setting.game.key, lang, NAMES)))
