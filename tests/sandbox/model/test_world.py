"""The world: what stays, what goes and who sees it."""

import asyncio

import discord

from bot.sandbox.model import messages
from bot.sandbox.model.messages import Draft
from bot.sandbox.person import HANG_TIMEOUT_SECONDS


async def test_deleting_a_channel_reaches_the_bot_and_the_people(bot, raw, ana, sandbox):
    place = sandbox.world.place("général")
    gone = asyncio.get_running_loop().create_future()

    @bot.event
    async def on_guild_channel_delete(channel):
        gone.set_result(channel.name)

    sandbox.control.delete("général")
    assert await asyncio.wait_for(gone, HANG_TIMEOUT_SECONDS) == "général"
    assert (await raw("GET", f"/channels/{place.id}"))[1]["code"] == 10003
    await ana.until(lambda: all(each.get("name") != "général" for each in ana.places["channels"]))


async def test_a_private_thread_is_hidden_from_players(bot, ana, bastien, sandbox):
    channel = bot.get_channel(int(sandbox.world.place("jeux").id))
    thread = await channel.create_thread(name="secret", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(int(ana.id)))
    await thread.send("chut")
    await ana.until(lambda: any(each["content"] == "chut" for each in ana.messages.values()))
    assert all(each.get("name") != "secret" for each in bastien.places["channels"])
    assert "chut" not in str(bastien.received)
    async with sandbox.person("Maëlle") as moderator:
        assert moderator.channel("secret")


async def test_a_public_answer_does_not_quote_an_ephemeral_message(bot, ana, bastien, sandbox):
    world = sandbox.world
    channel = world.place("jeux")
    secret = messages.post(world, channel, world.bot, Draft(content="ton as"), only_for=ana.id)
    await bastien.ask("say", channel=channel.id, content="vu ?", reply_to=secret.id)
    await ana.ask("say", channel=channel.id, content="oui", reply_to=secret.id)
    await bastien.until(lambda: len(bastien.messages) == 2)
    assert "ton as" not in str(bastien.received)
