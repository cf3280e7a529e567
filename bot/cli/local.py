"""The local table: the very same bot on a Discord of our own on this machine, for whoever has no token."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import socket
import sys
from collections.abc import AsyncIterator
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from bot.catalogue import walk
from bot.cli import loop
from bot.cli.logs import set_up
from bot.cli.loop import ending
from bot.cli.monitoring import PortTaken, metrics, observed
from bot.cli.settings import Settings
from bot.client.bot import Bot
from bot.client.discord_patches import point_at
from bot.sandbox import World, serve
from bot.store import Taken, WrongVersion, from_url
from bot.tables.servers import Servers
from bot.text.strings import LANGUAGES
from bot.workers import leave_to_parent

log = logging.getLogger(__name__)

PORT = 8787
DATA = Path("data")
GAMES = "jeux"
FATAL = 1


HINT = f"/{walk().words.get('tables', LANGUAGES[0], 'play')}"
"""The command to type first: it leads one person to a game, without others."""


class Home(msgspec.Struct, frozen=True):
    """Where the sandbox is, and what the bot has to know of its world."""

    page: str
    api: str
    gateway: str
    token: str
    port: int
    guild: int
    channel: int


async def run(port: int = PORT, settings: Settings | None = None) -> int:
    """Serve the page and play on it until a signal ends it; 1 if the port is taken. Needs no token and no database."""
    if not _free(port):
        sys.stderr.write(f"Port {port} of this machine is taken: choose another with --port (0: any free one).\n")
        return FATAL
    try:
        with ending():
            async with sandbox(port) as home:
                await _play(home, settings or Settings())
    except (WrongVersion, Taken, PortTaken) as error:
        sys.stderr.write(f"{error}\n")
        return FATAL
    return 0


async def _play(home: Home, settings: Settings) -> None:
    """The bot in that home, as long as it is not cancelled."""
    _log_to(DATA / "local.log", settings)
    point_at(home.api, home.gateway)
    file = _file(home.port)
    await furnish(file, home.guild, home.channel)
    catalogue = walk()
    log.info("starting games=%s loop=%s", ",".join(catalogue.games), loop.name())
    bot = Bot(catalogue, from_url(str(file)), metrics=metrics(settings.metrics_port))
    async with observed(bot, settings.metrics_port), bot:
        if bot.drawing_worker:
            bot.drawing_worker.warm()
        told = asyncio.create_task(_tell(bot, home))
        try:
            await bot.start(home.token)
        finally:
            told.cancel()


@contextlib.asynccontextmanager
async def sandbox(port: int) -> AsyncIterator[Home]:
    """A sandbox in a process of its own, as long as the block lasts: what happens to the bot leaves its world alone."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_live, args=(port, theirs), name="sandbox", daemon=True)
    process.start()
    theirs.close()
    try:
        yield await asyncio.to_thread(ours.recv)
    finally:
        ours.close()
        process.join(5)
        process.kill()  # It heeds no signal to end: if it hangs, nothing else would.


async def furnish(file: Path, guild: int, channel: int) -> None:
    """An empty database in which that channel is open for games, so that the first thing somebody types works."""
    # A world ends with its sandbox: tables of an earlier one have no place any more.
    for old in file.parent.glob(f"{file.name}*"):
        old.unlink()
    store = from_url(str(file))
    await store.open()
    await Servers(store).change(guild, lambda server: server.with_opened(channel))
    await store.close()


async def _tell(bot: Bot, home: Home) -> None:
    await bot.wait_until_ready()
    sys.stdout.write(
        f"No DISCORD_TOKEN, so the table is here: open {home.page} and type {HINT}\n"
        "Ctrl-C stops it and forgets its games. With DISCORD_TOKEN in the file .env it goes to Discord.\n"
    )
    sys.stdout.flush()


def _file(port: int) -> Path:
    """The port belongs to one sandbox at a time, so its file does too."""
    DATA.mkdir(0o700, exist_ok=True)
    return DATA / ("local.sqlite3" if port == PORT else f"local-{port}.sqlite3")


def _log_to(file: Path, settings: Settings) -> None:
    """Everything goes to a file that only its owner reads; whoever plays reads only what went wrong."""
    file.parent.mkdir(0o700, exist_ok=True)
    file.touch(0o600)
    file.chmod(0o600)
    loud = logging.StreamHandler()
    loud.setLevel(logging.WARNING)
    set_up(settings.log_level, settings.log_format, [loud, logging.FileHandler(file, "w", "utf-8")])


def _free(port: int) -> bool:
    with socket.socket() as probe:
        # As the server itself does: a port somebody has just left is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, sys.platform != "win32")
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True


def _live(port: int, pipe: Connection) -> None:
    """What the sandbox's process does. It ends with whoever holds the other end of the pipe, however that ends."""
    leave_to_parent()
    with contextlib.suppress(EOFError, OSError):
        loop.run(_host(port, pipe))


async def _host(port: int, pipe: Connection) -> None:
    world = World(hint=HINT)
    async with serve(world, port=port, spec=None) as running:
        there = (running.page, running.api, running.gateway, running.token, running.port)
        pipe.send(Home(*there, int(world.guild.id), int(world.place(GAMES).id)))
        await asyncio.to_thread(pipe.recv)
