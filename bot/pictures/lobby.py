"""The picture of a lobby: the game's emblem and its seats."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.core.game import Emblem, Seat
from bot.core.lobby import missing, numbers
from bot.core.table import Table
from bot.pages.lobby import people, standing
from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import fit, legible, write
from bot.pictures.kit.pen import Box, Pen, Sprite, sprite
from bot.pictures.kit.signs import emblem as sign
from bot.text.strings import Speech

LEFT, RIGHT = theme.MARGIN + 4, theme.WIDTH - theme.MARGIN - 4
HEAD = 208
"""The height of the game's emblem and name."""
EMBLEM = 300
"""How wide an emblem may be."""
SEAT, GAP = 72, 12
POSTER_ROW, POSTER_HEIGHT = 3, 176
"""Emblems in a row of a poster; the height of each row."""
NARROW, TALL = 260, 96
"""Seats narrower than NARROW are TALL: the host or level is below the name instead of beside it."""
TEAM = 40
"""The height of a team's letter above its seats."""


Team = tuple[str, tuple[Seat, ...]]
"""Its name and seats."""


class LobbyContent(msgspec.Struct, frozen=True, kw_only=True):
    """The whole content of the picture, its words included."""

    title: str
    count: str
    names: tuple[str, ...]
    host: Seat
    host_word: str
    free_word: str
    places: int
    """The number of seats, empty ones included."""
    needed: int
    """The number of players the game needs to start."""
    teams: tuple[Team, ...] = ()
    levels: tuple[str, ...] = ()
    """The level of an opponent by seat; empty for people."""


def content(table: Table, say: Speech) -> LobbyContent:
    """The content of a lobby's picture."""
    needed = table.size + missing(table)
    pairs = table.game.teams(needed, table.facts.options) if table.game.teams and needed in numbers(table) else ()
    host = table.seat_of(table.facts.host)
    assert host is not None
    places = needed if pairs else max(table.size, numbers(table)[-1])
    return LobbyContent(
        title=say("name"),
        count=f"{table.size} / {places}",
        names=tuple(say.raw_name(seat) for seat in range(table.size)),
        host=host,
        host_word=say("host"),
        free_word=say("lobby-seat"),
        places=places,
        needed=needed,
        levels=tuple(say(f"level-{player.level}") if player.level else "" for player in table.facts.players),
        teams=tuple((say("team-name", letter="ABC"[index]), pair) for index, pair in enumerate(pairs)),
    )


def words(table: Table, say: Speech) -> str:
    """The alt text of the picture."""
    return f"{say('name')}\n{people(table, say)}\n{standing(table, say)}"


def draw(shown: LobbyContent, emblem: Emblem | None) -> bytes:
    """The picture as a PNG. A game without an emblem has our own sign."""
    boxes = _team_boxes(shown.teams) if shown.teams else _boxes(shown.places)
    canvas = Canvas(seats.below(list(boxes.values())) + theme.MARGIN + (GAP if shown.teams else 4))
    (emblem or _sign)(canvas, (LEFT, theme.MARGIN + 4, LEFT + EMBLEM, theme.MARGIN + HEAD - 16))
    middle = (LEFT + EMBLEM + RIGHT) / 2 + 8
    _title(canvas, shown, middle)
    for name, members in shown.teams:
        first, last = boxes[members[0]], boxes[members[-1]]
        canvas.panel((first[0] - 8, first[1] - TEAM, last[2] + 8, last[3] + 10), theme.SHADE, radius=24)
        centre = (first[0] + first[2]) / 2
        canvas.text(name, centre, first[1] - TEAM / 2 + 1, size=26, colour=theme.MUTED)
    for seat, box in boxes.items():
        _seat(canvas, box, shown, seat)
    return canvas.png()


def poster(emblems: Sequence[Emblem]) -> bytes:
    """Emblems of games in rows of three, as a PNG."""
    canvas = Canvas(2 * theme.MARGIN + -(-len(emblems) // POSTER_ROW) * POSTER_HEIGHT)
    size = ((RIGHT - LEFT) / POSTER_ROW, POSTER_HEIGHT)
    boxes = seats.grid(len(emblems), POSTER_ROW, size, theme.MARGIN, 0)
    for emblem, (left, top, right, bottom) in zip(emblems, boxes, strict=True):
        emblem(canvas, (left + GAP, top + GAP, right - GAP, bottom - GAP))
    return canvas.png()


def _title(canvas: Canvas, shown: LobbyContent, middle: float) -> None:
    """The game's name, on two lines if one would make it small, and the number of players."""
    room, y = RIGHT - LEFT - EMBLEM - 16, theme.MARGIN + HEAD / 2 - 10
    lines = [shown.title]
    if " " in shown.title and fit(shown.title, room, 56, least=56, strong=True)[0] != shown.title:
        parts = shown.title.split()
        cut = min(range(1, len(parts)), key=lambda at: abs(len(" ".join(parts[:at])) - len(" ".join(parts[at:]))))
        lines = [" ".join(parts[:cut]), " ".join(parts[cut:])]
    top = y - 22 - (len(lines) - 1) * 28
    for index, line in enumerate(lines):
        canvas.text(line, middle, top + index * 60, size=56, width=room, strong=True)
    canvas.text(shown.count, middle, top + len(lines) * 60 + 6, size=38, colour=theme.MUTED, strong=True)


def _boxes(places: int) -> dict[Seat, Box]:
    """Two seats in a row, in reading order."""
    return dict(enumerate(seats.grid(places, 2, ((RIGHT - LEFT - GAP) / 2, SEAT), theme.MARGIN + HEAD, GAP)))


def _team_boxes(teams: tuple[Team, ...]) -> dict[Seat, Box]:
    """A column for each team."""
    wide = (RIGHT - LEFT - (len(teams) - 1) * GAP) / len(teams)
    tall = TALL if wide < NARROW else SEAT
    found: dict[Seat, Box] = {}
    for column, (_, members) in enumerate(teams):
        left = LEFT + column * (wide + GAP) + 8
        for row, seat in enumerate(members):
            upper = theme.MARGIN + HEAD + TEAM + row * (tall + GAP)
            found[seat] = (round(left), round(upper), round(left + wide - 16), round(upper + tall))
    return found


def _seat(canvas: Canvas, box: Box, shown: LobbyContent, seat: Seat) -> None:
    """A player on a card, or the outline of a free seat. No seat colours: in some games they mean something else."""
    left, top, right, bottom = box
    middle = (top + bottom) / 2
    if seat >= len(shown.names):
        wanted = seat < shown.needed
        canvas.frame(box, theme.MUTED if wanted else theme.HEM, radius=22, width=4 if wanted else 3)
        canvas.put(seats.disc(seat, out=True), left + 16, middle, anchor="lm")
        canvas.text(shown.free_word, left + 70, middle, size=28, anchor="lm", colour=theme.MUTED)
        return
    canvas.panel((left, top + 4, right, bottom), theme.PAPER_EDGE, radius=22)
    canvas.panel((left, top, right, bottom - 4), theme.PAPER, radius=22)
    end = right - 16
    word = shown.host_word if seat == shown.host else "".join(shown.levels[seat : seat + 1])
    if word:
        tag = signs.tag(word, fill=theme.INK)
        if right - left < NARROW:
            canvas.put(tag, left + 70, bottom - 28, anchor="lm")
            middle -= 18
        else:
            canvas.put(tag, end, middle - 2, anchor="rm")
            end -= tag.width + 10
    canvas.put(_number(seat), left + 16, middle - 2, anchor="lm")
    name = legible(shown.names[seat], f"· {seat + 1} ·")
    room = round(end - left - 70)
    canvas.text(name, left + 70, middle - 2, size=30, anchor="lm", colour=theme.INK, width=room, strong=True)


@sprite
def _number(seat: Seat) -> Sprite:
    pen = Pen(42, 42)
    pen.disc(21, 21, 21, theme.INK)
    done = pen.done()
    write(done, str(seat + 1), 21, 21, size=26, strong=True)
    return done


def _sign(canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    canvas.put(_our_sign(round(bottom - top)), (left + right) / 2, (top + bottom) / 2)


@sprite
def _our_sign(size: int) -> Sprite:
    pen = Pen(size, size)
    sign(pen, size / 2, size / 2, size / 2, theme.BACK_PATTERN)
    return pen.done()
