"""The gateway: who may come in, what it sends and how sessions end."""

import asyncio
import json
import zlib

import aiohttp
import pytest

from bot.sandbox.api.gateway import HEARTBEAT_ACK_SECONDS


async def test_a_heartbeat_is_acknowledged_no_sooner_than_a_network_could(sandbox):
    """discord.py notes when it sent one only after it has gone: see HEARTBEAT_ACK_SECONDS."""
    loop = asyncio.get_running_loop()
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as socket:
        assert (await socket.receive_json())["op"] == 10
        for _ in range(3):
            sent = loop.time()
            await socket.send_json({"op": 1, "d": None})
            assert (await socket.receive_json())["op"] == 11
            assert loop.time() - sent >= HEARTBEAT_ACK_SECONDS * 0.9


@pytest.mark.parametrize(
    ("intents", "token", "code"), [(1, "wrong", 4004), (1 << 15, None, 4014), (1 << 30, None, 4013)]
)
async def test_the_gateway_closes_on_bad_identifies(sandbox, intents, token, code):
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": token or sandbox.token, "intents": intents, "properties": {}}})
        await socket.receive()
        assert socket.close_code == code


async def test_the_gateway_compresses_and_shards(sandbox):
    address = f"{sandbox.gateway}?v=10&encoding=json&compress=zlib-stream"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        inflate = zlib.decompressobj()

        async def receive():
            data = await socket.receive_bytes()
            assert data.endswith(b"\x00\x00\xff\xff")
            return json.loads(inflate.decompress(data))

        assert (await receive())["op"] == 10
        body = {"token": sandbox.token, "intents": 1, "properties": {}}
        guild = int(sandbox.world.guild.id)
        other = (guild >> 22) % 2 ^ 1
        await socket.send_json({"op": 2, "d": body | {"shard": [other, 2]}})
        ready = await receive()
        assert (ready["t"], ready["d"]["guilds"], ready["d"]["shard"]) == ("READY", [], [other, 2])
