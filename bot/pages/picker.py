"""Choosing a legal move step by step. What has been chosen so far lives in the custom_id, nowhere else."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from bot.core.game import Game, Path, Say
from bot.pages.address import Address
from bot.pages.page import LABEL_LIMIT, MENU_LIMIT, Block, Button, Buttons, Choice, Menu, Text, cut, rows
from bot.words import bare

PLAY = "play"
"""The verb of every address that leads towards a move."""
FEW = 5
"""So many choices are buttons; more are a menu."""

_NUMBER = re.compile(r"[0-9]{1,4}")


def paths(game: Game, legal: Collection[Any]) -> dict[Path, Any]:
    """Every legal move by its steps, in the order people should see them."""
    order = {verb.key: place for place, verb in enumerate(game.verbs)}
    spelt = ((game.path(move), move) for move in legal)
    return dict(sorted(spelt, key=lambda item: order[item[0][0]]))


def tokens(found: Collection[Path], prefix: Path) -> list[str]:
    """The next steps possible after those already taken."""
    depth = len(prefix)
    return list(dict.fromkeys(path[depth] for path in found if len(path) > depth and path[:depth] == prefix))


def pick(
    game: Game, view: Any, legal: Collection[Any], say: Say, *, table: int, painted: int, steps: Path
) -> list[Block]:
    """The next question, as buttons or a menu; nothing if this seat has no move."""
    every = list(paths(game, legal))
    prefix, page = _page(steps)
    found = [path for path in every if path[: len(prefix)] == prefix]
    if not found:
        return []
    prefix = _skip(found, prefix)
    address = Address(PLAY, table, painted)
    if not prefix:
        return _verbs(game, found, say, address)
    ends = [path[len(prefix) :] for path in found]
    # Everything left in one list, if it fits: never two clicks where one would do.
    if len(ends) > MENU_LIMIT:
        ends = [(token,) for token in tokens(found, prefix)]
    blocks: list[Block] = [Text(say(f"ask-{prefix[0]}-{len(prefix)}"))]
    choices = [(_label(game, view, prefix, end, say), (*prefix, *end)) for end in ends]
    if len(choices) <= FEW:
        verb = game.verb(prefix[0])
        blocks += rows(
            [Button(cut(text, LABEL_LIMIT), str(address._replace(path=path)), verb.style) for text, path in choices]
        )
    else:
        blocks += _menu(choices, prefix, page, say, address)
    if len(tokens(every, ())) > 1 or len(prefix) > 1:
        back = Address("hand", table, painted, prefix[:-1])
        blocks.append(Buttons((Button(say("back"), str(back), emoji="↩️"),)))
    return blocks


def _verbs(game: Game, found: list[Path], say: Say, address: Address) -> list[Block]:
    keys = tokens(found, ())
    return list(
        rows(
            [
                Button(say(f"verb-{key}.button"), str(address._replace(path=(key,))), game.verb(key).style)
                for key in keys
            ]
        )
    )


def _menu(choices: list[tuple[str, Path]], prefix: Path, page: int, say: Say, address: Address) -> list[Block]:
    last = (len(choices) - 1) // MENU_LIMIT
    page = min(page, last)
    shown = choices[page * MENU_LIMIT : (page + 1) * MENU_LIMIT]
    lines = tuple(Choice(cut(text, 100), ".".join(path[len(prefix) :])) for text, path in shown)
    blocks: list[Block] = [Menu(str(address._replace(path=prefix)), say("choose"), lines)]
    if last:
        turn = [
            Button(say(key), str(address._replace(path=(*prefix, f"~{to}"))), emoji=emoji, disabled=not 0 <= to <= last)
            for key, emoji, to in (("earlier", "◀️", page - 1), ("more", "▶️", page + 1))
            if 0 <= to <= last
        ]
        blocks.append(Buttons(tuple(turn)))
    return blocks


def _label(game: Game, view: Any, prefix: Path, end: Path, say: Say) -> str:
    words = [game.face.label(view, (*prefix, *end[: depth + 1]), say) for depth in range(len(end))]
    return bare(" · ".join(words))


def _page(steps: Path) -> tuple[Path, int]:
    """The steps taken, and the page of the menu a last step like ``~2`` asks for."""
    if steps and steps[-1].startswith("~"):
        # What we did not write is the first page: a custom_id can be forged.
        digits = _NUMBER.fullmatch(steps[-1], 1)
        return steps[:-1], int(digits[0]) if digits else 0
    return steps, 0


def _skip(found: list[Path], prefix: Path) -> Path:
    """Take the steps that are no choice, but never the last one: a move is made by a person."""
    while True:
        following = tokens(found, prefix)
        if len(following) != 1 or any(len(path) == len(prefix) + 1 for path in found):
            return prefix
        prefix = (*prefix, following[0])
