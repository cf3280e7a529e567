"""Invariants of Pinocchio over random games."""

from collections import Counter

import msgspec
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cogs.pinocchio.game import GAME
from cogs.pinocchio.moves import COLOURS, DECK, AnnounceCard, Believe, Doubt
from tests.cogs.pinocchio.tabletop import random_game

# A game is drawn as the few facts that make it, so that a failure prints as one line.
games = st.tuples(
    st.sampled_from(GAME.seats),
    st.integers(0, 2**32),
    st.sampled_from((0.0, 0.1, 0.5, 0.9, 1.0)),
)
# A seed does not shrink to anything simpler: the first failure is as good as the last.
few = settings(max_examples=40, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))


def cards(state):
    """All cards there are, wherever they lie."""
    return Counter(card for zone in (*state.secrets.piles, state.secrets.aside) for card in zone)


def faces(value):
    """How many cards a JSON value shows, announcements included."""
    return sum(value.count(f'"{colour}"'.encode()) for colour in COLOURS)


@few
@given(games)
def test_cards_noses_and_winners_are_all_accounted_for(how):
    game = random_game(*how)
    doubts = announcements = 0
    for state, move in game:
        public = state.public
        assert doubts == sum(public.noses)
        assert sum(public.noses) <= 23
        assert public.heap == announcements
        assert max(public.piles) - min(public.piles) <= 1
        assert (state.drawn is not None) == (public.phase == "announce")
        if public.phase != "deal":
            assert sum(public.piles) + (state.drawn is not None) + public.heap + public.aside == 45
            assert len(state.secrets.aside) == public.aside
            assert cards(state) == Counter(DECK)
        doubts += isinstance(move, Doubt)
        announcements += isinstance(move, AnnounceCard)
    end, noses = game[-1][0], game[-1][0].public.noses
    assert announcements == len(noses) * (45 // len(noses))
    assert sum(isinstance(move, Believe | Doubt) for _, move in game) <= announcements
    assert end.outcome().scores == noses
    assert all((nose == min(noses)) == (seat in end.outcome().winners) for seat, nose in enumerate(noses))


@few
@given(games)
def test_a_doubt_frees_and_protects_the_next_card_and_words_bind_all_others(how):
    game = random_game(*how)
    judged = said = None
    last_doubted = -2
    for state, move in game:
        if isinstance(move, Doubt):
            assert state.public.heap - last_doubted > 1
            last_doubted = state.public.heap
        if isinstance(move, Believe | Doubt):
            judged = move
        if isinstance(move, AnnounceCard):
            free = said is None or isinstance(judged, Doubt)
            assert len(state.legal(state.public.turn)) == (15 if free else 7)
            assert free or said is None or move.garment == said.garment or move.colour == said.colour
            said, judged = move, None


@few
@given(games)
def test_a_view_shows_no_card_but_the_own_and_the_doubted_one(how):
    game = random_game(*how)
    for state, _ in game:
        for seat in (None, *range(state.public.seats)):
            view = state.view(seat)
            own = state.public.phase == "announce" and seat == state.public.turn
            shown = state.public.last == "doubt"
            words = state.public.announcement is not None
            assert (view.own is not None) == own
            assert (view.flash is not None) == shown
            over = state.public.phase == "over"
            assert view.public.opened == (state.top if over else None)
            assert faces(msgspec.json.encode(view)) == own + shown + words + over
