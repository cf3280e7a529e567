"""Shards and how fast they identify; our patches of discord.py; Discord's time.

Each test of a patch fails when a new version of discord.py makes it unnecessary or wrong.
"""

import asyncio
import logging
import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket, KeepAliveHandler, ReconnectWebSocket
from discord.http import Route
from discord.shard import Shard

from bot.client import gateway
from bot.client.bot import KEEP_ALIVE_SECONDS, Bot
from bot.client.gateway import (
    NOTICEABLE_SECONDS,
    RECENT,
    BackgroundShard,
    BucketLocks,
    DiscordClock,
    IdentifyLimiter,
    http_session,
    point_at,
)
from bot.core.shards import Shards

GATEWAY = yarl.URL("wss://nowhere.invalid")


def client(shards: Shards | None) -> Bot:
    made = Bot(AsyncMock(ask_again=Mock()), shards=shards)
    made.app.close = made.disconnect
    return made


async def test_connections_to_the_api_stay_open_between_two_answers():
    async with client(None) as bot:
        bot.http.request = AsyncMock(return_value={})  # type: ignore[method-assign]
        await bot.http.static_login("token")
        connector = http_session(bot.http).connector
        assert isinstance(connector, aiohttp.TCPConnector)
        assert connector._keepalive_timeout == KEEP_ALIVE_SECONDS


@pytest.mark.parametrize(
    ("wanted", "recommended", "chosen", "asked"),
    [(Shards(4, 7, 16), 64, Shards(4, 7, 16), 0), (None, 3, Shards(0, 2, 3), 1)],
    ids=["a part is what was asked for", "without a choice all that Discord recommends"],
)
async def test_shards_are_chosen_once(wanted, recommended, chosen, asked):
    bot = client(wanted)
    bot.http.get_bot_gateway = AsyncMock(return_value=(recommended, "wss://nowhere.invalid", {"max_concurrency": 1}))
    for _ in range(2):
        assert await bot.choose_shards() == chosen
    assert (bot.shard_count, bot.shard_ids) == (chosen.count, [*chosen.numbers])
    assert bot.http.get_bot_gateway.await_count == asked


async def test_events_of_a_disconnected_shard_are_not_received():
    bot = client(Shards(4, 7, 16))
    here, there = 5 << 22, 6 << 22
    await bot.on_shard_connect(5)
    assert not bot.app.ask_again.called, "the first time"
    await bot.on_shard_disconnect(5)
    await bot.on_shard_disconnect(5)
    assert (bot.receives(here), bot.receives(there)) == (False, True)
    await bot.on_shard_connect(6)
    assert not bot.receives(here)
    await bot.on_shard_resumed(5)
    assert bot.receives(here)
    bot.app.ask_again.assert_called_once()


async def test_giving_up_disconnects_and_raises_the_error(monkeypatch):
    closed = asyncio.Event()

    async def connect(_bot, **_options):
        await closed.wait()

    monkeypatch.setattr(commands.AutoShardedBot, "connect", connect)
    bot = client(Shards(4, 7, 16))

    async def close():
        closed.set()

    bot.close = close  # type: ignore[method-assign]
    bot.wait_until_ready = lambda: asyncio.sleep(0)  # type: ignore[method-assign]
    connecting = asyncio.create_task(bot.connect())
    await asyncio.sleep(0)
    bot.give_up(LookupError("nobody is left"))
    with pytest.raises(LookupError, match="nobody is left"):
        await connecting
    closed.clear()
    bot.app.serve = AsyncMock(side_effect=LookupError("nobody can be served"))
    with pytest.raises(LookupError, match="nobody can be served"):
        await bot.connect()


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(gateway, "IDENTIFY_INTERVAL_SECONDS", 0.2)
    monkeypatch.setattr(gateway, "LOCK_POLL_SECONDS", 0.01)


def made(buckets: int, locks: BucketLocks | None = None) -> IdentifyLimiter:
    return IdentifyLimiter(locks or BucketLocks(), AsyncMock(return_value=buckets))


async def tries(each: IdentifyLimiter, shard: int) -> bool:
    """Whether that shard may identify now."""
    try:
        async with asyncio.timeout(0.05):
            await each.acquire(shard)
    except TimeoutError:
        return False
    return True


async def test_shards_of_one_bucket_wait_for_one_another():
    limiter, times = made(1), []
    for shard in (0, 1, 2):
        await limiter.acquire(shard)
        await limiter.identified(shard)
        times.append(asyncio.get_running_loop().time())
    assert min(times[1] - times[0], times[2] - times[1]) >= 0.19


async def test_shards_of_different_buckets_do_not_wait_and_none_waits_for_itself(monkeypatch):
    monkeypatch.setattr(gateway, "IDENTIFY_INTERVAL_SECONDS", 600.0)
    each = made(4)
    for shard in (0, 1, 1, 2, 3):
        await each.acquire(shard)
    for shard in (0, 1, 2, 3):
        await each.identified(shard)
    # Then each waits like the others: Discord would invalidate a session that is asked for again at once.
    assert not [shard for shard in (1, 4, 5, 6, 7) if await tries(each, shard)]
    await each.close()


async def test_an_unused_lock_is_released(monkeypatch):
    monkeypatch.setattr(gateway, "UNUSED_LOCK_SECONDS", 0.05)
    locks = BucketLocks()
    await made(1, locks).acquire(0)
    async with asyncio.timeout(120):
        await made(1, locks).acquire(1)


async def test_a_cancelled_wait_locks_nothing():
    locks = BucketLocks()
    first, second = made(1, locks), made(1, locks)
    await first.acquire(0)
    assert not await tries(second, 1)
    await first.identified(0)
    async with asyncio.timeout(120):
        await second.acquire(1)


# ---- patches of discord.py


class Network:
    """Connections of shards on which nothing happens, some of which are never made."""

    def __init__(self) -> None:
        self.connected: list[int] = []
        self.failing: set[int] = set()

    async def connect(self, _client: Any, *, shard_id: int, **_options: Any) -> Any:
        """Connect a shard, as ``DiscordWebSocket.from_client`` does."""
        if shard_id in self.failing:
            await asyncio.Event().wait()
        self.connected.append(shard_id)
        known = dict.fromkeys(("session_id", "sequence", "gateway"))
        return SimpleNamespace(shard_id=shard_id, poll_event=asyncio.Event().wait, **known)


@pytest.fixture
def network(monkeypatch):
    network = Network()
    monkeypatch.setattr(DiscordWebSocket, "from_client", network.connect)
    return network


async def launched(client: discord.AutoShardedClient) -> list[Shard]:
    """The two shards of a client, connected."""
    await client._async_setup_hook()
    client._reconnect = True
    for number in (0, 1):
        await client.launch_shard(GATEWAY, number)
    return [client.shards[number]._parent for number in (0, 1)]


async def test_a_shard_that_cannot_connect_does_not_block_the_others(network):
    bot = client(Shards(0, 1, 2))
    bot._concurrency = 2
    shards = await launched(bot)
    assert {type(shard) for shard in shards} == {BackgroundShard}
    network.connected.clear()
    network.failing.add(0)
    async with asyncio.timeout(60):
        await shards[0].reconnect()
        await shards[1].reidentify(ReconnectWebSocket(1, resume=False))
        while network.connected != [1]:  # noqa: ASYNC110, discord.py connects
            await asyncio.sleep(0)
    for shard in shards:
        shard._connecting.cancel()
        shard._cancel_task()


async def test_discord_py_still_awaits_the_reconnection_of_each_shard(network):
    shards = await launched(discord.AutoShardedClient(shard_count=2, intents=discord.Intents.none()))
    network.failing.add(0)
    reconnecting = asyncio.create_task(shards[0].reconnect())
    assert not (await asyncio.wait([reconnecting], timeout=0.05))[0]
    reconnecting.cancel()
    for shard in shards:
        shard._cancel_task()


@pytest.fixture
def on_this_machine(monkeypatch):
    for thing, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY")):
        monkeypatch.setattr(thing, name, getattr(thing, name))
    logger = logging.getLogger("discord.gateway")
    monkeypatch.setattr(logger, "filters", [])
    point_at("http://127.0.0.1:1/api", "ws://127.0.0.1:1/")
    return logger


@pytest.mark.parametrize("filtered", [False, True])
def test_an_answer_that_overtakes_its_heartbeat_is_no_warning_here(on_this_machine, filtered, caplog, monkeypatch):
    if not filtered:
        on_this_machine.filters.clear()
    now = time.perf_counter()
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    socket: Any = SimpleNamespace(thread_id=0, sequence=7, HEARTBEAT=1, _max_heartbeat_timeout=60.0)
    handler = KeepAliveHandler(ws=socket, interval=41.25, shard_id=None)
    now += 41.25
    assert handler.get_payload() == {"op": 1, "d": 7}
    # The frame is sent and answered before the thread that sent it notes the time.
    handler.ack()
    assert handler.latency == pytest.approx(41.25), "discord.py measures from the heartbeat before"
    assert ("Can't keep up" in caplog.text) is not filtered


# ---- Discord's clock


def test_the_fastest_delivery_counts():
    clock = DiscordClock(lambda: 1000.0)
    assert clock() == 1000
    for sent, now in ((994.0, 994.0), (994.8, 994.8), (990.0, 994.8)):
        clock.received(sent)
        assert clock() == now


def test_a_clock_that_is_behind_is_corrected_and_old_measurements_are_dropped():
    at = [1000.0]
    clock = DiscordClock(lambda: at[0])
    clock.received(1007.5)
    assert clock() == 1007.5
    at[0] = 1100.0
    for _ in range(RECENT):
        assert clock() == 1107.5
        clock.received(1099.0)
    assert clock() == 1099


@pytest.mark.parametrize("set_by", [3600.0, -3600.0])
@pytest.mark.parametrize("measured", [False, True])
def test_setting_the_machines_clock_changes_nothing(set_by, measured):
    machine, monotonic = [1000.0], [50.0]
    clock = DiscordClock(lambda: machine[0], lambda: monotonic[0])
    if measured:
        assert clock.received(1000.0) < NOTICEABLE_SECONDS
    machine[0] += set_by + 7
    monotonic[0] += 7
    assert clock() == 1007
    assert clock.received(1007.0) < NOTICEABLE_SECONDS
    assert clock() == 1007
