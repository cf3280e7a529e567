"""The games that tests go through, and moments of random games (``bot.testing``)."""

from bot.catalogue import walk
from bot.testing.moments import (
    START,
    UGLY,
    moments,
    people_to_act,
    played,
    seats_and_onlookers,
    settings_of,
    table_at,
    when,
)
from bot.testing.moments import GameSetting as Setting
from bot.testing.moments import PlayedGame as Played

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


def every_setting(*keys: str) -> list[Setting]:
    """Every game, or those named, with every number of seats and every combination of options."""
    return [setting for key in keys or CATALOGUE.games for setting in settings_of(CATALOGUE.games[key])]


def each_game() -> list[Setting]:
    """Every game once, with its defaults and as many people as it takes."""
    return [Setting(game, max(game.seats), game.variants(max(game.seats))[0]) for game in CATALOGUE.games.values()]
