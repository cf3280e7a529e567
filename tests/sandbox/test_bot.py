"""A real discord.py client against the sandbox: everything a person can do reaches it, and its answers are seen."""

import discord
import pytest

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
