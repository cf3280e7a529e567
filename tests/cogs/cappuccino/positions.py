"""Positions of Cappuccino whose texts are compared with ``texts.*.txt``."""

from bot.core.game import CHANCE
from cogs.cappuccino.cells import ORIGIN
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import COLOURS, Deal
from tests.cogs.cappuccino.tabletop import building, changed, moved, opened, position, row

__all__ = ["GAME"]


def dealt(seats, **options):
    """A game on the default shape with the colours in turn."""
    state = opened(seats, **options)
    return state.play(CHANCE, next(iter(state.legal(CHANCE))))


def built():
    """A board that players have just finished."""
    state = building(2)
    while state.public.phase == "place":
        state = state.play(state.public.active, next(iter(state.legal(state.public.active))))
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
