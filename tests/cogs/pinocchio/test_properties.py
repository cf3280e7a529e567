"""What holds in every game, however it is played."""

import random
from collections import Counter
from itertools import pairwise

import msgspec
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cogs.pinocchio.default import default
from cogs.pinocchio.face import sight
from cogs.pinocchio.game import GAME
from cogs.pinocchio.guess import guess
from cogs.pinocchio.moves import COLOURS, DECK, Announce, Believe, Deal, Doubt
from tests.cogs.pinocchio.tabletop import random_game
from tests.kit.words import saying

# A game is drawn as the few facts that make it, so that a failure prints as one line.
games = st.tuples(
    st.sampled_from(GAME.seats),
    st.integers(0, 2**32),
    st.sampled_from((0.0, 0.1, 0.5, 0.9, 1.0)),
)
# A seed does not shrink to anything simpler: the first failure is as good as the last.
phases = (Phase.explicit, Phase.reuse, Phase.generate)
few = settings(max_examples=40, deadline=None, phases=phases)
fewer = settings(max_examples=15, deadline=None, phases=phases)


def seen(view):
    return msgspec.json.encode(view)


def faces(value):
    """How many cards a JSON value shows, announcements included."""
    return sum(value.count(f'"{colour}"'.encode()) for colour in COLOURS)


@few
@given(games)
def test_cards_and_noses_are_all_accounted_for(how):
    game = random_game(*how)
    doubts = announcements = 0
    for state, move in game:
        view = state.view(None)
        assert doubts == sum(view.noses)
        assert sum(view.noses) + view.reserve == 28
        assert view.reserve >= 5
        assert view.heap == announcements
        assert max(view.piles) - min(view.piles) <= 1
        assert (state.drawn is not None) == (state.phase == "announce")
        if state.phase != "deal":
            assert sum(view.piles) + (state.drawn is not None) + view.heap + view.aside == 45
            cards = [card for zone in (*state.piles, state.aside) for card in zone]
            assert Counter(cards) == Counter(DECK)
        doubts += isinstance(move, Doubt)
        announcements += isinstance(move, Announce)


@few
@given(games)
def test_a_game_has_its_length_and_its_winners(how):
    game = random_game(*how)
    end = game[-1][0]
    moves = [move for _, move in game]
    laid = sum(isinstance(move, Announce) for move in moves)
    assert laid == end.seats * (45 // end.seats)
    assert sum(isinstance(move, Believe | Doubt) for move in moves) <= laid
    assert end.outcome().scores == end.noses
    assert all((end.noses[seat] == min(end.noses)) == (seat in end.outcome().winners) for seat in range(end.seats))
    assert all((state.outcome() is None) == bool(state.to_act) for state, _ in game)


@few
@given(games)
def test_a_doubt_frees_and_protects_the_next_card_and_words_bind_all_others(how):
    game = random_game(*how)
    judged = said = None
    last_doubted = -2
    for state, move in game:
        if isinstance(move, Doubt):
            assert state.laid - last_doubted > 1
            last_doubted = state.laid
        if isinstance(move, Believe | Doubt):
            judged = move
        if isinstance(move, Announce):
            free = said is None or isinstance(judged, Doubt)
            assert len(state.legal(state.turn)) == (15 if free else 7)
            assert free or said is None or move.garment == said.garment or move.colour == said.colour
            said, judged = move, None


@few
@given(games)
def test_noses_never_shrink_and_a_move_touches_only_the_state_it_gives(how):
    game = random_game(*how)
    for (state, move), (after, _) in pairwise(game):
        copy = msgspec.structs.replace(state)
        (seat,) = state.to_act
        assert state.play(seat, move) == after
        assert state == copy
        if not isinstance(move, Deal):
            assert all(old <= new for old, new in zip(state.noses, after.noses, strict=True))
        for other in range(-1, state.seats):
            assert bool(state.legal(other)) == (other == seat != -1)


@few
@given(games)
def test_a_view_shows_no_card_but_the_own_and_the_doubted_one(how):
    game = random_game(*how)
    for state, _ in game:
        for seat in (None, *range(state.seats)):
            view = state.view(seat)
            own = state.phase == "announce" and seat == state.turn
            shown = state.last == "doubt"
            words = state.said is not None
            assert (view.card is not None) == own
            assert (view.flash is not None) == shown
            assert faces(seen(view)) == own + shown + words


@fewer
@given(games)
def test_what_a_seat_cannot_know_changes_nothing_it_sees(how):
    game = random_game(*how)
    rng = random.Random(how[1])
    voices = [saying("pinocchio", lang) for lang in ("fr", "en")]
    for state, _ in rng.sample(game, 12):
        for seat in (None, *range(state.seats)):
            for view in {seen(v): v for v in (state.view(seat), hidden(state.view(seat)))}.values():
                other = guess(view, rng)
                assert seen(other.view(seat)) == seen(view)
                if seat is not None:
                    assert tuple(other.legal(seat)) == tuple(state.legal(seat))
                assert [sight(other.view(seat), say) for say in voices] == [sight(view, say) for say in voices]
                if state.phase != "deal":
                    assert Counter(card for zone in (*other.piles, other.aside) for card in zone) == Counter(DECK)
        # Whoever is not about to announce knows what an onlooker knows.
        redealt = guess(state.view(None), rng)
        for seat in set(range(state.seats)) - state.to_act:
            assert seen(redealt.view(seat)) == seen(state.view(seat))


def hidden(view):
    """The view once the reveal is over."""
    return msgspec.structs.replace(view, flash=None)


@fewer
@given(games)
def test_a_guess_can_be_played_to_the_end_and_agrees_with_the_verdict(how):
    game = random_game(*how)
    rng = random.Random(how[1])
    for state, _ in rng.sample(game, 4):
        guessed = guess(hidden(state.view(None)), rng)
        if state.last == "doubt":
            assert (guessed.top != guessed.said) == state.verdict.lie
        while guessed.to_act:
            (seat,) = guessed.to_act
            move = guessed.chance(rng) if seat == -1 else rng.choice(tuple(guessed.legal(seat)))
            guessed = guessed.play(seat, move)


@fewer
@given(games)
def test_the_move_played_for_somebody_is_legal_and_depends_on_the_view_alone(how):
    game = random_game(*how)
    for state, _ in game:
        for seat in state.to_act - {-1}:
            view, legal = state.view(seat), state.legal(seat)
            choice = default(view, legal)
            assert choice in legal
            other = guess(view, random.Random(1))
            assert default(other.view(seat), other.legal(seat)) == choice


@fewer
@given(games)
def test_everything_seen_can_be_said_within_bounds(how):
    game = random_game(*how)
    for lang in ("fr", "en"):
        say = saying("pinocchio", lang, ("W" * 40,) * 6)
        for state, _ in game[::5] + game[-1:]:
            for seat in (None, *range(state.seats)):
                found = sight(state.view(seat), say)
                assert len("".join((found.title, found.scene, found.story, found.hand))) < 2500
                assert found.quick == tuple(state.legal(state.turn) if state.phase == "judge" else ())
                for move in state.legal(seat) if seat is not None else ():
                    steps = GAME.path(move)
                    assert all(
                        0 < len(GAME.face.label(state.view(seat), steps[: n + 1], say)) <= 80
                        for n in range(1, len(steps))
                    )
