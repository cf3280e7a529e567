"""Answers in time, late, cut off and no longer wanted: private, public and changed pages; and who asks."""

import asyncio
from typing import Any

import discord
import pytest

from bot.client.click import Reply
from bot.client.messages import Answers, ChannelMessages
from tests.kit.asker import CALLBACK, CLICKS, COMMAND, PRIVATE, PUBLIC, SILENT, WAYS, Asker, after, answering, secret
from tests.kit.house import told
from tests.kit.publishing import at_first, calls, cut, cut_after

LATE = 2.0
"""Seconds after which an answer is announced."""
MESSAGE, THINKING, NOTHING, CHANGE = 4, 5, 6, 7
"""Types of a first response: a message, a deferred one, a deferred update, an edit of the clicked message."""
BOARD, BOTH = ["a board"], ["a board", "for all"]
PANEL, ANSWERED = ["a panel"], ["a panel", "for you"]


async def shows(there: Asker, deeds: tuple[str, ...], public: list[str], private: list[str]) -> None:
    """Check what there is to see, what the last deed gave, and that a private answer can be changed and deleted."""
    home = there.home
    assert (there.public(), there.private()) == (public, private)
    given = there.gave[-1]
    if deeds[-1:] == ("public",):
        assert given == home.newest(home.channel.id).id
    elif deeds[-1:] == ("board",):
        assert given == (public == ["for all"])
    elif deeds[-1:] in (("private",), ("update",)):
        await home.does(given.edit, secret("changed"))
        assert (there.public(), there.private()) == (public, [*private[:-1], "changed"])
        await home.does(given.delete)
        assert (there.public(), there.private()) == (public, private[:-1])


@pytest.mark.parametrize(
    ("ways", "deeds", "said", "public", "private"),
    [
        (WAYS, ("private",), [(MESSAGE, True)], BOARD, ANSWERED),
        (WAYS, ("private", "private"), [(MESSAGE, True)], BOARD, [*ANSWERED, "for you"]),
        ((PRIVATE,), ("update",), [(CHANGE, False)], BOARD, ["for you"]),
        ((COMMAND, PUBLIC, SILENT), ("update",), [(MESSAGE, True)], BOARD, ANSWERED),
        # The public answer must not become the private page.
        (WAYS, ("public", "update"), [(MESSAGE, False)], BOTH, ANSWERED),
        ((PUBLIC, SILENT), ("board",), [(CHANGE, False)], ["for all"], PANEL),
        ((COMMAND, PRIVATE), ("board",), [], BOARD, PANEL),
        (WAYS, ("public",), [(MESSAGE, False)], BOTH, PANEL),
        # The bot itself posts it.
        (WAYS, ("private", "public"), [(MESSAGE, True)], BOTH, ANSWERED),
        (CLICKS, ("quiet", "quiet"), [(NOTHING, False)], BOARD, PANEL),
        (WAYS, (), [], BOARD, PANEL),
    ],
)
async def test_answers_in_time(there: Asker, ways, deeds, said, public, private):
    for way in ways:
        await there.prepare()
        await there.ask(way, answering(*deeds))
        await there.home.env.advance_time(10)
        assert there.said() == said
        await shows(there, deeds, public, private)


async def test_a_public_answer_discord_did_not_name_is_asked_for(there: Asker):
    async def nameless(go_on: Any) -> Any:
        return (await go_on())._replace(id=None)

    with calls(Answers, "create", there.home, nameless):
        await there.ask(COMMAND, answering("public"))
    await shows(there, ("public",), BOTH, PANEL)


async def test_two_answers_at_the_same_time_are_both_given(there: Asker):
    await there.ask(PUBLIC, lambda reply: asyncio.gather(*(reply.private(secret(text)) for text in ("one", "two"))))
    assert sorted(there.private()) == ["a panel", "one", "two"]
    assert there.said() == [(MESSAGE, True)]


@pytest.mark.parametrize(
    ("given", "may"),
    [({"manage_guild": True}, True), ({"manage_messages": True}, True), ({"kick_members": True}, False)],
)
async def test_moderators_are_who_discord_says(there: Asker, given: dict[str, bool], may: bool):  # noqa: FBT001
    guild = there.home.guild
    role = guild.create_role("x", permissions=discord.Permissions(**given))
    there.home.people[0] = guild.add_member(there.home.env.create_user("Zoe"), roles=[role])

    async def look(reply: Reply) -> Any:
        return reply.click.moderator, reply.click.name, reply.click.lang

    await there.ask(COMMAND, look)
    assert there.gave == [(may, "Zoe", "fr")]


# ---- late


@pytest.mark.parametrize(
    ("ways", "deeds", "public", "private"),
    [
        (WAYS, ("private",), BOARD, ANSWERED),
        ((PRIVATE,), ("update",), BOARD, ["for you"]),
        ((PUBLIC, SILENT), ("board",), BOARD, PANEL),
        (WAYS, ("public",), BOTH, PANEL),
        (CLICKS, ("quiet",), BOARD, PANEL),
        (WAYS, (), BOARD, PANEL),
    ],
)
async def test_a_late_answer_is_announced_in_time_and_never_in_public(there: Asker, ways, deeds, public, private):
    for way in ways:
        await there.prepare()
        await there.ask(way, after(5, answering(*deeds)))
        await there.home.env.advance_time(LATE - 0.1)
        assert there.said() == []
        await there.home.env.advance_time(0.2)
        noted = way in (COMMAND, PUBLIC)
        announced = [(THINKING, True) if noted else (NOTHING, False)]
        assert there.said() == announced
        assert (there.public(), there.private()) == (BOARD, [*PANEL, ""] if noted else PANEL)
        await there.home.env.advance_time(5)
        assert there.said() == announced
        await shows(there, deeds, public, private)


async def test_an_answer_discord_takes_its_time_over_is_not_announced_as_well(there: Asker):
    async def slow(go_on: Any) -> Any:
        result = await go_on()
        await asyncio.sleep(5)
        return result

    with calls(Answers, "create", there.home, slow):
        await there.ask(COMMAND, answering("private"))
        await there.home.env.advance_time(10)
    assert there.said() == [(MESSAGE, True)]
    assert there.private() == ANSWERED


# ---- cut off


CUT = [
    ("private", COMMAND, "create", BOARD, ANSWERED),
    ("private", PUBLIC, "create", BOARD, ANSWERED),
    ("update", PRIVATE, "update", BOARD, ["for you"]),
    ("board", PUBLIC, "update", ["for all"], PANEL),
    ("public", COMMAND, "create", BOTH, PANEL),
    ("quiet", PUBLIC, "acknowledge", BOARD, PANEL),
]
"""An answer, the way somebody asked, what is broken, and what there is to see all the same."""


@pytest.mark.parametrize("acted", [True, False])
async def test_an_answer_that_was_cut_off_is_given_once(there: Asker, acted: bool):  # noqa: FBT001
    for deed, way, broken, public, private in CUT:
        await there.prepare()
        with calls(Answers, broken, there.home, at_first(cut_after if acted else cut)):
            result = await there.ask(way, answering(deed))
        assert result.acknowledged, deed
        assert len(there.said()) == 1, "asked first whether it was heard, and not said again"
        await shows(there, (deed,), public, private)


async def test_an_answer_that_cannot_be_given_is_given_up(there: Asker):
    for deed, way, broken, *_ in CUT:
        await there.prepare()
        with calls(Answers, broken, there.home, cut) as tries:
            result = await there.ask(way, answering(deed))
            await there.home.env.advance_time(10)
        assert len(tries) == 2, deed
        assert not result.acknowledged, deed
        assert there.gave == [False if deed == "board" else None], deed
        assert (there.public(), there.private()) == (BOARD, PANEL)
        assert there.said() == []


@pytest.mark.parametrize("acted", [True, False])
async def test_an_announcement_that_was_cut_off_is_made_once(there: Asker, acted: bool):  # noqa: FBT001
    for way in WAYS:
        await there.prepare()
        announce = "acknowledge" if way in (SILENT, PRIVATE) else "announce"
        with calls(Answers, announce, there.home, at_first(cut_after if acted else cut)):
            await there.ask(way, after(5, answering("private")))
            await there.home.env.advance_time(6)
        assert len(there.said()) == 1
        await shows(there, ("private",), BOARD, ANSWERED)


async def test_an_announcement_that_was_never_heard_leaves_the_answer_free(there: Asker):
    with calls(Answers, "announce", there.home, cut):
        await there.ask(COMMAND, after(2.5, answering("private")))
        await there.home.env.advance_time(3)
    assert there.said() == [(MESSAGE, True)]
    assert there.private() == ANSWERED


async def test_a_second_private_message_that_was_cut_off_is_said_again(there: Asker):
    with calls(Answers, "follow_up", there.home, at_first(cut)):
        await there.ask(COMMAND, answering("private", "private"))
    assert there.private() == [*ANSWERED, "for you"]
    assert there.gave[0] is not None


@pytest.mark.parametrize("acted", [True, False])
async def test_a_public_message_of_the_bot_itself_that_was_cut_off_is_said_again(there: Asker, acted: bool):  # noqa: FBT001
    with calls(ChannelMessages, "post", there.home, at_first(cut_after if acted else cut)):
        await there.ask(COMMAND, answering("private", "public"))
    sent = [r for r in there.home.env.http_requests if r.path.endswith(f"{there.home.channel.id}/messages")]
    nonces = {request.json["nonce"] for request in sent[1:]}
    assert nonces == {str(there.reply._interaction.id)}, "with one nonce it is one message"
    assert all(request.json["enforce_nonce"] for request in sent[1:])
    assert there.gave == [there.home.newest(there.home.channel.id).id]


# ---- no longer wanted


async def test_an_answer_discord_no_longer_wants_is_left(there: Asker, caplog):
    for code in (10062, 40060, 10008, 10015, 50027):
        await there.prepare()
        there.home.env.inject_error("POST", CALLBACK, status=404, code=code)
        result = await there.ask(COMMAND, after(1, answering("private")))
        await there.home.env.advance_time(10)
        assert there.gave == [None], code
        assert not result.acknowledged, code
        assert len(there.said()) == 1, f"{code}: neither said again, nor announced, nor apologised for"
        assert there.private() == PANEL, code
        assert "failed reference" not in caplog.text
        assert f"response not accepted after 1.0 s: NotFound {code}" in caplog.text


async def test_whatever_else_discord_says_is_a_failure_and_is_apologised_for(there: Asker, caplog):
    there.home.env.inject_error("POST", CALLBACK, status=400, code=50035)
    result = await there.ask(COMMAND, answering("private"))
    assert there.gave == []
    assert "failed reference" in caplog.text
    assert "Référence" in told(result) or "référence" in told(result)


async def test_a_follow_up_of_an_interaction_that_is_over_is_left(there: Asker, caplog):
    there.home.env.inject_error("POST", "/webhooks/*", status=401, code=50027)
    await there.ask(COMMAND, answering("private", "private"))
    assert there.gave == [None]
    assert "failed reference" not in caplog.text


async def test_what_discord_is_told_and_says_is_logged_without_the_token(there: Asker, caplog):
    with calls(Answers, "create", there.home, at_first(cut_after)):
        await there.ask(COMMAND, answering("private"))
    there.home.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await there.ask(PUBLIC, answering("private"))
    assert there.reply._interaction.token not in caplog.text
    assert "connection lost during a response: ServerDisconnectedError" in caplog.text
