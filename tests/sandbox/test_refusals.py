"""The sandbox refuses the requests that Discord refuses, with the same status, code and error paths."""

import pytest

from bot.sandbox import Limits, World, serve
from tests.sandbox.clients import leaves, raw_client

V2 = 32768


def text(content):
    return {"type": 10, "content": content}


def button(name, **more):
    return {"type": 2, "style": 1, "label": "ok", "custom_id": name, **more}


def row(*components):
    return {"type": 1, "components": list(components)}


@pytest.fixture
def jeux(sandbox):
    return f"/channels/{sandbox.world.place('jeux').id}/messages"


def v2(*components):
    return {"flags": V2, "components": list(components)}


def box(*components):
    return {"type": 17, "components": list(components)}


def buttons(*found):
    return {"content": "x", "components": [row(*found)]}


NO_SUCH_FILE = {"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}
SAME_VALUES = {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "1"}] * 2}
FIRST = "components.0.components.0"
BAD_MESSAGES = {
    "content too long": ({"content": "x" * 2001}, "content"),
    "six buttons": (buttons(*(button(str(n)) for n in range(6))), "components.0.components"),
    "six rows": ({"content": "x", "components": [row(button(str(n))) for n in range(6)]}, "components"),
    "same custom_id": (buttons(button("a"), button("a")), "components.0.components.1.custom_id"),
    "no custom_id": (buttons({"type": 2, "style": 1, "label": "x"}), f"{FIRST}.custom_id"),
    "long custom_id": (buttons(button("x" * 101)), f"{FIRST}.custom_id"),
    "long label": (buttons(button("a", label="x" * 81)), f"{FIRST}.label"),
    "content with V2": (v2(text("x")) | {"content": "x"}, "content"),
    "V2 component without the flag": ({"content": "x", "components": [text("x")]}, "components.0.type"),
    "41 components": (v2(*[text("x")] * 20, box(*[text("x")] * 20)), "components"),
    "4001 characters": (v2(text("x" * 2000), text("x" * 2001)), "components"),
    "empty text": (v2(text("")), "components.0.content"),
    "container in container": (v2(box(box(text("x")))), f"{FIRST}.type"),
    "unknown attachment": (v2(NO_SUCH_FILE), "components.0.items.0.media.url"),
    "duplicate numeric id": (v2({**text("x"), "id": 3}, {**text("x"), "id": 3}), "components.1.id"),
    "unknown field": ({"content": "x", "contents": "y"}, "contents"),
    "unknown component field": (buttons(button("a", colour=3)), f"{FIRST}.colour"),
    "ephemeral flag": ({"content": "x", "flags": 64}, "flags"),
    "embeds above 6000": ({"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]}, "embeds"),
    "same option value": (buttons(SAME_VALUES), f"{FIRST}.options.1.value"),
}


async def test_bad_messages():
    """Without Discord's own description: our rules do not lean on it."""
    async with serve(World(), limits=Limits.none(), spec=None) as sandbox, raw_client(sandbox) as raw:
        path = f"/channels/{sandbox.world.place('jeux').id}/messages"
        for name, (body, place) in BAD_MESSAGES.items():
            status, answer = await raw("POST", path, body)
            assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body"), name
            assert place in leaves(answer["errors"]), name
        assert not sandbox.world.place("jeux").messages


async def test_forty_components_are_fine_and_get_ids_and_the_v2_flag_stays(raw, jeux):
    status, made = await raw("POST", jeux, {"flags": V2, "components": [text(str(n)) for n in range(40)]})
    assert status == 200
    assert [each["id"] for each in made["components"]] == list(range(1, 41))
    status, answer = await raw("PATCH", f"{jeux}/{made['id']}", {"flags": 0, "components": [text("y")]})
    assert (status, answer["flags"] & V2) == (200, V2)
    status, answer = await raw("PATCH", f"{jeux}/{made['id']}", {"content": "z"})
    assert (status, answer["code"]) == (400, 50035)


async def test_attachments_that_stay_are_listed(raw, jeux):
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.png", "description": "alt"}]}
    _, made = await raw("POST", jeux, body, files={"a.png": b"123"})
    kept = made["attachments"][0]
    assert (kept["description"], kept["size"]) == ("alt", 3)
    _, answer = await raw("PATCH", f"{jeux}/{made['id']}", {"attachments": [{"id": kept["id"]}]})
    assert [each["id"] for each in answer["attachments"]] == [kept["id"]]
    _, answer = await raw("PATCH", f"{jeux}/{made['id']}", {"attachments": []})
    assert answer["attachments"] == []
    status, answer = await raw("PATCH", f"{jeux}/{made['id']}", {"attachments": [{"id": "77"}]})
    assert (status, answer["code"]) == (400, 50035)


async def test_an_enforced_nonce_posts_once(raw, jeux, sandbox):
    body = {"content": "x", "nonce": "abc", "enforce_nonce": True}
    _, one = await raw("POST", jeux, body)
    _, two = await raw("POST", jeux, body)
    assert one["id"] == two["id"]
    assert len(sandbox.world.place("jeux").messages) == 1


async def test_unknown_things_no_token_and_bad_json(raw, jeux, sandbox):
    for code, method, path, body, token in (
        (10003, "POST", "/channels/1/messages", {"content": "x"}, True),
        (10008, "PATCH", f"{jeux}/1", {"content": "x"}, True),
        (10013, "GET", "/users/1", None, True),
        (10013, "GET", f"/guilds/{sandbox.world.guild.id}/members/1", None, True),
        (10015, "POST", "/webhooks/1/nope", {"content": "x"}, False),
        (10062, "POST", "/interactions/1/nope/callback", {"type": 5}, False),
    ):
        assert (await raw(method, path, body, token=token))[1]["code"] == code, path
    assert (await raw("GET", "/users/@me", token=False))[0] == 401
    headers = {"Authorization": f"Bot {sandbox.token}", "Content-Type": "application/json"}
    async with raw.session.post(sandbox.api + jeux, data="{", headers=headers) as answer:
        assert (await answer.json())["code"] == 50109


async def test_permissions(raw, jeux, ana, sandbox):
    control = sandbox.control
    control.permissions("bot", deny=["SEND_MESSAGES"], channel="jeux")
    assert (await raw("POST", jeux, {"content": "x"}))[1]["code"] == 50013
    control.permissions("bot", allow=["SEND_MESSAGES"], deny=["ATTACH_FILES"], channel="jeux")
    assert (await raw("POST", jeux, {"content": "x"}))[0] == 200
    assert (await raw("POST", jeux, {"content": "x"}, files={"a.txt": b"1"}))[1]["code"] == 50013
    control.permissions("bot", deny=["VIEW_CHANNEL"], channel="jeux")
    assert (await raw("POST", jeux, {"content": "x"}))[1]["code"] == 50001
    assert (await raw("GET", jeux.removesuffix("/messages")))[1]["code"] == 50001

    control.permissions("bot", allow=["VIEW_CHANNEL"], channel="jeux")
    key = await ana.say("jeux", "à moi")
    assert (await raw("PATCH", f"{jeux}/{key}", {"content": "x"}))[1]["code"] == 50005
    assert (await raw("DELETE", f"{jeux}/{key}"))[1]["code"] == 50013


def command(**more):
    return {"name": "x", "description": "x", **more}


def option(name, kind=3, **more):
    return {"type": kind, "name": name, "description": name, **more}


CHOICES = [{"name": f"{n}" + "x" * 90, "value": f"{n}"} for n in range(25)]
BAD_COMMANDS = {
    "upper case": command(name="Menteur"),
    "blank": command(name="men teur"),
    "too long": command(name="x" * 33),
    "no description": command(description=""),
    "unknown locale": command(name_localizations={"fr-FR": "y"}),
    "bad localized name": command(name_localizations={"en-GB": "Bad Name"}),
    "optional before required": command(options=[option("a"), option("b", required=True)]),
    "same option twice": command(options=[option("a")] * 2),
    "26 options": command(options=[option(f"a{n}") for n in range(26)]),
    "mixed": command(options=[option("a", 1), option("b")]),
    "too deep": command(options=[option("a", 2, options=[option("b", 2, options=[])])]),
    "above 8000 characters": command(options=[option(f"a{n}", choices=CHOICES) for n in range(4)]),
}


async def test_bad_commands(raw, sandbox):
    path = f"/applications/{sandbox.world.application_id}/commands"
    for name, command in BAD_COMMANDS.items():
        status, answer = await raw("PUT", path, [command])
        assert (status, answer["code"]) == (400, 50035), name
    assert not sandbox.world.commands.all()
