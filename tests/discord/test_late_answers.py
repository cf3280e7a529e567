"""Answers that are late, cut off, or no longer wanted."""

import asyncio
from typing import Any

import pytest

from bot.client.click import Reply
from bot.client.messages import Answers, ChannelMessages
from tests.kit.asker import Asker, Deed, after, cut, nothing, secret, shared
from tests.kit.house import told
from tests.kit.ways import CALLBACK, CLICKS, COMMAND, LATE, MESSAGE, NOTHING, PRIVATE, PUBLIC, SILENT, THINKING, WAYS

# ---- late


async def test_a_late_answer_is_announced_in_time_and_never_in_public(there: Asker):
    for way in WAYS:
        await there.prepare()
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
        await there.home.does(there.gave[0].edit, secret("changed"))
        assert there.private() == ["a panel", "changed"]


async def test_a_late_update_changes_the_panel(there: Asker):
    await there.ask(PRIVATE, after(3, lambda reply: reply.update(secret())))
    await there.home.env.advance_time(4)
    assert there.said() == [(NOTHING, False)]
    assert there.private() == ["for you"]


async def test_a_late_board_is_left_to_others_and_leaves_no_note(there: Asker):
    for way in [PUBLIC, SILENT]:
        await there.prepare()
        await there.ask(way, after(3, lambda reply: reply.board(shared())))
        await there.home.env.advance_time(4)
        assert there.gave == [False]
        assert there.public() == ["a board"]
        assert there.private() == ["a panel"]


async def test_a_late_public_page_is_posted_and_its_announcement_goes(there: Asker):
    for way in WAYS:
        await there.prepare()
        await there.ask(way, after(3, lambda reply: reply.public(shared())))
        await there.home.env.advance_time(4)
        assert there.public() == ["a board", "for all"]
        assert there.private() == ["a panel"]
        assert there.gave == [there.home.newest(there.home.channel.id).id]


async def test_an_announcement_that_never_becomes_an_answer_goes(there: Asker):
    for way in WAYS:
        await there.prepare()
        await there.ask(way, after(3, nothing))
        await there.home.env.advance_time(4)
        assert len(there.said()) == 1
        assert there.private() == ["a panel"]
        assert len(there.asked("DELETE")) == (1 if way in (COMMAND, PUBLIC) else 0)


async def test_a_late_click_is_not_acknowledged_twice(there: Asker):
    for way in CLICKS:
        await there.prepare()
        await there.ask(way, after(3, lambda reply: reply.quiet()))
        await there.home.env.advance_time(4)
        assert len(there.said()) == 1
        assert there.private() == ["a panel"]


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
async def test_an_answer_that_was_cut_off_is_given_once(there: Asker, acted: bool):  # noqa: FBT001
    for kind, way, call, deed in KINDS:
        await there.prepare()
        with cut(Answers, call, acted=acted):
            result = await there.ask(way, deed)
        assert result.acknowledged, kind
        assert shows(there, kind), kind
        assert len(there.said()) == 1, "asked first whether it was heard, and not said again"
        assert kind == "quiet" or there.gave[0]
        if kind == "public":
            assert there.gave == [there.home.newest(there.home.channel.id).id]


async def test_an_answer_that_cannot_be_given_is_given_up(there: Asker):
    for kind, way, call, deed in KINDS:
        await there.prepare()
        with cut(Answers, call, acted=False, times=99) as tries:
            result = await there.ask(way, deed)
            await there.home.env.advance_time(10)
        assert tries == [True, True], kind
        assert not result.acknowledged, kind
        assert there.gave == [False if kind == "board" else None], kind
        assert (there.public(), there.private()) == (["a board"], ["a panel"])
        assert there.said() == []


@pytest.mark.parametrize("acted", [True, False])
async def test_an_announcement_that_was_cut_off_is_made_once(there: Asker, acted: bool):  # noqa: FBT001
    for way in WAYS:
        await there.prepare()
        with cut(Answers, "acknowledge" if way in (SILENT, PRIVATE) else "announce", acted=acted):
            await there.ask(way, after(5, lambda reply: reply.private(secret())))
            await there.home.env.advance_time(6)
        assert len(there.said()) == 1
        assert there.public() == ["a board"]
        assert there.private() == ["a panel", "for you"]


async def test_an_announcement_that_was_never_heard_leaves_the_answer_free(there: Asker):
    with cut(Answers, "announce", acted=False, times=99):
        await there.ask(COMMAND, after(2.5, lambda reply: reply.private(secret())))
        await there.home.env.advance_time(3)
    assert there.said() == [(MESSAGE, True)]
    assert there.private() == ["a panel", "for you"]


async def test_a_second_private_message_that_was_cut_off_is_said_again(there: Asker):
    async def twice(reply: Reply) -> Any:
        await reply.private(secret("one"))
        return await reply.private(secret("two"))

    with cut(Answers, "follow_up", acted=False):
        await there.ask(COMMAND, twice)
    assert there.private() == ["a panel", "one", "two"]
    assert there.gave[0] is not None


@pytest.mark.parametrize("acted", [True, False])
async def test_a_public_message_of_the_bot_itself_that_was_cut_off_is_said_again(there: Asker, acted: bool):  # noqa: FBT001
    async def both(reply: Reply) -> Any:
        await reply.private(secret())
        return await reply.public(shared())

    with cut(ChannelMessages, "post", acted=acted):
        await there.ask(COMMAND, both)
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
        result = await there.ask(COMMAND, after(1, lambda reply: reply.private(secret())))
        await there.home.env.advance_time(10)
        assert there.gave == [None], code
        assert not result.acknowledged, code
        assert len(there.said()) == 1, f"{code}: neither said again, nor announced, nor apologised for"
        assert there.private() == ["a panel"], code
        assert "failed reference" not in caplog.text
        assert f"response not accepted after 1.0 s: NotFound {code}" in caplog.text


async def test_whatever_else_discord_says_is_a_failure_and_is_apologised_for(there: Asker, caplog):
    there.home.env.inject_error("POST", CALLBACK, status=400, code=50035)
    result = await there.ask(COMMAND, lambda reply: reply.private(secret()))
    assert there.gave == []
    assert "failed reference" in caplog.text
    assert "Référence" in told(result) or "référence" in told(result)


async def test_a_follow_up_of_an_interaction_that_is_over_is_left(there: Asker, caplog):
    async def both(reply: Reply) -> Any:
        await reply.private(secret("one"))
        return await reply.private(secret("two"))

    there.home.env.inject_error("POST", "/webhooks/*", status=401, code=50027)
    await there.ask(COMMAND, both)
    assert there.gave == [None]
    assert "failed reference" not in caplog.text


async def test_what_discord_is_told_and_says_is_logged_without_the_token(there: Asker, caplog):
    with cut(Answers, "create", acted=True):
        await there.ask(COMMAND, lambda reply: reply.private(secret()))
    there.home.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await there.ask(PUBLIC, lambda reply: reply.private(secret()))
    assert there.reply._interaction.token not in caplog.text
    assert "connection lost during a response: ServerDisconnectedError" in caplog.text
