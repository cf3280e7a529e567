"""Perudo: the examination that every game passes, and the rules."""

from bot.core.game import CHANCE, Illegal
from bot.core.opponents import Match, play, scores
from bot.testing import examine
from tablee_perudo.game import GAME
from tablee_perudo.moves import Bid, Deal, Doubt, Roll
from tablee_perudo.rules import State, lowest, start
from tablee_perudo.view import Claim, Public, Secrets


def test_it_passes_the_examination():
    assert examine("tablee_perudo") == []


def table(*dice: tuple[int, ...], turn: int = 0, **public: object) -> State:
    """A round in which everybody has rolled."""
    counts = tuple(map(len, dice))
    gone = tuple(seat for seat, count in enumerate(counts) if not count)
    return State(
        Public(seats=len(dice), phase="bid", turn=turn, dice=counts, gone=gone, **public),  # type: ignore[arg-type]
        Secrets(dice),
    )


def refusal(state: State, seat: int, move: Bid | Doubt) -> str:
    try:
        state.play(seat, move)
    except Illegal as no:
        return no.key
    return ""


def test_bids_rise():
    state = table((1, 2, 3), (4, 5, 6), (2, 2, 2))
    assert [lowest(state.public, face) for face in range(1, 7)] == [None, 1, 1, 1, 1, 1]
    after = state.play(0, Bid(4, 3))
    assert [lowest(after.public, face) for face in range(1, 7)] == [2, 4, 4, 4, 3, 3]
    jokers = after.play(1, Bid(1, 2))
    assert [lowest(jokers.public, face) for face in range(1, 7)] == [3, 5, 5, 5, 5, 5]
    assert refusal(state, 0, Bid(1, 1)) == "no-jokers-first"
    assert refusal(state, 0, Doubt()) == "nothing-to-doubt"
    assert refusal(state, 0, Bid(2, 10)) == "too-many-dice"
    assert refusal(after, 1, Bid(4, 3)) == "too-low"
    assert refusal(after, 2, Bid(4, 4)) == "not-your-turn"


def test_jokers_count_and_the_wrong_one_loses_a_die():
    state = table((1, 2), (4, 4), (4, 6)).play(0, Bid(4, 4)).play(1, Doubt())
    verdict = state.public.verdict
    assert verdict is not None
    assert (verdict.found, verdict.loser) == (4, 1)
    assert state.public.flash is not None
    assert (state.public.dice, state.to_act) == ((2, 1, 2), {CHANCE})
    after = state.play(CHANCE, Roll(((2, 3), (1,), (4, 6))))
    assert after.public.flash is None
    assert (after.public.turn, after.public.palifico) == (1, True)


def test_a_palifico_has_no_jokers_and_one_face():
    state = table((1, 1, 4), (2,), (4, 6), turn=1, palifico=True).play(1, Bid(1, 1))
    assert refusal(state, 2, Bid(4, 2)) == "face-is-fixed"
    state = state.play(2, Bid(1, 2)).play(0, Bid(1, 3)).play(1, Bid(2, 3)).play(2, Doubt())
    verdict = state.public.verdict
    assert verdict is not None
    assert (verdict.found, verdict.loser) == (1, 1)
    assert (state.public.gone, state.public.starter) == ((1,), 2)
    assert GAME.out(state.view(None)) == (1,)
    assert not state.public.palifico, "two players play none"


def test_the_last_player_with_dice_wins():
    state = table((), (3,), (5, 6), turn=1, claims=(Claim(2, 5, 1),)).play(1, Doubt())
    assert state.to_act == frozenset()
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((2,), (0, 1, 2))


def test_a_false_roll_is_refused():
    dealt = start(2, {}).legal(CHANCE)
    good = ((1, 2, 3, 4, 5), (1, 1, 1, 6, 6))
    assert Deal(0, good) in dealt
    for bad in (((1,), (2,)), ((0, 2, 3, 4, 5), good[1]), ((5, 4, 3, 2, 1), good[1])):
        assert Deal(0, bad) not in dealt


def test_a_higher_level_is_a_better_player():
    for better, worse in (("regular", "novice"), ("expert", "novice")):
        match = Match(GAME, 2, {}, (better, worse), seed=1)  # type: ignore[arg-type]
        found = scores(match, [(number, play(match, number, lambda: 0.0)) for number in range(60)])
        assert found[0].share > 0.55, (better, worse, found[0].share)
