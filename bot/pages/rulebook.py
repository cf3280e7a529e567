"""The rules of a game by section, and refusals: why a request or a move is not allowed."""

from __future__ import annotations

from bot.core.game import AnyGame, Illegal, Refusal
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.page import Choice, Menu, PrivatePage, Separator, Text, cut
from bot.text.strings import Speech, Words, plain

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


def refusal(no: Refusal, say: Speech) -> str:
    """Why a request is refused, and what to do instead."""
    blanks = dict(no.blanks)
    if "host" in blanks:
        blanks["host"] = plain(str(blanks["host"]))
    if "option" in blanks:
        blanks["option"] = say(f"option-{blanks['option']}")
    if "games" in blanks:
        games = str(blanks["games"]).split(",")
        blanks["games"] = say.join(say.scoped(game)("name") for game in games if game) or "—"
    if "paces" in blanks:
        blanks["paces"] = say.join(say(f"pace-{pace}") for pace in str(blanks["paces"]).split(","))
    if no.key == "option-seats":
        blanks["seats"] = f" {say('or')} ".join(str(blanks["seats"]).split("/"))
    if "permissions" in blanks:
        names = str(blanks["permissions"]).split(",")
        blanks["permissions"] = say.join(f"**{say(f'permission-{name}')}**" for name in names)
    return say(f"refusal-{no.key}", **blanks)


def reason(no: Refusal | Illegal, say: Speech) -> str:
    """Why a request or a move is refused; ``say`` has the game's strings."""
    return refusal(no, say) if isinstance(no, Refusal) else say(f"illegal-{no.key}", **no.blanks)
