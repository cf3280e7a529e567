"""Chance in the middle of a game: the table rolls the dice, after everybody has looked, and each roll has its seal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from random import Random
from shutil import copytree, ignore_patterns

import pytest

from bot.catalogue import only
from bot.core.facts import OVER
from bot.core.game import CHANCE, AnyGame
from bot.core.opponents import records
from bot.core.records import verify
from bot.core.table import Table
from tests.kit.doors import NOW, begun, door
from tests.kit.outside import installed
from tests.kit.words import ROOT

KEY = "perudo"


@pytest.fixture
def games(tmp_path) -> Iterator[dict[str, AnyGame]]:
    """The example of a package outside: its dice are rolled again after each doubt."""
    folder = tmp_path / "example"
    copytree(ROOT / "examples" / "tablee-perudo", folder, ignore=ignore_patterns("__pycache__"))
    with installed(folder):
        yield only("tablee_perudo").games


def plays(verb: str, at: float):
    def step(table: Table) -> Table:
        seat = table.to_act[0]
        path = next(path for path in map(table.game.path, table.legal(seat)) if path[0] == verb)
        return table.play(table.users[seat], path, revision=None, at=at, now=at)

    return step


async def test_the_table_draws_after_the_flash_and_seals_every_draw(store, games):
    tables = door(store, games)
    table = await begun(tables, KEY, 2)
    assert [turn.seat for turn in table.log] == [CHANCE]
    await tables.change(table.id, plays("bid", NOW))
    table = (await tables.change(table.id, plays("doubt", NOW))).after
    assert table.waits_for_chance
    assert (table.to_act, table.facts.deadline) == ((), None)
    assert table.row.wake == table.flash_until > NOW
    assert table.unseen == (0, 1), "everybody may say that they have looked"

    at, seals = table.flash_until, [table.seal]
    tables = door(store, games, now=at)
    table = await tables.wake(table.id)
    assert table is not None
    assert table.log[-1].seat == CHANCE
    assert table.to_act
    assert table.facts.deadline is not None
    assert table.position.view(None).flash is None, "the kernel clears the flash"
    seals.append(table.draw_seal)

    while table.status != OVER:
        for verb in ("bid", "doubt"):
            table = (await tables.change(table.id, plays(verb, at))).after
        at = max(at, table.flash_until)
        tables = door(store, games, now=at)
        table = await tables.wake(table.id) or table
        seals.append(table.draw_seal)
    assert len(seals) > 5

    record = json.loads(table.record())
    draws = [index for index, (seat, _) in enumerate(record["moves"]) if seat == CHANCE][1:]
    assert list(dict.fromkeys(seals[1:])) == record["seal"]["draws"]
    assert len(draws) == len(set(record["seal"]["draws"]))
    assert verify(table.record().encode(), games) is None
    # As docs/records.md says it.
    index, nonce = draws[1], bytes.fromhex(record["seal"]["nonce"])
    sealed = json.dumps([index, record["moves"][index][1]], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(nonce + sealed.encode()).hexdigest() == record["seal"]["draws"][1]


async def test_everybody_gets_the_same_draws_at_an_ordered_table(store, games):
    rolls = []
    for seed in (1, 2):
        tables = door(store, games)
        table = await begun(tables, KEY, 2)
        tables.rng = Random(seed)
        await tables.change(table.id, lambda table: table.with_facts(ordered=True, nonce="0" * 32, pace="free"))
        await tables.change(table.id, plays("bid", NOW))
        table = (await tables.change(table.id, plays("doubt", NOW))).after
        assert table.log[-1].seat == CHANCE
        rolls.append(table.log[-1].move)
    assert rolls[0] == rolls[1]


def test_a_false_draw_is_found(games):
    line = next(records(games[KEY], games=1, rng=Random(3), seats=2))

    def fault(**seal: object) -> str:
        record = json.loads(line)
        record["seal"] |= seal
        found = verify(json.dumps(record).encode(), games)
        return "" if found is None else found.reason

    assert fault() == ""
    draws = json.loads(line)["seal"]["draws"]
    assert fault(draws=draws[::-1]) == "a draw is not the one that was sealed"
    assert fault(draws=draws[1:]) == "a draw is not the one that was sealed"
    record = json.loads(line)
    roll = next(index for index, (seat, _) in enumerate(record["moves"]) if seat == CHANCE and index)
    record["moves"][roll][1]["dice"][0] = [7]
    found = verify(json.dumps(record).encode(), games)
    assert found is not None
    assert found.where == f"move {roll}"
