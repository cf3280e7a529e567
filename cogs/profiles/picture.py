"""The picture of a profile: games and wins by game, the last results, and two other players."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.catalogue import Catalogue
from bot.core.game import AnyGame
from bot.core.results import Standing
from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import legible, write
from bot.pictures.kit.pen import Pen, Sprite, sprite
from bot.text.strings import Speech, bare, seen
from cogs.profiles.pages import SCOPE, Profile, points

LEFT, RIGHT = theme.MARGIN + 4, theme.WIDTH - theme.MARGIN - 4
HEAD = 108
ROW, GAP = 92, 12
EMBLEM_WIDTH = 132
FORM_HEIGHT = 112
MET = 96


def picture(encoded: bytes | msgspec.Raw, catalogue: Catalogue) -> bytes:
    """The picture of an encoded language and profile; called in a worker process."""
    lang, shown = msgspec.msgpack.decode(encoded, type=tuple[str, Profile])
    return draw(shown, catalogue.games, catalogue.words.say(SCOPE, lang))


def draw(shown: Profile, games: Mapping[str, AnyGame], say: Speech) -> bytes:
    """The picture as a PNG."""
    standings = [standing for standing in shown.standings if standing.game in games]
    met: list[tuple[str, str, str]] = []
    if shown.favourite:
        fact = say("card-favourite-fact", games=shown.favourite.games)
        met.append((say("card-favourite"), shown.favourite.name, fact))
    if shown.nemesis:
        fact = say("card-nemesis-fact", ahead=shown.nemesis.ahead, games=shown.nemesis.games)
        met.append((say("card-nemesis"), shown.nemesis.name, fact))
    tall = theme.MARGIN + HEAD + len(standings) * (ROW + GAP)
    canvas = Canvas(tall + (FORM_HEIGHT if shown.form else 0) + (MET + GAP if met else 0) + theme.MARGIN - 4)
    score = say("profile-game", games=shown.games, wins=shown.wins)
    canvas.text(_name(shown.name), LEFT, theme.MARGIN + 30, size=52, anchor="lm", width=RIGHT - LEFT, strong=True)
    canvas.text(score, LEFT, theme.MARGIN + 78, size=30, anchor="lm", colour=theme.MUTED, width=RIGHT - LEFT)
    for number, standing in enumerate(standings):
        _row(canvas, theme.MARGIN + HEAD + number * (ROW + GAP), standing, games[standing.game], say)
    if shown.form:
        canvas.text(say("card-form"), LEFT, tall + 16, size=24, anchor="lm", colour=theme.MUTED)
        for number, result in enumerate(shown.form):
            canvas.put(_place(result.place, won=result.won), LEFT + 28 + number * 66, tall + 68)
        tall += FORM_HEIGHT
    each = (RIGHT - LEFT - (len(met) - 1) * GAP) / max(1, len(met))
    for number, other in enumerate(met):
        left = LEFT + number * (each + GAP)
        _other(canvas, (left, tall, left + each, tall + MET), *other)
    return canvas.png()


def _name(name: str) -> str:
    return legible(seen(name), "…")


def _row(canvas: Canvas, top: float, standing: Standing, game: AnyGame, say: Speech) -> None:
    """A game: emblem, name, a bar of the games won, rating."""
    canvas.panel((LEFT, top, RIGHT, top + ROW), theme.PLATE, radius=20)
    if game.emblem is not None:
        game.emblem(canvas, (LEFT + 10, top + 8, LEFT + 10 + EMBLEM_WIDTH, top + ROW - 8))
    left = LEFT + EMBLEM_WIDTH + 28
    rating = bare(points(standing, say)).replace("*", "") if standing.rated else ""
    used = canvas.text(rating, RIGHT - 20, top + 28, size=30, anchor="rm", colour=theme.ACCENT, strong=True)
    name = say.scoped(game.key)("name")
    canvas.text(name, left, top + 28, size=32, anchor="lm", width=round(RIGHT - 36 - used - left), strong=True)
    half = (left + RIGHT - 20) / 2
    score = say("profile-game", games=standing.games, wins=standing.wins)
    canvas.text(score, RIGHT - 20, top + 66, size=24, anchor="rm", colour=theme.MUTED, width=round(RIGHT - half - 24))
    canvas.panel((left, top + 58, half - 16, top + 74), theme.SHADE, radius=7)
    if share := standing.wins / standing.games:
        canvas.panel((left, top + 58, left + max(16, (half - 16 - left) * share), top + 74), theme.YES, radius=7)


@sprite
def _place(place: int, *, won: bool) -> Sprite:
    pen = Pen(56, 56)
    pen.disc(28, 28, 28, theme.ACCENT if won else theme.HEM)
    pen.disc(28, 28, 23, theme.YES if won else theme.SHADE)
    done = pen.done()
    colour = theme.INK if won else theme.PAPER
    write(done, str(place), 28, 28, size=30, colour=colour, strong=True)
    return done


def _other(canvas: Canvas, box: tuple[float, float, float, float], title: str, name: str, fact: str) -> None:
    left, top, right, bottom = box
    canvas.panel(box, theme.SHADE, radius=20)
    room = round(right - left - 40)
    canvas.text(title, left + 20, top + 22, size=22, anchor="lm", colour=theme.MUTED, width=room)
    canvas.text(_name(name), left + 20, top + 50, size=28, anchor="lm", width=room, strong=True)
    canvas.text(fact, left + 20, bottom - 18, size=22, anchor="lm", colour=theme.MUTED, width=room)
