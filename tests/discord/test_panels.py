"""OpenPanels: everybody's follows the game, nobody's is taken away in the middle of a choice, and one can go back."""

from __future__ import annotations

from typing import Any

from bot.core.table import Table
from tests.kit.house import House, buttons, menus, read, visiting
from tests.kit.players import in_phase, open_hand, press, quick_mind

AIM = ("ptipasspass", 3, {}, "aim")
FIRST, SECOND = "Quel jeton prends-tu dans ton poing ?", "Quel gobelet vises-tu ?"


async def half_chosen(home: House, table: Table, seat: int) -> Any:
    """The panel of somebody who has taken a token and has not said for which cup."""
    panel = await open_hand(home, table, seat)
    person = home.person(table, seat)
    assert FIRST in read(panel)
    await person.click(panel, custom_id=next(i for i in buttons(panel).values() if i.endswith(":aim.green")))
    assert SECOND in read(panel)
    return panel


@visiting
async def test_a_choice_half_made_is_kept_while_the_question_stands(home: House):
    table = await in_phase(home, *AIM)
    seat = table.to_act[0]
    panel = await half_chosen(home, table, seat)
    seen, other = read(panel), (seat + 1) % 3
    await home.after(table, lambda table: table.quit(table.users[other]))
    assert f"Départ de **{table.names[other]}**" in read(home.board(table)), "something has changed for everybody"
    assert read(panel) == seen
    await press(home, table, seat, ("aim", "green", "B2"), panel)
    assert table.game.path((await home.now(table)).log[-1].move) == ("aim", "green", "B2")


@visiting
async def test_a_choice_half_made_goes_when_its_question_has_gone(home: House):
    table = await in_phase(home, *AIM)
    seat = table.to_act[0]
    panel = await half_chosen(home, table, seat)
    await home.env.advance_time(table.facts.deadline - home.env.now().timestamp() + 0.1)
    assert (await home.now(table)).state.public.phase == "doublon"
    assert SECOND not in read(panel)
    assert not menus(panel)


@visiting
async def test_every_open_panel_follows_a_move(home: House):
    table = await in_phase(home, "pinocchio", 4, {}, "announce")
    panels = [await open_hand(home, table, seat) for seat in range(4)]
    mover = table.to_act[0]
    for seat, panel in enumerate(panels):
        assert (f"On attend **{table.names[mover]}**" in read(panel)) == (seat != mover)
    move = table.game.path(quick_mind()(table, mover))
    await press(home, table, mover, move, panels[mover])
    table = await home.now(table)
    (waited,) = table.to_act
    assert waited != mover
    for seat, panel in enumerate(panels):
        assert (f"On attend **{table.names[waited]}**" in read(panel)) == (seat != waited), seat
        assert f"On attend **{table.names[mover]}**" not in read(panel), seat
    assert {"D’accord", "Pas d’accord"} <= set(buttons(panels[waited]))


@visiting
async def test_one_can_go_back_to_the_step_before(home: House):
    table = await in_phase(home, *AIM)
    seat = table.to_act[0]
    start = read(await open_hand(home, table, seat))
    assert "[Retour]" not in start, "there is nothing to go back to"
    panel = await half_chosen(home, table, seat)
    await home.person(table, seat).click(panel, label="Retour")
    assert read(panel) == start
    await press(home, table, seat, ("aim", "blue", "A1"), panel)
    assert table.game.path((await home.now(table)).log[-1].move) == ("aim", "blue", "A1")


@visiting
async def test_one_can_go_back_to_what_one_may_do(home: House):
    table = await in_phase(home, "trio", 4, {"equipes": "yes"}, "exchange")
    seat = table.to_act[0]
    panel = await open_hand(home, table, seat)
    start, person = read(panel), home.person(table, seat)
    await person.click(panel, label="Proposer une carte")
    assert "Quelle carte proposes-tu ?" in read(panel)
    await person.click(panel, label="Retour")
    assert read(panel) == start
    assert "Proposer une carte" in buttons(panel)
