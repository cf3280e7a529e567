"""Golden pictures: what a game looks like, kept so that a visual break is seen. ``UPDATE_GOLDEN=1`` draws them anew."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageStat


def opened(data: bytes) -> Image.Image:
    """A picture as people get it: a PNG of our width that a phone shows and Discord takes quickly."""
    assert len(data) <= 80 * 1024
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    assert image.width == 720
    assert image.height <= 960
    return image


def hold(file: Path, *parts: bytes, tolerance: float) -> None:
    """Compare pictures, one below the other, with the golden file.

    ``tolerance`` is how far a channel may be off on average, of 255: smoothing may differ, nothing may move.
    """
    images = [opened(data).convert("RGBA").convert("RGB") for data in parts]
    page = Image.new("RGB", (720, sum(image.height for image in images)))
    top = 0
    for image in images:
        page.paste(image, (0, top))
        top += image.height
    if os.environ.get("UPDATE_GOLDEN"):
        page.quantize(128, dither=Image.Dither.NONE).save(file, optimize=True)
    golden = Image.open(file).convert("RGBA").convert("RGB")
    assert golden.size == page.size
    assert max(ImageStat.Stat(ImageChops.difference(golden, page)).mean) <= tolerance
