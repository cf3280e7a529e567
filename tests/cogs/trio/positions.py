"""Positions of Trio: how tests make them, and those whose texts and picture are compared with golden ones."""

from bot.core.game import CHANCE
from cogs.trio.deal import DECK, TrioSetup
from cogs.trio.game import GAME
from cogs.trio.moves import Deal, Decline, Offer, RevealCentre, RevealHand
from cogs.trio.rules import State, start
from cogs.trio.view import Public, Secrets
from tests.kit.rules import played

__all__ = ["GAME"]

DECLINE, centre, offer = Decline(), RevealCentre, Offer


def low(seat):
    return RevealHand(seat, "lowest")


def high(seat):
    return RevealHand(seat, "highest")


def no_exchange(state):
    """Everybody keeps their cards."""
    while state.public.phase == "exchange":
        state = played(state, DECLINE)
    return state


D3 = Deal(
    first=0,
    hands=((1, 3, 4, 6, 7, 9, 10, 11, 12), (1, 2, 4, 5, 7, 8, 8, 10, 12), (2, 3, 3, 5, 6, 9, 9, 11, 12)),
    centre=(7, 1, 10, 5, 2, 11, 4, 8, 6),
)
"""The base deal of the worked examples."""


def fresh(seats=3, mode="simple", *, teams=False):
    return start(seats, {"mode": mode, "teams": teams})


def table3(first=0, mode="simple"):
    """The base deal with that first player."""
    return fresh(3, mode).play(CHANCE, Deal(first, D3.hands, D3.centre))


def position(hands, centre=(), *, active=0, mode="simple", teams=False, trios=None):
    """A position in the middle of a game, at the start of a turn."""
    seats = len(hands)
    public = Public(
        setup=TrioSetup(seats, mode, teams),
        phase="reveal",
        active=active,
        counts=tuple(map(len, hands)),
        centre=tuple(map(bool, centre)),
        trios=tuple(map(tuple, trios or [()] * seats)),
    )
    return State(public, Secrets(tuple(map(tuple, hands)), tuple(centre), (0,) * seats))


def team_deal(first=0):
    """All the cards dealt round to four, one each, from an unshuffled deck."""
    return Deal(first, tuple(DECK[seat::4] for seat in range(4)), ())


# ---- compared with golden texts

OPENING = fresh(4, teams=True).play(CHANCE, team_deal())
TEAMS = position([(1, 5), (1, 6), (1, 7), (5, 8)], teams=True)
SIX = position([(1, 5), (1, 6), (1, 7), (5, 8), (2, 9), (2, 3)], teams=True)
ONES = (low(0), low(1), low(2))


def won(number, mode, owned):
    """The end of a game with this trio, after these."""
    return played(position([(number,)] * 3, mode=mode, trios=[owned, (), ()]), *ONES)


POSITIONS = {
    "the first turn": (table3(), 0),
    "cards face up": (played(table3(first=1), centre(1), low(0)),),
    "a miss": (played(table3(first=1), centre(1), low(1), low(2)),),
    "a trio in the spicy mode": (played(table3(mode="picante"), high(1), high(2), high(0)), 0),
    "sevens win alone": (won(7, "picante", ()), 1),
    "the third trio wins": (won(4, "simple", (1, 2)),),
    "a linked trio wins": (won(1, "picante", (2, 8)),),
    "every card face up at the end": (
        played(position([(7, 8), (7, 8), ()], (7, 8), active=2), low(0), low(1), centre(0)),
    ),
    "an exchange before any answer": (OPENING, 3),
    "a sealed offer": (OPENING.play(3, offer(12)), 3, 1),
    "one team has exchanged, one has not": (played(OPENING, (3, offer(12)), (1, offer(1)), (0, DECLINE)), 0, 1, 3),
    "the same card asked twice": (played(position([(1, 9), (8, 8), (3,)], (2, 8)), high(1), high(1), low(2)),),
    "one other team may exchange": (played(TEAMS, *ONES),),
    "several other teams may exchange": (played(SIX, *ONES),),
}
PICANTE = played(table3(mode="picante"), centre(3))
REVEALS = ("s0", "s1", "centre", "s0 lowest", "s1 highest", "centre 4")
LABELS = [(PICANTE, seat, f"reveal {path}") for seat in (0, 1) for path in REVEALS]
LABELS += [(PICANTE, 0, "offer 3"), (OPENING, 0, "offer 7")]
BUTTONS = [
    ("the first turn", table3(), 0),
    ("a place in the centre is empty", played(table3(first=1), centre(1), low(0), low(1)), 2),
    ("two hands in a row", SIX, 0),
    ("the own team last", TEAMS, 0),
    ("an exchange", OPENING, 1, "offer"),
]
SENTENCES = [("illegal-hand-empty", {"seat": 2}), ("illegal-not-your-turn", {"seat": 2})]


def golden():
    """The views of the golden picture."""
    state = position(
        [(1, 3, 7, 9), (2, 7, 8, 12), (2, 5, 5, 9), ()],
        (7, 1, 0, 5, 2, 0, 4, 8),
        mode="picante",
        trios=[(11,), (6, 10), (), ()],
        active=3,
    )
    return played(state, low(1), low(2)).view(0), played(state, low(1), centre(1)).view(2)
