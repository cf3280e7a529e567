"""Slow tables: people come by now and then, and each sees once what was revealed while they were away."""

from __future__ import annotations

from bot.client.open_panels import LOOK
from tests.kit.house import buttons, house, read
from tests.kit.players import press


async def test_a_reveal_waits_for_each_person_and_then_vanishes(tmp_path):
    async with house(tmp_path) as home:
        table = await home.start("ptipasspass", 3, rythme="steady")
        active = table.to_act[0]
        await press(home, table, active, ("aim", "green", "B2"))
        table = await home.now(table)
        shouter, other = table.to_act
        await press(home, table, shouter, ("doublon",))
        table = await home.now(table)
        assert table.flash_until == 0
        assert "vide" not in read(home.board(table)).split("**" + table.names[shouter] + "**")[0]

        hand = next(i for i in buttons(home.board(table)).values() if i.startswith("hand:"))
        opened = (await home.person(table, other).click(home.board(table), custom_id=hand)).response
        assert "Révélé depuis ta dernière visite" in read(opened)

        await home.env.advance_time(LOOK + 1)
        opened = (await home.person(table, other).click(home.board(table), custom_id=hand)).response
        assert "Révélé" not in read(opened)
