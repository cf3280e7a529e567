"""Every way of answering, to every way of asking: in time, late, cut off in the middle, or no longer wanted."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import discord
import pytest
from simcord.results import to_discord_message

from bot.client.adapter import new_public
from bot.client.messages import Answers, Place
from bot.client.reply import Reply
from bot.pages.address import Address
from bot.pages.page import Button, Buttons, PrivatePage, PublicPage, Text
from tests.kit.house import House, read, told, visiting

COMMAND, PUBLIC, SILENT, PRIVATE = "command", "click on a board", "silent click on a board", "click on a panel"
WAYS = (COMMAND, PUBLIC, SILENT, PRIVATE)
CLICKS = (PUBLIC, SILENT, PRIVATE)
MESSAGE, THINKING, NOTHING, CHANGE = 4, 5, 6, 7
"""What Discord can be told first: a message, that one comes, nothing, or what becomes of the message clicked on."""
CALLBACK = "/interactions/*/*/callback"
LATE = 2.0

Deed = Callable[[Reply], Awaitable[Any]]


def _buttons() -> Buttons:
    return Buttons(tuple(Button(verb, str(Address(verb))) for verb in ("probe", "hush", "panel")))


def secret(text: str = "for you") -> PrivatePage:
    """Something for one person."""
    return PrivatePage((Text(text), _buttons()))


def shared(text: str = "for all") -> PublicPage:
    """Something for everybody."""
    return PublicPage((Text(text), _buttons()))


class Asker:
    """Somebody who asks in any way, and answers that a test writes by hand."""

    def __init__(self, home: House) -> None:
        self.home = home
        self.gave: list[Any] = []
        self.reply: Reply | None = None
        self._deed: Deed | None = None
        home.bot.router.on("probe", self._answer)
        home.bot.router.on("hush", self._answer, silent=True)
        home.bot.router.on("panel", lambda reply, _: reply.private(secret("a panel")))
        home.bot.lobby_clicks.open = self._answer

    async def _answer(self, reply: Reply, *_: object, **_more: object) -> None:
        assert self._deed is not None
        self.reply = reply
        self.gave.append(await self._deed(reply))

    async def prepare(self) -> None:
        """Put a board there, and a panel."""
        with self.home.env._bot_scope():
            await Place(self.home.bot, self.home.channel.id).post(**new_public(shared("a board")), nonce="a board")
        self.board = self.home.newest(self.home.channel.id)
        self.panel = (await self.home.people[0].click(self.board, label="panel")).response
        self._since = len(self.home.env.http_requests)

    async def ask(self, way: str, deed: Deed) -> Any:
        """Ask, and have it answered so."""
        self._deed = deed
        person = self.home.people[0]
        if way == COMMAND:
            return await person.slash(self.home.channel, "trio nouvelle")
        return await person.click(
            self.panel if way == PRIVATE else self.board, label="hush" if way == SILENT else "probe"
        )

    def said(self) -> list[tuple[int, bool]]:
        """What Discord was told first, and whether that was for one person alone."""
        found = [r for r in self.home.env.http_requests[self._since :] if r.path.endswith("/callback")]
        return [(r.json["type"], bool((r.json.get("data") or {}).get("flags", 0) & 64)) for r in found]

    def asked(self, method: str) -> list[str]:
        """What else Discord was asked in this way: the end of each path."""
        found = self.home.env.http_requests[self._since :]
        return [r.path.rsplit("/", 1)[-1] for r in found if r.method == method and not r.path.endswith("/callback")]

    def public(self) -> list[str]:
        """What everybody reads, without the buttons."""
        return self._texts(private=False)

    def private(self) -> list[str]:
        """What one person reads, without the buttons; nothing for a note that we are working on it."""
        return self._texts(private=True)

    def _texts(self, *, private: bool) -> list[str]:
        found = self.home.env.backend.messages[self.home.channel.id].values()
        found = [message for message in found if message.id >= self.board.id and message.is_ephemeral == private]
        return [read(to_discord_message(self.home.env, message)).split("\n")[0] for message in found]


def asking(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """A test of what is answered to somebody who asks."""

    async def at(home: House, **given: Any) -> None:
        there = Asker(home)
        await there.prepare()
        await test(there, **given)

    functools.update_wrapper(at, test)
    at.__signature__ = inspect.signature(test)  # type: ignore[attr-defined]
    return visiting(at)


def after(seconds: float, deed: Deed) -> Deed:
    """The same, but it takes so long."""

    async def late(reply: Reply) -> Any:
        await asyncio.sleep(seconds)
        return await deed(reply)

    return late


@contextmanager
def cut(owner: Any, name: str, *, acted: bool, times: int = 1) -> Iterator[list[bool]]:
    """A connection that breaks while something is sent: before Discord has heard of it, or after it has acted.

    Gives a list of the tries, and which of them were broken.
    """
    send, tries = getattr(owner, name), []

    async def broken(answers: Any, *given: Any, **more: Any) -> Any:
        tries.append(len(tries) < times)
        if acted or not tries[-1]:
            result = await send(answers, *given, **more)
            if not tries[-1]:
                return result
        raise aiohttp.ServerDisconnectedError

    setattr(owner, name, broken)
    try:
        yield tries
    finally:
        setattr(owner, name, send)


async def nothing(_: Reply) -> None:
    """Say nothing at all."""


# ---- in time


@pytest.mark.parametrize("way", WAYS)
@asking
async def test_what_is_private_is_a_new_message_for_one_person(there: Asker, way: str):
    result = await there.ask(way, lambda reply: reply.private(secret()))
    assert there.said() == [(MESSAGE, True)]
    assert told(result).startswith("for you")
    assert there.public() == ["a board"]
    assert there.private() == ["a panel", "for you"]
    await there.home.env.advance_time(10)
    assert len(there.said()) == 1
    (shown,) = there.gave
    with there.home.env._bot_scope():
        await shown.edit(secret("changed"))
    assert there.private() == ["a panel", "changed"]


@pytest.mark.parametrize("way", WAYS)
@asking
async def test_what_is_said_after_an_answer_is_another_private_message(there: Asker, way: str):
    async def twice(reply: Reply) -> Any:
        await reply.private(secret("one"))
        return await reply.private(secret("two"))

    await there.ask(way, twice)
    assert there.private() == ["a panel", "one", "two"]
    with there.home.env._bot_scope():
        await there.gave[0].edit(secret("changed"))
    assert there.private() == ["a panel", "one", "changed"]
    with there.home.env._bot_scope():
        await there.gave[0].delete()
    assert there.private() == ["a panel", "one"]
    assert there.public() == ["a board"]


@asking
async def test_an_update_changes_the_panel_that_was_clicked_on(there: Asker):
    await there.ask(PRIVATE, lambda reply: reply.update(secret()))
    assert there.said() == [(CHANGE, False)]
    assert there.private() == ["for you"]
    with there.home.env._bot_scope():
        await there.gave[0].edit(secret("changed"))
    assert there.private() == ["changed"]


@pytest.mark.parametrize("way", [COMMAND, PUBLIC, SILENT])
@asking
async def test_an_update_for_whoever_clicked_on_no_panel_is_a_new_one(there: Asker, way: str):
    await there.ask(way, lambda reply: reply.update(secret()))
    assert there.said() == [(MESSAGE, True)]
    assert there.private() == ["a panel", "for you"]
    assert there.public() == ["a board"]
    assert there.gave[0] is not None


@asking
async def test_an_update_after_an_answer_still_changes_the_panel(there: Asker):
    async def both(reply: Reply) -> Any:
        await reply.quiet()
        return await reply.update(secret())

    await there.ask(PRIVATE, both)
    assert there.said() == [(NOTHING, False)]
    assert there.private() == ["for you"]
    assert there.gave[0] is not None


@pytest.mark.parametrize("way", WAYS)
@asking
async def test_an_update_after_a_public_answer_is_still_for_one_person(there: Asker, way: str):
    """What answered the click is everybody's then: it must not become the private page."""

    async def both(reply: Reply) -> Any:
        await reply.public(shared())
        return await reply.update(secret())

    await there.ask(way, both)
    assert there.public() == ["a board", "for all"]
    assert there.private() == ["a panel", "for you"]
    with there.home.env._bot_scope():
        await there.gave[0].edit(secret("changed"))
    assert there.public() == ["a board", "for all"]


@pytest.mark.parametrize("way", WAYS)
@asking
async def test_a_board_is_changed_by_a_click_on_it_alone(there: Asker, way: str):
    await there.ask(way, lambda reply: reply.board(shared()))
    on_it = way in (PUBLIC, SILENT)
    assert there.gave == [on_it]
    assert there.said() == ([(CHANGE, False)] if on_it else [])
    assert there.public() == (["for all"] if on_it else ["a board"])
    assert there.private() == ["a panel"]


@asking
async def test_a_board_is_left_to_others_after_an_answer(there: Asker):
    async def both(reply: Reply) -> Any:
        await reply.quiet()
        return await reply.board(shared())

    await there.ask(PUBLIC, both)
    assert there.gave == [False]
    assert there.public() == ["a board"]


@pytest.mark.parametrize("way", WAYS)
@asking
async def test_what_is_public_is_seen_by_everybody(there: Asker, way: str):
    await there.ask(way, lambda reply: reply.public(shared()))
    assert there.said() == [(MESSAGE, False)]
    assert there.public() == ["a board", "for all"]
    assert there.gave == [there.home.newest(there.home.channel.id).id]


@asking
async def test_a_public_answer_discord_did_not_name_is_asked_for(there: Asker):
    send = Answers.create

    async def nameless(answers: Any, *given: Any, **more: Any) -> Any:
        return (await send(answers, *given, **more))._replace(id=None)

    Answers.create = nameless
    try:
        await there.ask(COMMAND, lambda reply: reply.public(shared()))
    finally:
        Answers.create = send
    assert there.gave == [there.home.newest(there.home.channel.id).id]


@pytest.mark.parametrize("way", WAYS)
@asking
async def test_what_is_public_after_an_answer_is_posted_by_the_bot_itself(there: Asker, way: str):
    async def both(reply: Reply) -> Any:
        await reply.private(secret())
        return await reply.public(shared())

    await there.ask(way, both)
    assert there.said() == [(MESSAGE, True)]
    assert there.public() == ["a board", "for all"]
    assert there.private() == ["a panel", "for you"]
    assert there.gave == [there.home.newest(there.home.channel.id).id]


@pytest.mark.parametrize("way", CLICKS)
@asking
async def test_a_click_is_acknowledged_once_and_without_a_trace(there: Asker, way: str):
    async def twice(reply: Reply) -> None:
        await reply.quiet()
        await reply.quiet()

    await there.ask(way, twice)
    await there.home.env.advance_time(10)
    assert there.said() == [(NOTHING, False)]
    assert (there.public(), there.private()) == (["a board"], ["a panel"])


@asking
async def test_two_answers_at_the_same_time_are_both_given(there: Asker):
    await there.ask(PUBLIC, lambda reply: asyncio.gather(*(reply.private(secret(text)) for text in ("one", "two"))))
    assert sorted(there.private()) == ["a panel", "one", "two"]
    assert there.said() == [(MESSAGE, True)]


@asking
async def test_whoever_says_nothing_at_all_is_not_announced(there: Asker):
    for way in WAYS:
        await there.ask(way, nothing)
    await there.home.env.advance_time(10)
    assert there.said() == []


# ---- who asks, and from where


@pytest.mark.parametrize(
    ("given", "may"),
    [({"manage_guild": True}, True), ({"manage_messages": True}, True), ({"kick_members": True}, False)],
)
@asking
async def test_moderators_are_who_discord_says(there: Asker, given: dict[str, bool], may: bool):  # noqa: FBT001
    guild = there.home.guild
    role = guild.create_role("x", permissions=discord.Permissions(**given))
    there.home.people[0] = guild.add_member(there.home.env.create_user("Zoe"), roles=[role])

    async def look(reply: Reply) -> Any:
        return reply.moderator, reply.name, reply.lang

    await there.ask(COMMAND, look)
    assert there.gave == [(may, "Zoe", "fr")]


@asking
async def test_what_was_clicked_on_is_known(there: Asker):
    async def look(reply: Reply) -> Any:
        return reply.message, reply.in_private

    for way in WAYS:
        await there.ask(way, look)
    board = there.board.id
    assert there.gave == [(None, False), (board, False), (board, False), (None, True)]


# ---- late


@pytest.mark.parametrize("way", WAYS)
@asking
async def test_a_late_answer_is_announced_in_time_and_never_in_public(there: Asker, way: str):
    await there.ask(way, after(5, lambda reply: reply.private(secret())))
    await there.home.env.advance_time(LATE - 0.1)
    assert there.said() == []
    await there.home.env.advance_time(0.2)
    announced = (THINKING, True) if way in (COMMAND, PUBLIC) else (NOTHING, False)
    assert there.said() == [announced]
    assert there.public() == ["a board"]
    assert there.private() == (["a panel", ""] if way in (COMMAND, PUBLIC) else ["a panel"])
    await there.home.env.advance_time(5)
    assert there.said() == [announced]
    assert there.public() == ["a board"]
    assert there.private() == ["a panel", "for you"]
    with there.home.env._bot_scope():
        await there.gave[0].edit(secret("changed"))
    assert there.private() == ["a panel", "changed"]


@asking
async def test_a_late_update_changes_the_panel(there: Asker):
    await there.ask(PRIVATE, after(3, lambda reply: reply.update(secret())))
    await there.home.env.advance_time(4)
    assert there.said() == [(NOTHING, False)]
    assert there.private() == ["for you"]


@pytest.mark.parametrize("way", [PUBLIC, SILENT])
@asking
async def test_a_late_board_is_left_to_others_and_leaves_no_note(there: Asker, way: str):
    await there.ask(way, after(3, lambda reply: reply.board(shared())))
    await there.home.env.advance_time(4)
    assert there.gave == [False]
    assert there.public() == ["a board"]
    assert there.private() == ["a panel"]


@pytest.mark.parametrize("way", WAYS)
@asking
async def test_a_late_public_page_is_posted_and_its_announcement_goes(there: Asker, way: str):
    await there.ask(way, after(3, lambda reply: reply.public(shared())))
    await there.home.env.advance_time(4)
    assert there.public() == ["a board", "for all"]
    assert there.private() == ["a panel"]
    assert there.gave == [there.home.newest(there.home.channel.id).id]


@pytest.mark.parametrize("way", WAYS)
@asking
async def test_an_announcement_that_never_becomes_an_answer_goes(there: Asker, way: str):
    await there.ask(way, after(3, nothing))
    await there.home.env.advance_time(4)
    assert len(there.said()) == 1
    assert there.private() == ["a panel"]
    assert len(there.asked("DELETE")) == (1 if way in (COMMAND, PUBLIC) else 0)


@asking
async def test_two_late_answers_are_two_messages(there: Asker):
    async def twice(reply: Reply) -> Any:
        await asyncio.sleep(3)
        await reply.private(secret("one"))
        return await reply.private(secret("two"))

    await there.ask(COMMAND, twice)
    await there.home.env.advance_time(4)
    assert there.private() == ["a panel", "one", "two"]


@pytest.mark.parametrize("way", CLICKS)
@asking
async def test_a_late_click_is_not_acknowledged_twice(there: Asker, way: str):
    await there.ask(way, after(3, lambda reply: reply.quiet()))
    await there.home.env.advance_time(4)
    assert len(there.said()) == 1
    assert there.private() == ["a panel"]


@asking
async def test_an_answer_discord_takes_its_time_over_is_not_announced_as_well(there: Asker):
    send = Answers.create

    async def slow(answers: Any, *given: Any, **more: Any) -> Any:
        result = await send(answers, *given, **more)
        await asyncio.sleep(5)
        return result

    Answers.create = slow
    try:
        await there.ask(COMMAND, lambda reply: reply.private(secret()))
        await there.home.env.advance_time(10)
    finally:
        Answers.create = send
    assert there.said() == [(MESSAGE, True)]
    assert there.private() == ["a panel", "for you"]


# ---- cut off


KINDS: list[tuple[str, str, str, Deed]] = [
    ("private", COMMAND, "create", lambda reply: reply.private(secret())),
    ("private", PUBLIC, "create", lambda reply: reply.private(secret())),
    ("update", PRIVATE, "update", lambda reply: reply.update(secret())),
    ("board", PUBLIC, "update", lambda reply: reply.board(shared())),
    ("public", COMMAND, "create", lambda reply: reply.public(shared())),
    ("quiet", PUBLIC, "acknowledge", lambda reply: reply.quiet()),
]


def shows(there: Asker, kind: str) -> bool:
    """Whether that answer is there, once, and nothing else is."""
    expected = {
        "private": (["a board"], ["a panel", "for you"]),
        "update": (["a board"], ["for you"]),
        "board": (["for all"], ["a panel"]),
        "public": (["a board", "for all"], ["a panel"]),
        "quiet": (["a board"], ["a panel"]),
    }
    return (there.public(), there.private()) == expected[kind]


@pytest.mark.parametrize("acted", [True, False])
@pytest.mark.parametrize(("kind", "way", "call", "deed"), KINDS, ids=[f"{k[0]}, {k[1]}" for k in KINDS])
@asking
async def test_an_answer_that_was_cut_off_is_given_once(
    there: Asker,
    kind: str,
    way: str,
    call: str,
    deed: Deed,
    acted: bool,  # noqa: FBT001
):
    with cut(Answers, call, acted=acted):
        result = await there.ask(way, deed)
    assert result.acknowledged
    assert shows(there, kind)
    assert len(there.said()) == 1, "asked first whether it was heard, and not said again"
    assert kind == "quiet" or there.gave[0]
    if kind == "public":
        assert there.gave == [there.home.newest(there.home.channel.id).id]


@pytest.mark.parametrize(("kind", "way", "call", "deed"), KINDS, ids=[f"{k[0]}, {k[1]}" for k in KINDS])
@asking
async def test_an_answer_that_cannot_be_given_is_given_up(there: Asker, kind: str, way: str, call: str, deed: Deed):
    with cut(Answers, call, acted=False, times=99) as tries:
        result = await there.ask(way, deed)
        await there.home.env.advance_time(10)
    assert tries == [True, True]
    assert not result.acknowledged
    assert there.gave == [False if kind == "board" else None]
    assert (there.public(), there.private()) == (["a board"], ["a panel"])
    assert there.said() == []


@pytest.mark.parametrize("acted", [True, False])
@pytest.mark.parametrize("way", WAYS)
@asking
async def test_an_announcement_that_was_cut_off_is_made_once(there: Asker, way: str, acted: bool):  # noqa: FBT001
    with cut(Answers, "acknowledge" if way in (SILENT, PRIVATE) else "announce", acted=acted):
        await there.ask(way, after(5, lambda reply: reply.private(secret())))
        await there.home.env.advance_time(6)
    assert len(there.said()) == 1
    assert there.public() == ["a board"]
    assert there.private() == ["a panel", "for you"]


@asking
async def test_an_announcement_that_was_never_heard_leaves_the_answer_free(there: Asker):
    with cut(Answers, "announce", acted=False, times=99):
        await there.ask(COMMAND, after(2.5, lambda reply: reply.private(secret())))
        await there.home.env.advance_time(3)
    assert there.said() == [(MESSAGE, True)]
    assert there.private() == ["a panel", "for you"]


@asking
async def test_a_second_private_message_that_was_cut_off_is_said_again(there: Asker):
    async def twice(reply: Reply) -> Any:
        await reply.private(secret("one"))
        return await reply.private(secret("two"))

    with cut(Answers, "follow_up", acted=False):
        await there.ask(COMMAND, twice)
    assert there.private() == ["a panel", "one", "two"]
    assert there.gave[0] is not None


@pytest.mark.parametrize("acted", [True, False])
@asking
async def test_a_public_message_of_the_bot_itself_that_was_cut_off_is_said_again(there: Asker, acted: bool):  # noqa: FBT001
    async def both(reply: Reply) -> Any:
        await reply.private(secret())
        return await reply.public(shared())

    with cut(Place, "post", acted=acted):
        await there.ask(COMMAND, both)
    sent = [r for r in there.home.env.http_requests if r.path.endswith(f"{there.home.channel.id}/messages")]
    nonces = {request.json["nonce"] for request in sent[1:]}
    assert nonces == {str(there.reply.interaction.id)}, "with one nonce it is one message"
    assert all(request.json["enforce_nonce"] for request in sent[1:])
    assert there.gave == [there.home.newest(there.home.channel.id).id]


@asking
async def test_two_public_messages_of_two_people_have_two_nonces(there: Asker):
    async def both(reply: Reply) -> Any:
        await reply.quiet()
        return await reply.public(shared())

    await there.ask(PUBLIC, both)
    await there.ask(PUBLIC, both)
    sent = [r for r in there.home.env.http_requests if r.path.endswith(f"{there.home.channel.id}/messages")]
    assert len({request.json["nonce"] for request in sent[-2:]}) == 2


# ---- no longer wanted


@pytest.mark.parametrize("code", [10062, 40060, 10008, 10015, 50027])
@asking
async def test_an_answer_discord_no_longer_wants_is_left(there: Asker, code: int, caplog):
    there.home.env.inject_error("POST", CALLBACK, status=404, code=code)
    result = await there.ask(COMMAND, after(1, lambda reply: reply.private(secret())))
    await there.home.env.advance_time(10)
    assert there.gave == [None]
    assert not result.acknowledged
    assert len(there.said()) == 1, "neither said again, nor announced, nor apologised for"
    assert there.private() == ["a panel"]
    assert "failed reference" not in caplog.text
    assert f"answer not taken after 1.0 s: NotFound {code}" in caplog.text


@asking
async def test_after_an_answer_that_was_not_wanted_nothing_is_announced(there: Asker):
    async def go_on(reply: Reply) -> None:
        await reply.private(secret())
        await asyncio.sleep(5)

    there.home.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await there.ask(COMMAND, go_on)
    await there.home.env.advance_time(10)
    assert len(there.said()) == 1


@asking
async def test_an_answer_somebody_else_has_given_is_left(there: Asker, caplog):
    async def rival(reply: Reply) -> Any:
        await reply.interaction.response.send_message("first", ephemeral=True)
        return await reply.private(secret())

    await there.ask(COMMAND, rival)
    assert there.gave == [None]
    assert "failed reference" not in caplog.text


@asking
async def test_whatever_else_discord_says_is_a_failure_and_is_apologised_for(there: Asker, caplog):
    there.home.env.inject_error("POST", CALLBACK, status=400, code=50035)
    result = await there.ask(COMMAND, lambda reply: reply.private(secret()))
    assert there.gave == []
    assert "failed reference" in caplog.text
    assert "Référence" in told(result) or "référence" in told(result)


@asking
async def test_a_follow_up_of_an_interaction_that_is_over_is_left(there: Asker, caplog):
    async def both(reply: Reply) -> Any:
        await reply.private(secret("one"))
        return await reply.private(secret("two"))

    there.home.env.inject_error("POST", "/webhooks/*", status=401, code=50027)
    await there.ask(COMMAND, both)
    assert there.gave == [None]
    assert "failed reference" not in caplog.text


@asking
async def test_what_discord_is_told_and_says_is_logged_without_the_token(there: Asker, caplog):
    with cut(Answers, "create", acted=True):
        await there.ask(COMMAND, lambda reply: reply.private(secret()))
    there.home.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await there.ask(PUBLIC, lambda reply: reply.private(secret()))
    assert there.reply.interaction.token not in caplog.text
    assert "no word from Discord on an answer: ServerDisconnectedError" in caplog.text
