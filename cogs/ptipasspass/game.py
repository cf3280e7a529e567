"""The game definition of PtiPassPass."""

from __future__ import annotations

from bot.core.game import Game, Option, Verb
from cogs.ptipasspass import face
from cogs.ptipasspass.advice import odds, reason
from cogs.ptipasspass.lesson import LESSON
from cogs.ptipasspass.moves import SPELLING, Moves
from cogs.ptipasspass.opponent import choose, styled
from cogs.ptipasspass.picture import emblem, picture
from cogs.ptipasspass.rules import State, ahead, automatic, default, guess, opened, start
from cogs.ptipasspass.tally import FIGURES, HONOURS, TOTALS, signs, tally
from cogs.ptipasspass.view import PtiPassPassView, hurry, mood, windows_left

GAME: Game[State, Moves, PtiPassPassView] = Game(
    key="ptipasspass",
    seats=(3, 4, 5, 6),
    view=PtiPassPassView,
    start=start,
    guess=guess,
    default=default,
    spelling=SPELLING,
    verbs=(
        Verb(key="aim", steps=("token", "cup"), style="primary"),
        Verb(key="announce", steps=("colour",), style="primary", public=True),
        Verb(key="swap", steps=("first", "second"), public=True),
        Verb(key="lift", steps=("way", "line"), style="primary", public=True, main=True),
        Verb(key="ok", command=False, shortcut="ok", style="success", public=True, repeats=windows_left),
        Verb(key="doublon", command=False, shortcut="doublon", style="danger", public=True),
        Verb(key="menteur", command=False, shortcut="menteur", style="danger", public=True),
    ),
    face=face,
    grid=face.grid,
    picture=picture,
    emblem=emblem,
    opponent=choose,
    reason=reason,
    mood=mood,
    odds=odds,
    styled=styled,
    minutes=8,
    options=(Option(key="layout", values=("grid", "hive")),),
    automatic=automatic,
    ahead=ahead,
    hurry=hurry,
    standing=lambda view: view.public.victories,
    figures=FIGURES,
    totals=TOTALS,
    tally=tally,
    lesson=LESSON,
    opened=opened,
    honours=HONOURS,
    signs=signs,
    aids=("shouts",),
    version=2,  # since 2, challenges count towards a void round; before, stealing tokens could go on for ever
)
