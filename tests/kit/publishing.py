"""Helpers for tests of published boards: recorded requests, failures of Discord, and moves without clicks."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import msgspec

from bot.client.boards import PostedBoard
from bot.core.table import Table
from bot.pages.address import Address
from tests.kit.house import House, buttons, read

WINDOW = ("ptipasspass", 3, {"rythme": "relaxed"}, "doublon")
ROW = ("cappuccino", 2, {}, "stack")


class Wire:
    """The requests for public messages that the bot sends from now on."""

    def __init__(self, home: House) -> None:
        self._home = home
        self._since = len(home.env.http_requests)

    def __call__(self, *methods: str) -> list[Any]:
        found = self._home.env.http_requests[self._since :]
        found = [request for request in found if request.path.startswith("/channels/")]
        return [request for request in found if not methods or request.method in methods]

    @property
    def methods(self) -> list[str]:
        return [request.method for request in self()]


@contextmanager
def calls(owner: Any, name: str, home: House, answer: Callable[..., Any]) -> Iterator[list[float]]:
    """The times at which this method is called, and what becomes of it instead: ``answer(go_on)``."""
    call, times = getattr(owner, name), []

    async def instead(*given: Any, **more: Any) -> Any:
        times.append(home.env.now().timestamp())
        return await answer(lambda: call(*given, **more))

    setattr(owner, name, instead)
    try:
        yield times
    finally:
        setattr(owner, name, call)


def breaking(error: Exception | type[Exception]) -> Callable[[Any], Any]:
    """A connection that breaks in some way before Discord has heard of it."""

    async def broken(_: Any) -> None:
        raise error

    return broken


cut = breaking(aiohttp.ServerDisconnectedError)


async def cut_after(go_on: Any) -> None:
    await go_on()
    raise aiohttp.ServerDisconnectedError


async def as_usual(go_on: Any) -> Any:
    return await go_on()


def at_first(answer: Callable[[Any], Any], times: int = 1) -> Callable[[Any], Any]:
    """So often this answer; after that everything is as usual."""
    answers = iter([answer] * times)

    async def first(go_on: Any) -> Any:
        return await next(answers, as_usual)(go_on)

    return first


def refusal(status: int, code: int = 0) -> Callable[[Any], Any]:

    async def refused(_: Any) -> None:
        kinds = {403: discord.Forbidden, 404: discord.NotFound}
        raise kinds.get(status, discord.HTTPException)(
            SimpleNamespace(status=status, reason="no"),  # type: ignore[arg-type]
            {"code": code, "message": "no"},
        )

    return refused


def slowly(seconds: float) -> Callable[[Any], Any]:

    async def slow(go_on: Any) -> Any:
        await asyncio.sleep(seconds)
        return await go_on()

    return slow


async def ok(home: House, table: Table, seat: int) -> Table:
    now = home.app.now()
    return await home.after(table, lambda t: t.play(t.users[seat], ("ok",), revision=None, at=now, now=now))


async def stored(home: House, table: Table) -> PostedBoard:
    await home.app.boards.flush()
    document = await home.app.store.board(table.id)
    assert document is not None
    return msgspec.json.decode(document, type=PostedBoard)


async def soon(home: House, work: Callable[[], Any]) -> asyncio.Task[None]:
    with home.env._bot_scope():
        task = asyncio.ensure_future(work())
    await home.env.settle()
    return task


def boards(home: House, table: Table) -> list[discord.Message]:
    """Every message where a table is played that everybody sees and that leads to a hand of it."""
    hand = f"{Address('hand', table.id)}".rsplit(":", 2)[0]
    return [m for m in home.public(home.place(table).id) if any(i.startswith(hand) for i in buttons(m).values())]


def waited_for(board: Any) -> str:
    return read(board).split("On attend", 1)[1]
