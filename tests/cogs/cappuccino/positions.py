"""Positions of Cappuccino: how tests make them, and those whose texts and picture are compared with golden ones."""

from msgspec.structs import replace

from bot.core.game import CHANCE
from cogs.cappuccino.cells import ORIGIN, reading_order
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import COLOURS, Deal, PlaceCup, Stack
from cogs.cappuccino.rules import state_of
from tests.kit import moments
from tests.kit.moments import Setting
from tests.kit.rules import played

NAMES = ("Ana", "Wolfeschlegelsteinhausen", "李小龍", "Démosthène")


PICTURE = {(0, 0): ("flower", 2), (1, 0): ("panda", 2), (0, 1): ("cat", 1), (-1, 0): ("panda", 3), (3, 0): ("cat", 1)}
"""The stacks of the picture of the rules sheet."""


def opened(seats, **options):
    """A table before the deal."""
    return GAME.start(seats, GAME.complete(options, seats))


def building(seats, *cells, first=0, **options):
    """The advanced set-up after cups were placed on these cells, in turn, each player's first colour."""
    state = opened(seats, advanced=True, **options).play(CHANCE, Deal(first, ()))
    for cell in cells:
        state = played(state, PlaceCup(cell, COLOURS[state.public.active]))
    return state


def position(seats, stacks, active=0, **options):
    """A moment of the game with these stacks: ``{cell: (colour, height)}``. All cups of a stack have its colour."""
    cells = tuple(sorted(stacks, key=reading_order))
    piles = tuple(stacks[cell][0][0] * stacks[cell][1] for cell in cells)
    state = changed(opened(seats, **options), phase="stack", first=0, active=active, cells=cells, piles=piles)
    blocked = tuple(seat for seat, moves in enumerate(state.options) if not moves)
    return changed(state, blocked=blocked)


def row(stacks, active=0, seats=2, **options):
    """Stacks side by side: "c2 . p1" is two cups with a cat on top, a gap, and a panda."""
    heights = {"c": "cat", "p": "panda", "l": "leaf", "f": "flower"}
    found = {(q, 0): (heights[each[0]], int(each[1:])) for q, each in enumerate(stacks.split()) if each != "."}
    return position(seats, found, active, **options)


def moved(state, moves):
    """The state after these moves in a row of stacks: "0>1 2>1"."""
    pairs = [tuple((int(q), 0) for q in move.split(">")) for move in moves.split()]
    return played(state, *(Stack(source, target) for source, target in pairs))


def changed(state, **facts):
    """A state in which something public is otherwise."""
    return state_of(replace(state.public, **facts))


def stacks_of(state):
    """The stacks: ``{cell: (top colour, height)}``."""
    return {cell: (layers[-1], len(layers)) for cell, layers in state.public.layers.items() if layers}


def ways(state, seat=None):
    """A seat's stacking moves as pairs of cells."""
    return {(move.from_, move.to) for move in state.legal(state.public.active if seat is None else seat)}


def random_game(seats, seed=1, **options):
    """The states of a random game, the one before the deal first."""
    return moments.played(Setting(GAME, seats, GAME.complete(options, seats)), seed).states


# ---- compared with golden texts


def dealt(seats, **options):
    """A game on the default shape with the colours in turn."""
    state = opened(seats, **options)
    return state.play(CHANCE, next(iter(state.legal(CHANCE))))


def built():
    """A board that players have just finished."""
    state = building(2)
    while state.public.phase == "place":
        state = played(state, next(iter(state.legal(state.public.active))))
    return state


TWO_COLOURS = row("c2 l3 f4", two_colours=True)
BLOCKED = moved(row("c1 p1 l2 l2 l1", seats=3), "0>1")
HAND = row("c2 p1 p4")
STUCK = moved(HAND, "0>1")

POSITIONS = {
    "before the deal": (opened(2),),
    "the board of two": (dealt(2), 0, 1),
    "two colours each": (dealt(2, two_colours=True), 0),
    "the board of four": (dealt(4),),
    "a wide board": (opened(2).play(CHANCE, Deal(0, tuple((q, 0, COLOURS[q % 2]) for q in range(32)))),),
    "the first cup": (building(2), 0),
    "the second cup": (building(2, ORIGIN), 1),
    "the third cup": (building(2, ORIGIN, (1, 0), early_resolution=True), 0),
    "three build, the third begins": (building(3, first=2),),
    "the board is built": (built(),),
    "a void and a tall stack": (moved(row("c12 p1 p3 c4"), "0>1"),),
    "safe and stuck": (row("c1 p2 . . . p3", 1),),
    "only the better colour counts": (TWO_COLOURS, 0),
    "a capture": (moved(row("c2 p1 p4 l4", seats=3), "0>1"),),
    "one is blocked": (BLOCKED,),
    "blocked is said once": (moved(BLOCKED, "3>4"),),
    "two are blocked": (moved(row("c1 p1 l3 l2 l1", seats=3), "0>1"),),
    "an own stack, and the end": (moved(row("c1 c1 . . . p2"), "0>1"), 0),
    "early resolution": (moved(row("c2 p1 f2 . . . l1 c1", seats=4, early_resolution=True), "0>1"),),
    "few moves": (HAND, 0, 1),
    "no move left": (STUCK, 0),
    "it is over": (changed(STUCK, phase="over", active=None), 0),
}  # fmt: skip
CAT, PANDA = ("cat", 1), ("panda", 1)
CORNER = position(2, {(0, 0): ("cat", 2), (1, 0): PANDA, (0, 1): ("cat", 2)})
BUILDING = building(2, ORIGIN, (1, 0))
LABELS = [
    (state, 0, " ".join(path))
    for state in (CORNER, BUILDING)
    for path in dict.fromkeys(GAME.path(move)[:depth] for move in state.legal(0) for depth in range(2, 6))
]
ROWS = {(0, 0): CAT, (1, 0): CAT, (0, 1): PANDA, (1, 1): CAT}
AMID = {(0, 0): ("cat", 2), (-1, 0): ("panda", 3), (1, 0): PANDA, (1, -1): ("cat", 2)}
BUTTONS = [
    ("stacks in the rows of the board", position(2, ROWS), 0, "stack"),
    ("a chosen stack amid its neighbours", position(2, AMID), 0, "stack", "0,0"),
    ("a cup to place", building(2, ORIGIN), 1),
    ("two colours to place", building(2, ORIGIN, two_colours=True), 1),
    ("one of two colours to place", building(2, ORIGIN, two_colours=True), 1, "place", "panda"),
]
SENTENCES = [("illegal-not-yours", {"cell": "A5", "colour": "panda", "other": 1})]


def golden():
    """The views of the golden picture."""
    return [random_game(4, seed=11)[35].view(None)]
