"""The server as a whole: whom it answers, in which shapes, and what it is made of."""

import ast
import asyncio
import sys
from pathlib import Path

import aiohttp
import pytest

import bot.sandbox

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


async def test_other_hosts_and_sites_are_refused(sandbox):
    async with aiohttp.ClientSession() as session:
        for headers, status in (
            ({"Host": f"localhost:{sandbox.port}"}, 200),
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


def test_it_imports_nothing_else_of_ours():
    allowed = set(sys.stdlib_module_names) | {"aiohttp", "jsonschema", "referencing"}
    for path in SANDBOX.rglob("*.py"):
        for found in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [found.module or ""] if isinstance(found, ast.ImportFrom) else []
            names += [each.name for each in found.names] if isinstance(found, ast.Import) else []
            for name in names:
                assert name.startswith("bot.sandbox") or name.split(".")[0] in allowed, (path.name, name)


def test_the_model_knows_nothing_of_how_it_is_reached():
    for path in (SANDBOX / "model").rglob("*.py"):
        for found in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [found.module or ""] if isinstance(found, ast.ImportFrom) else []
            names += [each.name for each in found.names] if isinstance(found, ast.Import) else []
            outside = [each for each in names if each.startswith("bot.") and not each.startswith("bot.sandbox.model")]
            assert [*outside, *(each for each in names if each.startswith("aiohttp"))] == [], path.name


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
