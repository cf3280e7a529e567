"""The life of an interaction: three seconds to answer, fifteen minutes to follow up, one first answer."""

import pytest

from bot.sandbox.model.interactions import Interaction
from bot.sandbox.model.refusals import Refusal

COMMAND = [{"name": "jouer", "description": "x"}]


@pytest.fixture
async def opened(raw, ana, sandbox) -> Interaction:
    await raw("PUT", f"/applications/{sandbox.world.application_id}/commands", COMMAND)
    command = sandbox.world.commands.all()[0]
    facts = {"channel": ana.channel("jeux"), "command": command["id"], "options": []}
    made = await ana.ask("command", nonce="n", **facts)
    return sandbox.world.interactions._by_id[made["interaction"]]


def callback(interaction):
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


def hook(sandbox, interaction, rest=""):
    return f"/webhooks/{sandbox.world.application_id}/{interaction.token}{rest}"


MESSAGE = {"type": 4, "data": {"content": "oui"}}


async def test_there_is_one_answer(raw, opened):
    status, answer = await raw("POST", callback(opened) + "?with_response=1", MESSAGE, token=False)
    assert status == 200
    assert answer["resource"]["message"]["content"] == "oui"
    assert answer["interaction"]["response_message_id"] == answer["resource"]["message"]["id"]
    status, answer = await raw("POST", callback(opened), MESSAGE, token=False)
    assert (status, answer["code"]) == (400, 40060)


async def test_a_late_answer(raw, opened, sandbox, ana):
    sandbox.control.advance(sandbox.world.answer_within + 0.1)
    status, answer = await raw("POST", callback(opened), MESSAGE, token=False)
    assert (status, answer["code"]) == (404, 10062)
    await ana.until(lambda: any(f["t"] == "INTERACTION" and f["d"]["outcome"] == "failed" for f in ana.received))
    assert (await raw("POST", hook(sandbox, opened), {"content": "x"}, token=False))[1]["code"] == 10015


async def test_follow_ups_die_after_fifteen_minutes(raw, opened, sandbox):
    assert (await raw("POST", hook(sandbox, opened), {"content": "x"}, token=False))[1]["code"] == 10015
    await raw("POST", callback(opened), MESSAGE, token=False)
    assert (await raw("POST", hook(sandbox, opened) + "?wait=1", {"content": "x"}, token=False))[0] == 200
    assert (await raw("PATCH", hook(sandbox, opened, "/messages/@original"), {"content": "y"}, token=False))[0] == 200
    sandbox.control.advance(15 * 60)
    for method, rest in (("PATCH", "/messages/@original"), ("POST", ""), ("DELETE", "/messages/@original")):
        body = None if method == "DELETE" else {"content": "z"}
        status, answer = await raw(method, hook(sandbox, opened, rest), body, token=False)
        assert (status, answer["code"]) == (401, 50027)


BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}
PRIVATE = {"type": 4, "data": {"content": "chut", "flags": 64, "components": [BUTTON]}}


async def click(sandbox, person, message):
    facts = {"channel": message["channel_id"], "message": message["id"], "custom_id": "x", "nonce": "c"}
    made = await person.ask("use", **facts)
    return sandbox.world.interactions._by_id[made["interaction"]]


@pytest.mark.parametrize("answer", [None, {"type": 4, "data": PRIVATE["data"]}, {"type": 6}, {"type": 7, "data": {}}])
async def test_the_bot_deletes_a_private_message_by_its_token_or_a_click_on_it(raw, opened, ana, sandbox, answer):
    await raw("POST", callback(opened), PRIVATE, token=False)
    message = await ana.until(lambda: next(iter(ana.messages.values()), None))
    hand, where = opened, "@original"
    if answer:
        sandbox.control.advance(15 * 60)
        hand, where = await click(sandbox, ana, message), message["id"]
        assert await raw("POST", callback(hand), answer, token=False) == (204, None)
    assert await raw("DELETE", hook(sandbox, hand, f"/messages/{where}"), token=False) == (204, None)
    await ana.until(lambda: message["id"] not in ana.messages)
    status, refused = await raw("PATCH", hook(sandbox, hand, f"/messages/{where}"), {"content": "y"}, token=False)
    assert (status, refused["code"]) == (404, 10008)


async def test_a_private_message_is_out_of_reach_of_the_channel_and_of_clicks_beside_it(raw, opened, ana, sandbox):
    await raw("POST", callback(opened), PRIVATE, token=False)
    await raw("POST", hook(sandbox, opened), PRIVATE["data"], token=False)
    await ana.until(lambda: len(ana.messages) == 2)
    first, second = ana.messages.values()
    path = f"/channels/{opened.channel.id}/messages"
    assert (await raw("PATCH", f"{path}/{first['id']}", {"content": "x"}))[1]["code"] == 10008
    assert (await raw("GET", path))[1] == []
    clicked = await click(sandbox, ana, first)
    await raw("POST", callback(clicked), {"type": 6}, token=False)
    status, refused = await raw("DELETE", hook(sandbox, clicked, f"/messages/{second['id']}"), token=False)
    assert (status, refused["code"]) == (404, 10008)


async def test_an_interaction_says_which_message_of_its_place_is_the_newest(raw, opened, ana, sandbox):
    said = await ana.say("jeux", "bonjour")
    await raw("POST", callback(opened), PRIVATE, token=False)
    message = await ana.until(lambda: next((m for m in ana.messages.values() if m["flags"] & 64), None))
    channel = channel_of(sandbox, await click(sandbox, ana, message))
    about = {"id": opened.channel.id, "name": "jeux", "type": 0, "parent_id": None, "last_message_id": said}
    assert channel.items() >= about.items(), "a private message is not the newest one"
    assert int(channel["permissions"])
    await ana.ask("remove", channel=opened.channel.id, message=said)
    assert channel_of(sandbox, await click(sandbox, ana, message))["last_message_id"] == said, "though deleted"
    # In threads and direct messages too.
    _, thread = await raw("POST", f"/channels/{opened.channel.id}/threads", {"name": "fil", "type": 11})
    _, direct = await raw("POST", "/users/@me/channels", {"recipient_id": ana.id})
    about = {"name": "fil", "type": 11, "parent_id": opened.channel.id}
    for place, facts in ((thread, about), (direct, {"type": 1})):
        _, message = await raw("POST", f"/channels/{place['id']}/messages", {"content": "x", "components": [BUTTON]})
        channel = channel_of(sandbox, await click(sandbox, ana, message))
        assert channel.items() >= {**facts, "last_message_id": message["id"]}.items()
        assert int(channel["permissions"])


def channel_of(sandbox, interaction):
    return sandbox.world.interactions._payload(interaction)["channel"]


async def test_a_follow_up_takes_the_place_of_thinking(raw, opened, sandbox):
    await raw("POST", callback(opened), {"type": 5}, token=False)
    await raw("POST", hook(sandbox, opened), {"content": "voilà"}, token=False)
    messages = list(opened.channel.messages.values())
    assert [(each.content, each.flags) for each in messages] == [("voilà", 0)]


async def test_people_are_held_to_what_is_offered(raw, opened, ana, sandbox):
    select = {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]}
    off = {"type": 2, "style": 1, "label": "x", "custom_id": "off", "disabled": True}
    rows = [{"type": 1, "components": [select]}, {"type": 1, "components": [off]}]
    body = {"type": 4, "data": {"content": "x", "components": rows}}
    await raw("POST", callback(opened), body, token=False)
    message = await ana.until(lambda: next(iter(ana.messages.values()), None))
    for custom_id, values in (("s", ["b"]), ("s", []), ("off", []), ("none", [])):
        with pytest.raises(Refusal):
            await ana.use(message, custom_id, *values)
