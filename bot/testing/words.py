"""The strings that a game needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from bot.core.game import AnyGame
from bot.pages.lobby import token
from bot.text.strings import FALLBACK, KERNEL, Words

RULES_LINES = 10
"""Lines of the short rules."""


def needed_strings(game: AnyGame, words: Words, folder: Path) -> Iterator[str]:
    """Every key the kernel asks a game for."""
    yield from ("name", "blurb", "command", "command.help", "rules", "win", "final-score")
    yield from (f"figure-{key}" for key in game.figures)
    yield from (f"total-{key}" for key in game.totals)
    yield from (f"honour-{honour.key}" for honour in game.honours)
    for verb in game.verbs:
        key = f"verb-{verb.key}"
        yield from (f"{key}.button",)
        if verb.command:
            yield from (key, f"{key}.help")
        for place, step in enumerate(verb.steps, start=1):
            yield from (f"{key}.{step}", f"{key}.{step}-help", f"ask-{verb.key}-{place}")
        if verb.repeats:
            yield f"{key}.repeated"
        if verb.shortcut:
            yield from (f"shortcut-{verb.shortcut}", f"shortcut-{verb.shortcut}.help")
    for option in game.options:
        key = f"option-{option.key}"
        yield from (key, f"{key}.command", f"{key}.help", *(f"{key}.{token(value)}" for value in option.values))
    for aid in game.aids:
        yield from (f"aid-{aid}", f"aid-{aid}.button")
    for section in words.keys(game.key, FALLBACK):
        if section.startswith("rules-"):
            yield f"{section}.title"
    yield from (f"illegal-{key}" for key in refusals(folder))


def refusals(folder: Path) -> set[str]:
    """Every key that the sources in a game's folder pass to Illegal."""
    found: set[str] = set()
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Illegal":
                match node.args[0]:
                    case ast.IfExp(body=first, orelse=second):
                        keys = [first, second]
                    case key:
                        keys = [key]
                found |= {str(key.value) for key in keys if isinstance(key, ast.Constant)}
    return found


def has_its_strings(game: AnyGame, words: Words, folder: Path) -> None:
    """Every string that the kernel asks for is there, in each language of the game."""
    languages = words.languages(game.key)
    assert FALLBACK in languages, f"strings/{FALLBACK}.ftl is what other languages fall back to"
    needed = list(needed_strings(game, words, folder))
    for lang in languages:
        missing = [key for key in needed if not (words.has(game.key, lang, key) or words.has(KERNEL, lang, key))]
        assert not missing, f"strings/{lang}.ftl lacks {', '.join(missing)}"
        lines = len(words.get(game.key, lang, "rules").splitlines())
        assert lines == RULES_LINES or game.draft, f"strings/{lang}.ftl: `rules` has {lines} lines, not {RULES_LINES}"
        shadowed = {*words.keys(game.key, lang)} & {*words.keys(KERNEL, lang)}
        assert not shadowed, f"strings/{lang}.ftl has keys of the kernel: {', '.join(sorted(shadowed))}"
