"""The server as a whole: whom it answers, in which shapes, and what it is made of."""

import asyncio
import logging
import re

import aiohttp
import pytest

from bot.sandbox.api.gateway import HEARTBEAT_ACK_SECONDS
from bot.sandbox.server import PAGE


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


async def spoken(sandbox, *lines, version="1.1"):
    reader, writer = await asyncio.open_connection("127.0.0.1", sandbox.port)
    head = [f"GET / HTTP/{version}".encode(), *lines, b"Connection: close", b"", b""]
    writer.write(b"\r\n".join(head))
    answer = await reader.read()
    writer.close()
    return int(answer.split()[1])


MALFORMED_HOSTS = (
    b"", b"[", b"]", b"[]", b"[::1", b"::1", b"a b", b"127.0.0.1:", b"127.0.0.1:x", b"127.0.0.1:1:2", b":80",
    b"127.0.0.1:\xb2", b"\xff\xfe", "é.example".encode(), b"user@127.0.0.1", b"127.0.0.1/", b"127.0.0.1?x",
    b"127.0.0.1#", b"http://127.0.0.1", b"127.0.0.1,127.0.0.1", b"127.0.0.1:123456", b"a" * 4_000, b"%31", b"<script>",
)  # fmt: skip


MALFORMED_ORIGINS = (
    b"", b"http://[::1", b"http://[", b"http://", b"http:", b"://", b"127.0.0.1", b"\xff", "http://é.example".encode(),
    b"http://a b", b"http://127.0.0.1/page", b"http://user@127.0.0.1", b"http://127.0.0.1:x", b"http://" + b"a" * 4_000,
)  # fmt: skip


async def test_a_host_or_origin_nobody_can_read_is_a_bad_request(sandbox, caplog):
    for host in MALFORMED_HOSTS:
        assert await spoken(sandbox, b"Host: " + host) == 400, host
    host = f"127.0.0.1:{sandbox.port}".encode()
    for origin in MALFORMED_ORIGINS:
        assert await spoken(sandbox, b"Host: " + host, b"Origin: " + origin) == 400, origin
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_one_host_and_at_most_one_origin(sandbox, caplog):
    host = b"Host: 127.0.0.1:%d" % sandbox.port
    origin = b"Origin: http://127.0.0.1:%d" % sandbox.port
    for status, *lines in (
        (200, host),
        (200, host, origin),
        (200, b"Host: LOCALHOST"),
        (400,),
        (400, host, host),
        (400, host, b"Host: evil.example"),
        (400, host, origin, origin),
        (400, host, origin, b"Origin: http://evil.example"),
        (403, host, b"Sec-Fetch-Site: cross-site"),
        (403, b"Host: evil.example"),
        (403, b"Host: [::1]:80"),
        (403, b"Host: 127.0.0.1.evil.example"),
        (403, host, b"Origin: null"),
        (403, host, b"Origin: http://127.0.0.1"),
        (403, host, b"Origin: https://127.0.0.1:%d" % sandbox.port),
        (403, host, b"Origin: http://[::1]:%d" % sandbox.port),
    ):
        assert await spoken(sandbox, *lines) == status, lines
    assert await spoken(sandbox, version="1.0") == 400
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


# ---- the gateway


async def test_a_heartbeat_is_acknowledged_no_sooner_than_a_network_could(sandbox):
    """discord.py notes when it sent one only after it has gone: see HEARTBEAT_ACK_SECONDS."""
    loop = asyncio.get_running_loop()
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as socket:
        assert (await socket.receive_json())["op"] == 10
        for _ in range(3):
            sent = loop.time()
            await socket.send_json({"op": 1, "d": None})
            assert (await socket.receive_json())["op"] == 11
            assert loop.time() - sent >= HEARTBEAT_ACK_SECONDS * 0.9


@pytest.mark.parametrize(
    ("intents", "token", "code"), [(1, "wrong", 4004), (1 << 15, None, 4014), (1 << 30, None, 4013)]
)
async def test_the_gateway_closes_on_bad_identifies(sandbox, intents, token, code):
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": token or sandbox.token, "intents": intents, "properties": {}}})
        await socket.receive()
        assert socket.close_code == code


# ---- the files of the page


async def test_the_page_names_no_other_site_and_may_load_nothing_from_one(sandbox):
    async with aiohttp.ClientSession() as session, session.get(sandbox.page) as answer:
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    for each in PAGE.iterdir():
        found = re.findall(r"https?://[\w.]+\.\w+", each.read_text("utf-8"))
        assert set(found) <= {"http://www.w3.org"}, each.name


def test_every_text_is_used_and_in_both_languages():
    french, english = (
        re.findall(r"^  (\w+): ", part, re.MULTILINE)
        for part in (PAGE / "words.js").read_text("utf-8").split("const EN = {")
    )
    assert french == english != []
    rest = "".join(each.read_text("utf-8") for each in PAGE.glob("*.js") if each.name != "words.js")
    assert [each for each in french if f"words.{each}" not in rest] == []
