"""The bot without a token: on a Discord of our own on this machine, with a page to play on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import re
import socket
import sys
from collections.abc import AsyncIterator
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from bot import __version__
from bot.app import App
from bot.catalogue import walk
from bot.cli import terminal
from bot.cli.health import PortTaken, metrics, observed
from bot.cli.logs import set_up
from bot.cli.settings import FILE, Settings, doubts, home
from bot.cli.startup import check_folder
from bot.cli.terminal import FAILED
from bot.client.bot import Bot
from bot.client.gateway import point_at
from bot.pictures.lobby import poster
from bot.sandbox import World, serve
from bot.store import Taken, WrongVersion, from_url
from bot.store.statements import Unusable
from bot.tables.servers import Servers
from bot.text.strings import DEFAULT, Words
from bot.workers import leave_to_parent

log = logging.getLogger(__name__)

PORT = 8787
GAMES = "jeux"
RESTART, STOP = "restart", "stop"
"""Messages on the pipe: the sandbox asks to restart the bot, and is told to stop."""
FIRST_COMMANDS = (("solo", "play"), ("lessons", "learn"), ("daily", "daily"), ("tables", "help"))
"""The commands that the page proposes first: the scope and the key of each name."""


def hints(words: Words) -> list[str]:
    """The proposed commands of the features that are installed, as they are typed."""
    found = [(scope, key) for scope, key in FIRST_COMMANDS if words.has(scope, DEFAULT, key)]
    return [f"/{words.get(scope, DEFAULT, key)}" for scope, key in found]


class LocalAddresses(msgspec.Struct, frozen=True):
    """The addresses of the sandbox, and the ids the bot needs."""

    page: str
    api: str
    gateway: str
    token: str
    port: int
    guild: int
    channel: int


async def run(port: int = PORT, settings: Settings | None = None) -> int:
    """Serve the page and run the bot until a signal ends it; 1 if the port is taken."""
    if not _free(port):
        sys.stderr.write(f"Port {port} of this machine is taken: choose another with --port (0: any free one).\n")
        return FAILED
    restart = asyncio.Event()
    try:
        check_folder(_data(), "TABLEE_HOME")
        with terminal.ending():
            async with sandbox(port, restart) as home:
                await _play(home, settings or Settings(), restart)
    except (WrongVersion, Taken, PortTaken, Unusable) as error:
        sys.stderr.write(f"{error}\n")
        return FAILED
    return 0


async def _play(home: LocalAddresses, settings: Settings, restart: asyncio.Event) -> None:
    """Run the bot; when the page asks for it, stop it and start another one on the same database."""
    _log_to(_data() / "local.log", settings)
    point_at(home.api, home.gateway)
    file = _file(home.port)
    await furnish(file, home.guild, home.channel)
    catalogue = walk()
    greet = True
    while True:
        log.info("starting version=%s games=%s loop=%s", __version__, ",".join(catalogue.games), terminal.loop_name())
        restart.clear()
        app = App(catalogue, from_url(str(file)), metrics=metrics(settings.metrics_port))
        async with observed(app, settings.metrics_port), app.bot as bot:
            if app.drawing_worker:
                app.drawing_worker.warm()
            running = asyncio.create_task(bot.start(home.token))
            asked = asyncio.create_task(restart.wait())
            greeting = asyncio.create_task(_greet(bot, home, catalogue.words)) if greet else None
            try:
                await asyncio.wait([running, asked], return_when=asyncio.FIRST_COMPLETED)
                if running.done():
                    return running.result()
                await bot.close()
            finally:
                for task in filter(None, (running, asked, greeting)):
                    task.cancel()
                # Before the session that it sends requests with is closed.
                await asyncio.wait([running])
        greet = False


@contextlib.asynccontextmanager
async def sandbox(port: int, restart: asyncio.Event) -> AsyncIterator[LocalAddresses]:
    """A sandbox in a process of its own, which the bot cannot block, while the block runs.

    It sets ``restart`` each time somebody presses that button on its page.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_live, args=(port, theirs), name="sandbox", daemon=True)
    process.start()
    theirs.close()
    listening: asyncio.Task[None] | None = None
    try:
        home = await asyncio.to_thread(ours.recv)
        listening = asyncio.create_task(_listen(ours, restart))
        yield home
    finally:
        with contextlib.suppress(OSError):
            ours.send(STOP)
        await asyncio.to_thread(process.join, 5)
        process.kill()  # It ignores SIGTERM.
        if listening:
            await listening
        ours.close()


async def _listen(pipe: Connection, restart: asyncio.Event) -> None:
    """Receive the requests of the sandbox until its process ends."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            await asyncio.to_thread(pipe.recv)
            restart.set()


async def furnish(file: Path, guild: int, channel: int) -> None:
    """Make an empty database in which that channel is open for games."""
    # The channels of an earlier sandbox are gone, and with them its tables.
    for old in file.parent.glob(f"{file.name}*"):
        old.unlink()
    store = from_url(str(file))
    await store.open()
    await Servers(store).change(guild, lambda server: server.with_opened(channel))
    await store.close()


async def _greet(bot: Bot, home: LocalAddresses, words: Words) -> None:
    await bot.wait_until_ready()
    sys.stdout.writelines(f"{doubt}\n" for doubt in doubts())
    sys.stdout.write(
        f"No DISCORD_TOKEN, so the table is here: open {home.page} and type {next(iter(hints(words)), '/')}\n"
        "Ctrl-C stops it and forgets its games. "
        f"With DISCORD_TOKEN in the file {_data().parent / FILE} it goes to Discord.\n"
    )
    sys.stdout.flush()


def _file(port: int) -> Path:
    """The database: one for each port, so that sandboxes do not share it. Those of free ports are removed."""
    for old in _data().glob("local-*"):
        ours = re.fullmatch(r"local-([0-9]{1,5})\.sqlite3(-wal|-shm|-lock)?", old.name)
        if ours and _free(int(ours[1])):
            old.unlink(missing_ok=True)
    return _data() / ("local.sqlite3" if port == PORT else f"local-{port}.sqlite3")


def _data() -> Path:
    return home() / "data"


def _log_to(file: Path, settings: Settings) -> None:
    """Log to a file that only its owner can read, and warnings also to the terminal."""
    file.touch(0o600)
    file.chmod(0o600)
    console = logging.StreamHandler()
    console.setLevel(logging.WARNING)
    set_up(settings.log_level, settings.log_format, [console, logging.FileHandler(file, "w", "utf-8")])


def _free(port: int) -> bool:
    with socket.socket() as probe:
        # As the server itself does: a port that was closed a moment ago is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, sys.platform != "win32")
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True


def _live(port: int, pipe: Connection) -> None:
    """The sandbox's process. It ends with the process at the other end of the pipe, even if that is killed."""
    leave_to_parent()
    with contextlib.suppress(EOFError, OSError):
        terminal.run(_host(port, pipe))


async def _host(port: int, pipe: Connection) -> None:
    catalogue = walk()
    emblems = [game.emblem for game in catalogue.games.values() if game.emblem]
    world = World(hints=hints(catalogue.words), poster=poster(emblems), restart_bot=lambda: pipe.send(RESTART))
    async with serve(world, port=port, spec=None) as running:
        there = (running.page, running.api, running.gateway, running.token, running.port)
        pipe.send(LocalAddresses(*there, int(world.guild.id), int(world.place(GAMES).id)))
        await asyncio.to_thread(pipe.recv)
