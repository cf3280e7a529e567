"""``tablee rebuild``: everything that follows from games, again from their logs."""

import asyncio
import sys
from random import Random

import pytest

from bot.__main__ import main
from bot.cli.terminal import Bar
from bot.tables.tables import Tables
from cogs.profiles.service import count_some
from tests.cli.test_settings import TOKEN
from tests.kit.stores import opened
from tests.store.test_results import BOARDS, GAMES, NOW, PEOPLE, count_all, played


@pytest.fixture
def url(monkeypatch, tmp_path) -> str:
    """A database with three finished games, counted."""
    address = f"sqlite:///{tmp_path}/tables.sqlite3"
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.chdir(tmp_path)

    async def fill() -> None:
        async with opened(address) as store:
            tables = Tables(store, GAMES, now=lambda: NOW, rng=Random(1))
            for seed in range(3):
                await played(tables, Random(seed), NOW + seed)
            await count_all(store)
            assert await count_some(store) is None

    asyncio.run(fill())
    return address


async def standings(address: str, *, clear: bool = False):
    """All standings; ``clear``: and have none of them any more."""
    async with opened(address) as store:
        found = [await store.standings(*board, list(PEOPLE)) for board in BOARDS]
        if clear:
            await store.recount()
    return found


def test_what_was_lost_is_made_again(url, capsys):
    kept = asyncio.run(standings(url, clear=True))
    assert any(kept)
    assert not any(asyncio.run(standings(url)))
    assert main(["rebuild"]) == 0
    assert capsys.readouterr().out == "3 tables counted\n"
    assert asyncio.run(standings(url)) == kept


def test_not_while_the_bot_runs(url, capsys):
    async def beside() -> int:
        async with opened(url) as store:
            await store.hold()
            return await asyncio.to_thread(main, ["rebuild"])

    assert asyncio.run(beside()) == 1
    assert "stop it first" in capsys.readouterr().err


def test_a_database_that_cannot_be_reached(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "postgresql://ana:hunter2@127.0.0.1:1/games")
    assert main(["rebuild"]) == 1
    assert capsys.readouterr().err == "It failed: ConnectionRefusedError, Connection refused.\n"


def test_a_bar_for_who_is_watching(monkeypatch, capsys):
    bar = Bar()
    bar.show("results", 1, 2)
    bar.end()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    bar = Bar()
    bar.show("results", 1, 2)
    bar.show("standings", 0, 0)
    bar.end()
    assert capsys.readouterr().err == f"\rresults   [{'█' * 15}{'·' * 15}] 1/2\n\rstandings [{'·' * 30}] 0/0\n"
