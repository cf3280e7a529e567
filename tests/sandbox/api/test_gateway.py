"""The gateway: who may come in, what it sends and how sessions end."""

import asyncio

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
