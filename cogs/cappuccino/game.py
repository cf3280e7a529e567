"""The game definition of Cappuccino."""

from __future__ import annotations

from bot.core.game import Game, Option, Verb
from cogs.cappuccino import face
from cogs.cappuccino.advice import odds, reason
from cogs.cappuccino.lesson import LESSON
from cogs.cappuccino.moves import SPELLING, Moves
from cogs.cappuccino.opponent import choose
from cogs.cappuccino.picture import emblem, picture
from cogs.cappuccino.rules import State, default, guess, start
from cogs.cappuccino.tally import FIGURES, HONOURS, TOTALS, signs, tally, telling
from cogs.cappuccino.view import CappuccinoView, mood

GAME: Game[State, Moves, CappuccinoView] = Game(
    key="cappuccino",
    seats=(2, 3, 4),
    view=CappuccinoView,
    start=start,
    guess=guess,
    default=default,
    spelling=SPELLING,
    verbs=(
        Verb(key="stack", steps=("from", "to"), style="primary", forced=True),
        Verb(key="place", steps=("colour", "row", "cell"), style="primary", public=True, forced=True),
    ),
    opponent=choose,
    reason=reason,
    odds=odds,
    mood=mood,
    minutes=5,
    face=face,
    grid=face.grid,
    picture=picture,
    emblem=emblem,
    options=(
        Option(key="advanced", values=(False, True)),
        Option(key="two_colours", values=(False, True), needs={True: frozenset({2})}),
        Option(key="early_resolution", values=(False, True)),
    ),
    hands=False,
    figures=FIGURES,
    peaks=("tallest", "biggest"),
    totals=TOTALS,
    tally=tally,
    lesson=LESSON,
    telling=telling,
    honours=HONOURS,
    signs=signs,
)
