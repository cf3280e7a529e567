"""Positions of Le Tripot du Chaos: how tests make them, and those whose texts and picture have golden files."""

from bot.core.game import CHANCE, Deal
from cogs.tripot.duel import Duel
from cogs.tripot.game import GAME
from cogs.tripot.moves import Action, Challenge, Commit, MeetChallenge, Resolve
from cogs.tripot.rules import CARDS, State, start
from cogs.tripot.view import DuelResolved, Secrets
from tests.kit.rules import but, played

__all__ = ["GAME"]

C, A, D = "cooperate", "attack", "defend"


def duel(state: State, one: int, two: int, cards: tuple[int, int]) -> State:
    return state.play(one, Challenge(two, cards[0])).play(two, MeetChallenge(cards[1]))


def commit(state: State, seat: int, *actions: Action) -> State:
    return state.play(seat, Commit(tuple(zip(state.public.duels_of(seat), actions, strict=True))))


def commit_all(state: State) -> State:
    """Everybody lays C, A, D in this order."""
    for seat in sorted(state.to_act):
        state = commit(state, seat, *(C, A, D)[: len(state.public.duels_of(seat))])
    return state


def resolve_all(state: State) -> State:
    before = state.public.round
    while state.public.phase == "resolve" and state.public.round == before:
        state = played(state, next(iter(state.legal(min(state.to_act)))))
    return state


def dealt(seats: int, first: int = 0) -> State:
    return start(seats, {}).play(CHANCE, Deal(first))


def holding(*hands: tuple[int, ...], first: int = 0, points: tuple[int, ...] | None = None) -> State:
    """A round about to start with these cards; the reserve holds what the purses miss."""
    state = dealt(len(hands), first)
    points = points or state.public.points
    return but(state, hands=hands, points=points, reserve=15 * len(hands) - sum(points))


def nobody_to_challenge() -> State:
    state = holding((1, 2, 2, 3, 3), (4, 5), (2, 2, 3, 3), (1,), first=3)
    state = duel(state, 3, 0, (1, 1))
    state = duel(state, 0, 1, (2, 4))
    return duel(state, 1, 0, (5, 2))


def lone_holder() -> State:
    state = holding((1,), (1,), (2, 3), points=(15, 15, 15))
    return commit_all(duel(state, 0, 1, (1, 1)))


def two_duels_of_x() -> State:
    """Seat 0 is X, seat 1 Y, seat 2 Z; all actions are sealed and X is about to resolve."""
    duels = (Duel(seats=(0, 1), cards=(3, 2), stakes=(2, 3)), Duel(seats=(2, 0), cards=(1, 4), stakes=(4, 1)))
    state = but(dealt(3), phase="resolve", duels=duels, points=(0, 5, 6), reserve=45 - 11 - 10, last=None)
    return State(state.public, Secrets((((0, A), (1, D)), ((0, D),), ((1, A),))))


# ---- compared with golden texts


def resolved(tokens, stakes=(2, 4), purses=(13, 11)):
    """Ana's duel with Bo turned up in a round that goes on."""
    met = Duel(seats=(0, 1), cards=(4, 2), stakes=stakes)
    other = Duel(seats=(1, 2), cards=(1, 1), stakes=(1, 1))
    laid = (((0, tokens[0]),), ((0, tokens[1]), (1, A if tokens[1] == C else C)), ((1, C),))
    state = but(dealt(3), phase="resolve", duels=(met, other), points=(*purses, 14))
    return State(state.public, Secrets(laid)).play(0, Resolve(0))


ASKED = dealt(2).play(0, Challenge(1, 5))
ONE = duel(dealt(2), 0, 1, (4, 2))
TWO = duel(ONE, 1, 0, (1, 5))
THREE = duel(duel(duel(dealt(3), 0, 1, (4, 2)), 1, 0, (1, 5)), 2, 0, (3, 3))
SEALED = commit(commit(TWO, 1, D, A), 0, A, C)
NEGATIVE = commit(commit(duel(ONE, 1, 0, (1, 1)), 0, C, A), 1, C, D)
OVER = lone_holder().play(0, Resolve(0))

POSITIONS = {
    "before the deal": (start(2, {}),),
    "before the first challenge": (dealt(3, first=1), 1),
    "a card face down": (ASKED, 0, 1),
    "a challenge is answered": (ONE,),
    "a stake of all they had": (duel(holding(CARDS, CARDS, points=(1, 15)), 0, 1, (2, 4)),),
    "lost turns": (nobody_to_challenge(), 2),
    "the action phase": (TWO, 0),
    "one has laid all actions": (commit(TWO, 1, D, A), 0, 1),
    "all have laid all actions": (SEALED, 0),
    "a duel is turned up": (SEALED.play(0, Resolve(0)), 0),
    "the last duel is turned up": (SEALED.play(0, Resolve(0)).play(0, Resolve(1)),),
    "a negative reserve": (NEGATIVE.play(0, Resolve(0)),),
    **{
        f"{one} against {other}": (resolved((one, other)),)
        for one, other in ((C, C), (C, A), (A, A), (D, A), (D, D), (C, D))
    },
    "an odd pot": (resolved((C, C), (2, 3)),),
    "an empty pot": (resolved((C, C), (0, 0), (0, 0)),),
    "a fine that cannot be paid": (resolved((A, D), (1, 3), (0, 7)),),
    "a fine paid from the stake": (resolved((D, C), (1, 3), (0, 7)),),
    "a fine without a stake": (resolved((D, C), (0, 3), (0, 7)),),
    "the end of a round": (two_duels_of_x().play(0, Resolve(0)).play(0, Resolve(1)),),
    "the lone holder": (OVER, 2),
    "nobody has a card left": (but(OVER, last=DuelResolved(0)),),
}
RICH = but(duel(dealt(3), 0, 1, (4, 2)), points=(3, 11, 15))
LABELS = [
    *((RICH, 1, f"challenge {path}") for path in ("s0", "s2", "s0 2", "s0 5")),
    (dealt(3).play(0, Challenge(2, 5)), 2, "answer 4"),
    *((TWO, 0, f"commit {path}") for path in ("0-defend", "0-defend 1-cooperate")),
    (TWO, 1, "commit 0-defend"),
    (commit_all(TWO), 0, "resolve d1"),
]
BUTTONS = [
    ("to challenge", dealt(4), 0),
    ("to challenge with a card", dealt(4), 0, "challenge", "s2"),
    ("to answer", dealt(4).play(0, Challenge(2, 5)), 2),
    ("to challenge the only opponent", dealt(2), 0),
    ("to challenge when one has no card", duel(holding((1, 2), (), (1, 2), (3, 4)), 0, 2, (1, 1)), 2),
    ("the action phase", THREE, 0),
    ("the action phase after one", THREE, 0, "commit", "0-attack"),
    ("to resolve", commit_all(TWO), 0),
]
SENTENCES = []


def golden():
    """The views of the golden picture."""
    state = duel(duel(duel(dealt(4, first=2), 2, 0, (4, 2)), 3, 0, (1, 5)), 0, 1, (3, 3))
    return [played(commit_all(duel(state, 1, 2, (2, 4))), Resolve(0)).view(0)]
