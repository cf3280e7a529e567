"""A finished game seen again over HTTP and WebSocket: the viewer with its pictures, a real film, a record."""

import logging

from bot.cli.local import GAMES
from tests.wire.boards import private, read
from tests.wire.hall import ONLOOKER, hall
from tests.wire.players import play_out


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
