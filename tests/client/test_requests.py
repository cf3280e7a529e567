"""Requests through discord.py's HTTP client: no token reaches a log line or a metric."""

import asyncio
import json
import logging
from functools import partial

import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import HTTPClient, Route
from prometheus_client import generate_latest

from bot.client.messages import Access, Answers, hide_interaction_tokens
from bot.metrics import Metrics

TOKEN, SECRET = "the-bots-token", "an-interactions-token"
INTERACTION = 1_234_567_890_123_456_789
SENT = (INTERACTION >> 22) / 1000 + 1_420_070_400
SLOW = {"message": "slow down", "retry_after": 0.01, "global": False}


def says(data=None, status=200, **headers):
    """An answer of Discord's; names of headers are written with underscores."""
    body = {} if data is None else {"body": json.dumps(data).encode(), "content_type": "application/json"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return partial(web.Response, status=status, headers=named, **body)


class Written:
    """The answers to come; the last one is repeated."""

    answers = (says({}),)

    async def answer(self, _request):
        """The next answer."""
        following, *rest = self.answers
        self.answers = rest or [following]
        return following()


@pytest.fixture
async def there(monkeypatch):
    """A server that is asked."""
    written, app = Written(), web.Application()
    app.router.add_route("*", "/{path:.*}", written.answer)
    async with TestServer(app) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api/v10")))
        yield written


@pytest.fixture
def figures():
    return Metrics()


@pytest.fixture
async def http(there, figures):
    """discord.py's client, logged in there and traced."""
    trace = figures.request_trace(lambda: SENT + 0.75)
    client = HTTPClient(asyncio.get_running_loop(), http_trace=trace)
    await client.static_login(TOKEN)
    yield client
    await client.close()


@pytest.fixture
def answers(http) -> Answers:
    return Answers(http, Access(INTERACTION, INTERACTION, SECRET))


def value(figures: Metrics, name: str, **labels: str) -> float | None:
    return figures.registry.get_sample_value(name, labels)


async def test_no_interaction_token_is_logged(there, answers, caplog):
    hide_interaction_tokens()
    hide_interaction_tokens()
    caplog.set_level(logging.DEBUG)
    there.answers = [says(SLOW, 429, via="1.1 x"), says({"code": 1, "message": "no"}, 400)]
    with pytest.raises(discord.HTTPException):
        await answers.update(body={"content": "a hand of cards"})
    assert f"/interactions/{INTERACTION}/{{token}}/callback has returned status code 429" in caplog.text
    for secret in (TOKEN, SECRET, "hand of cards"):
        assert secret not in caplog.text


async def test_requests_are_counted_by_route_and_code(there, answers, figures):
    there.answers = [says(SLOW, 429, via="1.1 x", retry_after="0.01"), says({"id": "1"})]
    await answers.edit(INTERACTION, body={})
    route = "/webhooks/{id}/{token}/messages/{id}"
    for code in ("429", "200"):
        assert value(figures, "tablee_discord_answers_total", method="PATCH", route=route, code=code) == 1
    assert value(figures, "tablee_rate_limit_wait_seconds_sum") == 0.01
    text = generate_latest(figures.registry).decode()
    assert str(INTERACTION) not in text
    assert SECRET not in text


async def test_an_answer_is_timed_from_discords_own_timestamp(there, answers, figures):
    there.answers = [says(status=204), says({"code": 10062, "message": "too late"}, 404)]
    await answers.acknowledge()
    with pytest.raises(discord.NotFound):
        await answers.acknowledge()
    assert value(figures, "tablee_answer_seconds_sum") == pytest.approx(0.75, abs=0.001)
    assert value(figures, "tablee_answer_seconds_count") == 1


async def test_answers_leave_no_rate_limit_buckets_behind(there, http):
    there.answers = [says(status=204)] * 5
    before = len(http._buckets)
    for number in range(5):
        await Answers(http, Access(INTERACTION + number, INTERACTION, f"token {number}")).acknowledge()
    assert len(http._buckets) == before, "each would be scanned with every new interaction for five minutes"
