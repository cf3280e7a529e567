"""Nothing private becomes public, however late an answer comes."""

import asyncio

import pytest

from bot.pictures.worker import DrawingWorker
from tests.sandbox.minibot import png
from tests.wire.boards import usable
from tests.wire.hall import LOADING, ONLOOKER, hall
from tests.wire.onlooker import public_faults
from tests.wire.players import newest_panel
from tests.wire.settled import public


class Easel:
    def __init__(self):
        self.free = asyncio.Event()
        self.free.set()

    async def draw(self, questions):
        await self.free.wait()
        return [png() for _ in questions]


@pytest.fixture
def easel(monkeypatch):
    found = Easel()
    monkeypatch.setattr(DrawingWorker, "draw", found.draw)
    return found


def exposed(home):
    return [wrong for message in public(home.sandbox.world) for wrong in public_faults(message)]


async def open_late(home, table, person, easel):
    """Somebody opens their hand while the picture is not ready, long enough for the bot to ask for patience."""
    board = await home.board(table, person)
    hand = next(custom_id for custom_id, _ in usable(board) if custom_id.startswith("hand:"))
    easel.free.clear()
    # Answered means here: it asked for patience.
    assert (await person.use(board, hand))["outcome"] in ("answered", "thinking")
    easel.free.set()
    return await person.until(lambda: _shown(newest_panel(person, str(table.place))))


def _shown(panel):
    return panel if panel and not panel["flags"] & LOADING and any(usable(panel)) else None


async def test_every_further_repaint_of_a_late_hand_stays_private(tmp_path, easel):
    """The same, when others move and until the game is closed: a panel is followed more than once."""
    async with hall(tmp_path, pictures=True) as home:
        table = await home.start("pinocchio", 3)
        person = home.person(table, table.to_act[0])
        await open_late(home, table, person, easel)
        for _ in range(4):
            table = await home.look(table)
            await home.advance(table.pace.turn + 1)
            table = await home.look(await home.now(table))
            await home.board(table, home.named(ONLOOKER))
        assert exposed(home) == []
