"""Pictures of Trio."""

from itertools import pairwise

import pytest

from bot.core.game import CHANCE
from bot.pictures.kit import theme
from bot.pictures.kit.fonts import measure
from cogs.trio.game import GAME
from cogs.trio.links import CHAINS, LINKS, wanted
from cogs.trio.picture import TOP_HEIGHT, TURNED_WIDTH
from cogs.trio.pieces import TEAM_WIDTH
from tests.cogs.trio.positions import DECLINE, fresh, high, low, offer, position, team_deal
from tests.kit.golden import drawn, pixels
from tests.kit.rules import played
from tests.kit.words import saying


def test_an_exchange_is_seen_by_those_who_made_it():
    opening = fresh(4, teams=True).play(CHANCE, team_deal())
    swapped = played(opening, (3, offer(12)), (1, offer(1)), (0, DECLINE))
    plain = played(opening, (3, DECLINE), (0, DECLINE))
    assert drawn(GAME, swapped.view(None)) != drawn(GAME, plain.view(None))
    top = (0, 0, theme.WIDTH, TOP_HEIGHT)
    for seat, differs in ((None, False), (0, False), (1, True)):
        shown, other = (pixels(drawn(GAME, state.view(seat))).crop(top) for state in (swapped, plain))
        assert (shown != other) == differs


def test_many_trios_and_empty_hands_fit():
    trios = [(2, 3, 6, 8, 11, 12), (1, 4), ()]
    state = position([(7,), (7,), (7,)], (0,) * 9, mode="picante", trios=trios)
    won = played(state, low(0), high(1), low(2))
    for moment in (state, played(state, low(0)), won):
        for seat in (None, 0, 1, 2):
            drawn(GAME, moment.view(seat))


def test_chains_are_the_links():
    pairs = {frozenset(pair) for chain in CHAINS for pair in pairwise(chain)}
    assert pairs == {frozenset((number, other)) for number, others in LINKS.items() for other in others}
    assert sorted(number for chain in CHAINS for number in chain) == list(LINKS)


def test_the_numbers_that_win_are_those_still_to_be_had():
    state = position([(7,)] * 4, mode="picante", trios=[(2,), (9,), (1,), ()], teams=True)
    assert wanted(state.public.trios, state.public.setup.side(0)) == [5, 6, 8]
    assert wanted(state.public.trios, state.public.setup.side(2)) == [5, 6, 8]
    assert wanted(state.public.trios, state.public.setup.side(3)) == []


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_words_fit_their_boxes(lang):
    say = saying("trio", lang)
    ends = [say("picture-end", end=end) for end in ("lowest", "highest")]
    assert all(32 + 6 + 20 + measure(words, 24) <= TURNED_WIDTH / 3 - 6 for words in ends)
    assert measure(say("picture-swapped"), theme.SMALLEST) <= TEAM_WIDTH - 60
    assert measure(say("picture-empty"), 28) <= 460
