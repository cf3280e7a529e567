"""A player's finished games, newest first, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.core.results import Result
from bot.pages.address import Address
from bot.pages.board import COLOUR
from bot.pages.page import Block, Button, Choice, Menu, PrivatePage, Text, cut, rows
from bot.text.strings import Speech, Words, bare, plain

SCOPE = "replays"
LIST, WATCH = "games", "watch"
"""The verbs that turn the page, and that open a game."""
EACH = 8
"""Games on one page."""
LABEL = 100
"""Discord's limit on the label and the description of a choice."""


class Finished(NamedTuple):
    """A finished game: the player's result, those of the others, and names by user."""

    own: Result
    others: Sequence[Result]
    names: Mapping[int, str]


def games_list(words: Words, lang: str, games: Sequence[Finished], *, first: bool, more: bool) -> PrivatePage:
    """A page of the list; the menu below it opens one. ``more``: there are older ones."""
    say = words.say(SCOPE, lang)
    if not games:
        return PrivatePage((Text(say("games-none" if first else "games-no-more")), *_turns(say, first=first)), COLOUR)
    lines = [f"- **{_name(game, say)}** · {_result(game, say)} · {_with(game, say)} · {_when(game)}" for game in games]
    choices = tuple(
        Choice(
            cut(bare(f"{_name(game, say)} · {_with(game, say)}"), LABEL),
            f"t{game.own.table}",
            cut(bare(_result(game, say)), LABEL),
        )
        for game in games
    )
    blocks: list[Block] = [
        Text("\n".join((say("games-title"), *lines))),
        Menu(str(Address(WATCH, path=("~m",))), say("games-watch"), choices),
    ]
    return PrivatePage((*blocks, *_turns(say, first=first, older=games[-1].own.table if more else 0)), COLOUR)


def _turns(say: Speech, *, first: bool, older: int = 0) -> list[Block]:
    """Buttons to the newest and to older games."""
    found = [] if first else [Button(say("games-newest"), str(Address(LIST)), emoji="⏮️")]
    if older:
        found.append(Button(say("games-older"), str(Address(LIST, painted=older)), emoji="▶️"))
    return [*rows(found)]


def _name(game: Finished, say: Speech) -> str:
    return say.scoped(game.own.game)("name")


def _result(game: Finished, say: Speech) -> str:
    own = game.own
    score = say.scoped(own.game)("final-score", score=own.score)
    if own.left:
        return say("games-left")
    if own.unfinished:
        return say("games-unfinished")
    return say("games-won", score=score) if own.won else say("games-place", place=own.place, score=score)


def _with(game: Finished, say: Speech) -> str:
    """The other players; erased ones are "somebody", and opponents are counted."""
    people = [_called(other, game.names, say) for other in game.others if other.level is None]
    opponents = len(game.others) - len(people)
    return say.join([*people, *([say("games-opponents", count=opponents)] if opponents else [])])


def _called(other: Result, names: Mapping[int, str], say: Speech) -> str:
    return plain(names[other.user]) if other.user is not None and other.user in names else say("somebody")


def _when(game: Finished) -> str:
    return f"<t:{round(game.own.finished)}:d>"
