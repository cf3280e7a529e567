"""Hints for somebody who plays alone: a legal move and why, from what the seat was shown, and for nobody else."""

import json

import pytest

from bot.core.facts import PLAYING
from bot.core.game import Refusal
from bot.pages.address import Address
from cogs.solo.commands import advise
from tests.kit.alone import begin, others_secrets, until_mine
from tests.kit.house import House, buttons, forged, read, told
from tests.kit.players import press, quick_mind


@pytest.mark.parametrize("game", ["trio", "cappuccino"])
async def test_a_hint_names_a_legal_move_and_why(home: House, game: str):
    table, panel = await begin(home, game)
    for _ in range(4):
        table = await until_mine(home, table)
        if table.status != PLAYING or len(list(table.legal(0))) < 2:
            break
        await home.people[0].click(panel, custom_id=buttons(panel)["Un conseil ?"])
        shown = read(panel)
        assert "💡" in shown, shown
        line = next(line for line in shown.split("\n") if "💡" in line)
        assert len(line.split("—", 1)[1].strip()) > 10
        assert (await home.now(table)) == table, "a hint changes nothing"
        assert not others_secrets(home, table) & set(shown.split("\n"))
        await press(home, table, 0, table.game.path(quick_mind()(table, 0)), panel)
        assert "💡" not in read(panel)


async def test_a_hint_stays_until_the_whole_move_is_made(home: House):
    table, panel = await begin(home, "cappuccino")
    table = await until_mine(home, table)
    person = home.people[0]
    await person.click(panel, custom_id=buttons(panel)["Un conseil ?"])
    told_before = next(line for line in read(panel).split("\n") if "💡" in line)
    first = next(i for i in buttons(panel).values() if (found := Address.parse(i)) and found.verb == "play")
    await person.click(panel, custom_id=first)
    assert Address.parse(first).path[0] == "stack"
    assert (await home.now(table)).revision == table.revision, "this was only the first step"
    assert told_before in read(panel)
    await person.click(panel, custom_id=buttons(panel)["⋯"])
    await person.click(panel, label="Retour")
    assert told_before in read(panel)
    await press(home, table, 0, table.game.path(quick_mind()(table, 0)), panel)
    assert "💡" not in read(panel)


async def test_the_thinking_process_is_told_only_what_the_seat_was_shown(home: House):
    table, panel = await begin(home, "trio")
    table = await until_mine(home, table)
    await home.people[0].click(panel, custom_id=buttons(panel)["Un conseil ?"])
    number, seat, request = home.app.decisions._thinker.asked[-1]
    assert (number, seat) == (table.id, 0)
    told_of = b"".join(request.views).decode("latin-1")
    deal = table.log[0].move
    for other in (1, 2):
        hand = json.dumps(list(deal.hands[other]))
        assert hand not in told_of
    assert len(request.views) == table.revision
    assert table.facts.nonce not in str(request)
    # Somebody else has no turn.
    with pytest.raises(Refusal, match="advice-turn"):
        await advise(home.app.decisions, table, 1, "fr")
    with pytest.raises(Refusal, match="advice-turn"):
        await advise(home.app.decisions, table.close("host"), 0, "fr")


async def test_a_hint_is_refused_wherever_others_play(home: House):
    table = await home.start("trio", 3)
    seat = table.to_act[0]
    person = home.person(table, seat)
    page = (await person.slash(home.place(table), "main")).response
    result = await forged(person, page, Address("advice", table.id, table.revision))
    assert "Les conseils ne se donnent qu’en solo" in told(result)
    assert not home.app.decisions._thinker.asked
    with pytest.raises(Refusal, match="advice-alone"):
        await advise(home.app.decisions, table, seat, "fr")
