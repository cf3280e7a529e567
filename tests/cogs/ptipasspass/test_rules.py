"""The worked examples and the edge cases of the rules. Players 0, 1, 2; b, v, o are blue, green (vert), orange."""

from random import Random

import msgspec
import pytest

from bot.core.game import CHANCE, Deal, Outcome
from bot.core.stored import OtherRules, restore, written
from cogs.ptipasspass.cups import good_set
from cogs.ptipasspass.game import GAME
from cogs.ptipasspass.moves import AnnounceColour
from cogs.ptipasspass.rules import automatic, default, guess, start
from cogs.ptipasspass.view import Accused, Doubled, FaceUpTokens, Lifted, OpenCups, OpenFist, Placed
from tests.cogs.ptipasspass.moves import COLOUR, DOUBLON, MENTEUR, OK, aim, announce, lift, swap, tokens
from tests.cogs.ptipasspass.tabletop import by_default, careless, played, table, under, walk
from tests.kit.refusals import refused
from tests.kit.seated import started

FULL = ("bvo", "bvo", "bvo")
HOPELESS = {"A1": "bb", "A2": "b", "A3": "vvvooo"}


# ---- the worked examples


def test_example_1_plain_placement():
    state = played(table(*FULL), (0, aim("v", "B2")), (1, OK), (2, OK), (0, announce("b")), (1, OK), (2, OK))
    assert under(state, "B2") == tokens("v")
    assert state.secrets.hands == (tokens("bo"), tokens("bvo"), tokens("bvo"))
    assert (state.public.phase, state.to_act) == ("aim", {1})
    assert state.public.last == Placed(active=0, cup="B2", stated="blue")
    assert state.public.flash is None


def test_example_2_right_doublon():
    state = played(table(*FULL, cups={"B2": "vo"}, active=1), (1, aim("b", "B2")), (2, DOUBLON))
    assert state.secrets.hands[1] == tokens("bvovo")
    assert under(state, "B2") == ()
    assert state.public.flash == OpenCups(seconds=5, cups=("B2",), tokens=(tokens("vo"),))
    assert state.public.last == Doubled(active=1, by=2, cup="B2", found=2)
    assert state.to_act == {2}
    assert all(state.view(seat).own.passed is None for seat in (0, 1, 2))


def test_example_3_wrong_doublon_passes_the_token_unseen():
    state = played(table(*FULL, active=1), (1, aim("o", "C1")), (0, DOUBLON))
    assert state.secrets.hands == (tokens("bvoo"), tokens("bv"), tokens("bvo"))
    assert under(state, "C1") == ()
    assert state.public.flash == OpenCups(seconds=5, cups=("C1",), tokens=((),))
    assert [state.view(seat).own.passed for seat in (0, 1, 2)] == ["orange", "orange", None]
    assert state.to_act == {2}


def test_example_4_right_menteur():
    start_of_turn = table("bvo", "bvo", "bv", cups={"A1": "o"}, active=2)
    state = played(start_of_turn, (2, aim("b", "A1")), (0, OK), (1, OK), (2, announce("o")), (0, MENTEUR))
    assert state.secrets.hands == start_of_turn.secrets.hands
    assert under(state, "A1") == tokens("o")
    assert state.public.flash == OpenFist(seconds=5, token=COLOUR["b"], stated=COLOUR["o"])
    assert state.public.last == Accused(active=2, by=0, cup="A1", lied=True)
    assert state.to_act == {0}


def test_example_5_wrong_menteur_by_an_empty_handed_player():
    state = played(
        table("", "bvo", "bv", active=2), (2, aim("v", "A1")), (0, OK), (1, OK), (2, announce("v")), (0, MENTEUR)
    )
    assert state.secrets.hands == (tokens("v"), tokens("bvo"), tokens("b"))
    assert under(state, "A1") == ()
    assert state.public.flash == OpenFist(seconds=5, token=COLOUR["v"], stated=COLOUR["v"])
    assert (state.public.phase, state.to_act) == ("aim", {0})


def test_example_6_winning_lift_all_different():
    state = table("", "bv", "o", cups={"A1": "b", "B2": "o", "C3": "v"}, unplaced=7).play(0, lift("A1-B2-C3"))
    assert state.public.victories == (1, 0, 0)
    assert (state.public.round, state.public.unplaced) == (2, 0)
    assert (state.public.phase, state.to_act) == ("aim", {1})
    assert state.secrets.hands == (tokens("bvo"),) * 3
    assert state.secrets.cups == ((),) * 9
    assert state.public.last == Lifted(active=0, cups=("A1", "B2", "C3"), swapped=None, end="won")
    before = table("", "bv", "o", cups={"A1": "b", "B2": "o", "C3": "v"}).secrets
    assert state.public.flash == OpenCups(
        seconds=8,
        cups=("A1", "B2", "C3"),
        tokens=(tokens("b"), tokens("o"), tokens("v")),
        ended=FaceUpTokens(before.hands, before.cups),
    )


def test_example_7_failed_lift_swap_stays():
    state = table("", "bvo", "bvo", cups={"A1": "b", "A2": "v", "A3": "b", "B1": "v"})
    state = state.play(0, swap("A2", "A3"))
    assert (state.public.phase, state.to_act, state.public.swapped) == ("lift", {0}, ("A2", "A3"))
    state = state.play(0, lift("A1-A2-A3"))
    assert (under(state, "A2"), under(state, "A3")) == (tokens("b"), tokens("v"))
    assert (state.public.victories, state.public.unplaced) == ((0, 0, 0), 1)
    assert state.public.last == Lifted(active=0, cups=("A1", "A2", "A3"), swapped=("A2", "A3"))
    assert (state.public.phase, state.to_act, state.public.swapped) == ("aim", {1}, None)


def test_example_8_swap_wins():
    state = table("", "bvo", "bvo", cups={"A1": "b", "A2": "v", "B2": "b", "A3": "b"})
    state = played(state, (0, swap("A2", "B2")), (0, lift("A1-A2-A3")))
    assert state.public.victories == (1, 0, 0)


@pytest.mark.parametrize(
    ("cups", "good"),
    [
        # Example 9.
        (("b", "bv", "o"), True),
        (("b", "b", "vo"), False),
        (("bb", "b", ""), False),
        # Edge case 10.
        (("bv", "b", "v"), False),
        (("bv", "bv", "b"), True),
        # Edge case 8, and the plain ones.
        (("bv", "o", ""), False),
        (("", "", ""), False),
        (("b", "b", "b"), True),
        (("b", "b", "v"), False),
        (("o", "v", "b"), True),
        (("bvo", "bvo", "bvo"), True),
    ],
)
def test_example_9_and_case_10_good_sets(cups, good):
    assert good_set(*map(tokens, cups)) is good


def test_example_10_game_end():
    cups = {"A1": "b", "A2": "b", "A3": "b"}
    state = table("", "", "v", cups=cups, active=1, victories=(1, 1, 0)).play(1, lift("A1-A2-A3"))
    assert (state.public.phase, state.to_act) == ("over", frozenset())
    assert state.outcome() == Outcome((1,), (1, 2, 0))
    assert not any(state.legal(seat) for seat in (CHANCE, 0, 1, 2))


def test_example_11_void_round_after_the_last_placement():
    cups = {"A1": "bb", "A2": "b", "A3": "vvvoo"}
    state = table("", "", "o", cups=cups, active=2)
    state = played(state, (2, aim("o", "A3")), (0, OK), (1, OK), (2, announce("o")), (0, OK), (1, OK))
    assert state.public.last == Placed(active=2, cup="A3", stated="orange", end="hopeless")
    assert (state.public.round, state.to_act, state.public.phase) == (2, {0}, "aim")
    assert (state.public.victories, state.secrets.cups) == ((0, 0, 0), ((),) * 9)


# ---- the edge cases


def test_case_2_the_fist_stays_secret_after_a_right_doublon():
    kinds = [
        played(table("bo", "bvo", "bvo", cups={"B2": "v"}), (0, aim(letter, "B2")), (1, DOUBLON)) for letter in "bo"
    ]
    assert kinds[0].view(1) == kinds[1].view(1)
    assert kinds[0].secrets.hands[0] == tokens("bvo")


def test_case_3_a_cup_takes_any_number_of_tokens():
    state = table(*FULL, cups={"B2": "bbv"})
    state = played(state, (0, aim("b", "B2")), (1, OK), (2, OK), (0, announce("o")), (2, OK), (1, OK))
    assert under(state, "B2") == tokens("bbbv")


def test_case_4_tokens_must_be_placed_before_lifting():
    refusal = refused(table(*FULL), 0, lift("A1-A2-A3"))
    assert (refusal.key, refusal.blanks) == ("place-first", {"count": 3})
    assert refused(table(*FULL), 0, swap("A1", "A2")).key == "place-first"


def test_case_5_the_last_token_ends_the_turn():
    state = table("b", "bvo", "bvo")
    state = played(state, (0, aim("b", "A1")), (1, OK), (2, OK), (0, announce("b")), (1, OK), (2, OK))
    assert state.secrets.hands[0] == ()
    assert state.to_act == {1}
    assert refused(state, 0, lift("A1-A2-A3")).key == "not-your-turn"


def test_case_7_an_empty_handed_challenger_who_is_right_gains_nothing():
    state = played(table("bvo", "", "bvo", cups={"A1": "v"}), (0, aim("b", "A1")), (1, DOUBLON))
    assert state.secrets.hands[1] == ()
    assert (state.public.phase, state.to_act) == ("reveal", {1})


def test_case_11_and_15_the_same_line_may_be_lifted_again():
    state = played(
        table("", "", "", cups={"A1": "b", "B1": "b", "C3": "b"}), *((s, lift("A1-A2-A3")) for s in (0, 1, 2))
    )
    assert (state.public.unplaced, state.to_act) == (3, {0})


def test_case_12_at_most_one_swap_and_the_lift_is_compulsory():
    state = table("", "bvo", "bvo").play(0, swap("A1", "B2"))
    assert refused(state, 0, swap("A1", "A2")).key == "already-swapped"
    assert all(isinstance(choice, type(lift("A1-A2-A3"))) for choice in state.legal(0))
    assert len(state.legal(0)) == 8


def test_case_13_only_neighbours_are_swapped():
    state = table("", "bvo", "bvo")
    assert refused(state, 0, swap("A1", "A1")).key == "same-cup"
    refusal = refused(state, 0, swap("A3", "A1"))
    assert (refusal.key, refusal.blanks) == ("not-neighbours", {"first": "A1", "second": "A3"})


def test_case_14_somebody_lifts_while_others_hold_tokens():
    assert len(table("", "bvo", "bvo").legal(0)) == 20 + 8


def test_case_16_any_colour_may_be_announced():
    state = played(table("b", "bvo", "bvo"), (0, aim("b", "A1")), (1, OK), (2, OK))
    assert [choice.colour for choice in state.legal(0)] == ["blue", "green", "orange"]


def test_case_17_each_shout_has_its_window():
    state = table(*FULL).play(0, aim("b", "A1"))
    assert list(state.legal(1)) == [OK, DOUBLON]
    assert refused(state, 1, MENTEUR).key == "menteur-too-early"
    state = played(state, (1, OK), (2, OK), (0, announce("b")))
    assert list(state.legal(1)) == [OK, MENTEUR]
    assert refused(state, 1, DOUBLON).key == "doublon-too-late"


@pytest.mark.parametrize(
    ("hands", "cups", "end"),
    [
        (("", "", ""), HOPELESS, "hopeless"),
        (("", "", ""), {"A1": "b", "A3": "v", "C2": "o"}, None),  # where the cups stand does not matter
        (("", "", "v"), {"A1": "bb"}, None),  # somebody still holds a token
    ],
)
def test_case_18_a_hopeless_round_is_void_after_any_end_of_turn(hands, cups, end):
    state = table(*hands, cups=cups).play(0, lift("A1-A2-A3"))
    assert state.public.last.end == end
    assert (state.public.round, state.to_act) == (2 if end else 1, {1})


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_case_18_the_round_is_void_at_12n_failed_lifts_in_a_row(seats):
    state = table(*[""] * seats, cups={"A1": "b", "B1": "b", "C3": "b"})
    for count in range(12 * seats):
        assert (state.public.round, state.public.unplaced) == (1, count)
        if count % 3 == 0:
            state = state.play(count % seats, swap("B2", "B3"))  # a swap does not reset the count
        state = state.play(count % seats, lift("A1-A2-A3"))
    assert state.public.last.end == "endless"
    assert (state.public.round, state.public.unplaced, state.to_act) == (2, 0, {0})
    assert state.public.victories == (0,) * seats


AGREED = ((1, OK), (2, OK))
ENDINGS = {
    "doublon": ((1, DOUBLON),),
    "wrong menteur": (*AGREED, (0, announce("b")), (1, MENTEUR)),
    "right menteur": (*AGREED, (0, announce("o")), (1, MENTEUR)),
    "placement": (*AGREED, (0, announce("o")), *AGREED),
}
"""How a turn of seat 0 that aims a blue token at A1 may end; "Doublon !" is right or wrong as A1 is taken or empty."""


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("cups", [{}, {"A1": "v"}])
def test_case_18_challenges_count_and_a_placement_sets_the_count_to_0(ending, cups):
    state = table("b", "v", "", cups=cups, unplaced=20).play(0, aim("b", "A1"))
    assert state.public.unplaced == 20
    after = played(state, *ENDINGS[ending])
    assert after.public.unplaced == (0 if ending == "placement" else 21)
    assert (after.public.round, after.public.last.end) == (1, None)
    assert {after.view(seat).public.unplaced for seat in (None, 0, 1, 2)} == {after.public.unplaced}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("cups", [{}, {"A1": "v"}])
def test_case_18_a_challenge_at_the_brink_makes_the_round_void(ending, cups):
    state = table("b", "v", "", cups=cups, victories=(1, 0, 1), unplaced=35).play(0, aim("b", "A1"))
    after = played(state, *ENDINGS[ending])
    if ending == "placement":
        assert (after.public.round, after.public.unplaced, after.public.last.end) == (1, 0, None)
        return
    assert (after.public.round, after.public.unplaced, after.public.last.end) == (2, 0, "endless")
    assert (after.public.phase, after.to_act) == ("aim", {1}), "the left neighbour begins"
    assert after.public.victories == (1, 0, 1)
    assert after.secrets.hands == (tokens("bvo"),) * 3
    assert not any(after.secrets.cups)
    assert after.public.flash is not None, "what the challenge showed is seen all the same"
    assert after.secrets.passed is None, "the token that passed is back with the others"
    for seat in (None, 0, 1, 2):
        for view in (after.view(seat), after.view(seat).without_flash()):
            assert guess(view, Random(1)).view(seat) == view


def test_case_18_failed_lifts_and_challenges_count_together():
    state = table("", "", "b", cups={"A1": "v"})
    for _ in range(12):
        assert state.public.round == 1
        turn = ((0, lift("A1-A2-A3")), (1, lift("A1-A2-A3")), (2, aim("b", "A2")))
        state = played(state, *turn, (0, OK), (1, OK), (2, announce("o")), (1, MENTEUR))
    assert (state.public.round, state.public.last.end, state.to_act) == (2, "endless", {0})
    assert isinstance(state.public.last, Accused)


def test_a_table_played_by_the_first_version_of_case_18_is_not_replayed():
    row, entries, _ = written(started("ptipasspass").with_facts(rules=1))
    with pytest.raises(OtherRules):
        restore(row, entries, GAME)


def test_case_18_a_good_lift_at_the_brink_wins():
    state = table("", "", "", cups={"A1": "b", "A2": "b", "A3": "b"}, unplaced=35).play(0, lift("A1-A2-A3"))
    assert (state.public.last.end, state.public.victories) == ("won", (1, 0, 0))


def test_p6_the_first_shout_closes_the_window_and_an_ok_is_final():
    state = played(table(*FULL), (0, aim("b", "A1")), (1, OK))
    assert state.to_act == {2}
    assert refused(state, 1, DOUBLON).key == "already-answered"
    state = state.play(2, DOUBLON)
    assert (state.to_act, state.public.phase) == ({1}, "aim")
    assert refused(state, 1, DOUBLON).key == "nothing-to-answer"


def test_a_flash_lasts_until_the_next_move():
    state = played(table(*FULL, cups={"A1": "b"}), (0, aim("b", "A1")), (1, DOUBLON))
    assert state.public.flash is not None
    assert state.play(1, aim("b", "A1")).public.flash is None
    lifted = table("", "", "vb", cups={"A1": "b"}).play(0, lift("A1-A2-A3"))
    assert lifted.public.flash is not None
    assert lifted.play(1, swap("A1", "A2")).public.flash is None


def test_only_the_previous_turn_is_told():
    one = played(table(*FULL), (0, aim("v", "B2")), (1, OK), (2, OK), (0, announce("b")), (1, OK), (2, OK))
    two = played(one, (1, aim("v", "C3")))
    assert two.public.last == one.public.last
    three = played(two, (0, OK), (2, OK), (1, announce("v")), (0, OK), (2, OK))
    assert three.public.last == Placed(active=1, cup="C3", stated="green")
    assert b"B2" not in msgspec.json.encode(three.view(0))


def test_an_accusation_does_not_keep_the_colour():
    state = played(table(*FULL), (0, aim("o", "B2")), (1, OK), (2, OK), (0, announce("o")), (1, MENTEUR))
    assert b"orange" not in msgspec.json.encode(state.view(2).without_flash().public)


# ---- order, notation, refusals


def test_cups_may_be_named_in_any_order():
    state = table("", "bvo", "bvo", cups={"A1": "b", "B2": "v"})
    assert state.play(0, swap("B2", "A1")) == state.play(0, swap("A1", "B2"))
    assert state.play(0, lift("C3-A1-B2")) == state.play(0, lift("A1-B2-C3"))
    assert swap("A1", "B2") in state.legal(0)
    assert swap("B2", "A1") not in state.legal(0)


REVEAL = table("", "bvo", "bvo")
WINDOW = table(*FULL).play(0, aim("b", "A1"))
ANNOUNCE = played(WINDOW, (1, OK), (2, OK))
REFUSALS = [
    (WINDOW, 0, OK, "wait-for-answers"),
    (WINDOW, 0, announce("b"), "wait-for-answers"),
    (WINDOW, 1, aim("b", "A1"), "answer-first"),
    (ANNOUNCE, 1, DOUBLON, "not-your-turn"),
    (ANNOUNCE, 0, aim("b", "A1"), "announce-first"),
    (ANNOUNCE, 0, lift("A1-A2-A3"), "announce-first"),
    (ANNOUNCE, 0, OK, "nothing-to-answer"),
    (table("bv", "bvo", "bvo"), 0, aim("o", "A1"), "not-in-hand"),
    (table(*FULL), 0, aim("b", "A4"), "no-such-cup"),
    (table(*FULL), 0, announce("b"), "nothing-to-announce"),
    (table(*FULL), 1, aim("b", "A1"), "not-your-turn"),
    (REVEAL, 0, aim("b", "A1"), "nothing-to-aim"),
    (REVEAL, 0, announce("b"), "nothing-to-announce"),
    (REVEAL, 0, swap("A3", "A4"), "no-such-cup"),
    (REVEAL, 0, lift("D1-D2-D3"), "no-such-cup"),
    (REVEAL, 0, lift("A1-A2-B2"), "not-a-line"),
    (REVEAL, 0, lift("A1-A1-A2"), "not-a-line"),
    (table("", "", "", "", layout="hive"), 0, lift("A1-B1-C2"), "not-a-line"),
]


@pytest.mark.parametrize(("state", "seat", "choice", "key"), REFUSALS)
def test_refusals_name_the_reason(state, seat, choice, key):
    assert refused(state, seat, choice).key == key


# ---- paths and defaults


def test_the_default_agrees_tells_the_truth_and_spreads_its_tokens():
    placed, state = 0, start(3, {"layout": "hive"}).play(CHANCE, Deal(0))
    for before, _, choice, after in walk(state, by_default):
        if isinstance(choice, AnnounceColour):
            assert choice.colour == before.secrets.fist
            placed += 1
        state = after
        if state.public.phase == "reveal":
            break
    assert placed == 9
    assert all(len(cup) == 1 for cup in state.secrets.cups)


@pytest.mark.parametrize("layout", ["grid", "hive"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_game_played_by_default_alone_ends(seats, layout):
    *_, (_, _, _, over) = walk(start(seats, {"layout": layout}).play(CHANCE, Deal(0)), by_default)
    assert over.outcome() is not None
    assert over.public.round <= seats + 1, "no round of it is void"


def test_the_default_lifts_another_line_each_time():
    state = table("", "", "", cups={"A1": "b", "B1": "b", "C3": "b"})
    lines = []
    for seat in (0, 1, 2, 0, 1, 2, 0, 1):
        lines.append(default(state.view(seat), state.legal(seat)))
        state = state.play(seat, lines[-1])
    assert len(set(lines)) == 8


def test_a_guess_draws_what_an_onlooker_cannot_know():
    before = table("bvo", "bvo", "bv", cups={"A1": "o"}, last=Placed(active=2, cup="A1", stated="blue"))
    state = before.play(0, aim("b", "B2"))
    rng = Random(1)
    guesses = [guess(state.view(None), rng) for _ in range(60)]
    assert {other.secrets.fist for other in guesses} == set(COLOUR.values())
    assert len({other.secrets.hands for other in guesses}) > 30


def test_nobody_is_asked_for_a_double_exactly_while_every_cup_is_empty():
    for state, seat, _, _ in careless(4, "hive", seed=3):
        if seat >= 0 and state.public.phase == "doublon":
            empty = not any(state.secrets.cups)
            assert automatic(state.view(seat), state.legal(seat)) == (OK if empty else None)
        elif seat >= 0:
            assert automatic(state.view(seat), state.legal(seat)) is None
