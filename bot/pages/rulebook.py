"""The rules of a game by section."""

from __future__ import annotations

from bot.core.game import AnyGame
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.page import Choice, Menu, PrivatePage, Separator, Text, cut
from bot.text.strings import Words

PREFIX = "rules-"
SUMMARY = "summary"


def sections(words: Words, game: AnyGame, lang: str) -> list[str]:
    """The sections of a game's rules, in the order of its strings."""
    return [key.removeprefix(PREFIX) for key in words.keys(game.key, lang) if key.startswith(PREFIX)]


def rulebook(words: Words, game: AnyGame, lang: str, section: str = SUMMARY) -> PrivatePage:
    """One section of a game's rules, with a menu of the others. An unknown section shows the summary."""
    say = words.say(game.key, lang)
    known = sections(words, game, lang)
    if section in known:
        text = f"### {say('name')} — {say(f'{PREFIX}{section}.title')}\n{say(f'{PREFIX}{section}')}"
    else:
        section = SUMMARY
        text = f"### {say('name')}\n{say('rules')}"
    lines = [Choice(say("rules-summary-title"), SUMMARY, chosen=section == SUMMARY)]
    lines += [Choice(cut(say(f"{PREFIX}{key}.title"), 100), key, chosen=key == section) for key in known]
    chooser = Menu(str(Address("rules", 0, 0, (game.key,))), say("rules-choose"), tuple(lines))
    return PrivatePage((Text(text), Separator(), chooser), COLOUR)
