"""The contents page of Pinocchio."""

from bot.core.game import Game, Verb
from cogs.pinocchio import face
from cogs.pinocchio.default import default
from cogs.pinocchio.guess import guess
from cogs.pinocchio.moves import Moves, move, path
from cogs.pinocchio.picture import picture
from cogs.pinocchio.rules import start

GAME = Game(
    key="pinocchio",
    seats=(2, 3, 4, 5, 6),
    moves=Moves,
    start=start,
    guess=guess,
    default=default,
    path=path,
    move=move,
    verbs=(
        Verb(key="believe", style="success"),
        Verb(key="doubt", shortcut="menteur", style="danger"),
        Verb(key="announce", steps=("garment", "colour"), style="primary"),
    ),
    face=face,
    picture=picture,
    aids=("wardrobe",),
)
