"""HTTP as it comes off a wire: in any pieces, of every kind a server may send, and cut off anywhere."""

import asyncio
from types import SimpleNamespace

import aiohttp
import pytest

from bot.client import connections
from bot.client.connections import Connections
from tests.kit.web import CUT, says, web

REQUEST = b"GET /x HTTP/1.1\r\nHost: here\r\n\r\n"
HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;a=b\r\n world\r\n0\r\n\r\n"
WHOLE = {
    "with its length": (HEAD + b"Content-Length: 11\r\n\r\nhello world", b"hello world"),
    "in chunks": (CHUNKED, b"hello world"),
    "in chunks with a trailer": (CHUNKED[:-2] + b"X: y\r\n\r\n", b"hello world"),
    "empty": (b"HTTP/1.1 204 No Content\r\n\r\n", b""),
    "after an announcement": (b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + says("x"), b'"x"'),
}


@pytest.fixture
async def ask(there):
    """Ask it once."""
    asker = Connections()
    yield lambda: asker.ask((False, "127.0.0.1", there.port), REQUEST)
    asker.close()


@pytest.mark.parametrize("kind", WHOLE)
def test_an_answer_is_read_when_it_is_complete_and_not_before(kind):
    heard, body = WHOLE[kind]
    for end in range(len(heard)):
        assert connections._answer(heard[:end], ended=False) is None
    found = connections._answer(heard + b"rest", ended=False)
    assert found is not None
    assert (found[0].body, found[1]) == (body, b"rest")


def test_an_answer_without_a_length_ends_with_the_connection():
    heard = HEAD + b"\r\nhello"
    assert connections._answer(heard, ended=False) is None
    found = connections._answer(heard, ended=True)
    assert found is not None
    assert found[0].body == b"hello"


def test_headers_are_found_however_they_are_written():
    for name in (b"x-ratelimit-reset-after", b"X-RateLimit-Reset-After", b"X-RATELIMIT-RESET-AFTER"):
        heard = b"HTTP/1.1 404 Not Found\r\n" + name + b":  1.5 \r\nContent-Length: 0\r\n\r\n"
        found = connections._answer(heard, ended=False)
        assert found is not None
        answer = found[0]
        assert (answer.status, answer.reason) == (404, "Not Found")
        assert answer.headers["X-Ratelimit-Reset-After"] == "1.5"


async def test_a_connection_is_used_again_and_one_request_at_a_time(there, ask):
    for _ in range(3):
        await ask()
    assert there.connections == 1
    await asyncio.gather(*(ask() for _ in range(3)))
    assert there.connections == 3


async def test_a_connection_nobody_used_for_long_is_not_used_again(there, ask, monkeypatch):
    await ask()
    monkeypatch.setattr(connections, "IDLE", 0.0)
    await ask()
    assert there.connections == 2


@pytest.mark.parametrize("last", [says({}, connection="close"), says({}) + b"more"])
async def test_a_connection_that_is_over_is_not_used_again(there, ask, last):
    there.answers = [last, says({})]
    assert (await ask()).status == 200
    assert (await ask()).status == 200
    assert there.connections == 2


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (CUT, aiohttp.ServerDisconnectedError),
        (b"SMTP ready\r\n\r\n", aiohttp.ClientPayloadError),
        (HEAD + b"Content-Length: many\r\n\r\n", aiohttp.ClientPayloadError),
    ],
)
async def test_what_is_no_answer_is_said_and_the_next_request_goes_elsewhere(there, ask, answer, error):
    there.answers = [answer, says({})]
    with pytest.raises(error):
        await ask()
    assert (await ask()).status == 200
    assert there.connections == 2


async def test_nobody_there_is_said():
    async with web() as there:
        port = there.port
    with pytest.raises(ConnectionRefusedError):
        await Connections().ask((False, "127.0.0.1", port), REQUEST)


async def test_a_server_that_says_nothing_is_given_up(there, ask, monkeypatch):
    there.answers = [HEAD]
    monkeypatch.setattr(connections, "PATIENCE", 0.01)
    with pytest.raises(TimeoutError):
        await ask()


async def test_a_request_has_all_its_time_whenever_the_last_one_was_sent(there, ask, monkeypatch):
    there.answers = [says("x"), HEAD]
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    await ask()
    await asyncio.sleep(0.15)
    asked = asyncio.get_running_loop().time()
    with pytest.raises(TimeoutError):
        await ask()
    assert asyncio.get_running_loop().time() - asked >= 0.19


async def test_what_nobody_asked_for_is_not_taken_for_an_answer():
    loop = asyncio.get_running_loop()
    one, other = connections._Connection(loop), connections._Connection(loop)
    for connection in (one, other):
        connection.connection_made(SimpleNamespace(write=lambda _: None, abort=lambda: None))
    one.data_received(says("early"))
    assert not one.open
    asking = asyncio.create_task(other.ask(REQUEST))
    await asyncio.sleep(0)
    other.data_received(says("mine"))
    other.data_received(says("too much"))
    assert (await asking).body == b'"mine"'
    assert not other.open
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await other.ask(REQUEST)


async def test_whoever_stops_waiting_leaves_no_connection_behind(there, ask):
    there.answers = [HEAD, says("mine")]
    asking = asyncio.create_task(ask())
    await there.heard.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (await ask()).body == b'"mine"'
    assert there.connections == 2
