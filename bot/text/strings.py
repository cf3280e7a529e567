"""Strings by key and language, read from Fluent catalogues: ``strings/<language>.ftl`` of every scope.

A *scope* is a folder with its own ``strings/``: the kernel (``""``), a game, a feature. A scope that lacks a key uses
the kernel's; a language that lacks one uses English, string by string.

Common patterns are compiled to templates for ``%``, many times as fast as fluent.runtime's interpreter; rare constructs
(terms, functions, numbers from a thousand on, a missing blank) are left to fluent.runtime.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from babel.core import Locale
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from bot.core.game import Illegal, Refusal

log = logging.getLogger(__name__)

KERNEL = ""
DEFAULT = "fr"
"""The language of names that Discord shows without translation, and of servers that have chosen none."""
FALLBACK = "en"
"""The language that is complete: used for clients in unknown languages and for strings that another one lacks."""


def _found(folder: Path) -> list[str]:
    """The languages of a folder's strings, by their files."""
    return sorted(file.stem for file in (folder / "strings").glob("*.ftl"))


LANGUAGES = (DEFAULT, *(lang for lang in _found(Path(__file__).parents[1]) if lang != DEFAULT))
"""The languages that people can choose: those that the kernel has strings in."""
SPEECH_CACHE_SIZE = 2_000

UNGROUPED = 1_000
"""Smaller numbers have no separators between groups of digits."""
BLANK_LIMIT = 2_500
"""Characters of the longest text that Fluent accepts for a blank."""

_FRENCH_SPACE = re.compile(r"(?<=«) |(?<=\S) (?=[»:;?!](?:[\s*_`]|$))", re.MULTILINE)
"""The spaces of French typography, at which no line may be broken."""


@lru_cache
def _plurals(lang: str) -> Callable[[int], str]:
    """(number) → its plural category in a language: ``one``, ``other``."""
    return lru_cache(Locale.parse(lang, sep="-").plural_form)


Filler = Callable[[dict[str, Any]], str]


class MissingString(KeyError):
    """A key that no catalogue of a language has."""


class Unusual(Exception):
    """A construct that is left to fluent.runtime."""


@cache
def language(locale: str) -> str | None:
    """The language of a Discord client; None if it is not one of ours."""
    return next((lang for lang in LANGUAGES if locale.startswith(lang)), None)


class _Select(NamedTuple):
    """A choice of a variant by the value of a blank."""

    mark: str
    """Stands for the chosen variant in the template."""
    blank: str
    words: dict[str, str | Filler]
    """Variants by words and plural categories."""
    numbers: dict[float, str | Filler]
    default: str | Filler


def _fill(template: str, selects: Sequence[_Select], plural: Callable[[int], str], blanks: dict[str, Any]) -> str:
    for mark, blank, words, numbers, default in selects:
        value = blanks[blank]
        if type(value) is int:
            # An exact number precedes its plural category.
            chosen = numbers[value] if value in numbers else words.get(plural(value), default)
        elif numbers:
            raise Unusual(blank)
        else:
            chosen = words.get(value, default)
        blanks[mark] = chosen if isinstance(chosen, str) else chosen(blanks)
    return template % blanks


class Strings:
    """The strings of one scope in one language."""

    def __init__(self, lang: str, source: str) -> None:
        self._lang = lang
        self._bundle = FluentBundle([lang], use_isolating=False)
        if lang == "fr":
            source = _FRENCH_SPACE.sub("\N{NO-BREAK SPACE}", source)
        resource = FluentResource(source)
        self._patterns: dict[str, ast.Pattern] = {}
        self._marks = count()
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

    @property
    def patterns(self) -> Collection[str]:
        """Every key, and ``key.attribute`` for each attribute."""
        return self._patterns.keys()

    def has(self, key: str) -> bool:
        """Whether there is such a key (``key.attribute`` for an attribute)."""
        return key in self._patterns

    def compiled(self, key: str) -> str | Filler:
        """A string without blanks, or a function that fills them: it may change the given dict."""
        try:
            return self._compile(self._patterns[key])
        except (Unusual, RecursionError):
            return partial(self.interpreted, key)

    def interpreted(self, key: str, blanks: Mapping[str, Any]) -> str:
        """The string with its blanks filled by Fluent, which supports everything and is slower."""
        name, _, attribute = key.partition(".")
        message = self._bundle.get_message(name)
        pattern = message.attributes[attribute] if attribute else message.value
        assert pattern is not None
        text, errors = self._bundle.format_pattern(pattern, dict(blanks))
        if errors:
            log.error("string %s: %s", key, errors)
        return str(text)

    def _compile(self, pattern: ast.Pattern) -> str | Filler:
        template, blanks, selects = "", False, list[_Select]()
        for part in self._parts(pattern):
            match part:
                case str():
                    template += part.replace("%", "%%")
                case ast.VariableReference():
                    template, blanks = f"{template}%({part.id.name})s", True
                case ast.SelectExpression(selector=ast.VariableReference() as selector):
                    selects.append(self._select(selector.id.name, part.variants))
                    template += f"%({selects[-1].mark})s"
                case _:
                    raise Unusual
        if selects:
            return partial(_fill, template, selects, _plurals(self._lang))
        return template.__mod__ if blanks else template % ()

    def _parts(self, pattern: ast.Pattern) -> Iterator[Any]:
        """Texts and expressions; a message that is referred to is replaced by its own."""
        for element in pattern.elements:
            match element:
                case ast.TextElement():
                    yield element.value
                case ast.Placeable(expression=ast.StringLiteral() as literal):
                    yield str(literal.parse()["value"])
                case ast.Placeable(expression=ast.MessageReference() as message):
                    attribute = f".{message.attribute.name}" if message.attribute else ""
                    if (key := f"{message.id.name}{attribute}") not in self._patterns:
                        raise Unusual
                    yield from self._parts(self._patterns[key])
                case _:
                    yield element.expression

    def _select(self, blank: str, variants: list[ast.Variant]) -> _Select:
        # A space: no blank has that name.
        select = _Select(f" {next(self._marks)}", blank, {}, {}, "")
        for variant in variants:
            filler = self._compile(variant.value)
            if isinstance(variant.key, ast.Identifier):
                select.words.setdefault(variant.key.name, filler)
            elif select.words:
                raise Unusual(blank)  # Fluent takes the first match: a plural category would hide this number.
            else:
                select.numbers.setdefault(float(variant.key.value), filler)
            if variant.default:
                select = select._replace(default=filler)
        return select


class Words:
    """Every string the bot can say."""

    def __init__(self, folders: Mapping[str, Path], shared: Sequence[str] = ()) -> None:
        """Find ``strings/<language>.ftl`` of each scope's folder; scopes without one have no strings.

        A file is read when one of its strings is first needed: worker processes need few of them. ``shared`` scopes are
        those of features: every scope falls back to the kernel's strings, then to theirs.
        """
        self._shared = shared
        self._files = {
            (scope, lang): folder / "strings" / f"{lang}.ftl"
            for scope, folder in folders.items()
            for lang in _found(folder)
        }
        self._catalogues: dict[tuple[str, str], Strings] = {}
        self.compiled: dict[tuple[str, str], dict[str, str | Filler]] = {}
        """The strings that scopes have used so far, shared by their speeches."""
        self._speech = lru_cache(SPEECH_CACHE_SIZE)(partial(Speech, self))
        self._spare = (FALLBACK, *(lang for scope, lang in self._files if scope == KERNEL and lang != FALLBACK))
        """Where a string that a language lacks is looked for: its own name is in no other language than itself."""

    def load(self) -> None:
        """Read all files now."""
        for scope, lang in self._files:
            self._catalogue(scope, lang)

    def _catalogue(self, scope: str, lang: str) -> Strings | None:
        key = (scope, lang)
        if key not in self._catalogues and key in self._files:
            self._catalogues[key] = Strings(lang, self._files[key].read_text("utf-8"))
        return self._catalogues.get(key)

    def say(self, scope: str, lang: str, names: Sequence[str] = ()) -> Speech:
        """The strings of a scope in a language at a table with these people."""
        return self._speech(scope, lang, tuple(names))

    def get(self, scope: str, lang: str, key: str, **blanks: Any) -> str:
        """A string of a scope, or of the kernel. Blanks are texts and numbers."""
        return self.say(scope, lang)(key, **blanks)

    def has(self, scope: str, lang: str, key: str) -> bool:
        """Whether that scope itself has the key."""
        catalogue = self._catalogue(scope, lang)
        return catalogue is not None and catalogue.has(key)

    def keys(self, scope: str, lang: str) -> list[str]:
        """The keys of a scope in the order of its file."""
        catalogue = self._catalogue(scope, lang)
        return list(catalogue.keys) if catalogue else []

    def languages(self, scope: str) -> list[str]:
        """The languages in which a scope has strings."""
        return [lang for each, lang in self._files if each == scope]

    def missing(self, lang: str) -> dict[str, list[str]]:
        """By scope, the keys (``key.attribute``) that the complete language has and this one lacks."""
        found: dict[str, list[str]] = {}
        for scope in [scope for scope, each in self._files if each == FALLBACK]:
            catalogue = self._catalogue(scope, FALLBACK)
            keys = catalogue.patterns if catalogue else ()
            if lacking := [key for key in keys if not self.has(scope, lang, key)]:
                found[scope] = lacking
        return found

    def catalogue(self, scope: str, lang: str, key: str) -> Strings:
        """The catalogue with that key: the scope's, the kernel's or a feature's. Raises MissingString.

        If the language lacks it, that of another language.
        """
        for spoken in (lang, *self._spare):
            for each in (scope, KERNEL, *self._shared):
                catalogue = self._catalogue(each, spoken)
                if catalogue and catalogue.has(key):
                    return catalogue
        raise MissingString(f"{scope or 'kernel'}/{lang}: {key}")


class _SeatNames(dict[int, str]):
    """Names by seat, escaped for markdown; an empty seat is called by its number."""

    def __missing__(self, seat: int) -> str:
        return f"#{seat + 1}"


class Speech:
    """One scope in one language at one table: games and pages receive it as ``say``."""

    def __init__(self, words: Words, scope: str, lang: str, names: tuple[str, ...]) -> None:
        self._words = words
        self._scope = scope
        self.lang = lang
        self._raw = names
        self._compiled = words.compiled.setdefault((scope, lang), {})
        self.name = _SeatNames(
            (seat, plain(name) if name else self._somebody) for seat, name in enumerate(names)
        ).__getitem__
        """The name of the player in a seat, escaped for markdown. Asked for most of all, so it is no method."""

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
        usual = True
        for name, value in blanks.items():
            kind = type(value)
            if kind is int:
                if name in ("seat", "other"):
                    blanks[name] = self.name(value)
                elif not 0 <= value < UNGROUPED:
                    usual = False
            elif kind is not str or len(value) > BLANK_LIMIT:
                usual = False
        try:
            return found(blanks) if usual else self._interpreted(key, blanks)
        except (Unusual, KeyError):  # KeyError: a missing blank.
            return self._interpreted(key, blanks)

    def _interpreted(self, key: str, blanks: Mapping[str, Any]) -> str:
        return self._words.catalogue(self._scope, self.lang, key).interpreted(key, blanks)

    def has(self, key: str) -> bool:
        """Whether the scope itself has that key."""
        return self._words.has(self._scope, self.lang, key)

    def raw_name(self, seat: int) -> str:
        """The name of the player in a seat for a picture: of any length, and without escapes."""
        if not 0 <= seat < len(self._raw):
            return str(seat + 1)
        raw = self._raw[seat]
        # The sign is not part of a name: the cache of pictures adds it.
        return f"{AWAY if raw.startswith(AWAY) else ''}{seen(raw)}" if raw else self._somebody

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


def refusal(no: Refusal, say: Speech) -> str:
    """Why a request is refused, and what to do instead."""
    blanks = dict(no.blanks)
    if "host" in blanks:
        blanks["host"] = plain(str(blanks["host"]))
    if "option" in blanks:
        blanks["option"] = say(f"option-{blanks['option']}")
    if "games" in blanks:
        games = str(blanks["games"]).split(",")
        blanks["games"] = say.join(say.scoped(game)("name") for game in games if game) or "—"
    if "paces" in blanks:
        blanks["paces"] = say.join(say(f"pace-{pace}") for pace in str(blanks["paces"]).split(","))
    if no.key == "option-seats":
        blanks["seats"] = f" {say('or')} ".join(str(blanks["seats"]).split("/"))
    if "permissions" in blanks:
        names = str(blanks["permissions"]).split(",")
        blanks["permissions"] = say.join(f"**{say(f'permission-{name}')}**" for name in names)
    return say(f"refusal-{no.key}", **blanks)


def reason(no: Refusal | Illegal, say: Speech) -> str:
    """Why a request or a move is refused; ``say`` has the game's strings."""
    return refusal(no, say) if isinstance(no, Refusal) else say(f"illegal-{no.key}", **no.blanks)


# ---- names of people, and markdown

AWAY = "\x16"
"""In a picture, before the name of a player who is away, or who had not stayed when the game ended."""
NAME_CACHE_SIZE = 10_000
LETTER_LIMIT, CHARACTER_LIMIT = 24, 32
"""The most visible letters of a name, and the most characters they are made of."""

# The characters of markdown, mentions and links; at the beginning also what turns a line into a list. Discord does not
# show a backslash before these, and does not make a link of a URL whose colon and slashes have one.
_SPECIAL = re.compile(r"(^[0-9]+(?=\.)|(?=^[-+]|[\\*_~`|<>\[\]()#@:/]))")
_ESCAPE = re.compile(r"\\([\\*_~`|<>\[\]()#@:/.+-])")
_HEADING = re.compile(r"^(?:-#|#+) ", re.MULTILINE)

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters or symbols by category, but rendered as nothing."""
_UNSEEN = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0d\ufff0-\ufffb\ufdd0-\ufdef\U000e0000-\U000e0fff]"
)
"""Invisible too, though their category is not Cf."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
_KINDS = {
    "J": re.compile("\u200d"),
    "F": re.compile("[\ufe0e\ufe0f]"),
    "T": re.compile("[\U000e0030-\U000e007a]"),
    "C": re.compile("\U000e007f"),
    "S": re.compile("[\U0001f3fb-\U0001f3ff]"),
    "I": re.compile("[\U0001f1e6-\U0001f1ff]"),
    "B": re.compile("\U0001f3f4"),
    "E": re.compile("[\U0001f000-\U0001fbff\u2194\u2195]"),
}
"""Kinds of characters in emoji: joiner, form, tag, end of tags, skin colour, regional indicator, black flag, others."""
_EMOJI = "[EBS]S?F?M{0,2}"
_LETTER = re.compile(rf" +|BT{{1,6}}C|II|{_EMOJI}(?:J{_EMOJI}){{0,3}}|[I.]F?M{{0,2}}")
"""A letter by the kinds of its characters, with a limit on marks, which would cover the lines around it, and joiners.

A flag is spelt in tags (Scotland's) or in two indicators (a country's).
"""


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


def letters(name: str) -> list[str]:
    """The visible letters of a name, each of one or more characters, separated by single spaces; may be empty.

    No letter contains a control, a direction, a line feed or a lone surrogate. The first has no mark that would combine
    with the text before the name, the last no joiner that would combine with the text after it.
    """
    text = "".join(char for char in name if _kind(char) != "-")
    kinds = "".join(map(_kind, text))
    found: list[str] = []
    for letter in _LETTER.finditer(kinds):
        if kinds[letter.start()] != " ":
            found.append(text[letter.start() : letter.end()])
        elif found and found[-1] != " ":
            found.append(" ")
    return found[:-1] if found and found[-1] == " " else found


def _kind(char: str) -> str:
    """The kind of a character: of those in emoji, ``M`` for a mark, ``-`` for what nobody can see, else ``.``."""
    category = unicodedata.category(char)
    if char.isspace() or char in _BLANK or category == "Cc":
        return " "
    if special := next((kind for kind, pattern in _KINDS.items() if pattern.match(char)), ""):
        return special
    noncharacter = ord(char) & 0xFFFE == 0xFFFE  # the last two of every plane
    if noncharacter or category in {"Cf", "Cs"} or _UNSEEN.match(char):
        return "-"
    return "M" if category[0] == "M" else "E" if category == "So" else "."


def right_to_left(text: str) -> bool:
    """Whether some of the text is written from right to left."""
    return any(
        unicodedata.bidirectional(char) in {"R", "AL", "AN"}
        # Letters newer than this Python's Unicode data have no direction, but are in reserved ranges.
        or (unicodedata.bidirectional(char) == "" and _RIGHT_TO_LEFT.match(char) is not None)
        for char in text
    )
