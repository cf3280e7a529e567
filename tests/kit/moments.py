"""The games that tests go through, and moments of random games (``bot.testing``)."""

from bot.catalogue import walk
from bot.testing.moments import START, UGLY, moments, people_to_act, seats_and_onlookers, settings_of, table_at, when
from bot.testing.moments import GameSetting as Setting
from bot.testing.moments import PlayedGame as Played
from bot.testing.moments import played as played_with

__all__ = [
    "CATALOGUE",
    "START",
    "UGLY",
    "Played",
    "Setting",
    "each_game",
    "every_setting",
    "moments",
    "people_to_act",
    "played",
    "seats_and_onlookers",
    "table_at",
    "when",
]

CATALOGUE = walk()
LONG = 2_000
"""Moves of a game that a test must ask for by its seed: random ones of Trio may take 10,000."""

_PLAYED: dict[str, Played] = {}


def played(setting: Setting, seed: int | None = None) -> Played:
    """A random game to its end, always the same one; without a seed one that is not long, played once per process."""
    if seed is not None:
        return played_with(setting, seed)
    key = str(setting)
    if key not in _PLAYED:
        games = (played_with(setting, seed) for seed in range(1, 5))
        _PLAYED[key] = next((game for game in games if len(game.moves) <= LONG), None) or played_with(setting)
    return _PLAYED[key]


def every_setting(*keys: str) -> list[Setting]:
    """Every game, or those named, with every number of seats and every combination of options."""
    return [setting for key in keys or CATALOGUE.games for setting in settings_of(CATALOGUE.games[key])]


def each_game() -> list[Setting]:
    """Every game once, with its defaults and as many people as it takes."""
    return [Setting(game, max(game.seats), game.variants(max(game.seats))[0]) for game in CATALOGUE.games.values()]
