"""Strings are filled as Fluent fills them."""

import logging
from collections.abc import Iterator
from itertools import product

import pytest
from fluent.runtime import FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from bot.text.strings import KERNEL, LANGUAGES, Strings, Unusual, Words
from tests.kit.words import ROOT

FILES = sorted((*ROOT.glob("bot/**/strings/*.ftl"), *ROOT.glob("cogs/**/strings/*.ftl")))
VALUES = ("Ana", "", 0, 1, 2, 21, 999, 1_000, 12_345, -1, 1.5, True)
ODD = """
plain = Words
braces = {"{"}{ $what }{ "" }
number = { $count ->
    [0] none
    [1] {""}
    [one] a single one
   *[other] { $count } of { $what }
}
after = { $count ->
    [one] one
    [1] never
   *[other] many
}
word = { $what ->
    [Ana] her
   *[other] { plain } { number.attribute }
}
number-only =
    .attribute = { $what }, twice { $what }
-term = a term
term = { -term } { NUMBER($count) }
round = and { round }
attribute = { number-only.attribute }
nowhere = { missing }
"""


class _Blanks(Visitor):
    """The blanks of a string, and what is told apart by them."""

    def __init__(self) -> None:
        self.found: dict[str, set[object]] = {}

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802, Fluent's name
        self.found.setdefault(node.id.name, set())

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802
        self.generic_visit(node)
        if isinstance(node.selector, ast.VariableReference):
            keys = (each.key for each in node.variants)
            self.found[node.selector.id.name].update(key.name for key in keys if isinstance(key, ast.Identifier))


def _keys(source: str) -> Iterator[tuple[str, dict[str, set[object]]]]:
    for entry in FluentResource(source).body:
        if isinstance(entry, ast.Message):
            seen = _Blanks()
            seen.visit(entry)
            if entry.value:
                yield entry.id.name, seen.found
            for attribute in entry.attributes:
                yield f"{entry.id.name}.{attribute.id.name}", seen.found


def _same(catalogue: Strings, key: str, blanks: dict[str, object]) -> None:
    made = catalogue.string(key)
    try:
        told = made if isinstance(made, str) else made(blanks)
    except (Unusual, KeyError):
        return  # Left to Fluent.
    assert told == catalogue.interpreted(key, blanks), (key, blanks)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_every_string_is_filled_as_fluent_fills_it(file):
    """With every word it tells apart, and numbers of all kinds."""
    source = file.read_text("utf-8")
    catalogue = Strings(file.stem, source)
    for key, blanks in _keys(source):
        columns = [[*sorted(map(str, words)), "Ana", 0, 1, 2, 999, 1_000] for words in blanks.values()]
        for row in range(max(map(len, columns), default=1)):
            values = [column[row % len(column)] for column in columns]
            _same(catalogue, key, dict(zip(blanks, values, strict=True)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_unusual_is_left_to_fluent(lang, caplog):
    """Terms, functions, circles, what is missing, large numbers, numbers after words."""
    caplog.set_level(logging.CRITICAL)
    catalogue = Strings(lang, ODD)
    for key, _ in _keys(ODD):
        for what, count in product(VALUES, VALUES):
            _same(catalogue, key, {"what": what, "count": count})
        _same(catalogue, key, {})
    assert not isinstance(catalogue.string("number"), str)
    assert catalogue.string("plain") == "Words"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_people_are_told_what_is_left_to_fluent(lang, tmp_path, caplog):
    """Whatever a blank holds, also where it is missing, and words of the kernel."""
    caplog.set_level(logging.CRITICAL)
    (tmp_path / "strings").mkdir()
    (tmp_path / "strings" / f"{lang}.ftl").write_text(ODD, "utf-8")
    words, catalogue = Words({KERNEL: tmp_path}), Strings(lang, ODD)
    for key, _ in _keys(ODD):
        for what, count in product(VALUES, VALUES):
            blanks = {"what": what, "count": count}
            assert words.say("game", lang)(key, **blanks) == catalogue.interpreted(key, blanks)
            assert words.get("game", lang, key, **blanks) == catalogue.interpreted(key, blanks)
        assert words.say(KERNEL, lang)(key) == catalogue.interpreted(key, {})
