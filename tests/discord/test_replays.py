"""Games that have ended, seen again on Discord: the viewer, the list of one's games, films, and records from files."""

import asyncio
import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from bot.core.facts import PLAYING
from bot.core.table import Table
from bot.pages.address import Address
from bot.pictures.worker import DrawingWorker
from bot.workers import WorkerDied
from cogs.replays import commands as module
from cogs.replays import pages
from cogs.replays import replay as jobs
from cogs.replays.pages import POST
from cogs.replays.replay import OPENED, Replay, TurningPoint, turning_points
from tests.kit.house import ENGLISH, House, answer_to, buttons, forged, leading, menus, read, told
from tests.kit.moments import CATALOGUE
from tests.kit.players import finished, play_alone, played_out


async def watch(home: House, table: Table, person: Any) -> Any:
    board = home.board(table)
    result = await person.click(board, custom_id=leading(board, "replay"))
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


def files(home: House, message: Any) -> list[Any]:
    places = home.env.backend.messages.values()
    return next(list(each.attachments) for place in places for each in place.values() if each.id == message.id)


class HeldProcesses:
    """Worker processes that answer when a test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.tell: list[Callable[[tuple[int, int]], None]] = []
        self.let: list[asyncio.Future[Any]] = []

    async def ask(self, question: Any, *, timeout: float, progress: Callable[[tuple[int, int]], None]) -> Any:  # noqa: ARG002, ASYNC109
        future = asyncio.get_running_loop().create_future()
        self.asked.append(question[1])
        self.tell.append(progress)
        self.let.append(future)
        while not future.done():  # noqa: ASYNC110, the simulated clock knows timers
            await asyncio.sleep(0.5)
        return future.result()

    def close(self) -> None:
        """Nothing is asked."""


@pytest.mark.parametrize(("game", "seats"), [("cappuccino", 2), ("trio", 3)])
async def test_a_game_can_be_seen_again_by_everybody(home: House, game, seats):
    table = await finished(home, game, seats)
    replay = Replay(table)
    # Somebody who never sat there, too.
    for person in (home.people[0], home.people[5]):
        page = await watch(home, table, person)
        assert "La donne · Tout à découvert" in read(page)
        await person.click(page, label="▶")
        assert f"Coup 1 sur {table.revision - 1}" in read(page)
        await person.click(page, label="⏭")
        assert f"Coup {table.revision - 1} sur {table.revision - 1}" in read(page)
        await person.click(page, label="◀")
        assert f"Coup {table.revision - 2} sur" in read(page)
        jump = next(custom_id for custom_id in menus(page) if custom_id.endswith("~k"))
        offered = menus(page)[jump]
        await person.select(page, [offered[0]], custom_id=jump)
        assert f"Coup {int(offered[0][1:]) - 1} sur" in read(page)
        assert int(offered[0][1:]) in replay.moments
        if replay.game.opened:
            (eyes,) = (custom_id for custom_id in menus(page) if custom_id.endswith("~e"))
            await person.select(page, ["s1"], custom_id=eyes)
            assert f"Comme {table.names[1]} l’a vu" in read(page)
        await person.click(page, label="⏮")
        assert "La donne" in read(page)


# ---- who may look


async def test_there_is_no_viewer_while_a_game_is_played(home: House):
    table = await home.start("pinocchio", 3)
    assert not [i for i in buttons(home.board(table)).values() if i.startswith(("replay:", "film:"))]
    for person in (home.people[0], home.people[5]):
        for verb in ("replay", "film"):
            for path in ((), ("x",), ("s1",), ("o", "p2")):
                answer = await answer_to(home, person, Address(verb, table.id, 1, path))
                assert "n’est pas finie" in answer
                assert "à découvert" not in answer
    lobby = await home.lobby("trio", 2)
    number = (await home.app.store.of_user(home.people[0].id, ("lobby",)))[0].id
    assert lobby
    assert "n’est pas finie" in await answer_to(home, home.people[0], Address("replay", number))
    assert (await home.now(table)).status == PLAYING


async def test_addresses_that_were_made_up_and_games_played_alone_lead_nowhere(home: House):
    table = await finished(home)
    person = home.people[0]
    for path in (("s7",), ("s3",), ("q",), ("opened",)):
        assert "version plus ancienne" in await answer_to(home, person, Address("replay", table.id, 1, path))
    assert f"Coup {table.revision - 1} sur" in await answer_to(home, person, Address("replay", table.id, 10**9, ("o",)))
    assert "n’existe plus" in await answer_to(home, person, Address("replay", 10**12))
    assert "n’ai plus cette partie" in await answer_to(home, person, Address("review", path=("f" * 12, "x")))
    assert "n’ai plus cette partie" in await answer_to(home, person, Address("reel", path=()))
    assert "version plus ancienne" in await answer_to(home, person, Address("watch", path=("7",)))
    await home.after(table, lambda table: table.with_facts(alone=True))
    assert "version plus ancienne" in await answer_to(home, home.people[5], Address("replay", table.id))
    assert "Tout à découvert" in await answer_to(home, home.people[0], Address("replay", table.id))


async def test_other_servers_games_are_seen_by_those_who_played_them(home: House):
    table = await finished(home)
    other = home.env.create_guild(name="Ailleurs")
    there = other.create_text_channel("jeux")
    stranger = other.add_member(home.env.create_user("Inconnue"))
    traveller = other.add_member(home.people[1].user if hasattr(home.people[1], "user") else home.people[1])
    listed = (await traveller.slash(there, "parties")).response
    (menu,) = menus(listed)
    result = await traveller.select(listed, [f"t{table.id}"], custom_id=menu)
    assert "Tout à découvert" in read(listed) + told(result)
    mine = (await stranger.slash(there, "aide")).response
    assert "version plus ancienne" in told(await forged(stranger, mine, Address("replay", table.id)))


async def test_own_decisions_are_judged_from_what_was_known_then(home: House):
    table = await finished(home, "pinocchio", 3)
    replay, person = Replay(table), home.people[0]
    seat = table.seat_of(person.id)
    own = [place for place in range(2, replay.length + 1) if (turn := replay.decision(place)) and turn.seat == seat]
    judged = next(place for place in own if replay.view(place - 1, None).phase == "judge")
    page = await watch(home, table, person)
    at = Address("replay", table.id, judged, (f"s{seat}", "on"))
    await forged(person, page, at)
    await person.click(page, custom_id=buttons(page)["Que savais-tu ?"])
    assert "D’après ce que tu pouvais savoir" in read(page)
    number, asked_seat, request = home.app.decisions._thinker.asked[-1]
    assert (number, asked_seat, len(request.views)) == (table.id, seat, judged - 1)
    # Not through other eyes, not at others' moves, and for nobody else.
    other = next(place for place in range(2, replay.length) if place not in own)
    for who, revision, eyes in (
        (person, judged, "x"),
        (person, other, f"s{seat}"),
        (home.people[1], judged, f"s{seat}"),
    ):
        page = await watch(home, table, who)
        await forged(who, page, Address("replay", table.id, revision, (eyes, "judge")))
        assert "🔎" not in read(page)
        assert "Que savais-tu" not in read(page)
    assert home.app.decisions._thinker.asked[-1][2] == request


async def test_turning_points_are_marked_and_one_jumps_from_one_to_the_next(home: House):
    table, finder = await finished(home, "pinocchio", 3), HeldProcesses()
    home.cog("ReplaysCog")._turns._processes = finder
    page = await watch(home, table, home.people[5])
    assert "⚡" not in read(page)
    seen = []
    await home.people[5].click(page, label="Tournant")
    finder.let[0].set_result(turning_points(CATALOGUE, None, *finder.asked[0]))
    await home.env.advance_time(2)
    for number in (1, 2):
        assert f"⚡ {number}/" in read(page)
        assert "pouvait savoir qu’un autre choix réussissait" in read(page)
        seen.append(next(line for line in read(page).split("\n") if "Coup" in line and "⚡" in line))
        await home.people[5].click(page, label="Tournant")
    assert len({*seen}) == 2


async def test_turning_points_are_searched_once_for_all_and_again_after_a_failure(home: House, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_JOBS", 1)
    table, other = await finished(home), await finished(home)
    finder = home.cog("ReplaysCog")._turns._processes = HeldProcesses()
    people = [home.people[0], home.people[5]]
    pages = [await watch(home, table, person) for person in people]
    answers = [await person.click(page, label="Tournant") for person, page in zip(people, pages, strict=True)]
    busy = await people[0].click(await watch(home, other, people[0]), label="Tournant")
    assert "très demandée" in told(busy)
    assert len(finder.let) == 1
    finder.let[0].set_exception(TimeoutError())
    await home.env.advance_time(2)
    assert all("Aucun jugement" in told(answer) for answer in answers)
    await people[0].click(pages[0], label="Tournant")
    finder.let[1].set_result([TurningPoint(9, 0, 0.5)])
    await home.env.advance_time(2)
    assert "⚡ 1/1" in read(pages[0])
    await people[1].click(pages[1], label="Tournant")
    assert "⚡ 1/1" in read(pages[1])
    assert len(finder.let) == 2


async def test_a_game_goes_on_from_any_moment_and_counts_for_nothing(home: House):
    old = await finished(home, "pinocchio", 3)
    person = home.people[0]
    listed = told(await person.slash(home.channel, "parties"))
    page = await watch(home, old, person)
    await forged(person, page, Address("replay", old.id, 30, ("s0", "on")))
    result = await person.click(page, label="Rejouer d’ici")
    (table,) = [each for each in await home.app.tables.of(person.id, (PLAYING,)) if each.facts.feature == "replays"]
    assert [turn.move for turn in table.log] == [turn.move for turn in old.log[:30]]
    assert table.alone
    assert not table.facts.counts
    assert table.seat_of(person.id) == 0
    panel = result.response or page
    assert "ne compte pour rien" in read(panel)
    assert read(panel).startswith("### Ne compte pas · Pinocchio · ")
    assert "Partie d’origine" in buttons(panel)
    table = await play_alone(home, table, panel)
    assert table.outcome
    assert "elle ne compte pour rien" in read(panel)
    assert {each.table for each in await home.app.store.results_of(person.id, None, 10)} == {old.id}
    assert await home.app.store.played_alone(person.id) == []
    assert told(await person.slash(home.channel, "parties")) == listed


async def test_a_player_may_choose_differently_from_their_own_decision_on(home: House):
    old, person = await finished(home, "pinocchio", 3), home.people[0]
    decided = next(number for number, turn in enumerate(old.log) if number > 5 and turn.seat == 0)
    page = await watch(home, old, person)
    await forged(person, page, Address("replay", old.id, decided + 1, ("s0", "on")))
    assert "Rejouer d’ici" not in buttons(page)
    await person.click(page, label="Choisir autrement")
    (table,) = [each for each in await home.app.tables.of(person.id, (PLAYING,)) if each.facts.feature == "replays"]
    assert [turn.move for turn in table.log] == [turn.move for turn in old.log[:decided]]
    assert 0 in table.to_act


async def test_no_game_goes_on_whose_deal_is_still_sealed_or_that_one_may_not_see(home: House):
    old = await finished(home, "pinocchio", 3)
    address = Address("onward", old.id, 30, ("x",))
    await home.after(old, lambda table: table.with_facts(alone=True))
    assert "version plus ancienne" in await answer_to(home, home.people[5], address)
    sealed = home.env.now().timestamp() + 3600
    await home.after(old, lambda table: table.with_facts(sealed_until=sealed))
    assert "reprends" not in await answer_to(home, home.people[0], address)
    assert not await home.app.tables.of(home.people[0].id, (PLAYING,))
    await home.after(old, lambda table: table.with_facts(sealed_until=0.0))
    assert "À partir du coup 29, tu es" in await answer_to(home, home.people[0], address)


async def test_whoever_is_forgotten_is_somebody_in_open_viewers_too(home: House):
    table = await finished(home)
    gone = table.users[1]
    page = await watch(home, table, home.people[0])
    assert table.names[1] in read(page)
    person = next(person for person in home.people if person.id == gone)
    await person.slash(home.channel, "verifier", fichier=("p", table.record().encode()))
    assert b"tablee/1" in await home.cog("PrivacyCog").privacy.export(gone)
    await home.does(home.cog("PrivacyCog").erase, gone)
    await home.people[0].click(page, label="▶")
    assert table.names[1] not in read(page)
    assert "quelqu’un" in read(page)
    assert await home.app.store.get(module.KIND, gone) is None
    assert "encore fini aucune" in told(await person.slash(home.channel, "parties"))
    listed = told(await home.people[0].slash(home.channel, "parties"))
    assert "quelqu’un" in listed
    assert table.names[1] not in listed


# ---- /parties


async def test_the_list_has_ones_games_newest_first_and_pages(home: House, monkeypatch):
    monkeypatch.setattr(pages, "EACH", 3)
    tables = [await finished(home, "cappuccino", 2) for _ in range(4)]
    await finished(home, "pinocchio", 3)
    person = home.people[0]
    page = (await person.slash(home.channel, "parties")).response
    text = read(page)
    assert text.index("Pinocchio") < text.index("Cappuccino")
    assert "Bo" in text
    assert "Chloé" in text
    (menu,) = menus(page)
    assert menus(page)[menu][1:] == [f"t{table.id}" for table in reversed(tables[2:])]
    assert "Les plus récentes" not in buttons(page)
    await person.click(page, label="Plus anciennes")
    (menu,) = menus(page)
    assert menus(page)[menu] == [f"t{table.id}" for table in reversed(tables[:2])]
    assert "Plus anciennes" not in buttons(page)
    await person.click(page, label="Les plus récentes")
    assert "Pinocchio" in read(page)
    assert "encore fini aucune" in told(await home.people[4].slash(home.channel, "parties"))


async def test_the_list_in_english_counts_opponents(home: House):
    person = home.people[0]
    ENGLISH.add(person.id)
    assert "You have not finished" in told(await person.slash(home.channel, "parties"))
    page = (await person.slash(home.channel, "jouer", jeu="tripot", niveau="novice")).response
    await played_out(home, await home.table_of(person))
    listed = told(await person.slash(home.channel, "parties"))
    assert "Your games" in listed
    assert "2 novice opponents" in listed
    assert "-#" not in listed
    assert page


# ---- films


def held_worker(home: House) -> HeldProcesses:
    worker = home.cog("ReplaysCog")._films._processes = HeldProcesses()
    home.app.drawing_worker = DrawingWorker("cogs")
    return worker


def beside(page: Any, result: Any) -> list[Any]:
    """The answers to a click besides the page that was clicked on."""
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


# ---- records from files


async def test_a_record_is_checked_and_opens_its_game(home: House):
    table = await finished(home)
    data = table.record().encode() + b"\n"
    person = home.people[4]
    page = (await person.slash(home.channel, "verifier", fichier=("partie.jsonl", data))).response
    text = read(page)
    assert page.ephemeral
    assert "La partie est valable" in text
    assert table.seal in text
    assert "Joueur 1" in text
    await home.restart()
    await person.click(page, label="▶")
    assert f"Coup 1 sur {table.revision - 1} · Tout à découvert" in read(page)
    (eyes,) = (custom_id for custom_id in menus(page) if custom_id.endswith("~e"))
    await person.select(page, ["s2"], custom_id=eyes)
    assert "Comme Joueur 3 l’a vu" in read(page)
    # Nobody else has it, whatever they send.
    marked = module.mark(data.strip())
    assert "n’ai plus cette partie" in await answer_to(home, home.people[0], Address("review", path=(marked,)))
    # Another one takes its place.
    half = (await finished(home, "cappuccino", 2)).record().encode()
    await person.slash(home.channel, "verifier", fichier=("autre.jsonl", half))
    result = await person.click(page, label="▶")
    assert "n’ai plus cette partie" in told(result) + read(page)


async def test_a_record_is_kept_for_a_while(home: House, monkeypatch):
    monkeypatch.setattr(module, "RETENTION_SECONDS", 3600)
    table = await finished(home)
    person = home.people[4]
    page = (await person.slash(home.channel, "verifier", fichier=("p", table.record().encode()))).response
    await home.people[0].slash(home.channel, "verifier", fichier=("p", table.record().encode()))
    await home.restart(down=3600 - 60)
    await person.click(page, label="▶")
    assert "Coup 1 sur" in read(page)
    await home.env.advance_time(120)
    result = await person.click(page, label="▶")
    assert "n’ai plus cette partie" in told(result) + read(page)
    await home.restart()
    assert await home.app.store.documents(module.KIND) == [], "also of who does not ask for it any more"


HOSTILE = {
    "nothing": (b"", "n’est pas une partie"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "n’est pas une partie"),
    "deep": (b'{"format":' + b"[" * 100_000, "n’est pas une partie"),
    "a number": (b"9" * 100_000, "n’est pas une partie"),
    "large": (b" " * (256 * 1024 + 1), "256 Ko au plus"),
    "twice": (b'{"format":1,"format":2}', "n’est pas une partie"),
    "markdown": (b'{"`@everyone`<@1>":1}', "n’est pas une partie"),
}


async def test_files_that_are_no_games_are_refused_kindly(home: House):
    person = home.people[0]
    for name, (data, words) in HOSTILE.items():
        answer = told(await person.slash(home.channel, "verifier", fichier=(name, data)))
        assert words in answer, name
        assert "référence" not in answer, name
        assert "`" not in answer, "nothing of it is repeated"
    table = await finished(home)
    record = table.record().encode()
    bad = {
        "coup 0": record.replace(b'"first":', b'"last":', 1),
        "Le résultat": record.replace(b'"winners":[', b'"winners":[9,'),
        "Le sceau": record.replace(f'"sha256":"{table.seal}'.encode(), b'"sha256":"' + b"0" * 64),
    }
    for words, data in bad.items():
        assert data != record
        assert words in told(await person.slash(home.channel, "verifier", fichier=("x", data)))
    assert await home.app.store.get(module.KIND, person.id) is None
    ENGLISH.add(person.id)
    answer = told(await person.slash(home.channel, "verifier", fichier=("x", b"{}")))
    assert "This file is no game" in answer


async def test_checking_is_given_up_in_time_and_a_crowd_is_sent_away(home: House, monkeypatch):
    table = await finished(home)
    monkeypatch.setattr(module, "CHECK_TIMEOUT_SECONDS", -1)
    answer = told(await home.people[0].slash(home.channel, "verifier", fichier=("x", table.record().encode())))
    assert "prend trop de temps" in answer
    monkeypatch.setattr(module, "MAX_WAITING", 0)
    answer = told(await home.people[0].slash(home.channel, "verifier", fichier=("x", table.record().encode())))
    assert "réessaie dans un instant" in answer
