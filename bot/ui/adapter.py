"""Pages as Discord's widgets. The only place that knows both."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import ui

from bot.ui.page import Block, Buttons, Document, Line, Menu, Page, Picture, Text

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class Rendering(ui.LayoutView):
    """A page being sent. It never waits for clicks itself: they come back as addresses, through the router.

    discord.py keeps a view in memory for every message it sends, unless nothing in it can be dispatched; thousands
    of boards must cost nothing, and must work after a restart just the same.
    """

    def __init__(self, page: Page) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.Container(*(_item(block) for block in page.blocks), accent_colour=page.colour))

    def is_dispatchable(self) -> bool:
        """Nothing here is dispatched by discord.py."""
        return False

    def is_finished(self) -> bool:
        """Nothing here is waited for by discord.py."""
        return True


def render(page: Page) -> dict[str, Any]:
    """Keyword arguments for creating a message with that page."""
    arguments: dict[str, Any] = {"view": Rendering(page), "allowed_mentions": mentions(page)}
    if files := _files(page):
        arguments["files"] = files
    return arguments


def rerender(page: Page) -> dict[str, Any]:
    """Keyword arguments for editing a message into that page: what it had attached goes."""
    return {"view": Rendering(page), "allowed_mentions": mentions(page), "attachments": _files(page)}


def mentions(page: Page) -> discord.AllowedMentions:
    """Whom the page may ping: those it names, nobody else."""
    users = [discord.Object(user) for user in page.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _files(page: Page) -> list[discord.File]:
    files: list[discord.File] = []
    for block in page.blocks:
        if isinstance(block, Picture):
            files.append(discord.File(io.BytesIO(block.data), block.name, description=block.alt))
        elif isinstance(block, Document):
            files.append(discord.File(io.BytesIO(block.data), block.name))
    return files


def _item(block: Block) -> ui.Item[Any]:
    match block:
        case Text(text):
            return ui.TextDisplay(text)
        case Picture(name, alt):
            return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt))
        case Document(name):
            return ui.File(f"attachment://{name}")
        case Line():
            return ui.Separator()
        case Buttons(buttons):
            return ui.ActionRow(
                *(
                    ui.Button(
                        style=_STYLES[button.style],
                        label=button.label,
                        custom_id=button.id,
                        emoji=button.emoji,
                        disabled=button.disabled,
                    )
                    for button in buttons
                )
            )
        case Menu(custom_id, placeholder, choices):
            options = [
                discord.SelectOption(
                    label=choice.label,
                    value=choice.value,
                    description=choice.description or None,
                    default=choice.chosen,
                )
                for choice in choices
            ]
            return ui.ActionRow(ui.Select(custom_id=custom_id, placeholder=placeholder, options=options))
