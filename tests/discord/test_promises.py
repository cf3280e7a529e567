"""Promises at a table on Discord."""

from bot.client.boards import ONLOOKERS_SECONDS
from tests.kit.house import House, buttons, leading, read
from tests.kit.players import in_phase, open_hand


async def test_a_promise_is_pressed_in_private_and_read_by_everybody(home: House):
    table = await in_phase(home, "tripot", 3, {}, "actions")
    panels = [await open_hand(home, table, seat) for seat in range(3)]
    person = home.person(table, 0)
    await person.click(panels[0], custom_id=leading(panels[0], "promise"))
    assert "Je promets" in read(panels[0])
    label = next(label for label in buttons(panels[0]) if label.endswith("Coopérer"))
    await person.click(panels[0], custom_id=buttons(panels[0])[label])
    await home.env.advance_time(ONLOOKERS_SECONDS)
    promise = f"**{table.names[0]}** promet {label}"
    for message in (home.board(table), *panels):
        assert promise in read(message)
    assert (await home.now(table)).revision == table.revision
