"""Injected faults and rate limits."""

import aiohttp
import pytest

from bot.sandbox import Limits, World, serve
from tests.sandbox.clients import raw_client


async def test_faults_strike_as_often_as_asked(raw, sandbox):
    sandbox.control.fault(kind="error", route="GET /users", times=2, status=503)
    assert [(await raw("GET", "/users/@me"))[0] for _ in range(3)] == [503, 503, 200]
    sandbox.control.fault(kind="limit", seconds=0.25)
    status, answer = await raw("GET", "/users/@me")
    assert (status, answer["retry_after"], answer["global"]) == (429, 0.25, False)
    assert raw.headers["Via"]
    sandbox.control.fault(kind="error", code=50013)
    assert (await raw("GET", "/users/@me"))[0] == 403
    sandbox.control.fault(kind="drop")
    with pytest.raises(aiohttp.ClientError):
        await raw("POST", "/users/@me/channels", {"recipient_id": "1"})


async def test_a_connection_is_cut_before_or_after_the_deed(raw, sandbox):
    place = sandbox.world.place("jeux")
    for after, made in ((False, 0), (True, 1)):
        sandbox.control.fault(kind="drop", route="POST /channels", after=after)
        with pytest.raises(aiohttp.ClientError):
            await raw("POST", f"/channels/{place.id}/messages", {"content": "x"})
        assert len(place.messages) == made
    assert sandbox.faults.struck == {"drop": 1, "drop after": 1}
    sandbox.control.fault(kind="error", after=True)
    assert (await raw("POST", f"/channels/{place.id}/messages", {"content": "x"}))[0] == 500
    assert len(place.messages) == 2, "an answer can be lost after the deed"


async def test_rate_limits():
    limits = Limits(rates={"create": (2, 600.0)}, everything=(5, 600.0))
    async with serve(World(), limits=limits, spec=None) as sandbox, raw_client(sandbox) as raw:
        path = f"/channels/{sandbox.world.place('jeux').id}/messages"
        assert (await raw("POST", path, {"content": "1"}))[0] == 200
        assert raw.headers["X-RateLimit-Remaining"] == "1"
        assert (await raw("POST", path, {"content": "2"}))[0] == 200
        status, answer = await raw("POST", path, {"content": "3"})
        assert (status, answer["global"]) == (429, False)
        assert 0 < answer["retry_after"] <= 600
        other = f"/channels/{sandbox.world.place('général').id}/messages"
        assert (await raw("POST", other, {"content": "1"}))[0] == 200
        assert (await raw("GET", "/users/@me"))[0] == 200
        status, answer = await raw("GET", "/users/@me")
        assert (status, answer["global"], raw.headers["X-RateLimit-Scope"]) == (429, True, "global")
        sandbox.control.advance(601)
        assert (await raw("POST", path, {"content": "3"}))[0] == 200


async def test_edits_of_old_messages_are_limited():
    limits = Limits(rates={}, old_edits=(1, 600.0))
    async with serve(World(), limits=limits, spec=None) as sandbox, raw_client(sandbox) as raw:
        path = f"/channels/{sandbox.world.place('jeux').id}/messages"
        _, made = await raw("POST", path, {"content": "1"})
        sandbox.control.advance(3601)
        assert (await raw("PATCH", f"{path}/{made['id']}", {"content": "2"}))[0] == 200
        status, answer = await raw("PATCH", f"{path}/{made['id']}", {"content": "3"})
        assert (status, answer["code"]) == (429, 30046)
