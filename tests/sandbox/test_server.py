"""The server as a whole: whom it answers, in which shapes, and what it is made of."""

import aiohttp
import pytest


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
