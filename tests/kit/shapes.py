"""How far two drawn things differ for colour-blind players."""

from PIL import ImageChops

from bot.pictures.kit import theme
from bot.pictures.kit.canvas import Canvas


def shape_difference(one, other):
    """The share of pixels whose lightness on the table clearly differs."""
    greys = []
    for thing in (one, other):
        canvas = Canvas(thing.height, thing.width)
        canvas.panel((0, 0, *thing.size), theme.TABLE, radius=0)
        canvas.put(thing, 0, 0, anchor="lt")
        greys.append(canvas.image.convert("L"))
    changed = ImageChops.difference(*greys).point([255 if value > 40 else 0 for value in range(256)])
    return changed.histogram()[255] / (one.width * one.height)


def outline_difference(one, other):
    return ImageChops.difference(one.getchannel("A"), other.getchannel("A")).point(
        [255 if value > 128 else 0 for value in range(256)]
    ).histogram()[255] / (one.width * one.height)
