"""Several processes on one database, started from the command line.

Each answers for its own servers; they are replaced while players click, and no click is lost.
"""

import asyncio
import signal
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import count
from random import Random

import pytest

from bot.app import App
from bot.cli.local import GAMES
from bot.core.shards import Shards
from bot.fleet.hand_over import HandOver
from bot.sandbox import Limits, World, serve
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from bot.store import from_url
from tests.store.server import execute, running
from tests.wire import databases, elsewhere
from tests.wire.boards import addresses
from tests.wire.hall import CATALOGUE, pointed_at, private, read
from tests.wire.shared_time import SharedClock, SharedTime

NUMBERS = count(1)
SHARDS, SERVERS = 4, 4
CLICK_PAUSE_SECONDS = 0.05
HAND_OVER_SPEED = 0.5
"""Speed of the clock while processes are replaced: on a busy machine Discord's three seconds become six."""


@pytest.fixture(scope="module")
def server():
    """A PostgreSQL server of our own: the processes of these tests would not leave another's alone."""
    with running(fsync=False) as server:
        yield server.address


class Town:
    """A Discord with four servers in four shards, a database, and processes of the bot."""

    def __init__(self, sandbox, url, folder, shared, people):
        self.sandbox = sandbox
        self.world = sandbox.world
        self.url = url
        self.folder = folder
        self.time = shared
        self.people = people
        """Two for each server, by its shard."""
        self._running = []

    @asynccontextmanager
    async def typed(self, *arguments, **more):
        """`tablee run`, as somebody types it; ended with the block if it still runs."""
        environment = dict(elsewhere.environment(self.sandbox, self.url, time=self.time.file)) | more
        with (self.folder / f"log-{len(self._running)}").open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                *elsewhere.command("run", *arguments),
                cwd=self.folder,
                env=environment,
                stderr=log,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
            )
        self._running.append(process)
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    @property
    def log(self):
        return "\n".join(file.read_text("utf-8") for file in sorted(self.folder.glob("log-*")))

    async def said(self, text, times=1):
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            while self.log.count(text) < times:
                assert not all(each.returncode is not None for each in self._running), self.log
                await asyncio.sleep(0.02)

    def sessions(self):
        return sorted(each.shard[0] for each in self.sandbox.gateway_server.sessions if each.connected)

    async def connected(self, *shards):
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            while self.sessions() != sorted(shards):
                assert not all(each.returncode is not None for each in self._running), self.log
                await asyncio.sleep(0.02)

    async def rest(self):
        """Let Discord's pause between two identifications pass, while nobody clicks."""
        with self.time.at(40.0):
            await asyncio.sleep(0.2)

    async def lobby(self, shard, game="trio"):
        """A lobby in the server of that shard, opened by its first person; as the second sees it."""
        host, guest = self.people[shard]
        await host.command(GAMES, f"{game} nouvelle")
        return await guest.until(
            lambda: next((m for m in guest.in_channel(GAMES) if not private(m) and "Rejoindre" in read(m)), None)
        )

    async def come_and_go(self, shard, lobby, stop):
        """Sit down and stand up again and again; how often that was answered."""
        _, guest = self.people[shard]
        times = 0
        while not stop.is_set():
            label = "Rejoindre" if times % 2 == 0 else "Quitter"
            answer = await guest.press(guest.messages[lobby["id"]], label)
            assert answer["outcome"] == "answered", (answer, self.log)
            times += 1
            there = times % 2 == 1
            await guest.until(lambda there=there: (self.name(guest) in read(guest.messages[lobby["id"]])) == there)
            await asyncio.sleep(CLICK_PAUSE_SECONDS)
        return times

    def name(self, person):
        return person.me["global_name"]

    def check(self):
        assert not self.world.interactions.failed, self.log
        assert not self.world.interactions.waiting, self.log
        assert not self.world.interactions.answered_twice, self.log
        assert "Traceback" not in self.log, self.log


@asynccontextmanager
async def town(folder, server):
    shared = SharedTime.begin(folder / "time", 1.0)
    world = World(
        answer_within=3.0, guilds=SERVERS, people=2, shards=SHARDS, max_concurrency=SHARDS, clock=SharedClock(shared)
    )
    name = f"town{next(NUMBERS)}"
    await execute(server, f"CREATE SCHEMA {name}")
    url = f"{server}&search_path={name}"
    places = [each for each in world.channels.values() if each.name == GAMES]
    await databases.furnish(url, [(int(each.guild_id or 0), int(each.id)) for each in places])
    async with AsyncExitStack() as stack:
        sandbox = await stack.enter_async_context(serve(world, limits=Limits.none(), spec=None))
        people = {}
        for guild in world.guilds.values():
            names = [each.user.id for each in guild.members.values() if not each.user.bot and not each.roles][:2]
            found = [await stack.enter_async_context(sandbox.person(name)) for name in names]
            people[Shards(0, 0, SHARDS).shard_of(int(guild.id))] = found
        assert len(people) == SHARDS
        yield Town(sandbox, url, folder, shared, people)


@asynccontextmanager
async def clicking(place):
    """In every server somebody clicks again and again as long as the block lasts; in the end all were answered."""
    stop = asyncio.Event()
    lobbies = {shard: await place.lobby(shard) for shard in place.people}
    clicks = [asyncio.create_task(place.come_and_go(shard, lobby, stop)) for shard, lobby in lobbies.items()]
    try:
        yield
    finally:
        stop.set()
        times = await asyncio.gather(*clicks)
    assert min(times) > 2
    place.check()
    for shard, lobby in lobbies.items():
        # Nothing was shown twice.
        shown = [m for m in place.people[shard][0].in_channel(GAMES) if not private(m)]
        assert [m["id"] for m in shown] == [lobby["id"]]


@pytest.mark.slow
async def test_processes_answer_for_their_own_servers_and_are_replaced_without_anybody_noticing(tmp_path, server):
    async with town(tmp_path, server) as place, place.typed(SHARDS="2-3/4") as other:
        async with place.typed("--shards", "0-1/4") as old:
            await place.connected(0, 1, 2, 3)
            await place.rest()
            async with place.typed("--shards", "0-1/4", "--standby") as new, clicking(place):
                # A shard has one process.
                async with place.typed("--shards", "1-2/4") as third:
                    assert await third.wait() == 1
                assert "Another Tablée" in place.log
                await place.said("now standby")
                with place.time.at(HAND_OVER_SPEED):
                    old.send_signal(signal.SIGTERM)
                    await place.said("now serving", 3)
                assert await old.wait() == 0
                await place.connected(0, 1, 2, 3)
                # Long enough for some to be answered by the new one alone.
                await asyncio.sleep(0.5)
                assert new.returncode is None
        # The new one was killed at the end of its block.
        await place.connected(2, 3)
        for shard in (2, 3):
            answer = await place.people[shard][0].command(GAMES, "table liste")
            assert answer["outcome"] == "answered"
        other.send_signal(signal.SIGINT)
        assert await other.wait() == 0
        place.check()


@pytest.mark.slow
async def test_who_is_on_standby_also_takes_over_from_the_dead(tmp_path, server):
    async with town(tmp_path, server) as place, place.typed() as old:
        await place.connected(0, 1, 2, 3)
        async with place.typed("--standby"), place.typed("--standby") as other:
            with place.time.at(10.0):
                await place.said("now standby", 2)
            other.send_signal(signal.SIGTERM)
            assert await other.wait() == 0
            old.kill()
            await place.said("now serving", 2)
            answer = await place.people[1][0].command(GAMES, "table liste")
            assert answer["outcome"] == "answered"


@asynccontextmanager
async def two(place):
    old, new = (
        App(
            CATALOGUE,
            from_url(place.url),
            shards=Shards(0, 3, 4),
            hand_over=partial(HandOver, standby=standby),
            standby=standby,
            now=place.world.clock.now,
            # The first player of its first game is the host.
            rng=Random(1),
            pictures=False,
            guild_ready_timeout=0.05,
        ).bot
        for standby in (False, True)
    )
    with pointed_at(place.sandbox):
        async with AsyncExitStack() as stack:
            for bot in (old, new):
                stack.push_async_callback(bot.close)
                await bot.login(place.sandbox.token)
                stack.callback(asyncio.create_task(bot.connect()).cancel)
                await bot.wait_until_ready()
            yield old, new


async def test_open_panels_are_followed_by_the_new_one(tmp_path, server):
    async with town(tmp_path, server) as place:
        async with two(place) as (old, new):
            host, guest = place.people[1]
            lobby = await place.lobby(1, "tripot")
            await guest.press(lobby, "Rejoindre")
            await host.until(lambda: place.name(guest) in read(host.messages[lobby["id"]]))
            await host.press(host.messages[lobby["id"]], "Commencer")
            board = await host.until(lambda: next((m for m in host.messages.values() if "hand" in verbs(m)), None))
            await host.use(board, str(next(each for each in addresses(board) if each.verb == "hand")))
            panel = await host.until(
                lambda: next((m for m in host.messages.values() if private(m) and "play" in verbs(m)), None)
            )
            [number] = {key[0] for key in old.app.seats._open}
            await old.close()
            assert not old.app.seats._open
            async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                while not new.app.seats._open:  # noqa: ASYNC110, the new one is not asked when it is done
                    await asyncio.sleep(0.01)
            # Nobody clicks on it; it follows by itself.
            shown = read(host.messages[panel["id"]])
            await new.app.tables.change(number, lambda table: table.close("moderator"))
            await host.until(lambda: read(host.messages[panel["id"]]) != shown)
            # The stored interaction tokens are deleted.
            for shard in range(SHARDS):
                assert await new.app.store.get("panels", shard) is None
        place.check()


def verbs(message):
    return {address.verb for address in addresses(message)}
