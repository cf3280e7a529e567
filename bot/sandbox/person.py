"""A person of the sandbox without a browser: sees what their socket receives, and acts through it."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

import aiohttp

from bot.sandbox.model.components import walk
from bot.sandbox.model.refusals import Refusal

Json = dict[str, Any]
HANG_TIMEOUT_SECONDS = 180.0
"""Waiting longer than this means that something hangs, also on a busy machine."""


class Person:
    """A client of the people's socket. `messages` is what this person sees now; `received` all that ever came."""

    def __init__(self, page: str, user_id: str) -> None:
        self.id = user_id
        self.me: Json = {}
        self.places: Json = {}
        self.messages: dict[str, Json] = {}
        self.received: list[Json] = []
        self._page = page.rstrip("/")
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._acts: dict[str, asyncio.Future[Json]] = {}
        self._changed = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        url = f"{self._page.replace('http', 'ws', 1)}/live?person={self.id}"
        self._socket = await self._session.ws_connect(url, max_msg_size=0)
        self._reader = asyncio.create_task(self._read())
        await self.until(lambda: bool(self.me))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()
        self._reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reader
        await self._session.close()

    # seeing

    def channel(self, name: str) -> str:
        """The id of a channel or thread this person sees, by name or id."""
        for each in self.places["channels"]:
            if name in (each["id"], each.get("name")):
                return each["id"]
        raise LookupError(name)

    def in_channel(self, name: str) -> list[Json]:
        """The messages this person sees in a place, oldest first."""
        key = self.channel(name)
        found = [each for each in self.messages.values() if each["channel_id"] == key]
        return sorted(found, key=lambda each: int(each["id"]))

    def buttons(self, message: Json) -> Iterator[Json]:
        """Everything in a message that can be used."""
        for each in walk(message["components"]):
            if each.get("custom_id") and not each.get("disabled"):
                yield each

    async def until(self, ready: Callable[[], Any], seconds: float = HANG_TIMEOUT_SECONDS) -> Any:
        """Wait until something this person sees is so; what `ready` gave."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(ready)
            return ready()

    async def load(self, name: str) -> list[Json]:
        """Fetch a place's history, as opening it does."""
        for each in await self.ask("history", channel=self.channel(name)):
            self.messages[each["id"]] = each
        return self.in_channel(name)

    # acting: each gives how the bot first answered ("answered", "thinking", "modal", "choices" or "failed")

    async def command(
        self, channel: str, name: str, *, files: Mapping[str, bytes] | None = None, **options: Any
    ) -> Json:
        """Use a command, named as the bot names it: "table ouvrir". Values are given as Python values or ids."""
        frame, _ = await self._frame(channel, name, options)
        return await self._act("command", files=_files(files), **frame)

    async def complete(self, channel: str, name: str, focused: str, typed: str, **options: Any) -> list[Json]:
        """The suggestions for an option while it is typed."""
        frame, leaf = await self._frame(channel, name, options)
        leaf.append({"name": focused, "value": typed, "focused": True})
        answer = await self._act("complete", **frame)
        return answer.get("choices", [])

    async def _frame(self, channel: str, name: str, options: Mapping[str, Any]) -> tuple[Json, list[Json]]:
        place = self.channel(channel)
        first, *rest = name.split()
        known = await self.ask("commands", channel=place)
        command = next((each for each in known if each["name"] == first), None)
        if command is None:
            raise LookupError(f"/{first} is not among {[each['name'] for each in known]}")
        leaf = [{"name": key, "value": value} for key, value in options.items()]
        nested = leaf
        for step in reversed(rest):
            nested = [{"name": step, "options": nested}]
        return {"channel": place, "command": command["id"], "options": nested}, leaf

    async def use(self, message: Json, custom_id: str, *values: str) -> Json:
        """Press a button, or choose in a select."""
        return await self._act(
            "use", channel=message["channel_id"], message=message["id"], custom_id=custom_id, values=list(values)
        )

    async def press(self, message: Json, label: str) -> Json:
        """Press the button with this label."""
        found = next(each for each in self.buttons(message) if each.get("label") == label)
        return await self.use(message, found["custom_id"])

    async def submit(self, answer: Json, **answers: Any) -> Json:
        """Send the modal an act was answered with, filled in by custom_id."""
        return await self._act("submit", interaction=answer["id"], answers=answers)

    async def say(self, channel: str, content: str, files: Mapping[str, bytes] | None = None) -> str:
        """Send an ordinary message; its id."""
        return (await self.ask("say", channel=self.channel(channel), content=content, files=_files(files)))["id"]

    async def ask(self, do: str, **facts: Any) -> Any:
        """Send any request of the socket and wait for its result; a refusal is raised."""
        number = next(self._numbers)
        future = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps({"do": do, "n": number, **facts}))
        return await future

    async def _act(self, do: str, **facts: Any) -> Json:
        nonce = f"{self.id}-{next(self._numbers)}"
        future = self._acts[nonce] = asyncio.get_running_loop().create_future()
        await self.ask(do, nonce=nonce, **facts)
        return await future

    async def _read(self) -> None:
        async for message in self._socket:
            frame = json.loads(message.data)
            self.received.append(frame)
            self._take(frame["t"], frame["d"])
            async with self._changed:
                self._changed.notify_all()

    def _take(self, name: str, data: Json) -> None:
        if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self.messages[data["id"]] = data
        elif name == "MESSAGE_DELETE":
            self.messages.pop(data["id"], None)
        elif name in ("HELLO", "PLACES"):
            self.places = data
            self.me = data.get("me", self.me)
        elif name == "INTERACTION" and data["outcome"] != "sent":
            waiting = self._acts.pop(data["nonce"] or "", None)
            if waiting and not waiting.done():
                waiting.set_result(data)
        elif name in ("DONE", "REFUSED"):
            waiting = self._answers.pop(data["n"], None)
            if waiting is None or waiting.done():  # the caller was cancelled
                return
            if name == "DONE":
                waiting.set_result(data["result"])
            else:
                errors = data.get("errors")
                waiting.set_exception(Refusal(data["status"], data["code"], data["message"], errors=errors))


def _files(files: Mapping[str, bytes] | None) -> list[Json]:
    return [{"name": name, "data": base64.b64encode(data).decode()} for name, data in (files or {}).items()]
