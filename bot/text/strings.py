"""Strings by key and language, read from Fluent catalogues. French comes first; English is complete.

A *scope* is a folder with its own ``strings/``: the kernel (``""``), a game, a feature. A scope that lacks a key uses
the kernel's. Patterns are compiled to closures, many times as fast as fluent.runtime's interpreter; rare constructs
(terms, functions, numbers from a thousand on, a missing blank) are left to fluent.runtime.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from babel.core import Locale
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from bot.text.names import letters, turns

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


log = logging.getLogger(__name__)

LANGUAGES = ("fr", "en")
KERNEL = ""
SPEECHES = 2_000
"""Tables whose people's names are kept as they are told: every page is made with them."""
NAMES = 10_000
"""Names kept as they are shown: looking at every letter takes its time."""

LETTERS, CHARACTERS = 24, 32
"""The most of what one sees as letters that a name has, and the most characters they are made of."""

# What markdown, mentions and links are made of; at the beginning also what makes a line one of a list. Discord does not
# show a backslash before these, and a link whose colon and slashes have one is none: it looks as it was typed.
_SPECIAL = re.compile(r"(^[0-9]+(?=\.)|(?=^[-+]|[\\*_~`|<>\[\]()#@:/]))")
_ESCAPE = re.compile(r"\\([\\*_~`|<>\[\]()#@:/.+-])")
_HEADING = re.compile(r"^(?:-#|#+) ", re.MULTILINE)

_FRENCH_SPACE = re.compile(r"(?<=«) |(?<=\S) (?=[»:;?!](?:[\s*_`]|$))", re.MULTILINE)
"""The spaces of French typography, at which no line may be broken."""


class MissingString(KeyError):
    """A key that no catalogue of a language has."""


def language(locale: str | None) -> str:
    """The language we speak to a client with that Discord locale: English only to English clients."""
    return "en" if (locale or "").startswith("en") else "fr"


@lru_cache(NAMES)
def seen(name: str) -> str:
    """A display name without what cannot be seen of it."""
    return "".join(letters(name)) or "…"


@lru_cache(NAMES)
def plain(name: str) -> str:
    """A display name that cannot format, ping, link, turn or break the text around it."""
    found = letters(name)
    if len(found) > LETTERS or sum(map(len, found)) > CHARACTERS:
        found = _beginning(found)
    shown = _SPECIAL.sub(r"\1\\", "".join(found)) or "…"
    # Isolated, what goes from right to left stays among itself.
    return f"\u2068{shown}\u2069" if turns(shown) else shown


def _beginning(found: list[str]) -> list[str]:
    kept = found[: LETTERS - 1]
    while sum(map(len, kept)) >= CHARACTERS or kept[-1] == " ":
        kept.pop()
    return [*kept, "…"]


@lru_cache(NAMES)
def bare(text: str) -> str:
    """A text for where markdown is not read, such as a button: without the escapes of names."""
    return _ESCAPE.sub(r"\1", text)


def unmarked(text: str) -> str:
    """A text for where markdown is not read, without its markup and the escapes of names."""
    # A pattern for all of it would be tried at every letter.
    plain = text.replace("```\n", "").replace("```", "").replace("**", "")
    return bare(_HEADING.sub("", plain) if "# " in plain else plain).strip()


class Strings:
    """The strings of one scope in one language."""

    def __init__(self, lang: str, source: str) -> None:
        self._bundle = FluentBundle([lang], use_isolating=False)
        if lang == "fr":
            source = _FRENCH_SPACE.sub("\N{NO-BREAK SPACE}", source)
        resource = FluentResource(source)
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                raise ValueError(f"unreadable string in {lang}: {(entry.content or '').strip()[:80]!r}")
        self._bundle.add_resource(resource)
        self._patterns = Patterns(resource.body, lru_cache(Locale(lang).plural_form))
        self.keys = [entry.id.name for entry in resource.body if isinstance(entry, ast.Message)]

    def has(self, key: str) -> bool:
        """Whether there is such a key (``key.attribute`` for an attribute)."""
        return key in self._patterns

    def string(self, key: str) -> str | Fill:
        """A string: what it says, or how its blanks are filled; what raises Unusual or KeyError is ``interpreted``."""
        try:
            return self._patterns.made(key)
        except Unusual:
            return lambda blanks: self.interpreted(key, blanks)

    def interpreted(self, key: str, blanks: Blanks) -> str:
        """The string with its blanks filled by Fluent itself."""
        name, _, attribute = key.partition(".")
        message = self._bundle.get_message(name)
        pattern = message.attributes[attribute] if attribute else message.value
        assert pattern is not None
        text, errors = self._bundle.format_pattern(pattern, dict(blanks))
        if errors:
            log.error("string %s: %s", key, errors)
        return str(text)


class Words:
    """Every string the bot can say."""

    def __init__(self, folders: Mapping[str, Path], shared: Sequence[str] = ()) -> None:
        """Read ``strings/<language>.ftl`` of each scope's folder; scopes without one have no strings.

        ``shared`` scopes are those of features: every scope falls back to the kernel's strings, then to theirs.
        """
        self._shared = shared
        self._catalogues: dict[tuple[str, str], Strings] = {}
        self._strings: dict[tuple[str, str], dict[str, str | Fill]] = {}
        self._speech = lru_cache(SPEECHES)(lambda *what: Speech(self, *what))
        for scope, folder in folders.items():
            for lang in LANGUAGES:
                file = folder / "strings" / f"{lang}.ftl"
                if file.exists():
                    self._catalogues[scope, lang] = Strings(lang, file.read_text("utf-8"))

    def get(self, scope: str, lang: str, key: str, **blanks: Any) -> str:
        """A string of a scope, or of the kernel. Blanks are texts and numbers."""
        return self.say(scope, lang)(key, **blanks)

    def strings(self, scope: str, lang: str) -> dict[str, str | Fill]:
        """The strings that a scope has asked for so far."""
        return self._strings.setdefault((scope, lang), {})

    def string(self, scope: str, lang: str, key: str) -> str | Fill:
        """A string of a scope, or of the kernel: what it says, or how its blanks are filled."""
        found = self.strings(scope, lang)[key] = self._catalogue(scope, lang, key).string(key)
        return found

    def interpreted(self, scope: str, lang: str, key: str, blanks: Blanks) -> str:
        """A string with its blanks filled by Fluent itself, which can do more, and takes longer."""
        return self._catalogue(scope, lang, key).interpreted(key, blanks)

    def _catalogue(self, scope: str, lang: str, key: str) -> Strings:
        for place in (scope, KERNEL, *self._shared):
            catalogue = self._catalogues.get((place, lang))
            if catalogue and catalogue.has(key):
                return catalogue
        raise MissingString(f"{scope or 'kernel'}/{lang}: {key}")

    def has(self, scope: str, lang: str, key: str) -> bool:
        """Whether that scope itself has the key."""
        catalogue = self._catalogues.get((scope, lang))
        return catalogue is not None and catalogue.has(key)

    def keys(self, scope: str, lang: str) -> list[str]:
        """The keys of a scope in the order of its file."""
        catalogue = self._catalogues.get((scope, lang))
        return list(catalogue.keys) if catalogue else []

    def say(self, scope: str, lang: str, names: Sequence[str] = ()) -> Speech:
        """The voice of a scope in a language at a table where these people sit."""
        return self._speech(scope, lang, tuple(names))


class Speech:
    """One scope in one language at one table: what games and pages receive as ``say``."""

    def __init__(self, words: Words, scope: str, lang: str, names: tuple[str, ...]) -> None:
        self._words = words
        self._scope = scope
        self.lang = lang
        self._raw = names
        self._strings = words.strings(scope, lang)

    @cached_property
    def _names(self) -> dict[int, str]:
        return {seat: plain(name) if name else self._somebody for seat, name in enumerate(self._raw)}

    @property
    def _somebody(self) -> str:
        """What people are called who are not to be remembered: their name is kept nowhere."""
        return self._words.get(KERNEL, self.lang, "somebody")

    def __call__(self, key: str, **blanks: Any) -> str:
        """The string of that key; blanks called ``seat`` or ``other`` become names."""
        found = self._strings.get(key) or self._words.string(self._scope, self.lang, key)
        if isinstance(found, str):
            return found
        # One after the other: a loop over the two would take as long as all the rest.
        if "seat" in blanks and type(seat := blanks["seat"]) is int:
            blanks["seat"] = self._names.get(seat) or self.name(seat)
        if "other" in blanks and type(seat := blanks["other"]) is int:
            blanks["other"] = self._names.get(seat) or self.name(seat)
        try:
            return found(blanks)
        except (Unusual, KeyError):
            return self._words.interpreted(self._scope, self.lang, key, blanks)

    def has(self, key: str) -> bool:
        """Whether the scope itself has that key."""
        return self._words.has(self._scope, self.lang, key)

    def name(self, seat: int) -> str:
        """How the person in a seat is called."""
        return self._names.get(seat) or f"#{seat + 1}"

    def raw_name(self, seat: int) -> str:
        """What the person in a seat calls themselves, for a picture: of any length, and without escapes."""
        if not 0 <= seat < len(self._raw):
            return str(seat + 1)
        return seen(self._raw[seat]) if self._raw[seat] else self._somebody

    def names(self, seats: Collection[int]) -> str:
        """People as a phrase."""
        return self.join(f"**{self.name(seat)}**" for seat in seats)

    def join(self, parts: Iterable[str]) -> str:
        """Parts as a phrase: "a, b et c"."""
        *head, last = list(parts) or [""]
        return f"{', '.join(head)} {self._words.get(KERNEL, self.lang, 'and')} {last}" if head else last

    def scoped(self, scope: str) -> Speech:
        """The same language and people, with the words of another scope."""
        return self._words.say(scope, self.lang, self._raw)
