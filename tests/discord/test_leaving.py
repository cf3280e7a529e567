"""Closing a rated game counts as leaving it: what is said before, and what is stored of it."""

from bot.core.facts import CLOSED, PLAYING
from bot.pages.address import Address
from tests.kit.house import House, forged, read


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
