"""Films on Discord: drawn once, shown privately, posted on request."""

import io
from typing import Any

from PIL import Image

from bot.core.facts import PLAYING
from bot.core.table import Table
from bot.pages.address import Address
from bot.pictures.worker import DrawingWorker
from bot.workers import WorkerDied
from cogs.replays.pages import POST
from cogs.replays.replay import OPENED
from tests.kit.house import House, buttons, forged, read, told
from tests.kit.replays import HeldProcesses, files, finished, watch


def held_worker(home: House) -> HeldProcesses:
    worker = home.cog("ReplaysCog")._films._processes = HeldProcesses()
    home.app.drawing_worker = DrawingWorker("cogs")
    return worker


def beside(page: Any, result: Any) -> list[Any]:
    """What answers a click besides the page that was clicked on."""
    return [answer for answer in (result.response, *result.followups) if answer and answer.id != page.id]


async def asked(home: House, person: Any) -> tuple[HeldProcesses, Table, Any, Any]:
    """Somebody asks for the film of a finished game: who draws it, the table, the viewer, and the click."""
    table, worker = await finished(home), held_worker(home)
    page = await watch(home, table, person)
    return worker, table, page, await person.click(page, label="Film")


def gif() -> bytes:
    file = io.BytesIO()
    Image.new("P", (4, 4)).save(file, "GIF")
    return file.getvalue()


async def test_a_film_is_drawn_once_shown_privately_and_posted_on_request(home: House):
    person = home.people[0]
    worker, table, page, result = await asked(home, person)
    (told_to,) = beside(page, result)
    assert told_to.ephemeral
    assert "Le film sera dessiné dans un instant" in read(told_to)
    worker.tell[0]((9, 40))
    await home.env.advance_time(2)
    assert "9 images sur 40" in read(told_to)
    # Somebody else asks for the same film meanwhile: it is one.
    other = await home.people[1].click(await watch(home, table, home.people[1]), label="Film")
    ((content, *_, lang, eyes, _),) = worker.asked
    assert (content.game, content.names, lang, eyes) == ("pinocchio", table.names, "fr", OPENED)
    before = home.board(table).id
    worker.let[0].set_result(gif())
    await home.env.advance_time(2)
    assert [file["filename"] for file in files(home, told_to)] == ["film.gif"]
    assert "Publier dans ce salon" in buttons(told_to)
    assert home.board(table).id == before, "nobody else has seen it"
    assert other
    # From now on it is there at once.
    again = await person.click(page, label="Film")
    assert len(worker.let) == 1
    assert again
    await person.click(told_to, label="Publier dans ce salon")
    newest = home.board(table)
    assert [file.filename for file in newest.attachments] == ["film.gif"]
    assert f"<@{person.id}>" in read(newest)
    assert "Le film est dans le salon" in read(told_to)
    assert "Publier dans ce salon" not in buttons(told_to)


async def test_whoever_asks_for_many_films_has_one_drawn_at_a_time(home: House):
    first, second = await finished(home), await finished(home)
    worker, person = held_worker(home), home.people[0]
    pages = [await watch(home, table, person) for table in (first, second)]
    await person.click(pages[0], label="Film")
    assert "se dessine déjà pour toi" in told(await person.click(pages[1], label="Film"))
    assert len(worker.let) == 1
    await home.people[1].click(await watch(home, second, home.people[1]), label="Film")
    assert len(worker.let) == 2, "others have theirs"
    await person.click(pages[1], label="Film")
    assert len(worker.let) == 2, "and what is drawn for others is theirs too"
    worker.let[0].set_result(gif())
    await home.env.advance_time(2)
    third = await finished(home)
    await person.click(await watch(home, third, person), label="Film")
    assert len(worker.let) == 3


async def test_a_film_that_fails_is_told_kindly(home: House):
    worker, _, page, result = await asked(home, home.people[0])
    worker.let[0].set_exception(WorkerDied())
    await home.env.advance_time(2)
    assert any("n’a pas pu être dessiné" in read(answer) for answer in beside(page, result))


async def test_who_may_not_write_does_not_post_a_film(home: House):
    person = home.people[5]
    home.forbid("send_messages", "send_messages_in_threads", person=person)
    worker, table, page, result = await asked(home, person)
    worker.let[0].set_result(gif())
    await home.env.advance_time(2)
    (film,) = beside(page, result)
    before = home.board(table).id
    refused = await person.click(film, label="Publier dans ce salon")
    assert "Tu ne peux pas envoyer de fichiers" in told(refused)
    assert home.board(table).id == before
    home.allow_all(person)
    await home.mod.slash(home.channel, "config bannir", personne=person)
    assert "ne te laisse pas" in told(await person.click(film, label="Publier dans ce salon"))
    assert home.board(table).id == before


async def test_without_pictures_there_are_no_films(home: House):
    table = await finished(home)
    page = await watch(home, table, home.people[0])
    assert "il n’y a pas de film" in told(await home.people[0].click(page, label="Film"))


async def test_the_film_of_a_private_table_is_posted_in_its_thread_only(home: House):
    table, worker, person = await finished(home), held_worker(home), home.people[0]
    await home.after(table, lambda table: table.with_facts(public=False))
    page = (await person.slash(home.channel, "aide")).response
    result = await forged(person, page, Address("film", table.id))
    worker.let[0].set_result(gif())
    await home.env.advance_time(2)
    assert not any("Publier dans ce salon" in buttons(answer) for answer in beside(page, result))
    before = len(home.public())
    post = Address("film", table.id, path=(POST,))
    assert "Cette partie s’est jouée dans un fil privé" in told(await forged(person, page, post))
    assert len(home.public()) == before
    page = await watch(home, table, person)
    (film,) = beside(page, await person.click(page, label="Film"))
    await person.click(film, label="Publier dans ce salon")
    assert [file.filename for file in home.board(table).attachments] == ["film.gif"]
    # Neither is a game continued from it, nor one continued from that, posted elsewhere.
    for number in (1, 2):
        page = (await person.slash(home.channel, "aide")).response
        await forged(person, page, Address("onward", table.id, 20, ("x",)))
        (table,) = await home.app.tables.of(person.id, (PLAYING,))
        await home.after(table, lambda table: table.close("host"))
        page = (await person.slash(home.channel, "aide")).response
        await forged(person, page, Address("film", table.id))
        worker.let[number].set_result(gif())
        await home.env.advance_time(2)
        refused = await forged(person, page, Address("film", table.id, path=(POST,)))
        assert "Cette partie s’est jouée dans un fil privé" in told(refused)
    assert len(home.public()) == before + 1, "the film in the thread"
