"""Positions of Trio whose texts are compared with ``texts.*.txt``."""

from bot.core.game import CHANCE
from cogs.trio.game import GAME
from tests.cogs.trio.moves import DECLINE, answers, centre, high, low, offer, turn
from tests.cogs.trio.tabletop import fresh, position, table3, team_deal

__all__ = ["GAME"]

OPENING = fresh(4, teams=True).play(CHANCE, team_deal())
TEAMS = position([(1, 5), (1, 6), (1, 7), (5, 8)], teams=True)
SIX = position([(1, 5), (1, 6), (1, 7), (5, 8), (2, 9), (2, 3)], teams=True)
ONES = (low(0), low(1), low(2))


def won(number, mode, owned):
    """The end of a game with this trio, after these."""
    return turn(position([(number,)] * 3, mode=mode, trios=[owned, (), ()]), *ONES)


POSITIONS = {
    "the first turn": (table3(), 0),
    "cards face up": (turn(table3(first=1), centre(1), low(0)),),
    "a miss": (turn(table3(first=1), centre(1), low(1), low(2)),),
    "a trio in the spicy mode": (turn(table3(mode="picante"), high(1), high(2), high(0)), 0),
    "sevens win alone": (won(7, "picante", ()), 1),
    "the third trio wins": (won(4, "simple", (1, 2)),),
    "a linked trio wins": (won(1, "picante", (2, 8)),),
    "every card face up at the end": (
        turn(position([(7, 8), (7, 8), ()], (7, 8), active=2), low(0), low(1), centre(0)),
    ),
    "an exchange before any answer": (OPENING, 3),
    "a sealed offer": (OPENING.play(3, offer(12)), 3, 1),
    "one team has exchanged, one has not": (answers(OPENING, (3, offer(12)), (1, offer(1)), (0, DECLINE)), 0, 1, 3),
    "the same card asked twice": (turn(position([(1, 9), (8, 8), (3,)], (2, 8)), high(1), high(1), low(2)),),
    "one other team may exchange": (turn(TEAMS, *ONES),),
    "several other teams may exchange": (turn(SIX, *ONES),),
}
PICANTE = turn(table3(mode="picante"), centre(3))
REVEALS = ("s0", "s1", "centre", "s0 lowest", "s1 highest", "centre 4")
LABELS = [(PICANTE, seat, f"reveal {path}") for seat in (0, 1) for path in REVEALS]
LABELS += [(PICANTE, 0, "offer 3"), (OPENING, 0, "offer 7")]
BUTTONS = [
    ("the first turn", table3(), 0),
    ("a place in the centre is empty", turn(table3(first=1), centre(1), low(0), low(1)), 2),
    ("two hands in a row", SIX, 0),
    ("the own team last", TEAMS, 0),
    ("an exchange", OPENING, 1, "offer"),
]
SENTENCES = [("illegal-hand-empty", {"seat": 2}), ("illegal-not-your-turn", {"seat": 2})]
