"""The requests for each kind of message, and how Discord's answers are read."""

import io
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.http import handle_message_parameters

from bot.client.messages import (
    Answers,
    ChannelMessages,
    MessageProof,
    NotPrivate,
    PrivateMessage,
    WrongDoor,
    changed_private,
    changed_public,
    new_private,
    new_public,
)
from bot.pages.page import Page, Picture, PrivatePage, PublicPage, Text

SHARED = PublicPage((Text("for all"),), pings=(3, 4))
SECRET = PrivatePage((Text("for you"),))
PAINTED = PublicPage((Picture("board.png", "a board", b"png"),))


class Http:
    """Remembers what it is asked, and answers with what it is given."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: tuple[str, str, Any, Any] | None = None
        # discord.py's webhook adapter sends through the session: here that is this object too.
        self._HTTPClient__session = self

    async def request(self, route: Any, *, params: Any = None, **content: Any) -> Any:
        """Answer."""
        path = route.url.removeprefix(route.BASE)
        self.asked = route.method, path, content.get("json") or content.get("payload"), params
        return self.answer


@pytest.fixture(autouse=True)
def adapter(monkeypatch):
    adapter = SimpleNamespace(request=lambda route, *, session, **more: session.request(route, **more))
    monkeypatch.setattr("bot.client.messages.async_context", SimpleNamespace(get=lambda: adapter))


def client(answer: Any = "") -> Any:
    return SimpleNamespace(http=Http(answer))


def interaction(answer: Any = "") -> Any:
    known = {"id": 7, "token": "token", "application_id": 9, "created_at": discord.utils.utcnow()}
    return SimpleNamespace(client=client(answer), user=SimpleNamespace(id=5), **known)


def told(**about: Any) -> Any:
    return {"interaction": {"id": "7", "type": 3, **about}}


async def test_a_place_takes_nothing_private():
    with pytest.raises(TypeError):
        await ChannelMessages(client(), 5).post(**new_private(SECRET), nonce="one")


def test_pages_leave_by_their_own_door_only():
    secret, open_to_all = PrivatePage((Text("x"),)), PublicPage((Text("x"),))
    for door in (new_public, changed_public):
        door(open_to_all)
        for wrong in (secret, Page((Text("x"),))):
            with pytest.raises(WrongDoor) as error:
                door(wrong)
            assert "x'" not in str(error.value)
    for door in (new_private, changed_private):
        door(secret)
        for wrong in (open_to_all, Page((Text("x"),))):
            with pytest.raises(WrongDoor):
                door(wrong)
    assert new_private(secret)["ephemeral"] is True


CALLBACK = "/interactions/7/token/callback"


@pytest.mark.parametrize("private", [True, False])
async def test_an_answer_that_makes_a_message_is_asked_for_in_return(private):
    of = interaction(told(response_message_id="12", response_message_ephemeral=private))
    page = new_private(SECRET) if private else new_public(SHARED)
    assert await Answers.of(of).create(**page) == MessageProof(12, private)
    method, path, body, params = of.client.http.asked
    assert (method, path, body["type"], params) == ("POST", CALLBACK, 4, {"with_response": 1})
    assert body["data"]["flags"] == (1 << 15) + (64 if private else 0)
    assert await Answers.of(of).announce() == MessageProof(12, private)
    assert of.client.http.asked == ("POST", CALLBACK, {"type": 5, "data": {"flags": 64}}, {"with_response": 1})


async def test_what_discord_says_of_a_later_message_is_its_own_proof():
    of = interaction({"id": "15", "flags": 64 | 1 << 15})
    sent = await Answers.of(of).follow_up(**new_private(SECRET))
    assert sent == MessageProof(15, private=True, follow_up=True)
    assert of.client.http.asked[:2] == ("POST", "/webhooks/9/token")
    await PrivateMessage(of, sent).edit(SECRET)
    body = changed_private(SECRET)["body"]
    assert of.client.http.asked == ("PATCH", "/webhooks/9/token/messages/15", body, {"with_components": 1})
    assert await Answers.of(of).original() == MessageProof(15, private=True)
    await PrivateMessage(of, await Answers.of(of).original()).delete()
    assert of.client.http.asked[:2] == ("DELETE", "/webhooks/9/token/messages/@original")


async def test_what_discord_does_not_call_private_is_not():
    for proof in (MessageProof(), MessageProof(12), MessageProof(12, follow_up=True)):
        with pytest.raises(NotPrivate):
            PrivateMessage(interaction(), proof)
    for silence in (told(), told(response_message_id="12"), told(response_message_ephemeral=None)):
        assert not (await Answers.of(interaction(silence)).create(**new_private(SECRET))).private, silence


@pytest.mark.parametrize("page", [SHARED, PAINTED])
def test_discord_py_would_say_the_same(page):
    for ours, name in ((new_public(page), "files"), (changed_public(page), "attachments")):
        files = [
            discord.File(io.BytesIO(b.data), b.name, description=b.alt) for b in page.blocks if isinstance(b, Picture)
        ]
        users = [discord.Object(user) for user in page.pings]
        mentions = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
        given = {name: files} if files or name == "attachments" else {}
        view = SimpleNamespace(to_components=lambda: ours["body"]["components"], has_components_v2=lambda: True)  # noqa: B023
        theirs = handle_message_parameters(view=view, allowed_mentions=mentions, **given)  # type: ignore[arg-type]
        body = theirs.payload or discord.utils._from_json(theirs.multipart[0]["value"])  # type: ignore[index]
        assert body.pop("tts") is False
        assert ours["body"] == body


async def test_what_lets_us_change_a_message_is_in_no_log():
    kept = PrivateMessage(interaction(), MessageProof(12, private=True)).address()
    assert kept.access.token == "token"  # noqa: S105
    assert "token" not in repr(kept)
    assert PrivateMessage.found(None, kept).address() == kept  # type: ignore[arg-type]
