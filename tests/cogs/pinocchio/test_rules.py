"""The worked examples and the edge cases of the rules. Andrea 0, Bella 1, Claudia 2."""

import random

import msgspec
import pytest

from bot.core.game import CHANCE, Outcome
from cogs.pinocchio.game import GAME
from cogs.pinocchio.moves import ANNOUNCEMENTS, CARDS, FITTING, JUDGEMENTS, AnnounceCard, GarmentCard
from cogs.pinocchio.rules import State, default, start
from tests.cogs.pinocchio.tabletop import BELIEVE, DOUBT, dealt, played, up_to
from tests.kit.refusals import fault, refused

BONNET_RED, BONNET_YELLOW, BONNET_BLUE = (GarmentCard("bonnet", colour) for colour in ("red", "yellow", "blue"))
SABOTS_RED, SABOTS_YELLOW, SABOTS_BLUE = (GarmentCard("sabots", colour) for colour in ("red", "yellow", "blue"))
BOWTIE_RED = GarmentCard("bowtie", "red")
JACKET_BLUE = GarmentCard("jacket", "blue")
DUNGAREES_RED, DUNGAREES_BLUE = GarmentCard("dungarees", "red"), GarmentCard("dungarees", "blue")


def say(card):
    return AnnounceCard(*card)


def sheet_1():
    """Claudia has doubted Bella's lie."""
    state = dealt(JACKET_BLUE, DUNGAREES_BLUE, BONNET_YELLOW)
    return played(state, say(BOWTIE_RED), BELIEVE, say(DUNGAREES_RED), DOUBT)


# ---- worked examples


def test_example_1_a_doubted_lie_gives_the_liar_a_nose():
    state = sheet_1()
    assert state.public.noses == (0, 1, 0)
    assert state.view(0).flash.card == DUNGAREES_BLUE
    assert state.public.turn == 2
    assert state.legal(2) == ANNOUNCEMENTS
    assert state.public.shielded


def test_example_2_a_doubted_truth_gives_the_doubter_a_nose():
    state = dealt(JACKET_BLUE, SABOTS_YELLOW)
    state = played(state, say(SABOTS_RED), BELIEVE, say(SABOTS_YELLOW), DOUBT)
    assert state.public.noses == (0, 0, 1)
    assert state.public.turn == 2
    assert state.legal(2) == ANNOUNCEMENTS
    assert state.public.shielded


def test_example_3_a_protected_announcement_is_followed_without_judging():
    state = sheet_1()
    assert state.view(2).own.card == BONNET_YELLOW
    state = played(state, say(JACKET_BLUE))
    assert (state.public.turn, state.public.phase) == (0, "announce")
    assert state.public.announcement.protected
    assert len(state.legal(0)) == 7
    assert all(move.garment == "jacket" or move.colour == "blue" for move in state.legal(0))
    state = played(state, say(BONNET_BLUE))
    assert (state.public.turn, state.public.phase) == (1, "judge")
    assert DOUBT in state.legal(1)
    assert not state.public.announcement.protected


def test_example_4_an_announcement_keeps_the_garment_or_the_colour():
    state = played(dealt(), say(SABOTS_YELLOW), BELIEVE)
    refusal = refused(state, 1, say(BONNET_RED))
    assert (refusal.key, refusal.blanks) == ("misfit", {"garment": "sabots", "colour": "yellow"})
    for good in (SABOTS_YELLOW, BONNET_YELLOW, SABOTS_BLUE):
        assert played(state, say(good)).public.announcement.card == good


def test_example_5_half_a_lie_is_a_lie():
    state = played(dealt(BONNET_BLUE), say(BONNET_RED), DOUBT)
    assert state.public.noses == (1, 0, 0)


@pytest.mark.parametrize(("judgement", "noses"), [(DOUBT, (0, 0, 1)), (BELIEVE, (0, 0, 0))])
def test_example_6_the_last_card_is_judged_and_nothing_follows(judgement, noses):
    # The spare cards come up in the order of the deck, so the last one is blue dungarees and "bonnet red" is a lie.
    state = up_to(45, dealt())
    assert (state.public.turn, state.public.phase, state.top) == (0, "judge", DUNGAREES_BLUE)
    assert state.legal(0) == JUDGEMENTS
    state = played(state, judgement)
    assert state.to_act == frozenset()
    assert state.outcome().scores == noses


def test_example_7_a_protected_last_card_ends_the_game_at_once():
    state = up_to(44, dealt())
    assert (state.public.turn, state.public.phase) == (2, "judge")
    state = played(state, DOUBT, say(SABOTS_RED))
    assert state.to_act == frozenset()
    assert state.outcome() == Outcome(winners=(0, 2), scores=(0, 1, 0))


def test_example_8_equal_noses_share_the_victory():
    state = up_to(45, dealt())
    state = State(msgspec.structs.replace(state.public, noses=(3, 5, 3)), state.secrets)
    assert state.outcome() is None
    assert played(state, BELIEVE).outcome() == Outcome(winners=(0, 2), scores=(3, 5, 3))


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


def test_example_10_words_bind_not_cards():
    state = dealt(BOWTIE_RED, DUNGAREES_BLUE)
    state = played(state, say(BOWTIE_RED), BELIEVE, say(DUNGAREES_RED), BELIEVE)
    assert refused(state, 2, say(JACKET_BLUE)).key == "misfit"
    assert all(move.garment == "dungarees" or move.colour == "red" for move in state.legal(2))


# ---- edge cases


def test_case_1_only_the_next_player_may_doubt():
    state = played(dealt(), say(BONNET_RED))
    for seat in (0, 2):
        refusal = refused(state, seat, DOUBT)
        assert (refusal.key, refusal.blanks) == ("not-yours-to-judge", {"seat": 1})
    assert state.to_act == {1}


def test_case_2_looking_laying_and_announcing_are_one_move():
    before = dealt(SABOTS_BLUE)
    assert before.view(0).own.card == SABOTS_BLUE
    after = played(before, say(SABOTS_BLUE))
    assert (after.top, after.drawn, after.public.heap) == (SABOTS_BLUE, None, 1)


def test_case_3_the_own_card_is_seen_only_after_judging():
    state = played(dealt(BONNET_RED, SABOTS_BLUE), say(BONNET_RED))
    assert state.view(1).own is None
    assert b"sabots" not in msgspec.json.encode(state.view(1))
    assert played(state, BELIEVE).view(1).own.card == SABOTS_BLUE
    assert played(state, BELIEVE).view(0).own is None


def test_case_4_one_may_lie_where_the_truth_would_do():
    state = played(dealt(BONNET_RED, BONNET_BLUE), say(BONNET_RED), BELIEVE)
    assert {say(BONNET_BLUE), say(SABOTS_RED)} <= set(state.legal(1))


def test_case_5_a_card_that_does_not_fit_makes_one_lie():
    state = played(dealt(BONNET_RED, SABOTS_BLUE), say(BONNET_RED), BELIEVE)
    assert len(state.legal(1)) == 7
    assert refused(state, 1, say(SABOTS_BLUE)).key == "misfit"


def test_case_6_the_right_colour_alone_is_a_lie():
    assert played(dealt(BONNET_RED), say(SABOTS_RED), DOUBT).public.verdict.lie


def test_case_7_an_accepted_lie_is_never_checked():
    state = played(dealt(BONNET_BLUE, SABOTS_BLUE), say(BONNET_RED), BELIEVE)
    assert refused(state, 1, DOUBT).key == "already-judged"
    state = played(state, say(SABOTS_RED), DOUBT)
    assert state.public.noses == (0, 1, 0)


def test_case_8_a_wrong_doubter_is_free_and_protected_too():
    state = played(dealt(BONNET_RED), say(BONNET_RED), DOUBT)
    assert state.public.noses == (0, 1, 0)
    assert state.legal(1) == ANNOUNCEMENTS
    state = played(state, say(JACKET_BLUE))
    assert (state.public.turn, state.public.phase) == (2, "announce")


def test_case_9_the_doubter_plays_on_and_not_the_liar():
    state = sheet_1()
    assert (state.public.turn, state.public.phase) == (2, "announce")
    assert refused(state, 1, say(BONNET_RED)).key == "not-your-turn"


def test_case_10_two_players_take_turns():
    state = dealt(BONNET_BLUE, BONNET_BLUE, BONNET_BLUE, seats=2, first=1)
    state = played(state, say(BONNET_RED), DOUBT, say(JACKET_BLUE))
    assert (state.public.noses, state.public.turn, state.public.phase) == ((0, 1), 1, "announce")
    state = played(state, say(BONNET_BLUE), DOUBT)
    assert (state.public.noses, state.public.turn) == ((1, 1), 0)


def test_case_11_the_shown_card_may_be_announced_again():
    state = sheet_1()
    assert played(state, say(DUNGAREES_BLUE)).public.announcement.card == DUNGAREES_BLUE


def test_case_12_a_protected_lie_cannot_be_punished():
    state = played(sheet_1(), say(JACKET_BLUE))
    assert state.top != JACKET_BLUE
    assert refused(state, 0, DOUBT).key == "protected"
    assert refused(state, 0, BELIEVE).key == "protected"


def test_case_13_the_next_card_covers_the_shown_one():
    state = sheet_1()
    assert (state.public.heap, state.top) == (2, DUNGAREES_BLUE)
    state = played(state, say(JACKET_BLUE))
    assert state.view(None).flash is None
    assert state.public.heap == 3
    assert b"dungarees" not in msgspec.json.encode(state.view(None))


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


def test_case_16_the_first_card_may_be_doubted():
    state = dealt(BONNET_BLUE)
    assert state.legal(0) == ANNOUNCEMENTS
    state = played(state, say(BONNET_RED))
    assert not state.public.announcement.protected
    assert played(state, DOUBT).public.noses == (1, 0, 0)


# ---- refusals, the deal, and the moves played for people


def test_every_refusal_names_its_reason():
    first = dealt()
    judging = played(first, say(BONNET_RED))
    for state, seat, move, key in [
        (first, 0, DOUBT, "nothing-said"),
        (first, 1, DOUBT, "not-your-turn"),
        (first, 1, say(BONNET_RED), "not-your-turn"),
        (judging, 1, say(BONNET_RED), "judge-first"),
        (judging, 2, say(BONNET_RED), "not-your-turn"),
    ]:
        assert refused(state, seat, move).key == key


def test_what_nobody_can_click_is_told_to_whoever_verifies_a_record():
    table = start(3, {})
    first = table.play(CHANCE, table.chance(random.Random(1), first=0))
    assert fault(first, 0, AnnounceCard("bonnet", "green")) == "there is no such card"
    assert fault(played(up_to(45, first), BELIEVE), 0, BELIEVE) == "the game is over"


def test_silence_believes():
    state = played(dealt(), say(BONNET_RED))
    assert default(state.view(1), state.legal(1)) == BELIEVE


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


def test_a_protected_announcement_made_for_somebody_says_nothing_of_the_card():
    for card in CARDS:
        state = played(dealt(BONNET_BLUE, card), say(BONNET_RED), DOUBT)
        assert default(state.view(1), state.legal(1)) == say(BONNET_RED)
