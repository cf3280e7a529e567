"""Where opponents think: what crosses, in which order, and what happens to a worker that dies or dawdles."""

from __future__ import annotations

import asyncio
import gc
from random import Random
from unittest.mock import AsyncMock

import msgspec
import pytest

from bot.core import lobby
from bot.core.opponents import LEVELS, choose, due
from bot.core.records import replayed
from bot.metrics import Metrics
from bot.tables.opponents import (
    DecisionRequest,
    Decisions,
    NoDecision,
    Thinking,
    answer_of,
    answered,
    new_request,
    shown,
)
from bot.text.strings import Words
from bot.workers import WorkerDied, WorkerFailed
from tests.kit.seated import GAMES, NOW, play_until
from tests.kit.seated import lobby as gathered
from tests.kit.thinkers import InlineThinker


def waits(game: str = "pinocchio"):
    table = lobby.complete(gathered(game, 1), 1, "regular")
    table = lobby.start(table, 1, Random(1), NOW)
    return play_until(table, lambda table: due(table) is not None and len(table.legal(due(table).seat)) > 1)


def answer(table, asked):
    return answered({table.game.key: table.game}, Words({}), asked)


def question(table):
    move = due(table)
    return new_request(table, move.seat, move.level, shown(table, move.seat))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_bytes_lose_nothing_and_give_the_same_move(game, level):
    table = waits(game)
    seat = due(table).seat
    asked = new_request(table, seat, level, shown(table, seat))
    moves = ((turn.seat, turn.move) for turn in table.log)
    views = [each.after.view(seat) for each in replayed(table.game, table.size, table.facts.options, moves)]
    assert len(asked.views) == table.revision
    crossed = msgspec.msgpack.decode(msgspec.msgpack.encode(asked), type=DecisionRequest)
    move = answer_of(table.game, answer(table, crossed), table.legal(seat)).move
    assert move == choose(table.game, views, table.legal(seat), level, Random(asked.seed), asked.style)


@pytest.mark.parametrize("game", GAMES)
def test_what_crosses_is_what_the_seat_may_know(game):
    """All the seat cannot know is dealt anew: not a byte of what crosses is another."""
    table = waits(game)
    seat = due(table).seat
    state = table.game.guess(table.state.view(seat), Random(5))
    before, after = question(table), msgspec.msgpack.Encoder()
    assert before.views[-1] == after.encode(state.view(seat))
    assert msgspec.structs.asdict(before).keys() == {"game", "views", "legal", "level", "seed", "style", "wording"}
    assert before.wording is None
    assert table.facts.nonce.encode() not in msgspec.msgpack.encode(before)


@pytest.fixture
def thinking():
    """One worker, which has not started yet."""
    made = Thinking("cogs", workers=1)
    yield made
    made.close()


def pids(thinking: Thinking) -> list[int | None]:
    return [child.process.pid for child in thinking._processes._all]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (WorkerDied(), "WorkerDied at "),
        (TimeoutError(), "TimeoutError at "),
        (WorkerFailed("IndexError at choose, line 3"), "IndexError at choose, line 3"),
        (ValueError("a card: 987"), "ValueError at "),
    ],
)
async def test_a_worker_that_fails_in_any_way_has_no_answer(
    thinking, error, said, monkeypatch, failed_decisions, caplog
):
    monkeypatch.setattr(thinking._processes, "ask", AsyncMock(side_effect=error))
    table = waits()
    with pytest.raises(NoDecision):
        await Decisions(thinking).decide(table, due(table).seat, question(table))
    assert f"level=regular: {said}" in caplog.text
    assert "987" not in caplog.text
    failed_decisions.clear()


def count(metrics: Metrics, game: str) -> float | None:
    return metrics.registry.get_sample_value("tablee_failed_decisions_total", {"game": game})


async def test_a_worker_starts_when_it_is_asked_and_outlives_what_fails_in_it(thinking, failed_decisions, caplog):
    table, metrics = waits(), Metrics()
    asked = question(table)
    broken = msgspec.structs.replace(asked, views=())
    assert pids(thinking) == []
    assert await thinking.think(1, asked) == answer(table, asked)
    (worker,) = pids(thinking)
    withdrawn = asyncio.create_task(thinking.think(1, broken))
    await asyncio.sleep(0)
    withdrawn.cancel()
    with pytest.raises(WorkerFailed, match=r"^IndexError at \w+, line \d+ < "):
        await thinking.think(1, broken)
    with pytest.raises(WorkerFailed):
        await thinking.think(1, msgspec.structs.replace(asked, game="none"))
    with pytest.raises(NoDecision):
        await Decisions(thinking, metrics.decision_failed).decide(table, due(table).seat, broken)
    (text,) = failed_decisions
    start = f"a decision failed game=pinocchio table={table.id} revision={table.revision} level=regular: IndexError at "
    assert text.startswith(start + "styled, line ")
    assert count(metrics, "pinocchio") == 1
    failed_decisions.clear()
    assert await thinking.think(1, asked)
    assert pids(thinking) == [worker]
    del withdrawn
    gc.collect()
    assert "never retrieved" not in caplog.text, "nobody waits for the withdrawn question"


async def test_an_illegal_or_unreadable_move_is_a_failed_decision(failed_decisions):
    class Wrong(InlineThinker):
        async def think(self, *_asked):
            return answers.pop()

    table, metrics = waits(), Metrics()
    answers = [msgspec.msgpack.encode((table.log[0].move, "", ())), b"\xc1"]
    for number in (1, 2):
        with pytest.raises(NoDecision):
            await Decisions(Wrong(GAMES), metrics.decision_failed).decide(table, due(table).seat, question(table))
        assert " at answer_of, line " in failed_decisions[-1]
        assert count(metrics, "pinocchio") == number
    failed_decisions.clear()


async def test_a_question_that_came_too_late_is_no_failure(thinking, failed_decisions):
    table, metrics = waits(), Metrics()
    seat, decisions = due(table).seat, Decisions(thinking, metrics.decision_failed)
    thinking.close()
    with pytest.raises(NoDecision):
        await decisions.decide(table, seat, question(table))
    assert failed_decisions == []
    assert count(metrics, "pinocchio") is None


@pytest.fixture
def instant(thinking, monkeypatch):
    """The same with a worker that answers in a moment."""
    monkeypatch.setattr(thinking._processes, "ask", lambda *_asked, **_limit: asyncio.sleep(0, b""))
    return thinking


async def test_tables_take_turns(instant):
    """A table that asks for five things at once delays another table by one of them."""
    asked, done = question(waits()), []

    async def ask(table: int, seat: int) -> None:
        await instant.think(table, asked)
        done.append((table, seat))

    tasks = [asyncio.create_task(ask(*who)) for who in ((1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (3, 0))]
    await asyncio.gather(*tasks)
    assert done == [(1, 0), (2, 0), (3, 0), (1, 1), (1, 2), (1, 3)]


async def test_who_no_longer_wants_to_know_keeps_nobody_waiting(instant):
    asked = question(waits())
    busy, unwanted = (asyncio.create_task(instant.think(table, asked)) for table in (1, 2))
    await asyncio.sleep(0)
    unwanted.cancel()
    await asyncio.gather(busy, instant.think(3, asked))


async def test_after_the_end_nothing_is_decided():
    thinking = Thinking("cogs", workers=1)
    asked = question(waits())
    first, second = (asyncio.create_task(thinking.think(table, asked)) for table in (1, 2))
    await asyncio.sleep(0)
    thinking.close()
    for each in (first, second):
        with pytest.raises(NoDecision):
            await each
    with pytest.raises(NoDecision):
        await thinking.think(1, asked)
    assert pids(thinking) == []
