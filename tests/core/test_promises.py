"""Public promises: beside the log, settled when the rules show it, dropped when the seat changes hands."""

import re
from random import Random
from typing import Any

import msgspec

from bot.core import absence
from bot.core.facts import Promise, decode_facts
from bot.core.records import verify
from bot.core.table import Table
from bot.pages.board import board
from bot.pages.page import Buttons, PublicPage, Text
from bot.pages.seat import promise_page, seat_page
from tests.kit.moments import CATALOGUE
from tests.kit.seated import GAMES, NOW, assert_refused, play_until, started, step


def talking() -> Any:
    """Tripot, where everybody has a duel and nobody has chosen an action."""
    return play_until(started("tripot", 3), lambda table: table.view(None, NOW).phase == "actions")


def say(table: Table) -> Any:
    return CATALOGUE.words.say("tripot", "fr", table.names)


def said(table: Table) -> str:
    page: PublicPage = board(table, say(table), table.log[-1].at)
    return "\n".join(block.text for block in page.blocks if isinstance(block, Text))


def test_a_promise_is_public_and_can_be_changed():
    table = talking()
    assert "promet" not in said(table)
    attack, defend = list(table.promises(0))[1:3]
    after = table.promise(0, attack)
    assert "🤝 **Ana** promet D1 Attaquer" in said(after)
    assert after.promise(0, attack) is after
    changed = after.promise(0, defend)
    assert changed.facts.promises == (Promise(0, defend),)
    assert (changed.revision, changed.log, changed.record()) == (table.revision, table.log, table.record())
    row = promise_page(changed, 0, changed.view(0, NOW), say(table)).blocks[1]
    assert isinstance(row, Buttons)
    assert [button.label for button in row.buttons] == ["D1 Coopérer", "D1 Attaquer", "✓ D1 Défendre"]
    assert decode_facts(msgspec.json.encode(changed.facts)) == changed.facts
    assert not changed.looks_like(after), "everybody can see it"


def test_only_what_the_game_offers_can_be_promised():
    table = talking()
    assert_refused("no-such-choice", table.promise, 0, ("2", "attack"))  # Another player's duel.
    assert_refused("no-such-choice", started("tripot", 3).promise, 0, ("0", "attack"))
    for game in GAMES:
        seats = max(GAMES[game].seats)
        assert any(started(game, seats).promises(seat) for seat in range(seats)) is False
    assert [each for each in seat_page(table, 0, say(table), NOW + 99).ids() if each.startswith("promise:")]


def test_the_end_counts_promises_kept_and_broken():
    table, rng = talking(), Random(2)
    for seat in range(3):
        for path in list(table.promises(seat))[::3]:
            table = table.promise(seat, path)
    made = len(table.facts.promises)
    shown = ""
    while table.view(None, NOW).public.round == 1:
        table = step(table, rng)
        shown += said(table)
    settled = [each.kept for each in table.facts.promises]
    assert len(settled) == made
    assert set(settled) == {True, False}
    assert shown.count("tient parole") == settled.count(True)
    assert shown.count("avait promis") == settled.count(False)
    over: Any = play_until(table, lambda table: not table.to_act)
    assert verify(over.record().encode(), GAMES) is None
    for kept, word in ((True, "tenue"), (False, "rompue")):
        counted = re.findall(rf"(\d+)\s+promesses? {word}", said(over))
        assert sum(map(int, counted)) == settled.count(kept)


def test_a_promise_is_gone_when_the_seat_changes_hands():
    table = talking()
    promises = {seat: next(iter(table.promises(seat))) for seat in (0, 1)}
    for seat, path in promises.items():
        table = table.promise(seat, path)
    assert absence.leave(table, table.users[0]).facts.promises == (Promise(1, promises[1]),)
