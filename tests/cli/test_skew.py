"""How far this machine's clock is from Discord's, by the date of an answer."""

import asyncio
import contextlib
import time
from email.utils import formatdate

import pytest
from aiohttp import web

from bot.cli.doctor import skew, warn_of_skew
from bot.sandbox import World, serve


@contextlib.asynccontextmanager
async def answering(handler):
    """The address of a server that answers so."""
    app = web.Application()
    app.router.add_get("/gateway", handler)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def dated(date, status=200):
    """A server whose answers carry that date."""

    async def handler(_):
        return web.Response(status=status, headers={"Date": date})

    return answering(handler)


@pytest.mark.parametrize(("ahead", "status"), [(0, 200), (5, 404), (-5, 429), (4000, 503), (-4000, 200)])
async def test_the_clock_is_compared_with_the_date_of_any_answer(ahead, status):
    now = time.time()
    async with dated(formatdate(now - ahead, usegmt=True), status) as address:
        found = await skew(address, now=lambda: now)
    assert found == pytest.approx(ahead, abs=1)


async def test_the_sandbox_has_our_clock():
    async with serve(World(), spec=None) as sandbox:
        began = time.time()
        found = await skew(sandbox.api)
    assert found is not None
    assert abs(found) <= 1 + time.time() - began


@pytest.mark.parametrize(
    "date", ["", "yesterday", "0", "Mon, 99 Jan 2026 00:00:00 GMT", "Mon, 01 Jan 99999 00:00:00 GMT"]
)
async def test_a_date_nobody_can_read_is_none(date):
    async with dated(date) as address:
        assert await skew(address) is None


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "http://[", "nonsense", ""])
async def test_no_answer_is_none(address):
    assert await skew(address) is None


async def test_a_server_that_never_answers_is_given_up():
    given_up = asyncio.Event()

    async def silent(_):
        await given_up.wait()
        return web.Response()

    async with answering(silent) as address:
        assert await skew(address, limit=0.2) is None
        given_up.set()


@pytest.mark.parametrize(("ahead", "lines"), [(0, 0), (2, 0), (30, 1), (-30, 1)])
async def test_a_clock_that_is_off_is_logged(ahead, lines, caplog):
    # The date has whole seconds: stay away from the edge.
    now = 1_800_000_000.5
    async with dated(formatdate(now - ahead, usegmt=True)) as address:
        await warn_of_skew(address, now=lambda: now)
    found = [record.getMessage() for record in caplog.records if record.name == "bot.cli.doctor"]
    assert len(found) == lines
    assert all(f"30 s {'ahead of' if ahead > 0 else 'behind'} Discord's" in line for line in found)
