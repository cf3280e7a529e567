"""Films: a finished game as one animated picture, drawn in a worker process."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from bot.catalogue import walk
from bot.core.game import AnyGame
from bot.core.replay import OPENED, Replay
from bot.pictures.kit import fonts, palette, theme
from bot.text.strings import Speech, unmarked
from bot.workers import Processes, Worker, WorkerDied, WorkerFailed

LONGEST = 30_000
"""Milliseconds that a film lasts at most."""
SIZE = 8 * 1000 * 1000
"""Bytes that it has at most: what Discord takes anywhere."""
BEGINNING, STEP, MOMENT, END = 1200, 700, 1600, 3000
"""Milliseconds that a position is shown for, where there is time: the first, any, a key moment, the last."""
QUICKEST = 200
"""Nothing is shown for less: rather are positions left out."""
MOMENTS = 24
"""Key moments that are held; of more, some are shown as any other."""
HELD = 0.6
"""The part of the time that key moments may take."""
CAPTION, WORDS, BAR = 104, 26, 8
"""The height of the words below the table, their size, and how far the game has come."""


class Shot(NamedTuple):
    """A position of a film: what is seen, for how many milliseconds, and how much of the game is over by then."""

    view: Any
    time: int
    gone: float
    held: bool


def plan(length: int, moments: Collection[int]) -> dict[int, int]:
    """The positions that a film of a game shows, in order, and for how many milliseconds each."""
    if length == 1:
        return {1: END}
    time = LONGEST - BEGINNING - END
    inner = range(2, length)
    held = _spread([place for place in moments if place in inner], MOMENTS)
    moment = min(MOMENT, int(time * HELD / max(1, len(held))))
    others = [place for place in inner if place not in held]
    rest = time - moment * len(held)
    others = _spread(others, rest // QUICKEST)
    step = min(STEP, moment, rest // max(1, len(others)))
    times = dict.fromkeys(others, step) | dict.fromkeys(held, moment) | {1: BEGINNING, length: END}
    # A GIF counts in hundredths of a second.
    return {place: times[place] // 10 * 10 for place in sorted(times)}


def shots(replay: Replay) -> list[Shot]:
    """What a film of a game shows: everything face up. Goes through the game: not on an event loop."""
    held, length = replay.moments, replay.length
    found = plan(length, held).items()
    return [Shot(replay.view(place, OPENED), time, place / length, place in held) for place, time in found]


def film(game: AnyGame, say: Speech, wanted: Sequence[Shot], drawn: Callable[[int], None] = lambda _: None) -> bytes:
    """The file of a film; ``drawn`` is told how many of its shots are. Takes some seconds."""
    frames: list[Image.Image] = []
    pictures = list(_pictures(game, say, wanted, drawn))
    tall = max(picture.height for picture in pictures)
    for shot, picture in zip(wanted, pictures, strict=True):
        frames.append(_frame(picture, tall, _caption(game, say, shot)))
    times, held = [shot.time for shot in wanted], [shot.held for shot in wanted]
    data = _gif(frames, times)
    while len(data) > SIZE and len(frames) > 2:
        frames, times, held = _thinned(frames, times, held)
        data = _gif(frames, times)
    return data


def _spread(places: Sequence[int], most: int) -> list[int]:
    """At most so many of these, evenly."""
    if len(places) <= most:
        return list(places)
    return [places[index * len(places) // most] for index in range(most)]


def _pictures(
    game: AnyGame, say: Speech, wanted: Iterable[Shot], drawn: Callable[[int], None]
) -> Iterator[Image.Image]:
    assert game.picture is not None
    for number, shot in enumerate(wanted, start=1):
        yield Image.open(io.BytesIO(game.picture(shot.view, say)))
        drawn(number)


def _frame(picture: Image.Image, tall: int, caption: Image.Image) -> Image.Image:
    """A picture on a cloth that is as tall as the tallest one, with the words below it."""
    # All pictures have the same palette; its last entries, the corners', have the colour of the cloth.
    ground = palette.indexed(Image.new("RGB", (theme.WIDTH, tall + CAPTION), theme.TABLE))
    ground.paste(picture, (0, 0))
    ground.paste(caption, (0, tall))
    return ground


def _caption(game: AnyGame, say: Speech, shot: Shot) -> Image.Image:
    """What has just happened, and how far the game has come."""
    image = Image.new("RGB", (theme.WIDTH, CAPTION), theme.TABLE)
    # No font of ours has pictures among its letters: without them the words stand closer together.
    story = "".join(char for char in unmarked(game.face.sight(shot.view, say).story) if _readable(char))
    words = " ".join(story.split()).replace("( ", "(")
    width = theme.WIDTH - 2 * theme.MARGIN
    for line, text in enumerate(_lines(words, width)):
        fonts.write(image, text, theme.MARGIN, 16 + line * 36, size=WORDS, anchor="lt", width=width)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, CAPTION - BAR, theme.WIDTH, CAPTION), fill=theme.SHADE)
    draw.rectangle((0, CAPTION - BAR, round(theme.WIDTH * shot.gone), CAPTION), fill=theme.ACCENT)
    return palette.indexed(image)


def _readable(char: str) -> bool:
    return char.isspace() or fonts.drawable(char)


def _lines(words: str, width: int) -> list[str]:
    """Words on two lines; what does not fit on the second is cut there."""
    first, rest = "", words.split(" ")
    while rest and fonts.measure(f"{first} {rest[0]}".strip(), WORDS) <= width:
        first = f"{first} {rest.pop(0)}".strip()
    second = " ".join(rest)
    while fonts.measure(second, WORDS) > width and " " in second:
        second = second.removesuffix("…").rpartition(" ")[0] + "…"
    return [line for line in (first, second) if line]


def _gif(frames: Sequence[Image.Image], times: Sequence[int]) -> bytes:
    """The file; what does not change from one frame to the next is not in it twice."""
    kept: list[Image.Image] = []
    lasting: list[int] = []
    for frame, time in zip(frames, times, strict=True):
        if kept and kept[-1].tobytes() == frame.tobytes():
            lasting[-1] += time
        else:
            kept.append(frame)
            lasting.append(time)
    file = io.BytesIO()
    kept[0].save(file, "GIF", save_all=True, append_images=kept[1:], duration=lasting, loop=0, optimize=False)
    return file.getvalue()


def _thinned(
    frames: Sequence[Image.Image], times: Sequence[int], held: Sequence[bool]
) -> tuple[list[Image.Image], list[int], list[bool]]:
    """About half of the frames in the same time: key moments go last, the beginning and the end stay."""
    optional = [place for place in range(1, len(frames) - 1) if not held[place]]
    optional = optional or list(range(1, len(frames) - 1))
    gone = set(optional[::2])
    kept = [place for place in range(len(frames)) if place not in gone]
    lasting = [times[place] for place in kept]
    for place in sorted(gone):
        lasting[max(index for index, other in enumerate(kept) if other < place)] += times[place]
    return [frames[place] for place in kept], lasting, [held[place] for place in kept]


PATIENCE = 120.0
"""Seconds that a film may take."""
WAITING = 8
"""Films asked for at once; who asks for one more is told to come back."""


class FilmFailed(Exception):
    """A film that could not be drawn, or took too long."""


class TooMany(Exception):
    """More films are asked for than anybody would wait for."""


class Drawing:
    """A film that is being drawn: how far it is, and the file when it is there."""

    def __init__(self, count: int) -> None:
        self.count = count
        """How many shots it has."""
        self.done = 0
        self.begun = False
        self.task: asyncio.Task[bytes]

    def tell(self, done: int) -> None:
        """So many of its shots are drawn."""
        self.done = done


class FilmWorker:
    """Has films drawn. A process for each starts when its turn comes: the pictures of games that go on never wait."""

    def __init__(self, package: str) -> None:
        self._free = asyncio.Semaphore(1)
        self._drawings: set[Drawing] = set()
        self._processes = Processes(1, FilmMaker, package)

    def draw(self, game: str, lang: str, names: Sequence[str], shots: Sequence[Shot]) -> Drawing:
        """Begin a film, or put it in line; its task gives the file or raises FilmFailed. Raises TooMany."""
        if len(self._drawings) >= WAITING:
            raise TooMany
        drawing = Drawing(len(shots))
        self._drawings.add(drawing)
        drawing.task = asyncio.create_task(self._drawn(drawing, game, lang, names, shots), name="film")
        return drawing

    def close(self) -> None:
        """Draw nothing any more."""
        for drawing in self._drawings:
            drawing.task.cancel()
        self._processes.close()

    async def _drawn(self, drawing: Drawing, *job: Any) -> bytes:
        try:
            async with self._free:
                drawing.begun = True
                try:
                    return await self._processes.ask(job, timeout=PATIENCE, progress=drawing.tell)
                finally:
                    # The next one has a process of its own: what this one took of memory is given back.
                    self._processes.close()
        except (WorkerFailed, WorkerDied, TimeoutError, OSError) as error:
            raise FilmFailed from error
        finally:
            self._drawings.discard(drawing)


class FilmMaker(Worker):
    """Draws films, in a process of its own, and tells how far it is after each shot."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)

    def answer(self, question: tuple[str, str, Sequence[str], Sequence[Shot]]) -> bytes:
        """The file of a film."""
        game, lang, names, shots = question
        return film(self._catalogue.games[game], self._catalogue.words.say(game, lang, names), shots, self.report)
