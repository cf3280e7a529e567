"""Many servers and several shards: stock discord.py clients on them, and what Discord does to who is too fast."""

import asyncio
import contextlib

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.sandbox import Limits, World, serve
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.sandbox.clients import connected, raw_client

GUILDS, SHARDS = 8, 4


class Sharded(discord.AutoShardedClient):
    """A stock client with one command, which says which shard heard it."""

    def __init__(self, **options):
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard = []
        self.refused = []

        @self.tree.command(name="ici", description="Quel fragment")
        async def here(interaction: discord.Interaction):
            shard = interaction.guild.shard_id if interaction.guild else 0
            self.heard.append(interaction.id)
            await interaction.response.send_message(f"fragment {shard}")

        @self.tree.error
        async def note(_, error):
            self.refused.append(error.original.code)

    async def setup_hook(self):
        await self.tree.sync()

    async def before_identify_hook(self, shard_id, *, initial=False):
        """discord.py waits five seconds between two shards; where nobody minds, this does not."""


@pytest.fixture
async def many():
    world = World(answer_within=HANG_TIMEOUT_SECONDS, guilds=GUILDS, people=1, shards=SHARDS, max_concurrency=2)
    async with serve(world, limits=Limits.none(), spec=None) as running:
        yield running


@contextlib.asynccontextmanager
async def everybody(sandbox):
    async with contextlib.AsyncExitStack() as stack:
        first = await stack.enter_async_context(sandbox.person("Ana"))
        others = [await stack.enter_async_context(sandbox.person(f"Ana {n}")) for n in range(2, GUILDS + 1)]
        yield [first, *others]


async def said(person, answer):
    assert answer["outcome"] == "answered"
    return await person.until(lambda: next((m["content"] for m in reversed(person.in_channel("jeux"))), None))


async def test_servers_lie_evenly_over_shards_and_each_shard_hears_its_own(many):
    async with connected(many, Sharded()) as bot, everybody(many) as people:
        assert bot.shard_count == SHARDS
        assert len(bot.guilds) == GUILDS
        for guild in bot.guilds:
            assert guild.shard_id == (guild.id >> 22) % SHARDS
        for shard in range(SHARDS):
            assert sum(guild.shard_id == shard for guild in bot.guilds) == GUILDS // SHARDS
        for person, guild in zip(people, many.world.guilds.values(), strict=True):
            answer = await person.command("jeux", "ici")
            assert await said(person, answer) == f"fragment {(int(guild.id) >> 22) % SHARDS}"
        assert many.control.stats()["unanswered"] == []


async def test_every_session_of_a_shard_hears_it_and_a_second_answer_is_refused_and_counted(many):
    async with (
        connected(many, Sharded()) as one,
        connected(many, Sharded()) as other,
        many.person("Ana 3") as ana,
    ):
        answer = await ana.command("jeux", "ici")
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            while not (one.refused or other.refused):  # noqa: ASYNC110, nothing tells us
                await asyncio.sleep(0.01)
        assert one.heard == other.heard == [int(answer["id"])]
        assert one.refused + other.refused == [40060]
        assert many.control.stats()["answered_twice"] == [answer["id"]]
        assert len(ana.in_channel("jeux")) == 1


async def test_what_is_missed_is_replayed_on_resume(many):
    async with connected(many, Sharded()) as bot, everybody(many) as people:
        known = many.control.stats()["gateway"]["identified"]
        for action in ("drop", "reconnect"):
            await many.control.gateway(action)
            # Some of these find no connection: they wait in their session.
            answers = await asyncio.gather(*(person.command("jeux", "ici") for person in people))
            assert {answer["outcome"] for answer in answers} == {"answered"}
        assert len(bot.heard) == 2 * GUILDS
        stats = many.control.stats()
        assert stats["gateway"]["identified"] == known
        assert stats["gateway"]["resumed"] >= SHARDS
        assert stats["answered_twice"] == []


async def test_identifying_faster_than_the_buckets_allow_is_refused():
    world = World(guilds=2, shards=SHARDS, max_concurrency=2)
    async with serve(world, spec=None) as sandbox, aiohttp.ClientSession() as session:

        async def told(shard):
            body = {"token": sandbox.token, "intents": 1, "properties": {}, "shard": [shard, SHARDS]}
            async with session.ws_connect(sandbox.gateway, max_msg_size=0) as socket:
                assert (await socket.receive_json())["op"] == 10
                await socket.send_json({"op": 2, "d": body})
                frame = await socket.receive_json()
                await socket.close(code=4000)
            return frame["t"] or (frame["op"], frame["d"])

        assert await told(0) == "READY"
        assert await told(1) == "READY"  # another bucket
        assert await told(2) == (9, False)
        assert await told(3) == (9, False)
        sandbox.control.advance(5.1)
        assert await told(2) == "READY"
        assert await told(0) == (9, False)
        assert sandbox.control.stats()["gateway"] == {"identified": 3, "too fast": 3}
        async with raw_client(sandbox) as raw:
            _, found = await raw("GET", "/gateway/bot")
        assert found["session_start_limit"]["remaining"] == 997
