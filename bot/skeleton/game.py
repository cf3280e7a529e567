"""The game definition of Skeleton."""

from bot.core.game import Game, Verb
from bot.skeleton import face
from bot.skeleton.moves import SPELLING, Moves
from bot.skeleton.rules import State, default, guess, opened, start
from bot.skeleton.view import SeatView

GAME: Game[State, Moves, SeatView] = Game(
    key="skeleton",
    seats=(2, 3, 4),
    view=SeatView,
    start=start,
    guess=guess,
    default=default,
    spelling=SPELLING,
    # Not public: which cards may be laid is this seat's secret, so they are offered in its panel, never on the board.
    verbs=(Verb(key="lay", steps=("card",), style="primary"),),
    face=face,
    opened=opened,
    # On the local table only, until it has a picture, an opponent, a lesson and a tally.
    draft=True,
)
