"""Our changes of discord.py: each test fails when a new version makes the change unnecessary or wrong."""

import asyncio
import logging
import time
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket, KeepAliveHandler, ReconnectWebSocket
from discord.http import Route
from discord.shard import Shard

from bot.client.discord_patches import BackgroundShard, point_at
from bot.client.sharded import ShardedBot
from bot.core.shards import Shards

GATEWAY = yarl.URL("wss://nowhere.invalid")


class Socket:
    """A connection of a shard on which nothing happens."""

    session_id = sequence = gateway = None

    def __init__(self, shard: int) -> None:
        self.shard_id = shard

    async def poll_event(self) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()


class Network:
    """Connections of shards, some of which are never made."""

    def __init__(self) -> None:
        self.connected: list[int] = []
        self.failing: set[int] = set()

    async def connect(self, _client: Any, *, shard_id: int, **_options: Any) -> Socket:
        """Connect a shard, as ``DiscordWebSocket.from_client`` does."""
        if shard_id in self.failing:
            await asyncio.Event().wait()
        self.connected.append(shard_id)
        return Socket(shard_id)


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
    client = ShardedBot(
        Shards(0, 1, 2), command_prefix="!", intents=discord.Intents.none(), bucket_locks=None
    )  # fmt: skip
    client._concurrency = 2
    shards = await launched(client)
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
    client = discord.AutoShardedClient(shard_count=2, intents=discord.Intents.none())
    shards = await launched(client)
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


def test_requests_and_connections_go_to_this_machine(on_this_machine):
    assert Route("GET", "/gateway").url == "http://127.0.0.1:1/api/gateway"
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == "ws://127.0.0.1:1/"


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
