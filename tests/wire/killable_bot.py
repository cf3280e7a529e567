"""The bot in a process of its own, which can be killed as nothing can be that shares ours."""

import asyncio
import logging
import multiprocessing
import os
import signal
from importlib import import_module
from pathlib import Path
from typing import Any, Self

from bot.app import App
from bot.catalogue import walk
from bot.client.gateway import point_at
from bot.sandbox import Sandbox
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from bot.store import from_url
from tests.wire.boards import quick
from tests.wire.processes import command, family
from tests.wire.shared_time import SharedLoop, SharedTime

# The fork server loads this module once: a bot is then there in a moment.
CATALOGUE = walk()
CATALOGUE.words.load()
for extension in CATALOGUE.extensions:
    import_module(extension)
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([__name__])


def _live(api: str, gateway: str, token: str, folder: str, options: dict[str, Any], time: Path) -> None:
    # All runs log to one file: the terminal of a killed process is lost.
    logging.basicConfig(filename=f"{folder}/bot.log", level=logging.WARNING)
    point_at(api, gateway)
    if options.pop("hurry"):
        quick.start()
    shared = SharedTime(time)

    async def run() -> None:
        async with App(CATALOGUE, from_url(f"{folder}/wire.sqlite3"), now=shared.now, **options).bot as bot:
            await bot.start(token)

    with asyncio.Runner(loop_factory=lambda: SharedLoop(shared)) as runner:
        runner.run(run())


class Died(Exception):
    """The bot exited before it connected; the argument is its log."""


class KillableBot:
    """A bot that is killed and started again; its database and its log are in the folder."""

    def __init__(self, sandbox: Sandbox, folder: Path, time: SharedTime, **options: bool) -> None:
        """``pictures``: whether it draws; ``hurry``: whether boards wait only a moment for more changes."""
        self._sandbox = sandbox
        self._folder = folder
        self._options = {"guild_ready_timeout": 0.05, **options}
        self._time = time.file
        self._process: Any = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.kill()

    async def start(self) -> None:
        where = (self._sandbox.api, self._sandbox.gateway, self._sandbox.token, str(self._folder))
        known = self._sandbox.gateway_server.identified
        self._process = _context.Process(target=_live, args=(*where, self._options, self._time))
        self._process.start()
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            while self._sandbox.gateway_server.identified == known:
                if not self._process.is_alive():
                    raise Died(self.log)
                await asyncio.sleep(0.01)

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def kill_workers(self) -> int:
        """End its workers at once, those who draw and those who think; how many there were."""
        ended = 0
        for child in family(self._process.pid):
            if "spawn_main" in str(command(child)):
                os.kill(child, signal.SIGKILL)
                ended += 1
        return ended

    @property
    def log(self) -> str:
        file = self._folder / "bot.log"
        return file.read_text() if file.exists() else ""
