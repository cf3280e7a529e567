"""A sandbox with the real bot connected to it over HTTP and WebSocket, and people at its page, all in one process."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from bot.app import App
from bot.cli.local import GAMES, furnish, hints
from bot.client.bot import Bot
from bot.core.absence import auto
from bot.core.facts import PLAYING
from bot.core.table import Table
from bot.sandbox import Limits, Person, Sandbox, World, serve
from bot.sandbox.api.spec import Spec
from bot.sandbox.model import payloads
from bot.sandbox.model.clock import Clock
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from bot.store import from_url
from tests.kit import once  # noqa: F401, cogs stay loaded
from tests.kit.moments import CATALOGUE
from tests.sandbox.clients import connected
from tests.wire import onlooker, stored
from tests.wire.boards import Json, addresses, private, quick, read, untrue

NAMES = ("Ana", "Bastien", "Chloé", "Dimitri", "Éloïse", "Félix")
ONLOOKER = "Maëlle"
"""Plays nowhere and sees whatever is public, in every hall."""
LOADING, NOTICE = 128, 18


class Hall:
    """The server, its people by name, and the bot. Time is the sandbox's, and the bot goes by it too."""

    def __init__(self, sandbox: Sandbox, bot: Bot, people: dict[str, Person]) -> None:
        self.sandbox = sandbox
        self.bot = bot
        self.app = bot.app if bot is not None else None
        self.people = people

    def person(self, table: Table, seat: int) -> Person:
        return next(person for person in self.people.values() if int(person.id) == table.users[seat])

    async def now(self, table: Table) -> Table:
        return await self.bot.app.tables.get(table.id)

    async def lobby(self, game: str, seats: int, **options: Any) -> Json:
        """A lobby in which so many people sit, by name in the order of the cast."""
        host, *others = (self.people[name] for name in NAMES[:seats])
        known = {message["id"] for message in host.in_channel(GAMES)}
        await host.command(GAMES, f"{game} nouvelle", **options)
        lobby = await host.until(lambda: next((m for m in host.in_channel(GAMES) if _fresh(m, known)), None))
        for other in others:
            await self.join(lobby, other)
        return host.messages[lobby["id"]]

    async def join(self, lobby: Json, person: Person) -> None:
        await person.until(lambda: lobby["id"] in person.messages)
        await person.press(person.messages[lobby["id"]], "Rejoindre")
        name = person.me["global_name"]
        for each in self.people.values():
            await each.until(lambda each=each: name in read(each.messages[lobby["id"]]))

    async def start(self, game: str, seats: int, **options: Any) -> Table:
        return await self.begin(await self.lobby(game, seats, **options))

    async def begin(self, lobby: Json) -> Table:
        host = self.people[NAMES[0]]
        await host.press(host.messages[lobby["id"]], "Commencer")
        number = next(each.table for each in addresses(lobby) if each.verb == "start")
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            # An answer says that the click was heard; on a busy machine the game begins a little later.
            while (table := await self.bot.app.tables.get(number)).status != PLAYING:  # noqa: ASYNC110, nothing tells us
                await asyncio.sleep(0.01)
        await self.board(table, host)
        return table

    async def board(self, table: Table, person: Person) -> Json:
        """The board as somebody sees it, once it shows the table as it is now."""
        await self.revision(table)

        def newest() -> Json | None:
            last = self.newest(table)
            seen = person.messages.get(last["id"]) if last else None
            # Its author as a member is told with a message that comes, not with one that is asked for.
            return seen if seen and last and {**seen, "member": None, "guild_id": None} == last else None

        return await person.until(newest)

    def newest(self, table: Table) -> Json | None:
        """The last message at a table that everybody sees, as the server has it."""
        world = self.sandbox.world
        found = [payloads.message(world, each) for each in world.channels[str(table.place)].messages.values()]
        public = [each for each in found if not private(each) and each["type"] != NOTICE]
        last = max(public, key=lambda each: int(each["id"]), default=None)
        return last and {**last, "member": None, "guild_id": None}

    async def revision(self, table: Table) -> None:
        """Wait until the newest message at that table is a true board of it."""
        wrong = "is not there"
        try:
            async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                while wrong:
                    table = await self.now(table)
                    if board := self.newest(table):
                        wrong = untrue(board, table, CATALOGUE.words, self.sandbox.world.clock.now())
                    await asyncio.sleep(0.01 if wrong else 0)
        except TimeoutError:
            raise AssertionError(f"the board of table {table.id} {wrong}") from None

    async def advance(self, seconds: float) -> None:
        """Let time pass for Discord and for the bot; what falls due at the tables happens."""
        self.sandbox.control.advance(seconds)
        # The board's timer runs in real time: without this, every reveal would take as long as for people.
        for number in [*self.bot.app.boards.timers]:
            self.bot.app.boards.request(number)
        clock = self.bot.app.clock
        clock._ring()
        while clock._task is not None:
            await asyncio.wait({clock._task})

    async def look(self, table: Table) -> Table:
        """Let everybody look at what was revealed until it is hidden again, and the table make its own moves."""
        for _ in range(200):
            table = await self.now(table)
            now = self.bot.app.now()
            if (wait := table.flash_until - now) > 0:
                await self.advance(wait + 0.1)
            elif auto(table):
                await self.advance(2.1)
            else:
                return table
        raise AssertionError("the table never stops moving by itself")


def _fresh(message: Json, known: set[str]) -> bool:
    thinking = message["flags"] & LOADING
    return message["id"] not in known and not private(message) and not thinking and message["type"] != NOTICE


async def judge(people: Iterable[Person], file: Path, *, crashed: bool = False) -> None:
    """Fail if a person's socket received anything that person may not know. See `onlooker`."""
    people = list(people)
    for person in people:
        # The response arrives after all frames that were sent before it.
        await person.ask("history", channel=person.channel(GAMES))
    onlooker.check(people, stored.tables(file, CATALOGUE.games).values(), CATALOGUE.words, crashed=crashed)


@asynccontextmanager
async def gathered(
    file: Path, world: World, names: Iterable[str], spec: Spec | None = None
) -> AsyncIterator[tuple[Sandbox, dict[str, Person]]]:
    """A sandbox with these people at its page, and a database in which its games channel is open for games."""
    await furnish(file, int(world.guild.id), int(world.place(GAMES).id))
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(serve(world, limits=Limits.none(), spec=spec))
        yield sandbox, {name: await stack.enter_async_context(sandbox.person(name)) for name in names}


@asynccontextmanager
async def hall(
    folder: Path, *, spec: Spec | None = None, pictures: bool = False, clock: Clock | None = None
) -> AsyncIterator[Hall]:
    """A hall whose games channel is open for games, with everybody of the cast at the page.

    At the end everybody has been answered, and every frame that any person received is checked: see `onlooker`.
    """
    world = World(hints=hints(CATALOGUE.words), answer_within=HANG_TIMEOUT_SECONDS, clock=clock)
    file = folder / "wire.sqlite3"
    async with gathered(file, world, (ONLOOKER, *NAMES), spec) as (sandbox, people):
        store = from_url(str(file))
        bot = App(CATALOGUE, store, now=world.clock.now, rng=Random(7), pictures=pictures, guild_ready_timeout=0.05).bot
        with quick:
            async with connected(sandbox, bot):
                yield Hall(sandbox, bot, people)
        await judge(people.values(), file)
        assert sandbox.control.stats()["unanswered"] == []
