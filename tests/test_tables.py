"""The one door: what it does when the rules themselves fail, and that the log does not tell anybody's cards."""

from __future__ import annotations

import dataclasses
import logging
from random import Random

from bot.catalogue import walk
from bot.facts import CLOSED, PLAYING, Player
from bot.game import Illegal
from bot.store import from_url
from bot.table import Table
from bot.tables import Tables

GAME = walk().games["trio"]
NOW = 1_000_000.0


async def playing(folder, game=GAME):
    """A store with a table that is being played, and the door to it."""
    store = from_url(f"sqlite:///{folder}/tables.sqlite3")
    await store.open()
    tables = Tables(store, {game.key: game}, now=lambda: NOW, rng=Random(1))
    host = Player(user=1, name="Ana")
    table = Table.open(game, guild=1, channel=2, host=host, options={}, pace="quick", now=NOW)
    table = await tables.open(table.join(2, "Bo").join(3, "Chloé"))
    return store, await tables.change(table.id, lambda table: table.start(1, Random(1), NOW))


async def test_a_log_that_no_longer_replays_closes_without_a_loser(tmp_path, caplog):
    store, table = await playing(tmp_path)
    newer = dataclasses.replace(GAME, version=GAME.version + 1)
    tables = Tables(store, {newer.key: newer}, now=lambda: NOW, rng=Random(1))
    told = []
    tables.watch(lambda _before, after: told.append(after.status))
    with caplog.at_level(logging.ERROR):
        found = await tables.get(table.id)
    assert (found.status, found.facts.closed) == (CLOSED, "rules")
    assert told == [CLOSED]
    assert "no longer replays" in caplog.text
    assert (await store.load(table.id))[0].status == CLOSED
    await store.close()


async def test_a_default_that_fails_closes_the_table_and_keeps_the_secret(tmp_path, caplog):
    def broken(_view, _legal):
        raise Illegal("not-in-hand", card=987)

    game = dataclasses.replace(GAME, default=broken)
    store, table = await playing(tmp_path, game)
    assert table.status == PLAYING
    late = Tables(store, {game.key: game}, now=lambda: NOW + 1000, rng=Random(1))
    late.started = 0.0
    with caplog.at_level(logging.ERROR):
        found = await late.wake(table.id)
    assert (found.status, found.facts.closed) == (CLOSED, "broken")
    assert "not-in-hand" in caplog.text
    assert "987" not in caplog.text
    await store.close()
