"""An update that changes the rules: old tables end without a loser, and their board says why."""

import dataclasses

from tests.kit.house import CATALOGUE, House, leading, read


async def test_a_table_of_old_rules_is_closed_and_says_so(home: House):
    table = await home.start("tripot", 2)
    before = home.board(table)
    game = CATALOGUE.games["tripot"]
    newer = dataclasses.replace(game, version=game.version + 1)
    home.catalogue = dataclasses.replace(CATALOGUE, games={**CATALOGUE.games, "tripot": newer})
    await home.restart()
    hand = leading(before, "hand")
    await home.people[0].click(before, custom_id=hand)
    await home.env.settle()
    assert "Les règles ont changé" in read(home.board(table))
