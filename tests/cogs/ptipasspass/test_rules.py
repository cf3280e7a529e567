"""The worked examples and the edge cases of the rules. Players 0, 1, 2; b, v, o are blue, green (vert), orange."""

from collections import Counter
from random import Random

import msgspec
import pytest

from bot.core.game import CHANCE, Outcome
from cogs.ptipasspass.cups import COLOURS, board, good_set, hopeless
from cogs.ptipasspass.game import GAME
from cogs.ptipasspass.moves import Aim, AnnounceColour, Doublon, Lift, Ok, Swap
from cogs.ptipasspass.rules import automatic, default, guess
from cogs.ptipasspass.view import Accused, Doubled, FaceUpTokens, Lifted, OpenCups, OpenFist, Placed
from tests.cogs.ptipasspass.positions import DOUBLON, MENTEUR, OK, aim, announce, lift, swap, table, tokens
from tests.kit.moments import Setting
from tests.kit.rules import RandomGame, afterwards, by_default, fact, holds_in, played, random_games, refuses

FULL = ("bvo", "bvo", "bvo")
HOPELESS = {"A1": "bb", "A2": "b", "A3": "vvvooo"}
LINE = lift("A1-A2-A3")


def turn(state, seat, letter, cup, *rest, said=None):
    """A player aims, the others agree, the player announces; ``rest`` are the answers to that."""
    others = [other for other in range(state.public.seats) if other != seat]
    rest = rest or [(other, OK) for other in others]
    return played(
        state, (seat, aim(letter, cup)), *((other, OK) for other in others), (seat, announce(said or letter)), *rest
    )


LIFTABLE = {"A1": "b", "B2": "o", "C3": "v"}
WON = table("", "bv", "o", cups=LIFTABLE, unplaced=7)
SWAPPED = table("", "bvo", "bvo", cups={"A1": "b", "A2": "v", "A3": "b", "B1": "v"}).play(0, swap("A2", "A3"))
LIED = turn(table("bvo", "bvo", "bv", cups={"A1": "o"}, active=2), 2, "b", "A1", (0, MENTEUR), said="o")
DOUBLE = played(table(*FULL, cups={"B2": "vo"}, active=1), (1, aim("b", "B2")), (2, DOUBLON))
NO_DOUBLE = played(table(*FULL, active=1), (1, aim("o", "C1")), (0, DOUBLON))

AFTER = {
    "example 1: plain placement": (
        turn(table(*FULL), 0, "v", "B2", said="b"),
        {"B2": tokens("v"), "hands": (tokens("bo"), tokens("bvo"), tokens("bvo")), "phase": "aim", "to_act": {1},
         "last": Placed(active=0, cup="B2", stated="blue"), "flash": None},
    ),
    "example 2: right Doublon": (
        DOUBLE,
        {"hands": (tokens("bvo"), tokens("bvovo"), tokens("bvo")), "B2": (), "to_act": {2}, "passed": None,
         "flash": OpenCups(seconds=5, cups=("B2",), tokens=(tokens("vo"),)),
         "last": Doubled(active=1, by=2, cup="B2", found=2)},
    ),
    "example 3: wrong Doublon": (
        NO_DOUBLE,
        {"hands": (tokens("bvoo"), tokens("bv"), tokens("bvo")), "C1": (), "to_act": {2},
         "flash": OpenCups(seconds=5, cups=("C1",), tokens=((),))},
    ),
    "example 4: right Menteur": (
        LIED,
        {"hands": (tokens("bvo"), tokens("bvo"), tokens("bv")), "A1": tokens("o"), "to_act": {0},
         "flash": OpenFist(seconds=5, token=tokens("b")[0], stated="orange"),
         "last": Accused(active=2, by=0, cup="A1", lied=True)},
    ),
    "example 5: wrong Menteur by an empty-handed player": (
        turn(table("", "bvo", "bv", active=2), 2, "v", "A1", (0, MENTEUR)),
        {"hands": (tokens("v"), tokens("bvo"), tokens("b")), "A1": (), "phase": "aim", "to_act": {0},
         "flash": OpenFist(seconds=5, token=tokens("v")[0], stated="green")},
    ),
    "example 6: winning lift, all different": (
        WON.play(0, lift("A1-B2-C3")),
        {"victories": (1, 0, 0), "round": 2, "unplaced": 0, "phase": "aim", "to_act": {1},
         "hands": (tokens("bvo"),) * 3, "cups": ((),) * 9,
         "last": Lifted(active=0, cups=("A1", "B2", "C3"), swapped=None, end="won"),
         "flash": OpenCups(
             seconds=8, cups=("A1", "B2", "C3"), tokens=(tokens("b"), tokens("o"), tokens("v")),
             ended=FaceUpTokens(WON.secrets.hands, WON.secrets.cups),
         )},
    ),
    "example 7: the swap comes first": (SWAPPED, {"phase": "lift", "to_act": {0}, "swapped": ("A2", "A3")}),
    "example 7: after a failed lift it stays": (
        SWAPPED.play(0, LINE),
        {"A2": tokens("b"), "A3": tokens("v"), "victories": (0, 0, 0), "unplaced": 1, "phase": "aim", "to_act": {1},
         "swapped": None, "last": Lifted(active=0, cups=("A1", "A2", "A3"), swapped=("A2", "A3"))},
    ),
    "example 8: a swap wins": (
        played(
            table("", "bvo", "bvo", cups={"A1": "b", "A2": "v", "B2": "b", "A3": "b"}),
            (0, swap("A2", "B2")), (0, LINE),
        ),
        {"victories": (1, 0, 0)},
    ),
    "example 11: void after the last placement": (
        turn(table("", "", "o", cups={"A1": "bb", "A2": "b", "A3": "vvvoo"}, active=2), 2, "o", "A3"),
        {"last": Placed(active=2, cup="A3", stated="orange", end="hopeless"), "round": 2, "to_act": {0},
         "phase": "aim", "victories": (0, 0, 0), "cups": ((),) * 9},
    ),
    "case 3: a cup takes any number of tokens": (
        turn(table(*FULL, cups={"B2": "bbv"}), 0, "b", "B2", said="o"),
        {"B2": tokens("bbbv")},
    ),
    "case 5: the last token ends the turn": (
        turn(table("b", "bvo", "bvo"), 0, "b", "A1"),
        {"hands": ((), tokens("bvo"), tokens("bvo")), "to_act": {1}},
    ),
    "case 7: an empty-handed challenger who is right gains nothing": (
        played(table("bvo", "", "bvo", cups={"A1": "v"}), (0, aim("b", "A1")), (1, DOUBLON)),
        {"counts": (4, 0, 3), "phase": "reveal", "to_act": {1}},
    ),
    "cases 11 and 15: the same line may be lifted again": (
        played(table("", "", "", cups={"A1": "b", "B1": "b", "C3": "b"}), *((seat, LINE) for seat in (0, 1, 2))),
        {"unplaced": 3, "to_act": {0}},
    ),
    "case 18: a hopeless round is void after any end of turn": (
        table("", "", "", cups=HOPELESS).play(0, LINE),
        {"round": 2, "to_act": {1}},
    ),
    "case 18: where the cups stand does not matter": (
        table("", "", "", cups={"A1": "b", "A3": "v", "C2": "o"}).play(0, LINE),
        {"round": 1, "to_act": {1}},
    ),
    "case 18: somebody still holds a token": (
        table("", "", "v", cups={"A1": "bb"}).play(0, LINE),
        {"round": 1, "to_act": {1}},
    ),
    "case 18: a good lift at the brink wins": (
        table("", "", "", cups={"A1": "b", "A2": "b", "A3": "b"}, unplaced=35).play(0, LINE),
        {"victories": (1, 0, 0)},
    ),
    "P6: the first shout closes the window": (
        played(table(*FULL), (0, aim("b", "A1")), (1, OK), (2, DOUBLON)),
        {"to_act": {1}, "phase": "aim"},
    ),
}  # fmt: skip


def look(state, name):
    """A fact of a state, or the tokens under a cup."""
    if name[0] in "ABC":
        return state.secrets.cups[board(state.public.layout, state.public.seats).place[name]]
    return fact(state, name)


test_afterwards = afterwards(AFTER, look)


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


def test_example_3_the_token_passes_unseen():
    assert [NO_DOUBLE.view(seat).own.passed for seat in (0, 1, 2)] == ["orange", "orange", None]
    assert all(DOUBLE.view(seat).own.passed is None for seat in (0, 1, 2))


def test_example_10_game_end():
    cups = {"A1": "b", "A2": "b", "A3": "b"}
    state = table("", "", "v", cups=cups, active=1, victories=(1, 1, 0)).play(1, LINE)
    assert state.outcome() == Outcome((1,), (1, 2, 0))
    assert not any(state.legal(seat) for seat in (CHANCE, 0, 1, 2))


def test_case_2_the_fist_stays_secret_after_a_right_doublon():
    kinds = [
        played(table("bo", "bvo", "bvo", cups={"B2": "v"}), (0, aim(letter, "B2")), (1, DOUBLON)) for letter in "bo"
    ]
    assert kinds[0].view(1) == kinds[1].view(1)
    assert kinds[0].secrets.hands[0] == tokens("bvo")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_case_18_the_round_is_void_at_12n_failed_lifts_in_a_row(seats):
    state = table(*[""] * seats, cups={"A1": "b", "B1": "b", "C3": "b"})
    for count in range(12 * seats):
        assert (state.public.round, state.public.unplaced) == (1, count)
        if count % 3 == 0:
            state = state.play(count % seats, swap("B2", "B3"))  # a swap does not reset the count
        state = state.play(count % seats, LINE)
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


def test_only_the_previous_turn_is_told():
    one = played(table(*FULL), (0, aim("v", "B2")), (1, OK), (2, OK), (0, announce("b")), (1, OK), (2, OK))
    two = played(one, (1, aim("v", "C3")))
    assert two.public.last == one.public.last
    three = played(two, (0, OK), (2, OK), (1, announce("v")), (0, OK), (2, OK))
    assert three.public.last == Placed(active=1, cup="C3", stated="green")
    assert b"B2" not in msgspec.json.encode(three.view(0))


SAID = [(1, OK), (2, OK), (0, announce("v")), (1, MENTEUR)]
LIKE = {
    "a doublon": [played(table(*FULL, cups={"B2": cup}), (0, aim("b", "B2")), (1, DOUBLON)) for cup in ("bv", "oo")],
    # A hand that holds three of each colour has the same size whichever token has left it.
    "a menteur": [played(table(*FULL), (0, aim(letter, "A1")), *SAID) for letter in "bo"],
    "a lift": [played(table("", "b", "b", cups={"A1": cup}), (0, LINE)) for cup in ("bv", "o")],
}
"""Everything that is revealed, twice: with other colours."""


@pytest.mark.parametrize("name", LIKE)
def test_nothing_of_what_was_revealed_remains(name):
    one, other = (state.view(None) for state in LIKE[name])
    assert one != other
    assert one.without_flash() == other.without_flash()


# ---- order, legal moves, refusals


def test_cups_may_be_named_in_any_order():
    state = table("", "bvo", "bvo", cups={"A1": "b", "B2": "v"})
    assert state.play(0, swap("B2", "A1")) == state.play(0, swap("A1", "B2"))
    assert state.play(0, lift("C3-A1-B2")) == state.play(0, lift("A1-B2-C3"))
    assert {swap("A1", "B2"), swap("B2", "A1")} <= {*state.legal(0)}
    assert state.play(0, swap("B2", "A1")).public.swapped == ("A1", "B2")


REVEAL = table("", "bvo", "bvo")
WINDOW = table(*FULL).play(0, aim("b", "A1"))
ANNOUNCE = played(WINDOW, (1, OK), (2, OK))
LIFTING = REVEAL.play(0, swap("A1", "B2"))


def test_legal_moves():
    assert len(REVEAL.legal(0)) == 2 * 20 + 8, "case 14: somebody lifts while others hold tokens"
    assert {type(move) for move in LIFTING.legal(0)} == {Lift}, "case 12: the lift is compulsory"
    assert len(LIFTING.legal(0)) == 8
    assert list(ANNOUNCE.legal(0)) == [announce(letter) for letter in "bvo"], "case 16: any colour"
    assert list(WINDOW.legal(1)) == [OK, DOUBLON], "case 17: each shout has its window"
    assert list(ANNOUNCE.play(0, announce("b")).legal(1)) == [OK, MENTEUR]


test_refusals_name_the_reason = refuses(
    [
        (table(*FULL), 0, LINE, "place-first", {"count": 3}),
        (table(*FULL), 0, swap("A1", "A2"), "place-first"),
        (AFTER["case 5: the last token ends the turn"][0], 0, LINE, "not-your-turn"),
        (LIFTING, 0, swap("A1", "A2"), "already-swapped"),
        (REVEAL, 0, swap("A1", "A1"), "same-cup"),
        (REVEAL, 0, swap("A3", "A1"), "not-neighbours", {"first": "A1", "second": "A3"}),
        (WINDOW, 1, MENTEUR, "menteur-too-early"),
        (ANNOUNCE.play(0, announce("b")), 1, DOUBLON, "doublon-too-late"),
        (WINDOW.play(1, OK), 1, DOUBLON, "already-answered"),
        (AFTER["P6: the first shout closes the window"][0], 1, DOUBLON, "nothing-to-answer"),
        (WINDOW, 0, OK, "wait-for-answers"),
        (WINDOW, 0, announce("b"), "wait-for-answers"),
        (WINDOW, 1, aim("b", "A1"), "answer-first"),
        (ANNOUNCE, 1, DOUBLON, "not-your-turn"),
        (ANNOUNCE, 0, aim("b", "A1"), "announce-first"),
        (ANNOUNCE, 0, LINE, "announce-first"),
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
)


# ---- defaults and guesses


def test_the_default_agrees_tells_the_truth_and_spreads_its_tokens():
    placed, state = 0, None
    for before, _, choice, after in RandomGame(Setting(GAME, 3, {"layout": "hive"}), 1, by_default):
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
    *_, (_, _, _, over) = RandomGame(Setting(GAME, seats, {"layout": layout}), 1, by_default)
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
    assert {other.secrets.fist for other in guesses} == {*COLOURS}
    assert len({other.secrets.hands for other in guesses}) > 30


def test_nobody_is_asked_for_a_double_exactly_while_every_cup_is_empty():
    for state, seat, _, _ in RandomGame(Setting(GAME, 4, {"layout": "hive"}), 3):
        if seat >= 0 and state.public.phase == "doublon":
            empty = not any(state.secrets.cups)
            assert automatic(state.view(seat), state.legal(seat)) == (OK if empty else None)
        elif seat >= 0:
            assert automatic(state.view(seat), state.legal(seat)) is None


# ---- the boards: the lists and formulas of the rules

GRID_LINES = {
    3: "A1-A2-A3, B1-B2-B3, C1-C2-C3; A1-B1-C1, A2-B2-C2, A3-B3-C3; A1-B2-C3; A3-B2-C1",
    4: "A1-A2-A3, A2-A3-A4, B1-B2-B3, B2-B3-B4, C1-C2-C3, C2-C3-C4; A1-B1-C1, A2-B2-C2, A3-B3-C3, A4-B4-C4; "
    "A1-B2-C3, A2-B3-C4; A3-B2-C1, A4-B3-C2",
    5: "A1-A2-A3, A2-A3-A4, A3-A4-A5, B1-B2-B3, B2-B3-B4, B3-B4-B5, C1-C2-C3, C2-C3-C4, C3-C4-C5; A1-B1-C1, "
    "A2-B2-C2, A3-B3-C3, A4-B4-C4, A5-B5-C5; A1-B2-C3, A2-B3-C4, A3-B4-C5; A3-B2-C1, A4-B3-C2, A5-B4-C3",
    6: "A1-A2-A3, A2-A3-A4, A3-A4-A5, A4-A5-A6, B1-B2-B3, B2-B3-B4, B3-B4-B5, B4-B5-B6, C1-C2-C3, C2-C3-C4, "
    "C3-C4-C5, C4-C5-C6; A1-B1-C1, A2-B2-C2, A3-B3-C3, A4-B4-C4, A5-B5-C5, A6-B6-C6; A1-B2-C3, A2-B3-C4, "
    "A3-B4-C5, A4-B5-C6; A3-B2-C1, A4-B3-C2, A5-B4-C3, A6-B5-C4",
}
HIVE_LINES_FOR_3 = "B1-B2-B3, C1-C2-C3, C2-C3-C4; A1-B1-C1, A2-B2-C2; A1-B2-C3, A2-B3-C4"


def listed(lines):
    return [tuple(line.split("-")) for line in lines.replace(";", ",").split(", ")]


def test_boards_have_the_lines_of_the_rules():
    for seats, lines in GRID_LINES.items():
        assert list(board("grid", seats).lines) == listed(lines)
    assert list(board("hive", 3).lines) == listed(HIVE_LINES_FOR_3)


@pytest.mark.parametrize("seats", GAME.seats)
def test_counts_follow_the_formulas(seats):
    grid, hive = board("grid", seats), board("hive", seats)
    assert len(grid.cups) == len(hive.cups) == 3 * seats
    assert len(set(grid.lines)) == 6 * seats - 10
    assert len(set(grid.pairs)) == 9 * seats - 7
    assert len(set(hive.lines)) == 5 * seats - 8
    assert len(set(hive.pairs)) == 7 * seats - 5
    for cups in (grid, hive):
        assert all((first, middle) in cups.pairs and (middle, last) in cups.pairs for first, middle, last in cups.lines)
        assert all(tuple(sorted(group)) == group for group in (cups.cups, *cups.pairs, *cups.lines))


def test_hive_rows_grow_by_one_and_touch_the_two_below():
    hive = board("hive", 4)
    assert [len(row) for row in hive.rows] == [3, 4, 5]
    assert {pair for pair in hive.pairs if pair[0] == "B2"} == {("B2", "B3"), ("B2", "C2"), ("B2", "C3")}
    assert [pair for pair in hive.pairs if pair[1] == "B2"] == [("B1", "B2"), ("A2", "B2"), ("A1", "B2")]


# ---- invariants

games = random_games("ptipasspass")


@holds_in(games)
def test_tokens_victories_and_who_may_move(game):
    for _, _, _, state in game:
        public, secrets = state.public, state.secrets
        heaps = [*secrets.hands, *secrets.cups, [secrets.fist] if secrets.fist else []]
        assert Counter(token for heap in heaps for token in heap) == dict.fromkeys(COLOURS, public.seats)
        assert public.counts == tuple(map(len, secrets.hands))
        closed = public.phase in {"doublon", "announce", "menteur"}
        assert bool(state.secrets.fist) == public.fist_closed == closed
        assert sum(public.victories) <= public.seats + 1
        assert max(public.victories) <= 2
        assert public.victories.count(2) == (public.phase == "over")
        may = {seat for seat in range(public.seats) if state.legal(seat)}
        assert may == state.to_act
        assert public.active not in may if public.asking else may <= {public.active}
    assert state.outcome().winners == (state.public.victories.index(2),)
    assert state.outcome().scores == state.public.victories


@holds_in(games)
def test_what_each_move_does_to_the_cups(game):
    for before, _, choice, after in game:
        new_round = after.public.round > before.public.round
        if new_round:
            assert all(hand == COLOURS for hand in after.secrets.hands)
            assert not any(after.secrets.cups)
            continue
        had, has = sum(map(len, before.secrets.cups)), sum(map(len, after.secrets.cups))
        match choice:
            case Swap():
                assert sorted(before.secrets.cups) == sorted(after.secrets.cups)
            case Doublon():
                assert (has < had) == (after.public.last.found > 0)
            case Ok() if isinstance(after.public.last, Placed) and after.public.active != before.public.active:
                assert has == had + 1
            case _:
                assert before.secrets.cups == after.secrets.cups


@holds_in(games)
def test_nobody_lifts_before_their_fourth_turn_and_tokens_leave_one_a_turn(game):
    turns, current_round = Counter(), 0
    for before, seat, choice, after in game:
        if before.public.round != current_round:
            turns, current_round = Counter(), before.public.round
        if before.public.phase in ("aim", "reveal"):
            turns[seat] += 1
        if isinstance(choice, Lift):
            assert turns[seat] >= 4
        if after.public.round == before.public.round:
            for other in range(before.public.seats):
                lost = len(before.secrets.hands[other]) - len(after.secrets.hands[other])
                assert lost <= (isinstance(choice, Aim) and other == seat)


@holds_in(games)
def test_rounds_end_for_a_reason_and_the_left_neighbour_goes_on(game):
    for before, _, _, after in game:
        was, now = before.public, after.public
        if was.phase == "deal" or now.phase == "over" or now.active == was.active:
            continue
        assert now.active == (was.active + 1) % was.seats
        assert (now.last.end is not None) == (now.round == was.round + 1)
        placed = isinstance(now.last, Placed)
        if now.last.end is None:
            assert now.unplaced == (0 if placed else was.unplaced + 1) < 12 * now.seats
        else:
            assert now.unplaced == 0
            assert now.last.end != "endless" or (not placed and was.unplaced == 12 * now.seats - 1)
        if now.phase == "reveal" and not any(now.counts):
            assert not hopeless(after.secrets.cups)
