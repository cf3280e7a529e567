"""The server itself: faults, limits, gateway, guard, control and the shapes of its answers."""

import ast
import asyncio
import json
import sys
import zlib
from pathlib import Path

import aiohttp
import discord
import pytest

import bot.sandbox
from bot.sandbox import Limits, World, messages, serve
from bot.sandbox.bodies import Draft
from bot.sandbox.gateway import BEAT_BACK
from bot.sandbox.person import HANGS
from tests.sandbox.conftest import connected
from tests.sandbox.raw import raw_client

SANDBOX = Path(bot.sandbox.__file__).parent


async def test_answers_have_the_shapes_discord_describes(bot, ana, raw, sandbox, described):
    await ana.command("jeux", "plateau")
    await ana.command("jeux", "fil")
    await ana.until(lambda: any(each.get("name") == "Trio · Ana" for each in ana.places["channels"]))
    world = sandbox.world
    jeux, thread = world.place("jeux"), world.place("Trio · Ana")
    for path, schema in {
        "/users/@me": "UserPIIResponse",
        f"/users/{ana.id}": "UserResponse",
        f"/channels/{jeux.id}": "GuildChannelResponse",
        f"/channels/{thread.id}": "ThreadResponse",
        f"/channels/{jeux.id}/messages/{next(iter(jeux.messages))}": "MessageResponse",
        f"/guilds/{world.guild.id}/members/{ana.id}": "GuildMemberResponse",
        f"/applications/{world.application_id}/commands/{world.commands.all()[0]['id']}": "ApplicationCommandResponse",
        "/gateway/bot": "GatewayBotResponse",
        "/oauth2/applications/@me": "PrivateApplicationResponse",
    }.items():
        status, answer = await raw("GET", path)
        assert status == 200
        assert described.faults(f"/components/schemas/{schema}", answer) == [], path


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


async def test_faults_strike_by_chance_and_the_same_seed_strikes_alike(raw, sandbox):
    async def struck(seed):
        sandbox.control.fault(kind="error", route="GET /users", times=1000, chance=0.5, seed=seed)
        found = [(await raw("GET", "/users/@me"))[0] for _ in range(20)]
        sandbox.control.clear_faults()
        return found

    first = await struck(1)
    assert set(first) == {200, 500}
    assert await struck(1) == first
    assert await struck(2) != first
    assert sandbox.faults.struck["error"] >= first.count(500) * 2


async def test_a_connection_is_cut_before_or_after_the_deed(raw, sandbox):
    place = sandbox.world.place("jeux")
    for after, made in ((False, 0), (True, 1)):
        sandbox.control.fault(kind="drop", route="POST /channels", after=after)
        with pytest.raises(aiohttp.ClientError):
            await raw("POST", f"/channels/{place.id}/messages", {"content": "x"})
        assert len(place.messages) == made
    assert sandbox.faults.struck == {"drop": 1, "drop after": 1}


async def test_a_heartbeat_is_acknowledged_no_sooner_than_a_network_could(sandbox):
    """discord.py notes when it sent one only after it has gone: see BEAT_BACK."""
    loop = asyncio.get_running_loop()
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as socket:
        assert (await socket.receive_json())["op"] == 10
        for _ in range(3):
            sent = loop.time()
            await socket.send_json({"op": 1, "d": None})
            assert (await socket.receive_json())["op"] == 11
            assert loop.time() - sent >= BEAT_BACK * 0.9


async def test_an_answer_can_be_lost_after_the_deed(raw, sandbox):
    path = f"/channels/{sandbox.world.place('jeux').id}/messages"
    sandbox.control.fault(kind="error", after=True)
    assert (await raw("POST", path, {"content": "x"}))[0] == 500
    assert len(sandbox.world.place("jeux").messages) == 1


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


async def test_discord_py_waits_out_a_429(bot, sandbox):
    sandbox.control.fault(kind="limit", route="POST /channels", seconds=0.05)
    channel = bot.get_channel(int(sandbox.world.place("jeux").id))
    await channel.send("enfin")
    assert len(sandbox.world.place("jeux").messages) == 1


async def test_threads_fall_asleep(bot, ana, sandbox):
    await ana.command("jeux", "fil")
    await ana.until(lambda: any(each.get("name") == "Trio · Ana" for each in ana.places["channels"]))
    sandbox.control.advance(1440 * 60 + 1)
    assert sandbox.world.place("Trio · Ana").thread.archived
    await ana.say("Trio · Ana", "debout")
    assert not sandbox.world.place("Trio · Ana").thread.archived


async def test_deleting_a_channel_reaches_the_bot(bot, raw, sandbox):
    place = sandbox.world.place("général")
    gone = asyncio.get_running_loop().create_future()

    @bot.event
    async def on_guild_channel_delete(channel):
        gone.set_result(channel.name)

    sandbox.control.delete("général")
    assert await asyncio.wait_for(gone, HANGS) == "général"
    assert (await raw("GET", f"/channels/{place.id}"))[1]["code"] == 10003


async def test_the_world_outlives_the_bot(sandbox, monkeypatch, ana):
    async with connected(sandbox, monkeypatch):
        await ana.command("jeux", "plateau")
        board = await ana.until(lambda: next(iter(ana.in_channel("jeux")), None))
    assert not sandbox.gateway_server.online
    sandbox.world.answer_within = 0.2
    assert (await ana.use(board, "press:bump"))["outcome"] == "failed"
    sandbox.world.answer_within = HANGS
    async with connected(sandbox, monkeypatch):
        assert (await ana.use(board, "press:bump"))["outcome"] == "answered"


@pytest.mark.parametrize(
    ("intents", "token", "code"), [(1, "wrong", 4004), (1 << 15, None, 4014), (1 << 30, None, 4013)]
)
async def test_the_gateway_closes_on_bad_identifies(sandbox, intents, token, code):
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": token or sandbox.token, "intents": intents, "properties": {}}})
        await socket.receive()
        assert socket.close_code == code


async def test_the_gateway_compresses_and_shards(sandbox):
    address = f"{sandbox.gateway}?v=10&encoding=json&compress=zlib-stream"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        inflate = zlib.decompressobj()

        async def receive():
            data = await socket.receive_bytes()
            assert data.endswith(b"\x00\x00\xff\xff")
            return json.loads(inflate.decompress(data))

        assert (await receive())["op"] == 10
        body = {"token": sandbox.token, "intents": 1, "properties": {}}
        guild = int(sandbox.world.guild.id)
        other = (guild >> 22) % 2 ^ 1
        await socket.send_json({"op": 2, "d": body | {"shard": [other, 2]}})
        ready = await receive()
        assert (ready["t"], ready["d"]["guilds"], ready["d"]["shard"]) == ("READY", [], [other, 2])


async def test_an_invalidated_session_is_gone(bot, sandbox):
    assert sandbox.gateway_server.identified == 1
    sandbox.gateway_server.invalidate()
    assert not sandbox.gateway_server.sessions


async def test_other_hosts_and_sites_are_refused(sandbox):
    async with aiohttp.ClientSession() as session:
        for headers, status in (
            ({}, 200),
            ({"Host": f"localhost:{sandbox.port}"}, 200),
            ({"Host": "evil.example"}, 403),
            ({"Origin": "http://evil.example"}, 403),
            ({"Origin": "null"}, 403),
            ({"Origin": f"http://127.0.0.1:{sandbox.port}"}, 200),
            ({"Sec-Fetch-Site": "cross-site"}, 403),
        ):
            async with session.get(sandbox.page, headers=headers) as answer:
                assert answer.status == status, headers
        policy = "default-src 'none'"
        async with session.get(sandbox.page) as answer:
            assert policy in answer.headers["Content-Security-Policy"]
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(
                sandbox.page + f"live?person={sandbox.world.people[0].id}", origin="http://evil.example"
            )


async def test_the_control_routes_need_the_secret(sandbox):
    async with aiohttp.ClientSession() as session:
        url = sandbox.page + "control/advance"
        async with session.post(url, json={"seconds": 5}) as answer:
            assert answer.status == 401
        before = sandbox.world.clock.now()
        headers = {"Authorization": f"Bearer {sandbox.secret}"}
        async with session.post(url, json={"seconds": 100}, headers=headers) as answer:
            assert answer.status == 200
        assert sandbox.world.clock.now() >= before + 100
        async with session.post(sandbox.page + "control/fault", json={"kind": "quake"}, headers=headers) as answer:
            assert answer.status == 400
        async with session.post(sandbox.page + "control/world", headers=headers) as answer:
            assert len((await answer.json())["people"]) == 7


async def test_attachment_addresses_cannot_be_guessed(raw, sandbox):
    path = f"/channels/{sandbox.world.place('jeux').id}/messages"
    _, made = await raw("POST", path, {"content": "x"}, files={"a.txt": b"123"})
    url = made["attachments"][0]["url"]
    async with raw.session.get(url) as answer:
        assert (answer.status, await answer.read()) == (200, b"123")
        assert answer.headers["Content-Disposition"] == "attachment"
    for bad in (url.split("?")[0], url[:-3] + "000"):
        async with raw.session.get(bad) as answer:
            assert answer.status == 404


async def test_application_emojis(bot):
    made = await bot.create_application_emoji(name="jeton", image=b"\x89PNG\r\n\x1a\n" + bytes(20))
    assert [each.name for each in await bot.fetch_application_emojis()] == ["jeton"]
    await made.delete()
    assert await bot.fetch_application_emojis() == []


async def test_auto_sharded_clients_connect(sandbox, monkeypatch):
    class Sharded(discord.AutoShardedClient):
        def __init__(self):
            super().__init__(intents=discord.Intents(guilds=True), shard_count=1, guild_ready_timeout=0.05)

    async with connected(sandbox, monkeypatch, Sharded) as bot:
        assert bot.guilds[0].name == "La Tablée"


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


async def test_a_deleted_place_is_gone_for_people_too(ana, sandbox):
    sandbox.control.delete("général")
    await ana.until(lambda: all(each.get("name") != "général" for each in ana.places["channels"]))


def test_it_imports_nothing_else_of_ours():
    allowed = set(sys.stdlib_module_names) | {"aiohttp", "jsonschema", "referencing"}
    for path in SANDBOX.rglob("*.py"):
        for found in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [found.module or ""] if isinstance(found, ast.ImportFrom) else []
            names += [each.name for each in found.names] if isinstance(found, ast.Import) else []
            for name in names:
                assert name.startswith("bot.sandbox") or name.split(".")[0] in allowed, (path.name, name)


async def test_the_command_line_says_where_everything_is():
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.sandbox", "--port", "0", "--token", "t0k", stdout=asyncio.subprocess.PIPE
    )
    assert running.stdout
    lines = [(await running.stdout.readline()).decode().split() for _ in range(5)]
    said = dict(lines)
    assert "t0k" in said.values()
    async with aiohttp.ClientSession() as session, session.get(said["page"]) as answer:
        assert answer.status == 200
    running.terminate()
    assert await asyncio.wait_for(running.wait(), HANGS) == 0


async def test_a_file_arrives_whole_wherever_its_bytes_are_cut(sandbox):
    """The reader of forms that aiohttp has warns of itself when a short piece comes before a long one."""
    path = f"/api/v10/channels/{sandbox.world.place('jeux').id}/messages"
    data = bytes(range(256)) * 100 + b"\r\n--\r\n"
    body = (
        b'--edge\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content": "x"}'
        b'\r\n--edge\r\nContent-Disposition: form-data; name="files[0]"; filename="a.bin"\r\n\r\n'
        + data
        + b"\r\n--edge--"
    )
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{sandbox.port}\r\nAuthorization: Bot {sandbox.token}\r\n"
        f"Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", sandbox.port)
    for piece in (head.encode(), body[:200], body[200:8500], body[8500:8503], body[8503:]):
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(0.02)
    assert b"200 OK" in await reader.readline()
    writer.close()
    [message] = sandbox.world.place("jeux").messages.values()
    assert message.attachments[0].data == data
