"""Stored tables: the same table is loaded again, or the reason why not is known."""

import dataclasses
from random import Random

import pytest
from msgspec.structs import replace

from bot.core.absence import resume, wake_at
from bot.core.facts import OVER, PLAYING, MoveRow, TableRow
from bot.core.game import Option
from bot.core.lobby import start
from bot.core.table import MAX_MOMENTS
from bot.tables.tables import OtherRules, restore, written
from tests.kit.seated import GAMES, NOW, lobby, play_until, started, step


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_stored_table_is_the_same_table_and_asks_the_same_questions(game):
    table, rng = started(game, max(GAMES[game].seats)), Random(8)
    paused = resume(table.with_facts(paused="x"), NOW + 5000).but(thread=77)
    row, entries, _ = written(paused)
    again = restore(row, entries, table.game)
    assert (row.wake, again.place) == (wake_at(paused), 77)
    assert again.facts == paused.facts, "also what no move says: a deadline after a pause"
    after = step(again, rng)
    assert len(written(after)[1]) == after.revision - again.revision, "only the new moves"
    for _ in range(60):
        if table.status != PLAYING:
            break
        table = step(table, rng, seat=rng.choice(table.to_act))
        row, entries, _ = written(table)
        restored = restore(row, entries, table.game)
        assert (restored.asked, restored.asked_at) == (table.asked, table.asked_at)
        assert (restored.status, restored.state, restored.past) == (table.status, table.state, table.past)
        assert (row.revision, len(entries), restored.log) == (table.revision, table.revision, table.log)
    assert 0 < len(table.past) <= MAX_MOMENTS
    assert all(each.view.flash is None and each.view.seat is None for each in table.past)


def broken_rows() -> dict[str, tuple[TableRow, list[MoveRow]]]:
    """Rows that say one thing and logs that say another."""
    row, entries, _ = written(started())
    over, ended, _ = written(play_until(started("tripot", 2), lambda table: table.status == OVER))
    begun, _, _ = written(lobby())
    return {
        "playing, no moves": (replace(row, revision=0), []),
        "playing, moves lost": (row, []),
        "over, no moves": (replace(over, revision=0), []),
        "over, one lost": (over, ended[:-1]),
        "over, unfinished": (replace(over, revision=len(ended) - 1), ended[:-1]),
        "playing, finished": (replace(over, status=PLAYING), ended),
        "a lobby with moves": (replace(row, status="lobby"), entries),
        "more moves than it should have": (replace(row, revision=0), entries),
        "no such pace": (replace(begun, facts=begun.facts.replace(b'"quick"', b'"warp"')), []),
    }


@pytest.mark.parametrize("name", broken_rows())
def test_a_row_that_contradicts_its_log_is_not_restored(name):
    row, entries = broken_rows()[name]
    with pytest.raises(ValueError, match=r"moves|says|pace"):
        restore(row, entries, GAMES[row.game])
    row, entries, _ = written(started().with_facts(rules=99))
    with pytest.raises(OtherRules, match="log of rules version 99"):
        restore(row, entries, GAMES["trio"])


def test_a_lobby_that_outlives_an_update_starts_under_the_new_rules():
    table = lobby(mode="picante")
    row, _, _ = written(table)
    row = replace(row, facts=row.facts.replace(b'"picante"', b'"fiery"'))
    options = (*table.game.options, Option(key="more", values=(False, True)))
    newer = dataclasses.replace(table.game, version=table.game.version + 1, options=options)
    restored = restore(row, [], newer)
    assert restored.facts.options == {"mode": "simple", "teams": False, "more": False}
    begun = start(restored, 1, Random(1), NOW)
    row, entries, _ = written(begun)
    assert restore(row, entries, newer).state == begun.state


def test_what_was_chosen_for_a_game_that_has_begun_or_ended_stays():
    for table in (started(mode="picante"), lobby(mode="picante").close("host"), started(mode="picante").close("host")):
        row, entries, _ = written(table)
        options = tuple(
            dataclasses.replace(option, values=tuple(value for value in option.values if value != "picante"))
            for option in table.game.options
        )
        restored = restore(row, entries, dataclasses.replace(table.game, options=options))
        assert (restored.status, restored.facts, restored.log) == (table.status, table.facts, table.log)
        assert restored.state == table.state
