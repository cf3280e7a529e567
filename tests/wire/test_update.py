"""Several processes on one database, started from the command line.

Each answers for its own servers; they are replaced while players click, and no click is lost.
"""

import asyncio
import signal
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from random import Random

import pytest

from bot.app import App
from bot.cli.local import GAMES, furnish
from bot.core.shards import Shards
from bot.fleet.hand_over import HandOver
from bot.sandbox import Limits, World, serve
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from bot.store import from_url
from tests.sandbox.clients import connected
from tests.store.server import running
from tests.wire.boards import addresses, private, read
from tests.wire.hall import CATALOGUE
from tests.wire.processes import Bot, everybody
from tests.wire.shared_time import SharedClock, SharedTime

SHARDS, SERVERS = 4, 4
CLICK_PAUSE_SECONDS = 0.05
HAND_OVER_SPEED = 0.5
"""Speed of the clock while processes are replaced: on a busy machine Discord's three seconds become six."""


class Town:
    """A Discord with four servers in four shards, a database, and processes of the bot."""

    def __init__(self, sandbox, url, folder, shared, people):
        self.sandbox = sandbox
        self.world = sandbox.world
        self.url = url
        self.time = shared
        self.people = people
        """Two for each server, by its shard."""
        self._log = folder / "log"

    @contextmanager
    def typed(self, *arguments, **variables):
        """`tablee run`, as somebody types it; killed with the block if it still runs."""
        bot = Bot(self.sandbox, self.url, self.time, self._log, "run", *arguments, **variables)
        try:
            yield bot
        finally:
            bot.kill()

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
        name, times = guest.me["global_name"], 0
        while not stop.is_set():
            label = "Rejoindre" if times % 2 == 0 else "Quitter"
            answer = await guest.press(guest.messages[lobby["id"]], label)
            assert answer["outcome"] == "answered", answer
            times += 1
            there = times % 2 == 1
            await guest.until(lambda there=there: (name in read(guest.messages[lobby["id"]])) == there)
            await asyncio.sleep(CLICK_PAUSE_SECONDS)
        return times

    def check(self):
        found = self.world.interactions
        assert [*found.failed, *found.waiting, *found.answered_twice] == []
        assert not self._log.exists() or "Traceback" not in self._log.read_text("utf-8")


@asynccontextmanager
async def town(folder):
    shared = SharedTime.begin(folder / "time", 1.0)
    world = World(
        answer_within=3.0, guilds=SERVERS, people=2, shards=SHARDS, max_concurrency=SHARDS, clock=SharedClock(shared)
    )
    async with AsyncExitStack() as stack:
        url = stack.enter_context(running(fsync=False)).address
        sandbox = await stack.enter_async_context(serve(world, limits=Limits.none(), spec=None))
        people = {}
        for guild, channel, names in everybody(sandbox):
            await furnish(url, guild, channel)
            found = [await stack.enter_async_context(sandbox.person(name)) for name in names[:2]]
            people[Shards(0, 0, SHARDS).shard_of(guild)] = found
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
async def test_processes_answer_for_their_own_servers_and_are_replaced_without_anybody_noticing(tmp_path):
    own, others = Shards(0, 1, SHARDS), Shards(2, 3, SHARDS)
    async with town(tmp_path) as place:
        with place.typed(SHARDS="2-3/4") as other, place.typed("--shards", "0-1/4") as old:
            await other.ready(others)
            await old.ready(own)
            before = {each.id: None for each in place.sandbox.gateway_server.sessions}
            # Discord's pause between two identifications passes while nobody clicks.
            with place.time.at(40.0):
                await asyncio.sleep(0.2)
            with place.typed("--shards", "0-1/4", "--standby") as new:
                async with clicking(place):
                    # A shard has one process.
                    with place.typed("--shards", "1-2/4") as third:
                        assert await third.ended() == 1
                    assert "Another Tablée" in new.log
                    await new.said("now standby")
                    with place.time.at(HAND_OVER_SPEED):
                        old.signal(signal.SIGTERM)
                        await new.said("now serving", 3)
                    assert await old.ended() == 0
                    await new.ready(own, before)
                    # Long enough for some to be answered by the new one alone.
                    await asyncio.sleep(0.5)
                    assert new.alive
            # The new one was killed at the end of its block.
            for shard in others.numbers:
                answer = await place.people[shard][0].command(GAMES, "table liste")
                assert answer["outcome"] == "answered"
            other.signal(signal.SIGINT)
            assert await other.ended() == 0
        place.check()


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
    async with connected(place.sandbox, old), connected(place.sandbox, new):
        yield old, new


async def test_open_panels_are_followed_by_the_new_one(tmp_path):
    async with town(tmp_path) as place:
        async with two(place) as (old, new):
            host, guest = place.people[1]
            lobby = await place.lobby(1, "tripot")
            await guest.press(lobby, "Rejoindre")
            await host.until(lambda: guest.me["global_name"] in read(host.messages[lobby["id"]]))
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
