"""The contents page of Plus ou moins."""

from bot.core.game import Game, Verb
from cogs.plusoumoins import face
from cogs.plusoumoins.moves import SPELLING, Moves
from cogs.plusoumoins.rules import State, default, guess, start
from cogs.plusoumoins.view import HuntView

GAME: Game[State, Moves, HuntView] = Game(
    key="plusoumoins",
    seats=(2, 3),
    moves=Moves,
    view=HuntView,
    start=start,
    guess=guess,
    default=default,
    path=SPELLING.path,
    move=SPELLING.move,
    verbs=(Verb(key="guess", steps=("number",), style="primary"),),
    face=face,
    hands=False,
)
