"""What tests of published boards share: what Discord is asked, how it fails, and moves behind the scenes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import msgspec

from bot.client.posted_boards import Posted
from bot.core.table import Table
from tests.kit.house import House
from tests.kit.players import quick_mind

WINDOW = ("ptipasspass", 3, {"rythme": "relaxed"}, "doublon")
ROW = ("cappuccino", 2, {}, "stack")


class Wire:
    """What the bot asks of Discord from now on about messages everybody sees."""

    def __init__(self, home: House) -> None:
        self._home = home
        self._since = len(home.env.http_requests)

    def __call__(self, method: str) -> list[Any]:
        """The requests of that kind: new messages, edits, deletions."""
        found = self._home.env.http_requests[self._since :]
        return [request for request in found if request.method == method and request.path.startswith("/channels/")]


@contextmanager
def calls(owner: Any, name: str, home: House, answer: Callable[..., Any]) -> Iterator[list[float]]:
    """The times at which discord.py is asked for this, and what becomes of it instead: ``answer(go_on)``."""
    call, times = getattr(owner, name), []

    async def instead(*given: Any, **more: Any) -> Any:
        times.append(home.env.now().timestamp())
        return await answer(lambda: call(*given, **more))

    setattr(owner, name, instead)
    try:
        yield times
    finally:
        setattr(owner, name, call)


async def cut(_: Any) -> None:
    """A connection that breaks before Discord has heard of it."""
    raise aiohttp.ServerDisconnectedError


async def cut_after(go_on: Any) -> None:
    """A connection that breaks after Discord has acted."""
    await go_on()
    raise aiohttp.ServerDisconnectedError


def refusal(status: int, code: int = 0) -> Callable[[Any], Any]:
    """Discord saying no."""

    async def refused(_: Any) -> None:
        kinds = {403: discord.Forbidden, 404: discord.NotFound}
        raise kinds.get(status, discord.HTTPException)(
            SimpleNamespace(status=status, reason="no"),  # type: ignore[arg-type]
            {"code": code, "message": "no"},
        )

    return refused


def slowly(seconds: float) -> Callable[[Any], Any]:
    """Discord taking its time."""

    async def slow(go_on: Any) -> Any:
        await asyncio.sleep(seconds)
        return await go_on()

    return slow


async def move(home: House, table: Table) -> Table:
    """The table after a move behind the scenes, shown as usual."""
    table = await home.look(table)
    seat, now = table.to_act[0], home.env.now().timestamp()
    chosen = quick_mind()(table, seat)
    return await home.after(table, lambda table: table.after(seat, chosen, now))


async def ok(home: House, table: Table, seat: int) -> Table:
    """The table after somebody has agreed behind the scenes."""
    now = home.bot.now()
    return await home.after(table, lambda t: t.play(t.users[seat], ("ok",), painted=None, at=now, now=now))


async def stored(home: House, table: Table) -> Posted:
    """What is written down about where a table is shown."""
    await home.bot.publisher.painted()
    document = await home.bot.store.board(table.id)
    assert document is not None
    return msgspec.json.decode(document, type=Posted)


async def soon(home: House, work: Callable[[], Any]) -> asyncio.Task[None]:
    """Something the bot has begun."""
    with home.env._bot_scope():
        task = asyncio.ensure_future(work())
    await home.env.settle()
    return task
