"""Text: measured, fitted, cut, and drawn in any script."""

import unicodedata

import pytest
from PIL import Image

from bot.pictures.kit import fonts, theme
from bot.pictures.kit.fonts import legible

FRENCH = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»’…–—·×€ \u00a0"
)


def test_our_own_font_has_everything_we_write():
    for face in (fonts.OWN, fonts.STRONG):
        assert {char for char in FRENCH if not fonts.has(face, char)} == set()


def test_every_space_is_a_space_and_nothing_is_a_box():
    assert fonts.measure("Menteur\u202f!", 26) == fonts.measure("Menteur !", 26)
    assert fonts.measure("Ana🔥", 26) == fonts.measure("Ana", 26)


def test_the_fonts_stay_small_and_carry_their_licences():
    assert sum(path.stat().st_size for path in fonts.FOLDER.glob("*.ttf")) < 1.6e6
    assert "SIL OPEN FONT LICENSE Version 1.1" in (fonts.FOLDER / "OFL.txt").read_text()
    assert "Apache License" in (fonts.FOLDER / "Apache-2.0.txt").read_text()


@pytest.mark.parametrize(
    "text", ["Ana", "Barthélemy-Côme de la Tour", "李小龍李小龍李小龍", "नरेन्द्र मोदी", "iiiiiiiiiiiiiiii"]
)
@pytest.mark.parametrize("width", [30, 80, 150, 400])
def test_a_fitted_text_fits(text, width):
    shown, size = fonts.fit(text, width, 30)
    assert fonts.measure(shown, size) <= width
    assert size >= theme.SMALLEST
    assert shown == text or shown.endswith("…")
    assert shown != text or size == 30 or fonts.measure(text, size + 1) > width, "it shrinks no more than it must"


def test_text_too_small_for_a_phone_is_refused():
    with pytest.raises(ValueError, match="too small"):
        fonts.write(Image.new("RGB", (10, 10)), "a", 0, 0, size=theme.SMALLEST - 1)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Chloé", "Chloé"),
        ("  Ana \n Belle ", "Ana Belle"),
        ("𝓐𝓷𝓪 ★", "Ana"),
        ("ᴄʜʟᴏé", "chloé"),
        ("ⓑⓞ", "bo"),
        ("Z̷̢̛a̵l̶g̵o̴", "Zalgo"),
        ("x\u202eb\u200by", "xby"),
        ("Domi 🔥", "Domi"),
        ("🔥🔥", "spare"),
        ("ꦄꦤ", "spare"),
        ("", "spare"),
        ("!!!", "spare"),
    ],
)
def test_names_are_made_legible(name, shown):
    assert legible(name, "spare") == shown


NAMES = [
    "李小龍", "ゆき", "김민수", "محمد علي", "שרה", "नरेन्द्र", "বাংলা", "தமிழ்", "สมชาย", "Нина", "Ελένη", "Nguyễn", "ქეთი",
    "Անի",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_names_of_many_scripts_are_kept(name):
    if not fonts.shaping() and name in ("محمد علي", "שרה", "नरेन्द्र", "বাংলা", "தமிழ்", "สมชาย"):
        pytest.skip("this machine has no FriBiDi; such names are replaced")
    assert legible(name, "spare") == unicodedata.normalize("NFC", name)
    assert fonts.mask(name, 28).getbbox() is not None


def test_scripts_that_cannot_be_shaped_here_are_replaced(monkeypatch):
    monkeypatch.setattr(fonts, "shaping", lambda: False)
    for cached in (fonts._face, legible):
        cached.cache_clear()
    try:
        assert legible("محمد", "spare") == "spare"
        assert legible("Ana محمد", "spare") == "Ana"
    finally:
        for cached in (fonts._face, legible):
            cached.cache_clear()


def test_no_legible_name_ever_shows_a_box():
    """For every hundredth character or so of Unicode; the step is a prime, so that no block is always missed."""
    for code in range(0x20, 0x20000, 97):
        if 0xD800 <= code < 0xE000:
            continue
        for char in legible(chr(code), ""):
            assert char == " " or fonts.drawable(char)
