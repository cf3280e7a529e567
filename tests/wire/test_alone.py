"""Somebody plays alone over the wire, opponents think in processes of their own, and nobody else is sent a thing."""

import asyncio
from random import Random

import pytest

from bot.cli.local import GAMES
from bot.core.facts import PLAYING
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.wire.boards import private
from tests.wire.hall import NAMES, ONLOOKER, hall
from tests.wire.players import any_step, newest_panel

MOVES = 4


@pytest.mark.slow
async def test_games_alone_reach_nobody_else(tmp_path):
    async with hall(tmp_path) as home:
        other = home.people[ONLOOKER]
        await other.ask("history", channel=other.channel(GAMES))
        known = set(other.messages)
        async with asyncio.TaskGroup() as group:
            for name, game in zip(NAMES, ("trio", "tripot"), strict=False):
                group.create_task(play_alone(home, home.people[name], game))
        await other.ask("history", channel=other.channel(GAMES))
        assert set(other.messages) == known
    # Leaving the hall looks through all that anybody's socket received.


async def play_alone(home, person, game):
    """Begin a game against opponents, and make some moves."""
    rng, before = Random(2), None
    await person.command(GAMES, "jouer", jeu=game, niveau="regular")
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while not (rows := await home.app.store.of_user(int(person.id), (PLAYING,))):  # noqa: ASYNC110, nothing tells us
            await asyncio.sleep(0.01)

    def asking():
        panel = newest_panel(person, person.channel(GAMES))
        return panel if panel and any_step(panel, rng) and panel["components"] != before else None

    for _ in range(MOVES):
        panel = await person.until(asking)
        assert private(panel)
        before = panel["components"]
        await person.use(panel, *any_step(panel, rng))
    table = await home.app.tables.get(rows[0].id)
    assert table.revision > 2
