"""Somebody who asks the bot something, by a click or a command, and gets answers that a test writes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from simcord.results import to_discord_message

from bot.client.click import Click, Private, Reply
from bot.client.messages import ChannelMessages, new_public
from bot.pages.address import Address
from bot.pages.page import Button, Buttons, PrivatePage, PublicPage, Text
from tests.kit.house import House, read

COMMAND, PUBLIC, SILENT, PRIVATE = "command", "click on a board", "silent click on a board", "click on a panel"
WAYS = (COMMAND, PUBLIC, SILENT, PRIVATE)
CLICKS = (PUBLIC, SILENT, PRIVATE)
CALLBACK = "/interactions/*/*/callback"

Deed = Callable[[Reply], Awaitable[Any]]


def _buttons() -> Buttons:
    return Buttons(tuple(Button(verb, str(Address(verb))) for verb in ("probe", "hush", "panel")))


def secret(text: str = "for you") -> PrivatePage:
    return PrivatePage((Text(text), _buttons()))


def shared(text: str = "for all") -> PublicPage:
    return PublicPage((Text(text), _buttons()))


class Asker:
    """Somebody who asks in any way, and answers that a test writes by hand."""

    def __init__(self, home: House) -> None:
        self.home = home
        self.gave: list[Any] = []
        self.reply: Reply | None = None
        self._deed: Deed | None = None
        home.app.router.on("probe", self._answer)
        home.app.router.on("hush", self._answer, edits_message=True)
        home.app.router.on("panel", self._panel)
        home.app.lobby_clicks.open = self._answer

    async def _answer(self, _click: Click, *_: object, **_more: object) -> Asker:
        return self

    async def send(self, reply: Reply) -> None:
        """Answer as the test wants it."""
        assert self._deed is not None
        self.reply = reply
        self.gave.append(await self._deed(reply))

    async def _panel(self, _click: Click) -> Private:
        return Private(secret("a panel"))

    async def prepare(self) -> None:
        """Have a new board and a new panel before one."""
        self.gave = []
        with self.home.env._bot_scope():
            await ChannelMessages(self.home.bot, self.home.channel.id).post(
                **new_public(shared("a board")), nonce="a board"
            )
        self.board = self.home.newest(self.home.channel.id)
        self.panel = (await self.home.people[0].click(self.board, label="panel")).response
        self._since = len(self.home.env.http_requests)

    async def ask(self, way: str, deed: Deed) -> Any:
        self._deed = deed
        person = self.home.people[0]
        if way == COMMAND:
            return await person.slash(self.home.channel, "trio nouvelle")
        return await person.click(
            self.panel if way == PRIVATE else self.board, label="hush" if way == SILENT else "probe"
        )

    def said(self) -> list[tuple[int, bool]]:
        """The type of each first response, and whether it was ephemeral."""
        found = [r for r in self.home.env.http_requests[self._since :] if r.path.endswith("/callback")]
        return [(r.json["type"], bool((r.json.get("data") or {}).get("flags", 0) & 64)) for r in found]

    def public(self) -> list[str]:
        return self._texts(private=False)

    def private(self) -> list[str]:
        """The first lines of all ephemeral messages; empty for a deferred one."""
        return self._texts(private=True)

    def _texts(self, *, private: bool) -> list[str]:
        found = self.home.env.backend.messages[self.home.channel.id].values()
        found = [message for message in found if message.id >= self.board.id and message.is_ephemeral == private]
        return [read(to_discord_message(self.home.env, message)).split("\n")[0] for message in found]


def answering(*calls: str) -> Deed:
    """Answer by these methods of a reply, one after the other, with pages that say for whom they are."""
    pages = {"private": [secret()], "update": [secret()], "board": [shared()], "public": [shared()], "quiet": []}

    async def answer(reply: Reply) -> Any:
        given = None
        for call in calls:
            given = await getattr(reply, call)(*pages[call])
        return given

    return answer


def after(seconds: float, deed: Deed) -> Deed:

    async def late(reply: Reply) -> Any:
        await asyncio.sleep(seconds)
        return await deed(reply)

    return late
