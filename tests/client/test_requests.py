"""Requests to Discord: discord.py's limits, retries and exceptions, and nothing secret in a log."""

import asyncio
import io
import json
import logging

import aiohttp
import discord
import pytest
from discord.http import HTTPClient, Route

from bot.client.messages import CALLBACK
from bot.client.reply import UNSURE
from bot.client.requests import Requests
from tests.kit.web import CUT, says

TOKEN, SECRET = "the-bots-token", "an-interactions-token"
SLOW = {"message": "slow down", "retry_after": 1.5, "global": False}


def channel(number: int = 5, method: str = "POST") -> Route:
    return Route(method, "/channels/{channel_id}/messages", channel_id=number)


def callback() -> Route:
    return Route("POST", CALLBACK, webhook_id=7, webhook_token=SECRET)


def follow_up() -> Route:
    return Route("POST", "/webhooks/{webhook_id}/{webhook_token}", webhook_id=7, webhook_token=SECRET)


EITHER = pytest.mark.parametrize("route", [channel, callback, follow_up], ids=["bot", "answer", "follow-up"])


@pytest.fixture
async def client(there):
    """Somebody who has logged in there."""
    client = Requests(HTTPClient(asyncio.get_running_loop()))
    await client.static_login(TOKEN)
    there.asked.clear()
    yield client
    await client.close()


@pytest.fixture
def slept(monkeypatch):
    """How long was slept: nobody waits for it."""
    sleep, times = asyncio.sleep, []

    async def at_once(seconds, *_):
        times.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", at_once)
    return times


async def test_what_is_sent_says_who_sends_it_and_what_it_is(there, client):
    there.answers = [says({"id": "1"})]
    assert await client.request(channel(), json={"é": 1}, params={"wait": 1}) == {"id": "1"}
    (asked,) = there.asked
    assert (asked.method, asked.target) == ("POST", "/api/v10/channels/5/messages?wait=1")
    assert json.loads(asked.body) == {"é": 1}
    assert asked.headers["host"] == f"127.0.0.1:{there.port}"
    assert asked.headers["authorization"] == f"Bot {TOKEN}"
    assert asked.headers["content-type"] == "application/json"
    assert asked.headers["user-agent"].startswith("DiscordBot (")
    assert asked.headers["accept-encoding"] == "identity"


async def test_an_interaction_is_answered_without_the_bots_token(there, client):
    there.answers = [says(status=204)]
    assert not await client.request(callback(), json={"type": 6})
    assert "authorization" not in there.asked[0].headers
    assert there.asked[0].target == f"/api/v10/interactions/7/{SECRET}/callback"


async def test_files_go_as_a_form(there, client):
    form = [
        {"name": "payload_json", "value": '{"é": 1}'},
        {"name": "files[0]", "value": io.BytesIO(b"\x89PNG\r\n--"), "filename": 'a"b.png', "content_type": "x/y"},
    ]
    there.answers = [says(SLOW | {"retry_after": 0}, 429, via="1.1 x"), says({})]
    await client.request(channel(), form=form)
    first, again = there.asked
    assert first.body == again.body, "a file is there for every try"
    kind = first.headers["content-type"]
    parts = aiohttp.MultipartReader({"Content-Type": kind}, _stream(first.body))
    words, file = [(part.name, part.filename, bytes(await part.read())) async for part in parts]
    assert words == ("payload_json", None, '{"é": 1}'.encode())
    assert file == ("files[0]", "a%22b.png", b"\x89PNG\r\n--")


def _stream(body: bytes) -> aiohttp.StreamReader:
    loop = asyncio.get_running_loop()
    stream = aiohttp.StreamReader(aiohttp.base_protocol.BaseProtocol(loop), 2**16, loop=loop)
    stream.feed_data(body)
    stream.feed_eof()
    return stream


@EITHER
async def test_too_fast_is_said_again_when_discord_says_so(there, client, route, slept):
    there.answers = [says(SLOW, 429, via="1.1 x"), says({"id": "1"})]
    assert await client.request(route(), json={}) == {"id": "1"}
    assert 1.5 in slept
    assert len(there.asked) == 2


@EITHER
async def test_too_fast_again_and_again_is_an_error_in_the_end(there, client, route, slept):
    there.answers = [says(SLOW, 429, via="1.1 x")]
    with pytest.raises(discord.HTTPException) as error:
        await client.request(route(), json={})
    assert error.value.status == 429
    assert isinstance(error.value, UNSURE), "it is tried again later, like after any trouble of the server"
    assert len(there.asked) == 5
    assert slept.count(1.5) >= 4


async def test_too_fast_everywhere_stops_everybody(there, client, monkeypatch):
    there.answers = [says(SLOW | {"global": True}, 429, via="1.1 x"), says({})]
    sleep, woken = asyncio.sleep, asyncio.Event()

    async def until_woken(seconds, *_):
        await (woken.wait() if seconds == 1.5 else sleep(0))

    monkeypatch.setattr(asyncio, "sleep", until_woken)
    first = asyncio.create_task(client.request(channel(1), json={}))
    while client._global_over.is_set():
        await sleep(0.001)
    second = asyncio.create_task(client.request(channel(2), json={}))
    await sleep(0.02)
    assert len(there.asked) == 1
    woken.set()
    await asyncio.gather(first, second)
    assert len(there.asked) == 3


async def test_whoever_is_banned_does_not_go_on_asking(there, client, slept):
    there.answers = [b"HTTP/1.1 429 No\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n<no>"]
    with pytest.raises(discord.HTTPException):
        await client.request(channel(), json={})
    assert len(there.asked) == 1


@EITHER
async def test_trouble_of_discords_is_waited_for(there, client, route, slept):
    there.answers = [says({}, 502), says({}, 500), says({"id": "1"})]
    assert await client.request(route(), json={}) == {"id": "1"}
    assert [seconds for seconds in slept if seconds] == [1, 3]


@EITHER
async def test_trouble_that_lasts_leaves_open_what_has_happened(there, client, route, slept):
    there.answers = [says({"message": "no"}, 502)]
    with pytest.raises(UNSURE) as error:
        await client.request(route(), json={})
    assert isinstance(error.value, discord.DiscordServerError)
    assert len(there.asked) == 5


@EITHER
@pytest.mark.parametrize(
    ("status", "kind"), [(400, discord.HTTPException), (403, discord.Forbidden), (404, discord.NotFound)]
)
async def test_a_refusal_is_raised_with_its_code(there, client, route, status, kind):
    there.answers = [says({"code": 10062, "message": "no"}, status)]
    with pytest.raises(discord.HTTPException) as error:
        await client.request(route(), json={})
    assert type(error.value) is kind
    assert (error.value.status, error.value.code, error.value.text) == (status, 10062, "no")
    assert len(there.asked) == 1


@EITHER
async def test_a_connection_that_breaks_leaves_open_what_has_happened(there, client, route):
    there.answers = [CUT, says({})]
    with pytest.raises(UNSURE):
        await client.request(route(), json={})
    assert len(there.asked) == 1, "whoever asked must decide whether to ask again"


async def test_a_full_bucket_is_waited_for_and_only_that_one(there, client, slept):
    left = {"x_ratelimit_limit": "2", "x_ratelimit_reset_after": "7.5", "x_ratelimit_bucket": "abc"}
    there.answers = [says({}, **left, x_ratelimit_remaining="1")]
    await client.request(channel(1), json={})
    assert 7.5 not in slept
    there.answers = [says({}, **left, x_ratelimit_remaining="0")]
    await client.request(channel(1), json={})
    assert slept.count(7.5) == 1, "as discord.py does it, before the next one is let in"
    there.answers = [says({}, **left, x_ratelimit_remaining="1")]
    await client.request(channel(2), json={})
    assert slept.count(7.5) == 1
    assert client.get_ratelimit("abc:1") is not client.get_ratelimit("abc:2")
    assert client._bucket_hashes == {"POST /channels/{channel_id}/messages": "abc"}


async def test_a_bucket_that_gets_another_name_stays_the_same_bucket(there, client):
    for name in ("abc", "xyz"):
        there.answers = [says({}, x_ratelimit_bucket=name)]
        await client.request(channel(1), json={})
    assert client._bucket_hashes[channel().key] == "xyz"
    assert "xyz:1" in client._buckets
    assert "abc:1" not in client._buckets


async def test_an_interactions_last_request_is_followed_by_a_pause(there, client):
    there.answers = [says({}, x_ratelimit_remaining="0", x_ratelimit_reset_after="0.05"), says({})]
    await client.request(follow_up(), json={})
    end, whose = asyncio.get_running_loop().time(), (follow_up().webhook_id, SECRET)
    assert client._turns.taken(whose), "whoever asked has their answer at once"
    await client.request(follow_up(), json={})
    assert asyncio.get_running_loop().time() >= end + 0.04
    assert not client._turns.taken(whose)
    assert not [key for key in client._buckets if SECRET in key], "one a click would be too many"


async def test_a_first_answer_waits_for_nobody(there, client):
    async with client._turns.of((callback().webhook_id, SECRET)):
        await client.request(callback(), json={})
    assert len(there.asked) == 1


async def test_requests_by_one_token_go_one_after_the_other(there, client):
    await asyncio.gather(*(client.request(follow_up(), json={"n": n}) for n in range(3)))
    assert [json.loads(asked.body)["n"] for asked in there.asked] == [0, 1, 2]
    assert len({asked.connection for asked in there.asked}) == 1
    assert not client._turns.taken((follow_up().webhook_id, SECRET))


async def test_what_is_not_ours_goes_discord_pys_own_way(there, client):
    await client.request(channel(), json={}, reason="because")
    assert there.asked[0].headers["x-audit-log-reason"] == "because"


async def test_no_token_and_no_word_is_logged(there, client, slept, caplog):
    caplog.set_level(logging.DEBUG)
    for route in (channel, callback):
        there.answers = [says(SLOW, 429, via="1.1 x"), says({}, 502), says({"code": 1, "message": "no"}, 400)]
        with pytest.raises(discord.HTTPException):
            await client.request(route(), json={"content": "a hand of cards"})
    assert "too fast for Discord: POST /interactions/{webhook_id}/{webhook_token}/callback" in caplog.text
    for secret in (TOKEN, SECRET, "hand of cards"):
        assert secret not in caplog.text
