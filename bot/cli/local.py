"""The bot without a token: on a Discord of our own in this process, with a page to play on."""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from bot import __version__
from bot.app import App
from bot.catalogue import Catalogue, walk
from bot.cli import terminal
from bot.cli.health import PortTaken, metrics, observed
from bot.cli.logs import set_up
from bot.cli.settings import FILE, Settings, doubts, home
from bot.cli.startup import check_folder
from bot.cli.terminal import FAILED
from bot.client.bot import Bot
from bot.client.gateway import point_at
from bot.pictures.lobby import poster
from bot.sandbox import Sandbox, World, serve
from bot.store import Taken, WrongVersion, from_url
from bot.store.statements import Unusable
from bot.tables.servers import Servers
from bot.text.strings import DEFAULT, Words

log = logging.getLogger(__name__)

PORT = 8787
GAMES = "jeux"
FIRST_COMMANDS = (("solo", "play"), ("lessons", "learn"), ("daily", "daily"), ("tables", "help"))
"""The commands that the page proposes first: the scope and the key of each name."""


def hints(words: Words) -> list[str]:
    """The proposed commands of the features that are installed, as they are typed."""
    found = [(scope, key) for scope, key in FIRST_COMMANDS if words.has(scope, DEFAULT, key)]
    return [f"/{words.get(scope, DEFAULT, key)}" for scope, key in found]


async def run(port: int = PORT, settings: Settings | None = None) -> int:
    """Serve the page and run the bot until a signal ends it; 1 if the port is taken."""
    catalogue, restart = walk(), asyncio.Event()
    emblems = [game.emblem for game in catalogue.games.values() if game.emblem]
    world = World(hints=hints(catalogue.words), poster=poster(emblems), restart_bot=restart.set)
    try:
        check_folder(_data(), "TABLEE_HOME")
        with terminal.ending():
            async with AsyncExitStack() as stack:
                try:
                    sandbox = await stack.enter_async_context(serve(world, port=port, spec=None))
                except OSError:
                    raise PortTaken(
                        f"Port {port} of this machine is taken: choose another with --port (0: any free one)."
                    ) from None
                await _play(catalogue, sandbox, settings or Settings(), restart)
    except (WrongVersion, Taken, PortTaken, Unusable) as error:
        sys.stderr.write(f"{error}\n")
        return FAILED
    return 0


async def _play(catalogue: Catalogue, sandbox: Sandbox, settings: Settings, restart: asyncio.Event) -> None:
    """Run the bot; when the page asks for it, stop it and start another one on the same database."""
    _log_to(_data() / "local.log", settings)
    point_at(sandbox.api, sandbox.gateway)
    with tempfile.TemporaryDirectory(prefix="tablee-") as folder:
        file = Path(folder, "local.sqlite3")
        await furnish(file, int(sandbox.world.guild.id), int(sandbox.world.place(GAMES).id))
        greet = True
        while True:
            log.info(
                "starting version=%s games=%s loop=%s", __version__, ",".join(catalogue.games), terminal.loop_name()
            )
            restart.clear()
            app = App(catalogue, from_url(str(file)), metrics=metrics(settings.metrics_port))
            async with observed(app, settings.metrics_port), app.bot as bot:
                if app.drawing_worker:
                    app.drawing_worker.start()
                running = asyncio.create_task(bot.start(sandbox.token))
                asked = asyncio.create_task(restart.wait())
                greeting = asyncio.create_task(_greet(bot, sandbox.page, catalogue.words)) if greet else None
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


async def furnish(file: Path, guild: int, channel: int) -> None:
    """Make an empty database in which that channel is open for games."""
    store = from_url(str(file))
    await store.open()
    await Servers(store).change(guild, lambda server: server.with_opened(channel))
    await store.close()


async def _greet(bot: Bot, page: str, words: Words) -> None:
    await bot.wait_until_ready()
    sys.stdout.writelines(f"{doubt}\n" for doubt in doubts())
    sys.stdout.write(
        f"No DISCORD_TOKEN, so the table is here: open {page} and type {next(iter(hints(words)), '/')}\n"
        "Ctrl-C stops it and forgets its games. "
        f"With DISCORD_TOKEN in the file {_data().parent / FILE} it goes to Discord.\n"
    )
    sys.stdout.flush()


def _data() -> Path:
    return home() / "data"


def _log_to(file: Path, settings: Settings) -> None:
    """Log to a file that only its owner can read, and warnings also to the terminal."""
    file.touch(0o600)
    file.chmod(0o600)
    console = logging.StreamHandler()
    console.setLevel(logging.WARNING)
    set_up(settings.log_level, settings.log_format, [console, logging.FileHandler(file, "w", "utf-8")])
