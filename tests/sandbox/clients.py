"""Clients of the sandbox: a bot on unmodified discord.py, of which only the two addresses differ; and bare HTTP."""

import asyncio
import contextlib
import io
import json

import aiohttp
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client.gateway import point_at
from bot.sandbox.person import HANG_TIMEOUT_SECONDS


@contextlib.asynccontextmanager
async def connected(sandbox, bot):
    """That bot, which finds Discord in the sandbox and is ready, as long as the block lasts."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    point_at(sandbox.api, sandbox.gateway)
    await bot.login(sandbox.token)
    running = asyncio.create_task(bot.connect())
    try:
        ready = asyncio.create_task(bot.wait_until_ready())
        await asyncio.wait([running, ready], return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            ready.cancel()
            running.result()
        # discord.py does not wait long for the servers it was told of: it says that it is ready without them.
        while any(guild.unavailable for guild in bot.guilds):
            await bot.wait_for("guild_available", timeout=HANG_TIMEOUT_SECONDS)
        yield bot
    finally:
        await bot.close()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


class Raw:
    """Requests with the bot's token; each gives the status and the JSON."""

    def __init__(self, sandbox, session):
        self.sandbox = sandbox
        self.session = session

    async def __call__(self, method, path, body=None, *, token=True, headers=None, files=None):
        headers = {**({"Authorization": f"Bot {self.sandbox.token}"} if token else {}), **(headers or {})}
        data = None
        if files:
            data = aiohttp.FormData({"payload_json": json.dumps(body)})
            for index, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
            body = None
        async with self.session.request(
            method, self.sandbox.api + path, json=body, headers=headers, data=data
        ) as answer:
            text = await answer.text()
            self.headers = answer.headers
            return answer.status, json.loads(text) if text else None


@contextlib.asynccontextmanager
async def raw_client(sandbox):
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)


def leaves(errors, path=""):
    """The places and codes in an error body: {"components.0.custom_id": "BASE_TYPE_REQUIRED"}."""
    found = {}
    for key, value in errors.items():
        if key == "_errors":
            found[path] = value[0]["code"]
        else:
            found |= leaves(value, f"{path}.{key}" if path else key)
    return found
