"""A move the rules refuse, typed by a person: the reason in their language, and nothing changes."""

import pytest

from bot.core.game import Illegal
from bot.core.table import Table
from bot.text.strings import reason
from tests.kit.house import ENGLISH, House, plain, told
from tests.kit.players import in_phase, type_anything

CUPS, TRIO = ("ptipasspass", 3, {}), ("trio", 3, {})
NOSES = ("pinocchio", 3, {})


def turn(table: Table) -> int:
    """Whoever is waited for."""
    return table.to_act[0]


@pytest.mark.parametrize(
    ("key", "kind", "phase", "path"),
    [
        ("no-such-cup", CUPS, "aim", ("aim", "blue", "Z9")),
        ("no-such-place", TRIO, "reveal", ("reveal", "centre", "20")),
        ("nothing-said", NOSES, "announce", ("believe",)),
    ],
)
async def test_the_reason_in_both_languages(home: House, key, kind, phase, path):
    table = await in_phase(home, *kind, phase)
    seat = turn(table)
    with pytest.raises(Illegal) as caught:
        table.state.play(seat, table.game.move(path))
    assert caught.value.key == key
    await home.env.advance_time(0.1)
    texts = []
    for lang in ("fr", "en"):
        if lang == "en":
            ENGLISH.add(table.users[seat])
        result = await type_anything(home, table, seat, path)
        expected = plain(reason(caught.value, home.app.words.say(table.game.key, lang, table.names)))
        assert told(result).startswith(expected)
        assert result.response.ephemeral
        texts.append(expected)
        assert (await home.now(table)).log == table.log
    assert texts[0] != texts[1]


async def test_a_command_without_its_options_asks_for_them_and_takes_the_words_one_sees(home: House):
    table = await home.start("tripot", 3)
    result = await home.person(table, turn(table)).slash(home.place(table), "tripot defier")
    assert "Qui défies-tu ?" in told(result)
    assert (await home.now(table)).log == table.log
    seat = turn(table)
    names = [name for other, name in enumerate(table.names) if other != seat]
    offered = await home.person(table, seat).autocomplete(home.place(table), "tripot defier", "adversaire", names[0])
    (choice,) = offered
    await home.person(table, seat).slash(
        home.place(table), "tripot defier", adversaire=choice["name"].upper(), carte="1"
    )
    assert (await home.now(table)).log[-1].move.opponent == table.names.index(names[0])
