"""Chance in the middle of a game: the table rolls the dice, after everybody has looked, and each roll has its seal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.core import game
from bot.core.facts import OVER
from bot.core.game import CHANCE, ChanceMove, Flash, Game, Illegal, Move, Outcome, Seat, Verb, View, first_player
from bot.core.moves import Deals, Draws, Spelling
from bot.core.opponents import records
from bot.core.records import verify
from bot.core.turns import TurnPublic, TurnState
from tests.kit.doors import NOW, begun, door

FACES = range(1, 7)
ROUNDS = 3


class Deal(game.Deal, frozen=True, tag="deal"):
    """The deal: it draws the first player."""


class Roll(ChanceMove, frozen=True, tag="roll"):
    face: int


class Say(Move, frozen=True, tag="say"):
    side: Literal["low", "high"]


Moves = Deal | Roll | Say


class Shown(Flash, frozen=True, kw_only=True):
    seconds: int = 5
    face: int


class Public(TurnPublic, frozen=True, kw_only=True):
    flash: Shown | None = None
    following: Seat = 0
    rounds: int = 0


class Secrets(Struct, frozen=True):
    face: int = 0


class State(TurnState[Public, Secrets, int, Moves], frozen=True):
    def deals(self) -> Deals[Deal]:
        return Deals(Deal, self.public.seats, Deal)

    def draws(self) -> Draws[Roll]:
        return Draws(Roll(1), lambda roll: None if roll.face in FACES else "a die has six faces")

    def moves(self) -> Collection[Moves]:
        return (Say("low"), Say("high"))

    def after(self, move: Moves) -> State:
        public = self.public
        match move:
            case Deal():
                return replace(self, public=replace(public, phase="say", following=move.first))
            case Roll():
                return State(replace(public, turn=public.following), Secrets(move.face))
            case Say():
                following = (public.turn + 1) % public.seats
                public = replace(public, turn=CHANCE, following=following, rounds=public.rounds + 1)
                public = replace(public, flash=Shown(face=self.secrets.face))
                return State(replace(public, phase="over") if public.rounds == ROUNDS else public, Secrets())

    def refusal(self, _move: Moves) -> Illegal:
        raise AssertionError("there is nothing else to say")

    def chance(self, rng: Random, first: Seat | None = None) -> Moves:
        public = self.public
        return Deal(first_player(rng, public.seats, first)) if public.phase == "deal" else Roll(rng.choice(FACES))

    def own(self, seat: Seat) -> int | None:
        return self.secrets.face if seat == self.public.turn else None

    def result(self) -> Outcome:
        return Outcome((0,), (0,) * self.public.seats)


DICE: Game[State, Moves, View[Public, int]] = Game(
    key="dice",
    seats=(2,),
    view=View[Public, int],
    start=lambda seats, _options: State(Public(seats=seats), Secrets()),
    guess=lambda view, rng: State(view.public, Secrets(view.own or rng.choice(FACES))),
    default=lambda _view, legal: next(iter(legal)),
    spelling=Spelling(Moves, {}),
    verbs=(Verb(key="say", steps=("side",)),),
    face=None,  # type: ignore[arg-type] - these tests read no words
)


def says(at: float):
    return lambda table: table.play(table.users[table.to_act[0]], ("say", "low"), painted=None, at=at, now=at)


async def test_the_table_draws_after_the_flash_and_seals_every_draw(store):
    tables = door(store, {"dice": DICE})
    table = await begun(tables, "dice", 2)
    assert [turn.seat for turn in table.log] == [CHANCE, CHANCE], "nothing is shown: the first roll follows the deal"
    seals = [table.draw_seal]

    table = (await tables.change(table.id, says(NOW))).after
    assert table.waits_for_chance
    assert (table.to_act, table.facts.deadline, table.draw_seal) == ((), None, seals[0])
    assert table.kept.wake == table.flash_until == NOW + 5
    assert table.unseen == (0, 1), "everybody may say that they have looked"

    tables = door(store, {"dice": DICE}, now=NOW + 5)
    table = await tables.wake(table.id)
    assert table is not None
    assert table.log[-1].seat == CHANCE
    assert table.to_act
    assert table.facts.deadline is not None
    assert table.position.view(None).flash is None, "the kernel clears the flash"
    seals.append(table.draw_seal)
    assert len({table.seal, *seals}) == 3

    for at in (NOW + 5, NOW + 20):
        tables = door(store, {"dice": DICE}, now=at)
        await tables.wake(table.id)
        table = (await tables.change(table.id, says(at))).after
        seals.append(table.draw_seal)
    assert table.status == OVER

    record = json.loads(table.record())
    assert list(dict.fromkeys(seals)) == record["seal"]["draws"]
    assert verify(table.record().encode(), tables.games) is None
    # As docs/records.md says it.
    index, nonce = 3, bytes.fromhex(record["seal"]["nonce"])
    sealed = json.dumps([index, record["moves"][index][1]], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert record["moves"][index][0] == CHANCE
    assert hashlib.sha256(nonce + sealed.encode()).hexdigest() == record["seal"]["draws"][1]


async def test_everybody_gets_the_same_draws_at_an_ordered_table(store):
    rolls = []
    for seed in (1, 2):
        tables = door(store, {"dice": DICE})
        tables.rng = Random(seed)
        table = await begun(tables, "dice", 2)
        await tables.change(table.id, lambda table: table.with_facts(ordered=True, nonce="0" * 32, pace="free"))
        table = (await tables.change(table.id, says(NOW))).after
        rolls.append(table.log[-1].move)
    assert rolls[0] == rolls[1]


def test_a_false_draw_is_found():
    line = next(records(DICE, games=1, rng=Random(3)))

    def fault(**seal: object) -> str:
        record = json.loads(line)
        record["seal"] |= seal
        found = verify(json.dumps(record).encode(), {"dice": DICE})
        return "" if found is None else found.reason

    assert fault() == ""
    draws = json.loads(line)["seal"]["draws"]
    assert fault(draws=draws[::-1]) == "a draw is not the one that was sealed"
    assert fault(draws=draws[1:]) == "a draw is not the one that was sealed"
    loaded = json.loads(line)["moves"]
    roll = next(index for index, (seat, _) in enumerate(loaded) if seat == CHANCE and index)
    wrong = line.replace(json.dumps(loaded[roll], separators=(",", ":")), '[-1,{"kind":"roll","face":7}]')
    found = verify(wrong.encode(), {"dice": DICE})
    assert found is not None
    assert (found.where, found.reason) == (f"move {roll}", "a die has six faces")
    assert json.loads(next(records(DICE, games=1, rng=Random(3))))["moves"] == loaded, "the same seed, the same dice"
