"""Films: a finished game as an animated GIF, drawn in a worker process."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from bot.catalogue import walk
from bot.core.game import AnyGame, Refusal
from bot.pictures.kit import fonts, theme
from bot.pictures.kit.canvas import indexed
from bot.text.strings import Speech, unmarked
from bot.workers import Processes, Worker, WorkerDied, WorkerFailed
from cogs.replays.replay import OPENED, Eyes, Replay

FILM_TIMEOUT_SECONDS = 120.0
QUEUE_LIMIT = 8
"""Films in the queue, the one being drawn included."""
FILM_LIMIT_MS = 30_000
SIZE_LIMIT = 8 * 1000 * 1000
"""Bytes of a file that Discord accepts everywhere."""
FIRST_MS, STEP_MS, MOMENT_MS, LAST_MS = 1200, 700, 1600, 3000
"""The usual duration of the first position, of any, of a key moment, and of the last."""
SHORTEST_MS = 200
"""The shortest duration of a position: in longer games positions are left out."""
MOMENTS = 24
"""The most key moments with a longer duration."""
MOMENT_SHARE = 0.6
"""The most of the time for key moments."""
CAPTION, WORDS, BAR = 104, 26, 8
"""The height of the caption, the size of its text, and the height of the progress bar."""


class Shot(NamedTuple):
    """A position of a film."""

    view: Any
    time: int
    """Its duration in milliseconds."""
    progress: float
    """The share of the game that is over."""
    moment: bool
    """Whether it is a key moment."""


def plan(length: int, moments: Collection[int]) -> dict[int, int]:
    """The positions of a film in order, each with its duration in milliseconds."""
    if length == 1:
        return {1: LAST_MS}
    time = FILM_LIMIT_MS - FIRST_MS - LAST_MS
    inner = range(2, length)
    held = _spread([place for place in moments if place in inner], MOMENTS)
    moment = min(MOMENT_MS, int(time * MOMENT_SHARE / max(1, len(held))))
    others = [place for place in inner if place not in held]
    rest = time - moment * len(held)
    others = _spread(others, rest // SHORTEST_MS)
    step = min(STEP_MS, moment, rest // max(1, len(others)))
    times = dict.fromkeys(others, step) | dict.fromkeys(held, moment) | {1: FIRST_MS, length: LAST_MS}
    # Durations in a GIF are hundredths of a second.
    return {place: times[place] // 10 * 10 for place in sorted(times)}


def shots(replay: Replay, eyes: Eyes = OPENED) -> list[Shot]:
    """The positions of a film, from a point of view. Slow: not for the event loop."""
    moments, length = replay.moments, replay.length
    found = plan(length, moments).items()
    return [Shot(replay.view(place, eyes), time, place / length, place in moments) for place, time in found]


def film(game: AnyGame, say: Speech, wanted: Sequence[Shot], drawn: Callable[[int], None] = lambda _: None) -> bytes:
    """The GIF file; ``drawn`` is called with the number of shots drawn so far. Takes some seconds."""
    assert game.picture is not None
    pictures: list[Image.Image] = []
    for shot in wanted:
        pictures.append(Image.open(io.BytesIO(game.picture(shot.view, say))))
        drawn(len(pictures))
    tall = max(picture.height for picture in pictures)
    frames = [_frame(picture, tall, _caption(game, say, shot)) for shot, picture in zip(wanted, pictures, strict=True)]
    times, moments = [shot.time for shot in wanted], [shot.moment for shot in wanted]
    data = _gif(frames, times)
    while len(data) > SIZE_LIMIT and len(frames) > 2:
        frames, times, moments = _thinned(frames, times, moments)
        data = _gif(frames, times)
    return data


def _spread(places: Sequence[int], most: int) -> list[int]:
    """At most ``most`` of these, evenly spread."""
    if len(places) <= most:
        return list(places)
    return [places[index * len(places) // most] for index in range(most)]


def _frame(picture: Image.Image, tall: int, caption: Image.Image) -> Image.Image:
    """A picture on a ground as tall as the tallest one, with its caption."""
    # All pictures have one palette, in which the transparent entries have the colour of the ground.
    ground = indexed(Image.new("RGB", (theme.WIDTH, tall + CAPTION), theme.TABLE))
    ground.paste(picture, (0, 0))
    ground.paste(caption, (0, tall))
    return ground


def _caption(game: AnyGame, say: Speech, shot: Shot) -> Image.Image:
    """The story of a position, and a progress bar."""
    image = Image.new("RGB", (theme.WIDTH, CAPTION), theme.TABLE)
    # Our fonts have no emoji: remove them with the space they leave.
    story = unmarked(game.face.sight(shot.view, say).story)
    legible = "".join(char for char in story if char.isspace() or fonts.drawable(char))
    words = " ".join(legible.split()).replace("( ", "(")
    width = theme.WIDTH - 2 * theme.MARGIN
    for line, text in enumerate(_lines(words, width)):
        fonts.write(image, text, theme.MARGIN, 16 + line * 36, size=WORDS, anchor="lt", width=width)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, CAPTION - BAR, theme.WIDTH, CAPTION), fill=theme.SHADE)
    draw.rectangle((0, CAPTION - BAR, round(theme.WIDTH * shot.progress), CAPTION), fill=theme.ACCENT)
    return indexed(image)


def _lines(words: str, width: int) -> list[str]:
    """Words on at most two lines, cut at the end."""
    first, rest = "", words.split(" ")
    while rest and fonts.measure(f"{first} {rest[0]}".strip(), WORDS) <= width:
        first = f"{first} {rest.pop(0)}".strip()
    second = " ".join(rest)
    while fonts.measure(second, WORDS) > width and " " in second:
        second = second.removesuffix("…").rpartition(" ")[0] + "…"
    return [line for line in (first, second) if line]


def _gif(frames: Sequence[Image.Image], times: Sequence[int]) -> bytes:
    """The GIF file; equal frames in a row are merged."""
    merged: list[Image.Image] = []
    durations: list[int] = []
    for frame, time in zip(frames, times, strict=True):
        if merged and merged[-1].tobytes() == frame.tobytes():
            durations[-1] += time
        else:
            merged.append(frame)
            durations.append(time)
    file = io.BytesIO()
    merged[0].save(file, "GIF", save_all=True, append_images=merged[1:], duration=durations, loop=0, optimize=False)
    return file.getvalue()


def _thinned(
    frames: Sequence[Image.Image], times: Sequence[int], moments: Sequence[bool]
) -> tuple[list[Image.Image], list[int], list[bool]]:
    """About half of the frames with the same total duration. Key moments are removed last, both ends never."""
    optional = [place for place in range(1, len(frames) - 1) if not moments[place]]
    optional = optional or list(range(1, len(frames) - 1))
    removed = set(optional[::2])
    left = [place for place in range(len(frames)) if place not in removed]
    durations = [times[place] for place in left]
    for place in sorted(removed):
        durations[max(index for index, other in enumerate(left) if other < place)] += times[place]
    return [frames[place] for place in left], durations, [moments[place] for place in left]


class FilmFailed(Exception):
    """A film failed or timed out."""


class Drawing:
    """A film in the queue: its progress, and a task that returns the file."""

    def __init__(self, count: int) -> None:
        self.count = count
        """The number of its shots."""
        self.done = 0
        self.begun = False
        self.task: asyncio.Task[bytes]

    def tell(self, done: int) -> None:
        """Set the number of shots drawn so far."""
        self.done = done


class FilmWorker:
    """Draws one film at a time, each in a new process, so that the pictures of running games never wait."""

    def __init__(self, package: str) -> None:
        self._free = asyncio.Semaphore(1)
        self._drawings: set[Drawing] = set()
        self._processes = Processes(1, FilmMaker, package)

    def draw(self, game: str, lang: str, names: Sequence[str], shots: Sequence[Shot]) -> Drawing:
        """Queue a film; its task returns the file or raises FilmFailed. Refusal while too many wait."""
        if len(self._drawings) >= QUEUE_LIMIT:
            raise Refusal("busy")
        drawing = Drawing(len(shots))
        self._drawings.add(drawing)
        drawing.task = asyncio.create_task(self._drawn(drawing, game, lang, names, shots), name="film")
        return drawing

    def close(self) -> None:
        """Cancel all films and end the process."""
        for drawing in self._drawings:
            drawing.task.cancel()
        self._processes.close()

    async def _drawn(self, drawing: Drawing, *job: Any) -> bytes:
        try:
            async with self._free:
                drawing.begun = True
                try:
                    return await self._processes.ask(job, timeout=FILM_TIMEOUT_SECONDS, progress=drawing.tell)
                finally:
                    # The next film gets a new process, which frees the memory of this one.
                    self._processes.close()
        except (WorkerFailed, WorkerDied, TimeoutError, OSError) as error:
            raise FilmFailed from error
        finally:
            self._drawings.discard(drawing)


class FilmMaker(Worker):
    """Draws films in a worker process, and reports its progress after each shot."""

    def __init__(self, package: str) -> None:
        self._catalogue = walk(package)

    def answer(self, question: tuple[str, str, Sequence[str], Sequence[Shot]]) -> bytes:
        """The GIF file."""
        game, lang, names, shots = question
        return film(self._catalogue.games[game], self._catalogue.words.say(game, lang, names), shots, self.report)
