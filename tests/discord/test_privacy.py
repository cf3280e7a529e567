"""``/confidentialite``: what is kept, a copy of it, no ranking, and being forgotten."""

import pytest

from bot.core.status import PLAYING
from bot.core.table import Table
from bot.service.store.results import HIDDEN
from tests.kit.house import ENGLISH, House, buttons, plain, read, told
from tests.kit.players import in_phase, played_out
from tests.kit.replays import finished


@pytest.mark.parametrize(
    ("english", "command", "words"),
    [(False, "confidentialite", ("Ce que je garde", "Exporter")), (True, "confidentialite", ("What I keep", "Export"))],
)
async def test_what_is_kept_is_said_in_both_languages(home: House, english, command, words):
    if english:
        ENGLISH.add(home.people[0].id)
    shown = told(await home.people[0].slash(home.channel, command))
    assert all(word in shown for word in words)


async def test_a_copy_of_everything_is_for_their_eyes_only(home: House):
    await in_phase(home, "pinocchio", 3, {}, "judge")
    page = (await home.people[0].slash(home.channel, "confidentialite")).response
    result = await home.people[0].click(page, custom_id=buttons(page)["Exporter"])
    assert "Voici tout" in told(result)
    answers = [each for each in (result.response, *result.followups) if each is not None]
    assert all(answer.ephemeral for answer in answers)


async def test_nobody_is_ranked_who_does_not_want_to_be(home: House):
    person = home.people[0]
    page = (await person.slash(home.channel, "confidentialite")).response
    await person.click(page, custom_id=buttons(page)["Ne pas me classer"])
    assert await home.bot.store.get(HIDDEN, person.id) is not None
    assert "aucun classement" in read(page)
    await person.click(page, custom_id=buttons(page)["Me classer de nouveau"])
    assert await home.bot.store.get(HIDDEN, person.id) is None


async def test_others_are_counted_anew_at_once_when_somebody_is_forgotten(home: House):
    table = await in_phase(home, "pinocchio", 3, {}, "judge")
    await played_out(home, table)
    await home.env.advance_time(5)
    guild, store = home.guild.id, home.bot.store
    before = {line.standing.user: line.standing for line in (await store.ranking(guild, "pinocchio", 0, 0, 10))[1]}
    assert set(before) == {person.id for person in home.people[:3]}
    gone = home.person(table, 2)
    page = (await gone.slash(home.channel, "confidentialite")).response
    for _ in range(2):
        await gone.click(page, custom_id=buttons(page)["Tout effacer"])
    # Nobody asks for a ranking, and no other game ends.
    await home.env.advance_time(5)
    assert await store.to_count() is None
    after = {line.standing.user: line.standing for line in (await store.ranking(guild, "pinocchio", 0, 0, 10))[1]}
    assert set(after) == set(before) - {gone.id}


async def test_whoever_is_forgotten_is_somebody_and_the_game_goes_on(home: House):
    table = await in_phase(home, "pinocchio", 3, {}, "judge")
    person = home.person(table, 2)
    page = (await person.slash(home.channel, "confidentialite")).response
    await person.click(page, custom_id=buttons(page)["Tout effacer"])
    assert "quitt" in read(page), "it is asked first"
    assert (await home.now(table)).seat_of(person.id) == 2
    await person.click(page, custom_id=buttons(page)["Tout effacer"])
    assert "effacé" in read(page)
    table = await home.now(table)
    assert table.status == PLAYING
    assert table.seat_of(person.id) is None
    assert await home.bot.store.of_user(person.id, (PLAYING,)) == []
    board = plain(read(home.board(table)))
    assert "quelqu’un" in board
    assert "Chloé" not in board
    refused = told(await person.click(home.board(table), label="Ma main"))
    assert refused
    assert "référence" not in refused


@pytest.mark.parametrize(("game", "phase"), [("pinocchio", "judge"), ("tripot", "challenge"), ("ptipasspass", "aim")])
async def test_what_is_retold_does_not_name_who_was_forgotten(home: House, game: str, phase: str):
    def names_her(table: Table) -> bool:
        say = home.bot.words.say(game, "fr", table.names)
        return any("Chloé" in line for line, _ in table.recaps(say))

    table = await in_phase(home, game, 3, {}, phase, names_her)
    await home.bot.forget_person(home.person(table, 2).id)
    await home.bot.publisher.painted()
    board = plain(read(home.board(await home.now(table))))
    assert "quelqu’un" in board
    assert "Chloé" not in board


async def test_a_rematch_has_no_seat_for_who_was_forgotten(home: House):
    table = await finished(home)
    await home.bot.forget_person(home.people[2].id)
    await home.people[0].click(home.board(table), label="Revanche")
    lobbies = await home.bot.tables.of(home.people[0].id, ("lobby",))
    assert [len(lobby.users) for lobby in lobbies] == [2]
