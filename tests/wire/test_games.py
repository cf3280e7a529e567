"""Games, lessons, games alone and replays over HTTP and WebSocket: by pressing what is shown, to their end."""

import asyncio
import logging
from random import Random

import pytest

from bot.cli.local import GAMES
from bot.core.facts import OVER, PLAYING
from bot.core.records import verify
from bot.pictures.worker import DrawingWorker, PictureMaker
from bot.sandbox.person import HANG_TIMEOUT_SECONDS
from tests.kit.lessons import TAUGHT
from tests.kit.players import quick_mind
from tests.wire.boards import pictures, private, read
from tests.wire.hall import CATALOGUE, NAMES, ONLOOKER, hall
from tests.wire.players import any_step, learn, newest_panel, play_on, play_out

ALONE = 4
"""Moves that somebody makes in a game alone."""
PRESSED = 40
"""Moves that are made by pressing; the further ones are made without a click, with the same messages."""


@pytest.mark.parametrize("key", CATALOGUE.games)
async def test_a_whole_game(tmp_path, caplog, key):
    caplog.set_level(logging.WARNING)
    game = CATALOGUE.games[key]
    async with hall(tmp_path) as home:
        table = await home.start(key, min(game.seats))
        table = await home.look(await play_on(home, table, quick_mind(), most=PRESSED))
        table = await play_out(home, table)
        assert table.status == OVER
        assert verify(table.record().encode(), CATALOGUE.games) is None
        assert home.sandbox.control.stats()["refused"] == 0
        assert [record.getMessage() for record in caplog.records if record.name.startswith("bot")] == []
        # Somebody who does not play sees the same last board, and never saw anything of the others' hands.
        onlooker = home.people[ONLOOKER]
        board = await home.board(table, onlooker)
        winner = table.names[table.outcome.winners[0]]
        assert winner in read(board)
        assert not any(private(message) for message in onlooker.messages.values())


async def test_what_is_sent_is_what_discord_describes(tmp_path, described):
    """The commands, and the first moves of every game, with each request held against Discord's own description."""
    async with hall(tmp_path, spec=described) as home:
        for key, game in CATALOGUE.games.items():
            table = await home.start(key, max(game.seats))
            table = await play_on(home, table, quick_mind(), most=4)
            await home.revision(table)
            await home.app.tables.change(table.id, lambda table: table.close("host"))
        assert home.sandbox.control.stats()["refused"] == 0


# ---- lessons


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
        assert not any(private(message) for message in home.people[ONLOOKER].messages.values())


async def test_a_lesson_in_direct_messages(tmp_path):
    async with hall(tmp_path) as home:
        person = home.people[NAMES[1]]
        place = (await person.ask("write_to", user=home.sandbox.world.bot.id))["channel_id"]
        await person.until(lambda: any(each["id"] == place for each in person.places["channels"]))
        game = home.app.catalogue.games["pinocchio"]
        shown = [read(page) async for _, page in learn(person, place, game)]
        assert "la leçon est finie" in shown[-1]
        assert home.sandbox.control.stats()["refused"] == 0


# ---- games alone


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

    for _ in range(ALONE):
        panel = await person.until(asking)
        assert private(panel)
        before = panel["components"]
        await person.use(panel, *any_step(panel, rng))
    table = await home.app.tables.get(rows[0].id)
    assert table.revision > 2


# ---- replays


async def test_a_game_is_watched_filmed_posted_and_verified(tmp_path, caplog):
    caplog.set_level(logging.WARNING)
    async with hall(tmp_path, pictures=True) as home:
        table = await home.start("tripot", 2)
        table = await play_out(home, table)
        person = home.people[ONLOOKER]
        board = await home.board(table, person)
        await person.press(board, "Revoir")

        def mine(*words):
            """The newest message that this person alone sees and that says this."""
            found = [each for each in person.messages.values() if private(each)]
            return next((each for each in reversed(found) if all(word in read(each) for word in words)), None)

        viewer = await person.until(lambda: mine("Tout à découvert"))
        assert [file["filename"] for file in viewer["attachments"]] == ["table.png"]
        await person.press(viewer, "▶")
        viewer = await person.until(lambda: mine("Coup 1 sur"))
        eyes = next(each["custom_id"] for each in person.buttons(viewer) if each["custom_id"].endswith("~e"))
        await person.use(viewer, eyes, "s1")
        viewer = await person.until(lambda: mine("Coup 1 sur", "l’a vu"))
        assert [file["filename"] for file in viewer["attachments"]] == ["seat.png"]
        # The film is drawn in a process of its own; it is this person's until they post it.
        await person.press(viewer, "Film")
        await person.until(lambda: mine("Je dessine le film") or mine("Publier dans ce salon"))

        def film():
            found = mine("Le film d’une partie")
            return found if found and found["attachments"] else None

        shown = await person.until(film)
        assert [file["filename"] for file in shown["attachments"]] == ["film.gif"]
        player = home.person(table, 0)
        assert not any("film.gif" in str(each["attachments"]) for each in player.messages.values())
        await person.press(shown, "Publier dans ce salon")
        await player.until(lambda: any("film.gif" in str(each["attachments"]) for each in player.messages.values()))
        await player.command(GAMES, "verifier", fichier=0, files={"partie": table.record().encode()})
        await player.until(lambda: any(private(each) and table.seal in read(each) for each in player.messages.values()))
        assert home.sandbox.control.stats()["refused"] == 0
        assert [record.getMessage() for record in caplog.records if record.name.startswith("bot")] == []
