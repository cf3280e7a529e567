"""Texts of chosen positions and a picture of each game, compared with the golden files in each game's folder.

``UPDATE_GOLDEN=1`` writes them again; their diff shows what players will read or see differently.
"""

import ast
import os
import re
from importlib import import_module
from types import MappingProxyType

import pytest

from bot.pages.question import paths, question
from bot.text.strings import LANGUAGES
from tests.kit.golden import Golden
from tests.kit.moments import CATALOGUE
from tests.kit.words import NAMES, PARTS, ROOT, all_words, plain, saying

GAMES = sorted(CATALOGUE.games)


def parts(game, view, say):
    """The texts of a view by their part, without the empty ones."""
    sight = game.face.sight(view, say)
    words = {part: plain(getattr(sight, part)) for part in PARTS}
    return {part: text for part, text in words.items() if text}


def written(found, known=MappingProxyType({})):
    """Texts as lines; of a part that is known otherwise already, only the lines that came (+) and went (-)."""
    for part in PARTS:
        lines, old = (texts[part].split("\n") if part in texts else [] for texts in (found, known))
        yield from (f"{part:5} - {line}" for line in old if line not in lines)
        yield from (f"{part:5} {'+' if old else '|'} {line}" for line in lines if line not in old)


def texts(positions, lang):
    """All texts of a game's positions: what everybody reads, then how others read it otherwise."""
    game, say = positions.GAME, saying(positions.GAME.key, lang)
    for name, (state, *seats) in positions.POSITIONS.items():
        public = parts(game, state.view(None), say)
        yield f"\n## {name}"
        yield from written(public)
        if state.view(None).flash:
            yield "once hidden again:"
            yield from written(parts(game, state.view(None).without_flash(), say), public)
        for seat in seats:
            yield f"{NAMES[seat]}:"
            yield from written(parts(game, state.view(seat), say), public)
    for name, state, seat, *steps in positions.BUTTONS:
        asked = question(game, state.view(seat), list(paths(game, state.legal(seat))), say, tuple(steps))
        yield f"\n## {name}: the buttons of {NAMES[seat]}"
        for row in asked.rows:
            words = ["" if press is None else press.label if press.possible else f"({press.label})" for press in row]
            yield plain(" | ".join(words))
    yield "\n## labels"
    for state, seat, path in positions.LABELS:
        yield f"{path}: {plain(game.face.label(state.view(seat), tuple(path.split()), say))}"
    yield "\n## sentences"
    for key, blanks in positions.SENTENCES:
        yield f"{key}: {plain(say(key, **blanks))}"
    for winners in ((0,), (0, 2)):
        yield plain(say("win", winners=say.names(winners), count=len(winners)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_positions_read_as_before(key, lang):
    found = "\n".join(texts(import_module(f"tests.cogs.{key}.positions"), lang)).lstrip("\n") + "\n"
    file = ROOT / "tests" / "cogs" / key / f"texts.{lang}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(found, "utf-8")
    assert found == file.read_text("utf-8")


@pytest.fixture(params=GAMES)
def golden(request) -> Golden:
    positions = import_module(f"tests.cogs.{request.param}.positions")
    return Golden(positions.GAME, getattr(positions, "NAMES", NAMES), positions.golden())


def test_it_looks_and_reads_as_it_did(golden):
    golden.hold()


def test_whatever_is_missing_from_the_picture_is_noticed(golden):
    assert golden.overlooked() == []


KERNEL_KEYS = re.compile(
    r"(name|blurb|command|win|final-score|rules|(figure|total|honour|lesson|option|verb|ask|illegal|aid|shortcut)-).*"
)
"""Strings that the kernel asks for."""


def asked_for(key):
    """Patterns of the strings that a game's code and its other strings ask for."""
    for file in (ROOT / "cogs" / key).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value)
            elif isinstance(node, ast.JoinedStr):
                pieces = [each.value if isinstance(each, ast.Constant) else None for each in node.values]
                if any(each and re.fullmatch(r"-?[a-z]+-?", each) for each in pieces):
                    yield "".join(".+" if each is None else re.escape(each) for each in pieces)
    strings = (ROOT / "cogs" / key / "strings" / "fr.ftl").read_text("utf-8")
    yield from re.findall(r"\{ ?([a-z-]+)", strings)


@pytest.mark.parametrize("key", GAMES)
def test_every_string_is_used(key):
    patterns = list(asked_for(key))
    own = {each for each in all_words().keys(key, "fr") if not KERNEL_KEYS.fullmatch(each)}
    assert own
    assert {each for each in own if not any(re.fullmatch(pattern, each) for pattern in patterns)} == set()
