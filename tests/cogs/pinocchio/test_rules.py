"""The worked examples, edge cases and invariants, and opponents. Andrea 0, Bella 1, Claudia 2."""

import random
from collections import Counter
from functools import partial
from random import Random

import msgspec
import pytest

from bot.core.game import CHANCE, Outcome
from bot.core.opponents import ViewHistory, any_move
from cogs.pinocchio.game import GAME
from cogs.pinocchio.moves import ANNOUNCEMENTS, CARDS, COLOURS, DECK, FITTING, AnnounceCard, Believe, Doubt, GarmentCard
from cogs.pinocchio.opponent import remembered
from cogs.pinocchio.rules import default, start
from tests.cogs.pinocchio.positions import BELIEVE, DOUBT, dealt, up_to
from tests.kit.rules import afterwards, but, holds_in, played, random_games, refuses

BONNET_RED, BONNET_YELLOW, BONNET_BLUE = (GarmentCard("bonnet", colour) for colour in ("red", "yellow", "blue"))
SABOTS_RED, SABOTS_YELLOW, SABOTS_BLUE = (GarmentCard("sabots", colour) for colour in ("red", "yellow", "blue"))
BOWTIE_RED = GarmentCard("bowtie", "red")
JACKET_BLUE = GarmentCard("jacket", "blue")
DUNGAREES_RED, DUNGAREES_BLUE = GarmentCard("dungarees", "red"), GarmentCard("dungarees", "blue")


def say(card):
    return AnnounceCard(*card)


FIRST = dealt()
LIE = played(dealt(JACKET_BLUE, DUNGAREES_BLUE, BONNET_YELLOW), say(BOWTIE_RED), BELIEVE, say(DUNGAREES_RED), DOUBT)
"""Claudia has doubted Bella's lie."""
TRUTH = played(dealt(JACKET_BLUE, SABOTS_YELLOW), say(SABOTS_RED), BELIEVE, say(SABOTS_YELLOW), DOUBT)
PROTECTED = played(LIE, say(JACKET_BLUE))
JUDGING = played(FIRST, say(BONNET_RED))
BOUND = played(FIRST, say(SABOTS_YELLOW), BELIEVE)
WORDS = played(dealt(BOWTIE_RED, DUNGAREES_BLUE), say(BOWTIE_RED), BELIEVE, say(DUNGAREES_RED), BELIEVE)
UNFIT = played(dealt(BONNET_RED, SABOTS_BLUE), say(BONNET_RED), BELIEVE)
ACCEPTED = played(dealt(BONNET_BLUE, SABOTS_BLUE), say(BONNET_RED), BELIEVE)
TWO = played(dealt(BONNET_BLUE, BONNET_BLUE, BONNET_BLUE, seats=2, first=1), say(BONNET_RED), DOUBT, say(JACKET_BLUE))
# The spare cards come up in the order of the deck, so the last one is blue dungarees and "bonnet red" is a lie.
LAST = up_to(45, FIRST)

AFTER = {
    "example 1: a doubted lie gives the liar a nose": (LIE, {"noses": (0, 1, 0)}),
    "example 1, case 9: the doubter plays on, protected": (LIE, {"turn": 2, "phase": "announce", "shielded": True}),
    "example 2: a doubted truth gives the doubter a nose": (TRUTH, {"noses": (0, 0, 1), "turn": 2, "shielded": True}),
    "example 3: a protected card is followed without judging": (PROTECTED, {"turn": 0, "phase": "announce"}),
    "example 3: then judging is back": (played(PROTECTED, say(BONNET_BLUE)), {"turn": 1, "phase": "judge"}),
    "example 5: half a lie": (played(dealt(BONNET_BLUE), say(BONNET_RED), DOUBT), {"noses": (1, 0, 0)}),
    "example 6: the last card is judged": (LAST, {"turn": 0, "phase": "judge"}),
    "example 6: doubted": (played(LAST, DOUBT), {"phase": "over", "noses": (0, 0, 1)}),
    "example 6: believed": (played(LAST, BELIEVE), {"phase": "over", "noses": (0, 0, 0)}),
    "case 2: the card laid is the one announced about": (JUDGING, {"heap": 1, "piles": (14, 15, 15)}),
    "case 6: the right colour alone": (played(dealt(BONNET_RED), say(SABOTS_RED), DOUBT), {"noses": (1, 0, 0)}),
    "case 7: an accepted lie is never checked": (played(ACCEPTED, say(SABOTS_RED), DOUBT), {"noses": (0, 1, 0)}),
    "case 8: a wrong doubter is protected too": (
        played(dealt(BONNET_RED), say(BONNET_RED), DOUBT, say(JACKET_BLUE)),
        {"noses": (0, 1, 0), "turn": 2, "phase": "announce"},
    ),
    "case 10: two players take turns": (TWO, {"noses": (0, 1), "turn": 1, "phase": "announce"}),
    "case 10: and judge each other": (played(TWO, say(BONNET_BLUE), DOUBT), {"noses": (1, 1), "turn": 0}),
    "case 16: the first card may be doubted": (
        played(dealt(BONNET_BLUE), say(BONNET_RED), DOUBT),
        {"noses": (1, 0, 0)},
    ),
}


test_afterwards = afterwards(AFTER)


def fitting(card):
    """The announcements that keep its garment or its colour."""
    return {say(each) for each in CARDS if each.garment == card.garment or each.colour == card.colour}


MAY = {
    "example 1: free after a doubted lie (and case 11: the shown card too)": (LIE, 2, ANNOUNCEMENTS),
    "example 2: free after a doubted truth": (TRUTH, 2, ANNOUNCEMENTS),
    "example 3: bound by a protected announcement": (PROTECTED, 0, fitting(JACKET_BLUE)),
    "example 3: then doubting is back": (played(PROTECTED, say(BONNET_BLUE)), 1, {BELIEVE, DOUBT}),
    "example 4: the garment or the colour": (BOUND, 1, fitting(SABOTS_YELLOW)),
    "example 6: the last card is judged": (LAST, 0, {BELIEVE, DOUBT}),
    "example 10: words bind, not cards": (WORDS, 2, fitting(DUNGAREES_RED)),
    "cases 4 and 5: one may lie, and must where the card does not fit": (UNFIT, 1, fitting(BONNET_RED)),
    "case 8: a wrong doubter is free": (played(dealt(BONNET_RED), say(BONNET_RED), DOUBT), 1, ANNOUNCEMENTS),
    "case 16: the first card": (FIRST, 0, ANNOUNCEMENTS),
}


@pytest.mark.parametrize("name", MAY)
def test_legal_moves(name):
    state, seat, moves = MAY[name]
    assert state.to_act == {seat}
    assert set(state.legal(seat)) == set(moves)


test_a_refusal_names_its_reason = refuses(
    [
        (BOUND, 1, say(BONNET_RED), "misfit", {"garment": "sabots", "colour": "yellow"}),
        (WORDS, 2, say(JACKET_BLUE), "misfit", {"garment": "dungarees", "colour": "red"}),
        (UNFIT, 1, say(SABOTS_BLUE), "misfit", {"garment": "bonnet", "colour": "red"}),
        (JUDGING, 0, DOUBT, "not-yours-to-judge", {"seat": 1}),
        (JUDGING, 2, DOUBT, "not-yours-to-judge", {"seat": 1}),
        (JUDGING, 1, say(BONNET_RED), "judge-first", {}),
        (JUDGING, 2, say(BONNET_RED), "not-your-turn", {"seat": 1}),
        (ACCEPTED, 1, DOUBT, "already-judged", {}),
        (LIE, 1, say(BONNET_RED), "not-your-turn", {"seat": 2}),
        (PROTECTED, 0, DOUBT, "protected", {}),
        (PROTECTED, 0, BELIEVE, "protected", {}),
        (FIRST, 0, DOUBT, "nothing-said", {}),
        (FIRST, 1, DOUBT, "not-your-turn", {"seat": 0}),
        (FIRST, 1, say(BONNET_RED), "not-your-turn", {"seat": 0}),
    ]
)


def test_example_7_a_protected_last_card_ends_the_game_at_once():
    state = up_to(44, FIRST)
    assert (state.public.turn, state.public.phase) == (2, "judge")
    assert played(state, DOUBT, say(SABOTS_RED)).outcome() == Outcome(winners=(0, 2), scores=(0, 1, 0))


def test_example_8_equal_noses_share_the_victory():
    assert played(but(LAST, noses=(3, 5, 3)), BELIEVE).outcome() == Outcome(winners=(0, 2), scores=(3, 5, 3))


@pytest.mark.parametrize(("seats", "each", "aside"), [(2, 22, 1), (3, 15, 0), (4, 11, 1), (5, 9, 0), (6, 7, 3)])
def test_example_9_the_deal(seats, each, aside):
    state = start(seats, {})
    deal = state.chance(random.Random(seats), first=1)
    assert [len(pile) for pile in deal.piles] == [each] * seats
    assert len(deal.aside) == aside
    state = state.play(CHANCE, deal)
    for seat in (None, *range(seats)):
        view = state.view(seat)
        faces = msgspec.json.encode(view).decode()
        assert sum(faces.count(colour) for colour in ("red", "yellow", "blue")) == (seat == 1)
        public = view.public
        assert (public.noses, public.heap, public.aside, public.total) == ((0,) * seats, 0, aside, each * seats)
        assert public.piles == tuple(each - (owner == 1) for owner in range(seats))


def test_case_3_the_own_card_is_seen_only_after_judging():
    state = played(dealt(BONNET_RED, SABOTS_BLUE), say(BONNET_RED))
    assert (state.top, state.drawn) == (BONNET_RED, None)
    assert state.view(1).own is None
    assert b"sabots" not in msgspec.json.encode(state.view(1))
    assert UNFIT.view(1).own.card == SABOTS_BLUE
    assert UNFIT.view(0).own is None


def test_case_13_the_doubted_card_is_shown_until_the_next_one_covers_it():
    assert LIE.view(0).flash.card == LIE.top == DUNGAREES_BLUE
    assert PROTECTED.view(None).flash is None
    assert PROTECTED.public.heap == LIE.public.heap + 1
    assert PROTECTED.top == BONNET_YELLOW, "case 12: a protected lie cannot be punished"
    assert b"dungarees" not in msgspec.json.encode(PROTECTED.view(None))
    one, other = (played(dealt(card), say(SABOTS_RED), DOUBT).view(None) for card in (SABOTS_BLUE, BONNET_YELLOW))
    assert one != other
    assert one.without_flash() == other.without_flash()


def test_case_14_all_piles_run_out_together():
    for seats in GAME.seats:
        state = up_to(seats * (45 // seats), dealt(seats=seats, first=1))
        assert state.public.piles == (0,) * seats
        assert state.public.turn == 1


def test_case_15_noses_are_never_short():
    # Each doubt protects the next card: doubting whenever one may is the most there can be.
    most = {2: 22, 3: 23, 4: 22, 5: 23, 6: 21}  # of the 28 noses in the box
    for seats in GAME.seats:
        state = dealt(seats=seats)
        while state.to_act:
            legal = state.legal(state.public.turn)
            state = played(state, DOUBT if DOUBT in legal else next(iter(legal)))
        assert sum(state.public.noses) == most[seats]


# ---- the deal, and the moves played for people


@pytest.mark.parametrize("said", [None, *CARDS])
def test_an_announcement_made_for_somebody_is_true_about_every_other_time(said):
    """Over the fifteen cards one may hold, each announcement is heard for one truth and one or two lies."""
    heard: dict[AnnounceCard, list[bool]] = {}
    for card in CARDS:
        state = dealt(card) if said is None else played(dealt(BONNET_RED, card), say(said), BELIEVE)
        choice = default(state.view(state.public.turn), state.legal(state.public.turn))
        assert choice in state.legal(state.public.turn)
        heard.setdefault(choice, []).append(choice == say(card))
    assert set(heard) == set(FITTING[said or BONNET_RED])
    assert all(sum(truths) == 1 and len(truths) in (2, 3) for truths in heard.values())


def test_silence_believes_and_a_protected_announcement_made_for_somebody_says_nothing_of_the_card():
    assert default(JUDGING.view(1), JUDGING.legal(1)) == BELIEVE
    for card in CARDS:
        state = played(dealt(BONNET_BLUE, card), say(BONNET_RED), DOUBT)
        assert default(state.view(1), state.legal(1)) == say(BONNET_RED)


# ---- invariants


def doubter(suspicion, game, state, seat, rng):
    if state.public.phase == "judge":
        return DOUBT if rng.random() < suspicion else BELIEVE
    return any_move(game, state, seat, rng)


games = random_games("pinocchio", *(partial(doubter, suspicion) for suspicion in (0.0, 0.1, 0.5, 0.9, 1.0)))


def cards(state):
    """All cards there are, wherever they lie."""
    return Counter(card for zone in (*state.secrets.piles, state.secrets.aside) for card in zone)


def faces(value):
    """How many cards a JSON value shows, announcements included."""
    return sum(value.count(f'"{colour}"'.encode()) for colour in COLOURS)


@holds_in(games)
def test_cards_noses_and_winners_are_all_accounted_for(game):
    doubts = beliefs = announcements = 0
    for *_, move, state in game:
        doubts += isinstance(move, Doubt)
        beliefs += isinstance(move, Believe)
        announcements += isinstance(move, AnnounceCard)
        public, noses = state.public, state.public.noses
        assert doubts == sum(noses) <= 23
        assert public.heap == announcements
        assert max(public.piles) - min(public.piles) <= 1
        assert (state.drawn is not None) == (public.phase == "announce")
        assert sum(public.piles) + (state.drawn is not None) + public.heap + public.aside == 45
        assert len(state.secrets.aside) == public.aside
        assert cards(state) == Counter(DECK)
    assert announcements == len(noses) * (45 // len(noses))
    assert doubts + beliefs <= announcements
    assert state.outcome().scores == noses
    assert all((nose == min(noses)) == (seat in state.outcome().winners) for seat, nose in enumerate(noses))


@holds_in(games)
def test_a_doubt_frees_and_protects_the_next_card_and_words_bind_all_others(game):
    judged = said = None
    last_doubted = -2
    for state, _, move, _ in game:
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


@holds_in(games)
def test_a_view_shows_no_card_but_the_own_and_the_doubted_one(game):
    for state in game.states:
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


# ---- opponents


def test_a_novice_forgets_other_cards_in_every_game_but_never_remembers_one_again():
    patterns = set[tuple[bool, ...]]()
    for deal in range(6):
        state = start(3, {})
        state = state.play(-1, state.chance(Random(deal), first=0))
        shown = ViewHistory([0])
        shown.add(state)
        known: list[bool] = []
        while state.to_act:
            seat = min(state.to_act)
            state = state.play(seat, default(state.view(seat), state.legal(seat)))
            shown.add(state)
            now = [card.card is not None for card in remembered(shown.of(0), "novice").laid]
            assert now[: len(known)] == known
            known = now
        patterns.add(tuple(known))
    assert len(patterns) == 6
