"""Pictures are drawn in a worker, once for equal views, and a page never waits long for one."""

import asyncio
import dataclasses
import io
import os
import signal

import msgspec
import pytest
from PIL import Image

from bot.core.game import NOTHING, Sight
from bot.core.lobby import choose, join
from bot.core.table import Table
from bot.pages.page import ALT_LIMIT, PublicPage, Text
from bot.pages.question import board_question, offered, seat_question
from bot.pictures import cache as module
from bot.pictures import lobby as lobbies
from bot.pictures.cache import PictureCache, alt
from bot.pictures.kit import theme
from bot.pictures.lobby import LobbyContent, content, draw
from bot.pictures.worker import DrawingWorker, PictureMaker, lobby_request, view_request
from bot.workers import WorkerDied
from tests.kit.golden import pixels
from tests.kit.moments import CATALOGUE, START, UGLY, each_game, played, table_at
from tests.kit.seated import GAMES, lobby, lobby_of
from tests.kit.words import saying


class FakeWorker:
    """Returns constant bytes, counts requests, and can be blocked."""

    def __init__(self) -> None:
        self.drawn = 0
        self.batches: list[int] = []
        self.broken = False
        self.free = asyncio.Event()
        self.free.set()

    async def draw(self, requests: list[bytes]) -> list[bytes | str]:
        """As many pictures as requests."""
        self.batches.append(len(requests))
        await self.free.wait()
        if self.broken:
            raise ValueError("the queen of hearts")
        self.drawn += len(requests)
        return [b"x" * 1000 for _ in requests]


@pytest.fixture
def painter() -> FakeWorker:
    return FakeWorker()


@pytest.fixture
def worker():
    worker = DrawingWorker("cogs")
    yield worker
    worker.close()


SETTING = each_game()[-1]
NOW = START + 10**6


@pytest.fixture
def pictures(painter) -> PictureCache:
    return PictureCache(painter)


def at_table(index=3, names=("Ana", "Bo", "Chloé", "Dan", "Eve", "Fay")):
    """A table in mid-game, and its strings."""
    table = table_at(played(SETTING), index, names)
    return table, CATALOGUE.words.say(table.game.key, "fr", table.names)


async def drawn(pictures, table, seat, say):
    """The picture of a seat, or of the board, with its choices."""
    view = table.view(seat, NOW)
    asked = board_question(table, view, say) if seat is None else seat_question(table, seat, view, say, ())
    return await pictures.picture(table, seat, say, view, offered(asked))


async def test_one_view_is_drawn_once(pictures, painter):
    table, say = at_table()
    painter.free.clear()
    waiting = [asyncio.create_task(drawn(pictures, table, None, say)) for _ in range(5)]
    await asyncio.sleep(0)
    painter.free.set()
    found = {*await asyncio.gather(*waiting), await drawn(pictures, table, None, say)}
    assert [(picture.name, picture.data) for picture in found] == [("table.png", b"x" * 1000)]
    assert painter.drawn == 1
    for seat in (0, 1):
        assert (await drawn(pictures, table, seat, say)).name == "seat.png"
    await drawn(pictures, table, None, CATALOGUE.words.say(table.game.key, "en", table.names))
    renamed, other = at_table(names=("Zoé", "Bo", "Chloé", "Dan", "Eve", "Fay"))
    await drawn(pictures, renamed, None, other)
    assert painter.drawn == 5, "seats, names and languages have their own"


async def finish(pictures, painter):
    """Let the worker draw all that was asked for."""
    orders = list(pictures._orders.drawing.values())
    painter.free.set()
    await asyncio.gather(*(order.drawn() for order in orders))
    await asyncio.sleep(0)


async def test_a_view_without_a_table_is_drawn_once_and_not_waited_for_for_ever(pictures, painter, monkeypatch):
    table, say = at_table()
    asked = (table.game, table.size, table.view(0, NOW), say, NOTHING, "seat.png")
    first = await pictures.untabled(*asked)
    assert (first.name, first.data, first) == ("seat.png", b"x" * 1000, await pictures.untabled(*asked))
    assert painter.drawn == 1
    monkeypatch.setattr(module, "UNTABLED_TIMEOUT_SECONDS", 0)
    painter.free.clear()
    onlooker = (table.game, table.size, table.view(None, NOW), say, NOTHING, "table.png")
    assert await pictures.untabled(*onlooker) is None
    painter.free.set()
    monkeypatch.setattr(module, "UNTABLED_TIMEOUT_SECONDS", 120)
    assert (await pictures.untabled(*onlooker)).name == "table.png"
    assert painter.drawn == 2, "who did not wait for it did not keep it from being drawn"
    assert await PictureCache(None).untabled(*asked) is None
    assert await PictureCache(None).of_feature("cogs.profiles.picture", "Ana", "profile.png", "Ana") is None
    assert await drawn(PictureCache(None), table, None, say) is None
    bare = msgspec.structs.replace(table, game=dataclasses.replace(table.game, picture=None))
    assert await drawn(pictures, bare, None, say) is None


async def test_the_worker_draws_what_the_game_draws_in_a_process_of_its_own(worker, caplog):
    table, say = at_table()
    shown = await PictureCache(worker).draw(table, table.view(None, NOW), say, "table.png")
    assert shown.data == table.game.picture(table.view(None, NOW), say)
    waiting = lobby("pinocchio", 3)
    content = lobbies.content(waiting, CATALOGUE.words.say("pinocchio", "fr", waiting.names))
    lobby_drawn = lobbies.draw(content, waiting.game.emblem)
    assert await worker.draw([lobby_request("pinocchio", content)]) == [lobby_drawn]
    broken = msgspec.structs.replace(table.view(None, NOW), own="the queen of hearts")
    assert await PictureCache(worker).draw(table, broken, say, "table.png") is None
    assert f"drawing failed game={table.game.key} table={table.id}: ValidationError" in caplog.text
    assert "queen" not in caplog.text


async def test_seats_share_the_words_for_the_board_until_somebody_is_renamed(pictures, monkeypatch):
    table, say = at_table()
    made = []
    computed = Sight.__getattr__

    def counted(sight: Sight, part: str) -> str:
        text = computed(sight, part)
        made.extend([text] if part == "scene" else [])
        return text

    monkeypatch.setattr(Sight, "__getattr__", counted)
    shown = [await drawn(pictures, table, seat, say) for seat in (None, 0, 1)]
    assert len(made) == 1
    assert all(picture.alt.startswith(alt(made[0])[:100]) for picture in shown)
    first, *others = table.facts.players
    renamed = table.with_facts(players=(msgspec.structs.replace(first, name="Zoé"), *others))
    other = CATALOGUE.words.say(table.game.key, "fr", renamed.names)
    assert renamed.position is table.position
    assert "Zoé" in (await drawn(pictures, renamed, None, other)).alt


async def test_a_picture_that_fails_is_text_and_the_log_has_nothing_of_its_content(pictures, painter, caplog):
    painter.broken = True
    table, say = at_table()
    assert await drawn(pictures, table, None, say) is None
    assert await pictures.untabled(table.game, table.size, table.view(None, NOW), say, NOTHING, "table.png") is None
    assert f"drawing failed game={table.game.key} table={table.id}: ValueError" in caplog.text
    assert f"drawing failed game={table.game.key} table=none: ValueError" in caplog.text
    assert await pictures.of_feature("cogs.profiles.picture", "Ana", "profile.png", "Ana") is None
    assert caplog.text.count("drawing failed") == 3
    assert "hearts" not in caplog.text
    assert "Ana" not in caplog.text


async def test_a_page_does_not_wait_long_and_late_is_called_when_its_picture_is_ready(painter, monkeypatch):
    monkeypatch.setattr(module, "PICTURE_TIMEOUT_SECONDS", 0.01)
    late = []
    pictures = PictureCache(painter, late=lambda *each: late.append(each))
    painter.free.clear()
    table, say = at_table()
    for seat in (1, None):
        assert await drawn(pictures, table, seat, say) is None
    assert late == []
    await finish(pictures, painter)
    assert late == [(table, 1), (table, None)]
    assert (await drawn(pictures, table, None, say)).data
    assert painter.drawn == 2


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
    monkeypatch.setattr(module, "PICTURE_TIMEOUT_SECONDS", 0.01)
    painter.free.clear()
    hurried = PictureCache(painter)
    assert await hurried.page(make, table, None, say, view, NOTHING) == make(None), "words first"
    assert await PictureCache(None).page(make, table, None, say, view, NOTHING) == make(None)


@pytest.fixture
async def busy(painter, monkeypatch):
    """A cache whose only worker is blocked, the strings of a table, and the calls of ``late``."""
    monkeypatch.setattr(module, "WORKERS", 1)
    monkeypatch.setattr(module, "PICTURE_TIMEOUT_SECONDS", 0.01)
    late = []
    pictures = PictureCache(painter, late=lambda *each: late.append(each))
    painter.free.clear()
    table, say = at_table(1)
    await drawn(pictures, table.but(id=1), None, say)
    return pictures, say, late


async def test_when_drawing_is_behind_only_the_newest_of_a_table_is_drawn(painter, busy):
    pictures, say, _ = busy
    for index in range(2, 8):
        table = at_table(index)[0].but(id=1)
        await drawn(pictures, table, None, say)
    painter.free.set()
    assert (await pictures.draw(table, table.view(None, NOW), say, "x.png")).data
    assert painter.drawn == 2, "the first was being drawn already"
    assert pictures._orders.drawing == {} == pictures._orders._newest


async def test_what_two_tables_wait_for_is_drawn_until_both_have_moved_on(painter, busy):
    pictures, say, late = busy
    (left, _), (shared, _), (newer, _) = (at_table(index) for index in (4, 6, 8))
    one, two = shared.but(id=2), shared.but(id=3)
    for table in (left.but(id=2), left.but(id=3), one, two, newer.but(id=2)):
        assert await drawn(pictures, table, None, say) is None, "all are busy"
    await finish(pictures, painter)
    assert (two, None) in late, "whoever has not moved on learns that it is there"
    assert not [table for table, _ in late if table.revision == left.revision], "nobody wants this one any more"
    assert painter.drawn == 3
    assert pictures._orders.drawing == {} == pictures._orders._newest


async def test_what_is_drawn_besides_takes_no_boards_place(painter, busy):
    pictures, say, late = busy
    (table, _), (earlier, _), (later, _) = (at_table(index) for index in (6, 4, 8))
    assert await drawn(pictures, table, None, say) is None, "all are busy"
    shown = asyncio.create_task(pictures.draw(earlier, earlier.view(None, NOW), say, "seen-0.png"))
    await asyncio.sleep(0)
    await finish(pictures, painter)
    assert (await shown).data
    assert (table, None) in late, "the board learns that its picture is there"
    painter.free.clear()
    await drawn(pictures, at_table(1)[0].but(id=1), 0, say)
    shown = asyncio.create_task(pictures.draw(later, later.view(None, NOW), say, "seen-0.png"))
    await asyncio.sleep(0)
    await drawn(pictures, at_table(9)[0], None, say)
    painter.free.set()
    assert (await shown).data, "however long it takes"
    await asyncio.sleep(0)
    assert pictures._orders._required == set()


async def many(pictures, painter, moments):
    """Different pictures, all requested while the worker is blocked."""
    painter.free.clear()
    table, say = at_table()
    views = [at_table(index + 1)[0].view(None, NOW) for index in moments]
    waiting = [asyncio.create_task(pictures.draw(table, view, say, "x.png")) for view in views]
    await asyncio.sleep(0)
    painter.free.set()
    return await asyncio.gather(*waiting)


async def test_when_many_wait_several_are_drawn_at_once_and_one_may_end_its_worker(
    pictures, painter, monkeypatch, caplog
):
    monkeypatch.setattr(module, "WORKERS", 1)
    assert all(await many(pictures, painter, range(12, 24)))
    assert (painter.batches, painter.drawn) == ([4, 4, 4], 12)
    draw, asked = painter.draw, []

    async def dies(questions):
        asked.append(questions)
        if asked[0][1] in questions:
            raise WorkerDied
        return await draw(questions)

    painter.draw = dies
    drawn = await many(pictures, painter, range(12))
    assert [picture is None for picture in drawn] == [place == 1 for place in range(12)]
    assert caplog.text.count("drawing failed") == 1
    assert pictures._orders.drawing == {}
    assert pictures._orders._required == set()


async def test_a_stop_leaves_nothing_being_drawn(busy):
    pictures, say, _ = busy
    table, _ = at_table()
    waiting = asyncio.create_task(pictures.draw(table, table.view(None, NOW), say, "x.png"))
    await asyncio.sleep(0)
    pictures.finish()
    await asyncio.wait({waiting})
    assert waiting.cancelled()
    assert pictures._orders.drawing == {}


async def test_a_worker_that_hangs_costs_one_picture(worker, monkeypatch):
    table, _ = at_table()
    request = view_request(table.game.key, "fr", table.names, table.view(None, NOW))
    first = await worker.draw([request])
    for child in worker._all:
        os.kill(child.process.pid, signal.SIGSTOP)
    monkeypatch.setattr("bot.pictures.worker.DRAWING_TIMEOUT_SECONDS", 0.01)
    with pytest.raises(TimeoutError):
        await worker.draw([request])
    monkeypatch.undo()
    assert await worker.draw([request]) == first


def test_a_worker_warms_one_game_at_a_time_until_it_has_drawn_all():
    maker = PictureMaker("cogs")
    games = [game for game in CATALOGUE.games.values() if game.picture is not None]
    assert [maker.prepare() for _ in games] == [*[True] * (len(games) - 1), False]
    assert maker.prepare() is False


def test_alt_text_reads_as_plain_words():
    assert alt("### Title\n```\n A1 A2\n```\n**Ana** : \\*star\\*\n-# small") == "Title\n A1 A2\nAna : *star*\nsmall"
    assert len(alt("x" * 5000)) == ALT_LIMIT
    assert alt("") == "…"


# ---- lobbies


def shown(table: Table, lang: str = "fr") -> LobbyContent:
    """The content of the picture of a lobby."""
    return content(table, saying(table.game.key, lang, table.names))


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_lobby_that_fits_a_phone(game, lang):
    rules, seen = GAMES[game], set()
    for people in range(1, max(rules.seats) + 1):
        data = draw(shown(lobby_of(rules, dict(enumerate(UGLY[:people]))), lang), rules.emblem)
        image = Image.open(io.BytesIO(data))
        assert image.width == theme.WIDTH
        assert image.height <= 640
        assert len(data) < 40_000
        seen.add(data)
    assert len(seen) == max(rules.seats), "everybody who sits down is seen"
    assert draw(shown(lobby(game, 1), lang), None) not in seen, "without an emblem it has our own sign"


def test_no_seat_has_the_colour_of_a_piece():
    drawn = {colour for _, colour in pixels(draw(shown(lobby("ptipasspass", 6)), None)).getcolors(maxcolors=1 << 20)}
    assert drawn & {*theme.TOKENS.values()} == {theme.PAPER}


def test_seats_teams_and_what_is_missing():
    alone = shown(lobby(people=2))
    assert (alone.places, alone.needed, alone.teams, alone.host) == (6, 3, (), 0)
    pairs = shown(lobby(people=1, teams=True))
    assert (pairs.places, pairs.needed, [seats for _, seats in pairs.teams]) == (4, 4, [(0, 2), (1, 3)])
    assert [seats for _, seats in shown(lobby(people=5, teams=True)).teams] == [(0, 3), (1, 4), (2, 5)]
    assert shown(lobby("cappuccino", 2, two_colours=True)).places == 2
    crowded = choose(lobby("cappuccino", 3), 1, "two_colours", True)
    assert shown(crowded).places == 3, "nobody disappears because an option was changed"


async def test_a_lobby_is_drawn_once_for_its_content(painter):
    pictures, table = PictureCache(painter), lobby(people=2)
    say = saying("trio", "fr", table.names)
    first = await pictures.lobby(table, say)
    assert first is not None
    assert "1. Ana · hôte\n2. Bo" in first.alt
    assert "Il manque encore une personne" in first.alt
    other = choose(table, 1, "pace", "free").but(id=9)
    assert (await pictures.lobby(other, say)) == first, "the picture does not show the pace, nor which table it is"
    assert painter.drawn == 1
    more = join(table, 3, "Chloé")
    await pictures.lobby(more, saying("trio", "fr", more.names))
    assert painter.drawn == 2
    assert await PictureCache(None).lobby(table, say) is None
