"""Pages as Discord's JSON. The only place that knows both.

What is for everybody and what is for one person leave by different functions, and each refuses the other's pages:
whatever goes wrong elsewhere, a private page cannot become part of a public message.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.client.messages import Upload
from bot.pages.page import (
    Block,
    Button,
    Buttons,
    Choice,
    Document,
    Line,
    Menu,
    Page,
    Picture,
    PrivatePage,
    PublicPage,
    Text,
)

_STYLES = {
    "primary": discord.ButtonStyle.primary.value,
    "secondary": discord.ButtonStyle.secondary.value,
    "success": discord.ButtonStyle.success.value,
    "danger": discord.ButtonStyle.danger.value,
}


LAYOUT = discord.MessageFlags(components_v2=True).value
"""Every page is made of components alone."""


class WrongDoor(TypeError):
    """A page that was about to be shown to people it is not for."""


def new_public(page: PublicPage) -> dict[str, Any]:
    """Keyword arguments for creating a message everybody sees."""
    return _new(_checked(page, PublicPage))


def changed_public(page: PublicPage) -> dict[str, Any]:
    """Keyword arguments for editing a message everybody sees: what it had attached goes."""
    return _changed(_checked(page, PublicPage))


def new_private(page: PrivatePage) -> dict[str, Any]:
    """Keyword arguments for creating a message one person sees. A channel does not take them: ``ephemeral`` is one."""
    return _new(_checked(page, PrivatePage)) | {"ephemeral": True}


def changed_private(page: PrivatePage) -> dict[str, Any]:
    """Keyword arguments for editing a message one person sees: what it had attached goes."""
    return _changed(_checked(page, PrivatePage))


def _checked(page: Page, kind: type[Page]) -> Page:
    if type(page) is not kind:
        # The page itself is not named: it may hold somebody's cards.
        raise WrongDoor(f"a {type(page).__name__} where only a {kind.__name__} may go")
    return page


def _new(page: Page) -> dict[str, Any]:
    files = _files(page)
    attached = {"attachments": [file.to_dict(index) for index, file in enumerate(files)]} if files else {}
    return {"body": _body(page) | attached, "files": files}


def _changed(page: Page) -> dict[str, Any]:
    files = _files(page)
    return {
        "body": _body(page) | {"attachments": [file.to_dict(index) for index, file in enumerate(files)]},
        "files": files,
    }


def _body(page: Page) -> dict[str, Any]:
    """The page as Discord's JSON. Made at once: building discord.py's items first takes ten times as long."""
    inside = [_component(block) for block in page.blocks]
    return {
        "components": [{"type": 17, "accent_color": page.colour, "spoiler": False, "components": inside}],
        "flags": LAYOUT,
        # Those it names may be pinged, nobody else.
        "allowed_mentions": {"parse": [], "users": list(page.pings)},
    }


def _files(page: Page) -> list[Upload]:
    return [
        Upload(block.name, block.data, block.alt if type(block) is Picture else None)
        for block in page.blocks
        if type(block) is Picture or type(block) is Document
    ]


def _component(block: Block) -> dict[str, Any]:
    match block:
        case Text(text):
            return {"type": 10, "content": text}
        case Picture(name, alt):
            return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}, "description": alt}]}
        case Document(name):
            return {"type": 13, "file": {"url": f"attachment://{name}"}}
        case Line():
            return {"type": 14, "divider": True, "spacing": 1}
        case Buttons(buttons):
            return {"type": 1, "components": [_button(button) for button in buttons]}
        case Menu(custom_id, placeholder, choices):
            options = [_option(choice) for choice in choices]
            menu = {"type": 3, "custom_id": custom_id, "placeholder": placeholder, "options": options}
            return {"type": 1, "components": [menu]}


def _button(button: Button) -> dict[str, Any]:
    made = {
        "type": 2,
        "style": _STYLES[button.style],
        "label": button.label,
        "custom_id": button.id,
        "disabled": button.disabled,
    }
    return made | {"emoji": {"id": None, "name": button.emoji}} if button.emoji else made


def _option(choice: Choice) -> dict[str, Any]:
    made = {"label": choice.label, "value": choice.value, "default": choice.chosen}
    return made | {"description": choice.description} if choice.description else made
