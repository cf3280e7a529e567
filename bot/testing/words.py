"""The strings that a game needs."""

from __future__ import annotations

import ast as python
import logging
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from fluent.runtime import FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from bot.catalogue import kernel_needs
from bot.core.game import AnyGame
from bot.text import strings
from bot.text.strings import FALLBACK, KERNEL, Words

RULES_LINES = 10


def refusals(folder: Path) -> set[str]:
    """Every key that the sources in a game's folder pass to Illegal."""
    found: set[str] = set()
    for file in folder.glob("*.py"):
        for node in python.walk(python.parse(file.read_text("utf-8"))):
            if isinstance(node, python.Call) and isinstance(node.func, python.Name) and node.func.id == "Illegal":
                match node.args[0]:
                    case python.IfExp(body=first, orelse=second):
                        keys = [first, second]
                    case key:
                        keys = [key]
                found |= {str(key.value) for key in keys if isinstance(key, python.Constant)}
    return found


def has_its_strings(game: AnyGame, words: Words, folder: Path) -> None:
    """Every string that the kernel asks for, or that another language has, is there in each language of the game."""
    languages = words.languages(game.key)
    assert FALLBACK in languages, f"strings/{FALLBACK}.ftl is what other languages fall back to"
    blanks = {lang: blanks_by_key((folder / "strings" / f"{lang}.ftl").read_text("utf-8")) for lang in languages}
    titles = [f"{key}.title" for key in words.keys(game.key, FALLBACK) if key.startswith("rules-")]
    told = [f"illegal-{key}" for key in refusals(folder)]
    needed = {*kernel_needs(game), *titles, *told, *(key for found in blanks.values() for key in found)}
    for lang in languages:
        missing = sorted(key for key in needed if not (key in blanks[lang] or words.has(KERNEL, lang, key)))
        assert not missing, f"strings/{lang}.ftl lacks {', '.join(missing)}"
        lines = len(words.get(game.key, lang, "rules").splitlines())
        assert lines == RULES_LINES or game.draft, f"strings/{lang}.ftl: `rules` has {lines} lines, not {RULES_LINES}"
        shadowed = {*words.keys(game.key, lang)} & {*words.keys(KERNEL, lang)}
        assert not shadowed, f"strings/{lang}.ftl has keys of the kernel: {', '.join(sorted(shadowed))}"
        assert not (faults := list(different_blanks(blanks[lang], blanks[FALLBACK]))), (
            f"strings/{lang}.ftl and strings/{FALLBACK}.ftl: {'; '.join(faults)}"
        )


@contextmanager
def all_blanks_filled() -> Iterator[None]:
    """Raise AssertionError if a string is said in this block without a value for one of its blanks."""
    faults = list[str]()
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: faults.append(record.getMessage())
    strings.log.addHandler(handler)
    try:
        yield
    finally:
        strings.log.removeHandler(handler)
    assert not faults, f"a blank is not filled: {faults[0]}"


class _Blanks(Visitor):
    """The blanks of a string, each with the words it is compared with."""

    def __init__(self) -> None:
        self.found: dict[str, set[str]] = {}

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802, Fluent's name
        self.found.setdefault(node.id.name, set())

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802
        self.generic_visit(node)
        if isinstance(node.selector, ast.VariableReference):
            keys = (each.key for each in node.variants)
            self.found[node.selector.id.name].update(key.name for key in keys if isinstance(key, ast.Identifier))


def blanks_by_key(source: str) -> dict[str, dict[str, set[str]]]:
    """Every key of a catalogue with its blanks."""
    found: dict[str, dict[str, set[str]]] = {}
    for entry in FluentResource(source).body:
        if isinstance(entry, ast.Message):
            parts = {entry.id.name: entry.value} | {f"{entry.id.name}.{a.id.name}": a.value for a in entry.attributes}
            for key, value in parts.items():
                if value is not None:
                    visitor = _Blanks()
                    visitor.visit(value)
                    found[key] = visitor.found
    return found


def different_blanks(one: Mapping[str, Collection[str]], other: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Where each of two languages has a blank that the other lacks; one alone may omit a gender or a plural."""
    for key in one.keys() & other.keys():
        here, there = {*one[key]} - {*other[key]}, {*other[key]} - {*one[key]}
        if here and there:
            yield f"{key} says {', '.join(sorted(here))} in one and {', '.join(sorted(there))} in the other"
