"""The examination that every game passes, for games inside and outside of this repository."""

from __future__ import annotations

import importlib
from pathlib import Path

from bot.catalogue import only
from bot.core.opponents import LEVELS
from bot.pages.address import Address
from bot.pages.board import board
from bot.pages.page import (
    ALT_LIMIT,
    COMPONENT_LIMIT,
    ID_LIMIT,
    LABEL_LIMIT,
    MENU_LIMIT,
    TEXT_LIMIT,
    Buttons,
    Menu,
    Page,
    Picture,
    Text,
)
from bot.pages.seat import seat_page
from bot.testing import examination
from bot.testing.moments import GameSetting, moments, played, settings_of, table_at, when
from bot.testing.words import all_blanks_filled, has_its_strings
from bot.text.strings import Words

__all__ = ["examine", "fits"]


def examine(package: str) -> list[str]:
    """Examine the game in a package with every number of seats and every option; raises AssertionError.

    Random games are played to their end. Gives notes: what is allowed, but worth a look, like a grid that has become
    a menu.
    """
    catalogue = only(package)
    (game,), words = catalogue.games.values(), catalogue.words
    folder = Path(next(iter(importlib.import_module(package).__path__)))
    examination.names_its_moves(game)
    has_its_strings(game, words, folder)
    examination.is_complete(game)
    notes = set[str]()
    with all_blanks_filled():
        for setting in settings_of(game):
            notes |= _examine_setting(setting, words)
    return [f"{note} has become a menu" for note in sorted(notes)]


def _examine_setting(setting: GameSetting, words: Words) -> set[str]:
    """Examine a game with a number of seats and options; gives the questions that have become menus."""
    game = setting.game
    random = played(setting)
    for question in examination.QUESTIONS:
        question(random)
    examination.says_it_in_short(random, words)
    menus = examination.labels_differ(random, words)
    examination.seals_again_unseen(random, words)
    # Pictures cost the most: they are drawn where most people sit.
    largest = setting.seats == max(game.seats)
    examination.keeps_secrets(random, words, pictures=largest)
    examination.opens_everything(random, words, pictures=largest)
    for lang in words.languages(game.key):
        for index in moments(random, 6):
            table = table_at(random, index)
            say = words.say(game.key, lang, table.names)
            for now in when(table):
                fits(board(table, say, now))
                for seat in range(table.size):
                    for steps in examination.some_steps(table, seat):
                        fits(seat_page(table, seat, say, now, steps=steps))
    if game.opponent is not None:
        for level in LEVELS:
            examination.has_opponents_that_end(setting, (level,))
            examination.has_fair_opponents(random, level)
    return menus


def fits(page: Page) -> None:
    """The page is within the limits of Discord, and every button has an address of its own."""
    assert page.size <= COMPONENT_LIMIT
    assert page.length <= TEXT_LIMIT
    ids = list(page.ids())
    assert len(ids) == len(set(ids)), ids
    assert all(0 < len(each) <= ID_LIMIT and Address.parse(each) for each in ids)
    for block in page.blocks:
        match block:
            case Text(text):
                assert text.strip()
            case Picture(_, words):
                assert 0 < len(words) <= ALT_LIMIT
            case Buttons(buttons):
                assert 1 <= len(buttons) <= 5
                assert all(0 < len(button.label) <= LABEL_LIMIT for button in buttons)
            case Menu():
                _menu_fits(block)


def _menu_fits(block: Menu) -> None:
    assert 1 <= len(block.choices) <= MENU_LIMIT
    assert 0 < len(block.placeholder) <= 150
    values = [choice.value for choice in block.choices]
    assert len(values) == len(set(values))
    for choice in block.choices:
        assert 0 < len(choice.label) <= 100
        assert 0 < len(choice.value) <= 100
        assert len(choice.description) <= 100
        # Chosen, it becomes part of an address.
        assert Address.parse(f"{block.id}.{choice.value}")
