"""The game definition of Le Tripot du Chaos."""

from bot.core.game import Game, Verb
from cogs.tripot import face
from cogs.tripot.advice import odds, reason
from cogs.tripot.lesson import LESSON
from cogs.tripot.moves import SPELLING, Moves
from cogs.tripot.opponent import choose
from cogs.tripot.picture import emblem, picture
from cogs.tripot.rules import State, default, guess, opened, start
from cogs.tripot.tally import FIGURES, HONOURS, TOTALS, signs, tally
from cogs.tripot.view import TripotView, kept, mood, promises, vow

GAME: Game[State, Moves, TripotView] = Game(
    key="tripot",
    seats=(2, 3, 4, 5, 6),
    view=TripotView,
    start=start,
    guess=guess,
    default=default,
    spelling=SPELLING,
    verbs=(
        Verb(key="challenge", steps=("opponent", "card"), style="primary", forced=True),
        Verb(key="answer", steps=("card",), style="primary", forced=True),
        Verb(key="commit", steps=("first", "second", "third"), style="primary", sealed=True),
        Verb(key="resolve", steps=("duel",), style="primary", public=True, forced=True),
    ),
    opponent=choose,
    reason=reason,
    mood=mood,
    vow=vow,
    odds=odds,
    minutes=5,
    usual=3,
    face=face,
    grid=face.grid,
    picture=picture,
    emblem=emblem,
    promises=promises,
    kept=kept,
    standing=lambda view: view.public.standing,
    figures=FIGURES,
    peaks=("biggest",),
    totals=TOTALS,
    tally=tally,
    lesson=LESSON,
    opened=opened,
    honours=HONOURS,
    signs=signs,
    aids=("outcomes",),
)
