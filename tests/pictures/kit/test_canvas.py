"""The PNG file of a canvas, its cached stripes, where things are put, and the size of each element."""

import io
import zlib
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.pictures.kit import canvas as module
from bot.pictures.kit import seats, signs, theme
from bot.pictures.kit.canvas import STRIPES, Canvas
from bot.pictures.kit.pen import Pen


def opened(data):
    return Image.open(io.BytesIO(data))


def test_a_picture_is_a_palette_png_with_round_corners():
    image = opened(Canvas(300).png())
    assert (image.mode, image.size) == ("P", (720, 300))
    solid = image.convert("RGBA")
    for corner in ((0, 0), (719, 0), (0, 299), (719, 299)):
        assert solid.getpixel(corner)[3] == 0
    inside = solid.crop((theme.CORNER, 0, 720 - theme.CORNER, 300)).getchannel("A")
    assert inside.getextrema() == (255, 255)


def test_flat_colours_arrive_unchanged_and_opaque():
    canvas = Canvas(20 * len(theme.EVERY))
    for place, colour in enumerate(theme.EVERY):
        canvas.panel((100, 20 * place, 300, 20 * place + 20), colour, radius=0)
    image = opened(canvas.png()).convert("RGBA")
    assert [image.getpixel((200, 20 * place + 10)) for place in range(len(theme.EVERY))] == [
        (*colour, 255) for colour in theme.EVERY
    ]
    assert max(module.indexed(Image.new("RGB", (4, 4), theme.TABLE)).tobytes()) < module.SOLID, "opaque entries"


def board(changed="") -> Canvas:
    """A picture with eight texts, one of which can be changed."""
    canvas = Canvas(500)
    for place in range(8):
        canvas.panel((30, 20 + place * 58, 300, 70 + place * 58))
        canvas.text(changed if changed and place == 6 else f"Place {place}", 40, 45 + place * 58, anchor="lm")
    return canvas


def test_cached_stripes_look_as_if_they_were_drawn():
    fresh = {}
    for word in ("", "Other"):
        STRIPES.clear()
        fresh[word] = board(word).png()
    assert fresh[""] != fresh["Other"]
    STRIPES.clear()
    for word in ("", "Other", "", "Other"):
        assert board(word).png() == fresh[word]


def test_only_the_stripes_that_changed_are_drawn(monkeypatch):
    made = []
    compress = module.compressed
    monkeypatch.setattr(module, "compressed", lambda rows: made.append(len(rows)) or compress(rows))
    STRIPES.clear()
    board().png()
    whole, made[:] = len(made), []
    board("Other").png()
    assert 0 < len(made) <= 2 < whole
    made.clear()
    board().png()
    assert made == []


@pytest.mark.parametrize("height", [30, 59, 60, 61, 63, 64, 65, 91, 92, 93, 300])
def test_a_picture_of_any_height_is_whole(height):
    canvas = Canvas(height)
    canvas.panel((40, -10, 200, 20), radius=4)
    canvas.panel((300, height - 12, 400, height + 10), theme.ACCENT, radius=4)
    data = canvas.png()
    start = data.index(b"IDAT")
    size = int.from_bytes(data[start - 4 : start], "big")
    assert len(zlib.decompress(data[start + 4 : start + 4 + size])) == 721 * height, "its checksum is right too"
    inside = (theme.CORNER, 0, 720 - theme.CORNER, height)
    expected = module.indexed(canvas.image).convert("RGB").crop(inside)
    assert opened(data).convert("RGBA").convert("RGB").crop(inside).tobytes() == expected.tobytes()


def test_a_weak_sprite_lets_the_ground_through():
    pen = Pen(10, 10)
    pen.rounded((0, 0, 10, 10), 0, theme.PAPER)
    canvas = Canvas(100)
    canvas.put(pen.done(), 50, 50, strength=0.5)
    assert theme.TABLE < canvas.image.getpixel((50, 50)) < theme.PAPER


# ---- elements


@pytest.mark.parametrize("count", range(1, 7))
def test_plates_lie_on_the_table_without_touching(count):
    boxes = seats.rows(count, 100)
    assert len(boxes) == count
    for left, _, right, _ in boxes:
        assert left >= theme.MARGIN
        assert right <= theme.WIDTH - theme.MARGIN
    for one, other in combinations(boxes, 2):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
    assert seats.below(boxes) == max(box[3] for box in boxes)


@pytest.mark.parametrize("name", ["Ana", "W" * 32, "𒀀𒀁", "", "محمد علي"])
def test_a_plate_stays_in_its_box_whatever_the_name(name):
    canvas = Canvas(200)
    empty = canvas.image.copy()
    box = (100, 50, 316, 154)
    facts = (seats.Fact(signs.padlock(32), "15"), seats.Fact(signs.card_back(24), "8"), seats.Fact(None, "+2"))
    seats.plate(canvas, box, seats.Seat(2, name, facts, active=True, mark=signs.crown()))
    assert ImageChops.difference(empty, canvas.image).getbbox() == box
