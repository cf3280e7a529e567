"""Requests through discord.py's HTTP client: no token reaches a log line or a metric."""

import asyncio
import logging

import discord
import pytest
from discord.http import HTTPClient, Route

from bot.client.messages import CALLBACK, hide_interaction_tokens
from bot.metrics import Metrics
from tests.kit.web import says

TOKEN, SECRET = "the-bots-token", "an-interactions-token"
INTERACTION = 1_234_567_890_123_456_789
SENT = (INTERACTION >> 22) / 1000 + 1_420_070_400
SLOW = {"message": "slow down", "retry_after": 0.01, "global": False}


def callback() -> Route:
    return Route("POST", CALLBACK, webhook_id=INTERACTION, webhook_token=SECRET)


def edit() -> Route:
    path = f"/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{INTERACTION}"
    return Route("PATCH", path, webhook_id=INTERACTION, webhook_token=SECRET)


@pytest.fixture
def figures():
    return Metrics()


@pytest.fixture
async def http(there, figures):
    """discord.py's client, logged in there and traced."""
    trace = figures.request_trace(lambda: SENT + 0.75)
    client = HTTPClient(asyncio.get_running_loop(), http_trace=trace)
    await client.static_login(TOKEN)
    there.asked.clear()
    yield client
    await client.close()


def value(figures: Metrics, name: str, **labels: str) -> float | None:
    return figures.registry.get_sample_value(name, labels)


async def test_no_interaction_token_is_logged(there, http, caplog):
    hide_interaction_tokens()
    hide_interaction_tokens()
    caplog.set_level(logging.INFO)
    there.answers = [says(SLOW, 429, via="1.1 x"), says({"code": 1, "message": "no"}, 400)]
    with pytest.raises(discord.HTTPException):
        await http.request(callback(), json={"content": "a hand of cards"})
    assert f"/interactions/{INTERACTION}/{{token}}/callback responded with 429" in caplog.text
    for secret in (TOKEN, SECRET, "hand of cards"):
        assert secret not in caplog.text


async def test_requests_are_counted_by_route_and_code(there, http, figures):
    there.answers = [says(SLOW, 429, via="1.1 x", retry_after="0.01"), says({"id": "1"})]
    await http.request(edit(), json={})
    route = "/webhooks/{id}/{token}/messages/{id}"
    for code in ("429", "200"):
        assert value(figures, "tablee_discord_answers_total", method="PATCH", route=route, code=code) == 1
    assert value(figures, "tablee_rate_limit_wait_seconds_sum") == 0.01
    text = figures.exposition().decode()
    assert str(INTERACTION) not in text
    assert SECRET not in text


async def test_an_answer_is_timed_from_discords_own_timestamp(there, http, figures):
    there.answers = [says(status=204), says({"code": 10062, "message": "too late"}, 404)]
    await http.request(callback(), json={})
    with pytest.raises(discord.NotFound):
        await http.request(callback(), json={})
    assert value(figures, "tablee_answer_seconds_sum") == pytest.approx(0.75, abs=0.001)
    assert value(figures, "tablee_answer_seconds_count") == 1
