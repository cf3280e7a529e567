"""A real discord.py client against the sandbox: everything a person can do reaches it, and its answers are seen."""

import discord
import pytest

from tests.sandbox.minibot import png


def texts(message):
    found = [message["content"]] if message["content"] else []

    def walk(components):
        for each in components:
            if each["type"] == 10:
                found.append(each["content"])
            walk(each.get("components", []))

    walk(message["components"])
    return " ".join(found)


async def test_names_follow_the_persons_language(bot, sandbox, ana):
    async with sandbox.person("Félix") as felix:
        names = {
            each["name"]: each["shown_name"] for each in await felix.ask("commands", channel=felix.channel("jeux"))
        }
        assert names["plateau"] == "board"
    names = {each["name"]: each["shown_name"] for each in await ana.ask("commands", channel=ana.channel("jeux"))}
    assert names["plateau"] == "plateau"
    assert "ordre" not in names


async def test_a_moderator_has_more_commands(bot, sandbox):
    async with sandbox.person("Maëlle") as maelle:
        assert (await maelle.command("jeux", "ordre"))["outcome"] == "answered"


async def test_threads(bot, ana, bastien, sandbox):
    await ana.command("jeux", "fil")
    await bastien.until(lambda: any(each.get("name") == "Trio · Ana" for each in bastien.places["channels"]))
    board = await bastien.until(lambda: next(iter(bastien.in_channel("Trio · Ana")), None))
    await bastien.use(board, "press:bump")
    await ana.until(lambda: "bumped" in texts(ana.messages.get(board["id"], board)))
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
