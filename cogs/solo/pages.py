"""Pages before and after a solo game: the choice of a game and a level, a hint in words, and the feature's buttons.

``say`` speaks for a game; the feature's own strings come from its folder.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from bot.core.game import AnyGame, Level, Path, Seat, View
from bot.core.opponents import LEVELS
from bot.core.table import Table
from bot.pages.address import Address
from bot.pages.alone import NOTICE_LENGTH
from bot.pages.page import Button, PrivatePage, Text, cut, rows, sentence
from bot.pages.panel import COLOUR
from bot.pages.question import paths, trail
from bot.text.strings import Speech

SCOPE = "solo"
ALONE = "alone"
"""The verb of addresses that lead to a new game; the steps are game, level, seats, ``yes``."""
AGAIN = "again"
"""The verb of addresses that start the next game with the same opponents."""
ADVICE = "advice"
"""The verb of addresses that ask for a hint."""
MOST_GAMES = 25
NOVICE = "novice"


def choose_game(
    games: Iterable[str], say: Speech, *, level: str | None = None, seats: int | None = None
) -> PrivatePage:
    """The choice of a game, with the level and seats already chosen."""
    own = say.scoped(SCOPE)
    chosen = tuple(str(each) for each in (level, seats) if each is not None)
    buttons = [
        Button(say.scoped(key)("name"), str(Address(ALONE, path=(key, *chosen))), "primary")
        for key in islice(games, MOST_GAMES)
    ]
    return PrivatePage((Text(own("alone-games" if buttons else "alone-none")), *rows(buttons)), COLOUR)


def choose_level(game: AnyGame, seats: int, say: Speech) -> PrivatePage:
    """The choice of a level."""
    own = say.scoped(SCOPE)
    text = own("alone-levels", game=say("name"), others=seats - 1)
    styles = dict(zip(LEVELS, ("success", "primary", "danger"), strict=True))
    levels = [Button(sentence(say(f"level-{level}")), _start(game, level, seats), styles[level]) for level in LEVELS]
    beside = [
        Button(say("rules-button"), str(Address("rules", path=(game.key,)))),
        Button(say("back"), str(Address(ALONE)), emoji="↩️"),
    ]
    return PrivatePage((Text(text), *rows(levels), *rows(beside)), COLOUR)


def already(table: Table, game: AnyGame, level: Level, seats: int, say: Speech) -> PrivatePage:
    """The player has a solo game already: continue it, or give it up for the new one."""
    own = say.scoped(SCOPE)
    since = f"<t:{round(table.log[-1].at if table.log else table.facts.created)}:R>"
    names = {"game": say.scoped(table.game.key)("name"), "other": say.scoped(game.key)("name")}
    buttons = [
        Button(say("alone-resume"), str(Address("hand", table.id)), "success"),
        Button(own("alone-anew"), _start(game, level, seats, "yes"), "danger"),
    ]
    return PrivatePage((Text(own("alone-already", since=since, **names)), *rows(buttons)), COLOUR)


def hint(table: Table, seat: Seat, view: View, path: Path, reason: str, say: Speech) -> str:
    """An expert's move in the words of its buttons, and the reason."""
    found = list(paths(table.game, table.legal(seat)))
    taken = trail(table.game, view, found, say, path)
    # A verb whose question follows at once is not worth naming.
    named = [step for step in taken if len(step.press.path) > 1] or taken
    move = " → ".join(step.press.label for step in named) or "…"
    return cut(say.scoped(SCOPE)("advice", move=move, reason=reason), NOTICE_LENGTH)


def help_buttons(say: Speech) -> list[Button]:
    """The button of ``/aide`` that leads to the choice of a game."""
    return [Button(say.scoped(SCOPE)("help-alone"), str(Address(ALONE)), "success")]


def game_buttons(game: AnyGame, say: Speech) -> list[Button]:
    """The button that leads to the choice of a level."""
    if game.opponent is None:
        return []
    return [Button(say.scoped(SCOPE)("help-alone"), str(Address(ALONE, path=(game.key,))), "primary")]


def after_lesson(game: AnyGame, say: Speech) -> list[Button]:
    """The button that starts a game against novices."""
    if game.opponent is None:
        return []
    return [Button(say.scoped(SCOPE)("learning-alone"), str(Address(ALONE, path=(game.key, NOVICE))), "success")]


def hint_buttons(table: Table, seat: Seat, say: Speech) -> list[Button]:
    """The button that asks for a hint, while it is the player's turn."""
    asked = seat in table.to_act and not table.facts.paused
    if not asked or table.game.reason is None or not table.facts.hints:
        return []
    address = Address(ADVICE, table.id, table.asked[seat])
    return [Button(say.scoped(SCOPE)("advice-button"), str(address), emoji="💡")]


def again_buttons(table: Table, say: Speech) -> list[Button]:
    """Ways to go on after a solo table of this feature."""
    if not table.alone or table.facts.feature:
        return []
    own = say.scoped(SCOPE)
    return [
        Button(own("alone-again-button"), str(Address(AGAIN, table.id)), "success"),
        Button(own("alone-other-button"), str(Address(ALONE))),
    ]


def _start(game: AnyGame, level: Level, seats: int, *more: str) -> str:
    return str(Address(ALONE, path=(game.key, level, str(seats), *more)))
