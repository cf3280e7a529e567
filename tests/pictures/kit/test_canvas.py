"""Pictures: their files, their cost, and what is put on them."""

import io
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from statistics import median

import pytest
from PIL import Image

from bot.pictures.kit import palette, png, theme
from bot.pictures.kit.__main__ import SHEETS, board_sheet
from bot.pictures.kit.canvas import STRIPES, Canvas
from bot.pictures.kit.pen import Pen
from bot.pictures.kit.sprites import SPRITES, Cache, weight


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


@pytest.mark.parametrize("colour", theme.EVERY)
def test_flat_colours_arrive_unchanged_and_opaque(colour):
    canvas = Canvas(120)
    canvas.panel((100, 20, 300, 100), colour)
    assert opened(canvas.png()).convert("RGBA").getpixel((200, 60)) == (*colour, 255)


def test_the_same_picture_is_the_same_bytes():
    first = board_sheet().png()
    SPRITES._kept.clear()
    STRIPES._kept.clear()
    assert board_sheet().png() == first


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_is_drawn_within_its_size(name):
    image = opened(data := SHEETS[name]().png())
    assert len(data) <= 80_000
    assert image.width == theme.WIDTH


def test_a_full_board_is_drawn_in_time():
    """The goal is 25 ms; CPU time, and twice the goal, because the machine of a test is never quiet."""
    board_sheet().png()
    times = []
    for _ in range(9):
        STRIPES._kept.clear()
        start = time.process_time()
        board_sheet().png()
        times.append(time.process_time() - start)
    assert median(times) <= 0.050


def test_threads_draw_the_same_pictures():
    expected = [draw().png() for draw in SHEETS.values()]
    SPRITES._kept.clear()
    STRIPES._kept.clear()
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: [draw().png() for draw in SHEETS.values()], range(4)):
            assert found == expected


def board(changed="") -> Canvas:
    """A picture with something in many places; one word in it can be another."""
    canvas = Canvas(500)
    for place in range(8):
        canvas.panel((30, 20 + place * 58, 300, 70 + place * 58))
        canvas.text(changed if changed and place == 6 else f"Place {place}", 40, 45 + place * 58, anchor="lm")
    return canvas


def content(data: bytes) -> bytes:
    """What is in the file's one IDAT chunk, unpacked: zlib checks its sum."""
    start = data.index(b"IDAT")
    return zlib.decompress(data[start + 4 : start + 4 + int.from_bytes(data[start - 4 : start], "big")])


def test_what_is_kept_of_other_pictures_looks_as_if_it_were_drawn():
    fresh = {}
    for word in ("", "Other"):
        STRIPES._kept.clear()
        fresh[word] = board(word).png()
    assert fresh[""] != fresh["Other"]
    STRIPES._kept.clear()
    for word in ("", "Other", "", "Other"):
        assert board(word).png() == fresh[word]


def test_only_the_stripes_that_changed_are_drawn(monkeypatch):
    made = []
    compress = png.stripe
    monkeypatch.setattr(png, "stripe", lambda rows: made.append(len(rows)) or compress(rows))
    STRIPES._kept.clear()
    board().png()
    whole, made[:] = len(made), []
    board("Other").png()
    assert 0 < len(made) <= 2 < whole
    made.clear()
    board().png()
    assert made == []


def test_kept_stripes_keep_to_their_budget(monkeypatch):
    STRIPES._kept.clear()
    monkeypatch.setattr(STRIPES._kept, "most", 20_000)
    for number in range(40):
        board(str(number)).png()
        assert STRIPES._kept.weight <= 20_000
    assert STRIPES._kept.weight > 0


@pytest.mark.parametrize("height", [30, 59, 60, 61, 63, 64, 65, 91, 92, 93, 300])
def test_a_picture_of_any_height_is_whole(height):
    canvas = Canvas(height)
    canvas.panel((40, -10, 200, 20), radius=4)
    canvas.panel((300, height - 12, 400, height + 10), theme.ACCENT, radius=4)
    data = canvas.png()
    assert len(content(data)) == 721 * height
    inside = (theme.CORNER, 0, 720 - theme.CORNER, height)
    expected = palette.indexed(canvas.image).convert("RGB").crop(inside)
    assert opened(data).convert("RGBA").convert("RGB").crop(inside).tobytes() == expected.tobytes()


def test_anchors_say_which_point_of_a_sprite_comes_where():
    pen = Pen(10, 10)
    pen.rounded((0, 0, 10, 10), 0, theme.PAPER)
    for anchor, (left, top) in {"lt": (50, 50), "mm": (45, 45), "rb": (40, 40)}.items():
        canvas = Canvas(100)
        canvas.put(pen.done(), 50, 50, anchor=anchor)
        assert canvas.image.getpixel((left, top)) == theme.PAPER
        assert canvas.image.getpixel((left + 9, top + 9)) == theme.PAPER
        assert canvas.image.getpixel((left - 1, top)) == canvas.image.getpixel((left, top + 10)) == theme.TABLE


def test_a_weak_sprite_lets_the_ground_through():
    pen = Pen(10, 10)
    pen.rounded((0, 0, 10, 10), 0, theme.PAPER)
    canvas = Canvas(100)
    canvas.put(pen.done(), 50, 50, strength=0.5)
    assert theme.TABLE < canvas.image.getpixel((50, 50)) < theme.PAPER


def test_text_stands_where_its_anchor_says():
    canvas = Canvas(100)
    length = canvas.text("HHH", 100, 50, size=40, anchor="lm")
    drawn = canvas.image.crop((60, 20, 400, 80)).point([255 if value > 140 else 0 for value in range(256)] * 3)
    left, top, right, bottom = drawn.convert("L").getbbox()
    assert 60 + left == pytest.approx(100, abs=5)
    assert 60 + right == pytest.approx(100 + length, abs=5)
    assert 20 + (top + bottom) / 2 == pytest.approx(50, abs=1.5)


def test_soft_edges_never_use_an_entry_that_is_not_opaque():
    assert max(palette.indexed(Image.new("RGB", (4, 4), theme.TABLE)).tobytes()) < palette.SOLID


def test_the_cache_keeps_to_its_budget_and_drops_the_oldest():
    cache = Cache(3 * (100 * 100 * 4 + 500), weight)
    made = []

    def make(key):
        made.append(key)
        return Image.new("RGBA", (100, 100))

    for key in ("a", "b", "c", "a", "d", "a", "b"):
        cache.get(key, lambda key=key: make(key))
    assert made == ["a", "b", "c", "d", "b"]
    assert len(cache._kept) == 3
    assert cache._kept.weight <= 3 * (100 * 100 * 4 + 500)


def test_a_sprite_larger_than_the_budget_is_made_and_not_kept():
    cache = Cache(10, weight)
    assert cache.get("a", lambda: Image.new("L", (50, 50))).size == (50, 50)
    assert (len(cache._kept), cache._kept.weight) == (0, 0)
