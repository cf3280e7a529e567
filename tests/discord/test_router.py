"""Every click finds its handler, and whatever happens on the way is told to whoever clicked, and to nobody else."""

import asyncio
import re

import pytest

from bot.client.click import STOP_TIMEOUT_SECONDS, Click, Quiet, Refused, Reply
from bot.core.game import Refusal
from bot.pages.address import Address
from bot.store import Unavailable
from tests.kit.asker import CALLBACK, COMMAND, PRIVATE, PUBLIC, SILENT, WAYS, Asker, after, secret, shared
from tests.kit.house import forged, told


async def note(click: Click, seen: list[Address]) -> Quiet:
    """Remember where a click led."""
    seen.append(click.address)
    return Quiet()


async def test_a_table_that_is_not_there_is_a_refusal(there: Asker):
    seen: list[Address] = []
    there.home.app.router.on("path", lambda click: note(click, seen))
    address = Address("path", 999, 0, ())
    assert "Cette table" in told(await forged(there.home.people[0], there.board, address))
    assert seen == []


# ---- when it cannot be


async def _raise(error: Exception) -> None:
    raise error


@pytest.mark.parametrize("late", [0.0, 3.0])
async def test_a_refusal_is_told_to_whoever_asked(there: Asker, late: float):
    for way in WAYS:
        await there.prepare()
        for error, words in (
            (Refused("in your words"), "in your words"),
            (Refusal("not-at-table"), "Tu n’es pas à cette"),
        ):
            result = await there.ask(way, after(late, lambda _, error=error: _raise(error)))
            await there.home.env.advance_time(late + 1)
            assert words in told(result)
        assert there.public() == ["a board"]
        assert len(there.private()) == 3


async def test_a_failure_is_apologised_for_with_a_reference_that_is_in_the_log(there: Asker, caplog):
    for way in WAYS:
        await there.prepare()
        references = set()
        for _ in range(2):
            text = told(await there.ask(way, lambda _: _raise(KeyError("a secret"))))
            (reference,) = re.findall(r"`([0-9a-f]+)`", text)
            assert len(reference) == 6
            assert f"failed reference={reference}" in caplog.text
            assert "permission" not in text
            references.add(reference)
        assert len(references) == 2
        assert there.public() == ["a board"]
        assert "a secret" not in "".join(there.private())
        assert "a secret" not in caplog.text, "what an error says may name a card"
        assert "KeyError" in caplog.text
        assert "_raise" in caplog.text, "where it happened is enough to mend it"


async def test_whoever_clicks_while_storage_is_away_is_told_kindly(there: Asker, caplog):
    for way in WAYS:
        await there.prepare()
        text = told(await there.ask(way, lambda _: _raise(Unavailable("PostgreSQL does not answer (OSError)."))))
        assert text.startswith("Une seconde…")
        assert "réessaie" in text
        assert there.public() == ["a board"]
        assert "storage is unavailable: Unavailable" in caplog.text
        assert "failed reference" not in caplog.text


async def test_a_missing_permission_is_named_as_the_reason(there: Asker):
    there.home.forbid("send_messages")

    async def post(reply: Reply) -> None:
        await reply.quiet()
        await reply.public(shared())

    text = told(await there.ask(PUBLIC, post))
    assert "Il me manque **Envoyer des messages**" in text


async def test_an_apology_that_cannot_be_given_is_logged_and_that_is_all(there: Asker, caplog):
    there.home.env.inject_error("POST", CALLBACK, status=400, code=50035, times=None)
    await there.ask(COMMAND, lambda _: _raise(KeyError()))
    assert "a refusal could not be sent" in caplog.text
    assert len(there.said()) == 1


async def test_what_fails_in_a_command_itself_is_apologised_for(there: Asker, caplog):
    there.home.app.lobby_clicks.open = None  # type: ignore[assignment]
    text = told(await there.home.people[0].slash(there.home.channel, "trio nouvelle"))
    assert re.search(r"`[0-9a-f]{6}`", text)
    assert "failed reference" in caplog.text


# ---- before a stop


async def finishing(there: Asker) -> asyncio.Task[None]:
    """The router, told that the bot is about to stop."""
    with there.home.env._bot_scope():
        task = asyncio.create_task(there.home.app.router.finish())
    await there.home.env.settle()
    return task


async def test_who_is_being_answered_has_their_answer_before_a_stop(there: Asker):
    for way, text in ((COMMAND, "one"), (PRIVATE, "two")):
        await there.ask(way, after(1.5, lambda reply, text=text: reply.private(secret(text))))
    task = await finishing(there)
    await there.home.env.advance_time(1.4)
    assert not task.done()
    assert there.private() == ["a panel"]
    await there.home.env.advance_time(0.2)
    assert task.done()
    assert there.private() == ["a panel", "one", "two"]


async def test_a_stop_does_not_wait_for_ever(there: Asker):
    await there.ask(SILENT, after(60, lambda reply: reply.quiet()))
    task = await finishing(there)
    await there.home.env.advance_time(STOP_TIMEOUT_SECONDS - 0.1)
    assert not task.done()
    await there.home.env.advance_time(0.2)
    assert task.done()
    assert STOP_TIMEOUT_SECONDS < 5


async def test_a_stop_waits_for_nobody_who_has_been_answered(there: Asker):
    for way in WAYS:
        await there.ask(way, lambda reply: reply.private(secret()))
    assert not there.home.app.router._working
    assert (await finishing(there)).done()
