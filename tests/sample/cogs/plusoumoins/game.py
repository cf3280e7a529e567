"""The game definition of Plus ou moins."""

from bot.core.game import Game, Verb
from cogs.plusoumoins import face
from cogs.plusoumoins.moves import SPELLING, Moves
from cogs.plusoumoins.rules import State, default, guess, opened, start
from cogs.plusoumoins.view import PlusOuMoinsView

GAME: Game[State, Moves, PlusOuMoinsView] = Game(
    key="plusoumoins",
    seats=(2, 3, 4),
    view=PlusOuMoinsView,
    start=start,
    guess=guess,
    default=default,
    spelling=SPELLING,
    # Not public: which cards may be laid is this seat's secret, so they are offered in its panel, never on the board.
    verbs=(Verb(key="lay", steps=("card",), style="primary"),),
    face=face,
    opened=opened,
)
