"""The picture of a profile: games and wins by game, the last results, and two other players."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.game import AnyGame, Emblem
from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import legible, write
from bot.pictures.kit.pen import Pen, Sprite, sprite
from bot.text.strings import Speech, bare, seen
from cogs.profiles.pages import Profile, points

LEFT, RIGHT = theme.MARGIN + 4, theme.WIDTH - theme.MARGIN - 4
HEAD = 108
ROW, GAP = 92, 12
EMBLEM = 132
"""How wide a game's emblem is."""
FORM = 112
"""The height of the last places with their title."""
MET = 96


class ProfileRow(msgspec.Struct, frozen=True):
    """One game, with the texts beside its emblem."""

    game: str
    name: str
    score: str
    points: str
    share: float
    """The share of games won."""


class ProfileCard(msgspec.Struct, frozen=True, kw_only=True):
    """The whole content of the picture, its words included."""

    name: str
    score: str
    rows: tuple[ProfileRow, ...]
    form_word: str
    form: tuple[tuple[int, bool], ...]
    """Of each of the last games the place, and whether it was won."""
    others: tuple[tuple[str, str, str], ...]
    """Players they often meet: a title, the name, and how often."""


def card(shown: Profile, games: Mapping[str, AnyGame], say: Speech) -> ProfileCard:
    """The content of a profile's picture."""
    rows = tuple(
        ProfileRow(
            game=standing.game,
            name=say.scoped(standing.game)("name"),
            score=say("profile-game", games=standing.games, wins=standing.wins),
            points=bare(points(standing, say)).replace("*", "") if standing.rated else "",
            share=standing.wins / standing.games,
        )
        for standing in shown.standings
        if standing.game in games
    )
    met: list[tuple[str, str, str]] = []
    if shown.favourite:
        fact = say("card-favourite-fact", games=shown.favourite.games)
        met.append((say("card-favourite"), seen(shown.favourite.name), fact))
    if shown.nemesis:
        fact = say("card-nemesis-fact", ahead=shown.nemesis.ahead, games=shown.nemesis.games)
        met.append((say("card-nemesis"), seen(shown.nemesis.name), fact))
    return ProfileCard(
        name=seen(shown.name),
        score=say("profile-game", games=shown.games, wins=shown.wins),
        rows=rows,
        form_word=say("card-form"),
        form=tuple((result.place, result.won) for result in shown.form),
        others=tuple(met),
    )


def picture(encoded: bytes | msgspec.Raw, games: Mapping[str, AnyGame]) -> bytes:
    """The picture of an encoded card; called in a worker process."""
    return draw(msgspec.msgpack.decode(encoded, type=ProfileCard), {key: game.emblem for key, game in games.items()})


def draw(shown: ProfileCard, emblems: Mapping[str, Emblem | None]) -> bytes:
    """The picture as a PNG."""
    tall = theme.MARGIN + HEAD + len(shown.rows) * (ROW + GAP)
    canvas = Canvas(tall + (FORM if shown.form else 0) + (MET + GAP if shown.others else 0) + theme.MARGIN - 4)
    name = legible(shown.name, "…")
    canvas.text(name, LEFT, theme.MARGIN + 30, size=52, anchor="lm", width=RIGHT - LEFT, strong=True)
    canvas.text(shown.score, LEFT, theme.MARGIN + 78, size=30, anchor="lm", colour=theme.MUTED, width=RIGHT - LEFT)
    for number, row in enumerate(shown.rows):
        _row(canvas, theme.MARGIN + HEAD + number * (ROW + GAP), row, emblems.get(row.game))
    if shown.form:
        _form(canvas, tall, shown)
        tall += FORM
    if shown.others:
        each = (RIGHT - LEFT - (len(shown.others) - 1) * GAP) / len(shown.others)
        for number, other in enumerate(shown.others):
            left = LEFT + number * (each + GAP)
            _other(canvas, (left, tall, left + each, tall + MET), other)
    return canvas.png()


def _row(canvas: Canvas, top: float, row: ProfileRow, emblem: Emblem | None) -> None:
    """A game: emblem, name, a bar of the games won, rating."""
    canvas.panel((LEFT, top, RIGHT, top + ROW), theme.PLATE, radius=20)
    if emblem is not None:
        emblem(canvas, (LEFT + 10, top + 8, LEFT + 10 + EMBLEM, top + ROW - 8))
    left = LEFT + EMBLEM + 28
    used = canvas.text(row.points, RIGHT - 20, top + 28, size=30, anchor="rm", colour=theme.ACCENT, strong=True)
    canvas.text(row.name, left, top + 28, size=32, anchor="lm", width=round(RIGHT - 36 - used - left), strong=True)
    half = (left + RIGHT - 20) / 2
    canvas.text(
        row.score, RIGHT - 20, top + 66, size=24, anchor="rm", colour=theme.MUTED, width=round(RIGHT - half - 24)
    )
    canvas.panel((left, top + 58, half - 16, top + 74), theme.SHADE, radius=7)
    if row.share:
        canvas.panel((left, top + 58, left + max(16, (half - 16 - left) * row.share), top + 74), theme.YES, radius=7)


def _form(canvas: Canvas, top: float, shown: ProfileCard) -> None:
    """The last results in a row, the newest first."""
    canvas.text(shown.form_word, LEFT, top + 16, size=24, anchor="lm", colour=theme.MUTED)
    for number, (place, won) in enumerate(shown.form):
        canvas.put(_place(place, won=won), LEFT + 28 + number * 66, top + 68)


@sprite
def _place(place: int, *, won: bool) -> Sprite:
    pen = Pen(56, 56)
    pen.disc(28, 28, 28, theme.ACCENT if won else theme.HEM)
    pen.disc(28, 28, 23, theme.YES if won else theme.SHADE)
    done = pen.done()
    colour = theme.INK if won else theme.PAPER
    write(done, str(place), 28, 28, size=30, colour=colour, strong=True)
    return done


def _other(canvas: Canvas, box: tuple[float, float, float, float], other: tuple[str, str, str]) -> None:
    (left, top, right, bottom), (title, name, fact) = box, other
    canvas.panel(box, theme.SHADE, radius=20)
    room = round(right - left - 40)
    canvas.text(title, left + 20, top + 22, size=22, anchor="lm", colour=theme.MUTED, width=room)
    canvas.text(legible(name, "…"), left + 20, top + 50, size=28, anchor="lm", width=room, strong=True)
    canvas.text(fact, left + 20, bottom - 18, size=22, anchor="lm", colour=theme.MUTED, width=room)
