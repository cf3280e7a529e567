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


async def test_the_bot_connects_and_finds_the_server(bot, sandbox):
    guild = bot.guilds[0]
    assert guild.name == "La Tablée"
    assert {each.name for each in guild.text_channels} == {"jeux", "général"}
    assert guild.me.id == bot.user.id
    assert guild.get_channel(int(sandbox.world.place("jeux").id)).permissions_for(guild.me).send_messages


async def test_a_command_posts_a_board_with_a_picture(bot, ana, bastien):
    answer = await ana.command("jeux", "plateau")
    assert answer["outcome"] == "answered"
    await bastien.until(lambda: bastien.in_channel("jeux"))
    seen = bastien.in_channel("jeux")[0]
    assert seen["flags"] & 32768
    assert "début" in texts(seen)
    assert seen["interaction_metadata"]["user"]["username"] == "ana"
    gallery = next(each for each in seen["components"][0]["components"] if each["type"] == 12)
    assert gallery["items"][0]["media"]["width"] == 80
    assert gallery["items"][0]["description"] == "un plateau orange"


async def test_an_ephemeral_answer_reaches_only_its_person(bot, ana, bastien):
    await ana.command("jeux", "plateau")
    board = await bastien.until(lambda: next(iter(bastien.in_channel("jeux")), None))
    await bastien.use(board, "press:secret")
    secret = await bastien.until(lambda: next((m for m in bastien.in_channel("jeux") if m["flags"] & 64), None))
    assert secret["content"] == "Ton secret : 42"
    await ana.say("jeux", "rien vu")
    await ana.until(lambda: any(each["content"] == "rien vu" for each in ana.messages.values()))
    assert "Ton secret" not in str(ana.received)
    assert all(not each["flags"] & 64 for each in await ana.load("jeux"))


@pytest.mark.parametrize(("button", "text"), [("bump", "bumped"), ("defer", "deferred")])
async def test_a_press_changes_the_board(bot, ana, button, text):
    await ana.command("jeux", "plateau")
    board = await ana.until(lambda: next(iter(ana.in_channel("jeux")), None))
    assert (await ana.use(board, f"press:{button}"))["outcome"] == "answered"
    await ana.until(lambda: text in texts(ana.messages[board["id"]]))


async def test_a_modal_is_opened_filled_in_and_submitted(bot, ana):
    await ana.command("jeux", "plateau")
    board = await ana.until(lambda: next(iter(ana.in_channel("jeux")), None))
    answer = await ana.use(board, "press:form")
    assert answer["outcome"] == "modal"
    assert answer["modal"]["title"] == "Dis-nous"
    await ana.submit(answer, name="Ana", cup=["B2"], sure=True, pace="vite")
    await ana.until(lambda: any("Ana ['B2'] True vite" in each["content"] for each in ana.messages.values()))


@pytest.mark.parametrize(
    ("select", "chosen", "said"),
    [
        ("word", "deux", "deux"),
        ("who", "Chloé", "Chloé"),
        ("role", "Modération", "Modération"),
        ("where", "général", "général"),
        ("any", "Félix", "felix"),
    ],
)
async def test_every_select(bot, ana, sandbox, select, chosen, said):
    await ana.command("jeux", "menus")
    menus = await ana.until(lambda: next(iter(ana.in_channel("jeux")), None))
    if select in ("who", "any"):
        chosen = sandbox.world.person(chosen).id
    elif select == "where":
        chosen = sandbox.world.place(chosen).id
    elif select == "role":
        chosen = next(each.id for each in sandbox.world.guild.roles.values() if each.name == chosen)
    await ana.use(menus, select, chosen)
    await ana.until(lambda: any(each["content"] == said for each in ana.messages.values()))


async def test_options_and_autocompletion(bot, ana, sandbox):
    offered = await ana.complete("jeux", "table ouvrir", "jeu", "pti")
    assert offered == [{"name": "Ptipasspass", "value": "ptipasspass"}]
    host = sandbox.world.person("Chloé").id
    await ana.command("jeux", "table ouvrir", jeu="trio", places=4, hote=host)
    await ana.until(lambda: any(each["content"] == "trio 4 chloe" for each in ana.messages.values()))


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


async def test_thinking_then_answering(bot, ana):
    assert (await ana.command("jeux", "pense"))["outcome"] == "thinking"
    done = await ana.until(lambda: next((each for each in ana.messages.values() if each["content"] == "voilà"), None))
    assert done["flags"] & 64
    assert not done["flags"] & 128


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


async def test_an_unanswered_interaction_fails_visibly(bot, ana, sandbox):
    sandbox.world.answer_within = 0.2
    assert (await ana.command("jeux", "muet"))["outcome"] == "failed"
    assert len(sandbox.control.stats()["unanswered"]) == 1


async def test_the_session_survives_a_dropped_connection(bot, ana, sandbox):
    await sandbox.control.gateway("drop")
    answer = await ana.command("jeux", "plateau")
    assert answer["outcome"] == "answered"
    assert sandbox.gateway_server.identified == 1


async def test_the_bot_resumes_when_asked_to_reconnect(bot, ana, sandbox):
    await sandbox.control.gateway("reconnect")
    assert (await ana.command("jeux", "plateau"))["outcome"] == "answered"
    assert sandbox.gateway_server.identified == 1
