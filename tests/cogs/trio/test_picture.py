"""Pictures of Trio."""

from itertools import pairwise

import msgspec
import pytest
from PIL import ImageChops

from bot.core.game import CHANCE, Cell, Choosing
from bot.pictures.kit.badges import tag
from bot.pictures.kit.fonts import fit, measure
from cogs.trio.game import GAME
from cogs.trio.links import CHAINS, LINKS, wanted
from cogs.trio.moves import Deal
from cogs.trio.picture import picture
from cogs.trio.rules import State
from tests.cogs.trio.moves import DECLINE, answers, centre, high, low, offer, turn
from tests.cogs.trio.tabletop import D3, fresh, moments, position, table3, team_deal
from tests.kit.golden import Golden, opened
from tests.kit.words import saying


def drawn(state, seat=None, lang="fr", *, flash=True):
    view = state.view(seat) if flash else state.view(seat).without_flash()
    return picture(view, saying("trio", lang))


def test_nothing_of_a_flash_remains():
    """Two misses that showed different numbers look the same once the cards are back."""
    swapped = Deal(0, D3.hands, (*D3.centre[:2], D3.centre[3], D3.centre[2], *D3.centre[4:]))
    one = turn(table3(), low(0), centre(2))
    other = turn(fresh(3).play(CHANCE, swapped), low(0), centre(2))
    for seat in (None, 0, 1):
        assert (drawn(one, seat) != drawn(other, seat)) == (seat is None)
        assert (drawn(one, seat) != drawn(one, seat, flash=False)) == (seat is None)
        assert drawn(one, seat, flash=False) == drawn(other, seat, flash=False)
        calm = table3(first=1)
        never = State(msgspec.structs.replace(calm.public, last=one.public.last), calm.secrets)
        assert drawn(one, seat, flash=False) == drawn(never, seat)


def test_cards_that_will_be_turned_back_are_on_the_board_alone():
    seen = 0
    for state, _, _ in moments(4, "picante", False, 4, 60):
        for seat in range(4):
            view = state.view(seat)
            turned_back = msgspec.structs.replace(view.public, shown=(), flash=None)
            if turned_back != view.public:
                seen += 1
                say = saying("trio", "fr")
                assert picture(view, say) == picture(msgspec.structs.replace(view, public=turned_back), say)
    assert seen


def test_a_hand_is_on_no_picture_but_its_owners():
    """The table and the other hands look the same whatever card a player has sealed."""
    dealt = fresh(4, teams=True).play(CHANCE, team_deal())
    one, other = dealt.play(3, offer(12)), dealt.play(3, offer(10))
    for seat in (None, 0, 1, 2):
        assert drawn(one, seat) == drawn(other, seat)
    assert drawn(one, 3) != drawn(other, 3)


def test_an_exchange_is_seen_by_those_who_made_it():
    opening = fresh(4, teams=True).play(CHANCE, team_deal())
    swapped = answers(opening, (3, offer(12)), (1, offer(1)), (0, DECLINE))
    plain = answers(opening, (3, DECLINE), (0, DECLINE))
    assert opened(drawn(swapped, 1)).height > opened(drawn(plain, 1)).height
    assert drawn(swapped, 0) == drawn(plain, 0)
    assert drawn(swapped) != drawn(plain)


def test_many_trios_and_empty_hands_fit():
    trios = [(2, 3, 6, 8, 11, 12), (1, 4), ()]
    state = position([(7,), (7,), (7,)], (0,) * 9, mode="picante", trios=trios)
    won = turn(state, low(0), high(1), low(2))
    for moment in (state, turn(state, low(0)), won):
        for seat in (None, 0, 1, 2):
            opened(drawn(moment, seat))


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
    boxes = [
        (say("picture-end", end="lowest"), 126, 24),
        (say("picture-end", end="highest"), 126, 24),
        *((say("picture-team", team=team), 120, 26) for team in "ABC"),
        (say("picture-empty"), 600, 28),
    ]
    assert [text for text, width, size in boxes if fit(text, width, size) != (text, size)] == []
    assert all(tag(say("picture-place", place=place), size=24).width <= 200 for place in range(1, 10))
    assert measure(say("picture-team", team="C"), 26) + tag(say("picture-swapped")).width <= 250


def golden():
    """The views of the golden picture; see tests/cogs/test_golden.py."""
    state = position(
        [(1, 3, 7, 9), (2, 7, 8, 12), (2, 5, 5, 9), ()],
        (7, 1, 0, 5, 2, 0, 4, 8),
        mode="picante",
        trios=[(11,), (6, 10), (), ()],
        active=3,
    )
    views = turn(state, low(1), low(2)).view(None), turn(state, low(1), centre(1)).view(2)
    return Golden(GAME, saying("trio", "fr"), *views)


def test_arrows_stand_for_the_ends_that_may_be_asked_for():
    view, say = table3().view(None), saying("trio", "fr")
    plain = opened(picture(view, say)).convert("RGBA").convert("RGB")

    def arrows(seat):
        cells = (Cell((f"s{seat}", "lowest"), "▼"), Cell((f"s{seat}", "highest"), "▲"))
        shown = opened(picture(view, say, Choosing(("reveal",), cells))).convert("RGBA").convert("RGB")
        return ImageChops.difference(plain, shown).getbbox()

    tops = [arrows(seat)[1] for seat in range(3)]
    assert tops == sorted(set(tops)), "each beside its owner"
