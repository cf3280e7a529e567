"""Pictures of PtiPassPass."""

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from bot.pages.question import asked, paths
from bot.pictures.kit.fonts import measure
from cogs.ptipasspass.cups import COLOURS
from cogs.ptipasspass.game import GAME
from cogs.ptipasspass.picture import (
    COLOUR_WIDTH,
    EDGE,
    NOTE_WIDTH,
    RIGHT,
    SAID_WIDTH,
    SHOUT_WIDTH,
    SHOWN_HEIGHT,
    SHOWN_WORD_WIDTH,
    STRIP_HEIGHT,
    VOID_WIDTH,
    WORD_WIDTH,
    picture,
)
from cogs.ptipasspass.rules import start
from tests.cogs.ptipasspass.moves import DOUBLON, MENTEUR, OK, aim, announce, lift, swap
from tests.cogs.ptipasspass.tabletop import played, table
from tests.kit.golden import Golden, fine, opened, pixels
from tests.kit.words import NAMES, all_words, saying


def drawn(view, names=NAMES):
    return fine(picture(view, saying("ptipasspass", "fr", names)))


def changed(holder, **public):
    """A view or state with something else in public."""
    return replace(holder, public=replace(holder.public, **public))


def revealed():
    """Every kind of thing that is revealed, twice: with other colours."""
    before = [table("bvo", "bvo", "bvo", cups={"B2": letters}) for letters in ("bv", "oo")]
    yield [played(state, (0, aim("b", "B2")), (1, DOUBLON)) for state in before]
    said = [(1, OK), (2, OK), (0, announce("v")), (1, MENTEUR)]
    # A hand that holds three of each colour has the same size whichever token has left it.
    yield [played(before[0], (0, aim(letter, "A1")), *said) for letter in "bo"]
    lifting = [table("", "b", "b", cups={"A1": letters}) for letters in ("bv", "o")]
    yield [played(state, (0, lift("A1-A2-A3"))) for state in lifting]


@pytest.mark.parametrize("pair", list(revealed()))
def test_nothing_of_what_was_revealed_remains(pair):
    one, other = (state.view(None) for state in pair)
    assert drawn(one) != drawn(other)
    assert drawn(one.without_flash()) == drawn(other.without_flash())


def test_a_challenge_that_makes_the_round_void_is_drawn_so():
    aimed = played(table("bvo", "bvo", "bvo", cups={"B2": "b"}, unplaced=35), (0, aim("b", "B2")))
    stated = played(aimed, (1, OK), (2, OK), (0, announce("v")))
    for void in (played(aimed, (1, DOUBLON)).view(None), played(stated, (1, MENTEUR)).view(None)):
        last = void.public.last
        assert last.end == "endless"
        assert drawn(void) != drawn(changed(void, last=replace(last, end=None)))


def test_a_swap_and_the_last_token_are_marked():
    swapped = played(table("", "b", "b"), (0, swap("A1", "B2"))).view(None)
    assert drawn(swapped) != drawn(changed(swapped, swapped=None))
    slipped = played(
        table("b", "b", "b"), (0, aim("b", "B2")), (1, OK), (2, OK), (0, announce("b")), (1, OK), (2, OK)
    ).view(None)
    assert drawn(slipped) != drawn(changed(slipped, last=None))


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_words_fit(lang):
    say = saying("ptipasspass", lang)
    rooms = {
        "picture-double": (NOTE_WIDTH, 30, False),
        "picture-doublon": (SHOUT_WIDTH, 28, True),
        "picture-menteur": (SHOUT_WIDTH, 28, True),
        "picture-void": (VOID_WIDTH, 22, False),
        "picture-stated": (SAID_WIDTH, 22, False),
        "picture-was": (SAID_WIDTH, 26, False),
    }
    for key, (room, size, strong) in rooms.items():
        assert measure(say(key), size, strong=strong) <= room, key
    for colour in COLOURS:
        assert measure(say("picture-colour", colour=colour), 28) <= min(WORD_WIDTH, COLOUR_WIDTH)
        assert measure(say("picture-colour", colour=colour), 30, strong=True) <= SHOWN_WORD_WIDTH
    keys = {key for key in all_words().keys("ptipasspass", lang) if key.startswith("picture-")}
    assert keys == {*rooms, "picture-colour"}


def test_the_longest_strip_stays_on_the_picture():
    """Whatever the name, nothing is written over the right edge."""
    names = ("W" * 32, "M" * 32, "Ana")
    aimed = played(table("bvo", "bvo", "bvo"), (0, aim("o", "B2")))
    stated = played(aimed, (1, OK), (2, OK), (0, announce("o")))
    void = played(table("", "", "", cups={"B2": "bv"}, unplaced=35), (0, lift("A1-B2-C3")))
    brink, brink_stated = changed(aimed, unplaced=35), changed(stated, unplaced=35)
    voids = (void, played(brink, (1, DOUBLON)), played(brink_stated, (1, MENTEUR)))
    plain = pixels(drawn(start(3, {"layout": "grid"}).view(None)))
    # Between the strip's round corners and left of the hem, which depend on the picture's height.
    edge = (RIGHT - 4, EDGE + 22, RIGHT + 8, EDGE + STRIP_HEIGHT - 22)
    for state in (aimed, stated, played(aimed, (1, DOUBLON)), played(stated, (1, MENTEUR)), *voids):
        found = pixels(drawn(state.view(None), names=names))
        assert ImageChops.difference(found.crop(edge), plain.crop(edge)).getbbox() is None


def golden():
    """The views of the golden picture; see tests/cogs/test_golden.py."""
    state = table("bvo", "bv", "", cups={"A1": "b", "B2": "bvo"}, active=2, victories=(1, 0, 0))
    view = played(state, (2, lift("A1-B2-C3"))).view(None)
    return Golden(GAME, saying("ptipasspass", "fr"), view)


# ---- choosing, and the moment


def choosing_picture(state, seat, *steps):
    """A seat's picture after these steps, and the choices it was given."""
    view, say = state.view(seat), saying("ptipasspass", "fr")
    told = asked(GAME, view, list(paths(GAME, state.legal(seat))), say, steps)
    return picture(view, say, told), told


def test_tokens_then_cups_are_marked():
    state = table("bvo", "bvo", "bvo", cups={"A1": "b"})
    steps = ((), ("aim", "blue"), ("aim", "green"))
    assert len({drawn(state.view(0)), *(choosing_picture(state, 0, *each)[0] for each in steps)}) == 4


def test_a_cup_that_cannot_be_chosen_is_pale_and_the_chosen_one_is_lit():
    state = table("", "bvo", "bvo")
    first, _ = choosing_picture(state, 0, "swap")
    second, told = choosing_picture(state, 0, "swap", "A1")
    assert {cell.label for cell in told.cells} == {"A2", "B1", "B2"}
    assert first != second
    rows, row = choosing_picture(state, 0, "lift", "row")[0], choosing_picture(state, 0, "lift")[0]
    assert rows != row, "the lines of a direction are drawn"


def test_a_reveal_is_large():
    stated = played(table("bvo", "bvo", "bvo"), (0, aim("b", "B2")), (1, OK), (2, OK), (0, announce("v")))
    shown = played(stated, (1, MENTEUR)).view(None)
    assert opened(drawn(shown)).height == opened(drawn(shown.without_flash())).height + SHOWN_HEIGHT
    other = changed(shown, flash=replace(shown.flash, stated="orange"))
    assert drawn(shown) != drawn(other), "what was announced is shown too"


def test_a_round_is_shown_as_it_ended():
    cups = {"A1": "b", "A2": "b", "A3": "b", "C1": "v"}
    won = table("", "bv", "o", cups=cups).play(0, lift("A1-A2-A3")).view(None)
    emptier = changed(won, flash=replace(won.flash, ended=None))
    assert drawn(won) != drawn(emptier), "all cups are lifted"
