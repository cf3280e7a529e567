"""Pictures: drawn off the loop, once for one view, and never the reason why a page is missing."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import msgspec
import pytest

from bot.core.game import NOTHING
from bot.pages.page import ALT_LIMIT
from bot.pictures import cache as module
from bot.pictures.cache import PictureCache, alt
from bot.pictures.worker import DrawingWorker, _warm
from tests.kit.moments import CATALOGUE, START, each_game, played, table_at

SETTING = each_game()[-1]
NOW = START + 10**6


class Painter:
    """A worker that draws nothing much, counts how often, and can be held up."""

    def __init__(self) -> None:
        self.drawn = 0
        self.broken = False
        self.free = asyncio.Event()
        self.free.set()

    async def draw(self, *_what) -> bytes:
        """A picture, or as good as one."""
        await self.free.wait()
        if self.broken:
            raise ValueError("the queen of hearts")
        self.drawn += 1
        return b"x" * 1000


@pytest.fixture
def painter() -> Painter:
    return Painter()


@pytest.fixture
def gallery(painter) -> PictureCache:
    return PictureCache(painter)


def at_table(index=3, names=("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")):
    """A table in mid-game, and its words."""
    table = table_at(played(SETTING), index, names)
    return table, CATALOGUE.words.say(table.game.key, "fr", table.names)


async def test_one_view_is_drawn_once(gallery, painter):
    table, say = at_table()
    first = await gallery.picture(table, None, say, NOW)
    again = await gallery.picture(table, None, say, NOW)
    assert first == again
    assert (first.name, first.data) == ("table.png", b"x" * 1000)
    assert painter.drawn == 1


async def test_a_view_without_a_table_is_drawn_once_and_not_waited_for_for_ever(gallery, painter, monkeypatch):
    table, say = at_table()
    asked = (table.game, table.size, table.view(0, NOW), say, NOTHING, "hand.png")
    first = await gallery.untabled(*asked)
    assert (first.name, first.data, first) == ("hand.png", b"x" * 1000, await gallery.untabled(*asked))
    assert painter.drawn == 1
    monkeypatch.setattr(module, "UNTABLED", 0)
    painter.free.clear()
    onlooker = (table.game, table.size, table.view(None, NOW), say, NOTHING, "table.png")
    assert await gallery.untabled(*onlooker) is None
    painter.free.set()
    monkeypatch.setattr(module, "UNTABLED", 120)
    assert (await gallery.untabled(*onlooker)).name == "table.png"
    assert painter.drawn == 2, "who did not wait for it did not keep it from being drawn"
    assert await PictureCache(None).untabled(*asked) is None


async def test_a_view_without_a_table_that_cannot_be_drawn_is_text(gallery, painter, caplog):
    painter.broken = True
    table, say = at_table()
    assert await gallery.untabled(table.game, table.size, table.view(None, NOW), say, NOTHING, "table.png") is None
    assert "table=none" in caplog.text
    assert "hearts" not in caplog.text


async def test_the_studio_draws_what_the_game_draws_in_a_process_of_its_own():
    studio = DrawingWorker("cogs")
    try:
        table, say = at_table()
        shown = await PictureCache(studio).draw(table, table.view(None, NOW), say, "table.png")
        assert shown.data == table.game.picture(table.view(None, NOW), say)
    finally:
        studio.close()


async def test_seats_names_and_languages_have_their_own(gallery, painter):
    table, say = at_table()
    await gallery.picture(table, None, say, NOW)
    for seat in (0, 1):
        assert (await gallery.picture(table, seat, say, NOW)).name == "hand.png"
    await gallery.picture(table, None, CATALOGUE.words.say(table.game.key, "en", table.names), NOW)
    renamed, other = at_table(names=("Zoé", "Bo", "Chloé", "Dan", "Eve", "Fay"))
    await gallery.picture(renamed, None, other, NOW)
    assert painter.drawn == 5


async def test_what_is_kept_is_counted_rightly_however_people_ask(gallery):
    gallery._kept.most = 2500
    for index in range(1, 9):
        table, say = at_table(index)
        await asyncio.gather(*(gallery.picture(table, None, say, NOW) for _ in range(3)))
        assert gallery._kept.weight == sum(map(len, gallery._kept.values())) <= 2500


async def test_a_picture_that_fails_is_text_and_in_the_log_without_what_it_was_about(gallery, painter, caplog):
    painter.broken = True
    table, say = at_table()
    with caplog.at_level(logging.ERROR):
        assert await gallery.picture(table, None, say, NOW) is None
    assert "drawing failed" in caplog.text
    assert "hearts" not in caplog.text


async def test_what_many_wait_for_is_drawn_once(gallery, painter):
    painter.free.clear()
    table, say = at_table()
    waiting = [asyncio.create_task(gallery.draw(table, table.view(None, NOW), say, "x.png")) for _ in range(5)]
    await asyncio.sleep(0)
    painter.free.set()
    pictures = await asyncio.gather(*waiting)
    assert {picture.data for picture in pictures} == {b"x" * 1000}
    assert painter.drawn == 1


async def test_a_page_does_not_wait_long_and_is_told_when_its_picture_is_there(painter, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    told = []
    pictures = PictureCache(painter, late=told.append)
    painter.free.clear()
    table, say = at_table()
    assert await pictures.picture(table, None, say, NOW) is None
    assert told == []
    painter.free.set()
    assert (await pictures.draw(table, table.view(None, NOW), say, "x.png")).data
    await asyncio.sleep(0)
    assert told == [table]
    assert (await pictures.picture(table, None, say, NOW)).data
    assert painter.drawn == 1


async def test_when_drawing_is_behind_only_the_newest_of_a_table_is_drawn(painter, monkeypatch):
    monkeypatch.setattr(module, "WORKERS", 1)
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    pictures = PictureCache(painter)
    painter.free.clear()
    for index in range(1, 8):
        table, say = at_table(index)
        await pictures.picture(table, None, say, NOW)
    painter.free.set()
    last = await pictures.draw(table, table.view(None, NOW), say, "x.png")
    assert last.data
    assert painter.drawn == 2, "the first was being drawn already"
    assert pictures._drawing == {} == pictures._newest


async def test_what_is_drawn_besides_takes_no_boards_place(painter, monkeypatch):
    monkeypatch.setattr(module, "WORKERS", 1)
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    told = []
    pictures = PictureCache(painter, late=told.append)
    painter.free.clear()
    busy, say = at_table(1)
    await pictures.picture(busy.but(id=1), None, say, NOW)
    (table, _), (earlier, _), (later, _) = (at_table(index) for index in (6, 4, 8))
    assert await pictures.picture(table, None, say, NOW) is None, "all are busy"
    shown = asyncio.create_task(pictures.draw(earlier, earlier.view(None, NOW), say, "seen-0.png"))
    await asyncio.sleep(0)
    painter.free.set()
    assert (await shown).data
    await asyncio.wait(list(pictures._drawing.values()) or [asyncio.create_task(asyncio.sleep(0))])
    await asyncio.sleep(0)
    assert table in told, "the board learns that its picture is there"
    painter.free.clear()
    await pictures.picture(busy.but(id=1), 0, say, NOW)
    shown = asyncio.create_task(pictures.draw(later, later.view(None, NOW), say, "seen-0.png"))
    await asyncio.sleep(0)
    await pictures.picture(at_table(9)[0], None, say, NOW)
    painter.free.set()
    assert (await shown).data, "however long it takes"
    await asyncio.sleep(0)
    assert pictures._awaited == set()


async def test_a_stop_leaves_nothing_being_drawn(painter, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    pictures = PictureCache(painter)
    painter.free.clear()
    table, say = at_table()
    await pictures.picture(table, None, say, NOW)
    (task,) = pictures._drawing.values()
    pictures.finish()
    await asyncio.wait({task})
    assert task.cancelled()
    assert pictures._drawing == {}


async def test_a_worker_that_dies_is_replaced_once():
    worker = DrawingWorker("cogs")
    try:
        table, _ = at_table()
        what = (table.game.key, "fr", table.names, table.view(None, NOW))
        await worker.draw(*what)
        pool = worker._pool
        for process in pool._processes.values():
            process.kill()
        broken = await asyncio.gather(*(worker.draw(*what) for _ in range(3)), return_exceptions=True)
        assert any(isinstance(each, BrokenProcessPool) for each in broken)
        assert await worker.draw(*what)
        after = worker._pool
        assert after is not pool
        assert await worker.draw(*what)
        assert worker._pool is after
    finally:
        worker.close()


class Pool:
    """Worker processes of which a test says when they are done."""

    def __init__(self):
        self.asked = []

    def submit(self, work, *given):
        """Note it."""
        self.asked.append((work, given, Future()))
        return self.asked[-1][2]

    def shutdown(self, **_):
        """Nothing to let go."""


def test_warming_takes_a_game_at_a_time_so_that_a_click_comes_between():
    worker, pool = DrawingWorker("cogs"), Pool()
    worker._pool = pool
    worker.warm()
    pool.submit("a click")
    for left in (True, False):
        assert len(pool.asked) == 2 + (not left)
        future = [each for each in pool.asked if each[0] != "a click"][-1][2]
        future.set_result(left)
    assert [work if work == "a click" else given[0] for work, given, _ in pool.asked] == [0, "a click", 1]


@pytest.mark.parametrize("end", ["closed", "failed"])
def test_warming_ends_with_the_workers(end):
    worker, pool = DrawingWorker("cogs"), Pool()
    worker._pool = pool
    worker.warm()
    if end == "closed":
        worker.close()
        pool.asked[0][2].set_result(True)
    else:
        pool.asked[0][2].set_exception(BrokenProcessPool())
    assert len(pool.asked) == 1


async def test_warmed_workers_have_drawn_every_game():
    worker = DrawingWorker("cogs")
    try:
        pool, games = worker._workers(), len(CATALOGUE.games)
        left = [await asyncio.wrap_future(pool.submit(_warm, place)) for place in range(games)]
        assert left == [True] * (games - 1) + [False]
    finally:
        worker.close()


async def test_without_pictures_there_are_none(gallery):
    table, say = at_table()
    assert await PictureCache(None).picture(table, None, say, NOW) is None
    table = msgspec.structs.replace(table, game=dataclasses.replace(table.game, picture=None))
    assert await gallery.picture(table, None, say, NOW) is None


def test_alt_text_reads_as_plain_words():
    assert alt("### Title\n```\n A1 A2\n```\n**Ana** : \\*star\\*\n-# small") == "Title\n A1 A2\nAna : *star*\nsmall"
    assert len(alt("x" * 5000)) == ALT_LIMIT
    assert alt("") == "…"
