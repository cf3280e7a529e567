"""Moves as records write them and players enter them, deals that a record may not hold, and moves made up at random."""

import contextlib
import re
from random import Random

import msgspec
import pytest
from hypothesis import Phase, given, settings, strategies

from bot.core.game import CHANCE, Illegal
from bot.core.game import Deal as FirstPlayer
from bot.core.moves import fault
from bot.text.strings import LANGUAGES
from cogs.cappuccino import moves as cappuccino
from cogs.pinocchio import moves as pinocchio
from cogs.ptipasspass import moves as ptipasspass
from cogs.trio import moves as trio
from cogs.tripot import moves as tripot
from tests.cogs.cappuccino.positions import opened
from tests.cogs.trio.positions import D3, fresh
from tests.kit.moments import CATALOGUE, every_setting, played
from tests.kit.words import saying

GAMES = CATALOGUE.games
RED_HAT, BLUE_DUNGAREES = pinocchio.GarmentCard("bonnet", "red"), pinocchio.GarmentCard("dungarees", "blue")

MOVES = {
    "trio": [
        (trio.RevealCentre(4), '{"kind":"reveal_centre","place":4}', "reveal centre 4"),
        (trio.RevealHand(1, "lowest"), '{"kind":"reveal_hand","seat":1,"end":"lowest"}', "reveal s1 lowest"),
        (trio.Offer(11), '{"kind":"offer","card":11}', "offer 11"),
        (trio.Decline(), '{"kind":"decline"}', "decline"),
    ],
    "ptipasspass": [
        (FirstPlayer(2), '{"kind":"deal","first":2}', None),
        (ptipasspass.Aim("green", "B2"), '{"kind":"aim","token":"green","cup":"B2"}', "aim green B2"),
        (ptipasspass.Ok(), '{"kind":"ok"}', "ok"),
        (ptipasspass.Doublon(), '{"kind":"doublon"}', "doublon"),
        (ptipasspass.AnnounceColour("orange"), '{"kind":"announce","colour":"orange"}', "announce orange"),
        (ptipasspass.Menteur(), '{"kind":"menteur"}', "menteur"),
        (ptipasspass.Swap(("A1", "B2")), '{"kind":"swap","cups":["A1","B2"]}', "swap A1 B2"),
        (ptipasspass.Lift(("B1", "B2", "B3")), '{"kind":"lift","cups":["B1","B2","B3"]}', "lift row B1-B2-B3"),
        (ptipasspass.Lift(("A1", "B1", "C1")), '{"kind":"lift","cups":["A1","B1","C1"]}', "lift equal A1-B1-C1"),
        (ptipasspass.Lift(("A1", "B2", "C3")), '{"kind":"lift","cups":["A1","B2","C3"]}', "lift rising A1-B2-C3"),
        (ptipasspass.Lift(("A3", "B2", "C1")), '{"kind":"lift","cups":["A3","B2","C1"]}', "lift falling A3-B2-C1"),
    ],
    "cappuccino": [
        (cappuccino.Stack((-3, 0), (-4, 1)), '{"kind":"stack","from":[-3,0],"to":[-4,1]}', "stack -3,0 -4,1"),
        (cappuccino.PlaceCup((2, -1), "leaf"), '{"kind":"place","cell":[2,-1],"colour":"leaf"}', "place leaf r-1 2,-1"),
    ],
    "tripot": [
        (FirstPlayer(1), '{"kind":"deal","first":1}', None),
        (tripot.Challenge(1, 5), '{"kind":"challenge","opponent":1,"card":5}', "challenge s1 5"),
        (tripot.MeetChallenge(4), '{"kind":"answer","card":4}', "answer 4"),
        (
            tripot.Commit(((0, "attack"), (2, "defend"))),
            '{"kind":"commit","actions":[[0,"attack"],[2,"defend"]]}',
            "commit 0-attack 2-defend",
        ),
        (tripot.Resolve(1), '{"kind":"resolve","duel":1}', "resolve d1"),
    ],
    "pinocchio": [
        (
            pinocchio.Deal(1, ((RED_HAT,),), (BLUE_DUNGAREES,)),
            '{"kind":"deal","first":1,"piles":[[["bonnet","red"]]],"aside":[["dungarees","blue"]]}',
            None,
        ),
        (pinocchio.Believe(), '{"kind":"believe"}', "believe"),
        (pinocchio.Doubt(), '{"kind":"doubt"}', "doubt"),
        (
            pinocchio.AnnounceCard("bowtie", "red"),
            '{"kind":"announce","garment":"bowtie","colour":"red"}',
            "announce bowtie red",
        ),
    ],
}


@pytest.mark.parametrize(("key", "move", "text", "path"), [(key, *case) for key in MOVES for case in MOVES[key]])
def test_moves_are_written_as_in_records_and_entered_in_steps(key, move, text, path):
    assert msgspec.json.encode(move).decode() == text
    assert msgspec.json.decode(text, type=GAMES[key].moves) == move
    if path is None:
        with pytest.raises(ValueError, match="chance"):
            GAMES[key].path(move)
    else:
        assert GAMES[key].path(move) == tuple(path.split())
        assert GAMES[key].move(tuple(path.split())) == move


UNREADABLE = {
    "ptipasspass": [
        '{"kind":"deal","first":true}', '{"kind":"deal","first":"1"}', '{"kind":"deal"}', '{"kind":"ok","why":1}',
        '{"kind":"aim","token":"red","cup":"A1"}', '{"kind":"swap","cups":["A1"]}',
        '{"kind":"lift","cups":["A1","A2"]}',
    ],
    "pinocchio": [
        f'{{"kind":"deal","first":0,"piles":[],"aside":[{card}]}}'
        for card in ('["bonnet"]', '["bonnet","red","red"]', '["hat","red"]', '["bonnet","green"]', '"bonnet"', "[1,2]")
    ],
}  # fmt: skip


@pytest.mark.parametrize(("key", "text"), [(key, text) for key in UNREADABLE for text in UNREADABLE[key]])
def test_what_is_no_move_cannot_be_read(key, text):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=GAMES[key].moves)


UNSPELT = {
    "trio": [
        "", "reveal", "reveal s1", "reveal s1 middle", "reveal centre -1", "reveal centre 01", "reveal centre ²",
        "reveal s lowest", "reveal x1 lowest", "reveal 1 lowest", "offer", "offer 12345", "offer 01", "offer ٣",
        "decline 1", "deal",
    ],
    "ptipasspass": ["", "aim", "aim red A1", "announce B2", "lift row A1-A2", "ok ok", "deal s0"],
    "cappuccino": [
        "", "stack 0,0", "stack 0,0 1", "stack 0,0 x,1", "stack 0,0 01,1", "stack 0,0 1_0,1", f"stack 0,0 {10**30},1",
        "place red r0 0,0", "place cat r1 0,0", "deal s0",
    ],
    "tripot": [
        "", "deal s0", "challenge s1", "challenge 1 1", "challenge s1 ١", "challenge s 1", "answer ", "answer 01",
        "answer 12345", "commit", "commit attack", "commit 0-flee", "commit 00-attack", "commit x-attack",
        "commit 0-attack 1-defend 2-cooperate 3-attack", "resolve 0", "resolve d-1",
    ],
    "pinocchio": ["", "announce", "announce bonnet", "announce hat red", "doubt red"],
}  # fmt: skip


@pytest.mark.parametrize(("key", "path"), [(key, path) for key in UNSPELT for path in UNSPELT[key]])
def test_steps_that_spell_no_move(key, path):
    with pytest.raises(ValueError):  # noqa: PT011  its words are for developers
        GAMES[key].move(tuple(path.split(" ")) if path else ())


def test_cups_of_ptipasspass_may_be_typed_in_lower_case_and_in_any_order():
    move = GAMES["ptipasspass"].move
    assert move(("aim", "green", "b2")) == ptipasspass.Aim("green", "B2")
    assert move(("swap", "b2", "a1")) == ptipasspass.Swap(("B2", "A1"))
    assert move(("lift", "row", "c3-b2-a1")) == ptipasspass.Lift(("C3", "B2", "A1"))
    assert move(("lift", "row", "a10-a11-a12")) == ptipasspass.Lift(("A10", "A11", "A12")), "the rules will refuse it"


LINE = tuple((q, 0, cappuccino.COLOURS[q % 2]) for q in range(32))
DEALT = GAMES["pinocchio"].start(6, {}).chance(Random(2), first=5)
TWIN = next(card for card in pinocchio.CARDS if card != DEALT.piles[0][0])
BAD_DEALS = {
    ("trio", fresh()): [
        (trio.Deal(0, D3.hands[:2], D3.centre), "there must be 3 hands"),
        (trio.Deal(0, (D3.hands[0][1:], *D3.hands[1:]), D3.centre), "every hand must have 9 cards"),
        (trio.Deal(0, D3.hands, D3.centre[1:]), "the centre must have 9 cards"),
        (trio.Deal(0, (D3.hands[0][::-1], *D3.hands[1:]), D3.centre), "every hand must be in ascending order"),
        (trio.Deal(0, D3.hands, (12, *D3.centre[1:])), "the cards must be three of each number from 1 to 12"),
        (trio.Deal(0, D3.hands, (13, *D3.centre[1:])), "the cards must be three of each number from 1 to 12"),
    ],
    ("cappuccino", opened(2)): [
        (cappuccino.Deal(0, LINE[1:]), "31 cups instead of 32"),
        (cappuccino.Deal(0, ()), "0 cups instead of 32"),
        (cappuccino.Deal(0, (*LINE[:31], (30, 0, "panda"))), "two cups on one cell"),
        (cappuccino.Deal(0, LINE[::-1]), "cups are not in ascending (r, q) order"),
        (cappuccino.Deal(0, (*LINE[:31], (31, 0, "cat"))), "17 cups of cat instead of 16"),
        (cappuccino.Deal(0, (*LINE[:31], (31, 0, "leaf"))), "15 cups of panda instead of 16"),
        (cappuccino.Deal(0, (*LINE[:31], (32, 0, "panda"))), "the cups are not one connected group"),
    ],
    ("cappuccino", opened(2, advanced=True)): [
        (cappuccino.Deal(0, LINE), "players place the cups themselves: none is dealt"),
    ],
    ("pinocchio", GAMES["pinocchio"].start(6, {})): [
        (pinocchio.Deal(0, DEALT.piles[:5], DEALT.aside), "5 piles for 6 seats"),
        (
            pinocchio.Deal(0, (DEALT.piles[0][1:], *DEALT.piles[1:]), DEALT.aside),
            "the pile of seat 0 has 6 cards, not 7",
        ),
        (pinocchio.Deal(0, DEALT.piles, DEALT.aside[1:]), "2 cards aside, not 3"),
        (
            pinocchio.Deal(0, ((TWIN, *DEALT.piles[0][1:]), *DEALT.piles[1:]), DEALT.aside),
            f"{TWIN.garment}-{TWIN.colour} is there 4 times, not 3",
        ),
    ],
}


@pytest.mark.parametrize(
    ("_key", "state", "deal", "reason"), [(*start, *case) for start in BAD_DEALS for case in BAD_DEALS[start]]
)
def test_a_bad_deal_is_refused_with_its_reason(_key, state, deal, reason):
    assert deal not in state.legal(CHANCE)
    assert fault(state, 6, CHANCE, deal) == reason


@pytest.mark.parametrize("key", GAMES)
def test_the_first_player_is_drawn_unless_given(key):
    state = GAMES[key].start(4, GAMES[key].complete({}, 4))
    assert {state.chance(Random(seed)).first for seed in range(50)} == {0, 1, 2, 3}
    assert {state.chance(Random(seed), first=2).first for seed in range(9)} == {2}


# ---- moves made up at random


ODD = ("9" * 90, "-", "_", "s" + "9" * 80, "1_0", ",,", "0," + "9" * 80)
"""Steps that nobody was offered, but an address may have."""


def twisted(path, rng):
    """A path with other numbers and cups in it, or with an odd step."""
    found = re.sub(r"[A-C](?=\d)|\d", lambda old: rng.choice("ABCD" if old[0].isalpha() else "012789"), " ".join(path))
    steps = found.split() if rng.random() < 0.5 else [*path]
    if rng.random() < 0.2:
        steps[rng.randrange(len(steps))] = rng.choice(ODD)
    return (path[0], *steps[1:])


@pytest.mark.parametrize("key", CATALOGUE.games)
@given(data=strategies.data(), seed=strategies.integers(0, 2**32))
# A seed does not shrink to anything simpler: the first failure is as good as the last.
@settings(max_examples=40, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_whatever_is_asked_for_spells_no_move_or_plays_or_is_refused_with_words(key, data, seed):
    game, rng = played(data.draw(strategies.sampled_from(every_setting(key)))), Random(seed)
    seats, rules, refusals = game.setting.seats, game.setting.game, list[Illegal]()
    for state in rng.choices(game.states[1:], k=20):
        seat, (_, move) = rng.randrange(seats), rng.choice(game.moves[1:])
        with contextlib.suppress(ValueError):
            move = rules.move(twisted(rules.path(move), rng))
        # A player at the table always gets a reason; only a record can hold other moves.
        if fault(state, seats, seat, move) is None:
            try:
                state.play(seat, move)
            except Illegal as no:
                refusals.append(no)
    assert all(saying(key, lang)(f"illegal-{no.key}", **no.blanks) for no in refusals for lang in LANGUAGES)
