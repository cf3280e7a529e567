"""The game definition of Trio."""

from __future__ import annotations

from bot.core.game import Game, Option, Verb
from cogs.trio import face
from cogs.trio.advice import odds, reason
from cogs.trio.deal import ALONE, PAIRS, TrioSetup
from cogs.trio.lesson import LESSON
from cogs.trio.moves import SPELLING, Moves
from cogs.trio.opponent import choose
from cogs.trio.picture import emblem, picture
from cogs.trio.rules import State, default, guess, opened, start
from cogs.trio.tally import FIGURES, HONOURS, TOTALS, signs, tally, telling
from cogs.trio.view import TrioView, mood

GAME: Game[State, Moves, TrioView] = Game(
    key="trio",
    seats=tuple(ALONE),
    view=TrioView,
    start=start,
    guess=guess,
    default=default,
    spelling=SPELLING,
    verbs=(
        Verb(key="reveal", steps=("where", "card"), public=True, forced=True),
        Verb(key="offer", steps=("card",), style="primary"),
        Verb(key="decline", public=True),
    ),
    face=face,
    grid=face.grid,
    picture=picture,
    emblem=emblem,
    opponent=choose,
    reason=reason,
    mood=mood,
    odds=odds,
    minutes=5,
    options=(
        Option(key="mode", values=("simple", "picante")),
        Option(key="teams", values=(False, True), needs={True: frozenset(PAIRS)}),
    ),
    standing=lambda view: tuple(map(len, view.public.trios)),
    teams=lambda seats, options: TrioSetup.of(seats, options).pairs,
    figures=FIGURES,
    totals=TOTALS,
    tally=tally,
    lesson=LESSON,
    opened=opened,
    telling=telling,
    honours=HONOURS,
    signs=signs,
)
