"""Moves chosen before they are asked: made in time, or never seen."""

import msgspec
import pytest

from bot.core import absence
from bot.core.facts import decode_facts
from bot.core.game import Illegal
from bot.core.records import verify
from bot.core.table import Table
from bot.pages.board import board
from bot.pages.seat import seat_page
from bot.tables.tables import written
from tests.kit.moments import CATALOGUE
from tests.kit.seated import GAMES, NOW, assert_refused, play_until, started

BLUE, GREEN = ("announce", "blue"), ("announce", "green")


def aimed(pace: str = "quick") -> Table:
    """A table where a player has just aimed, and everybody else is asked for a shout."""
    return play_until(started("ptipasspass", 3, pace), lambda table: table.state.public.phase == "doublon")


def active(table: Table) -> int:
    return table.state.public.active


def choose(table: Table, path: tuple[str, ...], seat: int | None = None, revision: int | None = None) -> Table:
    seat = active(table) if seat is None else seat
    revision = table.asked[seat] if revision is None else revision
    return table.play(table.users[seat], path, revision=revision, at=NOW + 9e6, now=NOW + 9e6)


def answer(table: Table, verb: str) -> Table:
    seat = table.to_act[0]
    now = table.moved_at + 1
    return table.play(table.users[seat], (verb,), revision=table.revision, at=now, now=now)


@pytest.mark.parametrize("pace", ["flash", "quick", "free"])
def test_a_choice_is_made_as_soon_as_everybody_has_said_ok(pace):
    table = choose(choose(aimed(pace), BLUE), GREEN)
    seat, others = active(table), table.to_act
    decided = table.facts.decisions[seat].made
    assert table.facts.ahead == ((seat, GREEN),)
    after = answer(answer(table, "ok"), "ok")
    assert (after.state.public.phase, after.state.public.stated) == ("menteur", "green")
    assert [turn.seat for turn in after.log[-3:]] == [*others, seat]
    assert (after.facts.ahead, after.facts.decisions[seat].made) == ((), decided + 1)
    over = play_until(after, lambda table: not table.to_act)
    assert verify(over.record().encode(), GAMES) is None
    silent = choose(aimed("flash"), BLUE)
    after = absence.wake(silent, silent.facts.deadline, NOW)
    assert (after.state.public.stated, after.to_act) == ("blue", silent.to_act), "silence lets it pass too"
    after = answer(choose(aimed(), BLUE), "doublon")
    assert after.facts.ahead == (), "a shout drops it"
    assert b"blue" not in msgspec.json.encode(after.facts)


def test_nobody_else_can_notice_a_choice():
    table = aimed()
    for path in (BLUE, GREEN):
        chosen = choose(table, path)
        assert chosen.looks_like(table)
        assert (chosen.log, chosen.state, chosen.asked) == (table.log, table.state, table.asked)
        assert written(chosen)[0].wake == written(table)[0].wake
        for lang in ("fr", "en"):
            say = CATALOGUE.words.say(table.game.key, lang, table.names)
            assert board(chosen, say, NOW) == board(table, say, NOW)
            for seat in table.to_act:
                assert seat_page(chosen, seat, say, NOW) == seat_page(table, seat, say, NOW)
            assert seat_page(chosen, active(table), say, NOW) != seat_page(table, active(table), say, NOW)


def test_a_choice_is_stored_and_offered_only_to_its_player():
    table = aimed()
    seat, (other, _) = active(table), table.to_act
    assert BLUE in [table.game.path(move) for move in table.ahead(seat)]
    assert not table.ahead(other)
    with pytest.raises(Illegal):
        choose(table, BLUE, other)
    assert_refused("moved-on", choose, table, BLUE, revision=table.asked[seat] - 1)
    chosen = choose(table, BLUE)
    assert decode_facts(msgspec.json.encode(chosen.facts)).ahead == ((seat, BLUE),)


def test_a_choice_does_not_bind_whoever_plays_the_seat_next():
    table = choose(aimed(), BLUE)
    seat = active(table)
    left = absence.leave(table.with_facts(standing=((seat, "ok"),)), table.users[seat])
    assert (left.facts.ahead, left.facts.standing) == ((), ())
    asking = absence.ask(left, 9, "Zoé", seat).with_facts(ahead=((seat, BLUE),))
    assert absence.accept(asking, asking.facts.host, 9, NOW).facts.ahead == ()
