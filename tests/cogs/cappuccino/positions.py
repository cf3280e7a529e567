"""Positions of Cappuccino whose texts are compared with ``texts.*.txt``."""

from bot.core.game import CHANCE
from cogs.cappuccino.cells import ORIGIN
from cogs.cappuccino.game import GAME
from cogs.cappuccino.moves import COLOURS, Deal
from tests.cogs.cappuccino.tabletop import after, building, changed, opened, position

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


def line(*stacks, seats=2, active=0, **options):
    """Stacks side by side, given as colour and height; None leaves a gap."""
    return position(seats, {(q, 0): stack for q, stack in enumerate(stacks) if stack}, active, **options)


CAT, PANDA, LEAF = (("cat", 1), ("panda", 1), ("leaf", 2))
TWO_COLOURS = line(("cat", 2), ("leaf", 3), ("flower", 4), two_colours=True)
BLOCKED = after(line(CAT, PANDA, LEAF, LEAF, ("leaf", 1), seats=3), ((0, 0), (1, 0)))
HAND = line(("cat", 2), PANDA, ("panda", 4))
STUCK = after(HAND, ((0, 0), (1, 0)))

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
    "a void and a tall stack": (
        after(line(("cat", 12), PANDA, ("panda", 3), ("cat", 4)), ((0, 0), (1, 0))),
    ),
    "safe and stuck": (line(CAT, ("panda", 2), None, None, None, ("panda", 3), active=1),),
    "only the better colour counts": (TWO_COLOURS, 0),
    "a capture": (after(line(("cat", 2), PANDA, ("panda", 4), ("leaf", 4), seats=3), ((0, 0), (1, 0))),),
    "one is blocked": (BLOCKED,),
    "blocked is said once": (after(BLOCKED, ((3, 0), (4, 0))),),
    "two are blocked": (
        after(line(CAT, PANDA, ("leaf", 3), LEAF, ("leaf", 1), seats=3), ((0, 0), (1, 0))),
    ),
    "an own stack, and the end": (after(line(CAT, CAT, None, None, None, ("panda", 2)), ((0, 0), (1, 0))), 0),
    "early resolution": (
        after(
            line(("cat", 2), PANDA, ("flower", 2), None, None, None, ("leaf", 1), CAT, seats=4, early_resolution=True),
            ((0, 0), (1, 0)),
        ),
    ),
    "few moves": (HAND, 0, 1),
    "no move left": (STUCK, 0),
    "it is over": (changed(STUCK, phase="over", active=None), 0),
}  # fmt: skip
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
