"""Pictures of Pinocchio."""

import pytest
from msgspec.structs import replace

from bot.pictures.kit.fonts import measure
from cogs.pinocchio import picture as layout
from cogs.pinocchio.game import GAME
from cogs.pinocchio.moves import CARDS, AnnounceCard
from cogs.pinocchio.pieces import wrap
from tests.cogs.pinocchio.positions import doubted
from tests.kit.golden import drawn
from tests.kit.rules import but, played
from tests.kit.words import all_words, saying


def test_protected_and_doubted_are_marked():
    after = played(doubted("sabots", "blue"), AnnounceCard("jacket", "blue")).view(None)
    announcement = after.public.announcement
    assert announcement.protected
    assert drawn(GAME, after) != drawn(GAME, but(after, announcement=replace(announcement, protected=False)))
    lie, truth = (doubted("sabots", colour).view(None).without_flash() for colour in ("blue", "red"))
    assert drawn(GAME, lie) != drawn(GAME, but(truth, noses=lie.public.noses))


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
