"""The figures of the worked examples, counted by hand. Figures that are not listed are 0 for every seat."""

from collections import Counter
from random import Random

import pytest

from bot.core.game import Played
from bot.core.opponents import play_out, settings
from bot.core.records import tally
from cogs.cappuccino.moves import Stack
from cogs.pinocchio.moves import AnnounceCard, GarmentCard
from cogs.tripot.moves import Commit, Resolve
from tests.cogs.cappuccino import positions as cappuccino
from tests.cogs.pinocchio import positions as pinocchio
from tests.cogs.pinocchio.positions import BELIEVE, DOUBT
from tests.cogs.ptipasspass.positions import DOUBLON, MENTEUR, OK, aim, announce, lift, swap, table
from tests.cogs.trio.positions import DECLINE, centre, fresh, high, low, offer, position, table3, team_deal
from tests.cogs.tripot import positions as tripot
from tests.cogs.tripot.positions import A, C, D, duel
from tests.kit.moments import CATALOGUE
from tests.kit.rules import every

SHORT = [(1, centre(1)), (1, low(0)), (1, low(2))]
ONES = [low(1), low(0), centre(1)]
MISSES = [(2, high(0)), (2, low(0)), (0, high(0)), (0, low(0))]
PAIRS = position(((1, 5), (1, 6), (1, 7), (5, 8)), active=0, teams=True)
PAIR_SHORT = [(0, low(0)), (0, low(1)), (0, low(3))]
PAIR_ONES = [low(0), low(1), low(2)]
TEAMS = fresh(4, teams=True).play(-1, team_deal())
TRIO = {
    "example 2: a trio at first sight": (
        table3(), [(0, high(1)), (0, high(2)), (0, high(0))],
        {"first_sight": (1, 0, 0), "revealed": (3, 0, 0)}, {"turns": 1, "trios": 1},
    ),
    "a trio of which another had found two is stolen": (
        table3(1), [*SHORT, *((2, move) for move in ONES)],
        {"stolen": (0, 0, 1), "near": (0, 1, 0), "misses": (0, 1, 0), "revealed": (0, 3, 3)}, {"turns": 2, "trios": 1},
    ),
    "a trio of which the same player had found two is not": (
        table3(1), [*SHORT, *MISSES, *((1, move) for move in ONES)],
        {"near": (0, 1, 0), "misses": (1, 1, 1), "revealed": (2, 6, 2)}, {"turns": 4, "trios": 1},
    ),
    "a number seen once is neither at first sight nor stolen": (
        table3(), [(0, low(1)), (0, low(2)), (1, low(0)), (1, centre(1)), (1, low(1))],
        {"misses": (1, 0, 0), "revealed": (2, 3, 0)}, {"turns": 2, "trios": 1},
    ),
    "a trio of which the partner had found two is not stolen": (
        PAIRS, [*PAIR_SHORT, (1, low(0)), (1, high(1)), *((2, move) for move in PAIR_ONES)],
        {"near": (1, 0, 0, 0), "misses": (1, 1, 0, 0), "revealed": (3, 2, 3, 0)}, {"turns": 3, "trios": 1},
    ),
    "a trio of which an opponent's pair had found two is stolen": (
        PAIRS, [*PAIR_SHORT, *((1, move) for move in PAIR_ONES)],
        {"stolen": (0, 1, 0, 0), "near": (1, 0, 0, 0), "misses": (1, 0, 0, 0), "revealed": (3, 3, 0, 0)},
        {"turns": 2, "trios": 1},
    ),
    "examples 9 and 10: only an exchange that takes place counts": (
        TEAMS, [*((seat, offer(TEAMS.secrets.hands[seat][0])) for seat in (1, 3, 0)), (2, DECLINE)],
        {"exchanges": (0, 1, 0, 1)}, {"turns": 0, "trios": 0},
    ),
}  # fmt: skip

PTIPASSPASS = {
    "example 1: a lie that nobody contests": (
        table("bvo", "bvo", "bvo"),
        [(0, aim("v", "B2")), (1, OK), (2, OK), (0, announce("b")), (1, OK), (2, OK)],
        {"lies": (1, 0, 0)}, {"rounds": 1, "voids": 0},
    ),
    "example 2: a right doublon gives the active player the cup": (
        table("b", "bvo", "bvo", cups={"B2": "vo"}, active=1), [(1, aim("b", "B2")), (2, DOUBLON)],
        {"right": (0, 0, 1), "gained": (0, 2, 0)}, {"rounds": 1, "voids": 0},
    ),
    "example 4: a lie found out": (
        table("bvo", "bvo", "bv", cups={"C3": "o"}, active=2),
        [(2, aim("b", "A1")), (0, OK), (1, OK), (2, announce("o")), (0, MENTEUR)],
        {"lies": (0, 0, 1), "caught": (0, 0, 1), "right": (1, 0, 0)}, {"rounds": 1, "voids": 0},
    ),
    "example 5: a truth doubted": (
        table("", "bvo", "bvo", cups={"C3": "bvo"}, active=2),
        [(2, aim("v", "A1")), (0, OK), (1, OK), (2, announce("v")), (0, MENTEUR)],
        {"wrong": (1, 0, 0), "gained": (1, 0, 0)}, {"rounds": 1, "voids": 0},
    ),
    "example 7: a lift that fails": (
        table("", "bvo", "o", cups={"A1": "b", "A2": "v", "A3": "b", "B1": "vo"}),
        [(0, swap("A2", "A3")), (0, lift("A1-A2-A3"))],
        {"misses": (1, 0, 0)}, {"rounds": 1, "voids": 0},
    ),
    "example 10: the last round is counted once": (
        table("bvo", "", "bvo", cups={"A1": "b", "B2": "o", "C3": "v"}, active=1, victories=(0, 1, 0), round=2),
        [(1, lift("A1-B2-C3"))], {}, {"rounds": 1, "voids": 0},
    ),
    "example 11: a void round": (
        table("", "", "", cups={"A1": "bb", "A2": "b", "A3": "vvvooo"}), [(0, lift("A1-A2-A3"))],
        {"misses": (1, 0, 0)}, {"rounds": 2, "voids": 1},
    ),
}  # fmt: skip

# The stacks left are counted once nobody can move.
CAPPUCCINO = {
    "example 1: a stack of two takes a stack of two": (
        cappuccino.position(4, cappuccino.PICTURE, active=3), [(3, Stack((0, 0), (1, 0)))],
        {"tallest": (0, 0, 0, 4), "taken": (0, 0, 0, 2), "biggest": (0, 0, 0, 2), "lost": (0, 2, 0, 0),
         "moves": (0, 0, 0, 1)}, {"tallest": 4, "stacks": 0},
    ),
    "example 4: taking, then joining": (
        cappuccino.row("c1 p1 c1"), [(0, Stack((0, 0), (1, 0))), (0, Stack((1, 0), (2, 0)))],
        {"tallest": (3, 0), "taken": (1, 0), "biggest": (1, 0), "lost": (0, 1), "joined": (1, 0), "moves": (2, 0)},
        {"tallest": 3, "stacks": 1},
    ),
    "example 9: covering an own stack takes nothing": (
        cappuccino.row("c2 c2 p3 p1"), [(0, Stack((0, 0), (1, 0)))],
        {"tallest": (4, 0), "joined": (1, 0), "moves": (1, 0)}, {"tallest": 4, "stacks": 0},
    ),
}  # fmt: skip

LUCIE_AND_CHARLES = {
    (C, C): {"pacts": (1, 1)},
    (C, A): {"betrayed": (1, 0), "betrayals": (0, 1), "plunder": (0, 2), "biggest": (0, 6)},
    (A, C): {"betrayals": (1, 0), "betrayed": (0, 1), "plunder": (4, 0), "biggest": (6, 0)},
    (A, A): {"plunder": (4, 2)},
    (A, D): {"parries": (0, 1), "biggest": (0, 6)},
    (D, A): {"parries": (1, 0), "biggest": (6, 0)},
    (D, D): {},
    (D, C): {},
    (C, D): {},
}
"""Lucie stakes 2, Charles stakes 4."""
TRIPOT = {
    f"example 2: {one} against {other}": (
        duel(tripot.holding((4,), (2,)), 0, 1, (4, 2)),
        [(0, Commit(((0, one),))), (1, Commit(((0, other),))), (0, Resolve(0))],
        figures, {"duels": 1, "biggest": 6, "rounds": 1},
    )
    for (one, other), figures in LUCIE_AND_CHARLES.items()
} | {
    f"example 6: two duels, number {order[0]} first": (
        tripot.two_duels_of_x(), [(0, Resolve(number)) for number in order],
        {"parries": (1, 1, 0), "biggest": (5, 5, 0)}, {"duels": 2, "biggest": 5, "rounds": 1},
    )
    for order in ((0, 1), (1, 0))
} | {
    "a choice changed before it is turned up counts once": (
        duel(duel(tripot.dealt(2), 0, 1, (4, 2)), 1, 0, (1, 1)),
        [(0, Commit(((0, C), (1, D)))), (0, Commit(((0, A), (1, C)))), (1, Commit(((0, C), (1, A)))), (0, Resolve(0))],
        {"betrayals": (1, 0), "betrayed": (0, 1), "plunder": (4, 0), "biggest": (6, 0)},
        {"duels": 1, "biggest": 6, "rounds": 1},
    ),
}  # fmt: skip


def garments(*cards):
    return pinocchio.dealt(*(GarmentCard(*card.split()) for card in cards))


def say(card):
    return AnnounceCard(*card.split())


BLUE_LIES = ("jacket blue", "dungarees blue", "bonnet yellow")
FOUND_OUT = [(0, say("bowtie red")), (1, BELIEVE), (1, say("dungarees red")), (2, DOUBT)]
LIE = say("bonnet red")
PINOCCHIO = {
    "example 2: a doubted truth is a wrong doubt": (
        garments("jacket blue", "sabots yellow"),
        [(0, say("sabots red")), (1, BELIEVE), (1, say("sabots yellow")), (2, DOUBT)],
        {"lies": (1, 0, 0), "wrong": (0, 0, 1), "swallowed": (0, 1, 0), "streak": (1, 0, 0)}, {"doubts": 1, "lies": 1},
    ),
    "example 3: a protected lie counts and is believed by nobody": (
        garments(*BLUE_LIES), [*FOUND_OUT, (2, say("jacket blue"))],
        {"lies": (1, 1, 1), "caught": (0, 1, 0), "right": (0, 0, 1), "swallowed": (0, 1, 0), "streak": (1, 1, 1)},
        {"doubts": 1, "lies": 3},
    ),
    # Everybody lies three times; Bella's second lie is doubted by Claudia, whose next one is protected.
    "a lie found out ends a streak": (
        garments(*("jacket blue", "dungarees blue", "sabots yellow") * 3),
        [
            (0, LIE), (1, BELIEVE), (1, LIE), (2, BELIEVE), (2, LIE), (0, BELIEVE), (0, LIE), (1, BELIEVE),
            (1, LIE), (2, DOUBT), (2, LIE), (0, LIE), (1, BELIEVE), (1, LIE), (2, BELIEVE), (2, LIE),
        ],
        {"lies": (3, 3, 3), "caught": (0, 1, 0), "right": (0, 0, 1), "swallowed": (1, 3, 2), "streak": (3, 2, 3)},
        {"doubts": 1, "lies": 9},
    ),
}  # fmt: skip

CASES = {
    "trio": TRIO, "ptipasspass": PTIPASSPASS, "cappuccino": CAPPUCCINO, "tripot": TRIPOT, "pinocchio": PINOCCHIO,
}  # fmt: skip


def column(figures, key):
    return tuple(own[key] for own in figures.seats)


@pytest.mark.parametrize(("key", "name"), [(key, name) for key in CASES for name in CASES[key]])
def test_the_figures_of_examples(key, name):
    state, moves, figures, whole = CASES[key][name]
    public = state.public
    seats = public.setup.seats if hasattr(public, "setup") else public.seats
    states = every(state, *moves)
    log = [Played(before, *move, after) for before, move, after in zip(states, moves, states[1:], strict=False)]
    found = CATALOGUE.games[key].tally(seats, log)
    assert {each: column(found, each) for each in found.seats[0] if any(column(found, each))} == figures
    assert found.whole == whole


SIGNED = {
    # How often each sign comes, by the figures of the seat, its score, and the figures of the whole game.
    "trio": lambda own, score, _: {"🟩": score, "🟨": own["near"], "⬜": own["misses"] - own["near"]},
    "ptipasspass": lambda _, score, whole: {
        "🟩": score, "⬜": whole["voids"], "🟥": whole["rounds"] - whole["voids"] - score,
    },
    "cappuccino": lambda own, *_: {"🟦": own["joined"], "🟪": own["moves"] - own["joined"]},
    "tripot": lambda own, *_: {"🤝": own["pacts"]},
    "pinocchio": lambda own, *_: {"🟥": own["caught"] + own["wrong"]},
}  # fmt: skip


@pytest.mark.parametrize("key", SIGNED)
def test_signs_agree_with_the_figures(key):
    game = CATALOGUE.games[key]
    for count, options in settings(game, None, {})[:2]:
        turns = list(play_out(game, count, options, Random(count)))
        final, log = turns[-1][2], [(seat, move) for seat, move, _ in turns]
        found, views = tally(game, count, options, log), [state.view(None) for _, _, state in turns]
        for seat, own in enumerate(found.seats):
            signs = Counter(game.signs(views, seat))
            expected = SIGNED[key](own, final.outcome().scores[seat], found.whole)
            assert {sign: signs[sign] for sign in expected} == expected
            assert len(expected) == 1 or signs.total() == sum(expected.values())
        everybody = sum(len(game.signs(views, seat)) for seat in range(count))
        if both := {"tripot": "duels", "pinocchio": "doubts"}.get(key):
            assert everybody == 2 * found.whole[both]
