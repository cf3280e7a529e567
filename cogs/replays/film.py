"""Films: a finished game as an animated GIF, drawn in a worker process or by the command ``tablee film``."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Collection, Sequence

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


def film(
    replay: Replay,
    say: Speech,
    eyes: Eyes = OPENED,
    turning: Collection[int] = (),
    *,
    outcome: Outcome | None,
    report: Callable[[tuple[int, int]], None] = lambda _: None,
) -> bytes:
    """The GIF file of a game from a point of view, in some seconds.

    ``outcome`` is without winners who had left; None if the game was closed before its end. ``report`` is called with
    how many of how many positions are drawn.
    """
    game = replay.game
    assert game.picture is not None
    times = plan(replay.length, sorted({*replay.moments, *turning}), turning)
    views = [replay.view(place, eyes) for place in times]
    pictures: list[Image.Image] = []
    report((0, len(views)))
    for view in views:
        pictures.append(Image.open(io.BytesIO(game.picture(view, say))))
        report((len(pictures), len(views)))
    captions = [lines(game.face.sight(view, say).story, theme.WIDTH - 2 * theme.MARGIN, WORDS) for view in views]
    below = max(map(len, captions)) * LINE + LINE
    tall = max(picture.height for picture in pictures)
    frames = [
        _captioned(picture, tall, below, caption, place / replay.length)
        for picture, caption, place in zip(pictures, captions, times, strict=True)
    ]
    durations = [TITLE_MS, *times.values(), RESULT_MS]
    title, result = _title(game, say, replay.size, tall + below), _result(game, say, outcome, tall + below)
    file = io.BytesIO()
    title.save(file, "GIF", save_all=True, append_images=[*frames, result], duration=durations, loop=0, optimize=False)
    return file.getvalue()


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
    """The film of a game, drawn in a worker process; see ``film``."""
    say = catalogue.words.say(content.game, lang, content.names)
    return film(of_log(catalogue.games, content), say, eyes, turning, outcome=outcome, report=report)


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
    replay, say = of_log(catalogue.games, content), catalogue.words.say(content.game, given.lang, content.names)
    data = film(replay, say, outcome=replay.outcome, report=lambda drawn: show_progress("film", *drawn))
    given.out.write_bytes(data)
    print(f"{given.out}: {len(data)} bytes")  # noqa: T201, this is its output
    return None
