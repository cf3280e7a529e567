"""``/confidentialite``: what is kept, a copy of it, no ranking, and being forgotten."""

from typing import Any

import pytest

from bot.core.facts import PLAYING
from bot.store.results import HIDDEN
from tests.kit.house import House, buttons, plain, read, told
from tests.kit.players import finished, in_phase, open_hand, played_out


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
    assert await home.app.store.get(HIDDEN, person.id) is not None
    assert "aucun classement" in read(page)
    await person.click(page, custom_id=buttons(page)["Me classer de nouveau"])
    assert await home.app.store.get(HIDDEN, person.id) is None


async def test_others_are_counted_anew_at_once_when_somebody_is_forgotten(home: House):
    table = await in_phase(home, "pinocchio", 3, {}, "judge")
    await played_out(home, table)
    await home.env.advance_time(5)
    guild, store = home.guild.id, home.app.store
    before = {line.standing.user: line.standing for line in (await store.ranking(guild, "pinocchio", 0, 0, 10))[1]}
    assert set(before) == {person.id for person in home.people[:3]}
    gone = home.person(table, 2)
    await erased(home, gone)
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
    assert await home.app.store.of_user(person.id, (PLAYING,)) == []
    board = plain(read(home.board(table)))
    assert "quelqu’un" in board
    assert "Chloé" not in board
    refused = told(await person.click(home.board(table), label="Ma main"))
    assert refused
    assert "référence" not in refused


async def test_a_rematch_has_no_seat_for_who_was_forgotten(home: House):
    table = await finished(home)
    await home.cog("PrivacyCog").erase(home.people[2].id)
    await home.people[0].click(home.board(table), label="Revanche")
    lobbies = await home.app.tables.of(home.people[0].id, ("lobby",))
    assert [len(lobby.users) for lobby in lobbies] == [2]


GONE = "Chloé"


async def erased(home: House, person: Any) -> None:
    """Somebody erases all that is kept of them, by the buttons, and time goes on a little."""
    page = (await person.slash(home.channel, "confidentialite")).response
    for _ in range(2):
        await person.click(page, custom_id=buttons(page)["Tout effacer"])
    assert "effacé" in read(page)
    await home.env.settle()


def naming(home: House, *places: int) -> list[str]:
    """The public messages that name her."""
    return [text for message in home.public(*places) if GONE in (text := read(message))]


@pytest.mark.parametrize("where", ["seat", "host", "waiting"])
async def test_an_open_lobby_names_nobody_who_was_erased(home: House, where: str):
    person = home.people[2]
    if where == "host":
        lobby = (await person.slash(home.channel, "trio nouvelle")).response
        await home.people[0].click(lobby, label="Rejoindre")
    else:
        others = [each for each in home.people if each is not person]
        lobby = (await others[0].slash(home.channel, "cappuccino nouvelle")).response
        for each in others[1 : 4 if where == "waiting" else 2]:
            await each.click(lobby, label="Rejoindre")
        await person.click(lobby, label="Rejoindre")
    assert naming(home)
    await erased(home, person)
    assert not naming(home)
    assert "Ana" in read(lobby)


@pytest.mark.parametrize("threads", [True, False])
async def test_the_message_of_a_lobby_that_has_begun_is_repainted_too(home: House, threads):
    if not threads:
        home.forbid("create_public_threads")
    await home.start("pinocchio", 3)
    assert naming(home, home.channel.id)
    await erased(home, home.people[2])
    assert not naming(home)


async def test_a_panel_in_the_middle_of_a_choice_is_repainted(home: House):
    table = await in_phase(home, "cappuccino", 3, {}, "stack", lambda table: table.to_act != (2,))
    seat = table.to_act[0]
    panel = await open_hand(home, table, seat)
    custom_id = next(each for each in buttons(panel).values() if each.startswith("play:"))
    await home.person(table, seat).click(panel, custom_id=custom_id)
    steps = home.app.seats._open[table.id, table.users[seat]].steps
    named = GONE in read(panel)
    await erased(home, home.people[2])
    assert GONE not in read(panel)
    assert home.app.seats._open[table.id, table.users[seat]].steps == steps, "what was chosen stays chosen"
    assert named


async def test_results_name_nobody_who_was_erased_and_nothing_is_posted_anew(home: House):
    results = await home.results_channel()
    table = await finished(home, "pinocchio", 3)
    assert naming(home, table.place)
    assert naming(home, results.id)
    assert naming(home, home.channel.id)
    await home.env.advance_time(3 * 24 * 3600)
    before = [message.id for message in home.public()]
    await erased(home, home.people[2])
    await home.env.advance_time(1)
    assert not naming(home)
    assert [message.id for message in home.public()] == before
    assert await home.app.store.behind() == []
    assert "quelqu’un" in plain(read(home.board(table)))


@pytest.mark.parametrize("others", [0, 1])
async def test_whoever_is_erased_while_the_result_is_painted_is_not_named(home: House, monkeypatch, others: int):
    results = await home.results_channel()
    boards = home.app.boards
    # While the end of the game is revision, or while it is repainted because another person was erased.
    name = "_result_page" if others else "_post_result"
    if others:
        await finished(home, "pinocchio", 3)
        await home.env.advance_time(60)
    working = getattr(boards, name)

    async def erasing(*given: Any) -> Any:
        monkeypatch.setattr(boards, name, working)
        revision = await working(*given)
        await home.cog("PrivacyCog").erase(home.people[2].id)
        return revision

    monkeypatch.setattr(boards, name, erasing)
    if others:
        await erased(home, home.people[1])
    else:
        await finished(home, "pinocchio", 3)
    await home.env.advance_time(60)
    assert getattr(boards, name) == working
    assert home.public(results.id)
    assert not naming(home)
    assert await home.app.store.behind() == []


async def test_whoever_is_erased_at_once_after_the_game_is_not_named(home: House):
    results = await home.results_channel()
    table = await finished(home, "pinocchio", 3)
    assert table.row.shown != table.revision
    await erased(home, home.people[2])
    await home.env.advance_time(60)
    assert home.public(results.id)
    assert not naming(home)
    assert await home.app.store.behind() == []


async def test_a_result_in_an_archived_thread_is_repainted_and_archived_again(home: House):
    table = await finished(home, "pinocchio", 3)
    await home.env.advance_time(3600)
    thread = home.env.backend.channels[table.place]
    home.env.inject_error("PATCH", f"/channels/{table.place}/messages/*", status=400, code=50083, times=1)
    before = len(home.env.http_requests)
    await erased(home, home.people[2])
    changes = [
        request.json.get("archived")
        for request in home.env.http_requests[before:]
        if request.method == "PATCH" and request.path.endswith(f"/channels/{table.place}")
    ]
    assert changes == [False, True]
    assert not naming(home)
    assert thread is not None


@pytest.mark.parametrize("code", [10003, 10008, 50001])
async def test_a_result_that_is_gone_stays_gone(home: House, code: int):
    table = await finished(home, "pinocchio", 3)
    await home.env.advance_time(3600)
    before = [message.id for message in home.public()]
    home.env.inject_error("PATCH", f"/channels/{table.place}/messages/*", status=404, code=code, times=None)
    await erased(home, home.people[2])
    await home.env.advance_time(3600)
    assert [message.id for message in home.public()] == before
    assert (await home.now(table)).status == "over"
    assert await home.app.store.behind() == []


async def test_a_restart_repaints_the_results_that_were_left(home: House):
    table = await finished(home, "pinocchio", 3)
    await home.env.advance_time(3600)
    home.env.inject_error("PATCH", f"/channels/{table.place}/messages/*", status=503, times=1)
    await home.cog("PrivacyCog").privacy.erase(home.people[2].id)
    assert naming(home, table.place)
    await home.restart()
    await home.env.advance_time(60)
    assert not naming(home)
