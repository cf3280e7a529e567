"""A real discord.py client against the sandbox: everything a person can do reaches it, and its answers are seen."""

import asyncio

import discord
import pytest

from bot.sandbox.model import messages
from bot.sandbox.model.messages import Draft
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.sandbox.minibot import png


async def test_commands_follow_the_persons_language_and_rights(bot, sandbox):
    shown = {}
    for name in ("Ana", "Félix", "Maëlle"):
        async with sandbox.person(name) as person:
            asked = await person.ask("commands", channel=person.channel("jeux"))
            shown[name] = {each["name"]: each["shown_name"] for each in asked}
    assert (shown["Ana"]["plateau"], shown["Félix"]["plateau"]) == ("plateau", "board")
    assert ["ordre" in names for names in shown.values()] == [False, False, True], "a moderator has more"


async def test_threads(bot, ana, bastien, sandbox):
    await ana.command("jeux", "fil")
    await bastien.until(lambda: any(each.get("name") == "Trio · Ana" for each in bastien.places["channels"]))
    board = await bastien.until(lambda: next(iter(bastien.in_channel("Trio · Ana")), None))
    await bastien.use(board, "press:bump")
    await ana.until(lambda: "bumped" in str(ana.messages.get(board["id"], board)))
    thread = bot.guilds[0].threads[0]
    sandbox.control.thread(thread.name, archived=True)
    with pytest.raises(discord.HTTPException) as refused:
        await thread.get_partial_message(int(board["id"])).edit(view=None)
    assert refused.value.code == 50083
    await thread.send("je réveille")
    assert not sandbox.world.place("Trio · Ana").thread.archived


async def test_direct_messages(bot, ana, sandbox):
    user = await bot.fetch_user(int(ana.id))
    await user.send("bonjour")
    said = await ana.until(lambda: next((e for e in ana.messages.values() if e["content"] == "bonjour"), None))
    await ana.command(said["channel_id"], "plateau")
    sandbox.control.dms("Ana", open=False)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("encore")
    assert refused.value.code == 50007


async def test_attachments_go_both_ways(bot, ana):
    await ana.command("jeux", "image", files={"ma photo.png": png(33, 20)}, image=0)
    await ana.until(lambda: any(each["content"].startswith("ma_photo.png") for each in ana.messages.values()))
    assert any(each["content"].endswith(" 33") for each in ana.messages.values())


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
