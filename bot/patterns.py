"""Fluent patterns compiled to closures: many times as fast as fluent.runtime's interpreter.

Rare constructs (terms, functions, numbers from a thousand on, a missing blank) are left to fluent.runtime.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fluent.syntax import ast

Blanks = Mapping[str, Any]
Fill = Callable[[Blanks], str]
Plural = Callable[[int], str]
"""The plural category of a number in a language: ``one``, ``other``."""

PLAIN = 1_000
"""From here on numbers are written in groups of digits, as each language does it."""
LONGEST = 2_500
"""Characters of the longest text that Fluent takes for a blank."""


class Unusual(Exception):
    """Something that is left to Fluent."""


class Patterns:
    """The patterns of one catalogue by the name of their message or, after a dot, attribute."""

    def __init__(self, body: list[ast.EntryType], plural: Plural) -> None:
        self._plural = plural
        self._sources: dict[str, ast.Pattern] = {}
        self._made: dict[str, str | Fill] = {}
        for entry in body:
            if isinstance(entry, ast.Message):
                if entry.value is not None:
                    self._sources.setdefault(entry.id.name, entry.value)
                for attribute in entry.attributes:
                    self._sources.setdefault(f"{entry.id.name}.{attribute.id.name}", attribute.value)

    def __contains__(self, key: str) -> bool:
        return key in self._sources

    def made(self, key: str) -> str | Fill:
        """The text of a pattern without blanks, or what fills them. Raises Unusual; the filling also KeyError."""
        if (found := self._made.get(key)) is None:
            self._made[key] = _refused  # Whatever refers to itself while it is being made.
            try:
                found = self._made[key] = self._pattern(self._sources[key])
            except KeyError:
                raise Unusual(key) from None
        return found

    def _pattern(self, source: ast.Pattern) -> str | Fill:
        """The text of a pattern without blanks, or a closure that fills them."""
        parts: list[str | Fill] = []
        for element in source.elements:
            part = element.value if isinstance(element, ast.TextElement) else self._expression(element.expression)
            if isinstance(part, str) and parts and isinstance(last := parts[-1], str):
                parts[-1] = last + part
            else:
                parts.append(part)
        if len(parts) == 1:
            return parts[0]
        return lambda blanks: "".join([part if type(part) is str else part(blanks) for part in parts])  # type: ignore[operator]

    def _expression(self, what: Any) -> str | Fill:
        match what:
            case ast.StringLiteral():
                return str(what.parse()["value"])
            case ast.VariableReference():
                return _blank(what.id.name)
            case ast.MessageReference():
                attribute = f".{what.attribute.name}" if what.attribute else ""
                return self.made(f"{what.id.name}{attribute}")
            case ast.SelectExpression(selector=ast.VariableReference() as selector):
                return self._choice(selector.id.name, what.variants)
            case _:
                return _refused

    def _choice(self, name: str, variants: list[ast.Variant]) -> Fill:
        by_word: dict[str, str | Fill] = {}
        by_number: dict[float, str | Fill] = {}
        other: str | Fill = _refused
        for variant in variants:
            made = self._pattern(variant.value)
            if isinstance(variant.key, ast.Identifier):
                by_word.setdefault(variant.key.name, made)
            else:
                by_number.setdefault(float(variant.key.value), made)
            if variant.default:
                other = made
        mixed = any(isinstance(variant.key, ast.NumberLiteral) for variant in variants[len(by_number) :])
        counted: dict[int, str | Fill] = {}
        """What is said of the numbers asked for so far."""

        def fill(blanks: Blanks) -> str:
            value: Any = blanks[name]
            kind = type(value)
            if kind is str and not by_number:
                found = by_word.get(value, other)
            elif kind is int and value in counted:
                found = counted[value]
            elif kind is int and not mixed and 0 <= value < PLAIN:
                # Numbers stand first: an exact one is meant before its plural.
                found = by_number[value] if value in by_number else by_word.get(self._plural(value), other)
                counted[value] = found
            else:
                raise Unusual(name)
            return found if isinstance(found, str) else found(blanks)

        return fill


def _blank(name: str) -> Fill:
    """Fills one blank: a text as it is, a small number in digits."""

    def fill(blanks: Blanks) -> str:
        value: Any = blanks[name]
        kind = type(value)
        if kind is str and len(value) <= LONGEST:
            return value
        if kind is int and 0 <= value < PLAIN:
            return str(value)
        raise Unusual(name)

    return fill


def _refused(_: Blanks) -> str:
    raise Unusual
