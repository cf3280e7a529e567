"""Strings by key and language, read from Fluent catalogues. French comes first; English is complete.

A *scope* is a folder with its own ``strings/``: the kernel (``""``), a game, a feature. A scope that lacks a key uses
the kernel's. Common patterns are compiled to tuples, many times as fast as fluent.runtime's interpreter; rare
constructs (terms, functions, numbers from a thousand on, a missing blank) are left to fluent.runtime.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from babel.core import Locale
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from bot.text.names import letters, right_to_left

log = logging.getLogger(__name__)

LANGUAGES = ("fr", "en")
KERNEL = ""
SPEECH_CACHE_SIZE = 2_000
NAME_CACHE_SIZE = 10_000

UNGROUPED = 1_000
"""Smaller numbers have no separators between groups of digits."""
BLANK_LIMIT = 2_500
"""Characters of the longest text that Fluent accepts for a blank."""
LETTER_LIMIT, CHARACTER_LIMIT = 24, 32
"""The most visible letters of a name, and the most characters they are made of."""

# The characters of markdown, mentions and links; at the beginning also what turns a line into a list. Discord does not
# show a backslash before these, and does not make a link of a URL whose colon and slashes have one.
_SPECIAL = re.compile(r"(^[0-9]+(?=\.)|(?=^[-+]|[\\*_~`|<>\[\]()#@:/]))")
_ESCAPE = re.compile(r"\\([\\*_~`|<>\[\]()#@:/.+-])")
_HEADING = re.compile(r"^(?:-#|#+) ", re.MULTILINE)

_FRENCH_SPACE = re.compile(r"(?<=«) |(?<=\S) (?=[»:;?!](?:[\s*_`]|$))", re.MULTILINE)
"""The spaces of French typography, at which no line may be broken."""

_PLURALS: Mapping[str, Callable[[int], str]] = {lang: lru_cache(Locale(lang).plural_form) for lang in LANGUAGES}
"""The plural category of a number by language: ``one``, ``other``."""

Blanks = Mapping[str, Any]


class MissingString(KeyError):
    """A key that no catalogue of a language has."""


class Unusual(Exception):
    """A construct that is left to fluent.runtime."""


def language(locale: str | None) -> str:
    """The language for a Discord locale: English only for English clients."""
    return "en" if (locale or "").startswith("en") else "fr"


@lru_cache(NAME_CACHE_SIZE)
def seen(name: str) -> str:
    """A display name without its invisible characters."""
    return "".join(letters(name)) or "…"


@lru_cache(NAME_CACHE_SIZE)
def plain(name: str) -> str:
    """A display name that cannot format, ping, link, reverse or break the text around it."""
    found = letters(name)
    if len(found) > LETTER_LIMIT or sum(map(len, found)) > CHARACTER_LIMIT:
        found = _shortened(found)
    escaped = _SPECIAL.sub(r"\1\\", "".join(found)) or "…"
    # Isolated, right-to-left text does not reorder the text around it.
    return f"\u2068{escaped}\u2069" if right_to_left(escaped) else escaped


def _shortened(found: list[str]) -> list[str]:
    first = found[: LETTER_LIMIT - 1]
    while sum(map(len, first)) >= CHARACTER_LIMIT or first[-1] == " ":
        first.pop()
    return [*first, "…"]


@lru_cache(NAME_CACHE_SIZE)
def bare(text: str) -> str:
    """A text without the escapes of names, for places without markdown such as a button."""
    return _ESCAPE.sub(r"\1", text)


def unmarked(text: str) -> str:
    """A text without markup and escapes, for places without markdown."""
    # Plain replacements first: one pattern for all of it would be tried at every letter.
    plain = text.replace("```\n", "").replace("```", "").replace("**", "")
    return bare(_HEADING.sub("", plain) if "# " in plain else plain).strip()


class _Select(NamedTuple):
    """Variants by the value of a blank: words and plural categories, exact numbers."""

    words: dict[str, str | Parts]
    numbers: dict[float, str | Parts]
    default: str | Parts


class _Blank(NamedTuple):
    """A blank, filled with its value or with the variant for that value."""

    name: str
    select: _Select | None = None


Parts = tuple[str | _Blank | None, ...]
"""A compiled pattern; None stands for a construct that is left to Fluent."""


def fill(parts: Parts, blanks: Blanks, plural: Callable[[int], str]) -> str:
    """The text of a compiled pattern. Raises Unusual, or KeyError for a missing blank."""
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
            continue
        if part is None:
            raise Unusual
        name, select = part
        value: Any = blanks[name]
        kind = type(value)
        if kind is int and not 0 <= value < UNGROUPED:
            raise Unusual(name)
        if select is None:
            if kind is int:
                value = str(value)
            elif kind is not str or len(value) > BLANK_LIMIT:
                raise Unusual(name)
            texts.append(value)
            continue
        words, numbers, default = select
        if kind is int:
            # An exact number precedes its plural category.
            chosen = numbers[value] if value in numbers else words.get(plural(value), default)
        elif kind is str and not numbers:
            chosen = words.get(value, default)
        else:
            raise Unusual(name)
        texts.append(chosen if isinstance(chosen, str) else fill(chosen, blanks, plural))
    return "".join(texts)


class Strings:
    """The strings of one scope in one language."""

    def __init__(self, lang: str, source: str) -> None:
        self._bundle = FluentBundle([lang], use_isolating=False)
        if lang == "fr":
            source = _FRENCH_SPACE.sub("\N{NO-BREAK SPACE}", source)
        resource = FluentResource(source)
        self._patterns: dict[str, ast.Pattern] = {}
        self._compiled: dict[str, str | Parts] = {}
        self.keys: list[str] = []
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                raise ValueError(f"unreadable string in {lang}: {(entry.content or '').strip()[:80]!r}")
            if isinstance(entry, ast.Message):
                self.keys.append(entry.id.name)
                if entry.value is not None:
                    self._patterns.setdefault(entry.id.name, entry.value)
                for attribute in entry.attributes:
                    self._patterns.setdefault(f"{entry.id.name}.{attribute.id.name}", attribute.value)
        self._bundle.add_resource(resource)

    def has(self, key: str) -> bool:
        """Whether there is such a key (``key.attribute`` for an attribute)."""
        return key in self._patterns

    def compiled(self, key: str) -> str | Parts:
        """A string without blanks, or a pattern to fill."""
        if key not in self._compiled:
            self._compiled[key] = (None,)  # A pattern that refers to itself is left to Fluent.
            self._compiled[key] = self._pattern(self._patterns[key])
        return self._compiled[key]

    def interpreted(self, key: str, blanks: Blanks) -> str:
        """The string with its blanks filled by Fluent, which supports everything and is slower."""
        name, _, attribute = key.partition(".")
        message = self._bundle.get_message(name)
        pattern = message.attributes[attribute] if attribute else message.value
        assert pattern is not None
        text, errors = self._bundle.format_pattern(pattern, dict(blanks))
        if errors:
            log.error("string %s: %s", key, errors)
        return str(text)

    def _pattern(self, source: ast.Pattern) -> str | Parts:
        parts: list[str | _Blank | None] = []
        for element in source.elements:
            found = element.value if isinstance(element, ast.TextElement) else self._expression(element.expression)
            for part in (found,) if isinstance(found, str) else found:
                if isinstance(part, str) and parts and isinstance(last := parts[-1], str):
                    parts[-1] = last + part
                else:
                    parts.append(part)
        return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else tuple(parts)

    def _expression(self, expression: Any) -> str | Parts:
        match expression:
            case ast.StringLiteral():
                return str(expression.parse()["value"])
            case ast.VariableReference():
                return (_Blank(expression.id.name),)
            case ast.MessageReference():
                attribute = f".{expression.attribute.name}" if expression.attribute else ""
                key = f"{expression.id.name}{attribute}"
                return self.compiled(key) if self.has(key) else (None,)
            case ast.SelectExpression(selector=ast.VariableReference() as selector):
                return (self._select(selector.id.name, expression.variants),)
            case _:
                return (None,)

    def _select(self, name: str, variants: list[ast.Variant]) -> _Blank | None:
        select = _Select({}, {}, "")
        for variant in variants:
            pattern = self._pattern(variant.value)
            if isinstance(variant.key, ast.Identifier):
                select.words.setdefault(variant.key.name, pattern)
            elif select.words:
                return None  # Fluent takes the first match: a plural category would hide this number.
            else:
                select.numbers.setdefault(float(variant.key.value), pattern)
            if variant.default:
                select = select._replace(default=pattern)
        return _Blank(name, select)


class Words:
    """Every string the bot can say."""

    def __init__(self, folders: Mapping[str, Path], shared: Sequence[str] = ()) -> None:
        """Read ``strings/<language>.ftl`` of each scope's folder; scopes without one have no strings.

        ``shared`` scopes are those of features: every scope falls back to the kernel's strings, then to theirs.
        """
        self._shared = shared
        self._catalogues: dict[tuple[str, str], Strings] = {}
        self._compiled: dict[tuple[str, str], dict[str, str | Parts]] = {}
        self._speech = lru_cache(SPEECH_CACHE_SIZE)(partial(Speech, self))
        for scope, folder in folders.items():
            for lang in LANGUAGES:
                file = folder / "strings" / f"{lang}.ftl"
                if file.exists():
                    self._catalogues[scope, lang] = Strings(lang, file.read_text("utf-8"))

    def say(self, scope: str, lang: str, names: Sequence[str] = ()) -> Speech:
        """The strings of a scope in a language at a table with these people."""
        return self._speech(scope, lang, tuple(names))

    def get(self, scope: str, lang: str, key: str, **blanks: Any) -> str:
        """A string of a scope, or of the kernel. Blanks are texts and numbers."""
        return self.say(scope, lang)(key, **blanks)

    def has(self, scope: str, lang: str, key: str) -> bool:
        """Whether that scope itself has the key."""
        catalogue = self._catalogues.get((scope, lang))
        return catalogue is not None and catalogue.has(key)

    def keys(self, scope: str, lang: str) -> list[str]:
        """The keys of a scope in the order of its file."""
        catalogue = self._catalogues.get((scope, lang))
        return list(catalogue.keys) if catalogue else []

    def cache(self, scope: str, lang: str) -> dict[str, str | Parts]:
        """The compiled strings a scope has used so far, shared by its speeches."""
        return self._compiled.setdefault((scope, lang), {})

    def catalogue(self, scope: str, lang: str, key: str) -> Strings:
        """The catalogue with that key: the scope's, the kernel's or a feature's. Raises MissingString."""
        for each in (scope, KERNEL, *self._shared):
            catalogue = self._catalogues.get((each, lang))
            if catalogue and catalogue.has(key):
                return catalogue
        raise MissingString(f"{scope or 'kernel'}/{lang}: {key}")


class Speech:
    """One scope in one language at one table: games and pages receive it as ``say``."""

    def __init__(self, words: Words, scope: str, lang: str, names: tuple[str, ...]) -> None:
        self._words = words
        self._scope = scope
        self.lang = lang
        self._raw = names
        self._compiled = words.cache(scope, lang)
        self._plural = _PLURALS[lang]

    @cached_property
    def _names(self) -> dict[int, str]:
        return {seat: plain(name) if name else self._somebody for seat, name in enumerate(self._raw)}

    @property
    def _somebody(self) -> str:
        """The name of players who asked not to be stored."""
        return self._words.get(KERNEL, self.lang, "somebody")

    def __call__(self, key: str, **blanks: Any) -> str:
        """The string of that key; seat numbers in blanks called ``seat`` or ``other`` become names."""
        found = self._compiled.get(key)
        if found is None:
            found = self._compiled[key] = self._words.catalogue(self._scope, self.lang, key).compiled(key)
        if isinstance(found, str):
            return found
        # Two statements: a loop over the two keys would take as long as all the rest.
        if "seat" in blanks and type(seat := blanks["seat"]) is int:
            blanks["seat"] = self._names.get(seat) or self.name(seat)
        if "other" in blanks and type(seat := blanks["other"]) is int:
            blanks["other"] = self._names.get(seat) or self.name(seat)
        try:
            return fill(found, blanks, self._plural)
        except (Unusual, KeyError):
            return self._words.catalogue(self._scope, self.lang, key).interpreted(key, blanks)

    def has(self, key: str) -> bool:
        """Whether the scope itself has that key."""
        return self._words.has(self._scope, self.lang, key)

    def name(self, seat: int) -> str:
        """The name of the player in a seat, escaped for markdown."""
        return self._names.get(seat) or f"#{seat + 1}"

    def raw_name(self, seat: int) -> str:
        """The name of the player in a seat for a picture: of any length, and without escapes."""
        if not 0 <= seat < len(self._raw):
            return str(seat + 1)
        return seen(self._raw[seat]) if self._raw[seat] else self._somebody

    def names(self, seats: Collection[int]) -> str:
        """Players as a phrase."""
        return self.join(f"**{self.name(seat)}**" for seat in seats)

    def join(self, parts: Iterable[str]) -> str:
        """Parts as a phrase: "a, b et c"."""
        *head, last = list(parts) or [""]
        return f"{', '.join(head)} {self._words.get(KERNEL, self.lang, 'and')} {last}" if head else last

    def scoped(self, scope: str) -> Speech:
        """The same language and players, with the strings of another scope."""
        return self._words.say(scope, self.lang, self._raw)
