"""Films: a finished game as an animated GIF, drawn in a worker process or by the command ``tablee film``."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from bot.catalogue import Catalogue, walk
from bot.cli.terminal import FAILED, BadRequest, show_progress
from bot.core import records
from bot.core.game import AnyGame, Outcome
from bot.pictures.kit import fonts, signs, theme
from bot.pictures.kit.canvas import Canvas, indexed
from bot.text.strings import Speech, unmarked
from cogs.replays.replay import OPENED, SCOPE, Eyes, Replay, ReplayLog, of_log, of_record

FILM_LIMIT_MS = 60_000
SIZE_LIMIT = 8 * 1000 * 1000
"""Bytes of a file that Discord accepts everywhere."""
CAPTION_MS = 1200
"""The shortest time in which a caption can be read: in longer games positions are left out."""
TITLE_MS, MOMENT_MS, LAST_MS, RESULT_MS = 2000, 2000, 2500, 4000
"""The duration of the title, usually of a key moment, of the last position, and of the result."""
MOMENTS = 24
"""The most key moments with a longer duration."""
MOMENT_SHARE = 0.6
"""The most of the time for key moments."""
WORDS, LINE, BAR = 26, 36, 8
"""The size of a caption's text, the height of its lines and of the progress bar."""
CARD_WORDS, CARD_LINE, EMBLEM = 34, 50, 240
"""The same of the title and the result, and the usual height of the emblem."""


class Shot(NamedTuple):
    """A position of a film."""

    view: Any
    time: int
    """Its duration in milliseconds."""
    progress: float
    """The share of the game that is over."""
    moment: bool
    """Whether it is a key moment."""


class FilmFrame(NamedTuple):
    """A picture of a film, with its duration in milliseconds."""

    image: Image.Image
    time: int
    moment: bool = True


class Script(NamedTuple):
    """Everything a film shows."""

    seats: int
    shots: Sequence[Shot]
    outcome: Outcome | None
    """Without winners who had left; None if the game was closed before its end."""


def plan(length: int, moments: Collection[int], turning: Collection[int] = ()) -> dict[int, int]:
    """The positions of a film in order, each with its duration in milliseconds. Turning points are never left out."""
    if length == 1:
        return {1: LAST_MS}
    time = FILM_LIMIT_MS - TITLE_MS - CAPTION_MS - LAST_MS - RESULT_MS
    inner = range(2, length)
    turned = [place for place in turning if place in inner]
    held = turned + _spread(
        [place for place in moments if place in inner and place not in turned], MOMENTS - len(turned)
    )
    moment = min(MOMENT_MS, int(time * MOMENT_SHARE / max(1, len(held))))
    others = [place for place in inner if place not in held]
    others = _spread(others, (time - moment * len(held)) // CAPTION_MS)
    times = dict.fromkeys((1, *others), CAPTION_MS) | dict.fromkeys(held, moment) | {length: LAST_MS}
    # Durations in a GIF are hundredths of a second.
    return {place: times[place] // 10 * 10 for place in sorted(times)}


def script(replay: Replay, eyes: Eyes = OPENED, turning: Collection[int] = ()) -> Script:
    """The film of a game from a point of view. Slow: not for the event loop."""
    moments, length = {*replay.moments, *turning}, replay.length
    found = plan(length, sorted(moments), turning).items()
    shots = [Shot(replay.view(place, eyes), time, place / length, place in moments) for place, time in found]
    return Script(replay.size, shots, replay.outcome)


def film(game: AnyGame, say: Speech, wanted: Script, drawn: Callable[[int], None] = lambda _: None) -> bytes:
    """The GIF file; ``drawn`` is called with the number of shots drawn so far. Takes some seconds."""
    assert game.picture is not None
    pictures: list[Image.Image] = []
    for shot in wanted.shots:
        pictures.append(Image.open(io.BytesIO(game.picture(shot.view, say))))
        drawn(len(pictures))
    width = theme.WIDTH - 2 * theme.MARGIN
    captions = [lines(game.face.sight(shot.view, say).story, width, WORDS) for shot in wanted.shots]
    below = max(map(len, captions)) * LINE + LINE
    tall = max(picture.height for picture in pictures)
    frames = [FilmFrame(_title(game, say, wanted.seats, tall + below), TITLE_MS)]
    for shot, picture, caption in zip(wanted.shots, pictures, captions, strict=True):
        image = _captioned(picture, tall, below, caption, shot.progress)
        frames.append(FilmFrame(image, shot.time, shot.moment))
    frames.append(FilmFrame(_result(game, say, wanted.outcome, tall + below), RESULT_MS))
    data = _gif(frames)
    while len(data) > SIZE_LIMIT and len(frames) > 2:
        frames = _thinned(frames)
        data = _gif(frames)
    return data


def lines(text: str, width: int, size: int) -> list[str]:
    """A text without markdown and emoji on as many lines as it needs."""
    # Our fonts have no emoji: remove them with the space they leave.
    legible = "".join(char for char in unmarked(text) if char.isspace() or fonts.drawable(char))
    found: list[str] = []
    for word in " ".join(legible.split()).replace("( ", "(").split(" "):
        longer = f"{found[-1]} {word}" if found else word
        if found and fonts.measure(longer, size) <= width:
            found[-1] = longer
        else:
            found.append(word)
    return found


def _spread(places: Sequence[int], most: int) -> list[int]:
    """At most ``most`` of these, evenly spread."""
    if len(places) <= most:
        return list(places)
    return [places[index * len(places) // most] for index in range(most)]


def _captioned(picture: Image.Image, tall: int, below: int, text: Sequence[str], progress: float) -> Image.Image:
    """A picture on a ground as tall as the tallest one; below it the story of the position, and a progress bar."""
    height, width = tall + below, theme.WIDTH - 2 * theme.MARGIN
    image = Image.new("RGB", (theme.WIDTH, height), theme.TABLE)
    for number, line in enumerate(text):
        fonts.write(image, line, theme.MARGIN, tall + 14 + number * LINE, size=WORDS, anchor="lt", width=width)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, height - BAR, theme.WIDTH, height), fill=theme.SHADE)
    draw.rectangle((0, height - BAR, round(theme.WIDTH * progress), height), fill=theme.ACCENT)
    # All pictures have one palette, in which the transparent entries have the colour of the ground.
    ground = indexed(image)
    ground.paste(picture, (0, 0))
    return ground


def _title(game: AnyGame, say: Speech, seats: int, height: int) -> Image.Image:
    """The title card: the emblem and the name of the game, and its players."""
    canvas, half = Canvas(height), theme.WIDTH / 2
    people = lines(say.names(range(seats)), 600, CARD_WORDS)
    words = (2 + len(people)) * CARD_LINE
    # Low boards leave little height.
    tall = min(EMBLEM, height - words - 2 * theme.MARGIN)
    top = (height - words - tall) // 2
    if game.emblem is not None:
        game.emblem(canvas, (half - 160, top, half + 160, top + tall - theme.MARGIN))
    canvas.text(say("name"), half, top + tall + CARD_LINE / 2, size=60, width=600, strong=True)
    _centred(canvas, people, top + tall + 2 * CARD_LINE)
    return indexed(canvas.image)


def _result(game: AnyGame, say: Speech, outcome: Outcome | None, height: int) -> Image.Image:
    """The winners and the scores of all players, or that the game has none."""
    canvas = Canvas(height)
    if outcome is None:
        _centred(canvas, lines(say("film-unfinished"), 600, CARD_WORDS), height // 2)
        return indexed(canvas.image)
    won = outcome.winners
    told = lines(say("win", winners=say.names(won), count=len(won)) if won else say("win-nobody"), 600, CARD_WORDS)
    better = 1 if game.lowest_wins else -1
    order = sorted(range(len(outcome.scores)), key=lambda seat: (seat not in won, better * outcome.scores[seat]))
    rows = len(told) + len(order)
    line = min(CARD_LINE, (height - 150) // rows)
    top = max(110, (height - rows * line) // 2)
    canvas.put(signs.crown(90), theme.WIDTH / 2, top - 55)
    _centred(canvas, told, top + line // 2, line, strong=True)
    scores = [f"{say.raw_name(seat)} · {say('final-score', score=outcome.scores[seat])}" for seat in order]
    _centred(canvas, [" ".join(lines(score, 600, CARD_WORDS)) for score in scores], top + (len(told) + 1) * line, line)
    return indexed(canvas.image)


def _centred(canvas: Canvas, text: Sequence[str], top: int, line: int = CARD_LINE, *, strong: bool = False) -> None:
    for number, words in enumerate(text):
        canvas.text(words, theme.WIDTH / 2, top + number * line, size=CARD_WORDS, width=640, strong=strong)


def _gif(frames: Sequence[FilmFrame]) -> bytes:
    """The GIF file; equal frames in a row are merged."""
    same = [before.image.tobytes() == frame.image.tobytes() for before, frame in pairwise(frames)]
    merged = _merged(frames, {place for place, equal in enumerate(same, start=1) if equal})
    first, *others = [frame.image for frame in merged]
    times = [frame.time for frame in merged]
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False)
    return file.getvalue()


def _thinned(frames: Sequence[FilmFrame]) -> list[FilmFrame]:
    """About half of the frames with the same total duration. Key moments are removed last, both ends never."""
    inner = range(1, len(frames) - 1)
    optional = [place for place in inner if not frames[place].moment] or inner
    return _merged(frames, set(optional[::2]))


def _merged(frames: Sequence[FilmFrame], removed: Collection[int]) -> list[FilmFrame]:
    """The other frames; each lasts as long as those removed behind it too."""
    left: list[FilmFrame] = []
    for place, frame in enumerate(frames):
        if place in removed:
            left[-1] = left[-1]._replace(time=left[-1].time + frame.time)
        else:
            left.append(frame)
    return left


# ---- where films are drawn


def draw(
    catalogue: Catalogue,
    report: Callable[[tuple[int, int]], None],
    content: ReplayLog,
    outcome: Outcome | None,
    lang: str,
    eyes: Eyes,
    turning: Collection[int],
) -> bytes:
    """The film of a game, drawn in a worker process, which reports how many of how many shots it has drawn.

    ``outcome`` is without winners who had left.
    """
    wanted = script(of_log(catalogue.games, content), eyes, turning)._replace(outcome=outcome)
    count = len(wanted.shots)
    report((0, count))
    say = catalogue.words.say(content.game, lang, content.names)
    return film(catalogue.games[content.game], say, wanted, lambda done: report((done, count)))


def command(given: argparse.Namespace) -> int:
    """``tablee film``: draw the first record of a file as an animated GIF."""
    if given.out.suffix.lower() != ".gif":
        raise BadRequest(f"{str(given.out)!a} does not end in .gif, and that is what a film is")
    try:
        with given.record.open("rb") as source:
            line = source.readline(records.SIZE + 1).strip()
        fault = _write(line, given)
    except OSError as error:
        raise BadRequest(f"cannot use {str(error.filename)!a}: {error.strerror}") from None
    if fault:
        sys.stderr.write(f"{fault}\n")
    return FAILED if fault else 0


def _write(line: bytes, given: argparse.Namespace) -> str | None:
    """Write the film of a record, or say what is wrong with it. Raises OSError."""
    catalogue = walk()
    found = records.check(line, catalogue.games)
    if isinstance(found, records.Fault):
        return f"{found.where or 'the record'}: {found.reason}"
    if found.game.picture is None:
        return f"{found.game.key} has no pictures"
    content = of_record(found, catalogue.words.say(SCOPE, given.lang))
    wanted, say = script(of_log(catalogue.games, content)), catalogue.words.say(content.game, given.lang, content.names)
    data = film(found.game, say, wanted, lambda done: show_progress("film", done, len(wanted.shots)))
    given.out.write_bytes(data)
    print(f"{given.out}: {len(wanted.shots)} positions, {len(data)} bytes")  # noqa: T201, this is its output
    return None
