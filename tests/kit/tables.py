"""Tables of every game in the catalogue, for tests that play them with the options of the slash command."""

from random import Random

from bot.core.game import AnyGame, Value
from bot.core.opponents import play_out
from bot.pages.lobby import token
from tests.kit.moments import CATALOGUE, people_to_act

Asked = tuple[str, int, dict[str, str]]
"""The key of a game, the seats, and the options as they are typed in French."""


def typed(game: AnyGame, options: dict[str, Value]) -> dict[str, str]:
    """Options as the French command names them, without those that have their default."""
    say = CATALOGUE.words.say(game.key, "fr")
    return {
        say(f"option-{option.key}.command"): token(options[option.key])
        for option in game.options
        if options[option.key] != option.values[0]
    }


def settings(game: AnyGame, seats: int) -> list[tuple[int, dict[str, Value]]]:
    """A game with its defaults, and with every option changed at once: with so many seats if possible."""
    plain = (seats if seats in game.seats else min(game.seats), game.variants(min(game.seats))[0])
    changed = max(
        ((count, options) for count in game.seats for options in game.variants(count)),
        key=lambda each: (len(typed(game, each[1])), each[0] == seats, -each[0]),
    )
    return [plain, changed] if game.options else [plain]


def tables(seats: int = 3) -> list[Asked]:
    """A table of each game with its defaults, and one with all of its options."""
    games = CATALOGUE.games.values()
    return [(game.key, count, typed(game, options)) for game in games for count, options in settings(game, seats)]


def phases() -> list[tuple[str, int, dict[str, str], str]]:
    """Every phase of every game in which somebody must choose: game, seats, options, phase."""
    found: dict[tuple[str, str], tuple[str, int, dict[str, str], str]] = {}
    for game in CATALOGUE.games.values():
        for seats, options in settings(game, 3):
            for _, _, state in play_out(game, seats, options, Random(1)):
                phase = state.view(None).phase
                if people_to_act(state):
                    found.setdefault((game.key, phase), (game.key, seats, typed(game, options), phase))
    return list(found.values())
