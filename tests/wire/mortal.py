"""The bot in a process of its own, which can be killed as nothing can be that shares ours."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from pathlib import Path
from typing import Any, Self

from bot.catalogue import walk
from bot.client import Bot
from bot.local import point_at
from bot.sandbox import Sandbox
from bot.sandbox.person import HANGS
from bot.store import from_url

CATALOGUE = walk()
"""Made when this module is loaded, which the fork server does once: a bot is then there in a moment."""
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([__name__])


def _live(api: str, gateway: str, token: str, folder: str) -> None:
    # The file says all that went wrong in any life; nobody reads the terminal of a process that is killed.
    logging.basicConfig(filename=f"{folder}/bot.log", level=logging.WARNING)
    point_at(api, gateway)
    asyncio.run(_run(token, folder))


async def _run(token: str, folder: str) -> None:
    async with Bot(CATALOGUE, from_url(f"{folder}/wire.sqlite3"), pictures=False) as bot:
        await bot.start(token)


class Mortal:
    """A bot that is killed and started again; its database and its log are in the folder."""

    def __init__(self, sandbox: Sandbox, folder: Path) -> None:
        self._sandbox = sandbox
        self._folder = folder
        self._process: Any = None
        self.lives = 0

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.kill()

    async def start(self) -> None:
        """Start it, and wait until it hears what people do."""
        where = (self._sandbox.api, self._sandbox.gateway, self._sandbox.token, str(self._folder))
        known = self._sandbox.gateway_server.identified
        self._process = _context.Process(target=_live, args=where, daemon=True)
        self._process.start()
        self.lives += 1
        async with asyncio.timeout(HANGS):
            while self._sandbox.gateway_server.identified == known:
                assert self._process.is_alive(), self.log
                await asyncio.sleep(0.01)

    def kill(self) -> None:
        """End it at once, whatever it is doing (SIGKILL)."""
        self._process.kill()
        self._process.join()

    @property
    def log(self) -> str:
        """What it has complained about, in all its lives."""
        file = self._folder / "bot.log"
        return file.read_text() if file.exists() else ""
