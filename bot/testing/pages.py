"""Discord's limits of a page."""

from __future__ import annotations

from bot.pages.address import Address
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
