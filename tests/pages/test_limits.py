"""Pages and commands of every game are within Discord's limits in every language."""

import re
from itertools import chain
from random import Random
from typing import Any

import pytest
from discord import AppCommandType

from bot.app import App
from bot.client.commands import FluentTranslator
from bot.client.messages import changed_private, changed_public, new_private, new_public
from bot.pages.page import Buttons, Menu, Page, PublicPage, Text
from bot.store import from_url
from bot.testing import fits
from bot.text.strings import LANGUAGES
from tests.kit.moments import CATALOGUE, UGLY, each_game, every_setting, moments, played, table_at, when
from tests.kit.pages import pages_alone, pages_around, pages_in_play, reachable

WORDS = CATALOGUE.words
SETTINGS = every_setting()
ROUTE = "/channels/{}/messages"


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_pages_fit_with_the_worst_names(setting):
    """Each moment in one language, and its like in the other one with other options or another number of seats."""
    game = played(setting)
    for number, index in enumerate(moments(game, 4), start=SETTINGS.index(setting)):
        table, lang = table_at(game, index), LANGUAGES[number % len(LANGUAGES)]
        for page in chain(pages_in_play(table, WORDS, lang), pages_alone(table, WORDS, lang)):
            fits(page)
    for page in chain(*(pages_around(setting, table_at(game, 1), WORDS, lang) for lang in LANGUAGES)):
        fits(page)


@pytest.mark.parametrize("setting", each_game(), ids=str)
def test_no_name_can_ping_or_format(setting):
    game = played(setting)
    for page in pages_in_play(table_at(game, moments(game)[-2:][0]), WORDS, "fr"):
        for block in page.blocks:
            if isinstance(block, Text):
                assert UGLY[0] not in block.text
                assert "@everyone" not in block.text.replace("\\@", "")


@pytest.mark.parametrize("alone", [False, True], ids=["at a table", "alone"])
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_buttons_and_menus_lead_to_exactly_the_legal_moves(setting, alone):
    game = played(setting)
    for index in moments(game, 4):
        table = table_at(game, index)
        for seat in range(setting.seats):
            legal = {setting.game.path(move) for move in table.legal(seat)}
            if len(legal) < 200:
                assert reachable(table, seat, WORDS, when(table)[-1], alone=alone) == legal


def test_a_page_too_large_is_caught():
    for page in (
        Page(tuple(Text("x") for _ in range(40))),
        Page((Text("x" * 4001),)),
        Page((Text(" "),)),
        Page((Menu("play:1:1:", "?", ()),)),
        Page((Buttons(()),)),
    ):
        with pytest.raises(AssertionError):
            fits(page)


# ---- against Discord's own description


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("setting", each_game(), ids=str)
async def test_pages_are_what_the_api_describes(setting, lang, described):
    game = played(setting)
    table = table_at(game, Random(lang).choice(moments(game)))
    last = table_at(game, len(game.moves))
    some = [*pages_in_play(table, WORDS, lang)][::3] + [*pages_in_play(last, WORDS, lang)][:2]
    for page in (*some, *pages_around(setting, table, WORDS, lang)):
        public = isinstance(page, PublicPage)
        new = new_public(page) if public else new_private(page)
        changed = changed_public(page) if public else changed_private(page)
        described.check_body("POST", ROUTE, new["body"])
        described.check_body("PATCH", f"{ROUTE}/{{}}", changed["body"])


# ---- commands


@pytest.fixture
async def commands(tmp_path) -> list[dict[str, Any]]:
    """The payload of every command."""
    app = App(CATALOGUE, from_url(f"sqlite:///{tmp_path}/none.sqlite3"))
    await app.load_features()
    tree, translator = app.bot.tree, FluentTranslator(WORDS)
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


def parts(command: dict[str, Any]) -> list[dict[str, Any]]:
    """A command with all its subcommands, options and choices."""
    inside = [*command.get("options", ()), *command.get("choices", ())]
    return [command, *(part for each in inside for part in parts(each))]


def test_commands_keep_within_discords_limits(commands):
    chats = [command for command in commands if command["type"] == AppCommandType.chat_input.value]
    assert len(chats) <= 100
    assert {*CATALOGUE.games} <= {command["name"] for command in chats}
    for command in chats:
        assert sum(map(weight, parts(command))) <= 8000
        for part in parts(command):
            options = part.get("options", [])
            assert len(options) <= 25
            for locale in ("fr", "en-GB", "en-US", "de", "zh-CN"):
                names = {(option.get("name_localizations") or {}).get(locale, option["name"]) for option in options}
                assert len(names) == len(options), (command["name"], names)
            assert len(part.get("choices", ())) <= 25
            is_choice = "value" in part
            for name in translations(part, "name"):
                assert 1 <= len(name) <= (100 if is_choice else 32)
                assert is_choice or re.fullmatch(r"[-_'\w]+", name), name
                assert is_choice or name == name.lower()
            for text in translations(part, "description"):
                assert ("description" in part) <= len(text) <= 100, text


def translations(part: dict[str, Any], text: str) -> list[str]:
    return [part.get(text, ""), *(part.get(f"{text}_localizations") or {}).values()]


def weight(part: dict[str, Any]) -> int:
    """The share of a part in the 8,000 characters of a command: the longest translation of each text."""
    longest = [max(map(len, translations(part, text))) for text in ("name", "description")]
    return sum(longest) + len(str(part.get("value", "")))


def test_commands_are_what_the_api_describes(commands, described):
    described.check_body("PUT", "/applications/{}/commands", commands)
