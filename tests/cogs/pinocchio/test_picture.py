"""Pictures of Pinocchio."""

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from bot.pictures.kit import theme
from bot.pictures.kit.fonts import measure
from cogs.pinocchio import picture as layout
from cogs.pinocchio.game import GAME
from cogs.pinocchio.moves import CARDS, GARMENTS, AnnounceCard, GarmentCard
from cogs.pinocchio.picture import picture
from cogs.pinocchio.pieces import wrap
from tests.cogs.pinocchio.tabletop import BELIEVE, DOUBT, dealt, played
from tests.kit.golden import Golden, fine, pixels
from tests.kit.words import all_words, saying

RED_CLOGS = AnnounceCard("sabots", "red")


def drawn(view):
    return fine(picture(view, saying("pinocchio", "fr")))


def but(view, **changes):
    """The view of a table at which something public is different."""
    return replace(view, public=replace(view.public, **changes))


def doubted(*card, seats=3):
    """A table at which the first card, announced as red clogs, has just been doubted."""
    return played(dealt(GarmentCard(*card), GarmentCard("bonnet", "red"), seats=seats), RED_CLOGS, DOUBT)


def test_nothing_of_a_shown_card_remains():
    one, other = (doubted(*card).view(None) for card in (("sabots", "blue"), ("jacket", "yellow")))
    assert drawn(one) != drawn(other)
    assert drawn(one.without_flash()) == drawn(other.without_flash())


def test_what_does_not_fit_is_in_the_shade():
    """The holder of a card sees which announcements are possible; the own card makes no difference to that."""
    states = [played(dealt(GarmentCard("bonnet", "red"), GarmentCard(*card)), RED_CLOGS, BELIEVE) for card in CARDS[:2]]
    free, *bound = (pixels(drawn(view)) for view in (doubted("bonnet", "red").view(1), *_views(states)))
    grid = (round(layout.GRID_LEFT), 0, theme.WIDTH, bound[0].height)
    assert ImageChops.difference(bound[0].crop(grid), bound[1].crop(grid)).getbbox() is None
    assert ImageChops.difference(bound[0].crop(grid), free.crop(grid)).getbbox() is not None


def _views(states):
    return [state.view(1) for state in states]


def test_protected_and_doubted_are_marked():
    after = played(doubted("sabots", "blue"), AnnounceCard("jacket", "blue")).view(None)
    announcement = after.public.announcement
    assert announcement.protected
    assert drawn(after) != drawn(but(after, announcement=replace(announcement, protected=False)))
    lie, truth = (doubted("sabots", colour).view(None).without_flash() for colour in ("blue", "red"))
    assert drawn(lie) != drawn(but(truth, noses=lie.public.noses))


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_words_fit(lang):
    say = saying("pinocchio", lang)
    for card in CARDS:
        words = say("picture-card", garment=card.garment, colour=card.colour)
        for width, size, strong, most in (
            (layout.WORDS_WIDTH, layout.WORDS_SIZE, True, 2),
            (layout.OWN_CARD_WIDTH, layout.OWN_SIZE, False, 3),
        ):
            lines = wrap(words, width, size, strong=strong)
            assert len(lines) <= most
            assert " ".join(lines) == " ".join(words.split()), "a word was cut"
    widths = []
    for garment in GARMENTS:
        words = say("garment", garment=garment)
        lines = wrap(words, layout.GARMENT_WIDTH, theme.SMALLEST)
        assert len(lines) <= 2
        assert " ".join(lines) == " ".join(words.split()), "a word was cut"
        widths.append(max(measure(line, theme.SMALLEST) for line in lines))
    assert all((left + right) / 2 < layout.GRID_COLUMN_WIDTH for left, right in pairwise(widths)), "names touch"
    assert measure(say("picture-free"), 28) <= layout.TASK_WIDTH
    assert measure(say("picture-or"), 24) <= layout.OR_WIDTH
    keys = {key for key in all_words().keys("pinocchio", lang) if key.startswith("picture-")}
    assert keys == {"picture-card", "picture-free", "picture-or"}


def golden():
    """The views of the golden picture; see tests/cogs/test_golden.py."""
    view = but(doubted("jacket", "yellow", seats=4).view(None), noses=(5, 0, 2, 9))
    return Golden(GAME, saying("pinocchio", "fr"), view)
