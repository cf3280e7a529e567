"""Answers in time: private, public and changed pages, and who asks from where."""

import asyncio
from typing import Any

import discord
import pytest

from bot.client.click import Reply
from bot.client.messages import Answers
from tests.kit.asker import Asker, nothing, secret, shared
from tests.kit.house import told
from tests.kit.ways import CHANGE, CLICKS, COMMAND, MESSAGE, NOTHING, PRIVATE, PUBLIC, SILENT, WAYS

# ---- in time


async def test_what_is_private_is_a_new_message_for_one_person(there: Asker):
    for way in WAYS:
        await there.prepare()
        result = await there.ask(way, lambda reply: reply.private(secret()))
        assert there.said() == [(MESSAGE, True)]
        assert told(result).startswith("for you")
        assert there.public() == ["a board"]
        assert there.private() == ["a panel", "for you"]
        await there.home.env.advance_time(10)
        assert len(there.said()) == 1
        (shown,) = there.gave
        await there.home.does(shown.edit, secret("changed"))
        assert there.private() == ["a panel", "changed"]


async def test_what_is_said_after_an_answer_is_another_private_message(there: Asker):
    for way in WAYS:
        await there.prepare()

        async def twice(reply: Reply) -> Any:
            await reply.private(secret("one"))
            return await reply.private(secret("two"))

        await there.ask(way, twice)
        assert there.private() == ["a panel", "one", "two"]
        await there.home.does(there.gave[0].edit, secret("changed"))
        assert there.private() == ["a panel", "one", "changed"]
        await there.home.does(there.gave[0].delete)
        assert there.private() == ["a panel", "one"]
        assert there.public() == ["a board"]


async def test_an_update_changes_the_panel_that_was_clicked_on(there: Asker):
    await there.ask(PRIVATE, lambda reply: reply.update(secret()))
    assert there.said() == [(CHANGE, False)]
    assert there.private() == ["for you"]
    await there.home.does(there.gave[0].edit, secret("changed"))
    assert there.private() == ["changed"]


async def test_an_update_for_whoever_clicked_on_no_panel_is_a_new_one(there: Asker):
    for way in [COMMAND, PUBLIC, SILENT]:
        await there.prepare()
        await there.ask(way, lambda reply: reply.update(secret()))
        assert there.said() == [(MESSAGE, True)]
        assert there.private() == ["a panel", "for you"]
        assert there.public() == ["a board"]
        assert there.gave[0] is not None


async def test_an_update_after_a_public_answer_is_still_for_one_person(there: Asker):
    """What answered the click is everybody's then: it must not become the private page."""
    for way in WAYS:
        await there.prepare()

        async def both(reply: Reply) -> Any:
            await reply.public(shared())
            return await reply.update(secret())

        await there.ask(way, both)
        assert there.public() == ["a board", "for all"]
        assert there.private() == ["a panel", "for you"]
        await there.home.does(there.gave[0].edit, secret("changed"))
        assert there.public() == ["a board", "for all"]


async def test_a_board_is_changed_by_a_click_on_it_alone(there: Asker):
    for way in WAYS:
        await there.prepare()
        await there.ask(way, lambda reply: reply.board(shared()))
        on_it = way in (PUBLIC, SILENT)
        assert there.gave == [on_it]
        assert there.said() == ([(CHANGE, False)] if on_it else [])
        assert there.public() == (["for all"] if on_it else ["a board"])
        assert there.private() == ["a panel"]


async def test_what_is_public_is_seen_by_everybody(there: Asker):
    for way in WAYS:
        await there.prepare()
        await there.ask(way, lambda reply: reply.public(shared()))
        assert there.said() == [(MESSAGE, False)]
        assert there.public() == ["a board", "for all"]
        assert there.gave == [there.home.newest(there.home.channel.id).id]


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


async def test_what_is_public_after_an_answer_is_posted_by_the_bot_itself(there: Asker):
    for way in WAYS:
        await there.prepare()

        async def both(reply: Reply) -> Any:
            await reply.private(secret())
            return await reply.public(shared())

        await there.ask(way, both)
        assert there.said() == [(MESSAGE, True)]
        assert there.public() == ["a board", "for all"]
        assert there.private() == ["a panel", "for you"]
        assert there.gave == [there.home.newest(there.home.channel.id).id]


async def test_a_click_is_acknowledged_once_and_without_a_trace(there: Asker):
    for way in CLICKS:
        await there.prepare()

        async def twice(reply: Reply) -> None:
            await reply.quiet()
            await reply.quiet()

        await there.ask(way, twice)
        await there.home.env.advance_time(10)
        assert there.said() == [(NOTHING, False)]
        assert (there.public(), there.private()) == (["a board"], ["a panel"])


async def test_two_answers_at_the_same_time_are_both_given(there: Asker):
    await there.ask(PUBLIC, lambda reply: asyncio.gather(*(reply.private(secret(text)) for text in ("one", "two"))))
    assert sorted(there.private()) == ["a panel", "one", "two"]
    assert there.said() == [(MESSAGE, True)]


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
async def test_moderators_are_who_discord_says(there: Asker, given: dict[str, bool], may: bool):  # noqa: FBT001
    guild = there.home.guild
    role = guild.create_role("x", permissions=discord.Permissions(**given))
    there.home.people[0] = guild.add_member(there.home.env.create_user("Zoe"), roles=[role])

    async def look(reply: Reply) -> Any:
        return reply.click.moderator, reply.click.name, reply.click.lang

    await there.ask(COMMAND, look)
    assert there.gave == [(may, "Zoe", "fr")]
