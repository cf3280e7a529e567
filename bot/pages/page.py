"""Widgets as values. A page is the content of one message; it does not import discord.py.

Tests compare, measure and search pages for leaks exactly as they are sent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Literal, Self

import msgspec

Style = Literal["primary", "secondary", "success", "danger"]

TEXT_LIMIT = 4000
COMPONENT_LIMIT = 40
ID_LIMIT = 100
LABEL_LIMIT = 80
MENU_LIMIT = 25
ALT_LIMIT = 1024
SHORTEST_CUT = 200


class Text(msgspec.Struct, frozen=True):
    """Markdown."""

    text: str


class Picture(msgspec.Struct, frozen=True):
    """An image with an alt text that says the same."""

    name: str
    alt: str
    data: bytes
    mark: bytes = b""
    """Equal for images that look the same; empty: the image data is compared."""

    def drawn(self, data: bytes | None) -> Picture | None:
        """The same picture with its image data; None without data."""
        return Picture(self.name, self.alt, data, self.mark) if data else None


class Document(msgspec.Struct, frozen=True):
    """A file to download."""

    name: str
    data: bytes


class Separator(msgspec.Struct, frozen=True):
    """A thin separator."""


class Button(msgspec.Struct, frozen=True):
    """A button. ``id`` is an address, never state."""

    label: str
    id: str
    style: Style = "secondary"
    emoji: str | None = None
    disabled: bool = False


class Buttons(msgspec.Struct, frozen=True):
    """A row of one to five buttons."""

    buttons: tuple[Button, ...]


class Choice(msgspec.Struct, frozen=True):
    """A line of a menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False


class Menu(msgspec.Struct, frozen=True):
    """A list to choose one from."""

    id: str
    placeholder: str
    choices: tuple[Choice, ...]


Block = Text | Picture | Document | Separator | Buttons | Menu


class Page(msgspec.Struct, frozen=True):
    """One message: blocks in a frame, the colour of its edge, and the users it may ping.

    Every page is a PublicPage or a PrivatePage; its type alone decides to which messages it may be sent.
    """

    blocks: tuple[Block, ...]
    colour: int | None = None
    pings: tuple[int, ...] = ()

    @property
    def digest(self) -> bytes:
        """Equal for two pages with the same content, pings aside. Valid within this process only."""
        # Python caches the hash of bytes, so image data is read once, not for every page it is on.
        content = [
            (block.name, block.alt, block.mark or hash(block.data)) if isinstance(block, Picture) else block
            for block in self.blocks
        ]
        return hashlib.blake2b(msgspec.msgpack.encode([content, self.colour]), digest_size=16).digest()

    @property
    def asks(self) -> bool:
        """Whether the page has a button or a menu."""
        return any(isinstance(block, Buttons | Menu) for block in self.blocks)

    @property
    def length(self) -> int:
        """Characters of text, which Discord limits to 4,000."""
        return sum(len(block.text) for block in self.blocks if isinstance(block, Text))

    @property
    def size(self) -> int:
        """Components, which Discord limits to 40: the frame, each block, and each button or menu in its row."""
        count = 1 + len(self.blocks)
        for block in self.blocks:
            if isinstance(block, Buttons):
                count += len(block.buttons)
            elif isinstance(block, Menu):
                count += 1
        return count

    def ids(self) -> Iterator[str]:
        """Every custom id on the page."""
        for block in self.blocks:
            if isinstance(block, Buttons):
                yield from (button.id for button in block.buttons)
            elif isinstance(block, Menu):
                yield block.id

    def texts(self) -> Iterator[str]:
        """All texts of the page, alt texts and labels included."""
        for block in self.blocks:
            match block:
                case Text(text):
                    yield text
                case Picture(_, alt):
                    yield alt
                case Buttons(buttons):
                    yield from (button.label for button in buttons)
                case Menu(_, placeholder, choices):
                    yield placeholder
                    yield from (f"{choice.label} {choice.description}" for choice in choices)

    def fitting(self, reserved: int = 0) -> Self:
        """The page within Discord's limit, with room for so many more characters: the longest texts are cut."""
        page = self
        while (excess := page.length + reserved - TEXT_LIMIT) > 0:
            texts = {place: block.text for place, block in enumerate(page.blocks) if isinstance(block, Text)}
            longest = max(texts, key=lambda place: len(texts[place]))
            blocks = list(page.blocks)
            blocks[longest] = Text(cut(texts[longest], max(SHORTEST_CUT, len(texts[longest]) - excess)))
            page = msgspec.structs.replace(page, blocks=tuple(blocks))
        return page

    def with_top(self, *blocks: Block) -> Self:
        """The page with these blocks above the others."""
        return msgspec.structs.replace(self, blocks=(*blocks, *self.blocks))

    def with_drawing(self, picture: Picture, data: bytes) -> Self:
        """The page with the image data of one of its pictures."""
        drawn = Picture(picture.name, picture.alt, data, picture.mark)
        return type(self)(tuple([drawn if each is picture else each for each in self.blocks]), self.colour, self.pings)


class PublicPage(Page, frozen=True):
    """A page for everybody in the channel: boards and lobbies."""


class PrivatePage(Page, frozen=True):
    """A page for one person: seat messages, menus, refusals. It is never sent to a message that others can see."""


def rows(buttons: Sequence[Button], beside: Sequence[Button] = ()) -> tuple[Buttons, ...]:
    """Buttons in rows of five. Those ``beside`` them are in the same row if it holds all, else in rows of their own."""
    if len(buttons) + len(beside) <= 5:
        return (Buttons((*buttons, *beside)),) if buttons or beside else ()
    return tuple(
        [Buttons(tuple(group[start : start + 5])) for group in (buttons, beside) for start in range(0, len(group), 5)]
    )


def sentence(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


def cut(text: str, limit: int) -> str:
    """A text of at most ``limit`` characters, with an ellipsis if it was longer."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
