"""The contents page of Le Tripot du Chaos."""

from bot.core.game import Game, Verb
from cogs.tripot import face
from cogs.tripot.default import default
from cogs.tripot.guess import guess
from cogs.tripot.moves import AnyMove, move, path
from cogs.tripot.picture import picture
from cogs.tripot.rules import start

GAME = Game(
    key="tripot",
    seats=(2, 3, 4, 5, 6),
    moves=AnyMove,
    start=start,
    guess=guess,
    default=default,
    path=path,
    move=move,
    verbs=(
        Verb(key="challenge", steps=("opponent", "card"), style="primary"),
        Verb(key="answer", steps=("card",), style="primary"),
        Verb(key="commit", steps=("first", "second", "third"), style="primary", sealed=True),
        Verb(key="resolve", steps=("duel",), style="primary", forced=True),
    ),
    face=face,
    picture=picture,
    aids=("outcomes",),
)
