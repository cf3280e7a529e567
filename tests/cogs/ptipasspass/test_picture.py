"""Pictures of PtiPassPass."""

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from bot.pictures.kit.fonts import measure
from cogs.ptipasspass import picture as layout
from cogs.ptipasspass.cups import COLOURS
from cogs.ptipasspass.game import GAME
from cogs.ptipasspass.rules import start
from tests.cogs.ptipasspass.positions import DOUBLON, MENTEUR, OK, aim, announce, lift, swap, table
from tests.kit.golden import drawn, pixels
from tests.kit.rules import but, played
from tests.kit.words import all_words, saying

AIMED = played(table("bvo", "bvo", "bvo", cups={"B2": "b"}, unplaced=35), (0, aim("b", "B2")))
STATED = played(AIMED, (1, OK), (2, OK), (0, announce("v")))
SWAPPED = played(table("", "b", "b"), (0, swap("A1", "B2"))).view(None)
SLIPPED = played(table("b", "b", "b"), (0, aim("b", "B2")), (1, OK), (2, OK), (0, announce("b")), (1, OK), (2, OK))
VOID = [played(AIMED, (1, DOUBLON)).view(None), played(STATED, (1, MENTEUR)).view(None)]
WON = table("", "bv", "o", cups={"A1": "b", "A2": "b", "A3": "b"}).play(0, lift("A1-A2-A3")).view(None)
SHOWN = {
    "a swap": (SWAPPED, but(SWAPPED, swapped=None)),
    "the last token": (SLIPPED.view(None), but(SLIPPED.view(None), last=None)),
    "a void after a doublon": (VOID[0], but(VOID[0], last=replace(VOID[0].public.last, end=None))),
    "a void after a menteur": (VOID[1], but(VOID[1], last=replace(VOID[1].public.last, end=None))),
    "what was announced": (VOID[1], but(VOID[1], flash=replace(VOID[1].flash, stated="orange"))),
    "all cups at the end of a round": (WON, but(WON, flash=replace(WON.flash, ended=None))),
}
"""Views with something, and without it."""


@pytest.mark.parametrize("name", SHOWN)
def test_it_is_shown(name):
    one, other = SHOWN[name]
    assert drawn(GAME, one) != drawn(GAME, other)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_words_fit(lang):
    say = saying("ptipasspass", lang)
    rooms = {
        "picture-double": (layout.NOTE_WIDTH, 30, False),
        "picture-doublon": (layout.SHOUT_WIDTH, 28, True),
        "picture-menteur": (layout.SHOUT_WIDTH, 28, True),
        "picture-void": (layout.VOID_WIDTH, 22, False),
        "picture-stated": (layout.SAID_WIDTH, 22, False),
        "picture-was": (layout.SAID_WIDTH, 26, False),
    }
    for key, (room, size, strong) in rooms.items():
        assert measure(say(key), size, strong=strong) <= room, key
    for colour in COLOURS:
        assert measure(say("picture-colour", colour=colour), 28) <= min(layout.WORD_WIDTH, layout.COLOUR_WIDTH)
        assert measure(say("picture-colour", colour=colour), 30, strong=True) <= layout.SHOWN_WORD_WIDTH
    keys = {key for key in all_words().keys("ptipasspass", lang) if key.startswith("picture-")}
    assert keys == {*rooms, "picture-colour"}


def test_the_longest_strip_stays_on_the_picture():
    """Whatever the name, nothing is written over the right edge."""
    names = ("W" * 32, "M" * 32, "Ana")
    aimed = played(table("bvo", "bvo", "bvo"), (0, aim("o", "B2")))
    stated = played(aimed, (1, OK), (2, OK), (0, announce("o")))
    void = played(table("", "", "", cups={"B2": "bv"}, unplaced=35), (0, lift("A1-B2-C3"))).view(None)
    challenged = [played(aimed, (1, DOUBLON)), played(stated, (1, MENTEUR))]
    plain = pixels(drawn(GAME, start(3, {"layout": "grid"}).view(None)))
    # Between the strip's round corners and left of the hem, which depend on the picture's height.
    edge = (layout.RIGHT - 4, layout.EDGE + 22, layout.RIGHT + 8, layout.EDGE + layout.STRIP_HEIGHT - 22)
    for view in (*(state.view(None) for state in (aimed, stated, *challenged)), void, *VOID):
        found = pixels(drawn(GAME, view, names=names))
        assert ImageChops.difference(found.crop(edge), plain.crop(edge)).getbbox() is None
