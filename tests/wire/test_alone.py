"""Somebody plays alone over the wire, opponents think in processes of their own, and nobody else is sent a thing."""

import asyncio
from random import Random
from typing import Any

import pytest

from bot.cli.local import GAMES
from bot.core.facts import PLAYING
from bot.sandbox import Person
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.wire.hall import NAMES, ONLOOKER, hall, private, read, usable
from tests.wire.players import any_step, newest_panel

Json = dict[str, Any]
MOVES = 4


async def shown(person: Person, before: object = None) -> Json:
    """Somebody's panel when it asks something of them, and something else than before."""

    def asking() -> Json | None:
        panel = newest_panel(person, person.channel(GAMES))
        asks = panel and any(each.startswith("play:") for each, _ in usable(panel))
        return panel if panel and asks and panel["components"] != before else None

    return await person.until(asking)


@pytest.mark.slow
async def test_games_alone_reach_nobody_else(tmp_path):
    async with hall(tmp_path) as home:
        other = home.named(ONLOOKER)
        await other.ask("history", channel=other.channel(GAMES))
        known = set(other.messages)
        async with asyncio.TaskGroup() as group:
            for name, game in zip(NAMES, ("trio", "tripot"), strict=False):
                group.create_task(play_alone(home, home.named(name), game))
        await other.ask("history", channel=other.channel(GAMES))
        assert set(other.messages) == known
    # Leaving the hall looks through all that anybody's socket received.


async def play_alone(home: Any, person: Person, game: str) -> None:
    """Begin a game against opponents, and make some moves."""
    rng = Random(2)
    await person.command(GAMES, "jouer", jeu=game, niveau="regular")
    (row,) = await _stored(home, person)
    before: object = None
    for _ in range(MOVES):
        panel = await shown(person, before)
        assert private(panel)
        before = panel["components"]
        step = any_step(panel, rng)
        assert step is not None
        await person.use(panel, *step)
    table = await home.app.tables.get(row.id)
    assert table.revision > 2
    assert read(newest_panel(person, person.channel(GAMES)))


async def _stored(home: Any, person: Person) -> list[Any]:
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while not (rows := await home.app.store.of_user(int(person.id), (PLAYING,))):  # noqa: ASYNC110, nothing tells us
            await asyncio.sleep(0.01)
    return rows
