"""Positions of PtiPassPass: how tests make them, and those whose texts and picture are compared with golden ones.

Colours are the letters of the rules' worked examples.
"""

from bot.core.game import CHANCE, Deal
from cogs.ptipasspass.cups import board, gather
from cogs.ptipasspass.game import GAME
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Lift, Menteur, Ok, Swap
from cogs.ptipasspass.rules import State, start
from cogs.ptipasspass.view import Public, Secrets
from tests.kit.rules import played

__all__ = ["GAME"]

COLOUR = {"b": "blue", "v": "green", "o": "orange"}
OK, DOUBLON, MENTEUR = Ok(), Doublon(), Menteur()


def tokens(letters):
    """Tokens from letters: "bvo"."""
    return gather(*(COLOUR[letter] for letter in letters))


def aim(letter, cup):
    return Aim(COLOUR[letter], cup)


def announce(letter):
    return AnnounceColour(COLOUR[letter])


def swap(*cups):
    return Swap(cups)


def lift(line):
    """A lift from "A1-B2-C3"."""
    return Lift(tuple(line.split("-")))


def table(*hands, cups=None, active=0, layout="grid", **more):
    """A turn's beginning: each hand in letters, and what some cups hold."""
    seats = len(hands)
    held = tuple(map(tokens, hands))
    filled = {cup: tokens(letters) for cup, letters in (cups or {}).items()}
    public = Public(
        layout=layout,
        seats=seats,
        phase="aim" if held[active] else "reveal",
        active=active,
        counts=tuple(map(len, held)),
        **{"victories": (0,) * seats, **more},
    )
    under_cups = tuple(filled.get(cup, ()) for cup in board(layout, seats).cups)
    return State(public, Secrets(held, under_cups), frozenset({active}))


# ---- compared with golden texts

FULL = ("bvo", "bvo", "bvo")
START = start(3, {"layout": "grid"})
AGREED = ((1, OK), (2, OK))
AIMED = table("bv", "bvo", "bvo", victories=(1, 0, 0), active=1, cups={"A1": "o"}).play(1, aim("o", "B2"))
UNOPPOSED = played(AIMED, (0, OK), (2, OK))
STATED = UNOPPOSED.play(1, announce("v"))
PLACED = played(STATED, (0, OK), (2, OK))
ASKED = played(table(*FULL), (0, aim("b", "B2")), *AGREED)
LIFTING = table("", "bvo", "bvo", cups={"A1": "b", "A2": "v", "B1": "bo"})
SWAPPED = LIFTING.play(0, swap("A2", "B1"))
BLUES = {"A1": "b", "A2": "b", "A3": "b"}
SPREAD = {"A1": "b", "B1": "b", "C3": "b"}
BRINK = table("b", "v", "", unplaced=35).play(0, aim("b", "A1"))
ENDING = table("bo", "", "vv", cups={"A1": "b", "B2": "ov", "C3": "v", "A3": "o"}, active=1, victories=(0, 1, 0))

POSITIONS = {
    "before the deal": (START, 0),
    "after the deal": (START.play(CHANCE, Deal(2)), 2),
    "the first window": (AIMED.play(2, OK), 0, 1, 2),
    "nobody objects": (UNOPPOSED, 1),
    "a skipped window": (ASKED,),
    "the second window": (STATED, 1, 2),
    "a placement": (PLACED,),
    "the turn after a placement": (PLACED.play(2, aim("b", "A1")),),
    "a right doublon": (played(table(*FULL, cups={"B2": "vvo"}), (0, aim("b", "B2")), (2, DOUBLON)),),
    "a right doublon with one token": (played(table(*FULL, cups={"B2": "v"}), (0, aim("b", "B2")), (2, DOUBLON)),),
    "a wrong doublon": (played(table(*FULL), (0, aim("b", "B2")), (2, DOUBLON)), 0, 1, 2),
    "a lie is caught": (played(ASKED, (0, announce("o")), (1, MENTEUR)),),
    "a truth is doubted": (played(ASKED, (0, announce("b")), (1, MENTEUR)),),
    "the turn after a doubted truth": (
        played(ASKED, (0, announce("b")), (1, MENTEUR), (1, aim("v", "A1"))),
    ),
    "to lift": (LIFTING, 0),
    "after a swap": (SWAPPED, 0),
    "a failed lift": (SWAPPED.play(0, lift("A1-A2-A3")),),
    "the next player will lift": (
        played(table("b", "", "b"), (0, aim("b", "B2")), *AGREED, (0, announce("b")), *AGREED), 1,
    ),
    "a round is won": (table("", "bvo", "bvo", cups=BLUES).play(0, lift("A1-A2-A3")),),
    "the game is won": (table("", "bvo", "", cups=BLUES, victories=(1, 1, 0)).play(0, lift("A1-A2-A3")), 2),
    "all face up at the end": (ENDING.play(1, lift("A1-B2-C3")),),
    "a hopeless round": (
        table("", "", "", cups={"A1": "bb", "A2": "b", "A3": "vvvooo"}).play(0, lift("A1-A2-A3")),
    ),
    "a placement makes a round hopeless": (
        played(
            table("o", "", "", cups={"A1": "bb", "A2": "b", "A3": "vvvoo"}),
            (0, aim("o", "A3")), *AGREED, (0, announce("b")), *AGREED,
        ),
    ),
    "the brink of an endless round": (table("", "", "", cups=SPREAD, unplaced=35),),
    "a lift ends an endless round": (table("", "", "", cups=SPREAD, unplaced=35).play(0, lift("A1-A2-A3")),),
    "a wrong doublon ends an endless round": (BRINK.play(1, DOUBLON), 0, 1),
    "a right menteur ends an endless round": (played(BRINK, *AGREED, (0, announce("o")), (2, MENTEUR)),),
    "the hive of six": (table(*["bvo"] * 6, layout="hive").play(0, aim("b", "C7")),),
}  # fmt: skip
LABELS = [
    *((LIFTING, 0, path) for path in ("aim blue", "aim blue B2", "announce green", "swap A1", "swap A1 B2")),
    *((LIFTING, 0, f"lift {way}") for way in ("row", "equal", "rising", "falling", "rising A1-B2-C3")),
    *((table("", "", "", layout="hive"), 0, f"lift {way}") for way in ("equal", "rising")),
]
BUTTONS = [
    ("to aim", table(*FULL), 0),
    ("to choose a cup", table(*FULL), 0, "aim", "blue"),
    ("to lift or swap", LIFTING, 0),
    ("to swap", LIFTING, 0, "swap", "A1"),
    ("to choose a cup of the hive", table(*FULL, layout="hive"), 0, "aim", "green"),
    ("to swap among many cups", table(*[""] * 6), 0, "swap"),
    ("to lift among many lines", table(*[""] * 5), 0),
    ("to lift in a row of them", table(*[""] * 5), 0, "lift", "row"),
    ("to lift in the hive of six", table(*[""] * 6, layout="hive"), 0, "lift"),
]
SENTENCES = []


def golden():
    """The views of the golden picture."""
    state = table("bvo", "bv", "", cups={"A1": "b", "B2": "bvo"}, active=2, victories=(1, 0, 0))
    return [played(state, lift("A1-B2-C3")).view(None)]
