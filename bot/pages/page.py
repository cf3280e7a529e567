"""Our own widgets, as values. A page is what one message shows; it knows nothing of Discord's library.

Pages are compared, counted and searched for leaks in tests exactly as they are sent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Literal, Self

import msgspec

Style = Literal["primary", "secondary", "success", "danger"]

TEXT_LIMIT = 4000
COMPONENT_LIMIT = 40
ID_LIMIT = 100
LABEL_LIMIT = 80
MENU_LIMIT = 25
ALT_LIMIT = 1024


class Text(msgspec.Struct, frozen=True):
    """Markdown."""

    text: str


class Picture(msgspec.Struct, frozen=True):
    """An image with the words that say the same."""

    name: str
    alt: str
    data: bytes
    mark: bytes = b""
    """The same for all images that look the same; without one, what they are made of tells them apart."""

    def drawn(self, data: bytes | None) -> Picture | None:
        """The same with its image, which was not there when it was made; None without one."""
        return Picture(self.name, self.alt, data, self.mark) if data else None


class Document(msgspec.Struct, frozen=True):
    """A file to download."""

    name: str
    data: bytes


class Line(msgspec.Struct, frozen=True):
    """A thin separator."""


class Button(msgspec.Struct, frozen=True):
    """Something to press. ``id`` is an address, never state."""

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


Block = Text | Picture | Document | Line | Buttons | Menu


class Page(msgspec.Struct, frozen=True):
    """One message: blocks in a frame, with a colour at its edge, and whom it may ping.

    Every page is one of the two kinds below; what may be sent where is decided by the kind alone.
    """

    blocks: tuple[Block, ...]
    colour: int | None = None
    pings: tuple[int, ...] = ()

    @property
    def digest(self) -> bytes:
        """A mark that two pages share if they show the same; whom they ping is no matter. It holds for this run."""
        # Python remembers the hash of bytes: a picture is gone through once, not for every page it is on.
        shown = [
            (block.name, block.alt, block.mark or hash(block.data)) if isinstance(block, Picture) else block
            for block in self.blocks
        ]
        return hashlib.blake2b(msgspec.msgpack.encode([shown, self.colour]), digest_size=16).digest()

    @property
    def asks(self) -> bool:
        """Whether there is something to press."""
        return any(isinstance(block, Buttons | Menu) for block in self.blocks)

    @property
    def length(self) -> int:
        """Characters of text, which Discord limits to 4,000."""
        return sum(len(block.text) for block in self.blocks if isinstance(block, Text))

    @property
    def size(self) -> int:
        """Components, which Discord limits to 40: the frame, each block, and what stands inside a row."""
        inside = {Buttons: lambda block: len(block.buttons), Menu: lambda _: 1}
        return 1 + sum(1 + inside.get(type(block), lambda _: 0)(block) for block in self.blocks)

    def ids(self) -> Iterator[str]:
        """Every custom id on the page."""
        for block in self.blocks:
            if isinstance(block, Buttons):
                yield from (button.id for button in block.buttons)
            elif isinstance(block, Menu):
                yield block.id

    def texts(self) -> Iterator[str]:
        """Everything on the page that can be read."""
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

    def with_top(self, *blocks: Block) -> Self:
        """The page with something above the rest."""
        return msgspec.structs.replace(self, blocks=(*blocks, *self.blocks))

    def with_drawing(self, picture: Picture, data: bytes) -> Self:
        """The page with the image of a picture on it, which was not there when the page was made."""
        drawn = Picture(picture.name, picture.alt, data, picture.mark)
        return type(self)(tuple([drawn if each is picture else each for each in self.blocks]), self.colour, self.pings)


class PublicPage(Page, frozen=True):
    """A page for everybody in the channel: boards and lobbies."""


class PrivatePage(Page, frozen=True):
    """A page for one person alone: panels, menus, answers, refusals. It never goes into a message others can see."""


def rows(buttons: list[Button]) -> tuple[Buttons, ...]:
    """Buttons in rows of five."""
    return tuple([Buttons(tuple(buttons[start : start + 5])) for start in range(0, len(buttons), 5)])


def sentence(text: str) -> str:
    """A word of a sentence as a label of its own: it begins with a capital."""
    return text[:1].upper() + text[1:]


def cut(text: str, limit: int) -> str:
    """A text that fits, with an ellipsis where it did not."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
