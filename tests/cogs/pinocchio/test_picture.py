"""Pictures of Pinocchio."""

import pytest
from msgspec.structs import replace

from bot.pictures.kit.fonts import measure
from cogs.pinocchio import picture as layout
from cogs.pinocchio.game import GAME
from cogs.pinocchio.moves import CARDS, AnnounceCard, GarmentCard
from cogs.pinocchio.picture import picture
from cogs.pinocchio.pieces import wrap
from tests.cogs.pinocchio.tabletop import DOUBT, dealt, played
from tests.kit.golden import Golden, fine
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
            (layout.OWN_WORDS_WIDTH, layout.OWN_SIZE, True, 1),
        ):
            lines = wrap(words, width, size, strong=strong)
            assert len(lines) <= most
            assert all(measure(line, size, strong=strong) <= width for line in lines)
            assert " ".join(lines) == " ".join(words.split()), "a word was cut"
    assert measure(say("picture-free"), 28) <= layout.TASK_WIDTH
    assert measure(say("picture-or"), 24) <= layout.OR_WIDTH
    keys = {key for key in all_words().keys("pinocchio", lang) if key.startswith("picture-")}
    assert keys == {"picture-card", "picture-free", "picture-or"}


def golden():
    """The views of the golden picture; see tests/cogs/test_golden.py."""
    view = but(doubted("jacket", "yellow", seats=4).view(1), noses=(5, 0, 2, 9))
    return Golden(GAME, saying("pinocchio", "fr"), view)
