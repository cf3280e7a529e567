"""Golden pictures: what a game looks like and the words that say the same, kept so that a break is seen.

``UPDATE_GOLDEN=1`` draws and writes them anew.
"""

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from PIL import Image, ImageChops

from bot.core.game import AnyGame
from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas
from bot.pictures.kit.fonts import fit, measure
from cogs.cappuccino.picture import HEIGHTS
from tests.kit.words import NAMES, ROOT, saying

BLOCK = 8
"""Pictures are compared by the mean colour of squares this wide: smoothing within one does not matter."""
TOLERANCE = 40
"""How far a channel of a square may be off, of 255. Another rasteriser's softer edges make about 10, everything moved
by half a pixel 15, by a whole one 31; the faintest letter or digit that is missing makes 57."""


TALLEST = {"cappuccino": HEIGHTS[-1]}
"""The height of pictures that may be taller than others."""


class Golden:
    """Views of one game, drawn one below the other, and the file that shows how they should look."""

    def __init__(self, game: AnyGame, names: tuple[str, ...], views: Iterable[Any]) -> None:
        self._file = ROOT / "tests" / "cogs" / game.key / "golden.png"
        self._game = game
        self._names = names
        self._views = tuple(views)

    def hold(self) -> None:
        page, words = self._page(), self._words()
        beside = self._file.with_suffix(".txt")
        if os.environ.get("UPDATE_GOLDEN"):
            page.quantize(128, dither=Image.Dither.NONE).save(self._file, optimize=True)
            beside.write_text(words, "utf-8")
        assert words == beside.read_text("utf-8")
        golden = pixels(self._file.read_bytes())
        assert golden.size == page.size
        assert distance(golden, page) <= TOLERANCE

    def overlooked(self) -> list[str]:
        """The texts and rings that could be missing from the picture without ``hold`` failing."""
        golden, missed, place = pixels(self._file.read_bytes()), [], 0
        while True:
            with _without(place) as left_out:
                page = self._page()
            if not left_out:
                assert place, "nothing is written at all"
                return missed
            if page.size == golden.size and distance(golden, page) <= TOLERANCE:
                missed += left_out
            place += 1

    def _page(self) -> Image.Image:
        images = [pixels(drawn(self._game, view, names=self._names)) for view in self._views]
        page = Image.new("RGB", (theme.WIDTH, sum(image.height for image in images)))
        top = 0
        for image in images:
            page.paste(image, (0, top))
            top += image.height
        return page

    def _words(self) -> str:
        say = saying(self._game.key, "fr", self._names)
        sights = [self._game.face.sight(view, say) for view in self._views]
        return "\n\n".join(part for sight in sights for part in (sight.scene, sight.hand) if part) + "\n"


def drawn(game: AnyGame, view: Any, *choices: Any, lang: str = "fr", names: tuple[str, ...] = NAMES) -> bytes:
    """A picture as people get it: a PNG of our width that a phone shows and Discord takes quickly."""
    assert game.picture is not None
    data = game.picture(view, saying(game.key, lang, names), *choices)
    assert len(data) <= 80 * 1024
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    assert image.width == theme.WIDTH
    assert image.height <= TALLEST.get(game.key, theme.TALLEST)
    return data


def distance(one: Image.Image, other: Image.Image) -> int:
    """How far the two are apart in the square where they differ most, wherever squares begin."""
    return max(
        high
        for start in (0, BLOCK // 2)
        for _, high in ImageChops.difference(_squares(one, start), _squares(other, start)).getextrema()
    )


def _squares(image: Image.Image, start: int) -> Image.Image:
    return image.crop((start, start, image.width, image.height)).reduce(BLOCK)


def pixels(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGBA").convert("RGB")


@contextmanager
def _without(place: int) -> Iterator[list[str]]:
    """While this lasts one thing is not drawn, counted over texts and rings; the list gets what it was."""
    text, frame = Canvas.text, Canvas.frame
    drawn, left_out = 0, []

    def skipped(what: str) -> bool:
        nonlocal drawn
        drawn += 1
        if drawn - 1 == place:
            left_out.append(what)
        return drawn - 1 == place

    def write(canvas: Canvas, words: str, *where: float, **how: Any) -> int:
        if not skipped(words):
            return text(canvas, words, *where, **how)
        size = how.get("size", 26)
        if how.get("width"):
            words, size = fit(words, how["width"], size)
        return measure(words, size, strong=how.get("strong", False))

    def ring(canvas: Canvas, box: Any, *more: Any, **how: Any) -> None:
        if not skipped(f"ring at {box}"):
            frame(canvas, box, *more, **how)

    with patch.object(Canvas, "text", write), patch.object(Canvas, "frame", ring):
        yield left_out
