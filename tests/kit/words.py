"""What several tests need: words with people, without a Discord or a table."""

from functools import cache
from pathlib import Path

from bot.words import KERNEL, Speech, Words

ROOT = Path(__file__).parents[2]
NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")


@cache
def all_words() -> Words:
    """Every catalogue of the repository."""
    folders = {KERNEL: ROOT / "bot"}
    folders |= {folder.name: folder for folder in sorted((ROOT / "cogs").iterdir()) if folder.is_dir()}
    return Words(folders)


def saying(game_key: str, lang: str, names: tuple[str, ...] = NAMES) -> Speech:
    """The voice of a game in a language with these people at the table."""
    return all_words().say(game_key, lang, names)
