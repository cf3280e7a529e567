"""Leaving a rated game as people do it: by closing it, by a button, or by not coming back; and what is stored of it."""

from bot.core.facts import CLOSED, OVER, PLAYING
from bot.pages.address import Address
from tests.kit.house import House, buttons, forged, read
from tests.kit.players import played_out, quick_mind, type_in


async def rated(home: House, table) -> dict[int | None, tuple[int, bool]]:
    """By person their place and whether they left, of those who are rated."""
    found = await home.app.store.results_at(table.id)
    return {result.user: (result.place, result.left) for result in found if result.rated}


async def test_closing_a_rated_game_counts_as_leaving_and_says_so_before(home: House):
    table = await home.start("pinocchio", 3)
    host = home.people[0]
    question = (await host.slash(home.place(table), "table fermer")).response
    assert "tu finis à la dernière place" in read(question)
    question = (await forged(host, home.board(table), Address("close", table.id, 0, ("yes",)))).response
    assert (await home.now(table)).status == PLAYING, "a question of the version before did not say so"
    await host.click(question, label="Fermer la table")
    assert (await home.now(table)).status == CLOSED
    assert "compte comme quittée, avec la dernière place, pour **Ana**" in read(home.board(table))
    assert await rated(home, table) == {
        home.people[0].id: (3, True), home.people[1].id: (1, False), home.people[2].id: (1, False),
    }  # fmt: skip
    assert await home.cog("ProfilesCog").counting.current()
    standings = await home.app.store.standings(table.guild, "pinocchio", [host.id])
    assert [(standing.games, standing.rated, standing.wins) for standing in standings] == [(1, 1, 0)] * 2
    listed = read((await home.people[1].slash(home.channel, "parties")).response)
    assert "partie fermée avant la fin" in listed


async def test_a_moderators_closing_voids_a_game_they_do_not_play(home: House):
    table = await home.start("pinocchio", 2)
    question = (await home.mod.slash(home.place(table), "table fermer")).response
    assert "sans résultat" in read(question)
    await home.mod.click(question, label="Fermer la table")
    assert (await home.now(table)).facts.closed == "moderator"
    assert await home.app.store.results_at(table.id) == []


async def test_whoever_left_has_a_result_also_when_the_seat_was_taken(home: House):
    table = await home.start("pinocchio", 3)
    host, gone, guest = home.person(table, 0), home.person(table, 1), home.people[4]
    question = (await gone.slash(home.place(table), "table quitter")).response
    assert "tu finis à la dernière place" in read(question)
    await gone.click(question, label="Quitter la partie")
    await guest.click(home.board(table), label="Prendre sa place")
    label = next(label for label in buttons(home.board(table)) if "Eve" in label)
    page = (await host.click(home.board(table), label=label)).response
    await host.click(page, label="Oui, donner la place")
    table = await played_out(home, await home.now(table))
    found = await rated(home, table)
    assert found.keys() == {table.users[0], table.users[2], gone.id}
    assert found[gone.id] == (4, True)
    assert "partie quittée" in read((await gone.slash(home.channel, "parties")).response)
    name = read((await guest.slash(home.channel, "parties")).response)
    assert "partie quittée" not in name


async def test_a_game_that_a_stand_in_finished_is_lost(home: House):
    table = await home.start("pinocchio", 2)
    gone, choose = 1, quick_mind()
    for _ in range(2_000):
        table = await home.now(table)
        if table.status == OVER:
            break
        if 0 in table.to_act:
            table = await home.look(table)
            await type_in(home, table, 0, table.game.path(choose(table, 0)))
        else:
            await home.env.advance_time(130 if gone not in table.away else 5)
    assert table.status == OVER
    assert table.facts.decisions[0].stood_in == 0
    assert table.facts.decisions[gone].stood_in == table.facts.decisions[gone].made > 3
    found = await rated(home, table)
    assert found[table.users[gone]] == (2, True)
    assert found[table.users[0]] == (1, False)
    shown = read(home.board(table))
    assert "terminée par 🤖" in shown
    assert f"pour {table.names[gone]}" in shown
    assert f"🏆 **{table.names[gone]}" not in shown
