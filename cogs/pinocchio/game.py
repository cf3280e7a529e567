"""The game definition of Pinocchio."""

from bot.core.game import Game, Verb
from cogs.pinocchio import face
from cogs.pinocchio.advice import odds, reason
from cogs.pinocchio.lesson import LESSON
from cogs.pinocchio.moves import SPELLING, Moves
from cogs.pinocchio.opponent import choose, styled
from cogs.pinocchio.picture import emblem, picture
from cogs.pinocchio.rules import State, default, guess, opened, start
from cogs.pinocchio.tally import FIGURES, HONOURS, TOTALS, signs, tally
from cogs.pinocchio.view import PinocchioView, mood

GAME: Game[State, Moves, PinocchioView] = Game(
    key="pinocchio",
    seats=(2, 3, 4, 5, 6),
    view=PinocchioView,
    start=start,
    guess=guess,
    default=default,
    spelling=SPELLING,
    verbs=(
        Verb(key="believe", style="success", public=True),
        Verb(key="doubt", shortcut="menteur", style="danger", public=True),
        Verb(key="announce", steps=("garment", "colour"), style="primary"),
    ),
    opponent=choose,
    reason=reason,
    mood=mood,
    odds=odds,
    styled=styled,
    minutes=5,
    usual=3,
    face=face,
    grid=face.grid,
    picture=picture,
    emblem=emblem,
    lowest_wins=True,
    standing=lambda view: view.public.noses,
    figures=FIGURES,
    peaks=("streak",),
    totals=TOTALS,
    tally=tally,
    lesson=LESSON,
    opened=opened,
    honours=HONOURS,
    signs=signs,
    chancy=True,
    aids=("wardrobe",),
)
