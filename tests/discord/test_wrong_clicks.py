"""Clicks and commands that come too late, from the wrong person or from another age, or that the rules refuse."""

import pytest

from bot.core.game import Illegal
from bot.core.table import Table
from bot.store import Conflict
from bot.text.strings import reason
from tests.kit.house import ENGLISH, House, buttons, forged, leading, plain, read, told
from tests.kit.players import in_phase, open_hand, played_out, type_anything
from tests.kit.publishing import breaking, calls

WINDOW = ("ptipasspass", 3, {}, "doublon")


async def test_somebody_who_is_not_at_the_table_may_only_read_what_is_public(home: House):
    table = await in_phase(home, *WINDOW)
    board, stranger = home.board(table), home.people[5]
    for label in ("OK", "Doublon !", "Ma main"):
        result = await stranger.click(board, custom_id=buttons(board)[label])
        assert result.response.ephemeral
        assert "Tu n’es pas à cette table" in told(result)
    assert "PtiPassPass" in told(await stranger.click(board, label="Règles"))
    assert "Tu regardes cette table" in told(await stranger.click(board, label="⋯"))
    ENGLISH.add(stranger.id)
    assert "You are not at this table" in told(await stranger.click(board, custom_id=buttons(board)["OK"]))
    assert (await home.now(table)).log == table.log


async def test_a_stale_panel_is_answered_with_a_fresh_one(home: House):
    table = await in_phase(home, "cappuccino", 2, {}, "stack")
    seat = table.to_act[0]
    panel = await open_hand(home, table, seat)
    custom_id = leading(panel, "play")
    await home.env.advance_time(130)
    assert (await home.now(table)).to_act != (seat,), "the table has played for them"
    result = await forged(home.person(table, seat), panel, custom_id)
    (fresh,) = result.followups  # At the bottom: a new board has buried the other one.
    assert "La table a avancé entre-temps" in read(fresh)
    assert custom_id not in buttons(fresh).values()
    assert (await home.now(table)).revision == table.revision + 1


async def test_a_table_that_is_closed(home: House):
    table = await in_phase(home, *WINDOW)
    seat = table.to_act[0]
    board = home.board(table)
    late = await home.on_its_way(home.person(table, seat).click(board, custom_id=buttons(board)["OK"]))
    panel = await open_hand(home, table, seat)
    stale = buttons(panel)["OK"]
    await home.after(table, lambda table: table.close("host"))
    assert "L’hôte a fermé la table" in told(await late()) + read(panel)
    person = home.person(table, seat)
    await forged(person, panel, stale)
    assert "L’hôte a fermé la table" in read(panel)
    assert not {"OK", "Doublon !"} & set(buttons(home.board(table)))


async def test_a_game_that_is_over(home: House):
    table = await in_phase(home, "cappuccino", 2, {}, "stack")
    board = home.board(table)
    late = await home.on_its_way(home.people[0].click(board, custom_id=buttons(board)["Jouer"]))
    await played_out(home, table)
    assert "🏆" in told(await late())


NO_LONGER_KNOWN = ("rules:0:0:chess", "rules:0:0:", "aid:1:0:spells", "aid:1:0:")


NO_SENSE_NOW = {
    "play:zz:0:ok": "Cette table n’existe plus",
    "join:zz:0:": "Cette table n’existe plus",
    "play:1:zz:sing": "Je ne comprends pas ce choix",
    "play:1:zz:": "Je ne comprends pas ce choix",
    "play:1:zz:ok.ok.ok": "Je ne comprends pas ce choix",
    "option:1:0:layout": "Cette option n’existe plus",
    "join:1:0:": "La partie a déjà commencé",
    "start:1:0:": "La partie a déjà commencé",
    "cancel:1:0:": "La partie a déjà commencé",
    "options:1:0:": "La partie a déjà commencé",
    "rematch:1:0:": "La partie n’est pas finie",
    "back:1:0:": "Tu es déjà à ta place",
}


async def test_a_button_of_another_version_or_that_makes_no_sense_now(home: House):
    table = await in_phase(home, *WINDOW, lambda table: table.seat_of(table.facts.host) not in table.to_act)
    person, board = home.person(table, table.seat_of(table.facts.host)), home.board(table)
    for custom_id in ("old", "v0|menteur|17", "dance:1:2:ok", "play", "play:::§", "PLAY:::", *NO_LONGER_KNOWN):
        assert "vient d’une version plus ancienne" in told(await forged(person, board, custom_id)), custom_id
    for custom_id, answer in NO_SENSE_NOW.items():
        assert answer in told(await forged(person, board, custom_id)), custom_id
    for custom_id in ("hand:1:0:~99", "hand:1:0:ok.then", "play:1:zz:~7"):
        result = await forged(person, board, custom_id)
        assert result.acknowledged
        assert "référence" not in told(result), "a page that does not exist is no failure"
    assert (await home.now(table)).log == table.log


async def test_storage_that_never_agrees(home: House):
    table = await in_phase(home, *WINDOW)
    board, seat = home.board(table), table.to_act[0]
    with calls(home.app.store, "save", home, breaking(Conflict)):
        result = await home.person(table, seat).click(board, custom_id=buttons(board)["OK"])
    assert "réessaie dans un instant" in told(result)
    assert (await home.now(table)).log == table.log
    await home.person(table, seat).click(board, custom_id=buttons(board)["OK"])
    assert seat not in (await home.now(table)).to_act


# ---- what the rules refuse


CUPS, TRIO = ("ptipasspass", 3, {}), ("trio", 3, {})
NOSES = ("pinocchio", 3, {})


def turn(table: Table) -> int:
    """A player whose move is awaited."""
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
