"""Words with people, without a Discord or a table, and what a game's views and messages read like in them."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from bot.core.game import AnyGame, AnyState, Seat, Sight
from bot.text.strings import KERNEL, Speech, Words

ROOT = Path(__file__).parents[2]
NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")


@cache
def all_words() -> Words:
    folders = {KERNEL: ROOT / "bot"}
    folders |= {folder.name: folder for folder in sorted((ROOT / "cogs").iterdir()) if folder.is_dir()}
    return Words(folders)


def saying(game_key: str, lang: str, names: tuple[str, ...] = NAMES) -> Speech:
    """The voice of a game in a language with these people at the table."""
    return all_words().say(game_key, lang, names)


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def readable(widgets: Iterable[dict[str, Any]]) -> Iterator[str]:
    """All that can be read in components, a line each, with buttons in brackets and choices in parentheses."""
    for widget in widgets:
        if widget["type"] == 10:
            yield widget["content"]
        elif widget["type"] == 2:
            yield f"[{widget['label']}]"
        elif widget["type"] == 3:
            yield from (f"({option['label']})" for option in widget["options"])
        elif widget["type"] == 12:
            yield from (item.get("description") or "" for item in widget["items"])


PARTS = ("title", "scene", "story", "hand", "note", "recap")
"""The texts of a sight."""


def reading(game: AnyGame, lang: str) -> Callable[..., Sight]:
    """A function: state and seat → the texts of that view, with plain spaces; ``flash=False``: after the reveal."""
    say = saying(game.key, lang)

    def read(state: AnyState, seat: Seat | None = None, *, flash: bool = True) -> Sight:
        view = state.view(seat)
        found = game.face.sight(view if flash else view.without_flash(), say)
        return Sight(**{part: plain(getattr(found, part)) for part in PARTS})

    return read
