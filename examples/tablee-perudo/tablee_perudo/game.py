"""The game definition of Perudo."""

from bot.core.game import Game, Verb

from tablee_perudo import face
from tablee_perudo.advice import reason
from tablee_perudo.lesson import LESSON
from tablee_perudo.moves import SPELLING, Moves
from tablee_perudo.opponent import choose
from tablee_perudo.picture import emblem, picture
from tablee_perudo.rules import State, default, guess, opened, start
from tablee_perudo.tally import FIGURES, HONOURS, TOTALS, tally
from tablee_perudo.view import PerudoView

GAME: Game[State, Moves, PerudoView] = Game(
    key="perudo",
    seats=(2, 3, 4, 5, 6),
    view=PerudoView,
    start=start,
    guess=guess,
    default=default,
    spelling=SPELLING,
    verbs=(
        Verb(key="bid", steps=("face", "count"), style="primary", main=True),
        Verb(key="doubt", style="danger"),
    ),
    face=face,
    picture=picture,
    emblem=emblem,
    opponent=choose,
    reason=reason,
    usual=4,
    minutes=10,
    # Nobody waits for players without dice, and leaving then is not leaving.
    out=lambda view: view.public.gone,
    # Not `standing`: a game that is closed early says little about who would have won.
    opened=opened,
    figures=FIGURES,
    totals=TOTALS,
    tally=tally,
    honours=HONOURS,
    lesson=LESSON,
)
