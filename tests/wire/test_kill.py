"""kill -9 at random moments: what was acknowledged is there, the board catches up, the game goes on to its end."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from bot.cli.local import GAMES
from bot.core.absence import auto
from bot.core.facts import LOBBY, OPEN, OVER, PLAYING
from bot.core.records import verify
from bot.core.table import Table
from bot.sandbox import World
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.kit.players import quick_mind
from tests.wire import stored
from tests.wire.boards import addresses, leads, private
from tests.wire.hall import CATALOGUE, NAMES, ONLOOKER, Hall, gathered, judge
from tests.wire.killable_bot import KillableBot
from tests.wire.players import press
from tests.wire.shared_time import SharedClock, SharedTime

KILLS = int(os.environ.get("TABLEE_KILLS", "16"))
SPEED = 20.0
GAME = "cappuccino"
"""Nothing in it has to be looked at for seconds: in the time of real clocks, more moves between two deaths."""


class RemoteHall(Hall):
    """A hall whose bot is elsewhere: what is known of a table is what is in its database, and what people see."""

    def __init__(self, sandbox, people, file, opponents):
        super().__init__(sandbox, None, people)
        self.opponents = opponents
        self.file = file
        self.acknowledged = []
        self.choose = quick_mind()
        self.number = None

    async def now(self, _table=None) -> Table:
        """The only table there is."""
        return stored.tables(self.file, CATALOGUE.games)[self.number]

    async def board(self, table, person):
        """The board of the table as it is, waited for: the page shows nothing else than what the socket brings."""
        place = str(table.place)

        def caught_up():
            seen = [m for m in person.messages.values() if m["channel_id"] == place and not private(m)]
            shown = [m for m in seen if any(_shows(address, table) for address in addresses(m))]
            return max(shown, key=lambda m: int(m["id"]), default=None)

        return await person.until(caught_up)

    async def gather(self):
        chosen = {"adversaires": str(self.opponents), "niveau": "novice"} if self.opponents else {}
        lobby = await self.lobby(GAME, 2 - self.opponents, **chosen)
        self.number = next(address.table for address in addresses(lobby) if address.verb == "start")

    async def live(self):
        while (table := await self.now()).status in OPEN:
            if table.status == LOBBY:
                host = self.people[NAMES[0]]
                await host.press(next(m for m in host.in_channel(GAMES) if leads(m, table, "start")), "Commencer")
            elif auto(table) or any(table.facts.players[seat].opponent for seat in table.to_act):
                await asyncio.sleep(0.1)
            else:
                seat = table.to_act[0]
                path = table.game.path(self.choose(table, seat))
                answer = await press(self, table, seat, path)
                assert answer["outcome"] == "answered"
                self.acknowledged.append((table.id, table.revision, seat, path))


def _shows(address, table):
    """Whether what leads there is a board as new as the table; the table may have gone on by itself since."""
    if address.table != table.id:
        return False
    if address.verb == "rematch":
        return True
    return table.status != OVER and address.verb == "hand" and address.revision >= table.revision


@asynccontextmanager
async def remote_hall(folder: Path, opponents: int) -> AsyncIterator[tuple[RemoteHall, KillableBot]]:
    # Opponents take their time: here it runs faster.
    shared = SharedTime.begin(folder / "time", SPEED if opponents else 1.0)
    world = World(answer_within=HANG_TIMEOUT_SECONDS * shared.speed, clock=SharedClock(shared))
    file = folder / "wire.sqlite3"
    async with gathered(file, world, (ONLOOKER, *NAMES[:2])) as (sandbox, people):
        async with KillableBot(sandbox, folder, shared, pictures=False, hurry=True) as bot:
            yield RemoteHall(sandbox, people, file, opponents), bot
        await judge(people.values(), file, crashed=True)


async def killed(home, bot, playing):
    """The table after the bot was killed: what was acknowledged is in it."""
    bot.kill()
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    table = await home.now()
    for number, revision, seat, path in home.acknowledged:
        if number == table.id:
            turn = table.log[revision]
            assert (turn.seat, table.game.path(turn.move)) == (seat, path)
    return table


@pytest.mark.slow
@pytest.mark.parametrize("opponents", [0, 1])
async def test_what_was_acknowledged_survives(tmp_path, opponents):
    """Killed while anybody moves, and while an opponent thinks; sometimes only the worker in which it does is."""
    rng = Random(3)
    async with remote_hall(tmp_path, opponents) as (home, bot):
        await home.gather()
        for kill in range(max(4, KILLS // 10) if opponents else KILLS):
            playing = asyncio.create_task(home.live())
            await asyncio.wait({playing}, timeout=rng.uniform(0, 1.5 if opponents else 0.5))
            if opponents and kill % 3 == 2:
                bot.kill_workers()
                await asyncio.wait({playing}, timeout=rng.uniform(0, 0.5))
            table = await killed(home, bot, playing)
            assert table.revision >= stored.seen(home.people.values())[table.id]
            await bot.start()
            if table.status in (PLAYING, OVER) and not opponents:
                for person in home.people.values():
                    await home.board(table, person)
            if table.status == OVER:
                await home.gather()
        await home.live()
        table = await home.now()
        assert table.status == OVER
        assert {turn.seat for turn in table.log} >= {0, 1}
        assert verify(table.record().encode(), CATALOGUE.games) is None
        # Only clicks at the moment of a kill may stay unanswered.
        assert len(home.sandbox.control.stats()["unanswered"]) <= KILLS
        assert "Traceback" not in bot.log, bot.log
