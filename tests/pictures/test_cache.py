"""Pictures: drawn off the loop, once for one view, and never the reason why a page is missing."""

import asyncio
import dataclasses
import logging
import os
import signal

import msgspec
import pytest

from bot.core.game import NOTHING
from bot.pages.page import ALT_LIMIT, PublicPage, Text
from bot.pages.question import choosing
from bot.pictures import cache as module
from bot.pictures.cache import PictureCache, alt
from bot.pictures.worker import PictureMaker, of_view
from bot.workers import WorkerDied
from tests.kit.moments import CATALOGUE, START, each_game, played, table_at

SETTING = each_game()[-1]
NOW = START + 10**6


class Painter:
    """A worker that draws nothing much, counts how often, and can be held up."""

    def __init__(self) -> None:
        self.drawn = 0
        self.asked: list[int] = []
        """How many at once."""
        self.broken = False
        self.free = asyncio.Event()
        self.free.set()

    async def draw(self, questions) -> list[bytes | str]:
        """Pictures, or as good as such."""
        self.asked.append(len(questions))
        await self.free.wait()
        if self.broken:
            raise ValueError("the queen of hearts")
        self.drawn += len(questions)
        return [b"x" * 1000 for _ in questions]


@pytest.fixture
def painter() -> Painter:
    return Painter()


@pytest.fixture
def pictures(painter) -> PictureCache:
    return PictureCache(painter)


def at_table(index=3, names=("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")):
    """A table in mid-game, and its words."""
    table = table_at(played(SETTING), index, names)
    return table, CATALOGUE.words.say(table.game.key, "fr", table.names)


async def drawn(pictures, table, seat, say):
    """What a seat, or everybody, sees as a picture, with what is chosen from there."""
    view = table.view(seat, NOW)
    return await pictures.picture(table, seat, say, view, choosing(table, seat, view, say, NOW, ()))


async def test_one_view_is_drawn_once(pictures, painter):
    table, say = at_table()
    first = await drawn(pictures, table, None, say)
    again = await drawn(pictures, table, None, say)
    assert first == again
    assert (first.name, first.data) == ("table.png", b"x" * 1000)
    assert painter.drawn == 1


async def test_a_view_without_a_table_is_drawn_once_and_not_waited_for_for_ever(pictures, painter, monkeypatch):
    table, say = at_table()
    asked = (table.game, table.size, table.view(0, NOW), say, NOTHING, "hand.png")
    first = await pictures.untabled(*asked)
    assert (first.name, first.data, first) == ("hand.png", b"x" * 1000, await pictures.untabled(*asked))
    assert painter.drawn == 1
    monkeypatch.setattr(module, "UNTABLED", 0)
    painter.free.clear()
    onlooker = (table.game, table.size, table.view(None, NOW), say, NOTHING, "table.png")
    assert await pictures.untabled(*onlooker) is None
    painter.free.set()
    monkeypatch.setattr(module, "UNTABLED", 120)
    assert (await pictures.untabled(*onlooker)).name == "table.png"
    assert painter.drawn == 2, "who did not wait for it did not keep it from being drawn"
    assert await PictureCache(None).untabled(*asked) is None


async def test_a_view_without_a_table_that_cannot_be_drawn_is_text(pictures, painter, caplog):
    painter.broken = True
    table, say = at_table()
    assert await pictures.untabled(table.game, table.size, table.view(None, NOW), say, NOTHING, "table.png") is None
    assert "table=none" in caplog.text
    assert "hearts" not in caplog.text


async def test_the_worker_draws_what_the_game_draws_in_a_process_of_its_own(worker):
    table, say = at_table()
    shown = await PictureCache(worker).draw(table, table.view(None, NOW), say, "table.png")
    assert shown.data == table.game.picture(table.view(None, NOW), say)


async def test_seats_names_and_languages_have_their_own(pictures, painter):
    table, say = at_table()
    await drawn(pictures, table, None, say)
    for seat in (0, 1):
        assert (await drawn(pictures, table, seat, say)).name == "hand.png"
    await drawn(pictures, table, None, CATALOGUE.words.say(table.game.key, "en", table.names))
    renamed, other = at_table(names=("Zoé", "Bo", "Chloé", "Dan", "Eve", "Fay"))
    await drawn(pictures, renamed, None, other)
    assert painter.drawn == 5


async def test_what_is_kept_is_counted_rightly_however_people_ask(pictures):
    pictures._orders.kept.most = 2500
    for index in range(1, 9):
        table, say = at_table(index)
        await asyncio.gather(*(drawn(pictures, table, None, say) for _ in range(3)))
        assert pictures._orders.kept.weight == sum(map(len, pictures._orders.kept.values())) <= 2500


async def test_a_picture_that_fails_is_text_and_in_the_log_without_what_it_was_about(pictures, painter, caplog):
    painter.broken = True
    table, say = at_table()
    with caplog.at_level(logging.ERROR):
        assert await drawn(pictures, table, None, say) is None
    assert "drawing failed" in caplog.text
    assert "hearts" not in caplog.text


async def test_what_many_wait_for_is_drawn_once(pictures, painter):
    painter.free.clear()
    table, say = at_table()
    waiting = [asyncio.create_task(pictures.draw(table, table.view(None, NOW), say, "x.png")) for _ in range(5)]
    await asyncio.sleep(0)
    painter.free.set()
    pictures = await asyncio.gather(*waiting)
    assert {picture.data for picture in pictures} == {b"x" * 1000}
    assert painter.drawn == 1


async def test_a_page_does_not_wait_long_and_is_told_when_its_picture_is_there(painter, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    told = []
    pictures = PictureCache(painter, late=lambda *late: told.append(late))
    painter.free.clear()
    table, say = at_table()
    assert await drawn(pictures, table, None, say) is None
    assert told == []
    painter.free.set()
    assert (await pictures.draw(table, table.view(None, NOW), say, "x.png")).data
    await asyncio.sleep(0)
    assert told == [(table, None)]
    assert (await drawn(pictures, table, None, say)).data
    assert painter.drawn == 1


async def test_a_page_is_made_while_its_picture_is_drawn(pictures, painter, monkeypatch):
    table, say = at_table()
    view, made = table.view(None, NOW), []

    def make(picture):
        made.append(picture)
        return PublicPage((picture or Text("…"), Text("below")))

    painter.free.clear()
    waiting = asyncio.create_task(pictures.page(make, table, None, say, view, NOTHING))
    await asyncio.sleep(0)
    assert [(picture.name, picture.data) for picture in made] == [("table.png", b"")]
    painter.free.set()
    page = await waiting
    assert page == PublicPage((await pictures.picture(table, None, say, view), Text("below")))
    assert page == await pictures.page(make, table, None, say, view, NOTHING), "also if it is kept"
    assert None not in made
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    painter.free.clear()
    hurried = PictureCache(painter)
    assert await hurried.page(make, table, None, say, view, NOTHING) == make(None), "words first"
    assert await PictureCache(None).page(make, table, None, say, view, NOTHING) == make(None)


async def test_it_is_told_whose_picture_is_there(painter, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    told = []
    pictures = PictureCache(painter, late=lambda *late: told.append(late))
    painter.free.clear()
    table, say = at_table()
    for seat in (1, None):
        assert await drawn(pictures, table, seat, say) is None
    drawing = list(pictures._orders.drawing.values())
    painter.free.set()
    await asyncio.gather(*(order.drawn() for order in drawing))
    await asyncio.sleep(0)
    assert told == [(table, 1), (table, None)]


async def test_when_drawing_is_behind_only_the_newest_of_a_table_is_drawn(painter, monkeypatch):
    monkeypatch.setattr(module, "WORKERS", 1)
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    pictures = PictureCache(painter)
    painter.free.clear()
    for index in range(1, 8):
        table, say = at_table(index)
        await drawn(pictures, table, None, say)
    painter.free.set()
    last = await pictures.draw(table, table.view(None, NOW), say, "x.png")
    assert last.data
    assert painter.drawn == 2, "the first was being drawn already"
    assert pictures._orders.drawing == {} == pictures._orders._newest


@pytest.fixture
async def busy(painter, monkeypatch):
    """A cache whose only worker is busy until it is freed, people's words, and whoever is told of a picture later."""
    monkeypatch.setattr(module, "WORKERS", 1)
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    told = []
    pictures = PictureCache(painter, late=lambda *late: told.append(late))
    painter.free.clear()
    table, say = at_table(1)
    await drawn(pictures, table.but(id=1), None, say)
    return pictures, say, told


async def test_what_two_tables_wait_for_is_drawn_until_both_have_moved_on(painter, busy):
    pictures, say, told = busy
    (left, _), (shared, _), (newer, _) = (at_table(index) for index in (4, 6, 8))
    one, two = shared.but(id=2), shared.but(id=3)
    for table in (left.but(id=2), left.but(id=3), one, two, newer.but(id=2)):
        assert await drawn(pictures, table, None, say) is None, "all are busy"
    painter.free.set()
    await asyncio.gather(*(order.drawn() for order in list(pictures._orders.drawing.values())))
    await asyncio.sleep(0)
    assert (two, None) in told, "whoever has not moved on learns that it is there"
    assert not [table for table, _ in told if table.revision == left.revision], "nobody wants this one any more"
    assert painter.drawn == 3
    assert pictures._orders.drawing == {} == pictures._orders._newest


async def test_what_is_drawn_besides_takes_no_boards_place(painter, busy):
    pictures, say, told = busy
    (table, _), (earlier, _), (later, _) = (at_table(index) for index in (6, 4, 8))
    assert await drawn(pictures, table, None, say) is None, "all are busy"
    shown = asyncio.create_task(pictures.draw(earlier, earlier.view(None, NOW), say, "seen-0.png"))
    await asyncio.sleep(0)
    painter.free.set()
    assert (await shown).data
    await asyncio.gather(*(order.drawn() for order in list(pictures._orders.drawing.values())))
    await asyncio.sleep(0)
    assert (table, None) in told, "the board learns that its picture is there"
    painter.free.clear()
    await drawn(pictures, at_table(1)[0].but(id=1), 0, say)
    shown = asyncio.create_task(pictures.draw(later, later.view(None, NOW), say, "seen-0.png"))
    await asyncio.sleep(0)
    await drawn(pictures, at_table(9)[0], None, say)
    painter.free.set()
    assert (await shown).data, "however long it takes"
    await asyncio.sleep(0)
    assert pictures._orders._awaited == set()


async def many(pictures, painter, count):
    """The pictures of so many tables, asked for while nothing is drawn."""
    painter.free.clear()
    table, say = at_table()
    waiting = [asyncio.create_task(pictures.draw(table, view, say, "x.png")) for view in different(table, count)]
    await asyncio.sleep(0)
    painter.free.set()
    return await asyncio.gather(*waiting)


def different(table, count):
    """Views that look different."""
    return [at_table(index)[0].view(None, NOW) for index in range(1, count + 1)]


async def test_when_many_wait_several_are_drawn_at_once(pictures, painter, monkeypatch):
    monkeypatch.setattr(module, "WORKERS", 1)
    assert all(await many(pictures, painter, 12))
    assert painter.asked == [4, 4, 2, 1, 1]
    assert painter.drawn == 12


async def test_what_ends_a_worker_is_one_picture_also_among_several(pictures, painter, monkeypatch, caplog):
    monkeypatch.setattr(module, "WORKERS", 1)
    draw, asked = painter.draw, []

    async def dies(questions):
        asked.append(questions)
        if asked[0][1] in questions:
            raise WorkerDied
        return await draw(questions)

    painter.draw = dies
    drawn = await many(pictures, painter, 12)
    assert [picture is None for picture in drawn] == [place == 1 for place in range(12)]
    assert caplog.text.count("drawing failed") == 1
    assert pictures._orders.drawing == {}
    assert pictures._orders._awaited == set()


async def test_a_stop_leaves_nothing_being_drawn(painter, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    pictures = PictureCache(painter)
    painter.free.clear()
    table, say = at_table()
    await drawn(pictures, table, None, say)
    waiting = asyncio.create_task(pictures.draw(table, table.view(None, NOW), say, "x.png"))
    await asyncio.sleep(0)
    pictures.finish()
    await asyncio.wait({waiting})
    assert waiting.cancelled()
    assert pictures._orders.drawing == {}


async def test_a_worker_that_dies_costs_one_picture(worker):
    table, _ = at_table()
    what = of_view(table.game.key, "fr", table.names, table.view(None, NOW))
    drawn = await worker.draw([what])
    drawing = asyncio.create_task(worker.draw([what]))
    await asyncio.sleep(0)
    for child in worker._processes._all:
        child.process.kill()
    with pytest.raises(WorkerDied):
        await drawing
    assert await worker.draw([what]) == drawn


async def test_a_worker_that_hangs_costs_one_picture(worker, monkeypatch):
    table, _ = at_table()
    what = of_view(table.game.key, "fr", table.names, table.view(None, NOW))
    drawn = await worker.draw([what])
    for child in worker._processes._all:
        os.kill(child.process.pid, signal.SIGSTOP)
    with monkeypatch.context() as short:
        short.setattr("bot.pictures.worker.PATIENCE", 0.01)
        with pytest.raises(TimeoutError):
            await worker.draw([what])
    assert await worker.draw([what]) == drawn


def test_a_worker_warms_one_game_at_a_time_until_it_has_drawn_all(monkeypatch):
    maker, drawn = PictureMaker("cogs"), []
    monkeypatch.setattr(maker, "_drawn", lambda game, *_: drawn.append(game.key))
    games = [key for key, game in CATALOGUE.games.items() if game.picture is not None]
    for place in range(len(games)):
        assert maker.prepare() is (place < len(games) - 1)
        assert drawn == games[: place + 1]
    assert maker.prepare() is False
    assert drawn == games


def test_what_a_worker_warms_can_be_drawn():
    maker = PictureMaker("cogs")
    while maker.prepare():
        pass


async def test_an_error_in_a_worker_is_logged_by_its_kind_alone(worker, caplog):
    table, say = at_table()
    broken = msgspec.structs.replace(table.view(None, NOW), own="the queen of hearts")
    assert await PictureCache(worker).draw(table, broken, say, "table.png") is None
    assert f"drawing failed game={table.game.key} table={table.id}: ValidationError" in caplog.text
    assert "queen" not in caplog.text


async def test_without_pictures_there_are_none(pictures):
    table, say = at_table()
    assert await drawn(PictureCache(None), table, None, say) is None
    table = msgspec.structs.replace(table, game=dataclasses.replace(table.game, picture=None))
    assert await drawn(pictures, table, None, say) is None


def test_alt_text_reads_as_plain_words():
    assert alt("### Title\n```\n A1 A2\n```\n**Ana** : \\*star\\*\n-# small") == "Title\n A1 A2\nAna : *star*\nsmall"
    assert len(alt("x" * 5000)) == ALT_LIMIT
    assert alt("") == "…"
