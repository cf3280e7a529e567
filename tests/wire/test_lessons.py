"""Every lesson over HTTP and WebSocket: with its pictures in a channel, and in direct messages."""

import pytest

from bot.cli.local import GAMES
from bot.pictures.worker import DrawingWorker, PictureMaker
from tests.kit.lessons import TAUGHT
from tests.wire.boards import pictures, private, read
from tests.wire.hall import CATALOGUE, NAMES, hall
from tests.wire.players import learn


@pytest.fixture
def drawn_here(monkeypatch):
    """Draw in this process: the drawing worker has its own tests."""
    maker = PictureMaker(CATALOGUE.package)

    async def draw(_worker, questions):
        return maker.answer(questions)

    monkeypatch.setattr(DrawingWorker, "draw", draw)


@pytest.mark.usefixtures("drawn_here")
@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.key)
async def test_a_whole_lesson_with_its_pictures(tmp_path, game):
    async with hall(tmp_path, pictures=True) as home:
        person = home.people[NAMES[0]]
        pages = [each async for each in learn(person, person.channel(GAMES), game)]
        shown = [read(page) for _, page in pages]
        assert "la leçon est finie" in shown[-1]
        assert len(set(shown)) == len(shown), "every press shows something new"
        for _, page in pages:
            [drawn] = pictures(page)
            assert drawn["description"]
        assert home.sandbox.control.stats()["refused"] == 0
        assert not any(private(message) for message in home.people["Maëlle"].messages.values())


async def test_a_lesson_in_direct_messages(tmp_path):
    async with hall(tmp_path) as home:
        person = home.people[NAMES[1]]
        place = (await person.ask("write_to", user=home.sandbox.world.bot.id))["channel_id"]
        await person.until(lambda: any(each["id"] == place for each in person.places["channels"]))
        game = home.app.catalogue.games["pinocchio"]
        shown = [read(page) async for _, page in learn(person, place, game)]
        assert "la leçon est finie" in shown[-1]
        assert home.sandbox.control.stats()["refused"] == 0
