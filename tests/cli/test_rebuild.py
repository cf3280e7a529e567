"""``tablee rebuild``: everything that follows from games, again from their logs."""

import asyncio
from random import Random

import pytest

from bot.__main__ import main
from bot.tables.tables import Tables
from tests.kit.stores import opened
from tests.store.test_results import BOARDS, GAMES, NOW, PEOPLE, count_all, played


@pytest.fixture
def url(clinic, tmp_path) -> str:
    return f"sqlite:///{tmp_path}/tablee.sqlite3"


async def standings(store):
    return [await store.standings(*board, list(PEOPLE)) for board in BOARDS]


async def test_what_was_lost_is_made_again_but_not_while_the_bot_runs(url, capsys):
    async with opened(url) as store:
        tables = Tables(store, GAMES, now=lambda: NOW, rng=Random(1))
        for seed in range(3):
            await played(tables, Random(seed), NOW + seed)
        await count_all(store)
        kept = await standings(store)
        assert any(kept)
        await store.recount()
        assert not any(await standings(store))
        await store.hold()
        assert await asyncio.to_thread(main, ["rebuild"]) == 1
        assert "stop it first" in capsys.readouterr().err
    assert await asyncio.to_thread(main, ["rebuild"]) == 0
    assert capsys.readouterr().out == "3 tables counted\n"
    async with opened(url) as store:
        assert await standings(store) == kept
