"""The local table's heartbeats: a machine that is busy is no reason for a warning."""

import logging
import time
from types import SimpleNamespace

import discord.gateway
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli.local import point_at

SOCKET = SimpleNamespace(thread_id=0, sequence=7, HEARTBEAT=1, _max_heartbeat_timeout=60.0)


@pytest.fixture
def here(monkeypatch):
    """discord.py pointed at this machine, until the test ends."""
    for thing, name in (
        (Route, "BASE"),
        (DiscordWebSocket, "DEFAULT_GATEWAY"),
        (discord.gateway, "KeepAliveHandler"),
    ):
        monkeypatch.setattr(thing, name, getattr(thing, name))
    point_at("http://127.0.0.1:1/api", "ws://127.0.0.1:1/")


@pytest.mark.parametrize(("waited", "warned"), [(0, False), (20, True)])
def test_an_answer_is_measured_from_its_own_beat_however_late_the_thread_is(here, waited, warned, caplog, monkeypatch):
    now = time.perf_counter()
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    handler = discord.gateway.KeepAliveHandler(ws=SOCKET, interval=41.25, shard_id=None)
    now += 41.25
    assert handler.get_payload() == {"op": 1, "d": 7}
    # The frame is out and answered before the thread that sent it is given its turn to note the time.
    now += waited
    with caplog.at_level(logging.WARNING):
        handler.ack()
    assert handler.latency == waited
    assert ("Can't keep up" in caplog.text) == warned
